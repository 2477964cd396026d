import { createFloats, type Floats } from '../../../math/floats.js';
import { INDEX_BITS } from '../../../math/index-bits.js';
import {
  LINK,
  OUTER,
  P,
  PENDING,
  TOUCH,
  TOUCH_ARMS,
  TOUCH_LEVERS,
  TOUCH_RESPONSE,
  TOUR_MOTION,
} from '../../../state/articulations.js';
import { II, IM, MOTION, V, W } from '../../../state/bodies.js';
import { RECORD } from '../../../state/contacts.js';
import type { World } from '../../../state/world.js';
import { axes, writeAxes } from './touch-frame.js';

/** Speeds and impulses of a contact of a link in its six directions (touch-frame.ts). */

/** Scratch: speeds and impulses in the six directions. */
export const six = createFloats(6);
export const impulses = createFloats(6);

/** Speeds of B against A in the six directions, into `six`. */
export const writeTouchSpeeds = (world: World, k: number): void => {
  const { articulations: a, contacts } = world;
  const contact = a.touches.items[k];
  writeAxes(contacts.record, contact * RECORD);
  relative[0] = 0;
  relative[1] = 0;
  relative[2] = 0;
  relative[3] = 0;
  relative[4] = 0;
  relative[5] = 0;
  addMotion(world, contacts.bodyA[contact], k * TOUCH, 0, -1);
  addMotion(world, contacts.bodyB[contact], k * TOUCH, 1, 1);
  const w0 = relative[0];
  const w1 = relative[1];
  const w2 = relative[2];
  const u0 = relative[3];
  const u1 = relative[4];
  const u2 = relative[5];
  six[0] = u0 * axes[0] + u1 * axes[1] + u2 * axes[2];
  six[1] = w0 * axes[3] + w1 * axes[4] + w2 * axes[5];
  six[2] = w0 * axes[6] + w1 * axes[7] + w2 * axes[8];
  six[3] = u0 * axes[3] + u1 * axes[4] + u2 * axes[5];
  six[4] = u0 * axes[6] + u1 * axes[7] + u2 * axes[8];
  six[5] = w0 * axes[0] + w1 * axes[1] + w2 * axes[2];
};

/** Scratch: motion (ω, u) of B against A at the contact. */
const relative = createFloats(6);

const addMotion = (world: World, body: number, at: number, side: 0 | 1, sign: 1 | -1): void => {
  const t = at & INDEX_BITS;
  const { articulations: a, bodies } = world;
  const floats = a.touchFloats;
  const link = a.linkOf[body];
  const arm = t + TOUCH_ARMS + 3 * side;
  const from = link >= 0 ? a.links : bodies.motion;
  const w = link >= 0 ? (link * LINK + TOUR_MOTION) & INDEX_BITS : (body * MOTION + W) & INDEX_BITS;
  const u = link >= 0 ? w + 3 : (body * MOTION + V) & INDEX_BITS;
  const w0 = sign * from[w];
  const w1 = sign * from[w + 1];
  const w2 = sign * from[w + 2];
  const x = floats[arm];
  const y = floats[arm + 1];
  const z = floats[arm + 2];
  relative[0] += w0;
  relative[1] += w1;
  relative[2] += w2;
  relative[3] += sign * from[u] + w1 * z - w2 * y;
  relative[4] += sign * from[u + 1] + w2 * x - w0 * z;
  relative[5] += sign * from[u + 2] + w0 * y - w1 * x;
};

/** Scratch: force, and torque about the contact, of `impulses` in world axes. */
const force = createFloats(3);
const torque = createFloats(3);

/** Whether there is any impulse. */
const writeForces = (record: Floats, r: number): boolean => {
  const n = impulses[0];
  const r1 = impulses[1];
  const r2 = impulses[2];
  const f1 = impulses[3];
  const f2 = impulses[4];
  const t = impulses[5];
  if (n === 0 && r1 === 0 && r2 === 0 && f1 === 0 && f2 === 0 && t === 0) return false;
  writeAxes(record, r);
  force[0] = n * axes[0] + f1 * axes[3] + f2 * axes[6];
  force[1] = n * axes[1] + f1 * axes[4] + f2 * axes[7];
  force[2] = n * axes[2] + f1 * axes[5] + f2 * axes[8];
  torque[0] = t * axes[0] + r1 * axes[3] + r2 * axes[6];
  torque[1] = t * axes[1] + r1 * axes[4] + r2 * axes[7];
  torque[2] = t * axes[2] + r1 * axes[5] + r2 * axes[8];
  return true;
};

