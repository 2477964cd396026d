import { firstJointEdge, nextJointEdge } from '../../graph/joint-graph.js';
import { findRoot, join } from '../../islands/union-find.js';
import { createIndexList, growInt32, pushIndex } from '../../math/index-list.js';
import { isRigidLock } from '../../rows/single-row.js';
import { LIMIT_AT } from '../../state/articulations.js';
import { BLOCK, BODY_A, BODY_B, COUPLED, ROLE, ROW_INTS, Role } from '../../state/rows.js';
import type { World } from '../../state/world.js';
import {
  MAX_CLOSING_ROWS,
  MAX_CLOSING_WORK,
  MAX_JOINT_CLOSING_ROWS,
  MAX_LOOSE_ROWS,
  MAX_LOOSE_WORK,
} from '../../tuning.js';
import { canBeLinkOrParent, coordinateOf, isDynamic, isTreeJoint, nodeOf, placeOf } from './joint-model.js';
import { countLocks, impliesLocks } from './loops/locked-axes.js';
import { orderNet } from './loops/order-net.js';
import { isPlanarLoop } from './loops/planar-loops.js';
import { PLANE_ROWS } from './loops/plane-rows.js';
import { standsBeside } from './parallel-joints.js';

/**
 * Which joints become joints of links, and which close loops. Rigid rows connect bodies to groups, couplings up to four
 * of them. Within a group a spanning tree of the joint graph is chosen, with the world and all bodies that cannot be
 * moved as one node (Kruskal 1956): first joints with limits, motors or springs, so that closing joints are plain
 * locks, then those with more locks, so that few rows are left to close. Joints that stand beside the joint of a link
 * need none. Joints that only limit, such as ropes, can only close. A group with too many rows left (isNet) is a net: its
 * trees are chosen again without its rods (loosenNets), and if too many are left even then, all its joints stay with the
 * sweeps. The choice depends on the joints alone, and for locked axes on the pose (loops/locked-axes.ts).
 */

/**
 * Marks of `linkOfJoint` while trees are built: not solved by an articulation, joint of a link, closes a loop, stands beside the joint
 * of a link, closes a planar loop (loops/planar-loops.ts).
 */
export const NONE = -1;
export const CHOSEN = -2;
const CLOSES = -3;
export const BESIDE = -4;
export const CLOSES_PLANE = -5;

/**
 * Scratch, by body slot: nodes of the spanning tree, trees, and groups, as union-find sets; of a group its first joint, its closing
 * rows for locked axes, whether it is loose and whether it is controlled; of a tree its first closing row + 1. By joint: the next one
 * of its group, and its score.
 */
const scratch: Record<
  'nodes' | 'trees' | 'groups' | 'first' | 'axes' | 'loose' | 'coupled' | 'controlled' | 'next' | 'scores',
  Int32Array
> = {
  nodes: new Int32Array(0),
  trees: new Int32Array(0),
  groups: new Int32Array(0),
  first: new Int32Array(0),
  axes: new Int32Array(0),
  loose: new Int32Array(0),
  coupled: new Int32Array(0),
  controlled: new Int32Array(0),
  next: new Int32Array(0),
  scores: new Int32Array(0),
};

/** Joints of a group, by the slot of its first body; -1 after the last. In the order of the joints. */
export const firstOfGroup = (body: number): number => scratch.first[body];
export const nextOfGroup = (joint: number): number => scratch.next[joint];

/** Whether the closing joints of a group have closing rows for their limits, motors and springs as well. */
export const isGroupControlled = (body: number): boolean => scratch.controlled[body] !== 0;

export const chooseJoints = (world: World): void => {
  const { activeJoints, bodies } = world;
  reserve(world);
  scratch.loose.fill(0, 0, bodies.capacity + 1);
  let highest = 0;
  for (let k = 0; k < activeJoints.count; k++) {
    const joint = activeJoints.items[k];
    scratch.scores[joint] = scoreOf(world, joint);
    highest = Math.max(highest, scratch.scores[joint]);
  }
  chooseTrees(world, highest);
  if (loosenNets(world)) chooseTrees(world, highest);
  for (let body = 0; body < bodies.capacity; body++) {
    if (scratch.first[body] < 0) continue;
    scratch.controlled[body] = isNet(world, body, true) ? 0 : 1;
    if (isNet(world, body, false) || isLoneLimit(world, body)) dropGroup(world, body);
    else if (scratch.controlled[body] === 0) dropLimits(world, body);
  }
};

