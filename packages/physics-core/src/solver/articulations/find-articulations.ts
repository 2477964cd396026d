import { firstJointEdge, jointEdgeOther, nextJointEdge } from '../../graph/joint-graph.js';
import { createIndexList, growUint8, pushIndex } from '../../math/index-list.js';
import { BodyType } from '../../state/bodies.js';
import { BLOCK, BOUNCE, COUPLED, KIND, Kind, ROW, ROW_INTS } from '../../state/rows.js';
import type { World } from '../../state/world.js';
import { MAX_ARTICULATION_JOINTS } from '../../tuning.js';

/**
 * Finds articulations: joints connected through dynamic bodies, whose longest path has at least
 * `directJoints` joints. They are solved directly (solve-articulations.ts). Gauss-Seidel cannot find the
 * loads along a long path; it copes with short ones. A person has 24 joints but only 13 on the longest path,
 * from fingers to toes, and a direct solve of five people takes many times as long. In loops all joints
 * count, as each loop bears what the others leave to it. Plain points do not count: Gauss-Seidel solves them
 * well and fast.
 */

/**
 * Scratch: the joints connected with one joint, and for each the number of counted joints on the path to it,
 * itself included.
 */
const found = createIndexList();
const depths = createIndexList();
/** Scratch: the bodies between them. */
const members = createIndexList();

export const isInArticulation = ({ articulations }: World, body: number): boolean =>
  articulations.ends.count > 0 && articulations.isMember[body] !== 0;

/** Whether the direct solve includes a joint and its limits. */
export const isSolvedDirectly = ({ articulations }: World, joint: number): boolean =>
  articulations.ends.count > 0 && articulations.isJoint[joint] !== 0;

/**
 * Lists the articulations, after the rows of all joints are placed. `unchanged`: those rows are the same as
 * in the last step. Searching 600 joints again in every step of 60 ragdolls took 2 % of it.
 */
export const listArticulations = (world: World, unchanged: boolean): void => {
  const { activeJoints, bodies, joints, settings, articulations } = world;
  if (unchanged && articulations.listedFor === settings.directJoints) return;
  articulations.listedFor = settings.directJoints;
  articulations.joints.count = 0;
  articulations.ends.count = 0;
  if (activeJoints.count < settings.directJoints) return;
  if (articulations.isVisited.length < joints.used) {
    articulations.isVisited = growUint8(articulations.isVisited, joints.used);
    articulations.isJoint = growUint8(articulations.isJoint, joints.used);
  }
  if (articulations.isMember.length < bodies.capacity)
    articulations.isMember = growUint8(articulations.isMember, bodies.capacity);
  articulations.isVisited.fill(0);
  articulations.isJoint.fill(0);
  articulations.isMember.fill(0);
  for (let k = 0; k < activeJoints.count; k++) {
    const joint = activeJoints.items[k];
    if (isCounted(world, joint) && isNew(world, joint)) listArticulation(world, joint);
  }
};

const isCounted = ({ rows, joints }: World, joint: number): boolean =>
  joints.rowCount[joint] > 0 && rows.index[joints.firstRow[joint] * ROW_INTS + KIND] !== Kind.lonePoint;

const listArticulation = (world: World, joint: number): void => {
  const { articulations } = world;
  collectConnected(world, joint);
  if (found.count < world.settings.directJoints || found.count > MAX_ARTICULATION_JOINTS) return;
  for (let k = 0; k < found.count; k++) if (bounces(world, found.items[k])) return;
  if ((hasLoop(world) ? countedJoints(world) : longestPath(world)) < world.settings.directJoints) return;
  // A second traversal lists them in the order of elimination.
  clearVisited(world);
  listSubtree(world, world.joints.bodyA[joint]);
  listSubtree(world, world.joints.bodyB[joint]);
  pushIndex(articulations.ends, articulations.joints.count);
};

