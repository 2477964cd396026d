import * as plugin from '@tenon/ecs-plugin';
import { type JointDefinition, jointDefinitions } from '@tenon/physics-core';
import { table } from './tables.js';

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const numberText = (value: number): string => (value === 0xffffffff ? 'all bits' : `${value}`);

/** Fields without a text of their own belong to the one before: x, y and z share a row when they share a default. */
const rowsOf = (fields: readonly plugin.FieldInfo[]): string[][] => {
  const rows: string[][] = [];
  for (const { name, unit, default: value, about, kind, output } of fields) {
    const last = rows.at(-1);
    const text = numberText(value);
    if (about === '' && last && last[1] === unit && last[2] === text) {
      last[0] += `, \`${name}\``;
      continue;
    }
    const meaning = about === '' ? 'The same.' : about;
    rows.push([`\`${name}\``, unit, text, output ? `${meaning} Output.` : meaning, kind]);
  }
  return rows.map(([names, unit, value, meaning]) => [names, unit, value, meaning]);
};

const HEAD = ['field', 'unit', 'default', 'meaning'];

/** The fields of a component, from the plugin itself. Of Joint those that all joints have. */
export const componentTable = (name: string): string => {
  const components = plugin as unknown as Record<string, object>;
  const fields = plugin.componentFields(components[name]);
  const own =
    name === 'Joint'
      ? fields.slice(
          0,
          fields.findIndex((field) => field.name === 'hertz'),
        )
      : fields;
  return table(HEAD, rowsOf(own));
};

const endings: Partial<Record<JointDefinition['params'][number]['spec']['kind'], readonly string[]>> = {
  range: ['Lower', 'Upper'],
  vector: ['X', 'Y', 'Z'],
  rotation: ['X', 'Y', 'Z', 'W'],
};

/** The fields that a joint type adds, beside the parameters they stand for. */
export const jointFieldTable = (type: string): string => {
  const definition = jointDefinitions().find((each) => each.type === type);
  if (!definition) throw new Error(`There is no joint type ${type}.`);
  const rows = definition.params.map(({ path, spec }) => {
    const name = path.map((word, i) => (i === 0 ? word : capital(word))).join('');
    const names = endings[spec.kind]?.map((ending) => name + ending) ?? [name];
    const values = [spec.default]
      .flat()
      .map((value) => (spec.kind === 'choice' ? spec.names.indexOf(`${value}`) : Number(value)));
    const choices =
      spec.kind === 'choice' ? ` ${spec.names.map((each, i) => `${i} ${each}`).join(', ')}.` : '';
    return [
      names.map((each) => `\`${each}\``).join(', '),
      `\`${path.join('.')}\``,
      'unit' in spec ? spec.unit : '',
      values.join(', '),
      spec.about + choices,
    ];
  });
  return table(['field', 'parameter', 'unit', 'default', 'meaning'], rows);
};