/**
 * Applies `impulses` to both sides: motion of the link and pending impulse, or velocity of the body. Returns whether
 * there was any.
 */
export const applyTouch = (world: World, k: number): boolean => {
  const { articulations: a, contacts } = world;
  const contact = a.touches.items[k];
  if (!writeForces(contacts.record, contact * RECORD)) return false;
  const linkA = a.linkOf[contacts.bodyA[contact]];
  const linkB = a.linkOf[contacts.bodyB[contact]];
  if (linkA < 0) addToBody(world, contacts.bodyA[contact], k * TOUCH, 0, -1);
  else {
    addToMotion(a.links, linkA * LINK, a.touchFloats, k * TOUCH, 0, -1);
    addToLink(a.links, linkA * LINK, PENDING, a.touchFloats, k * TOUCH, 0, -1);
  }
  if (linkB < 0) addToBody(world, contacts.bodyB[contact], k * TOUCH, 1, 1);
  else {
    addToMotion(a.links, linkB * LINK, a.touchFloats, k * TOUCH, 1, 1);
    addToLink(a.links, linkB * LINK, PENDING, a.touchFloats, k * TOUCH, 1, 1);
  }
  return true;
};

/** Adds the impulses in `impulses` to P of links, and to the velocity of single bodies: warm starts and impacts. */
export const addTouchImpulses = (world: World, k: number): void => {
  const { articulations: a, contacts } = world;
  const contact = a.touches.items[k];
  if (!writeForces(contacts.record, contact * RECORD)) return;
  const linkA = a.linkOf[contacts.bodyA[contact]];
  const linkB = a.linkOf[contacts.bodyB[contact]];
  if (linkA < 0) addToBody(world, contacts.bodyA[contact], k * TOUCH, 0, -1);
  else addToLink(a.links, linkA * LINK, P, a.touchFloats, k * TOUCH, 0, -1);
  if (linkB < 0) addToBody(world, contacts.bodyB[contact], k * TOUCH, 1, 1);
  else addToLink(a.links, linkB * LINK, P, a.touchFloats, k * TOUCH, 1, 1);
};

/** The motion of a link changes by Φ, which is at the contact, and goes to the reference point: u - ω × arm. */
const addToMotion = (
  links: Floats,
  o: number,
  floats: Floats,
  at: number,
  side: 0 | 1,
  sign: 1 | -1,
): void => {
  const t = at & INDEX_BITS;
  const r = (t + TOUCH_RESPONSE + 21 * side) & INDEX_BITS;
  const arm = t + TOUCH_ARMS + 3 * side;
  const f0 = sign * force[0];
  const f1 = sign * force[1];
  const f2 = sign * force[2];
  const n0 = sign * torque[0];
  const n1 = sign * torque[1];
  const n2 = sign * torque[2];
  const w0 =
    floats[r] * n0 +
    floats[r + 1] * n1 +
    floats[r + 2] * n2 +
    floats[r + 6] * f0 +
    floats[r + 7] * f1 +
    floats[r + 8] * f2;
  const w1 =
    floats[r + 1] * n0 +
    floats[r + 3] * n1 +
    floats[r + 4] * n2 +
    floats[r + 9] * f0 +
    floats[r + 10] * f1 +
    floats[r + 11] * f2;
  const w2 =
    floats[r + 2] * n0 +
    floats[r + 4] * n1 +
    floats[r + 5] * n2 +
    floats[r + 12] * f0 +
    floats[r + 13] * f1 +
    floats[r + 14] * f2;
  const u0 =
    floats[r + 6] * n0 +
    floats[r + 9] * n1 +
    floats[r + 12] * n2 +
    floats[r + 15] * f0 +
    floats[r + 16] * f1 +
    floats[r + 17] * f2;
  const u1 =
    floats[r + 7] * n0 +
    floats[r + 10] * n1 +
    floats[r + 13] * n2 +
    floats[r + 16] * f0 +
    floats[r + 18] * f1 +
    floats[r + 19] * f2;
  const u2 =
    floats[r + 8] * n0 +
    floats[r + 11] * n1 +
    floats[r + 14] * n2 +
    floats[r + 17] * f0 +
    floats[r + 19] * f1 +
    floats[r + 20] * f2;
  const x = floats[arm];
  const y = floats[arm + 1];
  const z = floats[arm + 2];
  const m = (o + TOUR_MOTION) & INDEX_BITS;
  links[m] += w0;
  links[m + 1] += w1;
  links[m + 2] += w2;
  links[m + 3] += u0 - (w1 * z - w2 * y);
  links[m + 4] += u1 - (w2 * x - w0 * z);
  links[m + 5] += u2 - (w0 * y - w1 * x);
};

