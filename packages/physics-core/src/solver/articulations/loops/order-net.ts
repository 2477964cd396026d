import { firstJointEdge, jointEdgeOther, nextJointEdge } from '../../../graph/joint-graph.js';
import { createIndexList, growInt32, pushIndex } from '../../../math/index-list.js';
import type { World } from '../../../state/world.js';
import { isDynamic } from '../joint-model.js';

/** Scratch: bodies and joints of a net, in the order in which they are found, and by slot whether they have been found. */
const bodies = createIndexList();
const ordered = createIndexList();
let isBodyFound: Int32Array = new Int32Array(0);
let isJointFound: Int32Array = new Int32Array(0);

/**
 * Lists the joints of a group by distance from a body with the fewest joints, whatever the order in which they were made (Cuthill & McKee
 * 1969): K of a net has few entries to the left of its diagonal if rows of neighbours follow each other. `next` has the joint behind
 * each, and -1 behind the last. Returns the new first one.
 */
export const orderNet = (world: World, first: number, next: Int32Array): number => {
  const start = startNet(world, first, next);
  bodies.count = 0;
  ordered.count = 0;
  if (start >= 0) findBody(start);
  for (let k = 0; k < bodies.count; k++) {
    const from = bodies.items[k];
    for (let edge = firstJointEdge(world, from); edge >= 0; edge = nextJointEdge(world, edge)) {
      const joint = edge >> 1;
      // -1: not solved by an articulation.
      if (world.articulations.linkOfJoint[joint] === -1 || isJointFound[joint] !== 0) continue;
      isJointFound[joint] = 1;
      pushIndex(ordered, joint);
      const other = jointEdgeOther(world, edge);
      if (isDynamic(world, other) && isBodyFound[other] === 0) findBody(other);
    }
  }
  // Couplings may connect what no joint does.
  for (let joint = first; joint >= 0; joint = next[joint])
    if (isJointFound[joint] === 0) pushIndex(ordered, joint);
  let last = -1;
  for (let k = ordered.count - 1; k >= 0; k--) {
    next[ordered.items[k]] = last;
    last = ordered.items[k];
  }
  return last;
};

/** Makes room, and forgets what was found of these joints and their bodies. Returns the body with the fewest joints, or -1. */
const startNet = (world: World, first: number, next: Int32Array): number => {
  const { joints } = world;
  if (isJointFound.length < joints.capacity) isJointFound = growInt32(isJointFound, joints.capacity);
  if (isBodyFound.length < world.bodies.capacity) isBodyFound = growInt32(isBodyFound, world.bodies.capacity);
  let start = -1;
  let fewest = Infinity;
  for (let joint = first; joint >= 0; joint = next[joint]) {
    isJointFound[joint] = 0;
    for (const body of [joints.bodyA[joint], joints.bodyB[joint]]) {
      if (!isDynamic(world, body)) continue;
      isBodyFound[body] = 0;
      const count = countJoints(world, body);
      if (count > fewest || (count === fewest && body >= start)) continue;
      start = body;
      fewest = count;
    }
  }
  return start;
};

const findBody = (body: number): void => {
  isBodyFound[body] = 1;
  pushIndex(bodies, body);
};

const countJoints = (world: World, body: number): number => {
  let count = 0;
  for (let edge = firstJointEdge(world, body); edge >= 0; edge = nextJointEdge(world, edge)) count++;
  return count;
};
