import { stopAfterArrival } from '../bodies/kinematic.js';
import {
  enterWorld,
  isEnabled,
  leaveWorld,
  markBoxesStale,
  markStale,
  movedByUser,
  stopLockedAxes,
} from '../bodies/lifecycle.js';
import { startMass, updateInverses, updateMass, writeMass } from '../bodies/mass.js';
import { settleMasses } from '../bodies/pending-mass.js';
import { syncCentre } from '../bodies/sync-pose.js';
import { isSurface, ShapeKind } from '../collision/shapes/collider-shapes.js';
import { PhysicsError } from '../errors.js';
import { type BodyHandle, bodyHandle, bodySlot, ownBodySlot, requireWorld } from '../handles.js';
import { sleepAlone } from '../islands/sleep.js';
import { isAwake, wakeBody } from '../islands/wake.js';
import { jointStages } from '../joint-stages.js';
import { readQuat } from '../math/columns.js';
import { setFloats } from '../math/floats.js';
import type { Quat } from '../math/quat.js';
import type { Vec3 } from '../math/vec3.js';
import { allocateBody, BodyFlag, BodyType, MOTION, V, W } from '../state/bodies.js';
import { releaseRow } from '../state/table.js';
import type { World } from '../state/world.js';
import { requireNoStep } from '../step-lock.js';
import { unitQuat } from '../validate.js';
import { type BodyChanges, type BodyDef, checkBodyDef, inertiaOf, lockBits } from './body-def.js';
import { removeColliderRow } from './colliders.js';

/**
 * Creates a body. Without colliders and without a mass nothing moves it, not even gravity:
 * add colliders with createCollider.
 */
export const createBody = (world: World, def: BodyDef = {}): BodyHandle => {
  requireNoStep();
  requireWorld(world);
  checkBodyDef('body', def);
  const { bodies } = world;
  const body = allocateBody(bodies);
  bodies.type[body] = BodyType[def.type ?? 'dynamic'];
  bodies.flags[body] = BodyFlag.maySleep;
  bodies.gravityScale[body] = 1;
  bodies.maxSpeed.fill(Infinity, body * 2, body * 2 + 2);
  startMass(world, body);
  applyChanges(world, body, def);
  if (def.enabled !== false) {
    bodies.flags[body] |= BodyFlag.enabled;
    enterWorld(world, body);
  }
  return bodyHandle(world, body);
};

/** Destroys a body with its colliders and joints; what touched it gets its end event, each joint its own. */
export const destroyBody = (world: World, handle: BodyHandle): void => {
  requireNoStep();
  const body = ownBodySlot(world, handle);
  jointStages.settleRows(world);
  const { bodies, colliders } = world;
  // Joints first: destroying one wakes its bodies, and a body that has left must not be woken.
  jointStages.removeJointsOf(world, body);
  if (isEnabled(world, body)) leaveWorld(world, body);
  for (let c = bodies.firstCollider[body]; c >= 0; ) {
    const next = colliders.next[c];
    removeColliderRow(world, c);
    c = next;
  }
  bodies.flags[body] = 0;
  releaseRow(bodies, body);
};

/**
 * Changes any field of a body's definition. A new pose is a teleport: it adds no velocity and nothing in
 * between is touched.
 */
export const updateBody = (world: World, handle: BodyHandle, changes: BodyChanges): void => {
  requireNoStep();
  const body = ownBodySlot(world, handle);
  checkBodyDef('changes', changes);
  jointStages.settleRows(world);
  settleMasses(world);
  if (changes.type !== undefined && changes.type !== 'static') refuseShapes(world, body, changes.type);
  const { bodies } = world;
  const type = changes.type === undefined ? bodies.type[body] : BodyType[changes.type];
  if (type !== bodies.type[body]) changeType(world, body, type);
  applyChanges(world, body, changes);
  const enabled = changes.enabled ?? isEnabled(world, body);
  if (enabled !== isEnabled(world, body)) setEnabled(world, body, enabled);
  if (!enabled) return;
  if (changes.position !== undefined || changes.rotation !== undefined) movedByUser(world, body);
  if (type !== BodyType.static) wakeBody(world, body);
  markStale(world, body);
};

/** Shapes that a body of the new type cannot have. */
const refuseShapes = (world: World, body: number, type: string): void => {
  const { bodies, colliders } = world;
  for (let c = bodies.firstCollider[body]; c >= 0; c = colliders.next[c]) {
    if (colliders.kind[c] === ShapeKind.halfSpace) {
      throw new PhysicsError(
        'wrong-type',
        `A body with a half-space cannot become ${type}`,
        'Half-spaces belong to static bodies; use a large box instead',
      );
    }
    if (type === 'dynamic' && isSurface(colliders.kind[c])) {
      throw new PhysicsError(
        'wrong-type',
        'A body with a mesh or height field cannot become dynamic',
        'These have no inside; give the body hulls instead',
      );
    }
  }
};

const changeType = (world: World, body: number, type: number): void => {
  const { bodies } = world;
  const enabled = isEnabled(world, body);
  if (enabled) leaveWorld(world, body);
  bodies.type[body] = type;
  bodies.flags[body] &= ~(BodyFlag.hasTarget | BodyFlag.arrived);
  if (type === BodyType.static) bodies.motion.fill(0, body * MOTION, body * MOTION + 6);
  updateInverses(world, body);
  if (enabled) enterWorld(world, body);
};

