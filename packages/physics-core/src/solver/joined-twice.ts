import { firstJointEdge, jointEdgeOther, nextJointEdge } from '../graph/joint-graph.js';
import { createIndexList, pushIndex } from '../math/index-list.js';
import { writeProduct } from '../parts/rows.js';
import { BodyType } from '../state/bodies.js';
import { BLOCK, COUPLED, LAMBDA, LOW, ROW, ROW_INTS } from '../state/rows.js';
import type { World } from '../state/world.js';
import { DEPENDENT, factorise, solveFactorised } from './dense-rows.js';
import { applyResponse, isRigidLock, writeRowResponse } from './single-row.js';
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
const chosen = new Int32Array(MOST);
/** K, then its factors. */
const matrix = new Float64Array(MOST * MOST);
/** The right side, then Δλ. */
const vector = new Float64Array(MOST);
/** M⁻¹ Jᵀ of the chosen rows, 12 floats each. */
const responses = new Float64Array(MOST * 12);

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
    const count = chooseRows(world, from, ends.items[k]);
    if (biased) {
      takeBack(world, count);
      for (let pass = 0; pass < EVEN_PASSES; pass++) {
        takeSpeeds(world, count);
        solveChosen(world, count, SOFTER);
      }
    }
    takeSpeeds(world, count);
    solveChosen(world, count, 1);
    if (biased) {
      for (let i = 0; i < count; i++) vector[i] = world.rows.data[chosen[i] * ROW + LOW];
      solveChosen(world, count, SOFTER);
    }
    for (let m = from; m < ends.items[k]; m++) takeImpulses(world, members.items[m]);
  }
};

/** Scale of the diagonal. Each pass leaves about a hundredth of the load. */
const SOFTER = 1.01;
const EVEN_PASSES = 2;

/** Undoes what the sweep did. */
const takeBack = (world: World, count: number): void => {
  const { data } = world.rows;
  for (let i = 0; i < count; i++) {
    vector[i] = -data[chosen[i] * ROW + LAMBDA];
    data[chosen[i] * ROW + LAMBDA] = 0;
    applyResponse(world, chosen[i], responses, i * 12, vector, i);
  }
};

const takeSpeeds = (world: World, count: number): void => {
  for (let i = 0; i < count; i++) vector[i] = -rowSpeed(world, chosen[i]);
};

/** Gives the chosen rows the speeds in `vector`, on a K whose diagonal is scaled. */
const solveChosen = (world: World, count: number, scale: number): void => {
  const { rows } = world;
  for (let i = 0; i < count; i++) {
    const p = chosen[i] * ROW;
    for (let k = 0; k <= i; k++) writeProduct(rows.data, p, responses, k * 12, matrix, i * MOST + k);
    matrix[i * MOST + i] *= scale;
  }
  factorise(matrix, MOST, count, DEPENDENT);
  solveFactorised(matrix, MOST, count, vector, 0);
  for (let i = 0; i < count; i++) {
    rows.data[chosen[i] * ROW + LAMBDA] += vector[i];
    applyResponse(world, chosen[i], responses, i * 12, vector, i);
  }
};

const chooseRows = (world: World, from: number, to: number): number => {
  const { joints } = world;
  let count = 0;
  for (let k = from; k < to; k++) {
    const joint = members.items[k];
    spellJoint(world, joint);
    for (let i = 0; i < joints.rowCount[joint]; i++) {
      const row = joints.firstRow[joint] + i;
      writeRowResponse(world, row, responses, count * 12);
      chosen[count++] = row;
    }
  }
  return count;
};
