import { writeProduct } from '../parts/rows.js';
import {
  BLOCK,
  BOUNCE,
  COUPLED,
  HIGH,
  JOINT,
  LAMBDA,
  LOW,
  RELAX_LOW,
  ROW,
  ROW_INTS,
  SPRUNG,
} from '../state/rows.js';
import type { World } from '../state/world.js';
import { DEPENDENT, factorise, solveFactorised } from './dense-rows.js';
import { applyResponse, isRigidLock, writeRowResponse } from './single-row.js';
import { rowSpeed } from './solve-rows.js';
import { spellJoint, takeImpulses } from './spell-points.js';

/**
 * A joint that runs into its limit, or is led back from far outside: the stop and the rows that hold the
 * joint together are solved at once. One after the other they pull against each other through the lever of
 * the body, and what a few sweeps leave over is thrown back: a door that hits its stop without restitution
 * came back at half its speed, and one put past its stop flew through the whole range. Rare, so a dense solve
 * of up to a dozen rows costs nothing that matters.
 */
export const solveLimitImpacts = (world: World, biased: boolean): void => {
  const { rows, limitRows } = world;
  let done = -1;
  for (let k = 0; k < limitRows.count; k++) {
    const row = limitRows.items[k];
    const joint = rows.index[row * ROW_INTS + JOINT];
    const struck = rows.approach[row] !== 0;
    if (joint === done || !(struck || (!biased && sideOf(world, row) !== 0))) continue;
    done = joint;
    solveTogether(world, joint, biased ? LOW : RELAX_LOW);
  }
};

/**
 * m/s or rad/s. A violation whose correction is slower than this, 0.2° at the defaults, stays
 * with the ordinary sweeps: that is how far a joint at rest on its stop gives way. What they
 * leave over is about twice this speed.
 */
const CORRECTED = 0.2;

/**
 * From which side a limit was reached, or is violated: 1 at its upper end, -1 at its lower one, 0 neither.
 */
const sideOf = ({ rows }: World, row: number): number => {
  const approach = rows.approach[row];
  if (approach !== 0) return approach > 0 ? 1 : -1;
  const p = row * ROW;
  if (rows.data[p + BOUNCE] < 0 || rows.index[row * ROW_INTS + SPRUNG] !== 0) return 0;
  if (rows.data[p + HIGH] < -CORRECTED) return 1;
  return rows.data[p + LOW] > CORRECTED ? -1 : 0;
};

/** More rows than any joint locks and limits. */
const MOST = 16;
const chosen = new Int32Array(MOST);
/** K = J M⁻¹ Jᵀ, then its factors, and the right side, then the solution. */
const matrix = new Float64Array(MOST * MOST);
const vector = new Float64Array(MOST);
/** R of each chosen row, 12 floats. */
const responses = new Float64Array(MOST * 12);

const solveTogether = (world: World, joint: number, low: number): void => {
  const { rows } = world;
  spellJoint(world, joint);
  let count = chooseRows(world, joint);
  for (let i = 0; i < count; i++) writeRowResponse(world, chosen[i], responses, i * 12);
  solveChosen(world, count, low);
  // Two stops that are nearly the same would have to pull against each other: those
  // that pull let go, the worst first.
  for (let worst = findPull(world, count); worst >= 0; worst = findPull(world, count)) {
    const p = chosen[worst] * ROW;
    vector[worst] = -rows.data[p + LAMBDA];
    applyResponse(world, chosen[worst], responses, worst * 12, vector, worst);
    rows.data[p + LAMBDA] = 0;
    chosen.copyWithin(worst, worst + 1, count);
    responses.copyWithin(worst * 12, (worst + 1) * 12, count * 12);
    count--;
    solveChosen(world, count, low);
  }
  for (let i = 0; i < count; i++) {
    rows.data[chosen[i] * ROW + LAMBDA] += vector[i];
    applyResponse(world, chosen[i], responses, i * 12, vector, i);
  }
  takeImpulses(world, joint);
};

/** The impulses that give all chosen rows the speed they want. */
const solveChosen = (world: World, count: number, low: number): void => {
  const { rows } = world;
  for (let i = 0; i < count; i++) {
    const row = chosen[i];
    const wanted = sideOf(world, row) > 0 ? low + (HIGH - LOW) : low;
    vector[i] = rows.data[row * ROW + wanted] - rowSpeed(world, row);
    for (let k = 0; k <= i; k++) writeProduct(rows.data, row * ROW, responses, k * 12, matrix, i * MOST + k);
  }
  factorise(matrix, MOST, count, DEPENDENT);
  solveFactorised(matrix, MOST, count, vector, 0);
};

/**
 * Which of the chosen stops would have to pull most, or -1: a stop only pushes, from
 * the side from which it was reached.
 */
const findPull = (world: World, count: number): number => {
  const { rows } = world;
  let worst = -1;
  let most = 0;
  for (let i = 0; i < count; i++) {
    const row = chosen[i];
    const push = rows.data[row * ROW + LAMBDA] + vector[i];
    const pull = sideOf(world, row) * push;
    if (pull <= most) continue;
    most = pull;
    worst = i;
  }
  return worst;
};

/**
 * The rigid rows of a joint that hold in this substep: locks, and limits that were reached or are violated.
 */
const chooseRows = (world: World, joint: number): number => {
  const { rows, joints } = world;
  const first = joints.firstRow[joint];
  let count = 0;
  for (let row = first; row < first + joints.rowCount[joint] && count < MOST; row++) {
    const k = row * ROW_INTS;
    if (rows.index[k + BLOCK] === COUPLED) return 0;
    if (holds(world, row)) chosen[count++] = row;
  }
  return count;
};

const holds = (world: World, row: number): boolean =>
  isRigidLock(world, row) || (world.rows.index[row * ROW_INTS + SPRUNG] === 0 && sideOf(world, row) !== 0);