/**
 * Whether a limit of a joint has restitution. Impacts on such limits are found, and their impulses discarded,
 * joint by joint (impacts/limit-approaches.ts): within an articulation the neighbours would keep their part
 * of the impulse.
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

/**
 * Whether the connected joints contain a loop: more joints than a tree needs that spans all bodies, and the
 * static ones as one.
 */
const hasLoop = (world: World): boolean => {
  const { bodyA, bodyB } = world.joints;
  members.count = 0;
  let hasFixedBody = 0;
  for (let k = 0; k < found.count; k++) {
    const movesA = addMember(world, bodyA[found.items[k]]);
    const movesB = addMember(world, bodyB[found.items[k]]);
    if (!movesA || !movesB) hasFixedBody = 1;
  }
  for (let k = 0; k < members.count; k++) world.articulations.isMember[members.items[k]] = 0;
  return found.count > members.count - 1 + hasFixedBody;
};

/** Adds a body to `members` once. Returns whether it can move. */
const addMember = ({ bodies, articulations }: World, body: number): boolean => {
  if (bodies.type[body] !== BodyType.dynamic) return false;
  if (articulations.isMember[body] === 0) pushIndex(members, body);
  articulations.isMember[body] = 1;
  return true;
};

/**
 * The longest path of the connected joints, which form a tree: the deepest joint from anywhere is one end of
 * it.
 */
const longestPath = (world: World): number => {
  const end = found.items[deepestJoint()];
  clearVisited(world);
  collectConnected(world, end);
  return depths.items[deepestJoint()];
};

const deepestJoint = (): number => {
  let most = 0;
  for (let k = 1; k < found.count; k++) if (depths.items[k] > depths.items[most]) most = k;
  return most;
};

const clearVisited = ({ articulations }: World): void => {
  for (let k = 0; k < found.count; k++) articulations.isVisited[found.items[k]] = 0;
};

const collectConnected = (world: World, joint: number): void => {
  const { bodyA, bodyB } = world.joints;
  found.count = 0;
  depths.count = 0;
  visit(world, joint, 0);
  for (let k = 0; k < found.count; k++) {
    collectJointsOf(world, bodyA[found.items[k]], depths.items[k]);
    collectJointsOf(world, bodyB[found.items[k]], depths.items[k]);
  }
};

const collectJointsOf = (world: World, body: number, depth: number): void => {
  if (world.bodies.type[body] !== BodyType.dynamic) return;
  for (let edge = firstJointEdge(world, body); edge >= 0; edge = nextJointEdge(world, edge))
    if (isNew(world, edge >> 1)) visit(world, edge >> 1, depth);
};

const visit = (world: World, joint: number, depth: number): void => {
  world.articulations.isVisited[joint] = 1;
  pushIndex(found, joint);
  pushIndex(depths, isCounted(world, joint) ? depth + 1 : depth);
};

/**
 * Depth first, leaves before roots: then most joints are coupled with the one listed before, and K is narrow.
 */
const listSubtree = (world: World, body: number): void => {
  const { articulations } = world;
  if (world.bodies.type[body] !== BodyType.dynamic) return;
  articulations.isMember[body] = 1;
  for (let edge = firstJointEdge(world, body); edge >= 0; edge = nextJointEdge(world, edge)) {
    if (!isNew(world, edge >> 1)) continue;
    articulations.isVisited[edge >> 1] = 1;
    listSubtree(world, jointEdgeOther(world, edge));
    articulations.isJoint[edge >> 1] = 1;
    pushIndex(articulations.joints, edge >> 1);
  }
};

/** Couplings share one λ between four bodies; Gauss-Seidel solves them. */
const isNew = ({ rows, joints, articulations }: World, joint: number): boolean => {
  if (articulations.isVisited[joint] !== 0 || joints.rowCount[joint] === 0) return false;
  const first = joints.firstRow[joint];
  for (let row = first; row < first + joints.rowCount[joint]; row++)
    if (rows.index[row * ROW_INTS + BLOCK] === COUPLED) return false;
  return true;
};
