import { growFloat64, growInt32 } from '../math/index-list.js';
import { BodyType, MOTION } from '../state/bodies.js';
import type { Substep } from '../state/substep.js';
import type { World } from '../state/world.js';
import {
  CEILING,
  DRIVES,
  direct,
  FIRST_BODY,
  FLOOR,
  GUESS,
  gatherRows,
  LEAST,
  MOST,
  ORIGIN,
  PUSH,
  returnImpulses,
  SECOND_BODY,
  SPRING,
  WINDOW,
  YIELD,
} from './direct-rows.js';
import { createEnvelope, factoriseEnvelope, placeRows, setRowCount, solveEnvelope } from './envelope.js';
import { ends } from './mechanisms.js';
import { shiftFree } from './shift-free.js';

/**
 * Mechanisms of many joints, such as a stiff rope or a spine, are solved directly: all their locks, the limits
 * that are reached, and what touches them, at once. Where many joints in a row stand at their stops they are a
 * beam, and a beam of n joints needs about n⁴ sweeps to learn what it bears: two sweeps in each of 4 substeps
 * let a rope of 25 segments that lies bent on the floor fold up, degree by degree. On levers the rows of one
 * joint pull against those of the next: of 40 random trees of joints 16 did not stay finite.
 *
 *   K Δλ = s - J v,   K = J M⁻¹ Jᵀ,   s as the sweep in hand wants it
 *
 * for the rows that hold; limits and contacts only push, motors have bounds. That is the complementarity which the sweeps approach
 * one row at a time. Without bias the result is the velocity of least energy, so it never has more
 * than before. Springs and contacts within the mechanism stay with the sweeps, which come first.
 */

/** Nearly all are solved in one or two rounds, the worst in about 20. */
const MOST_ROUNDS = 20;

/** rad/s or m/s by which a limit must be passed: far above rounding, far below what anyone sees. */
const PASSED = 1e-9;

const system = createEnvelope();
/** At which end of its window each row holds: 1 the upper, -1 the lower, 0 not at all. Locks: -1. */
let sides: Int32Array = new Int32Array(0);
/** What each row gives way as a spring: Γ. */
let springs: Float64Array = new Float64Array(0);
/** Of each body: the first row that acts on it. */
let firstOf: Int32Array = new Int32Array(0);

/** After the sweeps over joints and contacts. */
export const solveDirectJoints = (world: World, biased: boolean, substep: Substep): void => {
  if (ends.count === 0) return;
  shiftFree(world, world.pushed, -1);
  for (let k = 0; k < ends.count; k++)
    solveMechanism(world, k === 0 ? 0 : ends.items[k - 1], ends.items[k], biased, substep);
  shiftFree(world, world.pushed, 1);
};

const solveMechanism = (world: World, from: number, to: number, biased: boolean, substep: Substep): void => {
  gatherRows(world, from, to, biased, substep);
  writeStarts(world);
  placeRows(system);
  writeMatrix();
  solveRows(world);
  if (biased && writeSlower(world.settings.jointCorrectionSpeed)) {
    takeBack(world);
    slowDown();
    solveRows(world);
  }
  returnImpulses(world, from, to, biased);
};

/** A row begins where one of its bodies first appears. */
const writeStarts = ({ bodies: { type, capacity } }: World): void => {
  const { count, origins } = direct;
  setRowCount(system, count);
  if (sides.length < count) sides = growInt32(sides, count);
  if (springs.length < count) springs = growFloat64(springs, count);
  if (firstOf.length < capacity) firstOf = growInt32(firstOf, capacity);
  for (let i = count - 1; i >= 0; i--) {
    firstOf[origins[i * ORIGIN + FIRST_BODY]] = i;
    firstOf[origins[i * ORIGIN + SECOND_BODY]] = i;
  }
  for (let i = 0; i < count; i++) {
    const a = origins[i * ORIGIN + FIRST_BODY];
    const b = origins[i * ORIGIN + SECOND_BODY];
    const startA = type[a] === BodyType.dynamic ? firstOf[a] : i;
    const startB = type[b] === BodyType.dynamic ? firstOf[b] : i;
    system.starts[i] = startA < startB ? startA : startB;
  }
};

