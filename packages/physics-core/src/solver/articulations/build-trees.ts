import { firstJointEdge, jointEdgeOther, nextJointEdge } from '../../graph/joint-graph.js';
import { createIndexList, growInt32, pushIndex } from '../../math/index-list.js';
import { expandJoint } from '../../rows/expand-points.js';
import {
  ANCHORED,
  CONTROLS,
  END_TREE_CONTROL,
  FIRST_CLOSING,
  FIRST_CLOSING_JOINT,
  FIRST_CONTROL,
  FIRST_FREEDOM,
  FIRST_LINK,
  FIRST_LOCK,
  FIRST_PATH,
  FIRST_TREE_CONTROL,
  FREEDOMS,
  HAS_LOCKED_AXES,
  LINK_BODY,
  LINK_INTS,
  LINK_JOINT,
  LINK_KIND,
  LinkKind,
  LOCK_ROWS,
  LOCK_SHAPE,
  LOCKED_AXES,
  LOCKS,
  LockShape,
  PARENT,
  POINT_AT,
  reserveArticulations,
  SECOND_JOINT,
  SIDE,
  SWING_CONTROL,
  TREE_INTS,
  TWIST_CONTROL,
  WRITES_ROWS,
} from '../../state/articulations.js';
import { CLOSING_INTS, CLOSING_ROW } from '../../state/closing-rows.js';
import { BLOCK, BODY_A, BODY_B, COUPLED, DIRECT, JOINT, ROW_INTS } from '../../state/rows.js';
import type { World } from '../../state/world.js';
import {
  BESIDE,
  CHOSEN,
  CLOSES_PLANE,
  chooseJoints,
  doesClose,
  firstOfGroup,
  fitsControls,
  isGroupControlled,
  NONE,
  nextOfGroup,
} from './choose-joints.js';
import { addJointModel, isDynamic, isObjective, makeHinge } from './joint-model.js';
import {
  addClosingJoint,
  addLockedAxes,
  clearClosingRows,
  finishClosingRows,
} from './loops/build-closing.js';
import { impliesLocks } from './loops/locked-axes.js';
import { findSecond, standsBeside } from './parallel-joints.js';

/**
 * The trees of all articulations, from the joints that were chosen (choose-joints.ts). A joint to the world, or to a
 * static or kinematic body, makes a root; bodies that hang on nothing have their heaviest as a free root, with the
 * lowest slot among equals. From there depth first, in the order of the joint edges, so parents come before their
 * links and each subtree lies in one piece. A group may have several roots, which closing rows connect. Only the state
 * decides the order.
 */
export const buildTrees = (world: World): void => {
  const { articulations: a, bodies, joints } = world;
  clearTrees(world);
  if (world.settings.jointSolver === 'sweeps' || world.settings.method !== 'soft-step') return;
  if (a.linkOf.length < bodies.capacity) a.linkOf = growInt32(a.linkOf, bodies.capacity);
  if (a.linkOfJoint.length < joints.capacity) a.linkOfJoint = growInt32(a.linkOfJoint, joints.capacity);
  a.linkOf.fill(NONE);
  a.linkOfJoint.fill(NONE);
  chooseJoints(world);
  for (let body = 0; body < bodies.capacity; body++) if (firstOfGroup(body) >= 0) buildGroup(world, body);
};

const buildGroup = (world: World, group: number): void => {
  const { articulations: a, joints } = world;
  reserveArticulations(a);
  const t = a.ends.count * TREE_INTS;
  a.treeInts[t + FIRST_LINK] = a.count;
  a.treeInts[t + FIRST_TREE_CONTROL] = a.controlCount;
  for (let joint = firstOfGroup(group); joint >= 0; joint = nextOfGroup(joint)) {
    const link = a.linkOfJoint[joint] === CHOSEN ? linkOnWorld(world, joint) : NONE;
    if (link >= 0) growFrom(world, link, joint);
  }
  for (let joint = firstOfGroup(group); joint >= 0; joint = nextOfGroup(joint))
    if (a.linkOfJoint[joint] === CHOSEN) growFrom(world, heaviestConnected(world, joints.bodyA[joint]), NONE);
  addClosing(world, group);
  a.treeInts[t + END_TREE_CONTROL] = a.controlCount;
  pushIndex(a.ends, a.count);
};

const clearTrees = ({ articulations: a }: World): void => {
  a.count = 0;
  a.ends.count = 0;
  a.beside.count = 0;
  a.freedomCount = 0;
  a.lockCount = 0;
  a.controlCount = 0;
  clearClosingRows(a.closing);
};

