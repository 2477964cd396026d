import { createFloats } from '../../math/floats.js';
import { speeds } from '../../rows/row-speed.js';
import type { ArticulationRows } from '../../state/articulations.js';
import { MOTION } from '../../state/bodies.js';
import type { World } from '../../state/world.js';
import { ACTIVE_SET_ROUNDS, BOUND_ROUNDING, VIOLATED_SPEED } from '../../tuning.js';
import {
  DIRECT,
  DIRECT_HIGH,
  DIRECT_LAMBDA,
  DIRECT_LOW,
  DIRECT_LOWER,
  DIRECT_SPRING,
  DIRECT_START,
  DIRECT_UPPER,
  FIRST_BODY,
  isEquality,
  ORIGIN,
  SECOND_BODY,
  SIDE,
  writeSpeed,
} from './articulation-rows.js';
import { factoriseEnvelope, solveEnvelope } from './envelope.js';

/** The active-set method for the quadratic program of solve-articulations.ts, over the rows and the system in `world.articulations`. K + Γ of all rows is factorised for the active ones. */

/**
 * Finds the λ of least energy. Each round solves for the active rows and moves λ towards that solution, up to
 * the point where the first row reaches a bound. A row at its bound leaves the active set. When no row
 * blocks, the violated rows join it. Returns whether the method ended within its rounds; if not, the locks
 * may be far from satisfied.
 */
export const solveActiveSet = (world: World): boolean => {
  const { rows: direct, system } = world.articulations;
  initialiseActiveSet(world);
  let changed = 0;
  for (let round = 0; changed < direct.count; round++) {
    if (round === ACTIVE_SET_ROUNDS * direct.count) return false;
    factoriseEnvelope(system, changed);
    writeRightSide(world);
    solveEnvelope(system);
    const blocking = writeStepLength(world);
    applySolution(world);
    changed = blocking >= 0 ? dropFromActiveSet(world, blocking) : addViolated(world);
  }
  return true;
};

/** The first active set: rows whose warm-start λ lies within their bounds, and violated rows. */
const initialiseActiveSet = (world: World): void => {
  const { rows: direct, system } = world.articulations;
  const { count, floats, origins } = direct;
  for (let i = 0; i < count; i++) {
    const lambda = floats[i * DIRECT + DIRECT_LAMBDA];
    const side = isEquality(direct, i) || lambda > 0 ? -1 : lambda < 0 ? 1 : 0;
    origins[i * ORIGIN + SIDE] = side;
    writeBounds(direct, i);
    system.isActive[i] = side !== 0 && lambda > bounds[0] && lambda < bounds[1] ? 1 : 0;
  }
  addViolated(world);
};

/** Scratch: least and largest λ of one row. */
const bounds = createFloats(2);

const writeBounds = (direct: ArticulationRows, i: number): void => {
  const { floats, origins } = direct;
  const d = i * DIRECT;
  const isEqual = isEquality(direct, i);
  const fromHigh = origins[i * ORIGIN + SIDE] > 0;
  bounds[0] = isEqual ? floats[d + DIRECT_LOWER] : fromHigh ? -Infinity : 0;
  bounds[1] = isEqual ? floats[d + DIRECT_UPPER] : fromHigh ? 0 : Infinity;
};

/** Index in the floats of the speed that row i aims for. */
export const wantedAt = ({ origins }: ArticulationRows, i: number): number =>
  i * DIRECT + (origins[i * ORIGIN + SIDE] > 0 ? DIRECT_HIGH : DIRECT_LOW);

/** The right side of the active rows: s - J v - Γ λ. */
const writeRightSide = (world: World): void => {
  const { rows: direct, system } = world.articulations;
  const { count, floats } = direct;
  const { isActive, vector } = system;
  for (let i = 0; i < count; i++) {
    vector[i] = 0;
    if (isActive[i] === 0) continue;
    const d = i * DIRECT;
    writeSpeed(world, i);
    vector[i] =
      floats[wantedAt(direct, i)] - speeds[0] - floats[d + DIRECT_SPRING] * floats[d + DIRECT_LAMBDA];
  }
};

/** Scratch: the part of the solution that can be applied before a row reaches a bound. */
const stepLength = createFloats(1);

/**
 * Returns the row that reaches a bound first (the blocking row), or -1 when the whole solution can be
 * applied.
 */
