import { expandJoint, storePointImpulses } from '../../rows/expand-points.js';
import { rowSpeed } from '../../rows/row-speed.js';
import {
  applySystem,
  chooseRow,
  createRowSystem,
  dropRow,
  solveSystem,
  writeK,
} from '../../rows/row-system.js';
import { applyResponse, hasEffectiveMass, isRigidLock } from '../../rows/single-row.js';
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
} from '../../state/rows.js';
import type { World } from '../../state/world.js';
import { MAX_LIMIT_ROWS, MAX_SOFT_CORRECTION } from '../../tuning.js';

/**
 * A joint that reaches its limit, or returns from far outside of it: the limit and the rigid rows of the joint are
 * solved together as a dense system. One after the other they act against each other through the lever of the body,
 * and the error after a few Gauss-Seidel iterations becomes a rebound: a door that hits its limit without
 * restitution came back at half its speed, and one placed beyond its limit moved through the whole range. This is
 * rare, so a dense solve of up to a dozen rows takes no time that matters.
 */
export const solveLimitImpacts = (world: World, biased: boolean): void => {
  const { rows, limitRows } = world;
  let done = -1;
  for (let k = 0; k < limitRows.count; k++) {
    const row = limitRows.items[k];
    const joint = rows.index[row * ROW_INTS + JOINT];
    const isImpact = rows.approach[row] !== 0;
    if (joint === done || !(isImpact || (!biased && sideOf(world, row) !== 0))) continue;
    done = joint;
    solveJoint(world, joint, biased ? LOW : RELAX_LOW);
  }
};

/**
 * The side on which a limit was reached or is violated: 1 at its upper end, -1 at its lower one, 0 neither.
 */
const sideOf = ({ rows }: World, row: number): number => {
  const approach = rows.approach[row];
  if (approach !== 0) return approach > 0 ? 1 : -1;
  const p = row * ROW;
  if (rows.data[p + BOUNCE] < 0 || rows.index[row * ROW_INTS + SPRUNG] !== 0) return 0;
  if (rows.data[p + HIGH] < -MAX_SOFT_CORRECTION) return 1;
  return rows.data[p + LOW] > MAX_SOFT_CORRECTION ? -1 : 0;
};

/** Scratch: the dense system of one joint. */
const system = createRowSystem(MAX_LIMIT_ROWS);

const solveJoint = (world: World, joint: number, low: number): void => {
  const { chosen, responses, vector } = system;
  const { data } = world.rows;
  expandJoint(world, joint);
  chooseRows(world, joint);
  solveChosen(world, low);
  // Of two limits that are nearly the same one may get an impulse of the wrong sign: such rows are dropped from
  // the active set, the largest first.
  for (let worst = findWrongSign(world); worst >= 0; worst = findWrongSign(world)) {
    const p = chosen[worst] * ROW;
    vector[worst] = -data[p + LAMBDA];
    applyResponse(world, chosen[worst], responses, worst * 12, vector, worst);
    data[p + LAMBDA] = 0;
    dropRow(system, worst);
    solveChosen(world, low);
  }
  applySystem(world, system);
  storePointImpulses(world, joint);
};

/** The impulses that give all rows of the active set their target speeds. */
const solveChosen = (world: World, low: number): void => {
  const { count, chosen, vector } = system;
  for (let i = 0; i < count; i++) {
    const target = sideOf(world, chosen[i]) > 0 ? low + (HIGH - LOW) : low;
    vector[i] = world.rows.data[chosen[i] * ROW + target] - rowSpeed(world, chosen[i]);
  }
  writeK(world, system);
  solveSystem(system);
};

/**
 * The row of the active set with the largest impulse of the wrong sign, or -1: a limit only pushes away from the
 * side on which it was reached.
 */
const findWrongSign = (world: World): number => {
  const { count, chosen, vector } = system;
  let worst = -1;
  let most = 0;
  for (let i = 0; i < count; i++) {
    const impulse = world.rows.data[chosen[i] * ROW + LAMBDA] + vector[i];
    const wrongSign = sideOf(world, chosen[i]) * impulse;
    if (wrongSign <= most) continue;
    most = wrongSign;
    worst = i;
  }
  return worst;
};

/**
 * The active set of a joint in this substep: its rigid locks, and limits that were reached or are violated.
 */
const chooseRows = (world: World, joint: number): void => {
  const { rows, joints } = world;
  const first = joints.firstRow[joint];
  system.count = 0;
  for (let row = first; row < first + joints.rowCount[joint] && system.count < MAX_LIMIT_ROWS; row++) {
    if (rows.index[row * ROW_INTS + BLOCK] === COUPLED) {
      system.count = 0;
      return;
    }
    if (isActive(world, row) && hasEffectiveMass(world, row)) chooseRow(world, system, row);
  }
};

const isActive = (world: World, row: number): boolean =>
  isRigidLock(world, row) || (world.rows.index[row * ROW_INTS + SPRUNG] === 0 && sideOf(world, row) !== 0);
