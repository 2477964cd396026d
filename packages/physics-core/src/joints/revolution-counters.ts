import { firstJointEdge, nextJointEdge } from '../graph/joint-graph.js';
import { COORDINATE, frame } from '../rows/context.js';
import { clearPlacing } from '../state/joints.js';
import { isLive } from '../state/table.js';
import type { World } from '../state/world.js';
import { jointDefinitions } from './define-joint.js';
import { enterJoint, enterJoints, writeCoordinate } from './write-joint.js';

/** Revolution counters: one float of state for each coordinate, the unwrapped angle at the last count. */

/** Values near which counted angles begin, by the name of the coordinate. */
export type Nearness = Readonly<Record<string, number | undefined>>;

/** Starts the counters near the given values, else within half a revolution of 0. */
export const startRevolutions = (world: World, joint: number, near: Nearness = {}): void => {
  const { coordinates, coordinateNames, stateAt } = jointDefinitions()[world.joints.definition[joint]];
  for (const [k, { countsRevolutions }] of coordinates.entries()) {
    if (countsRevolutions !== true) continue;
    world.jointFloats.data[world.joints.block[joint] + stateAt + k] = near[coordinateNames[k]] ?? 0;
  }
  keepRevolutions(world, joint);
};

/** Counts again after the frames have changed: each angle is the one nearest to its last value. */
export const keepRevolutions = (world: World, joint: number): void => {
  const j = enterJoints(world);
  const { coordinates } = enterJoint(world, j, joint);
  for (const [k, coordinate] of coordinates.entries()) {
    if (coordinate.countsRevolutions !== true) continue;
    writeCoordinate(j, coordinate, k);
    j.floats[j.state + k] = frame[COORDINATE];
  }
};

/** Counts before a body is moved from outside, because revolutions are not counted in every step. */
export const keepRevolutionsOf = (world: World, body: number): void => {
  for (let edge = firstJointEdge(world, body); edge >= 0; edge = nextJointEdge(world, edge))
    keepRevolutions(world, edge >> 1);
};

/**
 * The counted angles of a joint beyond ±π, which its frames alone do not determine; undefined when there are
 * none.
 */
export const readRevolutions = (world: World, joint: number): Nearness | undefined => {
  const j = enterJoints(world);
  const { coordinates, coordinateNames } = enterJoint(world, j, joint);
  const turned: [string, number][] = [];
  for (const [k, coordinate] of coordinates.entries()) {
    if (coordinate.countsRevolutions !== true) continue;
    writeCoordinate(j, coordinate, k);
    if (Math.abs(frame[COORDINATE]) > Math.PI) turned.push([coordinateNames[k], frame[COORDINATE]]);
  }
  return turned.length > 0 ? Object.fromEntries(turned) : undefined;
};

/**
 * Changes the frames or counters of a joint, and shifts the offsets that are relative to them: those of a
 * thread and of the gears that couple the joint. Otherwise they would jump to the positions that the new
 * coordinates demand.
 */
export const remeasure = (world: World, joint: number, change: () => void): void => {
  const { joints, jointFloats } = world;
  const held = holdersOf(world, joint);
  const before = held.map((each) => sumOf(world, each));
  change();
  for (const [i, each] of held.entries()) {
    const { paramsAt, at } = jointDefinitions()[joints.definition[each]];
    jointFloats.data[joints.block[each] + paramsAt + at.offset] += sumOf(world, each) - before[i];
    clearPlacing(joints, each);
  }
};

/** The joint itself and those that couple it, as far as they constrain a sum to an offset. */
const holdersOf = ({ joints }: World, joint: number): number[] => {
  const list: number[] = [];
  for (let other = 0; other < joints.used; other++) {
    if (!isLive(joints, other) || !jointDefinitions()[joints.definition[other]].sum) continue;
    const couples = joints.coupled[other * 2] === joint || joints.coupled[other * 2 + 1] === joint;
    if (other === joint || couples) list.push(other);
  }
  return list;
};

const sumOf = (world: World, joint: number): number => {
  const j = enterJoints(world);
  const { sum, at } = enterJoint(world, j, joint);
  return sum?.(j, at as never) ?? 0;
};
