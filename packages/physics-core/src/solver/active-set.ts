import { createFloats } from '../math/floats.js';
import { MOTION } from '../state/bodies.js';
import type { World } from '../state/world.js';
import {
  DIRECT,
  DIRECT_GUESS,
  DIRECT_HIGH,
  DIRECT_LAMBDA,
  DIRECT_LOW,
  DIRECT_LOWER,
  DIRECT_SPRING,
  DIRECT_UPPER,
  direct,
  FIRST_BODY,
  isEquality,
  ORIGIN,
  SECOND_BODY,
  SIDE,
  speed,
  writeSpeed,
} from './direct-rows.js';
import { createEnvelope, factoriseEnvelope, solveEnvelope } from './envelope.js';

/** The quadratic program of solver/direct-joints.ts, over the rows of `direct`. */

/**
 * Rounds for each row at most. Nearly all systems are solved in one to three rounds in all. When thirty boxes
 * that are welded together land on the floor, one after the other of 120 points lets go in 70 rounds.
 */
const ROUNDS_PER_ROW = 2;

/** rad/s or m/s by which a limit must be passed: far above rounding, far below what anyone sees. */
const PASSED = 1e-9;

/** K + Γ of all rows, and its factor for those that hold. */
export const system = createEnvelope();

/**
 * To the least energy, as quadratic programs are solved: towards the solution for the rows that hold, up to
 * where the first of them would have to pull, which then lets go; and when none does, with those that are
 * passed. Returns whether it came to an end. If not, the locks may be far from what they want.
 */
export const solveActiveSet = (world: World): boolean => {
  takeSides(world);
  let changed = 0;
  for (let round = 0; changed < direct.count; round++) {
    if (round === ROUNDS_PER_ROW * direct.count) return false;
    factoriseEnvelope(system, changed);
    writeWanted(world);
    solveEnvelope(system);
    const blocking = writeReach();
    applySolution(world);
    changed = blocking >= 0 ? letGo(blocking) : takeHold(world);
  }
  return true;
};

/** What pushes within its bounds holds; then what is passed. */
const takeSides = (world: World): void => {
  const { count, floats, origins } = direct;
  for (let i = 0; i < count; i++) {
    const lambda = floats[i * DIRECT + DIRECT_LAMBDA];
    const side = isEquality(i) || lambda > 0 ? -1 : lambda < 0 ? 1 : 0;
    origins[i * ORIGIN + SIDE] = side;
    writeBounds(i);
    system.takesPart[i] = side !== 0 && lambda > bounds[0] && lambda < bounds[1] ? 1 : 0;
  }
  takeHold(world);
};

/** Least and largest λ of the row in hand. */
const bounds = createFloats(2);

const writeBounds = (i: number): void => {
  const { floats, origins } = direct;
  const d = i * DIRECT;
  const isEqual = isEquality(i);
  const fromHigh = origins[i * ORIGIN + SIDE] > 0;
  bounds[0] = isEqual ? floats[d + DIRECT_LOWER] : fromHigh ? -Infinity : 0;
  bounds[1] = isEqual ? floats[d + DIRECT_UPPER] : fromHigh ? 0 : Infinity;
};

/** Where the speed that row i wants stands in the floats. */
export const wantedAt = (i: number): number =>
  i * DIRECT + (direct.origins[i * ORIGIN + SIDE] > 0 ? DIRECT_HIGH : DIRECT_LOW);

/** s - J v - Γ λ. */
const writeWanted = (world: World): void => {
  const { count, floats } = direct;
  const { takesPart, vector } = system;
  for (let i = 0; i < count; i++) {
    vector[i] = 0;
    if (takesPart[i] === 0) continue;
    const d = i * DIRECT;
    writeSpeed(world, i);
    vector[i] = floats[wantedAt(i)] - speed[0] - floats[d + DIRECT_SPRING] * floats[d + DIRECT_LAMBDA];
  }
};

/** How much of the solution may be taken before a row comes to its bounds. */
const reach = createFloats(1);

