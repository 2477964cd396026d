import { settleMasses } from '../bodies/pending-mass.js';
import { PhysicsError } from '../errors.js';
import { firstJointEdge, linkJoint, nextJointEdge } from '../graph/joint-graph.js';
import {
  type BodyHandle,
  bodyHandle,
  bodySlot,
  type JointHandle,
  jointHandle,
  jointSlot,
  ownBodySlot,
  requireWorld,
} from '../handles.js';
import { jointStages } from '../joint-stages.js';
import type { CommonJointDef, JointDef, JointDefinition } from '../joints/define-joint.js';
import { definitionIndex, jointDefinitions } from '../joints/define-joint.js';
import { changesFrames, type Frames, readFrames, resolveFrames, writeFrames } from '../joints/frames.js';
import { clearImpulses, groundBody, removeJoint, updateTouchOf, wakeJoint } from '../joints/lifecycle.js';
import {
  keepRevolutions,
  type Nearness,
  readRevolutions,
  remeasure,
  startRevolutions,
} from '../joints/revolution-counters.js';
import { tryRows } from '../joints/try-rows.js';
import { enterJoint, enterJoints } from '../joints/write-joint.js';
import { loadJoints } from '../load-joints.js';
import { BodyType } from '../state/bodies.js';
import { allocateFloats } from '../state/float-pool.js';
import { BREAK_FORCE, BREAK_TORQUE, JointFlag, jointSpec } from '../state/joints.js';
import { allocateRow, isLive } from '../state/table.js';
import type { World } from '../state/world.js';
import { requireNoStep } from '../step-lock.js';
import {
  checkJointChanges,
  checkJointDef,
  readParams,
  requireEnds,
  requireOnePlace,
  writeDefaults,
  writeParams,
} from './joint-def.js';

/**
 * Creates a joint from a definition such as hinge({ ... }). The pose of the bodies now is
 * coordinate 0, unless frames are given.
 */
export const createJoint = (world: World, def: JointDef): JointHandle => {
  requireNoStep();
  requireWorld(world);
  loadJoints();
  jointStages.settleRows(world);
  settleMasses(world);
  const definition = checkJointDef(def);
  requireEnds(definition, def);
  requireOnePlace(def);
  const coupled = coupledJoints(world, definition, def);
  const bodies = coupled ? coupledBodies(world, coupled) : jointBodies(world, def);
  const anchored = definition.ownAnchors ? withOwnAnchors(def) : def;
  const frames = resolveFrames(world, anchored, bodies, definition.defaultAxis);

  const [a, b] = [bodies[0] >= 0 ? bodies[0] : groundBody(world), bodies[1]];
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
  placeFrames(world, block, frames);
  writeDefaults(definition, jointFloats.data, block);
  const given = writeParams(definition, def, jointFloats.data, block);
  joints.userData[joint] = def.userData ?? 0;
  writeFlags(world, joint, def.enabled ?? true, def.collideConnected ?? false);
  prepareJoint(world, joint, given);
  startRevolutions(world, joint, def.startNear as Nearness | undefined);
  updateTouchOf(world, joint);
  wakeJoint(world, joint);
  return jointHandle(world, joint);
};

/** Lets the type fill in what was not given. A game's own type may refuse here; then the joint goes again. */
const prepareJoint = (world: World, joint: number, given: readonly string[]): void => {
  const j = enterJoints(world);
  const { prepare, adapt, at } = enterJoint(world, j, joint);
  try {
    prepare?.(j, at as never, given);
    adapt?.(j, at as never, given);
    tryRows(world, joint);
  } catch (error) {
    removeJoint(world, joint);
    throw error;
  }
};

const ORIGIN = [0, 0, 0] as const;

const withOwnAnchors = (def: JointDef): JointDef =>
  def.anchor === undefined ? { ...def, anchorA: def.anchorA ?? ORIGIN, anchorB: def.anchorB ?? ORIGIN } : def;

const coupledJoints = (
  world: World,
  definition: JointDefinition,
  def: JointDef,
): readonly [number, number] | undefined => {
  if (!definition.couples) return undefined;
  const a = jointSlot(world, def.jointA as JointHandle);
  const b = jointSlot(world, def.jointB as JointHandle);
  if (a === b) {
    throw new PhysicsError(
      'out-of-range',
      `A ${definition.type} cannot couple a joint with itself`,
      'Pass two joints',
    );
  }
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
  requireCoordinates(world, [a, b], def);
  return [a, b];
};

/** The coordinates that a coupling names by number must be there. */
const requireCoordinates = (world: World, coupled: readonly [number, number], def: object): void => {
  for (const [i, field] of ['coordinateA', 'coordinateB'].entries()) {
    const { coordinateNames, type } = jointDefinitions()[world.joints.definition[coupled[i]]];
    const chosen = (def as Record<string, unknown>)[field];
    if (typeof chosen !== 'number' || chosen < coordinateNames.length) continue;
    const known = coordinateNames.map((name, k) => `${k} (${name})`);
    throw new PhysicsError(
      'out-of-range',
      `${field} is ${chosen}, but a ${type} joint has ${known.length} of them`,
      `Pass ${known.join(', ')}`,
    );
  }
};

/** Of each joint the body that moves. */
const coupledBodies = (world: World, coupled: readonly [number, number]): [number, number] => {
  const { bodyA, bodyB } = world.joints;
  const moved = (joint: number): number =>
    world.bodies.type[bodyB[joint]] === BodyType.dynamic ? bodyB[joint] : bodyA[joint];
  return [moved(coupled[0]), moved(coupled[1])];
};