const writeMatrix = (): void => {
  const { count, jacobians, responses, origins, windows } = direct;
  const { starts, offsets, matrix } = system;
  for (let i = 0; i < count; i++) {
    const p = i * 12;
    const a = origins[i * ORIGIN + FIRST_BODY];
    const b = origins[i * ORIGIN + SECOND_BODY];
    for (let k = starts[i]; k <= i; k++) {
      const otherA = origins[k * ORIGIN + FIRST_BODY];
      const otherB = origins[k * ORIGIN + SECOND_BODY];
      const r = k * 12;
      let sum = 0;
      if (a === otherA) for (let m = 0; m < 6; m++) sum += jacobians[p + m] * responses[r + m];
      if (a === otherB) for (let m = 0; m < 6; m++) sum += jacobians[p + m] * responses[r + 6 + m];
      if (b === otherA) for (let m = 0; m < 6; m++) sum += jacobians[p + 6 + m] * responses[r + m];
      if (b === otherB) for (let m = 0; m < 6; m++) sum += jacobians[p + 6 + m] * responses[r + 6 + m];
      matrix[offsets[i] + k] = sum;
    }
    const diagonal = matrix[offsets[i] + i];
    springs[i] = windows[i * WINDOW + SPRING] * diagonal;
    matrix[offsets[i] + i] += springs[i] + windows[i * WINDOW + YIELD] * diagonal;
  }
};

/**
 * To the least energy, as quadratic programs are solved: towards the solution for the rows that hold, up to
 * where the first of them would have to pull, which then lets go; and when none does, with those that are
 * passed. Every round comes nearer, so it may end at any of them.
 */
const solveRows = (world: World): void => {
  takeSides(world);
  let changed = 0;
  for (let round = 0; round < MOST_ROUNDS && changed < direct.count; round++) {
    factoriseEnvelope(system, changed);
    writeWanted(world);
    solveEnvelope(system);
    const isBlocked = writeReach();
    applySolution(world);
    changed = isBlocked ? letGo() : takeHold(world);
  }
};

const isLock = (i: number): boolean =>
  direct.windows[i * WINDOW + LEAST] === direct.windows[i * WINDOW + MOST];

/** What pushes within its bounds holds; then what is passed. */
const takeSides = (world: World): void => {
  for (let i = 0; i < direct.count; i++) {
    const push = direct.windows[i * WINDOW + PUSH];
    sides[i] = isLock(i) || push > 0 ? -1 : push < 0 ? 1 : 0;
    writeBounds(i);
    system.takesPart[i] = sides[i] !== 0 && push > bounds[0] && push < bounds[1] ? 1 : 0;
  }
  takeHold(world);
};

/** Least and largest λ of the row in hand. */
const bounds = new Float64Array(2);

const writeBounds = (i: number): void => {
  const { windows } = direct;
  const w = i * WINDOW;
  const locks = isLock(i);
  bounds[0] = locks ? windows[w + FLOOR] : sides[i] > 0 ? -Infinity : 0;
  bounds[1] = locks ? windows[w + CEILING] : sides[i] > 0 ? 0 : Infinity;
};

/** Ċ of a row: an array, as a returned double might be allocated. */
const speed = new Float64Array(1);

const writeSpeed = ({ bodies: { motion } }: World, i: number): void => {
  const { jacobians, origins } = direct;
  const a = origins[i * ORIGIN + FIRST_BODY] * MOTION;
  const b = origins[i * ORIGIN + SECOND_BODY] * MOTION;
  const p = i * 12;
  let sum = 0;
  for (let m = 0; m < 6; m++) sum += jacobians[p + m] * motion[a + m] + jacobians[p + 6 + m] * motion[b + m];
  speed[0] = sum;
};

const wantedAt = (i: number): number => i * WINDOW + (sides[i] > 0 ? MOST : LEAST);

/** s - J v - Γ λ. */
const writeWanted = (world: World): void => {
  const { windows } = direct;
  for (let i = 0; i < direct.count; i++) {
    writeSpeed(world, i);
    system.vector[i] =
      system.takesPart[i] === 0
        ? 0
        : windows[wantedAt(i)] - speed[0] - springs[i] * windows[i * WINDOW + PUSH];
  }
};

/** How much of the solution may be taken before a row comes to its bounds. */
const reach = new Float64Array(1);

