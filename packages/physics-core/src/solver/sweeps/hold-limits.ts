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
  ROLE,
  ROW,
  ROW_INTS,
  Role,
  SPRUNG,
  UPPER,
} from '../../state/rows.js';
import type { World } from '../../state/world.js';
import { LIMIT_WINDOW_ERROR, MAX_LIMIT_ROWS, MAX_SOFT_CORRECTION } from '../../tuning.js';

/**
 * Limits hold against everything that drives their joint. After a Gauss-Seidel iteration the limits and the rigid rows
 * of a joint are solved together, as a dense system, where one after the other they would not do:
 * - A drive (motor, spring, friction) pushes one coordinate against its limit while others are limited or driven, too.
 *   Through the levers of the body each row spoils the others by a part of an impulse that may be thousands of times
 *   what the body could stop: a ball whose swing and twist were driven with 10 kN·m passed its limits by revolutions.
 *   The drives keep the λ that the iteration gave them, within their bounds; the limits take what it needs.
 * - A limit was struck in this substep (solver/impacts/limits.ts), and what strikes it at the same time is left to do.
 * - A joint returns from far outside of its limit. The error after a few iterations becomes a rebound: a door that was
 *   placed beyond its limit moved through the whole range.
 */
export const holdLimits = (world: World, biased: boolean): void => {
  const { rows, limitRows } = world;
  const low = biased ? LOW : RELAX_LOW;
  let done = -1;
  for (let k = 0; k < limitRows.count; k++) {
    const row = limitRows.items[k];
    const joint = rows.index[row * ROW_INTS + JOINT];
    if (joint === done || sideOf(world, row, low) === 0) continue;
    const isStruck = rows.impactImpulse[row] !== 0;
    if (!(isStruck || isDriven(world, joint) || (!biased && isFarOutside(world, row)))) continue;
    done = joint;
    solveJoint(world, joint, low);
  }
};

/** The side on which a limit is reached: 1 at its upper end, -1 at its lower one, 0 neither. */
const sideOf = (world: World, row: number, low: number): -1 | 0 | 1 => {
  const { data, index } = world.rows;
  const p = row * ROW;
  if (data[p + BOUNCE] < 0 || index[row * ROW_INTS + SPRUNG] !== 0) return 0;
  if (data[p + HIGH] < -MAX_SOFT_CORRECTION) return 1;
  if (data[p + LOW] > MAX_SOFT_CORRECTION) return -1;
  if (data[p + LAMBDA] !== 0) return data[p + LAMBDA] < 0 ? 1 : -1;
  const speed = rowSpeed(world, row);
  if (speed > data[p + low + (HIGH - LOW)] + LIMIT_WINDOW_ERROR) return 1;
  return speed < data[p + low] - LIMIT_WINDOW_ERROR ? -1 : 0;
};

const isFarOutside = ({ rows: { data } }: World, row: number): boolean =>
  data[row * ROW + HIGH] < -MAX_SOFT_CORRECTION || data[row * ROW + LOW] > MAX_SOFT_CORRECTION;

const isDriven = ({ rows, joints }: World, joint: number): boolean => {
  const first = joints.firstRow[joint];
  for (let row = first; row < first + joints.rowCount[joint]; row++) {
    const role = rows.index[row * ROW_INTS + ROLE];
    if (role !== Role.motor && role !== Role.spring && role !== Role.friction) continue;
    if (rows.data[row * ROW + UPPER] < Infinity || rows.index[row * ROW_INTS + BLOCK] === 1) return true;
  }
  return false;
};

/** Scratch: the dense system of one joint. */
const system = createRowSystem(MAX_LIMIT_ROWS);

const solveJoint = (world: World, joint: number, low: number): void => {
  const { chosen, responses, vector } = system;
  const { data } = world.rows;
  expandJoint(world, joint);
  chooseRows(world, joint, low);
  solveChosen(world, low);
  // Of two limits that are nearly the same one may get an impulse of the wrong sign: such rows are dropped from
  // the active set, the largest first.
  for (let worst = findWrongSign(world); worst >= 0; worst = findWrongSign(world)) {
    const p = chosen[worst] * ROW;
    vector[worst] = -data[p + LAMBDA];
    applyResponse(world, chosen[worst], responses, worst * 12, vector, worst);
    data[p + LAMBDA] = 0;
    sides.copyWithin(worst, worst + 1, system.count);
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
    const target = sides[i] > 0 ? low + (HIGH - LOW) : low;
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
    const wrongSign = sides[i] * impulse;
    if (wrongSign <= most) continue;
    most = wrongSign;
    worst = i;
  }
  return worst;
};

/** Scratch: the side of each chosen row, 0 for locks. */
const sides = new Int32Array(MAX_LIMIT_ROWS);

/** The active set of a joint in this iteration: its rigid locks, and limits that are reached. */
const chooseRows = (world: World, joint: number, low: number): void => {
  const { rows, joints } = world;
  const first = joints.firstRow[joint];
  system.count = 0;
  for (let row = first; row < first + joints.rowCount[joint] && system.count < MAX_LIMIT_ROWS; row++) {
    if (rows.index[row * ROW_INTS + BLOCK] === COUPLED) {
      system.count = 0;
      return;
    }
    const isLock = isRigidLock(world, row);
    const side = isLock ? 0 : sideOf(world, row, low);
    if (!(isLock || side !== 0) || !hasEffectiveMass(world, row)) continue;
    sides[system.count] = side;
    chooseRow(world, system, row);
  }
};
