import { hinge, type JointDefinition } from '@tenon/physics-core';

/** As wide as its widest cell in each column, which is how the formatter wants a table. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column].length)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
};

type Param = JointDefinition['params'][number];

const common = ['hertz', 'dampingRatio', 'breakForce', 'breakTorque'];
const controls = ['limits', 'limitSpring', 'limitRestitution', 'motor', 'spring', 'friction'];

const isCommon = ({ path }: Param): boolean => path.length === 1 && common.includes(path[0]);

const isControl = ({ coordinateNames }: JointDefinition, { path }: Param): boolean =>
  coordinateNames.length === 1
    ? controls.includes(path[0])
    : coordinateNames.includes(path[0]) && path.length > 1;

const unitOf = ({ spec }: Param): string => ('unit' in spec ? spec.unit : '');

const defaultOf = ({ spec }: Param): string => {
  if (spec.kind === 'choice')
    return `\`'${spec.default}'\` of ${spec.names.map((name) => `\`'${name}'\``).join(', ')}`;
  return `\`${JSON.stringify(spec.default, (_, value) => (value === Infinity || value === -Infinity ? `${value}` : value)).replaceAll('"', '')}\``;
};

const paramRow = (kind: string, param: Param): string[] => [
  kind,
  `\`${param.path.join('.')}\``,
  unitOf(param),
  defaultOf(param),
  param.spec.about,
];

/** Rows, coordinates and own parameters of a joint, from its definition. */
export const jointTable = (definition: JointDefinition): string => {
  const { coordinates, coordinateNames, slots } = definition;
  const own = slots.slice(0, slots.length - 4 * coordinates.length);
  const params = definition.params.filter((param) => !isControl(definition, param) && !isCommon(param));
  return table(
    ['what', 'name', 'unit', 'default', 'meaning'],
    [
      ['rows', own.length > 0 ? own.map((slot) => `\`${slot}\``).join(', ') : 'none of its own', '', '', ''],
      ...coordinates.map(({ unit, about, countsRevolutions }, k) => [
        'coordinate',
        `\`${coordinateNames[k]}\``,
        unit,
        '',
        countsRevolutions === true ? `${about} Counts revolutions.` : about,
      ]),
      ...params.map((param) => paramRow('parameter', param)),
    ],
  );
};

/** The parameters of every joint, and those of every coordinate, with the units of an angle. */
export const controlTable = (): string => {
  const { definition } = hinge;
  const row = (param: Param): string[] => paramRow(isCommon(param) ? 'joint' : 'coordinate', param);
  return table(['of', 'name', 'unit', 'default', 'meaning'], definition.params.map(row));
};
