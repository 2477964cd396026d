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
import { applySystem, chooseRow, createRowSystem, dropRow, solveSystem, writeK } from './row-system.js';
import { applyResponse, isAnswered, isRigidLock } from './single-row.js';
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
const system = createRowSystem(MOST);

const solveTogether = (world: World, joint: number, low: number): void => {
  const { chosen, responses, vector } = system;
  const { data } = world.rows;
  spellJoint(world, joint);
  chooseRows(world, joint);
  solveChosen(world, low);
  // Two stops that are nearly the same would have to pull against each other: those
  // that pull let go, the worst first.
  for (let worst = findPull(world); worst >= 0; worst = findPull(world)) {
    const p = chosen[worst] * ROW;
    vector[worst] = -data[p + LAMBDA];
    applyResponse(world, chosen[worst], responses, worst * 12, vector, worst);
    data[p + LAMBDA] = 0;
    dropRow(system, worst);
    solveChosen(world, low);
  }
  applySystem(world, system);
  takeImpulses(world, joint);
};

/** The impulses that give all chosen rows the speed they want. */
const solveChosen = (world: World, low: number): void => {
  const { count, chosen, vector } = system;
  for (let i = 0; i < count; i++) {
    const wanted = sideOf(world, chosen[i]) > 0 ? low + (HIGH - LOW) : low;
    vector[i] = world.rows.data[chosen[i] * ROW + wanted] - rowSpeed(world, chosen[i]);
  }
  writeK(world, system);
  solveSystem(system);
};

/**
 * Which of the chosen stops would have to pull most, or -1: a stop only pushes, from
 * the side from which it was reached.
 */
const findPull = (world: World): number => {
  const { count, chosen, vector } = system;
  let worst = -1;
  let most = 0;
  for (let i = 0; i < count; i++) {
    const push = world.rows.data[chosen[i] * ROW + LAMBDA] + vector[i];
    const pull = sideOf(world, chosen[i]) * push;
    if (pull <= most) continue;
    most = pull;
    worst = i;
  }
  return worst;
};

/**
 * The rigid rows of a joint that hold in this substep: locks, and limits that were reached or are violated.
 */
const chooseRows = (world: World, joint: number): void => {
  const { rows, joints } = world;
  const first = joints.firstRow[joint];
  system.count = 0;
  for (let row = first; row < first + joints.rowCount[joint] && system.count < MOST; row++) {
    if (rows.index[row * ROW_INTS + BLOCK] === COUPLED) {
      system.count = 0;
      return;
    }
    if (holds(world, row) && isAnswered(world, row)) chooseRow(world, system, row);
  }
};

const holds = (world: World, row: number): boolean =>
  isRigidLock(world, row) || (world.rows.index[row * ROW_INTS + SPRUNG] === 0 && sideOf(world, row) !== 0);
