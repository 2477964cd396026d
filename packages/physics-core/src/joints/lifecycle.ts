import { proxyMoved } from '../collision/broadphase/broadphase.js';
import { destroyContact, edgeContact, edgeOther, firstEdge, nextEdge } from '../graph/contact-graph.js';
import {
  firstJointEdge,
  jointEdgeOther,
  jointForbidsTouch,
  nextJointEdge,
  unlinkJoint,
} from '../graph/joint-graph.js';
import { wakeBody } from '../islands/wake.js';
import { allocateBody, BodyFlag, BodyType, MOTION } from '../state/bodies.js';
import { addEvent, EVENT_A, EventKind } from '../state/events.js';
import { releaseFloats } from '../state/float-pool.js';
import { clearPlacing, JointFlag } from '../state/joints.js';
import { isLive, releaseRow } from '../state/table.js';
import type { World } from '../state/world.js';
import { jointDefinitions } from './define-joint.js';
import { startRevolutions } from './revolution-counters.js';

/** Effects on the world when a joint is created, changed or removed. */

/**
 * The hidden static body for joints attached to the world. It is created with the first of them and stays.
 */
export const groundBody = (world: World): number => {
  const { bodies, clock } = world;
  if (clock.ground >= 0) return clock.ground;
  const body = allocateBody(bodies);
  bodies.type[body] = BodyType.static;
  bodies.flags[body] = BodyFlag.enabled | BodyFlag.ground;
  clock.ground = body;
  return body;
};

/** Wakes both bodies, after a change of their joint. */
export const wakeJoint = (world: World, joint: number): void => {
  const { bodies, joints } = world;
  for (const body of [joints.bodyA[joint], joints.bodyB[joint]]) {
    const enabled = (bodies.flags[body] & BodyFlag.enabled) !== 0;
    if (enabled && bodies.type[body] !== BodyType.static) wakeBody(world, body);
  }
};

/** Discards the warm-start impulse and the rows of a joint that was inactive in between. */
export const clearImpulses = (world: World, joint: number): void => {
  const { joints, jointFloats } = world;
  const { lambdaAt, slots } = jointDefinitions()[joints.definition[joint]];
  const lambda = joints.block[joint] + lambdaAt;
  jointFloats.data.fill(0, lambda, lambda + slots.length);
  joints.rowCount[joint] = 0;
  joints.flags[joint] &= ~JointFlag.loaded;
  clearPlacing(joints, joint);
};

/** Resets the joints of a body whose state became NaN or infinite: their stored numbers may be, too. */
export const restartJointsOf = (world: World, body: number): void => {
  for (let edge = firstJointEdge(world, body); edge >= 0; edge = nextJointEdge(world, edge)) {
    stopIfLost(world, jointEdgeOther(world, edge));
    clearImpulses(world, edge >> 1);
    startRevolutions(world, edge >> 1);
  }
};

/**
 * Static and kinematic bodies can become NaN as well, as 0 · NaN is NaN. They stay in the world, so their
 * velocity must be finite again.
 */
const stopIfLost = ({ bodies }: World, body: number): void => {
  if (bodies.type[body] === BodyType.dynamic) return;
  const m = body * MOTION;
  for (let i = m; i < m + 6; i++) if (!(Math.abs(bodies.motion[i]) < Infinity)) bodies.motion[i] = 0;
};

/** Creates or removes contacts between the two bodies as their joints allow. */
export const updateTouchOf = (world: World, joint: number): void => {
  const a = world.joints.bodyA[joint];
  const b = world.joints.bodyB[joint];
  if (jointForbidsTouch(world, a, b)) dropContactsBetween(world, a, b);
  else lookForPairs(world, b);
};

const dropContactsBetween = (world: World, a: number, b: number): void => {
  for (let edge = firstEdge(world, b); edge >= 0; ) {
    const next = nextEdge(world, edge);
    const contact = edgeContact(edge);
    const sensor = world.colliders.sensor;
    const { colliderA, colliderB } = world.contacts;
    const felt = sensor[colliderA[contact]] !== 0 || sensor[colliderB[contact]] !== 0;
    if (edgeOther(world, edge) === a && !felt) destroyContact(world, contact);
    edge = next;
  }
};

/** The broadphase only reports pairs of colliders that moved, so these count as moved. */
const lookForPairs = (world: World, body: number): void => {
  const { bodies, colliders, broadphase } = world;
  if ((bodies.flags[body] & BodyFlag.enabled) === 0) return;
  for (let c = bodies.firstCollider[body]; c >= 0; c = colliders.next[c]) {
    proxyMoved(broadphase, c);
    colliders.moved[c] = 1;
  }
};

/** Removes a joint, and those that couple it. */
export const removeJoint = (world: World, joint: number): void => {
  const { joints } = world;
  wakeJoint(world, joint);
  removeCouplingsOf(world, joint);
  unlinkJoint(world, joint);
  const touching = (joints.flags[joint] & JointFlag.enabled) !== 0;
  joints.flags[joint] = 0;
  if (touching) updateTouchOf(world, joint);
  releaseFloats(world.jointFloats, joints.block[joint], jointDefinitions()[joints.definition[joint]].size);
  joints.rowCount[joint] = 0;
  releaseRow(joints, joint);
};

const removeCouplingsOf = (world: World, joint: number): void => {
  const { joints } = world;
  for (let other = 0; other < joints.used; other++) {
    if (!isLive(joints, other)) continue;
    if (joints.coupled[other * 2] !== joint && joints.coupled[other * 2 + 1] !== joint) continue;
    reportRemoved(world, other);
    removeJoint(world, other);
  }
};

/** Removes all joints of a body that goes, each with an event. */
export const removeJointsOf = (world: World, body: number): void => {
  for (let edge = firstJointEdge(world, body); edge >= 0; edge = firstJointEdge(world, body)) {
    reportRemoved(world, edge >> 1);
    removeJoint(world, edge >> 1);
  }
};

/** Appends an event that names a joint; returns its offset. */
export const addJointEvent = (world: World, joint: number, kind: number): number => {
  const { events, joints } = world;
  const offset = addEvent(events, kind);
  events.data[offset + EVENT_A] = joint;
  events.data[offset + EVENT_A + 1] = joints.generation[joint];
  events.data[offset + EVENT_A + 2] = joints.userData[joint];
  return offset;
};

const reportRemoved = (world: World, joint: number): void => {
  addJointEvent(world, joint, EventKind.jointRemoved);
};