/** Slots of both bodies, -1 for the world. */
const jointBodies = (world: World, def: JointDef): [number, number] => {
  const a = def.bodyA === undefined ? -1 : ownBodySlot(world, def.bodyA, 'bodyA');
  const b = ownBodySlot(world, def.bodyB as BodyHandle, 'bodyB');
  if (a === b) {
    throw new PhysicsError(
      'out-of-range',
      'A joint cannot connect a body with itself',
      'Pass two bodies, or only bodyB for a joint to the world',
    );
  }
  requireMovable(world, a, b);
  return [a, b];
};

/** Nothing moves between static bodies. A kinematic one may be told to move, or become dynamic later. */
const requireMovable = ({ bodies: { type } }: World, a: number, b: number): void => {
  if (type[b] !== BodyType.static || (a >= 0 && type[a] !== BodyType.static)) return;
  throw new PhysicsError(
    'wrong-type',
    a < 0 ? 'bodyB is static, and so is the world' : 'bodyA and bodyB are both static',
    'Pass a dynamic body, or a kinematic one that becomes dynamic later',
  );
};

const writeFlags = (world: World, joint: number, enabled: boolean, collideConnected: boolean): void => {
  const { joints, jointFloats } = world;
  const block = joints.block[joint];
  const breaks =
    jointFloats.data[block + BREAK_FORCE] < Infinity || jointFloats.data[block + BREAK_TORQUE] < Infinity;
  joints.flags[joint] =
    (joints.flags[joint] & JointFlag.loaded) |
    (enabled ? JointFlag.enabled : 0) |
    (collideConnected ? JointFlag.collideConnected : 0) |
    (breaks ? JointFlag.breakable : 0);
};

export const destroyJoint = (world: World, handle: JointHandle): void => {
  requireNoStep();
  const joint = jointSlot(world, handle);
  jointStages.settleRows(world);
  removeJoint(world, joint);
};

/** Everything a joint's definition holds, but for its type and what it connects. */
export type JointChanges = Omit<CommonJointDef, 'bodyA' | 'bodyB'> & Readonly<Record<string, unknown>>;

/** Changes parameters, anchors or frames of a joint; fields that are not given stay. Both bodies wake. */
export const updateJoint = (world: World, handle: JointHandle, changes: JointChanges): void => {
  requireNoStep();
  const joint = jointSlot(world, handle);
  jointStages.settleRows(world);
  settleMasses(world);
  const { joints, jointFloats } = world;
  const definition = jointDefinitions()[joints.definition[joint]];
  checkJointChanges(definition, changes);
  if (definition.couples) {
    requireCoordinates(world, [joints.coupled[joint * 2], joints.coupled[joint * 2 + 1]], changes);
  }
  const block = joints.block[joint];
  if (changesFrames(changes) || changes.startNear !== undefined) {
    remeasure(world, joint, () => moveJoint(world, joint, changes));
  }
  const given = writeParams(definition, changes, jointFloats.data, block);
  if (definition.adapt) {
    const j = enterJoints(world);
    enterJoint(world, j, joint);
    definition.adapt(j, definition.at as never, given);
  }
  if (changes.userData !== undefined) joints.userData[joint] = changes.userData;
  const flags = joints.flags[joint];
  const enabled = changes.enabled ?? (flags & JointFlag.enabled) !== 0;
  const collide = changes.collideConnected ?? (flags & JointFlag.collideConnected) !== 0;
  writeFlags(world, joint, enabled, collide);
  const switched = joints.flags[joint] ^ flags;
  if ((switched & JointFlag.enabled) !== 0) clearImpulses(world, joint);
  if ((switched & (JointFlag.enabled | JointFlag.collideConnected)) !== 0) updateTouchOf(world, joint);
  wakeJoint(world, joint);
};

/** Frames decide which joints stand beside each other, so trees are built anew. */
const placeFrames = (world: World, block: number, frames: Frames): void => {
  writeFrames(world.jointFloats.data, block, frames);
  world.articulations.builtLength = 0;
};

/** New axes make the present pose coordinate 0. Whatever else changes, angles go on from where they were. */
const moveJoint = (world: World, joint: number, changes: JointChanges): void => {
  const { joints, jointFloats } = world;
  const { defaultAxis } = jointDefinitions()[joints.definition[joint]];
  if (changesFrames(changes)) {
    const block = joints.block[joint];
    const present = readFrames(jointFloats.data, block);
    const bodies = [joints.bodyA[joint], joints.bodyB[joint]] as const;
    placeFrames(world, block, resolveFrames(world, changes, bodies, defaultAxis, present));
  }
  const near = changes.startNear as Nearness | undefined;
  const turned = changes.axis !== undefined || changes.secondAxis !== undefined;
  if (turned) startRevolutions(world, joint, near);
  else if (near) startRevolutions(world, joint, { ...readRevolutions(world, joint), ...near });
  else keepRevolutions(world, joint);
};

/** The definition that would create this joint again: with frames instead of anchors and axes. */
export const jointDef = (world: World, handle: JointHandle): JointDef => {
  const joint = jointSlot(world, handle);
  settleMasses(world);
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
  const startNear = readRevolutions(world, joint);
  return {
    type: definition.type,
    ...connects,
    ...readParams(definition, jointFloats.data, block),
    ...(startNear ? { startNear } : {}),
    collideConnected: (joints.flags[joint] & JointFlag.collideConnected) !== 0,
    enabled: (joints.flags[joint] & JointFlag.enabled) !== 0,
    userData: joints.userData[joint],
  };
};

export const jointUserData = (world: World, handle: JointHandle): number => {
  const joint = jointSlot(world, handle);
  return world.joints.userData[joint];
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
