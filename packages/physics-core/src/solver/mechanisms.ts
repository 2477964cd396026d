import { firstJointEdge, jointEdgeOther, nextJointEdge } from '../graph/joint-graph.js';
import { createIndexList, growUint8, pushIndex } from '../math/index-list.js';
import { BodyType } from '../state/bodies.js';
import { BLOCK, BOUNCE, COUPLED, KIND, Kind, ROW, ROW_INTS } from '../state/rows.js';
import type { World } from '../state/world.js';

/**
 * Mechanisms: joints that hang together through bodies that can move, with so many in a row that they are
 * solved directly (solver/direct-joints.ts). What sweeps cannot find is what a long row bears: a person has 24
 * joints, but 13 from fingers to toes, and a direct solve of five people takes many times as long. Where they
 * form loops all count: each loop bears what the others leave it. Plain points do not count: sweeps are good
 * and fast with them.
 */

/**
 * Joints of the largest mechanism that is solved directly, plain points among them. Chains could be longer, but
 * K of a net fills up, and what a solve costs grows with the square of its width.
 */
const MOST_JOINTS = 200;

/** The joints that hang together with the one in hand; and how many lie on the way to each, itself among them. */
const found = createIndexList();
const depths = createIndexList();
/** The bodies between them. */
const members = createIndexList();

export const isInMechanism = ({ mechanisms }: World, body: number): boolean =>
  mechanisms.ends.count > 0 && mechanisms.isMember[body] !== 0;

/** Whether the direct solve takes care of a joint, the stops that it runs into among it. */
export const isSolvedDirectly = ({ mechanisms }: World, joint: number): boolean =>
  mechanisms.ends.count > 0 && mechanisms.isJoint[joint] !== 0;

/**
 * Lists the mechanisms, when the rows of all joints are placed; `unchanged` where those are the rows of the
 * last step. Looking at 600 joints again in every step of 60 ragdolls took 2 % of it.
 */
export const listMechanisms = (world: World, unchanged: boolean): void => {
  const { activeJoints, bodies, joints, settings, mechanisms } = world;
  if (unchanged && mechanisms.listedFor === settings.directJoints) return;
  mechanisms.listedFor = settings.directJoints;
  mechanisms.joints.count = 0;
  mechanisms.ends.count = 0;
  if (activeJoints.count < settings.directJoints) return;
  if (mechanisms.isVisited.length < joints.used) {
    mechanisms.isVisited = growUint8(mechanisms.isVisited, joints.used);
    mechanisms.isJoint = growUint8(mechanisms.isJoint, joints.used);
  }
  if (mechanisms.isMember.length < bodies.capacity)
    mechanisms.isMember = growUint8(mechanisms.isMember, bodies.capacity);
  mechanisms.isVisited.fill(0);
  mechanisms.isJoint.fill(0);
  mechanisms.isMember.fill(0);
  for (let k = 0; k < activeJoints.count; k++) {
    const joint = activeJoints.items[k];
    if (isCounted(world, joint) && isNew(world, joint)) listMechanism(world, joint);
  }
};

const isCounted = ({ rows, joints }: World, joint: number): boolean =>
  joints.rowCount[joint] > 0 && rows.index[joints.firstRow[joint] * ROW_INTS + KIND] !== Kind.lonePoint;

const listMechanism = (world: World, joint: number): void => {
  const { mechanisms } = world;
  gather(world, joint);
  if (found.count < world.settings.directJoints || found.count > MOST_JOINTS) return;
  for (let k = 0; k < found.count; k++) if (bounces(world, found.items[k])) return;
  if ((hasLoop(world) ? countedJoints(world) : longestRow(world)) < world.settings.directJoints) return;
  // Another walk puts them in order.
  forgetVisits(world);
  listBeyond(world, world.joints.bodyA[joint]);
  listBeyond(world, world.joints.bodyB[joint]);
  pushIndex(mechanisms.ends, mechanisms.joints.count);
};

/**
 * Whether a stop of a joint gives back speed. Impacts on such stops are looked for, and their impulses
 * forgotten, joint by joint (solver/limit-approaches.ts): within a mechanism its neighbours would keep theirs.
 */
