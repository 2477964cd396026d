import { firstJointEdge, jointEdgeOther, nextJointEdge } from '../graph/joint-graph.js';
import { createIndexList, growUint8, pushIndex } from '../math/index-list.js';
import { BodyType } from '../state/bodies.js';
import { BLOCK, COUPLED, KIND, Kind, ROW_INTS } from '../state/rows.js';
import type { World } from '../state/world.js';

/**
 * Mechanisms: joints that hang together through bodies that can move, so many that they are solved directly
 * (solver/direct-joints.ts). Plain points do not count: sweeps are good and fast with them.
 */

/** The joints of all mechanisms, one mechanism after the other, and where each ends. */
export const members = createIndexList();
export const ends = createIndexList();

/** Joints of the largest mechanism that is solved directly. */
const MOST_JOINTS = 200;

/** Whether a joint has been listed, by joint; whether a body belongs to a mechanism, by body. */
let isListed: Uint8Array = new Uint8Array(0);
let isMember: Uint8Array = new Uint8Array(0);

/** The joints that hang together with the one in hand. */
const found = createIndexList();

export const isInMechanism = (body: number): boolean => ends.count > 0 && isMember[body] !== 0;

/** For which world and from how many joints on the mechanisms were listed. */
const listed = { world: -1, directJoints: 0 };

/**
 * Lists the mechanisms, when the rows of all joints are placed; `unchanged` where those are the rows of the
 * last step. Looking at 600 joints again in every step of 60 ragdolls took 2 % of it.
 */
export const listMechanisms = (world: World, unchanged: boolean): void => {
  const { activeJoints, bodies, joints, settings } = world;
  if (unchanged && listed.world === world.id && listed.directJoints === settings.directJoints) return;
  listed.world = world.id;
  listed.directJoints = settings.directJoints;
  members.count = 0;
  ends.count = 0;
  if (activeJoints.count < settings.directJoints) return;
  if (isListed.length < joints.used) isListed = growUint8(isListed, joints.used);
  if (isMember.length < bodies.capacity) isMember = growUint8(isMember, bodies.capacity);
  isListed.fill(0);
  isMember.fill(0);
  for (let k = 0; k < activeJoints.count; k++) {
    const joint = activeJoints.items[k];
    if (counts(world, joint) && isNew(world, joint)) listMechanism(world, joint);
  }
};

const counts = ({ rows, joints }: World, joint: number): boolean =>
  joints.rowCount[joint] > 0 && rows.index[joints.firstRow[joint] * ROW_INTS + KIND] !== Kind.lonePoint;

const listMechanism = (world: World, joint: number): void => {
  gather(world, joint);
  let counted = 0;
  for (let k = 0; k < found.count; k++) if (counts(world, found.items[k])) counted++;
  if (counted < world.settings.directJoints || found.count > MOST_JOINTS) return;
  for (let k = 0; k < found.count; k++) isListed[found.items[k]] = 0;
  listBeyond(world, world.joints.bodyA[joint]);
  listBeyond(world, world.joints.bodyB[joint]);
  pushIndex(ends, members.count);
};

const gather = (world: World, joint: number): void => {
  const { bodyA, bodyB } = world.joints;
  found.count = 0;
  isListed[joint] = 1;
  pushIndex(found, joint);
  for (let k = 0; k < found.count; k++) {
    gatherAround(world, bodyA[found.items[k]]);
    gatherAround(world, bodyB[found.items[k]]);
  }
};

const gatherAround = (world: World, body: number): void => {
  if (world.bodies.type[body] !== BodyType.dynamic) return;
  for (let edge = firstJointEdge(world, body); edge >= 0; edge = nextJointEdge(world, edge)) {
    if (!isNew(world, edge >> 1)) continue;
    isListed[edge >> 1] = 1;
    pushIndex(found, edge >> 1);
  }
};

/** Limb by limb, each from its end: a joint then has to do with the one before it, and K is narrow. */
const listBeyond = (world: World, body: number): void => {
  if (world.bodies.type[body] !== BodyType.dynamic) return;
  isMember[body] = 1;
  for (let edge = firstJointEdge(world, body); edge >= 0; edge = nextJointEdge(world, edge)) {
    if (!isNew(world, edge >> 1)) continue;
    isListed[edge >> 1] = 1;
    listBeyond(world, jointEdgeOther(world, edge));
    pushIndex(members, edge >> 1);
  }
};

/** Couplings share a λ between four bodies and stay with the sweeps. */
const isNew = ({ rows, joints }: World, joint: number): boolean => {
  if (isListed[joint] !== 0 || joints.rowCount[joint] === 0) return false;
  const first = joints.firstRow[joint];
  for (let row = first; row < first + joints.rowCount[joint]; row++)
    if (rows.index[row * ROW_INTS + BLOCK] === COUPLED) return false;
  return true;
};