/** Returns whether it is less than all. */
const writeReach = (): boolean => {
  reach[0] = 1;
  for (let i = 0; i < direct.count; i++) {
    const change = system.vector[i];
    if (system.takesPart[i] === 0 || change === 0) continue;
    const push = direct.windows[i * WINDOW + PUSH];
    writeBounds(i);
    const bound = change > 0 ? bounds[1] : bounds[0];
    if (change > 0 ? push + change <= bound : push + change >= bound) continue;
    const part = (bound - push) / change;
    if (part < reach[0]) reach[0] = part;
  }
  return reach[0] < 1;
};

const applySolution = (world: World): void => {
  if (reach[0] === 0) return;
  for (let i = 0; i < direct.count; i++) {
    if (system.vector[i] === 0) continue;
    system.vector[i] *= reach[0];
    direct.windows[i * WINDOW + PUSH] += system.vector[i];
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

/** By how much of itself, or of 1 N·s, a push that has come to its bound may miss it. */
const ROUNDING = 1e-15;

/** Rows that have come to their bounds take no part any more. Returns the first of them. */
const letGo = (): number => {
  const { count, windows } = direct;
  let first = count;
  for (let i = 0; i < count; i++) {
    const change = system.vector[i];
    if (system.takesPart[i] === 0 || change === 0) continue;
    writeBounds(i);
    const bound = change > 0 ? bounds[1] : bounds[0];
    const left = Math.abs(bound - windows[i * WINDOW + PUSH]);
    if (left === Infinity || left > ROUNDING * (1 + Math.abs(bound) + Math.abs(change))) continue;
    windows[i * WINDOW + PUSH] = bound;
    if (!isLock(i)) sides[i] = 0;
    system.takesPart[i] = 0;
    if (i < first) first = i;
  }
  return first;
};

/** Rows that are passed, and those at a bound that they no longer need, take part. Returns the first that is new. */
const takeHold = (world: World): number => {
  const { count, windows } = direct;
  let first = count;
  for (let i = 0; i < count; i++) {
    if (system.takesPart[i] !== 0) continue;
    const w = i * WINDOW;
    writeSpeed(world, i);
    const tooSlow = speed[0] < windows[w + LEAST] - PASSED;
    if (!tooSlow && speed[0] <= windows[w + MOST] + PASSED) continue;
    if (isLock(i)) {
      if (tooSlow ? windows[w + PUSH] >= windows[w + CEILING] : windows[w + PUSH] <= windows[w + FLOOR])
        continue;
    } else sides[i] = tooSlow ? -1 : 1;
    system.takesPart[i] = 1;
    if (i < first) first = i;
  }
  return first;
};

/** The part of their speed at which errors are removed. */
const slower = new Float64Array(1);

/**
 * Errors that contradict each other would ask for any impulse. Removing them may do as much work as giving
 * each row the fastest correction. Returns whether they ask for more; then they go at a part of the speed.
 */
const writeSlower = (fastest: number): boolean => {
  const { count, windows } = direct;
  let work = 0;
  let most = 0;
  for (let i = 0; i < count; i++) {
    const k = system.matrix[system.offsets[i] + i];
    if (sides[i] === 0 || k === 0 || direct.origins[i * ORIGIN + DRIVES] !== 0) continue;
    const done = windows[wantedAt(i)] * (windows[i * WINDOW + PUSH] - windows[i * WINDOW + GUESS]);
    if (done > 0) work += done;
    most += (fastest * fastest) / k;
  }
  slower[0] = work > most ? Math.sqrt(most / work) : 1;
  return work > most;
};

const takeBack = (world: World): void => {
  const { count, windows } = direct;
  for (let i = 0; i < count; i++) {
    const w = i * WINDOW;
    system.vector[i] = windows[w + GUESS] - windows[w + PUSH];
    windows[w + PUSH] = windows[w + GUESS];
    apply(world, i);
  }
};

const slowDown = (): void => {
  const { count, windows, origins } = direct;
  for (let i = 0; i < count; i++) {
    const w = i * WINDOW;
    if (origins[i * ORIGIN + DRIVES] !== 0) continue;
    const locks = isLock(i);
    if (locks || windows[w + LEAST] > 0) windows[w + LEAST] *= slower[0];
    if (locks || windows[w + MOST] < 0) windows[w + MOST] *= slower[0];
  }
};