const bounces = ({ rows, joints }: World, joint: number): boolean => {
  const first = joints.firstRow[joint];
  for (let row = first; row < first + joints.rowCount[joint]; row++)
    if (rows.index[row * ROW_INTS + KIND] < Kind.point && rows.data[row * ROW + BOUNCE] > 0) return true;
  return false;
};

const countedJoints = (world: World): number => {
  let count = 0;
  for (let k = 0; k < found.count; k++) if (isCounted(world, found.items[k])) count++;
  return count;
};

/** Whether there are more joints than it takes to hang all bodies together, and on whatever stands still. */
const hasLoop = (world: World): boolean => {
  const { bodyA, bodyB } = world.joints;
  members.count = 0;
  let stands = 0;
  for (let k = 0; k < found.count; k++) {
    const movesA = addMember(world, bodyA[found.items[k]]);
    const movesB = addMember(world, bodyB[found.items[k]]);
    if (!movesA || !movesB) stands = 1;
  }
  for (let k = 0; k < members.count; k++) world.mechanisms.isMember[members.items[k]] = 0;
  return found.count > members.count - 1 + stands;
};

/** Notes a body, once. Returns whether it can move. */
const addMember = ({ bodies, mechanisms }: World, body: number): boolean => {
  if (bodies.type[body] !== BodyType.dynamic) return false;
  if (mechanisms.isMember[body] === 0) pushIndex(members, body);
  mechanisms.isMember[body] = 1;
  return true;
};

/**
 * Joints in the longest row among those that were found, which are a tree: the one that is deepest from
 * anywhere is an end of it.
 */
const longestRow = (world: World): number => {
  const end = found.items[deepest()];
  forgetVisits(world);
  gather(world, end);
  return depths.items[deepest()];
};

const deepest = (): number => {
  let most = 0;
  for (let k = 1; k < found.count; k++) if (depths.items[k] > depths.items[most]) most = k;
  return most;
};

const forgetVisits = ({ mechanisms }: World): void => {
  for (let k = 0; k < found.count; k++) mechanisms.isVisited[found.items[k]] = 0;
};

const gather = (world: World, joint: number): void => {
  const { bodyA, bodyB } = world.joints;
  found.count = 0;
  depths.count = 0;
  visit(world, joint, 0);
  for (let k = 0; k < found.count; k++) {
    gatherAround(world, bodyA[found.items[k]], depths.items[k]);
    gatherAround(world, bodyB[found.items[k]], depths.items[k]);
  }
};

const gatherAround = (world: World, body: number, depth: number): void => {
  if (world.bodies.type[body] !== BodyType.dynamic) return;
  for (let edge = firstJointEdge(world, body); edge >= 0; edge = nextJointEdge(world, edge))
    if (isNew(world, edge >> 1)) visit(world, edge >> 1, depth);
};

const visit = (world: World, joint: number, depth: number): void => {
  world.mechanisms.isVisited[joint] = 1;
  pushIndex(found, joint);
  pushIndex(depths, isCounted(world, joint) ? depth + 1 : depth);
};

/** Limb by limb, each from its end: a joint then has to do with the one before it, and K is narrow. */
const listBeyond = (world: World, body: number): void => {
  const { mechanisms } = world;
  if (world.bodies.type[body] !== BodyType.dynamic) return;
  mechanisms.isMember[body] = 1;
  for (let edge = firstJointEdge(world, body); edge >= 0; edge = nextJointEdge(world, edge)) {
    if (!isNew(world, edge >> 1)) continue;
    mechanisms.isVisited[edge >> 1] = 1;
    listBeyond(world, jointEdgeOther(world, edge));
    mechanisms.isJoint[edge >> 1] = 1;
    pushIndex(mechanisms.joints, edge >> 1);
  }
};

/** Couplings share a λ between four bodies and stay with the sweeps. */
const isNew = ({ rows, joints, mechanisms }: World, joint: number): boolean => {
  if (mechanisms.isVisited[joint] !== 0 || joints.rowCount[joint] === 0) return false;
  const first = joints.firstRow[joint];
  for (let row = first; row < first + joints.rowCount[joint]; row++)
    if (rows.index[row * ROW_INTS + BLOCK] === COUPLED) return false;
  return true;
};