/** Bodies on which only closing rows act are roots of their own. */
const addClosing = (world: World, group: number): void => {
  const { articulations: a, joints, rows } = world;
  const t = a.ends.count * TREE_INTS;
  a.treeInts[t + FIRST_CLOSING] = a.closing.count;
  a.treeInts[t + FIRST_CLOSING_JOINT] = a.closing.joints.count;
  a.treeInts[t + FIRST_PATH] = a.closing.path.count;
  for (let joint = firstOfGroup(group); joint >= 0; joint = nextOfGroup(joint)) {
    if (!doesClose(world, joint)) continue;
    const isPlanar = a.linkOfJoint[joint] === CLOSES_PLANE;
    const first = joints.firstRow[joint];
    for (let row = first; row < first + joints.rowCount[joint]; row++) {
      for (let side = BODY_A; side <= BODY_B; side++) {
        const body = rows.index[row * ROW_INTS + side];
        if (isUnvisited(world, body)) growFrom(world, body, NONE);
      }
    }
    addClosingJoint(world, joint, isGroupControlled(group) && fitsControls(world, joint), isPlanar);
  }
  const locksFrom = a.closing.count;
  for (let link = a.treeInts[t + FIRST_LINK]; link < a.count; link++)
    if (needsLockRows(world, link)) addLockedAxes(world, link);
  a.treeInts[t + LOCK_ROWS] = a.closing.count - locksFrom;
  finishClosingRows(world, a.ends.count);
  markAnchored(world);
};

/** Whether a link has locked axes that the joint to its parent does not imply (locked-axes.ts). */
const needsLockRows = (world: World, link: number): boolean => {
  const { linkInts } = world.articulations;
  const joint = linkInts[link * LINK_INTS + LINK_JOINT];
  return linkInts[link * LINK_INTS + LOCKED_AXES] !== 0 && (joint < 0 || !impliesLocks(world, joint));
};

/** Whether the articulation hangs on the world, and whether axes of it are locked. */
const markAnchored = (world: World): void => {
  const { articulations: a } = world;
  const t = a.ends.count * TREE_INTS;
  const from = a.treeInts[t + FIRST_LINK];
  let locked = 0;
  for (let link = from; link < a.count; link++) locked |= a.linkInts[link * LINK_INTS + LOCKED_AXES];
  let anchored = locked !== 0 || a.linkInts[from * LINK_INTS + LINK_JOINT] >= 0;
  for (let r = a.treeInts[t + FIRST_CLOSING]; r < a.closing.count; r++)
    anchored ||= closesOnWorld(world, a.closing.ints[r * CLOSING_INTS + CLOSING_ROW]);
  a.treeInts[t + ANCHORED] = anchored ? 1 : 0;
  a.treeInts[t + HAS_LOCKED_AXES] = locked !== 0 ? 1 : 0;
};

/** Whether a row pulls at the world: at a body that cannot be moved, or at a point of the world, as pulleys do. */
const closesOnWorld = (world: World, row: number): boolean => {
  const { index } = world.rows;
  const rows = index[row * ROW_INTS + BLOCK] === COUPLED ? 2 : 1;
  expandJoint(world, index[row * ROW_INTS + JOINT]);
  for (let i = row; i < row + rows; i++) {
    const isBetween =
      isDynamic(world, index[i * ROW_INTS + BODY_A]) && isDynamic(world, index[i * ROW_INTS + BODY_B]);
    if (!isBetween || !isObjective(world, i)) return true;
  }
  return false;
};

const isUnvisited = (world: World, body: number): boolean =>
  isDynamic(world, body) && world.articulations.linkOf[body] === NONE;

/** The unvisited dynamic body of a joint whose other body cannot be moved; -1 if there is none. */
const linkOnWorld = (world: World, joint: number): number => {
  const { bodyA, bodyB } = world.joints;
  const a = bodyA[joint];
  const b = bodyB[joint];
  if (isUnvisited(world, b) && !isDynamic(world, a)) return b;
  return isUnvisited(world, a) && !isDynamic(world, b) ? a : NONE;
};

/** Scratch: joints through which the search goes on, or the bodies that were found. */
const pending = createIndexList();
const found = createIndexList();

