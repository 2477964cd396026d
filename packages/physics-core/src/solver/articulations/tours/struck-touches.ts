import { zeroImpulses } from '../../../contacts/warm-start-impulses.js';
import { createFloats } from '../../../math/floats.js';
import { INDEX_BITS } from '../../../math/index-bits.js';
import { LINK, TOUCH, TOUCH_CAME, TOUCH_SPEEDS, V0 } from '../../../state/articulations.js';
import { MOTION, V } from '../../../state/bodies.js';
import { ARM, N, RA, RB, RECORD } from '../../../state/contacts.js';
import type { Substep } from '../../../state/substep.js';
import type { World } from '../../../state/world.js';
import { writeTouchSpeeds } from './touch-impulses.js';
import { isIdle, isLive, speed, writePointSpeeds } from './touch-points.js';

/**
 * Contacts that strike links. Without restitution the tours stop them, and their impulse is one-shot: it is cleared after the substep.
 */

/** Speeds of the points before any contact of the substep acts; 0 for contacts that bear a load already. */
export const measureApproaches = (world: World): void => {
  const { articulations: a, contacts } = world;
  for (let k = 0; k < a.touches.count; k++) {
    if (!isLive(world, k)) continue;
    const contact = a.touches.items[k];
    const isLoaded = !isIdle(world, k);
    if (!isLoaded) {
      writeTouchSpeeds(world, k);
      writePointSpeeds(contacts.record, contact * RECORD, contacts.count[contact]);
    }
    for (let i = 0; i < contacts.count[contact]; i++)
      a.touchFloats[(k * TOUCH + TOUCH_SPEEDS + i) & INDEX_BITS] = isLoaded ? 0 : speed[i];
    if (!isLoaded) writeCame(world, k);
  }
};

/**
 * How fast the points of a contact approach at most, before drives and warm starts of the substep act: drives that press are no
 * impact, however much they would give a finger in a substep. The velocities of links are kept (throwing-warm-start.ts).
 */
const writeCame = ({ articulations: a, bodies, contacts }: World, k: number): void => {
  const { record } = contacts;
  const contact = a.touches.items[k];
  const r = (contact * RECORD) & INDEX_BITS;
  const bodyA = contacts.bodyA[contact];
  const bodyB = contacts.bodyB[contact];
  writeKept(a, bodies, bodyA, 0);
  writeKept(a, bodies, bodyB, 6);
  const x = before[9] - before[3];
  const y = before[10] - before[4];
  const z = before[11] - before[5];
  let speed = -2 * record[r + ARM] * Math.sqrt(x * x + y * y + z * z);
  for (let side = 0; side < 2; side++) {
    const v = 6 * side;
    const lever = r + (side === 0 ? RA : RB);
    const sign = side === 0 ? -1 : 1;
    for (let i = 0; i < 3; i++) {
      const j = i === 2 ? 0 : i + 1;
      const l = i === 0 ? 2 : i - 1;
      const turning = before[v + 3 + j] * record[lever + l] - before[v + 3 + l] * record[lever + j];
      speed += sign * record[r + N + i] * (before[v + i] + turning);
    }
  }
  a.touchFloats[(k * TOUCH + TOUCH_CAME) & INDEX_BITS] = -speed;
};

/** Scratch: the velocities of both bodies of a contact, (v, ω) each. */
const before = createFloats(12);

const writeKept = (
  a: World['articulations'],
  { motion }: World['bodies'],
  body: number,
  at: number,
): void => {
  const link = a.linkOf[body];
  for (let i = 0; i < 6; i++)
    before[at + i] = link >= 0 ? a.links[link * LINK + V0 + i] : motion[body * MOTION + V + i];
};

/** The impulse of an impact is no load of the next substep. */
export const clearImpacts = (world: World, step: Substep): void => {
  const { articulations: a, contacts } = world;
  for (let k = 0; k < a.touches.count; k++) {
    if (!isLive(world, k)) continue;
    const contact = a.touches.items[k];
    let came = 0;
    for (let i = 0; i < contacts.count[contact]; i++)
      came = Math.min(came, a.touchFloats[k * TOUCH + TOUCH_SPEEDS + i]);
    if (-came > step.impactSpeed && a.touchFloats[k * TOUCH + TOUCH_CAME] > step.impactSpeed)
      zeroImpulses(world, contact);
  }
};