/** The spanning trees, and the joints and locked axes of each group. */
const chooseTrees = (world: World, highest: number): void => {
  const { activeJoints, bodies } = world;
  for (let body = 0; body <= bodies.capacity; body++) {
    scratch.nodes[body] = body;
    scratch.trees[body] = body;
    scratch.first[body] = NONE;
    scratch.axes[body] = 0;
  }
  for (let score = highest; score > 0; score--)
    for (let k = 0; k < activeJoints.count; k++)
      if (scratch.scores[activeJoints.items[k]] === score) choose(world, activeJoints.items[k]);
  for (let k = 0; k < activeJoints.count; k++) choosePlanar(world, activeJoints.items[k]);
  listGroups(world);
  for (let body = 0; body < bodies.capacity; body++)
    if (scratch.first[body] >= 0 && scratch.loose[body] !== 0)
      scratch.first[body] = orderNet(world, scratch.first[body], scratch.next);
  countLockedAxes(world);
};

/**
 * Marks nets as loose: in these, joints with one lock, such as the rods of a cloth, connect nothing. As a joint of a link such a rod
 * leaves five freedoms to eliminate, and along the tree every closing row acts on every other; as a closing row it acts on the rods
 * of its two bodies alone. Returns whether there is a net.
 */
const loosenNets = (world: World): boolean => {
  let some = false;
  for (let body = 0; body < world.bodies.capacity; body++) {
    if (scratch.first[body] < 0 || !isNet(world, body, true)) continue;
    scratch.loose[body] = 1;
    some = true;
  }
  return some;
};

/** Closing rows that locked axes of the bodies of each group need: those that no joint of the tree implies. */
const countLockedAxes = (world: World): void => {
  const { articulations: a, activeJoints, bodies } = world;
  for (let body = 0; body < bodies.capacity; body++)
    if (bodies.locks[body] !== 0 && isDynamic(world, body))
      scratch.axes[findRoot(scratch.groups, body)] += countLocks(bodies.locks[body]);
  for (let k = 0; k < activeJoints.count; k++) {
    const joint = activeJoints.items[k];
    if (a.linkOfJoint[joint] !== CHOSEN) continue;
    const body = dynamicBodyOf(world, joint);
    if (bodies.locks[body] !== 0 && impliesLocks(world, joint))
      scratch.axes[findRoot(scratch.groups, body)] -= countLocks(bodies.locks[body]);
  }
};

/** In the order of the joints. */
const listGroups = (world: World): void => {
  const { articulations: a, activeJoints } = world;
  for (let k = activeJoints.count - 1; k >= 0; k--) {
    const joint = activeJoints.items[k];
    if (a.linkOfJoint[joint] === NONE) continue;
    const group = findRoot(scratch.groups, dynamicBodyOf(world, joint));
    scratch.next[joint] = scratch.first[group];
    scratch.first[group] = joint;
  }
};

const reserve = ({ bodies, joints }: World): void => {
  const { capacity } = bodies;
  if (scratch.nodes.length <= capacity) {
    scratch.nodes = growInt32(scratch.nodes, capacity + 1);
    scratch.trees = growInt32(scratch.trees, capacity + 1);
    scratch.loose = growInt32(scratch.loose, capacity + 1);
    scratch.groups = growInt32(scratch.groups, capacity + 1);
    scratch.first = growInt32(scratch.first, capacity + 1);
    scratch.axes = growInt32(scratch.axes, capacity + 1);
    scratch.coupled = growInt32(scratch.coupled, capacity + 1);
    scratch.controlled = growInt32(scratch.controlled, capacity + 1);
  }
  if (scratch.next.length < joints.capacity) {
    scratch.next = growInt32(scratch.next, joints.capacity);
    scratch.scores = growInt32(scratch.scores, joints.capacity);
  }
  for (let body = 0; body <= capacity; body++) scratch.groups[body] = body;
};

/** Above the locks of any joint. */
const CONTROLLED = 8;

/** 0: no rigid rows that an articulation can solve. 1: they can only close. Else the order in which joints are chosen. */
const scoreOf = (world: World, joint: number): number => {
  const { joints, rows } = world;
  const end = joints.firstRow[joint] + joints.rowCount[joint];
  const locks = closingRows(world, joint);
  if (locks > MAX_JOINT_CLOSING_ROWS || !hasLinks(world, joint)) return 0;
  if (locks === 0 && !onlyLimits(world, joint)) return 0;
  joinBodies(world, joint);
  if (!isTreeJoint(world, joint)) return 1;
  for (let row = joints.firstRow[joint]; row < end; row++)
    if (rows.index[row * ROW_INTS + ROLE] !== Role.lock) return 1 + locks + CONTROLLED;
  return 1 + locks;
};

/** Rows that a joint has if it closes a loop; a coupled pair is one. */
const closingRows = (world: World, joint: number): number => {
  const { joints, rows } = world;
  const end = joints.firstRow[joint] + joints.rowCount[joint];
  let count = 0;
  for (let row = joints.firstRow[joint]; row < end; row++) {
    if (!isRigidLock(world, row)) continue;
    count++;
    if (rows.index[row * ROW_INTS + BLOCK] === COUPLED) row++;
  }
  return count;
};

