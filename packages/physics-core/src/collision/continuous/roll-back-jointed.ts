import { firstJointEdge, jointEdgeOther, nextJointEdge } from '../../graph/joint-graph.js';
import { jointStages } from '../../joint-stages.js';
import { createFloats, type Floats } from '../../math/floats.js';
import { createIndexList, pushIndex } from '../../math/index-list.js';
import { ARTICULATION, BodyType, DISTURBED, DP, MOTION, REFLECTION } from '../../state/bodies.js';
import { JointFlag } from '../../state/joints.js';
import type { World } from '../../state/world.js';
import { rollBack } from './rollback.js';
import { MOTION_STRIDE } from './time-of-impact.js';
import { writeSweep } from './write-sweep.js';

/**
 * CCD rollback of bodies that hang together by joints: all go back to the same time of the step, are shifted by the same
 * vector, and are then fitted to their joints, if an articulation solves them.
 */

/** Scratch: the bodies of the group; which bodies are in it; the sweep of one. */
export const group = createIndexList();
let isMember = new Uint8Array(64);
const sweep = createFloats(MOTION_STRIDE);

/**
 * Gathers the dynamic bodies that enabled joints connect with this one, in the order in which a breadth-first search meets
 * them. Until the next call they are the group.
 */
export const gatherGroup = (world: World, body: number): void => {
  const { bodies, joints } = world;
  for (let k = 0; k < group.count; k++) isMember[group.items[k]] = 0;
  if (isMember.length < bodies.type.length) isMember = new Uint8Array(bodies.type.length);
  group.count = 0;
  add(body);
  for (let k = 0; k < group.count; k++) {
    for (let edge = firstJointEdge(world, group.items[k]); edge >= 0; edge = nextJointEdge(world, edge)) {
      if ((joints.flags[edge >> 1] & JointFlag.enabled) === 0) continue;
      const other = jointEdgeOther(world, edge);
      if (bodies.type[other] !== BodyType.dynamic || bodies.awakeIndex[other] < 0) continue;
      if (isMember[other] === 0) add(other);
    }
  }
};

const add = (body: number): void => {
  isMember[body] = 1;
  pushIndex(group, body);
};

/** Whether a body is in the group: what hangs together is rolled back together, and cannot be an obstacle for itself. */
export const isInGroup = (body: number): boolean => isMember[body] === 1;

/** Rolls the group back to the fraction `time` of their sweeps, then moves it by `shift`, m. */
export const rollBackGroup = (world: World, time: Floats, shift: Floats): void => {
  const { bodies } = world;
  for (let k = 0; k < group.count; k++) {
    const member = group.items[k];
    writeSweep(world, member, sweep);
    rollBack(world, member, sweep, time);
    for (let i = 0; i < 3; i++) {
      bodies.centre[member * 3 + i] += shift[i];
      bodies.motion[member * MOTION + DP + i] += shift[i];
    }
    // What joints did at the end of the step is no reflection any more.
    bodies.articulation[member * ARTICULATION + REFLECTION] = DISTURBED;
  }
  jointStages.fitRolledBack(world, group);
};
