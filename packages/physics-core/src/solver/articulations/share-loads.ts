import { firstJointEdge, jointEdgeOther, nextJointEdge } from '../../graph/joint-graph.js';
import { factorise, LOST_IN_ROUNDING, solveFactorised } from '../../math/dense-factor.js';
import { createFloats } from '../../math/floats.js';
import { createIndexList, pushIndex } from '../../math/index-list.js';
import { expandJoint, storePointImpulses } from '../../rows/expand-points.js';
import { isRigidLock } from '../../rows/single-row.js';
import {
  END_CLOSING_JOINT,
  FIRST_CLOSING_JOINT,
  LINK,
  LINK_BODY,
  LINK_INTS,
  LINK_JOINT,
  P,
  RC,
  SIDE,
  TREE_INTS,
} from '../../state/articulations.js';
import { DIRECT, J, LAMBDA, ROW, ROW_INTS } from '../../state/rows.js';
import type { World } from '../../state/world.js';
import { isDynamic, isTreeJoint, nodeOf } from './joint-model.js';

/**
 * Loads of parallel joints: those between the same two bodies, such as the hinges of a door. How they divide what they bear together is
 * not determined by the motion: the solve gives all of it to the joint of the tree, beside which the others stand (parallel-joints.ts) or
 * whose loops they close. For readers, and where joints may break, it is shared with the least
 *   Σ w λ²     under     Jᵀ λ = T          T the impulse of all rows on one of the bodies
 *   λ = W⁻¹ J G⁻¹ T,  G = Jᵀ W⁻¹ J (6 × 6)
 * w is 1/m for rows along which a force acts and 1/I for torques, with the mass and mean moment of the body: so a moment is borne by
 * forces on levers longer than its radius of gyration, and hinges in like places have like loads. What the joints do together is the
 * same as before, whatever w is.
 */
export const shareLoads = (world: World, tree: number): void => {
  const { articulations: a } = world;
  const end = a.treeInts[tree * TREE_INTS + END_CLOSING_JOINT];
  for (let k = a.treeInts[tree * TREE_INTS + FIRST_CLOSING_JOINT]; k < end; k++) {
    const joint = a.closing.joints.items[k];
    const isB = isDynamic(world, world.joints.bodyB[joint]);
    listParallel(world, isB ? world.joints.bodyB[joint] : world.joints.bodyA[joint], joint);
    if (parallel.count > 1 && isTreeJoint(world, joint) && !isAnyBeside(world)) {
      sumUp(world, true);
      share(world);
    }
  }
};

/** Joints beside those of links. T is what the link's joint did, in P, without its motor, spring and limit. */
export const shareBeside = (world: World): void => {
  const { beside, linkInts, linkOfJoint } = world.articulations;
  let last = -1;
  for (let k = 0; k < beside.count; k++) {
    const link = linkOfJoint[beside.items[k]];
    if (link === last) continue;
    last = link;
    const edge = linkInts[link * LINK_INTS + LINK_JOINT] * 2;
    parallel.count = 0;
    pushIndex(parallel, edge + (linkInts[link * LINK_INTS + SIDE] > 0 ? 1 : 0));
    for (let i = k; i < beside.count && linkOfJoint[beside.items[i]] === link; i++)
      pushIndex(parallel, edgeOf(world, beside.items[i], linkInts[link * LINK_INTS + LINK_BODY]));
    sumUp(world, false);
    takeLinkImpulse(world, link);
    leaveControls(world, parallel.items[0]);
    share(world);
  }
};

const edgeOf = ({ joints }: World, joint: number, body: number): number =>
  2 * joint + (joints.bodyB[joint] === body ? 1 : 0);

/** T ← P of a link, (n, l) about its reference point, as (l, n) about the centre of mass. */
const takeLinkImpulse = ({ articulations: { links } }: World, link: number): void => {
  const o = link * LINK;
  const x = links[o + RC];
  const y = links[o + RC + 1];
  const z = links[o + RC + 2];
  const l0 = links[o + P + 3];
  const l1 = links[o + P + 4];
  const l2 = links[o + P + 5];
  total[0] = l0;
  total[1] = l1;
  total[2] = l2;
  total[3] = links[o + P] + y * l2 - z * l1;
  total[4] = links[o + P + 1] + z * l0 - x * l2;
  total[5] = links[o + P + 2] + x * l1 - y * l0;
};