/** The heaviest body that tree joints connect with a body; the lowest slot among equals. */
const heaviestConnected = (world: World, body: number): number => {
  const { articulations: a, bodies } = world;
  found.count = 0;
  pushIndex(found, body);
  a.linkOf[body] = FOUND;
  let heaviest = body;
  for (let k = 0; k < found.count; k++) {
    const from = found.items[k];
    const more = bodies.mass[from] - bodies.mass[heaviest];
    if (more > 0 || (more === 0 && from < heaviest)) heaviest = from;
    for (let edge = firstJointEdge(world, from); edge >= 0; edge = nextJointEdge(world, edge)) {
      const other = jointEdgeOther(world, edge);
      if (!isUnvisited(world, other) || !isTreeEdge(world, edge)) continue;
      a.linkOf[other] = FOUND;
      pushIndex(found, other);
    }
  }
  for (let k = 0; k < found.count; k++) a.linkOf[found.items[k]] = NONE;
  return heaviest;
};

/** Mark of `linkOf` during the search. */
const FOUND = -2;

/** Whether the joint of an edge is to connect a link. */
const isTreeEdge = (world: World, edge: number): boolean =>
  world.articulations.linkOfJoint[edge >> 1] === CHOSEN;

/** Adds the tree of a root body, which hangs on the world by a joint or on nothing. */
const growFrom = (world: World, root: number, joint: number): void => {
  const { articulations: a } = world;
  pending.count = 0;
  addLink(world, root, NONE, joint);
  // A joint is taken from the end of the list, so the search goes deep first.
  while (pending.count > 0) {
    const edge = pending.items[--pending.count];
    const from = (edge & 1) === 0 ? world.joints.bodyA[edge >> 1] : world.joints.bodyB[edge >> 1];
    addLink(world, jointEdgeOther(world, edge), a.linkOf[from], edge >> 1);
  }
};

const addLink = (world: World, body: number, parent: number, joint: number): void => {
  const { articulations: a, joints } = world;
  reserveArticulations(a);
  const link = a.count++;
  const k = link * LINK_INTS;
  a.linkInts[k + LINK_BODY] = body;
  a.linkInts[k + PARENT] = parent;
  a.linkInts[k + LINK_JOINT] = joint;
  a.linkInts[k + SIDE] = joint >= 0 && joints.bodyA[joint] === body ? -1 : 1;
  a.linkInts[k + LOCKED_AXES] = world.bodies.locks[body];
  a.linkOf[body] = link;
  if (joint >= 0) {
    a.linkOfJoint[joint] = link;
    addJointModel(world, link, joint);
    addBeside(world, link, joint);
  } else addFreeRoot(world, link);
  for (let edge = firstJointEdge(world, body); edge >= 0; edge = nextJointEdge(world, edge))
    if (isUnvisited(world, jointEdgeOther(world, edge)) && isTreeEdge(world, edge)) pushIndex(pending, edge);
};

/** The joints that stand beside that of a link. */
const addBeside = (world: World, link: number, joint: number): void => {
  const { articulations: a, joints, rows } = world;
  const first = a.beside.count;
  const body = a.linkInts[link * LINK_INTS + LINK_BODY];
  for (let edge = firstJointEdge(world, body); edge >= 0; edge = nextJointEdge(world, edge)) {
    const other = edge >> 1;
    if (a.linkOfJoint[other] !== BESIDE || !standsBeside(world, other, joint)) continue;
    a.linkOfJoint[other] = link;
    pushIndex(a.beside, other);
    const end = joints.firstRow[other] + joints.rowCount[other];
    for (let row = joints.firstRow[other]; row < end; row++) rows.index[row * ROW_INTS + DIRECT] = 1;
  }
  a.linkInts[link * LINK_INTS + SECOND_JOINT] = a.beside.count > first ? findSecond(world, joint) : NONE;
  if (a.linkInts[link * LINK_INTS + SECOND_JOINT] >= 0) makeHinge(world, link);
};

const addFreeRoot = ({ articulations: a }: World, link: number): void => {
  const k = link * LINK_INTS;
  a.linkInts[k + LINK_KIND] = LinkKind.free;
  a.linkInts[k + POINT_AT] = NONE;
  a.linkInts[k + FIRST_LOCK] = a.lockCount;
  a.linkInts[k + LOCKS] = 0;
  a.linkInts[k + FIRST_FREEDOM] = a.freedomCount;
  a.linkInts[k + FREEDOMS] = 0;
  a.linkInts[k + FIRST_CONTROL] = a.controlCount;
  a.linkInts[k + CONTROLS] = 0;
  a.linkInts[k + SECOND_JOINT] = NONE;
  a.linkInts[k + LOCK_SHAPE] = LockShape.none;
  a.linkInts[k + WRITES_ROWS] = 0;
  a.linkInts[k + SWING_CONTROL] = NONE;
  a.linkInts[k + TWIST_CONTROL] = NONE;
};
