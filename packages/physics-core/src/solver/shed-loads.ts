import { scaleCarried } from '../contacts/carried-impulses.js';
import {
  applyWrench,
  components,
  relative,
  writeCarriedWrench,
  writeRelativeVelocity,
  writeWrench,
} from '../contacts/contact-frame.js';
import { edgeContact, firstEdge, nextEdge } from '../graph/contact-graph.js';
import { createFloats } from '../math/floats.js';
import { BodyType, MOTION } from '../state/bodies.js';
import { ContactFlag } from '../state/contacts.js';
import type { World } from '../state/world.js';
import { findFirstArrival } from './arrival.js';

/**
 * A substep begins with the impulses p of the one before, as a guess for the sweeps to correct. An impact
 * comes before the sweeps, and must not take a wrong guess for motion: a brick that had been pressed against
 * the floor was lifted by 1 m/s, struck its neighbour, was thrown back and pressed again, over and over, and
 * the wall gained energy.
 *
 * So the steady contacts around a struck body hand back of their p what adds energy: with the power P = p·J v
 * and Q = p·J M⁻¹ Jᵀ p, taking back the part f changes the energy by -f P + f² Q / 2. The best part is P / Q,
 * at most all of it, and none where P < 0 and the impulse is needed. Not again for a body
 * that was struck or pressed in `firstSweep` or later. Returns whether anything was handed back.
 */
const shedAround = (world: World, struck: number, firstSweep: number): boolean => {
  const { bodyA, bodyB } = world.contacts;
  const shedA = shedLoads(world, bodyA[struck], struck, firstSweep);
  const shedB = shedLoads(world, bodyB[struck], struck, firstSweep);
  return shedA || shedB;
};

const shedLoads = (world: World, body: number, struck: number, firstSweep: number): boolean => {
  const { bodies, contacts, scratch } = world;
  if (bodies.type[body] !== BodyType.dynamic || scratch.lastImpactSweep[body] >= firstSweep) return false;
  let shed = false;
  for (let edge = firstEdge(world, body); edge >= 0; edge = nextEdge(world, edge)) {
    const contact = edgeContact(edge);
    if (contact === struck || (contacts.flags[contact] & ContactFlag.steady) === 0) continue;
    if (shedLoad(world, contact)) shed = true;
  }
  return shed;
};

const shedLoad = (world: World, contact: number): boolean => {
  const { motion } = world.bodies;
  writeCarriedWrench(world, contact);
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
  scaleCarried(world, contact, kept);
  return true;
};

/** Power of what a contact carries, before and after it is taken away. In an array, as a returned number is allocated. */
const power = createFloats(2);
const WITH = 0;
const WITHOUT = 1;
/** Part that a contact keeps of what it carries. */
const kept = createFloats(1);

const writePower = (world: World, contact: number, at: number): void => {
  writeRelativeVelocity(world, contact);
  power[at] = 0;
  for (let i = 0; i < 6; i++) power[at] += components[i] * relative[i];
};

/** Whether a point of the contact arrives in time, and not only because of what the contacts around it carry. */
export const arrivesByItself = (world: World, contact: number, firstSweep: number): boolean =>
  findFirstArrival(world, contact) &&
  (!shedAround(world, contact, firstSweep) || findFirstArrival(world, contact));
