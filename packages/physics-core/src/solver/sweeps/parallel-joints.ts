import { firstJointEdge, jointEdgeOther, nextJointEdge } from '../../graph/joint-graph.js';
import { pushIndex } from '../../math/index-list.js';
import { expandJoint, storePointImpulses } from '../../rows/expand-points.js';
import { rowSpeed } from '../../rows/row-speed.js';
import { applySystem, chooseRow, createRowSystem, solveSystem, writeK } from '../../rows/row-system.js';
import { hasEffectiveMass, isRigidLock } from '../../rows/single-row.js';
import { BodyType } from '../../state/bodies.js';
import { BLOCK, COUPLED, LAMBDA, LOW, ROW, ROW_INTS } from '../../state/rows.js';
import type { World } from '../../state/world.js';
import { PARALLEL_JOINT_DIAGONAL, PARALLEL_JOINT_PASSES } from '../../tuning.js';

/**
 * Parallel (redundant) joints: two bodies connected by several joints and by nothing else. All their rows are
 * solved in one system. Joints whose anchors lie metres from the bodies act through levers that couple them
 * strongly. Solved one after the other they work against each other, and the warm start carries the residual
 * into the next substep: loads that cancel in one pose do not in the next, and the bodies gained energy or
 * came apart.
 *
 * So these rows are not warm-started; a direct solve needs no warm start. Redundant rows get no impulse.
 * Without bias the solve finds the nearest velocity that all rows allow,
 *   v⁺ = v - M⁻¹ Jᵀ K⁻¹ J v,   K = J M⁻¹ Jᵀ,
 * which never has more energy than v.
 *
 * A pair is left to Gauss-Seidel when one of its joints has limits, motors, springs or softness, where the
 * order of rows matters. So it is when one of them has the bodies in the other order, as J of one does not
 * fit M⁻¹ Jᵀ of the other, and when the bodies have other joints: those rows would belong to the system, up
 * to a whole articulation.
 */

/** Most rows of a pair: four joints that lock all six degrees of freedom. */
const MAX_PAIR_ROWS = 24;
/** Scratch: the system of one pair. */
const system = createRowSystem(MAX_PAIR_ROWS);

/** Lists the pairs, after the rows of all joints are placed. */
export const listParallelJoints = (world: World): void => {
  const { items, count } = world.jointed;
  world.scratch.parallelJoints.count = 0;
  world.scratch.parallelEnds.count = 0;
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
  const { parallelJoints: members, parallelEnds: ends } = world.scratch;
  const from = members.count;
  let rowCount = 0;
  let onlyLocks = true;
  for (let edge = firstJointEdge(world, body); edge >= 0; edge = nextJointEdge(world, edge)) {
    const joint = edge >> 1;
    if (joints.rowCount[joint] === 0 || isInTree(world, joint)) continue;
    pushIndex(members, joint);
    rowCount += joints.rowCount[joint];
    onlyLocks &&= joints.bodyA[joint] === joints.bodyA[members.items[from]] && hasOnlyLocks(world, joint);
  }
  if (onlyLocks && rowCount <= MAX_PAIR_ROWS && members.count > from + 1) pushIndex(ends, members.count);
  else members.count = from;
};

/** An articulation solves its rows. */
const isInTree = ({ articulations: a }: World, joint: number): boolean =>
  a.count > 0 && a.linkOfJoint[joint] >= 0;

const hasOnlyLocks = (world: World, joint: number): boolean => {
  const { rows, joints } = world;
  const first = joints.firstRow[joint];
  for (let row = first; row < first + joints.rowCount[joint]; row++)
    if (!isRigidLock(world, row) || rows.index[row * ROW_INTS + BLOCK] === COUPLED) return false;
  return true;
};

/** Before the warm start: these rows begin every substep with λ = 0. */
export const clearParallelJoints = (world: World): void => {
  const { rows, joints } = world;
  const { parallelJoints: members } = world.scratch;
  for (let k = 0; k < members.count; k++) {
    const joint = members.items[k];
    const first = joints.firstRow[joint];
    expandJoint(world, joint);
    for (let row = first; row < first + joints.rowCount[joint]; row++) rows.data[row * ROW + LAMBDA] = 0;
    storePointImpulses(world, joint);
  }
};

/**
 * After a Gauss-Seidel iteration. With bias λ starts again from 0, with a K whose diagonal is a little
 * larger: that shares the load evenly among redundant joints. The exact K then takes the residual. The bias
 * speeds are solved with the larger diagonal, too: among nearly redundant rows, errors that contradict each
 * other would ask for speeds without bound.
 */
export const solveParallelJoints = (world: World, biased: boolean): void => {
  const { parallelJoints: members, parallelEnds: ends } = world.scratch;
  for (let k = 0; k < ends.count; k++) {
    const from = k === 0 ? 0 : ends.items[k - 1];
    chooseRows(world, from, ends.items[k]);
    if (biased) {
      undoSweep(world);
      for (let pass = 0; pass < PARALLEL_JOINT_PASSES; pass++) {
        writeNegativeSpeeds(world);
        solveScaled(world, PARALLEL_JOINT_DIAGONAL);
      }
    }
    writeNegativeSpeeds(world);
    solveScaled(world, 1);
    if (biased) {
      const { count, chosen, vector } = system;
      for (let i = 0; i < count; i++) vector[i] = world.rows.data[chosen[i] * ROW + LOW];
      solveScaled(world, PARALLEL_JOINT_DIAGONAL);
    }
    for (let m = from; m < ends.items[k]; m++) storePointImpulses(world, members.items[m]);
  }
};

/** Undoes the Gauss-Seidel iteration. */
const undoSweep = (world: World): void => {
  const { count, chosen, vector } = system;
  for (let i = 0; i < count; i++) vector[i] = -world.rows.data[chosen[i] * ROW + LAMBDA];
  applySystem(world, system);
};

const writeNegativeSpeeds = (world: World): void => {
  const { count, chosen, vector } = system;
  for (let i = 0; i < count; i++) vector[i] = -rowSpeed(world, chosen[i]);
};

/** Gives the chosen rows the speeds in `vector`, on a K whose diagonal is scaled. */
const solveScaled = (world: World, scale: number): void => {
  writeK(world, system);
  for (let i = 0; i < system.count; i++) system.matrix[i * MAX_PAIR_ROWS + i] *= scale;
  solveSystem(system);
  applySystem(world, system);
};

const chooseRows = (world: World, from: number, to: number): void => {
  const { joints, scratch } = world;
  system.count = 0;
  for (let k = from; k < to; k++) {
    const joint = scratch.parallelJoints.items[k];
    expandJoint(world, joint);
    const first = joints.firstRow[joint];
    for (let row = first; row < first + joints.rowCount[joint]; row++)
      if (hasEffectiveMass(world, row)) chooseRow(world, system, row);
  }
};