/** Rows of a joint that closes a loop which other joints of the loop imply: of a hinge in a planar loop all but PLANE_ROWS. */
const impliedRows = (world: World, joint: number): number =>
  world.articulations.linkOfJoint[joint] === CLOSES_PLANE ? closingRows(world, joint) - PLANE_ROWS : 0;

/** Rows that the controls of a joint have if it closes a loop: one a coordinate, and one for each limit of its own. */
const closingControls = (world: World, joint: number): number => {
  const { joints } = world;
  const first = joints.firstRow[joint];
  const end = first + joints.rowCount[joint];
  let count = 0;
  for (let row = first; row < end; row++) {
    if (placeOf(world, row) < 0) continue;
    const coordinate = coordinateOf(world, joint, row);
    let other = first;
    while (other < row && (placeOf(world, other) < 0 || coordinateOf(world, joint, other) !== coordinate))
      other++;
    if (coordinate < 0 || other === row) count++;
  }
  return count;
};

/** Whether a joint has room for the closing rows of its locks and controls. */
export const fitsControls = (world: World, joint: number): boolean =>
  closingRows(world, joint) + closingControls(world, joint) <= MAX_JOINT_CLOSING_ROWS;

/** Whether a joint has rigid limits, and no rows but those of controls: a rope, a cone. */
const onlyLimits = (world: World, joint: number): boolean => {
  const { joints } = world;
  const end = joints.firstRow[joint] + joints.rowCount[joint];
  let some = false;
  for (let row = joints.firstRow[joint]; row < end; row++) {
    const place = placeOf(world, row);
    if (place < 0) return false;
    some ||= place === LIMIT_AT;
  }
  return some && fitsControls(world, joint);
};

/** Whether some body of a joint's rows is dynamic, and all that are can be links. */
const hasLinks = (world: World, joint: number): boolean => {
  const { joints, rows } = world;
  const end = joints.firstRow[joint] + joints.rowCount[joint];
  let some = false;
  for (let row = joints.firstRow[joint]; row < end; row++) {
    for (let side = BODY_A; side <= BODY_B; side++) {
      const body = rows.index[row * ROW_INTS + side];
      if (!canBeLinkOrParent(world, body)) return false;
      some ||= isDynamic(world, body);
    }
  }
  return some;
};

/** A dynamic body of a joint's rows. */
const dynamicBodyOf = (world: World, joint: number): number => {
  const { joints, rows } = world;
  const end = joints.firstRow[joint] + joints.rowCount[joint];
  for (let row = joints.firstRow[joint]; row < end; row++) {
    const k = row * ROW_INTS;
    if (isDynamic(world, rows.index[k + BODY_A])) return rows.index[k + BODY_A];
    if (isDynamic(world, rows.index[k + BODY_B])) return rows.index[k + BODY_B];
  }
  return NONE;
};

const joinBodies = (world: World, joint: number): void => {
  const { joints, rows } = world;
  const end = joints.firstRow[joint] + joints.rowCount[joint];
  const first = dynamicBodyOf(world, joint);
  for (let row = joints.firstRow[joint]; row < end; row++) {
    for (let side = BODY_A; side <= BODY_B; side++) {
      const body = rows.index[row * ROW_INTS + side];
      if (isDynamic(world, body)) join(scratch.groups, first, body);
    }
  }
};

/** Kruskal's step: a joint between two parts of the graph connects them, any other closes a loop. */
const choose = (world: World, joint: number): void => {
  const { articulations: a, joints } = world;
  const nodeA = nodeOf(world, joints.bodyA[joint]);
  const nodeB = nodeOf(world, joints.bodyB[joint]);
  const canConnect = scratch.scores[joint] > 1 && !isLoose(world, joint);
  const connects = canConnect && findRoot(scratch.nodes, nodeA) !== findRoot(scratch.nodes, nodeB);
  a.linkOfJoint[joint] = connects ? CHOSEN : findBeside(world, joint) >= 0 ? BESIDE : CLOSES;
  if (!connects) return;
  join(scratch.nodes, nodeA, nodeB);
  const isBetween = isDynamic(world, joints.bodyA[joint]) && isDynamic(world, joints.bodyB[joint]);
  if (isBetween) join(scratch.trees, joints.bodyA[joint], joints.bodyB[joint]);
};

/** Whether a joint has one lock, and is part of a net. */
const isLoose = (world: World, joint: number): boolean => {
  const group = findRoot(scratch.groups, dynamicBodyOf(world, joint));
  return scratch.loose[group] !== 0 && closingRows(world, joint) === 1;
};

