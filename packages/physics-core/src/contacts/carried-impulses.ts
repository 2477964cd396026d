import type { Floats } from '../math/floats.js';
import { MAX_POINTS } from '../narrowphase/manifold.js';
import { MOTION } from '../state/bodies.js';
import { FRICTION_LAMBDA, PL, POINT, POINTS, RECORD, ROLL_LAMBDA, TWIST_LAMBDA } from '../state/contacts.js';
import type { World } from '../state/world.js';
import { applyWrench, writeCarriedWrench } from './contact-frame.js';

/**
 * The impulse of a contact belongs to the past. It moves from λ into the bodies' `free` velocity; as a first
 * guess for the next substep it would throw the bodies apart again.
 */
export const forgetImpulses = (world: World, contact: number): void => {
  writeCarriedWrench(world, contact);
  applyWrench(world, contact, world.bodies.free, 6, 1);
  dropImpulses(world, contact);
};

/**
 * The bodies get back what the contact began this substep with, and it begins from
 * nothing: its points are no longer those.
 */
export const takeBackImpulses = (world: World, contact: number): void => {
  writeCarriedWrench(world, contact);
  applyWrench(world, contact, world.bodies.motion, MOTION, -1);
  dropImpulses(world, contact);
};

/** What a contact carries, times the number in `scale`: an array, as a number that is handed over is allocated. */
export const scaleCarried = ({ contacts: { record } }: World, contact: number, scale: Floats): void => {
  const by = scale[0];
  const r = contact * RECORD;
  for (let p = r + POINTS; p < r + POINTS + MAX_POINTS * POINT; p += POINT) record[p + PL] *= by;
  record[r + FRICTION_LAMBDA] *= by;
  record[r + FRICTION_LAMBDA + 1] *= by;
  record[r + TWIST_LAMBDA] *= by;
  record[r + ROLL_LAMBDA] *= by;
  record[r + ROLL_LAMBDA + 1] *= by;
};

/** Nothing of a contact is carried into the next substep. */
export const dropImpulses = (world: World, contact: number): void => {
  const { record, count } = world.contacts;
  const r = contact * RECORD;
  for (let i = 0; i < count[contact]; i++) record[r + POINTS + i * POINT + PL] = 0;
  record[r + FRICTION_LAMBDA] = 0;
  record[r + FRICTION_LAMBDA + 1] = 0;
  record[r + TWIST_LAMBDA] = 0;
  record[r + ROLL_LAMBDA] = 0;
  record[r + ROLL_LAMBDA + 1] = 0;
};
