import { type BodyHandle, createBody, type Vec3, type World } from '../../../src/index.js';
import { setFloats } from '../../../src/math/floats.js';
import { MOTION } from '../../../src/state/bodies.js';
import {
  BLOCK,
  BODY_A,
  BODY_B,
  IMPULSE_SCALE,
  INVERSE,
  KIND,
  LAMBDA,
  LOW,
  LOWER,
  MASS,
  MASS_SCALE,
  RELAX_LOW,
  RESPONSE,
  ROW,
  ROW_INTS,
  reserveJointRows,
  SPRUNG,
  UPPER,
} from '../../../src/state/rows.js';
import {
  between,
  createRandom,
  type Random,
  randomRotation,
  randomVector,
} from '../../determinism/context.js';
import { jointWorld } from '../../joints/context.js';
import { type Masses, massesOf, slotOf } from '../../joints/row-math.js';
import { denseK, dot, type Numbers, responseOf, solveDense } from '../dense.js';

/** Bodies that move at random, without gravity, and rows that a test writes into the table itself. */
export interface Bodies {
  readonly world: World;
  readonly random: Random;
  readonly slots: readonly number[];
  readonly masses: Masses;
}

export const randomBodies = (seed: number, count: number): Bodies => {
  const random = createRandom(seed);
  const world = jointWorld({ gravity: [0, 0, 0] });
  const bodies = Array.from({ length: count }, (): BodyHandle => {
    const inertia: Vec3 = [between(random, 0.5, 0.7), between(random, 0.6, 0.8), between(random, 0.7, 1)];
    return createBody(world, {
      position: randomVector(random, 2),
      rotation: randomRotation(random),
      linearVelocity: randomVector(random, 2),
      angularVelocity: randomVector(random, 2),
      massProperties: { mass: between(random, 0.5, 3), inertia },
    });
  });
  return { world, random, slots: bodies.map(slotOf), masses: massesOf(world, bodies) };
};

export interface BlockDef {
  readonly a: number;
  readonly b: number;
  readonly rows: readonly Numbers[];
  readonly low: readonly number[];
  readonly high: readonly number[];
  readonly relax: readonly number[];
  readonly lower: number;
  readonly upper: number;
  readonly massScale: number;
  readonly impulseScale: number;
  readonly lambda: readonly number[];
  readonly sprung: number;
  readonly kind: number;
}

/** Appends a block of one to three rows between the bodies a and b. Effective masses come from dense algebra. */
export const addBlock = ({ world, masses }: Bodies, def: BlockDef): void => {
  const { rows: table } = world;
  const { a, b, rows } = def;
  const first = table.count;
  table.count += rows.length;
  reserveJointRows(table, table.count);
  const k = denseK(masses, a, b, rows);
  for (const [i, row] of rows.entries()) {
    const at = (first + i) * ROW;
    setFloats(table.data, row, at);
    setFloats(table.data, responseOf(masses, a, b, row), at + RESPONSE);
    // Column i of K⁻¹, which is symmetric.
    const unit = rows.map((_, m) => (m === i ? 1 : 0));
    setFloats(table.data, solveDense(k, unit), at + INVERSE);
    table.data[at + MASS] = 1 / k[i][i];
    table.data[at + LAMBDA] = def.lambda[i];
    table.data[at + LOW] = def.low[i];
    table.data[at + LOW + 1] = def.high[i];
    table.data[at + RELAX_LOW] = def.relax[i];
    table.data[at + RELAX_LOW + 1] = def.relax[i];
    table.data[at + LOWER] = def.lower;
    table.data[at + UPPER] = def.upper;
    table.data[at + MASS_SCALE] = def.massScale;
    table.data[at + IMPULSE_SCALE] = def.impulseScale;
    const n = (first + i) * ROW_INTS;
    table.index[n + BODY_A] = a;
    table.index[n + BODY_B] = b;
    table.index[n + BLOCK] = i === 0 ? rows.length : 0;
    table.index[n + SPRUNG] = def.sprung;
    table.index[n + KIND] = def.kind;
  }
};

/** An equality without softness or bounds. */
export const rigidBlock = (
  a: number,
  b: number,
  rows: readonly Numbers[],
  target: readonly number[],
  kind: number,
): BlockDef => ({
  a,
  b,
  rows,
  low: target,
  high: target,
  relax: target.map(() => 0),
  lower: -Infinity,
  upper: Infinity,
  massScale: 1,
  impulseScale: 0,
  lambda: target.map(() => 0),
  sprung: 0,
  kind,
});

/** Velocities of all bodies, six numbers each. */
export const allVelocities = ({ world, slots }: Bodies): number[][] =>
  slots.map((slot) => world.bodies.motion.slice(slot * MOTION, slot * MOTION + 6));

/** Ċ of a row between two of the slots. */
export const speedOf = (
  { slots }: Bodies,
  v: readonly Numbers[],
  a: number,
  b: number,
  row: Numbers,
): number => dot(row.slice(0, 6), v[slots.indexOf(a)]) + dot(row.slice(6), v[slots.indexOf(b)]);

/** v ← v + M⁻¹ Jᵀ λ. */
export const applyTo = (
  { slots, masses }: Bodies,
  v: number[][],
  a: number,
  b: number,
  row: Numbers,
  lambda: number,
): void => {
  const response = responseOf(masses, a, b, row);
  for (let i = 0; i < 6; i++) {
    v[slots.indexOf(a)][i] += response[i] * lambda;
    v[slots.indexOf(b)][i] += response[6 + i] * lambda;
  }
};