const writeStepLength = ({ articulations: { rows: direct, system } }: World): number => {
  const { count, floats } = direct;
  let blocking = -1;
  stepLength[0] = 1;
  for (let i = 0; i < count; i++) {
    const change = system.vector[i];
    if (system.isActive[i] === 0 || change === 0) continue;
    const lambda = floats[i * DIRECT + DIRECT_LAMBDA];
    writeBounds(direct, i);
    const bound = change > 0 ? bounds[1] : bounds[0];
    if (change > 0 ? lambda + change <= bound : lambda + change >= bound) continue;
    const part = (bound - lambda) / change;
    if (part >= stepLength[0]) continue;
    stepLength[0] = part;
    blocking = i;
  }
  return blocking;
};

const applySolution = (world: World): void => {
  const { rows: direct, system } = world.articulations;
  if (stepLength[0] === 0) return;
  for (let i = 0; i < direct.count; i++) {
    if (system.vector[i] === 0) continue;
    system.vector[i] *= stepLength[0];
    direct.floats[i * DIRECT + DIRECT_LAMBDA] += system.vector[i];
    applyChange(world, i);
  }
};

/** v ← v + R Δλ of row i. */
const applyChange = ({ bodies: { motion }, articulations }: World, i: number): void => {
  const { responses, origins } = articulations.rows;
  const a = origins[i * ORIGIN + FIRST_BODY] * MOTION;
  const b = origins[i * ORIGIN + SECOND_BODY] * MOTION;
  const change = articulations.system.vector[i];
  const r = i * 12;
  for (let m = 0; m < 6; m++) {
    motion[a + m] += responses[r + m] * change;
    motion[b + m] += responses[r + 6 + m] * change;
  }
};

/**
 * Drops all rows that are at a bound, `blocking` among them, from the active set. Returns the first of them.
 */
const dropFromActiveSet = ({ articulations: { rows: direct, system } }: World, blocking: number): number => {
  const { count, floats, origins } = direct;
  let first = count;
  for (let i = 0; i < count; i++) {
    const change = system.vector[i];
    if (system.isActive[i] === 0 || change === 0) continue;
    writeBounds(direct, i);
    const bound = change > 0 ? bounds[1] : bounds[0];
    const left = Math.abs(bound - floats[i * DIRECT + DIRECT_LAMBDA]);
    const isAtBound = left <= BOUND_ROUNDING * (1 + Math.abs(bound) + Math.abs(change)) && left < Infinity;
    if (!isAtBound && i !== blocking) continue;
    floats[i * DIRECT + DIRECT_LAMBDA] = bound;
    if (!isEquality(direct, i)) origins[i * ORIGIN + SIDE] = 0;
    system.isActive[i] = 0;
    if (i < first) first = i;
  }
  return first;
};

/**
 * Adds violated rows to the active set, and rows at a bound whose speed asks for an impulse away from it.
 * Returns the first new one.
 */
const addViolated = (world: World): number => {
  const { rows: direct, system } = world.articulations;
  const { count, floats, origins } = direct;
  let first = count;
  for (let i = 0; i < count; i++) {
    if (system.isActive[i] !== 0) continue;
    const d = i * DIRECT;
    writeSpeed(world, i);
    const tooSlow = speeds[0] < floats[d + DIRECT_LOW] - VIOLATED_SPEED;
    if (!tooSlow && speeds[0] <= floats[d + DIRECT_HIGH] + VIOLATED_SPEED) continue;
    if (isEquality(direct, i)) {
      const lambda = floats[d + DIRECT_LAMBDA];
      if (tooSlow ? lambda >= floats[d + DIRECT_UPPER] : lambda <= floats[d + DIRECT_LOWER]) continue;
    } else origins[i * ORIGIN + SIDE] = tooSlow ? -1 : 1;
    system.isActive[i] = 1;
    if (i < first) first = i;
  }
  return first;
};

/** Undoes a solve: λ and velocities return to the warm start. */
export const undoSolve = (world: World): void => {
  const { rows: direct, system } = world.articulations;
  const { count, floats } = direct;
  for (let i = 0; i < count; i++) {
    const d = i * DIRECT;
    system.vector[i] = floats[d + DIRECT_START] - floats[d + DIRECT_LAMBDA];
    floats[d + DIRECT_LAMBDA] = floats[d + DIRECT_START];
    applyChange(world, i);
  }
};
