import { PhysicsError } from '../errors.js';
import type { CommonJointDef, JointDef, JointDefinition } from '../joints/define-joint.js';
import { definitionIndex, jointDefinitions } from '../joints/define-joint.js';
import { changesFrames, readFrames, resolveFrames, writeFrames } from '../joints/frames.js';
import { firstJointEdge, linkJoint, nextJointEdge } from '../joints/joint-graph.js';
import { groundBody, removeJoint, updateTouchOf, wakeJoint } from '../joints/lifecycle.js';
import { enterJoint, enterJoints, writeCoordinate } from '../joints/write-rows.js';
import '../joints/registry.js';
import { COORDINATE, frame } from '../parts/context.js';
import { allocateFloats } from '../state/float-pool.js';
import { BREAK_FORCE, BREAK_TORQUE, JointFlag, jointSpec } from '../state/joints.js';
import { allocateRow, isLive } from '../state/table.js';
import type { World } from '../state/world.js';
import {
  type BodyHandle,
  bodyHandle,
  bodySlot,
  type JointHandle,
  jointHandle,
  jointSlot,
  requireWorld,
} from './handles.js';
import { checkJointChanges, checkJointDef, readParams, writeDefaults, writeParams } from './joint-def.js';

/** Creates a joint from a definition such as hinge({ ... }). The pose of the bodies now is coordinate 0, unless frames are given. */
export const createJoint = (world: World, def: JointDef): JointHandle => {
  requireWorld(world);
  const definition = checkJointDef(def);
  const coupled = coupledJoints(world, definition, def);
  const bodies = coupled ? coupledBodies(world, coupled) : jointBodies(world, def);
  const [a, b] = [bodies[0] >= 0 ? bodies[0] : groundBody(world), bodies[1]];
  const frames = resolveFrames(world, def, [a, b], definition.defaultAxis);

  const { joints, jointFloats } = world;
  const joint = allocateRow(joints, jointSpec);
  const block = allocateFloats(jointFloats, definition.size);
  joints.definition[joint] = definitionIndex(def.type);
  joints.bodyA[joint] = a;
  joints.bodyB[joint] = b;
  joints.block[joint] = block;
  joints.coupled[joint * 2] = coupled?.[0] ?? -1;
  joints.coupled[joint * 2 + 1] = coupled?.[1] ?? -1;
  linkJoint(world, joint);
  writeFrames(jointFloats.data, block, frames);
  writeDefaults(definition, jointFloats.data, block);
  const given = writeParams(definition, def, jointFloats.data, block);
  joints.userData[joint] = def.userData ?? 0;
  writeFlags(world, joint, def.enabled ?? true, def.collideConnected ?? false);
  if (definition.prepare) {
    const j = enterJoints(world);
    enterJoint(world, j, joint);
    definition.prepare(j, definition.at as never, given);
  }
  startTurns(world, joint);
  updateTouchOf(world, joint);
  wakeJoint(world, joint);
  return jointHandle(world, joint);
};

const coupledJoints = (
  world: World,
  definition: JointDefinition,
  def: JointDef,
): readonly [number, number] | undefined => {
  if (!definition.couples) return undefined;
  const a = jointSlot(world, def.jointA as JointHandle);
  const b = jointSlot(world, def.jointB as JointHandle);
  for (const [joint, field] of [
    [a, 'jointA'],
    [b, 'jointB'],
  ] as const) {
    const { couples, coordinates, type } = jointDefinitions()[world.joints.definition[joint]];
    if (couples || coordinates.length === 0) {
      throw new PhysicsError(
        'wrong-type',
        `${field} is a joint of type '${type}', which has no coordinate`,
        'Couple hinges, sliders and others that move',
      );
    }
  }
  return [a, b];
};

const coupledBodies = (world: World, [a, b]: readonly [number, number]): [number, number] => [
  world.joints.bodyB[a],
  world.joints.bodyB[b],
];

/** Slots of both bodies, -1 for the world. */
const jointBodies = (world: World, def: JointDef): [number, number] => {
  if (def.bodyB === undefined) {
    throw new PhysicsError(
      'wrong-type',
      `A ${def.type} joint needs bodyB`,
      'Pass the body that moves; without bodyA it hangs on the world',
    );
  }
  const a = def.bodyA === undefined ? -1 : bodySlot(world, def.bodyA);
  const b = bodySlot(world, def.bodyB);
  if (a === b) {
    throw new PhysicsError(
      'out-of-range',
      'A joint cannot connect a body with itself',
      'Pass two bodies, or only bodyB for a joint to the world',
    );
  }
  return [a, b];
};

