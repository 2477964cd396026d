import { MAX_POINTS } from '../collision/narrowphase/manifold.js';
import type { Floats } from '../math/floats.js';
import { MOTION, V } from '../state/bodies.js';
import { FRICTION_LAMBDA, PL, POINT, POINTS, RECORD, ROLL_LAMBDA, TWIST_LAMBDA } from '../state/contacts.js';
import type { World } from '../state/world.js';
import { applyWrench, components, writeAccumulatedWrench } from './contact-frame.js';

/**
 * Discards the warm-start impulse of a contact, because its points are about to change or it is struck: subtracts it
 * from the velocities, and from what external forces changed, and sets it to zero.
 */
export const discardImpulses = (world: World, contact: number): void => {
  const { bodyA, bodyB } = world.contacts;
  writeAccumulatedWrench(world, contact);
  if (components[0] === 0 && components[1] === 0 && components[2] === 0) {
    zeroImpulses(world, contact);
    return;
  }
  addVelocity(world, bodyA[contact], -1);
  addVelocity(world, bodyB[contact], -1);
  applyWrench(world, contact, world.bodies.motion, MOTION, -1);
  addVelocity(world, bodyA[contact], 1);
  addVelocity(world, bodyB[contact], 1);
  zeroImpulses(world, contact);
};

/** Adds the velocity of a body to the change by external forces. */
const addVelocity = ({ bodies: { motion, externalChange } }: World, body: number, sign: 1 | -1): void => {
  for (let i = 0; i < 3; i++) externalChange[body * 3 + i] += sign * motion[body * MOTION + V + i];
};

/** Scales the accumulated impulses of a contact by scale[0]: an array, because a double argument is allocated. */
export const scaleAccumulated = ({ contacts: { record } }: World, contact: number, scale: Floats): void => {
  const by = scale[0];
  const r = contact * RECORD;
  for (let p = r + POINTS; p < r + POINTS + MAX_POINTS * POINT; p += POINT) record[p + PL] *= by;
  record[r + FRICTION_LAMBDA] *= by;
  record[r + FRICTION_LAMBDA + 1] *= by;
  record[r + TWIST_LAMBDA] *= by;
  record[r + ROLL_LAMBDA] *= by;
  record[r + ROLL_LAMBDA + 1] *= by;
};

/** Sets the accumulated impulses of a contact to zero. */
export const zeroImpulses = (world: World, contact: number): void => {
  const { record, count } = world.contacts;
  const r = contact * RECORD;
  for (let i = 0; i < count[contact]; i++) record[r + POINTS + i * POINT + PL] = 0;
  record[r + FRICTION_LAMBDA] = 0;
  record[r + FRICTION_LAMBDA + 1] = 0;
  record[r + TWIST_LAMBDA] = 0;
  record[r + ROLL_LAMBDA] = 0;
  record[r + ROLL_LAMBDA + 1] = 0;
};