/** Adds the impulse about the reference point to the six numbers `at` of a link, P or PENDING, and counts it as one from outside. */
const addToLink = (
  links: Floats,
  linkAt: number,
  at: number,
  floats: Floats,
  touchAt: number,
  side: 0 | 1,
  sign: 1 | -1,
): void => {
  const o = linkAt & INDEX_BITS;
  const t = touchAt & INDEX_BITS;
  const arm = t + TOUCH_ARMS + 3 * side;
  const lever = t + TOUCH_LEVERS + 3 * side;
  const f0 = sign * force[0];
  const f1 = sign * force[1];
  const f2 = sign * force[2];
  const n0 = sign * torque[0];
  const n1 = sign * torque[1];
  const n2 = sign * torque[2];
  links[o + at] += n0 + floats[arm + 1] * f2 - floats[arm + 2] * f1;
  links[o + at + 1] += n1 + floats[arm + 2] * f0 - floats[arm] * f2;
  links[o + at + 2] += n2 + floats[arm] * f1 - floats[arm + 1] * f0;
  links[o + at + 3] += f0;
  links[o + at + 4] += f1;
  links[o + at + 5] += f2;
  links[o + OUTER] += f0;
  links[o + OUTER + 1] += f1;
  links[o + OUTER + 2] += f2;
  links[o + OUTER + 3] += n0 + floats[lever + 1] * f2 - floats[lever + 2] * f1;
  links[o + OUTER + 4] += n1 + floats[lever + 2] * f0 - floats[lever] * f2;
  links[o + OUTER + 5] += n2 + floats[lever] * f1 - floats[lever + 1] * f0;
};

const addToBody = (world: World, body: number, at: number, side: 0 | 1, sign: 1 | -1): void => {
  const t = at & INDEX_BITS;
  const { motion } = world.bodies;
  const floats = world.articulations.touchFloats;
  const m = (body * MOTION) & INDEX_BITS;
  const lever = t + TOUCH_LEVERS + 3 * side;
  const f0 = sign * force[0];
  const f1 = sign * force[1];
  const f2 = sign * force[2];
  const n0 = sign * torque[0] + floats[lever + 1] * f2 - floats[lever + 2] * f1;
  const n1 = sign * torque[1] + floats[lever + 2] * f0 - floats[lever] * f2;
  const n2 = sign * torque[2] + floats[lever] * f1 - floats[lever + 1] * f0;
  motion[m + V] += motion[m + IM] * f0;
  motion[m + V + 1] += motion[m + IM + 1] * f1;
  motion[m + V + 2] += motion[m + IM + 2] * f2;
  motion[m + W] += motion[m + II] * n0 + motion[m + II + 1] * n1 + motion[m + II + 2] * n2;
  motion[m + W + 1] += motion[m + II + 1] * n0 + motion[m + II + 3] * n1 + motion[m + II + 4] * n2;
  motion[m + W + 2] += motion[m + II + 2] * n0 + motion[m + II + 4] * n1 + motion[m + II + 5] * n2;
};