const choosePlanar = (world: World, joint: number): void => {
  const { linkOfJoint } = world.articulations;
  if (linkOfJoint[joint] === CLOSES && isPlanarLoop(world, joint, CHOSEN)) linkOfJoint[joint] = CLOSES_PLANE;
};

/** Whether a joint closes a loop. */
export const doesClose = ({ articulations: { linkOfJoint } }: World, joint: number): boolean =>
  linkOfJoint[joint] === CLOSES || linkOfJoint[joint] === CLOSES_PLANE;

/** The chosen joint that a joint stands beside; -1 if there is none. */
const findBeside = (world: World, joint: number): number => {
  const { linkOfJoint } = world.articulations;
  const from = dynamicBodyOf(world, joint);
  for (let edge = firstJointEdge(world, from); edge >= 0; edge = nextJointEdge(world, edge))
    if (linkOfJoint[edge >> 1] === CHOSEN && standsBeside(world, joint, edge >> 1)) return edge >> 1;
  return NONE;
};

/**
 * Whether the closing rows of a group, with those of controls or without, are too many, or the work of their factor is: rows have entries
 * in K from the first row on that acts on a tree of theirs (loops/closing-rows.ts). Where all loops are closed by loose rods and ropes they
 * may be more: their rows of K are short.
 */
const isNet = (world: World, group: number, withControls: boolean): boolean => {
  let count = 0;
  let work = 0;
  let isOfRods = scratch.loose[group] !== 0 && scratch.axes[group] === 0;
  for (let joint = firstOfGroup(group); joint >= 0; joint = nextOfGroup(joint)) {
    if (!doesClose(world, joint)) continue;
    isOfRods &&= closingRows(world, joint) <= 1;
    const locks = closingRows(world, joint) - impliedRows(world, joint);
    const rows = locks + (withControls ? closingControls(world, joint) : 0);
    const first = firstCoupled(world, joint, count);
    for (let i = 0; i < rows; i++, count++) work += (count - first + 1) * (count - first + 1);
  }
  for (let i = 0; i < scratch.axes[group]; i++, count++) work += (count + 1) * (count + 1);
  // Not all of `coupled`: there may be as many groups as bodies.
  for (let k = 0; k < reached.count; k++) scratch.coupled[reached.items[k]] = 0;
  reached.count = 0;
  if (isOfRods && count > 0) return count > MAX_LOOSE_ROWS || work > MAX_LOOSE_WORK;
  return count > MAX_CLOSING_ROWS || work > MAX_CLOSING_WORK;
};

/** Scratch: trees with an entry in `coupled`. */
const reached = createIndexList();

/** The first closing row of a group that acts on a tree on which a joint acts; `row`, its own first one, if there is none. */
const firstCoupled = (world: World, joint: number, row: number): number => {
  const { joints, rows } = world;
  const { coupled, trees } = scratch;
  const end = joints.firstRow[joint] + joints.rowCount[joint];
  let first = row;
  for (let i = joints.firstRow[joint]; i < end; i++) {
    for (let side = BODY_A; side <= BODY_B; side++) {
      const body = rows.index[i * ROW_INTS + side];
      if (!isDynamic(world, body)) continue;
      const tree = findRoot(trees, body);
      if (coupled[tree] === 0) {
        coupled[tree] = row + 1;
        pushIndex(reached, tree);
      }
      first = Math.min(first, coupled[tree] - 1);
    }
  }
  return first;
};

/**
 * A rope, or another joint that only limits, between two bodies that nothing else holds: sweeps solve one row exactly, too. A motor
 * beside the limit is no such joint: in sweeps both pushed against each other.
 */
const isLoneLimit = (world: World, group: number): boolean => {
  const { joints, rows } = world;
  const joint = firstOfGroup(group);
  if (nextOfGroup(joint) >= 0) return false;
  const end = joints.firstRow[joint] + joints.rowCount[joint];
  for (let row = joints.firstRow[joint]; row < end; row++)
    if (rows.index[row * ROW_INTS + ROLE] !== Role.limit) return false;
  return true;
};

/** Joints that only limit are left to the tours and sweeps. */
const dropLimits = (world: World, group: number): void => {
  let last = NONE;
  for (let joint = firstOfGroup(group); joint >= 0; joint = nextOfGroup(joint)) {
    if (closingRows(world, joint) > 0) {
      last = joint;
      continue;
    }
    world.articulations.linkOfJoint[joint] = NONE;
    if (last === NONE) scratch.first[group] = nextOfGroup(joint);
    else scratch.next[last] = nextOfGroup(joint);
  }
};

const dropGroup = (world: World, group: number): void => {
  for (let joint = firstOfGroup(group); joint >= 0; joint = nextOfGroup(joint))
    world.articulations.linkOfJoint[joint] = NONE;
  scratch.first[group] = -1;
};
