import type { ComponentName } from './specs.js';

/**
 * Which fields hold what physics-core's definitions have under one name: the same table for factories, for what is handed to the solver
 * and for the words of errors.
 */

/** The components that every body has beside RigidBody, by what they are called in a body's definition. */
export const bodyComponents = {
  position: 'Position',
  rotation: 'Rotation',
  linearVelocity: 'LinearVelocity',
  angularVelocity: 'AngularVelocity',
} as const satisfies Record<string, ComponentName>;

export const bodyComponentNames = Object.values(bodyComponents);

/** RigidBody: mass properties that are lists. */
export const massLists = {
  centre: ['centreX', 'centreY', 'centreZ'],
  inertia: ['inertiaXX', 'inertiaXY', 'inertiaXZ', 'inertiaYY', 'inertiaYZ', 'inertiaZZ'],
} as const;

/** Position, then quaternion, of a component that holds both. */
const positionFields = ['x', 'y', 'z'] as const;
const rotationFields = ['qx', 'qy', 'qz', 'qw'] as const;
export const poseFields = [...positionFields, ...rotationFields] as const;

/** Collider: numbers of the same name in its definition, and lists. */
export const colliderNumbers = [
  'density',
  'friction',
  'restitution',
  'rollingResistance',
  'twistResistance',
  'layer',
  'mask',
] as const;

export const colliderLists = {
  position: positionFields,
  rotation: rotationFields,
  surfaceVelocity: ['surfaceX', 'surfaceY', 'surfaceZ'],
} as const;

/** Character: numbers of the same name in the options of moveCharacter, and lists. */
export const characterNumbers = [
  'slopeLimit',
  'stepHeight',
  'snapDistance',
  'skin',
  'pushForce',
  'mass',
] as const;

export const characterLists = {
  up: ['upX', 'upY', 'upZ'],
} as const;

type Columns<N extends string> = Readonly<Record<N, ArrayLike<number>>>;

/** The values of some fields of an entity, as a list in their order. */
export const readList = <const F extends readonly string[]>(
  raw: Columns<F[number]>,
  fields: F,
  eid: number,
): { readonly [K in keyof F]: number } =>
  fields.map((field) => raw[field as F[number]][eid]) as { [K in keyof F]: number };

/** Values for some fields, in their order. */
export const namedNumbers = (
  fields: readonly string[],
  values: readonly (number | undefined)[],
): Record<string, number | undefined> => Object.fromEntries(fields.map((field, i) => [field, values[i]]));
