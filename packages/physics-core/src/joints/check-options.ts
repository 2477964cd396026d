import { PhysicsError } from '../errors.js';
import {
  type Check,
  type Checks,
  checkFields,
  direction,
  flag,
  isArray,
  listOf,
  oneOf,
  show,
} from '../validate.js';
import type { Coordinate, JointDefinition, JointOptions, ParamEntry } from './define-joint.js';
import { checkOf, type ParamSpecs, rangeParam } from './params.js';

/**
 * Checks the options of defineJoint once, at the call: later a mistake would show in the middle of a step.
 */

const fail = (field: string, value: unknown, want: string): never => {
  throw new PhysicsError('wrong-type', `${field} is ${show(value)}`, `Pass ${want}`);
};

const text: Check = (value, field) => {
  if (typeof value !== 'string' || value === '') fail(field, value, 'a text');
};

const action: Check = (value, field) => {
  if (typeof value !== 'function') fail(field, value, 'a function');
};

/** An object whose members all pass the same check. */
const membersOf =
  (check: Check): Check =>
  (value, field) => {
    if (typeof value !== 'object' || value === null || isArray(value)) fail(field, value, 'an object');
    for (const [name, member] of Object.entries(value as object)) check(member, `${field}.${name}`);
  };

const kinds = oneOf(['number', 'range', 'choice', 'flag', 'vector', 'rotation']);

const param: Check = (value, field) => {
  if (typeof value !== 'object' || value === null)
    fail(field, value, 'what numberParam or one of its kin returns');
  kinds((value as { kind?: unknown }).kind, `${field}.kind`);
};

const shapeKinds = oneOf([
  'twist',
  'azimuth',
  'translation',
  'cone',
  'swing',
  'lune',
  'distance',
  'end',
  'approach',
]);

const shape: Check = (value, field) => {
  if (typeof value !== 'object' || value === null) fail(field, value, 'an object with a kind');
  shapeKinds((value as { kind?: unknown }).kind, `${field}.kind`);
};

const coordinate: Check = (value, field) => {
  checkFields<Coordinate>(field, value, {
    unit: oneOf(['m', 'rad']),
    write: action,
    countsRevolutions: flag,
    neverNegative: flag,
    limitsMeet: checkOf(rangeParam('', '')),
    ownLimit: flag,
    shape,
    about: text,
  });
  const { unit, write } = value as { unit?: unknown; write?: unknown };
  if (unit === undefined) fail(`${field}.unit`, unit, "'m' or 'rad'");
  action(write, `${field}.write`);
};

const optionChecks: Checks<JointOptions<ParamSpecs, string, string>> = {
  type: text,
  about: text,
  defaultAxis: direction,
  ownAnchors: flag,
  slots: listOf(text),
  rateSlots: listOf(text),
  params: membersOf(param),
  coordinates: membersOf(coordinate),
  rows: action,
  prepare: action,
  adapt: action,
  sum: action,
  couples: flag,
  placeOnce: flag,
  withoutAnchors: flag,
  motorsHold: flag,
};

export const checkJointOptions = (options: unknown): void => {
  checkFields('defineJoint', options, optionChecks);
  const { type, slots, rows } = options as { type?: unknown; slots?: unknown; rows?: unknown };
  text(type, 'defineJoint.type');
  action(rows, 'defineJoint.rows');
  if (slots === undefined) fail('defineJoint.slots', slots, 'the names of its rows');
};

const placeFields = [
  'bodyA',
  'bodyB',
  'anchor',
  'axis',
  'secondAxis',
  'anchorA',
  'anchorB',
  'frameA',
  'frameB',
] as const;
const couplingFields = ['jointA', 'jointB'] as const;
const switchFields = ['collideConnected', 'enabled', 'userData'] as const;

/** Fields of every definition that no parameter may be called. */
const taken: readonly string[] = ['type', ...placeFields, ...couplingFields, ...switchFields, 'startNear'];

const anything: Check = () => {};

/** A definition that a joint function returned may be passed to it again, but not to another one. An empty type is none. */
const sameType =
  (type: string): Check =>
  (value, field) => {
    if (value !== type && value !== '')
      fail(field, value, `'${type}', or nothing: the function says which type it makes`);
  };

/**
 * A joint function takes fields of these names; createJoint checks their values. Here because the function copies what it is given:
 * it would overwrite a type, and lose what is inherited.
 */
export const fieldNames = ({
  type,
  couples,
  coordinates,
  params,
}: JointDefinition): Readonly<Record<string, Check>> => {
  const counts = coordinates.some(({ countsRevolutions }) => countsRevolutions === true);
  const names = [
    ...(couples ? couplingFields : placeFields),
    ...switchFields,
    ...(counts ? ['startNear'] : []),
    ...params.map(({ path }) => path[0]),
  ];
  return { ...Object.fromEntries(names.map((name) => [name, anything])), type: sameType(type) };
};

/** Refuses duplicate names: two parameters would overwrite each other, two slots would share one λ. */
export const checkNames = (type: string, params: readonly ParamEntry[], slots: readonly string[]): void => {
  const paths = params.map(({ path }) => path.join('.'));
  const groups = params.filter(({ path }) => path.length > 1).map(({ path }) => path[0]);
  for (const [i, path] of paths.entries()) {
    if (paths.indexOf(path) === i && !groups.includes(path) && !taken.includes(params[i].path[0])) continue;
    throw new PhysicsError(
      'out-of-range',
      `Joint type '${type}' calls a parameter '${path}', and that name is taken`,
      'Choose another name; those of the controls and of every joint are reserved',
    );
  }
  for (const [i, slot] of slots.entries()) {
    if (slots.indexOf(slot) === i) continue;
    throw new PhysicsError(
      'out-of-range',
      `Joint type '${type}' has two rows called '${slot}'`,
      'Give every row its own name',
    );
  }
};