const writeFlags = (world: World, joint: number, enabled: boolean, collideConnected: boolean): void => {
  const { joints, jointFloats } = world;
  const block = joints.block[joint];
  const breaks =
    jointFloats.data[block + BREAK_FORCE] < Infinity || jointFloats.data[block + BREAK_TORQUE] < Infinity;
  joints.flags[joint] =
    (enabled ? JointFlag.enabled : 0) |
    (collideConnected ? JointFlag.collideConnected : 0) |
    (breaks ? JointFlag.breakable : 0);
};

/** Turn counters begin with the angle within half a turn. */
const startTurns = (world: World, joint: number): void => {
  const j = enterJoints(world);
  const { coordinates } = enterJoint(world, j, joint);
  for (let k = 0; k < coordinates.length; k++) {
    if (coordinates[k].countsTurns !== true) continue;
    j.floats[j.state + k] = 0;
    writeCoordinate(j, coordinates[k], k);
    j.floats[j.state + k] = frame[COORDINATE];
  }
};

export const destroyJoint = (world: World, handle: JointHandle): void =>
  removeJoint(world, jointSlot(world, handle));

/** Everything a joint's definition holds, but for its type and what it connects. */
export type JointChanges = Omit<CommonJointDef, 'bodyA' | 'bodyB'> & Readonly<Record<string, unknown>>;

/** Changes parameters, anchors or frames of a joint; fields that are not given stay. Both bodies wake. */
export const updateJoint = (world: World, handle: JointHandle, changes: JointChanges): void => {
  const joint = jointSlot(world, handle);
  const { joints, jointFloats } = world;
  const definition = jointDefinitions()[joints.definition[joint]];
  checkJointChanges(definition, changes);
  const block = joints.block[joint];
  if (changesFrames(changes)) {
    const present = readFrames(jointFloats.data, block);
    const bodies = [joints.bodyA[joint], joints.bodyB[joint]] as const;
    writeFrames(
      jointFloats.data,
      block,
      resolveFrames(world, changes, bodies, definition.defaultAxis, present),
    );
    startTurns(world, joint);
  }
  writeParams(definition, changes, jointFloats.data, block);
  if (changes.userData !== undefined) joints.userData[joint] = changes.userData;
  const flags = joints.flags[joint];
  const enabled = changes.enabled ?? (flags & JointFlag.enabled) !== 0;
  const collide = changes.collideConnected ?? (flags & JointFlag.collideConnected) !== 0;
  writeFlags(world, joint, enabled, collide);
  if (((joints.flags[joint] ^ flags) & (JointFlag.enabled | JointFlag.collideConnected)) !== 0) {
    updateTouchOf(world, joint);
  }
  wakeJoint(world, joint);
};

/** The definition that would create this joint again: with frames instead of anchors and axes. */
export const jointDef = (world: World, handle: JointHandle): JointDef => {
  const joint = jointSlot(world, handle);
  const { joints, jointFloats, clock } = world;
  const definition = jointDefinitions()[joints.definition[joint]];
  const block = joints.block[joint];
  const { a, b } = readFrames(jointFloats.data, block);
  const connects = definition.couples
    ? {
        jointA: jointHandle(world, joints.coupled[joint * 2]),
        jointB: jointHandle(world, joints.coupled[joint * 2 + 1]),
      }
    : {
        ...(joints.bodyA[joint] === clock.ground ? {} : { bodyA: bodyHandle(world, joints.bodyA[joint]) }),
        bodyB: bodyHandle(world, joints.bodyB[joint]),
        frameA: a,
        frameB: b,
      };
  return {
    type: definition.type,
    ...connects,
    ...readParams(definition, jointFloats.data, block),
    collideConnected: (joints.flags[joint] & JointFlag.collideConnected) !== 0,
    enabled: (joints.flags[joint] & JointFlag.enabled) !== 0,
    userData: joints.userData[joint],
  };
};

/** All joints, in the order of their slots. */
export const allJoints = (world: World): JointHandle[] => {
  requireWorld(world);
  const list: JointHandle[] = [];
  for (let slot = 0; slot < world.joints.used; slot++) {
    if (isLive(world.joints, slot)) list.push(jointHandle(world, slot));
  }
  return list;
};

/** The joints of a body, the newest first. */
export const bodyJoints = (world: World, handle: BodyHandle): JointHandle[] => {
  const list: JointHandle[] = [];
  let edge = firstJointEdge(world, bodySlot(world, handle));
  for (; edge >= 0; edge = nextJointEdge(world, edge)) {
    const joint = jointHandle(world, edge >> 1);
    // A gear may hang on one body with both ends.
    if (!list.includes(joint)) list.push(joint);
  }
  return list;
};
