import { beginStep } from '../../../src/begin-step.js';
import { detectContacts } from '../../../src/contacts/detect-contacts.js';
import {
  type BodyHandle,
  box,
  type ColliderDef,
  createWorld,
  type Shape,
  sphere,
  type World,
  type WorldSettings,
} from '../../../src/index.js';
import { readVec3 } from '../../../src/math/columns.js';
import { createIndexList, type IndexList, pushIndex } from '../../../src/math/index-list.js';
import { multiply, rotate } from '../../../src/math/quat.js';
import { add, cross, scale, type Vec3 } from '../../../src/math/vec3.js';
import {
  FRICTION_LAMBDA,
  N,
  PL,
  POINT,
  POINTS,
  PS,
  PX,
  PY,
  RA,
  RB,
  RECORD,
  ROLL_LAMBDA,
  T1,
  TWIST_LAMBDA,
} from '../../../src/state/contacts.js';
import { type Substep, writeSubstep } from '../../../src/state/substep.js';
import { about } from '../../api/context.js';
import { addBody, createRandom, DT, type Random, randomRotation } from '../../determinism/context.js';
import { type Masses, massesOf, slotOf } from '../../joints/row-math.js';
import { randomNumbers, setVelocities } from '../dense.js';

/** A pair of bodies with one contact, before the first substep of a step, and the contact's rows on paper. */
export interface Pair {
  readonly world: World;
  readonly substep: Substep;
  readonly bodies: readonly [BodyHandle, BodyHandle];
  readonly masses: Masses;
  readonly contact: number;
  /** The contact alone, as a list for the kernels. */
  readonly list: IndexList;
  /** Slots of the contact's A and B. */
  readonly a: number;
  readonly b: number;
}

const makePair = (
  first: Shape,
  second: Shape,
  offset: Vec3,
  yaw: number,
  random: Random,
  material: Omit<ColliderDef, 'shape'>,
  settings: Partial<WorldSettings>,
): Pair => {
  const world = createWorld({ gravity: [0, 0, 0], sleeping: false, ...settings });
  const view = randomRotation(random);
  const lower = addBody(world, { position: [0.2, -0.1, 0.3], rotation: view }, first, material);
  const upper = addBody(
    world,
    {
      position: add([0.2, -0.1, 0.3], rotate(view, offset)),
      rotation: multiply(view, about([0, 1, 0], yaw)),
    },
    second,
    material,
  );
  const { substep } = world.scratch;
  writeSubstep(substep, world.settings, DT);
  beginStep(world, DT);
  detectContacts(world, DT);
  if (world.solved.count !== 1) throw new Error(`${world.solved.count} contacts instead of one`);
  const contact = world.solved.items[0];
  const list = createIndexList();
  pushIndex(list, contact);
  const a = world.contacts.bodyA[contact];
  const b = world.contacts.bodyB[contact];
  const bodies = [lower, upper] as const;
  const masses = massesOf(world, bodies);
  if (slotOf(lower) !== a && slotOf(lower) !== b) throw new Error('the contact has other bodies');
  return { world, substep, bodies, masses, contact, list, a, b };
};

/** Two boxes, all askew, that touch with four points and penetrate by `depth`; below zero, they are apart. */
export const boxPair = (
  seed: number,
  depth: number,
  material: Omit<ColliderDef, 'shape'> = {},
  settings: Partial<WorldSettings> = {},
): Pair => {
  const offset: Vec3 = [0.06, 0.5 - depth, -0.04];
  const random = createRandom(seed);
  return makePair(box(0.5, 0.3, 0.6), box(0.25, 0.2, 0.35), offset, 0.4, random, material, settings);
};

/** Two spheres of 0.3 m and 0.2 m. */
export const spherePair = (
  seed: number,
  depth: number,
  material: Omit<ColliderDef, 'shape'> = {},
  settings: Partial<WorldSettings> = {},
): Pair => {
  const random = createRandom(seed);
  return makePair(sphere(0.3), sphere(0.2), [0, 0.5 - depth, 0], 0.4, random, material, settings);
};

