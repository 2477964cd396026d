import { firstJointEdge, jointEdgeOther, nextJointEdge } from '../graph/joint-graph.js';
import { createIndexList, pushIndex } from '../math/index-list.js';
import { BodyType } from '../state/bodies.js';
import { BLOCK, COUPLED, LAMBDA, LOW, ROW, ROW_INTS } from '../state/rows.js';
import type { World } from '../state/world.js';
import { applySystem, chooseRow, createRowSystem, solveSystem, writeK } from './row-system.js';
import { isAnswered, isRigidLock } from './single-row.js';
import { rowSpeed } from './solve-rows.js';
import { spellJoint, takeImpulses } from './spell-points.js';

/**
 * Two bodies that several joints hold together, and nothing else: all their rows are solved at once. Joints
 * whose anchors lie metres from the bodies act through levers that couple them strongly. One after the other
 * they pull against each other, and what a sweep leaves over is the first guess of the next: loads that cancel
 * in one pose do not in the next, and the bodies gained energy or came apart.
 *
 * So these rows begin every substep without a guess; a solve of all of them needs none. Those that say what
 * others say already get no part. Without bias the solve takes the nearest velocity that all rows allow,
 *   v⁺ = v - M⁻¹ Jᵀ K⁻¹ J v,   K = J M⁻¹ Jᵀ,
 * which never has more energy than v.
 *
 * One joint with limits, motors, springs or softness leaves all joints of a pair to the sweeps, where the order of rows
 * matters. So does one that has the two bodies in the other order, as J of one does not fit M⁻¹ Jᵀ of the other, and
 * any other joint of the two bodies: its rows would have to be in the system, up to a whole mechanism.
 */

/** The joints of all such pairs of bodies, pair by pair, and where each pair ends. */
const members = createIndexList();
const ends = createIndexList();

/** Four joints that hold all six ways. */
const MOST = 24;
const system = createRowSystem(MOST);

/** Lists the pairs, when the rows of all joints are placed. */
export const listJoinedTwice = (world: World): void => {
  const { items, count } = world.jointed;
  members.count = 0;
  ends.count = 0;
  for (let k = 0; k < count; k++) {
    const body = items[k];
    const edge = firstJointEdge(world, body);
    if (nextJointEdge(world, edge) < 0) continue;
    const other = jointEdgeOther(world, edge);
    if (!leadsOnlyTo(world, body, other)) continue;
    const isSecond = world.bodies.type[other] === BodyType.dynamic;
    if (isSecond && (other < body || !leadsOnlyTo(world, other, body))) continue;
    listPair(world, body);
  }
};

const leadsOnlyTo = (world: World, body: number, other: number): boolean => {
  for (let edge = firstJointEdge(world, body); edge >= 0; edge = nextJointEdge(world, edge))
    if (jointEdgeOther(world, edge) !== other) return false;
  return true;
};

const listPair = (world: World, body: number): void => {
  const { joints } = world;
  const from = members.count;
  let rowCount = 0;
  let onlyLocks = true;
  for (let edge = firstJointEdge(world, body); edge >= 0; edge = nextJointEdge(world, edge)) {
    const joint = edge >> 1;
    if (joints.rowCount[joint] === 0) continue;
    pushIndex(members, joint);
    rowCount += joints.rowCount[joint];
    onlyLocks &&= joints.bodyA[joint] === joints.bodyA[members.items[from]] && hasOnlyLocks(world, joint);
  }
  if (onlyLocks && rowCount <= MOST && members.count > from + 1) pushIndex(ends, members.count);
  else members.count = from;
};

const hasOnlyLocks = (world: World, joint: number): boolean => {
  const { rows, joints } = world;
  const first = joints.firstRow[joint];
  for (let row = first; row < first + joints.rowCount[joint]; row++)
    if (!isRigidLock(world, row) || rows.index[row * ROW_INTS + BLOCK] === COUPLED) return false;
  return true;
};

/** Before the warm start. */
export const forgetJoinedTwice = (world: World): void => {
  const { rows, joints } = world;
  for (let k = 0; k < members.count; k++) {
    const joint = members.items[k];
    const first = joints.firstRow[joint];
    spellJoint(world, joint);
    for (let row = first; row < first + joints.rowCount[joint]; row++) rows.data[row * ROW + LAMBDA] = 0;
    takeImpulses(world, joint);
  }
};

/**
 * After a sweep. With bias all begins anew, on a K that is a little softer: that shares the load evenly among
 * joints of which each could bear it. What it leaves over, the exact K takes. The speeds that remove errors
 * come by the softer one, too: where some rows nearly say what others say, errors that do not agree would ask
 * for any speed.
 */
export const solveJoinedTwice = (world: World, biased: boolean): void => {
  for (let k = 0; k < ends.count; k++) {
    const from = k === 0 ? 0 : ends.items[k - 1];
    chooseRows(world, from, ends.items[k]);
    if (biased) {
      takeBack(world);
      for (let pass = 0; pass < EVEN_PASSES; pass++) {
        takeSpeeds(world);
        solveScaled(world, SOFTER);
      }
    }
    takeSpeeds(world);
    solveScaled(world, 1);
    if (biased) {
      const { count, chosen, vector } = system;
      for (let i = 0; i < count; i++) vector[i] = world.rows.data[chosen[i] * ROW + LOW];
      solveScaled(world, SOFTER);
    }
    for (let m = from; m < ends.items[k]; m++) takeImpulses(world, members.items[m]);
  }
};

/** Scale of the diagonal. Each pass leaves about a hundredth of the load. */
const SOFTER = 1.01;
const EVEN_PASSES = 2;

/** Undoes what the sweep did. */
const takeBack = (world: World): void => {
  const { count, chosen, vector } = system;
  for (let i = 0; i < count; i++) vector[i] = -world.rows.data[chosen[i] * ROW + LAMBDA];
  applySystem(world, system);
};

const takeSpeeds = (world: World): void => {
  const { count, chosen, vector } = system;
  for (let i = 0; i < count; i++) vector[i] = -rowSpeed(world, chosen[i]);
};

/** Gives the chosen rows the speeds in `vector`, on a K whose diagonal is scaled. */
const solveScaled = (world: World, scale: number): void => {
  writeK(world, system);
  for (let i = 0; i < system.count; i++) system.matrix[i * MOST + i] *= scale;
  solveSystem(system);
  applySystem(world, system);
};

const chooseRows = (world: World, from: number, to: number): void => {
  const { joints } = world;
  system.count = 0;
  for (let k = from; k < to; k++) {
    const joint = members.items[k];
    spellJoint(world, joint);
    const first = joints.firstRow[joint];
    for (let row = first; row < first + joints.rowCount[joint]; row++)
      if (isAnswered(world, row)) chooseRow(world, system, row);
  }
};