const setEnabled = (world: World, body: number, enabled: boolean): void => {
  const { flags } = world.bodies;
  if (enabled) {
    flags[body] |= BodyFlag.enabled;
    enterWorld(world, body);
  } else {
    leaveWorld(world, body);
    flags[body] &= ~BodyFlag.enabled;
  }
};

/** Writes checked fields. */
const applyChanges = (world: World, body: number, changes: BodyChanges): void => {
  const { bodies } = world;
  const { motion } = bodies;
  if (changes.position) setFloats(bodies.position, changes.position, body * 3);
  if (changes.rotation) {
    jointStages.keepRevolutionsOf(world, body);
    setFloats(bodies.rotation, unitQuat(changes.rotation), body * 4);
  }
  if (changes.position || changes.rotation) {
    syncCentre(world, body);
    // A teleport replaces a pose that the body was still to reach.
    bodies.flags[body] &= ~BodyFlag.hasTarget;
  }
  if (changes.gravityScale !== undefined) bodies.gravityScale[body] = changes.gravityScale;
  if (changes.linearDamping !== undefined) bodies.damping[body * 2] = changes.linearDamping;
  if (changes.angularDamping !== undefined) bodies.damping[body * 2 + 1] = changes.angularDamping;
  if (changes.maxLinearSpeed !== undefined) bodies.maxSpeed[body * 2] = changes.maxLinearSpeed;
  if (changes.maxAngularSpeed !== undefined) bodies.maxSpeed[body * 2 + 1] = changes.maxAngularSpeed;
  if (changes.userData !== undefined) bodies.userData[body] = changes.userData;
  if (changes.maySleep !== undefined) setFlag(bodies.flags, body, BodyFlag.maySleep, changes.maySleep);
  if (changes.bullet !== undefined) setFlag(bodies.flags, body, BodyFlag.bullet, changes.bullet);
  if (changes.locks !== undefined || changes.planar !== undefined)
    bodies.locks[body] = lockBits(changes, bodies.locks[body]);
  applyMass(world, body, changes);
  // A body that has arrived is stopped by the next step: it is stopped now, before it gets its new velocity.
  if ((changes.linearVelocity || changes.angularVelocity) && (bodies.flags[body] & BodyFlag.arrived) !== 0) {
    stopAfterArrival(world, body);
  }
  if (changes.linearVelocity && bodies.type[body] !== BodyType.static) {
    setFloats(motion, changes.linearVelocity, body * MOTION + V);
    markBoxesStale(world, body);
  }
  if (changes.angularVelocity && bodies.type[body] !== BodyType.static) {
    setFloats(motion, changes.angularVelocity, body * MOTION + W);
  }
  stopLockedAxes(world, body);
};

const setFlag = (flags: Int32Array, body: number, bit: number, on: boolean): void => {
  flags[body] = on ? flags[body] | bit : flags[body] & ~bit;
};

const applyMass = (world: World, body: number, changes: BodyChanges): void => {
  const { bodies } = world;
  if (changes.massProperties) {
    const { mass, centre, inertia } = changes.massProperties;
    bodies.flags[body] |= BodyFlag.ownMass;
    writeMass(world, body, { mass, centre: centre ?? [0, 0, 0], inertia: inertiaOf(inertia) });
  } else if (changes.mass !== undefined) {
    bodies.flags[body] &= ~BodyFlag.ownMass;
    bodies.givenMass[body] = changes.mass === 'auto' ? 0 : changes.mass;
  }
  const { massProperties, mass, locks, planar, rotation } = changes;
  if (massProperties || mass !== undefined || locks || planar !== undefined || rotation)
    updateMass(world, body);
};

/** Where a kinematic body shall be at the end of the next step. It pushes what it meets. */
export const setNextPose = (world: World, handle: BodyHandle, position: Vec3, rotation?: Quat): void => {
  requireNoStep();
  const body = bodySlot(world, handle);
  if (position === undefined) {
    throw new PhysicsError(
      'wrong-type',
      'The position of the next pose is missing',
      'Pass three numbers [x, y, z]',
    );
  }
  checkBodyDef('next pose', rotation === undefined ? { position } : { position, rotation });
  const { bodies } = world;
  if (bodies.type[body] !== BodyType.kinematic) {
    throw new PhysicsError(
      'wrong-type',
      'Only a kinematic body follows a next pose',
      "Create it with type: 'kinematic', or teleport it with updateBody(world, body, { position })",
    );
  }
  setFloats(bodies.target, position, body * 7);
  setFloats(bodies.target, rotation ? unitQuat(rotation) : readQuat(bodies.rotation, body * 4), body * 7 + 3);
  bodies.flags[body] |= BodyFlag.hasTarget;
  if (isEnabled(world, body)) wakeBody(world, body);
};

/** Wakes a sleeping body and its island. */
export const wake = (world: World, handle: BodyHandle): void => {
  requireNoStep();
  const body = bodySlot(world, handle);
  if (isEnabled(world, body) && world.bodies.type[body] !== BodyType.static) wakeBody(world, body);
};

/** Puts one body to sleep at once; it wakes like any sleeper. */
export const sleep = (world: World, handle: BodyHandle): void => {
  requireNoStep();
  sleepAlone(world, bodySlot(world, handle));
};

export const isBodyAwake = (world: World, handle: BodyHandle): boolean =>
  isAwake(world, bodySlot(world, handle));

export const isBodyEnabled = (world: World, handle: BodyHandle): boolean =>
  isEnabled(world, bodySlot(world, handle));