/** Random velocities of both bodies; B then comes towards A with `speed` besides. */
export const throwTogether = (pair: Pair, random: Random, size: number, speed: number): number[] => {
  const { normal } = frameOf(pair);
  const v = randomNumbers(random, 12, size);
  for (let i = 0; i < 3; i++) v[6 + i] -= speed * normal[i];
  setVelocities(pair.world, pair.a, pair.b, v);
  return v;
};

/** B slides along the face of A besides, and spins about the normal. */
export const slide = (pair: Pair, v: readonly number[], speed: number, spin: number): number[] => {
  const { normal, tangent1, tangent2 } = frameOf(pair);
  const next = [...v];
  for (let i = 0; i < 3; i++) {
    next[6 + i] += speed * (0.6 * tangent1[i] - 0.8 * tangent2[i]);
    next[9 + i] += spin * normal[i];
  }
  setVelocities(pair.world, pair.a, pair.b, next);
  return next;
};

export interface Frame {
  readonly normal: Vec3;
  readonly tangent1: Vec3;
  readonly tangent2: Vec3;
  readonly rA: Vec3;
  readonly rB: Vec3;
  /** From the manifold's centre to each point. */
  readonly offsets: readonly Vec3[];
  readonly separations: readonly number[];
}

export const frameOf = ({ world, contact }: Pair): Frame => {
  const { record, count } = world.contacts;
  const r = contact * RECORD;
  const normal = readVec3(record, r + N);
  const tangent1 = readVec3(record, r + T1);
  const tangent2 = cross(normal, tangent1);
  const points = Array.from({ length: count[contact] }, (_, i) => r + POINTS + i * POINT);
  return {
    normal,
    tangent1,
    tangent2,
    rA: readVec3(record, r + RA),
    rB: readVec3(record, r + RB),
    offsets: points.map((p) => add(scale(tangent1, record[p + PX]), scale(tangent2, record[p + PY]))),
    separations: points.map((p) => record[p + PS]),
  };
};

/** J of Ċ = e·(vB + ωB × (rB + o) - vA - ωA × (rA + o)). */
export const forceRow = ({ rA, rB }: Frame, direction: Vec3, offset: Vec3 = [0, 0, 0]): number[] => [
  ...scale(direction, -1),
  ...scale(cross(add(rA, offset), direction), -1),
  ...direction,
  ...cross(add(rB, offset), direction),
];

/** J of Ċ = e·(ωB - ωA). */
const torqueRow = (direction: Vec3): number[] => [0, 0, 0, ...scale(direction, -1), 0, 0, 0, ...direction];

export const normalRows = (pair: Pair): number[][] => {
  const frame = frameOf(pair);
  return frame.offsets.map((offset) => forceRow(frame, frame.normal, offset));
};

/** Force along both tangents, torque about the normal, torque about both tangents. */
export const tangentRows = (pair: Pair): number[][] => {
  const frame = frameOf(pair);
  const { normal, tangent1, tangent2 } = frame;
  return [
    forceRow(frame, tangent1),
    forceRow(frame, tangent2),
    torqueRow(normal),
    torqueRow(tangent1),
    torqueRow(tangent2),
  ];
};

export const normalImpulses = ({ world, contact }: Pair): number[] => {
  const { record, count } = world.contacts;
  return Array.from({ length: count[contact] }, (_, i) => record[contact * RECORD + POINTS + i * POINT + PL]);
};

export const setNormalImpulses = ({ world, contact }: Pair, lambdas: readonly number[]): void => {
  for (const [i, lambda] of lambdas.entries())
    world.contacts.record[contact * RECORD + POINTS + i * POINT + PL] = lambda;
};

/** In the order of `tangentRows`. */
const tangentPlaces = [FRICTION_LAMBDA, FRICTION_LAMBDA + 1, TWIST_LAMBDA, ROLL_LAMBDA, ROLL_LAMBDA + 1];

export const tangentImpulses = ({ world, contact }: Pair): number[] =>
  tangentPlaces.map((at) => world.contacts.record[contact * RECORD + at]);

export const setTangentImpulses = ({ world, contact }: Pair, lambdas: readonly number[]): void => {
  for (const [i, at] of tangentPlaces.entries()) world.contacts.record[contact * RECORD + at] = lambdas[i];
};