/** Returns the row that comes to its bounds first, or -1 when all of the solution may be taken. */
const writeReach = (): number => {
  const { count, floats } = direct;
  let blocking = -1;
  reach[0] = 1;
  for (let i = 0; i < count; i++) {
    const change = system.vector[i];
    if (system.takesPart[i] === 0 || change === 0) continue;
    const lambda = floats[i * DIRECT + DIRECT_LAMBDA];
    writeBounds(i);
    const bound = change > 0 ? bounds[1] : bounds[0];
    if (change > 0 ? lambda + change <= bound : lambda + change >= bound) continue;
    const part = (bound - lambda) / change;
    if (part >= reach[0]) continue;
    reach[0] = part;
    blocking = i;
  }
  return blocking;
};

const applySolution = (world: World): void => {
  if (reach[0] === 0) return;
  for (let i = 0; i < direct.count; i++) {
    if (system.vector[i] === 0) continue;
    system.vector[i] *= reach[0];
    direct.floats[i * DIRECT + DIRECT_LAMBDA] += system.vector[i];
    apply(world, i);
  }
};

/** v ← v + R Δλ of row i. */
const apply = ({ bodies: { motion } }: World, i: number): void => {
  const { responses, origins } = direct;
  const a = origins[i * ORIGIN + FIRST_BODY] * MOTION;
  const b = origins[i * ORIGIN + SECOND_BODY] * MOTION;
  const change = system.vector[i];
  const r = i * 12;
  for (let m = 0; m < 6; m++) {
    motion[a + m] += responses[r + m] * change;
    motion[b + m] += responses[r + 6 + m] * change;
  }
};

/** Of the bound, of the last change, and of 1 N·s: a row that comes so near its bound has come to it. */
const ROUNDING = 1e-15;

/** Rows that have come to their bounds, `blocking` among them, take no part any more. Returns the first. */
const letGo = (blocking: number): number => {
  const { count, floats, origins } = direct;
  let first = count;
  for (let i = 0; i < count; i++) {
    const change = system.vector[i];
    if (system.takesPart[i] === 0 || change === 0) continue;
    writeBounds(i);
    const bound = change > 0 ? bounds[1] : bounds[0];
    const left = Math.abs(bound - floats[i * DIRECT + DIRECT_LAMBDA]);
    const hasCome = left <= ROUNDING * (1 + Math.abs(bound) + Math.abs(change)) && left < Infinity;
    if (!hasCome && i !== blocking) continue;
    floats[i * DIRECT + DIRECT_LAMBDA] = bound;
    if (!isEquality(i)) origins[i * ORIGIN + SIDE] = 0;
    system.takesPart[i] = 0;
    if (i < first) first = i;
  }
  return first;
};

/**
 * Rows that are passed, and those at a bound that they no longer need, take part. Returns the first
 * that is new.
 */
const takeHold = (world: World): number => {
  const { count, floats, origins } = direct;
  let first = count;
  for (let i = 0; i < count; i++) {
    if (system.takesPart[i] !== 0) continue;
    const d = i * DIRECT;
    writeSpeed(world, i);
    const tooSlow = speed[0] < floats[d + DIRECT_LOW] - PASSED;
    if (!tooSlow && speed[0] <= floats[d + DIRECT_HIGH] + PASSED) continue;
    if (isEquality(i)) {
      const lambda = floats[d + DIRECT_LAMBDA];
      if (tooSlow ? lambda >= floats[d + DIRECT_UPPER] : lambda <= floats[d + DIRECT_LOWER]) continue;
    } else origins[i * ORIGIN + SIDE] = tooSlow ? -1 : 1;
    system.takesPart[i] = 1;
    if (i < first) first = i;
  }
  return first;
};

/** Undoes a solve. */
export const takeBack = (world: World): void => {
  const { count, floats } = direct;
  for (let i = 0; i < count; i++) {
    const d = i * DIRECT;
    system.vector[i] = floats[d + DIRECT_GUESS] - floats[d + DIRECT_LAMBDA];
    floats[d + DIRECT_LAMBDA] = floats[d + DIRECT_GUESS];
    apply(world, i);
  }
};
