import {
  type JointDef,
  type JointDefinition,
  jointDefinitions,
  PhysicsError,
  type Quat,
  type Vec3,
} from '@tenon/physics-core';
import { paramAt } from '@tenon/physics-core/inspect';
import { type FieldSpec, real } from './fields.js';
import { jointSpec } from './specs.js';
import { addWatchedField, tableOf } from './store.js';

/**
 * The parameters of joints as flat fields. A name is the path joined in camel case: motor.speed becomes motorSpeed, twist.motor.speed
 * becomes twistMotorSpeed. A range has two fields (limitsLower, limitsUpper), a vector three (targetX...), a rotation four. The Joint
 * component has the union of all joint types; types that share a name share the field, and each reads it in its own way.
 */
type ParamSpec = JointDefinition['params'][number]['spec'];

const endings: Partial<Record<ParamSpec['kind'], readonly string[]>> = {
  range: ['Lower', 'Upper'],
  vector: ['X', 'Y', 'Z'],
  rotation: ['X', 'Y', 'Z', 'W'],
};

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const joinPath = ([head, ...rest]: readonly string[]): string => head + rest.map(capital).join('');

/** One number of a parameter: its field, and which of the parameter's numbers it is. */
export interface Slot {
  readonly name: string;
  readonly path: readonly string[];
  readonly spec: ParamSpec;
  readonly part: number;
  /** Where the number lies in the joint's block in physics-core. */
  readonly at: number;
}

const slotsByType: (readonly Slot[])[] = [];

/** The numbers of a joint type's parameters, in their order. Definitions never change, so they are laid out once. */
export const slotsOf = (type: number): readonly Slot[] => {
  slotsByType[type] ??= jointDefinitions()[type].params.flatMap(({ path, spec, at }) => {
    const name = joinPath(path);
    const names = endings[spec.kind]?.map((ending) => name + ending) ?? [name];
    return names.map((each, part) => ({ name: each, path, spec, part, at: at + part }));
  });
  return slotsByType[type];
};

/** The field of one number of a parameter; of a parameter with several numbers, when none is meant, what they have in common. */
export const paramFieldName = (type: number, path: readonly string[], part: number | undefined): string => {
  const name = joinPath(path);
  const slot = slotsOf(type).find((each) => each.part === part && joinPath(each.path) === name);
  return slot?.name ?? name;
};

/** What may be written to a field that is a choice, as numbers with their names; undefined for other fields. */
export const choicesOf = (type: number, field: string): string | undefined => {
  const slot = jointDefinitions()[type] && slotsOf(type).find(({ name }) => name === field);
  return slot?.spec.kind === 'choice' ? listChoices(slot.spec.names) : undefined;
};

const listChoices = (names: readonly string[]): string => names.map((name, i) => `${i} ${name}`).join(', ');

export const typeNumber = (type: string): number =>
  jointDefinitions().findIndex((definition) => definition.type === type);

/** Brings the fields of joint types that were defined since the last call. */
export const addJointFields = (store: object, known: number): number => {
  const definitions = jointDefinitions();
  if (known === definitions.length) return known;
  const { names } = tableOf(store);
  for (let type = known; type < definitions.length; type++) {
    for (const slot of slotsOf(type)) {
      if (Object.hasOwn(jointSpec, slot.name) || slot.name === 'component' || slot.name === 'data') {
        throw new PhysicsError(
          'out-of-range',
          `Parameter ${slot.path.join('.')} of joint type '${definitions[type].type}' would be Joint.${slot.name}, which means something else`,
          'Give the parameter another name',
        );
      }
      if (!names.includes(slot.name)) addWatchedField(store, slot.name, fieldOf(slot));
    }
  }
  return definitions.length;
};

/** Always a real: two joint types may share a name and mean a choice and an angle by it. */
const fieldOf = ({ spec, part }: Slot): FieldSpec => {
  const fallback = numberOf(spec, spec.default, part);
  if (spec.kind === 'choice') {
    return real('', fallback, `${listChoices(spec.names)}. ${spec.about}`);
  }
  const unit = 'unit' in spec ? spec.unit : '';
  return real(unit, fallback, part === 0 ? spec.about : '');
};

/** One of a parameter's numbers, from its value in a definition. */
const numberOf = (spec: ParamSpec, value: unknown, part: number): number => {
  if (spec.kind === 'choice') return spec.names.indexOf(value as string);
  if (spec.kind === 'flag') return value === true ? 1 : 0;
  return spec.kind === 'number' ? (value as number) : (value as readonly number[])[part];
};

/** Calls back with the default of every number. */
export const eachDefault = (type: number, write: (field: string, value: number) => void): void => {
  for (const { name, spec, part } of slotsOf(type)) write(name, numberOf(spec, spec.default, part));
};

/** Calls back with every number that a definition gives for its parameters. */
export const eachNumber = (
  type: number,
  def: object,
  write: (field: string, value: number) => void,
): void => {
  for (const { name, path, spec, part } of slotsOf(type)) {
    const value = paramAt(def, path);
    if (value !== undefined) write(name, numberOf(spec, value, part));
  }
};

/** The parameters whose fields are named, as nested fields of a definition. Without names: all of them. */
export const paramsFrom = (
  type: number,
  read: (field: string) => number,
  only?: readonly string[],
): Record<string, unknown> => {
  const def: Record<string, unknown> = {};
  const slots = slotsOf(type);
  for (const slot of slots) {
    if (slot.part > 0) continue;
    const parts = slots.filter(({ path }) => path === slot.path).map(({ name }) => name);
    if (only && !parts.some((name) => only.includes(name))) continue;
    put(def, slot.path, valueFrom(slot.spec, parts.map(read)));
  }
  return def;
};

const put = (def: Record<string, unknown>, path: readonly string[], value: unknown): void => {
  let owner = def;
  for (const name of path.slice(0, -1)) {
    owner[name] ??= {};
    owner = owner[name] as Record<string, unknown>;
  }
  owner[path[path.length - 1]] = value;
};

const valueFrom = (spec: ParamSpec, numbers: readonly number[]): unknown => {
  switch (spec.kind) {
    case 'number':
      return numbers[0];
    case 'flag':
      return numbers[0] !== 0;
    case 'choice':
      return spec.names[numbers[0]] ?? numbers[0];
    default:
      return numbers;
  }
};

export interface Frame {
  readonly position: Vec3;
  readonly rotation: Quat;
}

const frameFields = (side: 'A' | 'B'): string[] =>
  ['X', 'Y', 'Z', 'QX', 'QY', 'QZ', 'QW'].map((part) => `frame${side}${part}`);

export const frameNames = { A: frameFields('A'), B: frameFields('B') } as const;

export const frameFrom = (side: 'A' | 'B', read: (field: string) => number): Frame => {
  const [x, y, z, qx, qy, qz, qw] = frameNames[side].map(read);
  return { position: [x, y, z], rotation: [qx, qy, qz, qw] };
};

/** Calls back with the numbers of the frames that a joint in the solver has. Couplings have none. */
export const eachFrameNumber = (def: JointDef, write: (field: string, value: number) => void): void => {
  for (const side of ['A', 'B'] as const) {
    const frame = def[`frame${side}`] as Frame | undefined;
    if (!frame) continue;
    for (const [i, value] of [...frame.position, ...frame.rotation].entries())
      write(frameNames[side][i], value);
  }
};
