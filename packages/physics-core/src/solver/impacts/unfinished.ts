import { growFloats } from '../../math/floats.js';
import { pushIndex } from '../../math/index-list.js';
import { BodyType, MOTION, V } from '../../state/bodies.js';
import { CONTACT_BOUNCE, ContactFlag, RECORD } from '../../state/contacts.js';
import type { Substep } from '../../state/substep.js';
import type { World } from '../../state/world.js';
import { mayBeStruck } from './candidates.js';
import { gatherBodies, isOfLinks } from './response.js';
import { AHEAD, arrival, findFirstImpact } from './time-of-impact.js';

/**
 * Impacts without an end. Fully elastic balls that fill the space between two walls pass an impulse to and fro for
 * ever, in no time (Kleppmann 2007, Fig. 3.7). A substep can hold only so many impacts. What is then still on its way
 * waits: its bodies stay where they are with the velocity zero, so that the solve does not take the approach for one
 * that must be stopped, and get the velocities of before the substep's forces back at its end; the next one goes on. With e < 1
 * the impulses fade, and what is left of them is stopped by shock propagation; so it is between links of articulations, which would
 * hang in the air.
 */
export const holdUnfinished = (world: World, substep: Substep): void => {
  const { items, count } = world.impactCandidates;
  const { record, flags } = world.contacts;
  const { bodies } = world.scratch.impacts;
  arrival[AHEAD] = substep.h;
  for (let k = 0; k < count; k++) {
    const contact = items[k];
    if ((flags[contact] & ContactFlag.solved) === 0 || record[contact * RECORD + CONTACT_BOUNCE] < 1)
      continue;
    if (isOfLinks(world, contact)) continue;
    if (!mayBeStruck(world, contact, substep) || !findFirstImpact(world, contact)) continue;
    gatherBodies(world, contact);
    for (let i = 0; i < bodies.count; i++) hold(world, bodies.items[i]);
  }
};

/** Numbers a held body keeps: v and ω. */
const VELOCITY = 6;

const hold = (world: World, body: number): void => {
  const { motion, type, externalChange } = world.bodies;
  const { impacts } = world.scratch;
  const { held } = impacts;
  if (type[body] !== BodyType.dynamic) return;
  const at = held.count * VELOCITY;
  if (impacts.heldVelocities.length < at + VELOCITY)
    impacts.heldVelocities = growFloats(impacts.heldVelocities, at + VELOCITY);
  const m = body * MOTION + V;
  for (let i = 0; i < 3; i++) {
    impacts.heldVelocities[at + i] = motion[m + i] - externalChange[body * 3 + i];
    impacts.heldVelocities[at + 3 + i] = motion[m + 3 + i];
    motion[m + i] = 0;
    motion[m + 3 + i] = 0;
    externalChange[body * 3 + i] = 0;
  }
  pushIndex(held, body);
};

/** At the end of the substep: adds the velocities. A body may be listed twice, the second time with zeros. */
export const releaseUnfinished = (world: World): void => {
  const { motion } = world.bodies;
  const { held, heldVelocities } = world.scratch.impacts;
  for (let k = 0; k < held.count; k++) {
    const m = held.items[k] * MOTION + V;
    for (let i = 0; i < VELOCITY; i++) motion[m + i] += heldVelocities[k * VELOCITY + i];
  }
  held.count = 0;
};
