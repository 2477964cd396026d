import type { Floats } from '../math/floats.js';
import { MOTION } from '../state/bodies.js';
import { BODY_A, BODY_B, MASS, ROLE, ROW, ROW_INTS, Role, SPRUNG } from '../state/rows.js';
import type { World } from '../state/world.js';
import { writeResponse } from './write-rows.js';

/** One row at a time, for rare cases; the kernels are unrolled. */

/** Ċ that gravity and forces have added in this substep; torques are left out. */
export const externalRowSpeed = ({ rows, bodies }: World, row: number): number => {
  const { externalChange } = bodies;
  const p = row * ROW;
  const a = rows.index[row * ROW_INTS + BODY_A] * 3;
  const b = rows.index[row * ROW_INTS + BODY_B] * 3;
  let sum = 0;
  for (let i = 0; i < 3; i++)
    sum += rows.data[p + i] * externalChange[a + i] + rows.data[p + 6 + i] * externalChange[b + i];
  return sum;
};

/** Whether an impulse along a row moves any body. None does where all that it acts on is locked. */
export const hasEffectiveMass = ({ rows }: World, row: number): boolean => rows.data[row * ROW + MASS] > 0;

/** Whether a row is a rigid equality: no limit, motor or spring. */
export const isRigidLock = ({ rows: { index } }: World, row: number): boolean => {
  const k = row * ROW_INTS;
  return (index[k + ROLE] === Role.lock || index[k + ROLE] === Role.coupling) && index[k + SPRUNG] === 0;
};

/**
 * Writes R = M⁻¹ Jᵀ of a row to `at` in `out`. The table has none for points and angular rows, whose kernels
 * do not need it.
 */
export const writeRowResponse = (world: World, row: number, out: Floats, at: number): void => {
  const { data, index } = world.rows;
  const a = index[row * ROW_INTS + BODY_A] * MOTION;
  const b = index[row * ROW_INTS + BODY_B] * MOTION;
  writeResponse(data, row * ROW, world.bodies.motion, a, b, out, at);
};

/**
 * v ← v + R Δλ on both bodies of a row, with R at p in `responses` and Δλ at i in `changes`, as a double
 * argument would be allocated.
 */
export const applyResponse = (
  world: World,
  row: number,
  responses: Floats,
  p: number,
  changes: Floats,
  i: number,
): void => {
  const { index } = world.rows;
  const { motion } = world.bodies;
  const a = index[row * ROW_INTS + BODY_A] * MOTION;
  const b = index[row * ROW_INTS + BODY_B] * MOTION;
  for (let k = 0; k < 6; k++) motion[a + k] += responses[p + k] * changes[i];
  for (let k = 0; k < 6; k++) motion[b + k] += responses[p + 6 + k] * changes[i];
};
