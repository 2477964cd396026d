import { firstJointEdge, nextJointEdge } from '../graph/joint-graph.js';
import { COORDINATE, frame } from '../parts/context.js';
import { forgetPlacing } from '../state/joints.js';
import { isLive } from '../state/table.js';
import type { World } from '../state/world.js';
import { jointDefinitions } from './define-joint.js';
import { enterJoint, enterJoints, writeCoordinate } from './write-rows.js';

/** Turn counters: one float of state for each coordinate, which is the angle where it last was. */

/** Values near which counted angles begin, by the name of the coordinate. */
export type Nearness = Readonly<Record<string, number | undefined>>;

/** Turn counters begin near the values that are given, else within half a turn of 0. */
export const startTurns = (world: World, joint: number, near: Nearness = {}): void => {
  const { coordinates, coordinateNames, stateAt } = jointDefinitions()[world.joints.definition[joint]];
  for (const [k, { countsTurns }] of coordinates.entries()) {
    if (countsTurns !== true) continue;
    world.jointFloats.data[world.joints.block[joint] + stateAt + k] = near[coordinateNames[k]] ?? 0;
  }
  keepTurns(world, joint);
};

/** Counted angles after the frames have changed: those nearest to where they were. */
export const keepTurns = (world: World, joint: number): void => {
  const j = enterJoints(world);
  const { coordinates } = enterJoint(world, j, joint);
  for (const [k, coordinate] of coordinates.entries()) {
    if (coordinate.countsTurns !== true) continue;
    writeCoordinate(j, coordinate, k);
    j.floats[j.state + k] = frame[COORDINATE];
  }
};

/** Before a body is put somewhere else: turns are counted only now and then. */
export const keepTurnsOf = (world: World, body: number): void => {
  for (let edge = firstJointEdge(world, body); edge >= 0; edge = nextJointEdge(world, edge))
    keepTurns(world, edge >> 1);
};

/**
 * The counted angles of a joint that has turned so far that its frames alone do not
 * tell them; undefined when they do.
 */
export const readTurns = (world: World, joint: number): Nearness | undefined => {
  const j = enterJoints(world);
  const { coordinates, coordinateNames } = enterJoint(world, j, joint);
  const turned: [string, number][] = [];
  for (const [k, coordinate] of coordinates.entries()) {
    if (coordinate.countsTurns !== true) continue;
    writeCoordinate(j, coordinate, k);
    if (Math.abs(frame[COORDINATE]) > Math.PI) turned.push([coordinateNames[k], frame[COORDINATE]]);
  }
  return turned.length > 0 ? Object.fromEntries(turned) : undefined;
};

/**
 * Changes where a joint sits or how far it has counted, and moves with it what is held relative
 * to that: the offsets of a thread and of the gears that couple it. Otherwise they would jump
 * to where the new coordinates say.
 */
export const remeasure = (world: World, joint: number, change: () => void): void => {
  const { joints, jointFloats } = world;
  const held = holdersOf(world, joint);
  const before = held.map((each) => sumOf(world, each));
  change();
  for (const [i, each] of held.entries()) {
    const { paramsAt, at } = jointDefinitions()[joints.definition[each]];
    jointFloats.data[joints.block[each] + paramsAt + at.offset] += sumOf(world, each) - before[i];
    forgetPlacing(joints, each);
  }
};

/** The joint itself and those that couple it, as far as they hold a sum at an offset. */
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