/** T without what rows of controls did: locks do not bear it. */
const leaveControls = (world: World, edge: number): void => {
  const { joints, rows } = world;
  const first = joints.firstRow[edge >> 1];
  for (let row = first; row < first + joints.rowCount[edge >> 1]; row++) {
    if (isRigidLock(world, row) || rows.index[row * ROW_INTS + DIRECT] !== 1) continue;
    const at = row * ROW;
    for (let m = 0; m < 6; m++) total[m] -= rows.data[at + halfOf(edge) + m] * rows.data[at + LAMBDA];
  }
};

/** Whether some of the joints stand beside others: then their share is known. */
const isAnyBeside = ({ articulations: { beside } }: World): boolean => {
  for (let k = 0; k < beside.count; k++)
    for (let i = 0; i < parallel.count; i++) if (parallel.items[i] >> 1 === beside.items[k]) return true;
  return false;
};

/** Scratch: the joints of a pair, as edges from one of its bodies. */
const parallel = createIndexList();

/** Lists the joints that connect a body with the other body of a joint and are solved here. */
const listParallel = (world: World, body: number, joint: number): void => {
  const { linkOfJoint } = world.articulations;
  const { bodyA, bodyB } = world.joints;
  const other = nodeOf(world, bodyA[joint] === body ? bodyB[joint] : bodyA[joint]);
  parallel.count = 0;
  for (let edge = firstJointEdge(world, body); edge >= 0; edge = nextJointEdge(world, edge)) {
    if (linkOfJoint[edge >> 1] < 0 || nodeOf(world, jointEdgeOther(world, edge)) !== other) continue;
    if (isTreeJoint(world, edge >> 1)) pushIndex(parallel, edge);
  }
};

/** Scratch: G, and T, then G⁻¹ T. */
const gram = createFloats(36);
const total = createFloats(6);

/** G, and T of the rows if they have their impulses. */
const sumUp = (world: World, hasImpulses: boolean): void => {
  gram.fill(0);
  total.fill(0);
  for (let k = 0; k < parallel.count; k++) {
    const edge = parallel.items[k];
    expandJoint(world, edge >> 1);
    addRows(world, edge, hasImpulses);
  }
};

const share = (world: World): void => {
  const { rows } = world;
  factorise(gram, 6, 6, LOST_IN_ROUNDING);
  solveFactorised(gram, 6, 6, total, 0);
  for (let k = 0; k < parallel.count; k++) {
    const joint = parallel.items[k] >> 1;
    const half = halfOf(parallel.items[k]);
    const first = world.joints.firstRow[joint];
    for (let row = first; row < first + world.joints.rowCount[joint]; row++) {
      if (!isShared(world, row)) continue;
      let sum = 0;
      for (let m = 0; m < 6; m++) sum += rows.data[row * ROW + half + m] * total[m];
      writeWeight(world, parallel.items[k], row);
      rows.data[row * ROW + LAMBDA] = sum / weight[0];
    }
    storePointImpulses(world, joint);
  }
};

/** The part of one joint. */
const addRows = (world: World, edge: number, hasImpulses: boolean): void => {
  const { data } = world.rows;
  const joint = edge >> 1;
  const half = halfOf(edge);
  const first = world.joints.firstRow[joint];
  for (let row = first; row < first + world.joints.rowCount[joint]; row++) {
    if (!isShared(world, row)) continue;
    const at = row * ROW + half;
    writeWeight(world, edge, row);
    const scale = 1 / weight[0];
    for (let m = 0; m < 6; m++) {
      if (hasImpulses) total[m] += data[at + m] * data[row * ROW + LAMBDA];
      for (let n = 0; n <= m; n++) gram[m * 6 + n] += data[at + m] * scale * data[at + n];
    }
  }
};

/** Where J of the body of an edge lies in a row. */
const halfOf = (edge: number): number => ((edge & 1) === 0 ? J : J + 6);

const isShared = (world: World, row: number): boolean =>
  isRigidLock(world, row) && world.rows.index[row * ROW_INTS + DIRECT] === 1;

/** Scratch: w of a row. In an array, as a double that is returned may be allocated. */
const weight = createFloats(1);

const writeWeight = ({ bodies, joints, rows }: World, edge: number, row: number): void => {
  const body = (edge & 1) === 0 ? joints.bodyA[edge >> 1] : joints.bodyB[edge >> 1];
  const at = row * ROW + halfOf(edge);
  const { data } = rows;
  const { mass, moments } = bodies;
  const force = data[at] * data[at] + data[at + 1] * data[at + 1] + data[at + 2] * data[at + 2];
  const torque = data[at + 3] * data[at + 3] + data[at + 4] * data[at + 4] + data[at + 5] * data[at + 5];
  weight[0] =
    force > 0
      ? force / mass[body]
      : (3 * torque) / (moments[body * 3] + moments[body * 3 + 1] + moments[body * 3 + 2]);
};
