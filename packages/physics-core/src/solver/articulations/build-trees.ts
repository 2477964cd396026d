import { firstJointEdge, jointEdgeOther, nextJointEdge } from '../../graph/joint-graph.js';
import { createIndexList, growInt32, pushIndex } from '../../math/index-list.js';
import {
  CONTROLS,
  END_TREE_CONTROL,
  FIRST_CONTROL,
  FIRST_FREEDOM,
  FIRST_LINK,
  FIRST_LOCK,
  FIRST_TREE_CONTROL,
  FREEDOMS,
  LINK_BODY,
  LINK_INTS,
  LINK_JOINT,
  LINK_KIND,
  LinkKind,
  LOCKS,
  PARENT,
  POINT_AT,
  reserveArticulations,
  SIDE,
  TREE_INTS,
} from '../../state/articulations.js';
import type { World } from '../../state/world.js';
import { addJointModel, isDynamic, isTreeJoint } from './joint-model.js';

/**
 * Spanning trees of the joint graph. The first joint to the world, or to a static or kinematic body, makes the root;
 * a group of bodies that hangs on nothing has its heaviest body as a free root, with the lowest slot among equals.
 * From there depth first, in the order of the joint edges, so parents come before their links and each subtree lies
 * in one piece. Only the state decides the order.
 */
export const buildTrees = (world: World): void => {
  const { activeJoints, articulations: a, bodies, joints } = world;
  clearTrees(world);
  if (world.settings.jointSolver === 'sweeps' || world.settings.method !== 'soft-step') return;
  if (a.linkOf.length < bodies.capacity) a.linkOf = growInt32(a.linkOf, bodies.capacity);
  if (a.linkOfJoint.length < joints.capacity) a.linkOfJoint = growInt32(a.linkOfJoint, joints.capacity);
  a.linkOf.fill(NONE);
  a.linkOfJoint.fill(NONE);
  for (let k = 0; k < activeJoints.count; k++) {
    const joint = activeJoints.items[k];
    const link = linkOnWorld(world, joint);
    if (link >= 0 && isTreeJoint(world, joint)) growFrom(world, link, joint);
  }
  for (let k = 0; k < activeJoints.count; k++) {
    const joint = activeJoints.items[k];
    if (a.linkOfJoint[joint] !== NONE || !isTreeJoint(world, joint)) continue;
    if (isUnvisited(world, joints.bodyA[joint]) && isUnvisited(world, joints.bodyB[joint]))
      growFrom(world, heaviestConnected(world, joints.bodyA[joint]), NONE);
  }
};

const NONE = -1;

const clearTrees = ({ articulations: a }: World): void => {
  a.count = 0;
  a.ends.count = 0;
  a.freedomCount = 0;
  a.lockCount = 0;
  a.controlCount = 0;
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

/** Whether the joint of an edge is solved in this step and can connect a link. */
const isTreeEdge = (world: World, edge: number): boolean =>
  world.joints.rowCount[edge >> 1] > 0 && isTreeJoint(world, edge >> 1);

/** Adds the tree of a root body, which hangs on the world by a joint or on nothing. */
const growFrom = (world: World, root: number, joint: number): void => {
  const { articulations: a } = world;
  reserveArticulations(a);
  const tree = a.ends.count;
  a.treeInts[tree * TREE_INTS + FIRST_LINK] = a.count;
  a.treeInts[tree * TREE_INTS + FIRST_TREE_CONTROL] = a.controlCount;
  pending.count = 0;
  addLink(world, root, NONE, joint);
  // A joint is taken from the end of the list, so the search goes deep first.
  while (pending.count > 0) {
    const edge = pending.items[--pending.count];
    const body = jointEdgeOther(world, edge);
    if (!isUnvisited(world, body) || a.linkOfJoint[edge >> 1] !== NONE) continue;
    const from = (edge & 1) === 0 ? world.joints.bodyA[edge >> 1] : world.joints.bodyB[edge >> 1];
    addLink(world, body, a.linkOf[from], edge >> 1);
  }
  a.treeInts[tree * TREE_INTS + END_TREE_CONTROL] = a.controlCount;
  pushIndex(a.ends, a.count);
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
  a.linkOf[body] = link;
  if (joint >= 0) {
    a.linkOfJoint[joint] = link;
    addJointModel(world, link, joint);
  } else addFreeRoot(world, link);
  for (let edge = firstJointEdge(world, body); edge >= 0; edge = nextJointEdge(world, edge))
    if (isUnvisited(world, jointEdgeOther(world, edge)) && isTreeEdge(world, edge)) pushIndex(pending, edge);
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
};
