import { isEnabled, markBoxesStale } from '../bodies/lifecycle.js';
import { settleMasses } from '../bodies/pending-mass.js';
import type { MassProperties } from '../collision/shapes/mass-properties.js';
import { type BodyHandle, bodySlot } from '../handles.js';
import { wakeBody } from '../islands/wake.js';
import { readQuat, readVec3 } from '../math/columns.js';
import type { Floats } from '../math/floats.js';
import { diagonalize, rotateSym3, type Sym3 } from '../math/mat3.js';
import type { Quat } from '../math/quat.js';
import { add, cross, sub, type Vec3 } from '../math/vec3.js';
import { BodyFlag, BodyType, type BodyTypeName, II, IM, MOTION, V, W } from '../state/bodies.js';
import type { World } from '../state/world.js';
import { requireNoStep } from '../step-lock.js';
import { vector } from '../validate.js';
import { type BodyDef, lockNames } from './body-def.js';

/**
 * Reading a body, and applying forces. Forces act through the next step and are then
 * cleared; impulses act at once.
 */

/** Origin of the body, m. */
export const bodyPosition = (world: World, handle: BodyHandle): Vec3 => {
  const body = bodySlot(world, handle);
  return readVec3(world.bodies.position, body * 3);
};

export const bodyRotation = (world: World, handle: BodyHandle): Quat => {
  const body = bodySlot(world, handle);
  return readQuat(world.bodies.rotation, body * 4);
};

/** Velocity of the centre of mass, m/s. */
export const linearVelocity = (world: World, handle: BodyHandle): Vec3 => {
  const body = bodySlot(world, handle);
  return readVec3(world.bodies.motion, body * MOTION + V);
};

/** rad/s, world axes. */
export const angularVelocity = (world: World, handle: BodyHandle): Vec3 => {
  const body = bodySlot(world, handle);
  return readVec3(world.bodies.motion, body * MOTION + W);
};

/** Centre of mass in world space, m. */
export const centreOfMass = (world: World, handle: BodyHandle): Vec3 => {
  const body = bodySlot(world, handle);
  settleMasses(world);
  return readVec3(world.bodies.centre, body * 3);
};

/** Velocity of the body's material at a world point. */
export const velocityAt = (world: World, handle: BodyHandle, point: Vec3): Vec3 => {
  vector(point, 'point');
  const arm = sub(point, centreOfMass(world, handle));
  return add(linearVelocity(world, handle), cross(angularVelocity(world, handle), arm));
};

export const bodyType = (world: World, handle: BodyHandle): BodyTypeName => {
  const body = bodySlot(world, handle);
  const type = world.bodies.type[body];
  return type === BodyType.static ? 'static' : type === BodyType.kinematic ? 'kinematic' : 'dynamic';
};

export const bodyUserData = (world: World, handle: BodyHandle): number => {
  const body = bodySlot(world, handle);
  return world.bodies.userData[body];
};

/**
 * The definition that makes this body again as it is now. Mass is given outright, as it may have come from
 * colliders; a body without mass has no massProperties.
 */
export const bodyDef = (world: World, handle: BodyHandle): BodyDef => {
  const body = bodySlot(world, handle);
  const { bodies } = world;
  const { mass, centre, inertia } = bodyMass(world, handle);
  const hasInertia = Math.min(...diagonalize(inertia).moments) > 0;
  return {
    type: bodyType(world, handle),
    position: bodyPosition(world, handle),
    rotation: bodyRotation(world, handle),
    linearVelocity: linearVelocity(world, handle),
    angularVelocity: angularVelocity(world, handle),
    ...(hasInertia ? { massProperties: { mass, centre, inertia } } : mass > 0 ? { mass } : {}),
    gravityScale: bodies.gravityScale[body],
    linearDamping: bodies.damping[body * 2],
    angularDamping: bodies.damping[body * 2 + 1],
    locks: lockNames(bodies.locks[body]),
    maxLinearSpeed: bodies.maxSpeed[body * 2],
    maxAngularSpeed: bodies.maxSpeed[body * 2 + 1],
    enabled: isEnabled(world, body),
    maySleep: (bodies.flags[body] & BodyFlag.maySleep) !== 0,
    bullet: (bodies.flags[body] & BodyFlag.bullet) !== 0,
    userData: bodies.userData[body],
  };
};

/** Mass, and centre and inertia in the body's frame. */
export const bodyMass = (world: World, handle: BodyHandle): MassProperties => {
  const body = bodySlot(world, handle);
  settleMasses(world);
  const { mass, localCentre, moments, principal } = world.bodies;
  const [x, y, z] = readVec3(moments, body * 3);
  const inertia: Sym3 = rotateSym3(readQuat(principal, body * 4), [x, 0, 0, y, 0, z]);
  return { mass: mass[body], centre: readVec3(localCentre, body * 3), inertia };
};

/** The body that a force acts on, woken; undefined when no force can move it. */
const wakeForForce = (world: World, handle: BodyHandle): number | undefined => {
  requireNoStep();
  const body = bodySlot(world, handle);
  if (world.bodies.type[body] !== BodyType.dynamic || !isEnabled(world, body)) return undefined;
  settleMasses(world);
  wakeBody(world, body);
  return body;
};

const accumulate = (column: Floats, at: number, value: Vec3): void => {
  for (let i = 0; i < 3; i++) column[at + i] += value[i];
};

/** N, at the centre of mass or at a world point. */
export const applyForce = (world: World, handle: BodyHandle, force: Vec3, point?: Vec3): void => {
  vector(force, 'force');
  if (point !== undefined) vector(point, 'point');
  const body = wakeForForce(world, handle);
  if (body === undefined) return;
  accumulate(world.bodies.force, body * 3, force);
  if (point)
    accumulate(
      world.bodies.torque,
      body * 3,
      cross(sub(point, readVec3(world.bodies.centre, body * 3)), force),
    );
};

/** N·m, world axes. */
export const applyTorque = (world: World, handle: BodyHandle, torque: Vec3): void => {
  vector(torque, 'torque');
  const body = wakeForForce(world, handle);
  if (body !== undefined) accumulate(world.bodies.torque, body * 3, torque);
};

/** N·s, at the centre of mass or at a world point. */
export const applyImpulse = (world: World, handle: BodyHandle, impulse: Vec3, point?: Vec3): void => {
  vector(impulse, 'impulse');
  if (point !== undefined) vector(point, 'point');
  const body = wakeForForce(world, handle);
  if (body === undefined) return;
  const { motion, centre } = world.bodies;
  const m = body * MOTION;
  markBoxesStale(world, body);
  for (let i = 0; i < 3; i++) motion[m + V + i] += motion[m + IM + i] * impulse[i];
  if (point) addAngular(motion, m, cross(sub(point, readVec3(centre, body * 3)), impulse));
};

/** N·m·s, world axes. */
export const applyAngularImpulse = (world: World, handle: BodyHandle, impulse: Vec3): void => {
  vector(impulse, 'impulse');
  const body = wakeForForce(world, handle);
  if (body !== undefined) addAngular(world.bodies.motion, body * MOTION, impulse);
};

/** ω += I⁻¹ L. */
const addAngular = (motion: Floats, m: number, [x, y, z]: Vec3): void => {
  motion[m + W] += motion[m + II] * x + motion[m + II + 1] * y + motion[m + II + 2] * z;
  motion[m + W + 1] += motion[m + II + 1] * x + motion[m + II + 3] * y + motion[m + II + 4] * z;
  motion[m + W + 2] += motion[m + II + 2] * x + motion[m + II + 4] * y + motion[m + II + 5] * z;
};
