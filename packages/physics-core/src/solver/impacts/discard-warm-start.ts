import {
  applyWrench,
  components,
  relative,
  writeAccumulatedWrench,
  writeRelativeVelocity,
  writeWrench,
} from '../../contacts/contact-frame.js';
import { scaleAccumulated } from '../../contacts/warm-start-impulses.js';
import { edgeContact, firstEdge, nextEdge } from '../../graph/contact-graph.js';
import { createFloats } from '../../math/floats.js';
import { BodyType, MOTION } from '../../state/bodies.js';
import { ContactFlag } from '../../state/contacts.js';
import type { World } from '../../state/world.js';
import { findFirstImpact } from './time-of-impact.js';

/**
 * Discards the warm-start impulse around an impact. A substep begins with the impulses p of the last one as warm
 * start, and the solve corrects them. Impacts are resolved before the solve and must not treat a wrong warm start
 * as motion: the contact with the floor gave a brick 1 m/s upwards, it hit its neighbour and came back to the
 * floor, over and over, and the wall gained energy.
 *
 * So each cached contact of a body with an impact discards the part of p that adds energy. With the power
 * P = p·J v and Q = p·J M⁻¹ Jᵀ p, discarding the part f changes the energy by -f P + f² Q / 2. The best part is
 * P / Q, at most 1, and 0 where P < 0 and the impulse is needed. A body that got an impact or shock impulse in
 * `firstIteration` or later is skipped. Returns whether anything was discarded.
 */
const discardAround = (world: World, impacted: number, firstIteration: number): boolean => {
  const { bodyA, bodyB } = world.contacts;
  const discardedA = discardWarmStarts(world, bodyA[impacted], impacted, firstIteration);
  const discardedB = discardWarmStarts(world, bodyB[impacted], impacted, firstIteration);
  return discardedA || discardedB;
};

const discardWarmStarts = (world: World, body: number, impacted: number, firstIteration: number): boolean => {
  const { bodies, contacts, scratch } = world;
  if (bodies.type[body] !== BodyType.dynamic || scratch.impacts.lastIteration[body] >= firstIteration)
    return false;
  let discarded = false;
  for (let edge = firstEdge(world, body); edge >= 0; edge = nextEdge(world, edge)) {
    const contact = edgeContact(edge);
    if (contact === impacted || (contacts.flags[contact] & ContactFlag.cached) === 0) continue;
    if (discardWarmStart(world, contact)) discarded = true;
  }
  return discarded;
};

const discardWarmStart = (world: World, contact: number): boolean => {
  const { motion } = world.bodies;
  writeAccumulatedWrench(world, contact);
  if (components[0] === 0) return false;
  writePower(world, contact, WITH);
  if (power[WITH] <= 0) return false;
  applyWrench(world, contact, motion, MOTION, -1);
  writePower(world, contact, WITHOUT);
  kept[0] = power[WITHOUT] > 0 ? 0 : -power[WITHOUT] / (power[WITH] - power[WITHOUT]);
  if (kept[0] > 0) {
    for (let i = 0; i < 6; i++) components[i] *= kept[0];
    writeWrench(world, contact);
    applyWrench(world, contact, motion, MOTION, 1);
  }
  scaleAccumulated(world, contact, kept);
  return true;
};

/** Scratch: power of the accumulated impulse, before and after it is discarded. In an array, because a returned double is allocated. */
const power = createFloats(2);
const WITH = 0;
const WITHOUT = 1;
/** Scratch: part of the accumulated impulse that a contact keeps. */
const kept = createFloats(1);

const writePower = (world: World, contact: number, at: number): void => {
  writeRelativeVelocity(world, contact);
  power[at] = 0;
  for (let i = 0; i < 6; i++) power[at] += components[i] * relative[i];
};

/** Whether a point has an impact in time that is not only due to the warm start of the contacts around it. */
export const arrivesWithoutWarmStart = (world: World, contact: number, firstIteration: number): boolean =>
  findFirstImpact(world, contact) &&
  (!discardAround(world, contact, firstIteration) || findFirstImpact(world, contact));
