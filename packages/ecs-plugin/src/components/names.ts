import type { BodyDef, CombineRuleName, LockName, Shape } from '@tenon/physics-core';

/** The numbers that stand for names in the components. */

type BodyTypeName = NonNullable<BodyDef['type']>;

export const BodyType = { dynamic: 0, kinematic: 1, static: 2 } as const satisfies Record<
  BodyTypeName,
  number
>;

export const ShapeKind = {
  box: 0,
  sphere: 1,
  capsule: 2,
  'half-space': 3,
  hull: 4,
  mesh: 5,
  'height-field': 6,
  cylinder: 7,
  'tapered-capsule': 8,
  'rounded-box': 9,
  'rounded-hull': 10,
} as const satisfies Record<Shape['kind'], number>;

/** Whether the shape has points, as `Collider.hull` names them. */
export const isHull = (shape: Shape): shape is Extract<Shape, { readonly points: unknown }> =>
  shape.kind === 'hull' || shape.kind === 'rounded-hull';

export const isHullKind = (kind: number): boolean =>
  kind === ShapeKind.hull || kind === ShapeKind['rounded-hull'];

export const isSurfaceKind = (kind: number): boolean =>
  kind === ShapeKind.mesh || kind === ShapeKind['height-field'];

export const CombineRule = { average: 0, minimum: 1, multiply: 2, maximum: 3 } as const satisfies Record<
  CombineRuleName,
  number
>;

/** `Joint.motorMode`, also with the name of a coordinate in front. */
export const MotorMode = { off: 0, speed: 1, position: 2, effort: 3 } as const;

/** Bits of `RigidBody.locks`: world axes along or about which the body must not move. */
export const Lock = {
  x: 1,
  y: 2,
  z: 4,
  rotationX: 8,
  rotationY: 16,
  rotationZ: 32,
} as const satisfies Record<LockName, number>;

/** Value of `RigidBody.mass` that means: from the densities of the colliders. */
export const AUTO_MASS = -1;

/** The name behind a number; undefined for a number that stands for none. */
export const nameOf = <N extends string>(
  numbers: Readonly<Record<N, number>>,
  value: number,
): N | undefined => {
  for (const name in numbers) if (numbers[name] === value) return name;
  return undefined;
};

export const lockBits = (names: readonly LockName[]): number =>
  names.reduce((all, name) => all | Lock[name], 0);

export const lockNames = (value: number): LockName[] =>
  value === 0 ? [] : (Object.keys(Lock) as LockName[]).filter((name) => (value & Lock[name]) !== 0);

/** `0 box, 1 sphere, ...` for the tables of the documentation. */
export const listNames = (numbers: Readonly<Record<string, number>>): string =>
  Object.entries(numbers)
    .map(([name, value]) => `${value} ${name}`)
    .join(', ');
