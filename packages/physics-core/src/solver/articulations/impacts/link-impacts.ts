import { components } from '../../../contacts/contact-frame.js';
import { createFloats, type Floats } from '../../../math/floats.js';
import { pushIndex } from '../../../math/index-list.js';
import {
  BETA,
  BOUNCED,
  END_CLOSING,
  FACTORED,
  FIRST_CLOSING,
  FORCES,
  LINK,
  LINK_BODY,
  LINK_INTS,
  OPENED,
  P,
  TOUCH,
  TOUCH_K,
  TREE_INTS,
} from '../../../state/articulations.js';
import { IM, MOTION } from '../../../state/bodies.js';
import { CLOSING, WANTED_CHANGE } from '../../../state/closing-rows.js';
import { N, RECORD, T1 } from '../../../state/contacts.js';
import { firstLink } from '../../../state/links.js';
import type { World } from '../../../state/world.js';
import { BOUNDED_SUBSTEPS } from '../../../tuning.js';
import { fitVelocities } from '../stages/project-velocities.js';
import { prepareTouch } from '../tours/touch-frame.js';
import { addTouchImpulses, impulses } from '../tours/touch-impulses.js';
import { markTrees } from '../tours/touch-points.js';
import { addTree, answer, clearDrives, leaveImpact, startMotion, writeForces } from './impact-motion.js';

/**
 * Impacts of links. To the impact stage (solver/impacts/response.ts) a link is a body that answers an impulse with its
 * response Φ, all joints of its articulation eliminated, and all links of the articulation move to the time of impact
 * together, along the joints (impact-motion.ts): factor, Φ and velocities are those of the poses in which it strikes, so an elastic
 * impact keeps the energy.
 *
 * Before its first impact in a substep an articulation is projected: external forces act on each body alone, and what they
 * gave a link against its joints is no approach. What is left of them is kept (FORCES), because a part of it comes after the
 * impact and has no restitution.
 */

/** Scratch: the place of the contact in hand in the list of touches. */
const place = new Int32Array(1);

/** Lists in scratch.impacts.bodies both bodies of a contact and all links that joints connect with them. */
export const gatherLinks = (world: World, contact: number): void => {
  const { articulations: a, contacts, scratch } = world;
  const { bodies, rows } = scratch.impacts;
  const linkA = a.linkOf[contacts.bodyA[contact]];
  const linkB = a.linkOf[contacts.bodyB[contact]];
  bodies.count = 0;
  rows.count = 0;
  startMotion(a);
  if (linkA >= 0) gatherTree(world, a.treeOf[linkA]);
  else pushIndex(bodies, contacts.bodyA[contact]);
  if (linkB < 0) pushIndex(bodies, contacts.bodyB[contact]);
  else if (linkA < 0 || a.treeOf[linkA] !== a.treeOf[linkB]) gatherTree(world, a.treeOf[linkB]);
};

const gatherTree = (world: World, tree: number): void => {
  const { articulations: a, scratch } = world;
  if (a.treeInts[tree * TREE_INTS + OPENED] === 0) openImpacts(world, tree);
  addTree(world, tree);
  // The narrowphase may write points anew: their masses are out of date.
  a.treeInts[tree * TREE_INTS + FACTORED] = 1;
  for (let i = firstLink(world, tree); i < a.ends.items[tree]; i++)
    pushIndex(scratch.impacts.bodies, a.linkInts[i * LINK_INTS + LINK_BODY]);
};

/** The velocities fit the joints, and FORCES is what external forces do in this substep. */
const openImpacts = (world: World, tree: number): void => {
  fitVelocities(world, tree);
  writeForces(world, tree, FORCES);
  world.articulations.treeInts[tree * TREE_INTS + OPENED] = 1;
};

/** Places in the six directions of a touch of the five speeds of an impact: force n, t1, t2, torque t1, t2. */
const DIRECTION = Int32Array.of(0, 3, 4, 1, 2);

/** After enterImpact: K = J Φ Jᵀ of the contact, 5×5. */
export const writeLinkK = (world: World, contact: number, k: Floats): void => {
  const { articulations: a } = world;
  const at = a.touchOf[contact];
  place[0] = at;
  prepareTouch(world, at, true);
  for (let row = 0; row < 5; row++)
    for (let column = 0; column < 5; column++)
      k[row * 5 + column] = a.touchFloats[at * TOUCH + TOUCH_K + 6 * DIRECTION[row] + DIRECTION[column]];
};

/** After writeLinkK: the change of the normal speed by external forces, of single bodies: links have the velocities of the impact. */
export const writeLinkForces = (world: World, contact: number, change: Floats): void => {
  const { articulations: a, bodies, contacts } = world;
  const n = contact * RECORD + N;
  change[0] = 0;
  change[1] = 0;
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? contacts.bodyA[contact] : contacts.bodyB[contact];
    if (a.linkOf[body] >= 0) continue;
    for (let k = 0; k < 3; k++)
      change[0] += (2 * side - 1) * contacts.record[n + k] * bodies.externalChange[body * 3 + k];
  }
};

/** After writeLinkK: the bodies answer the impulse in `components`. It is one-shot: no λ remembers it. */
export const applyLinkImpulse = (world: World, contact: number): void => {
  const { articulations: a, contacts } = world;
  const linkA = a.linkOf[contacts.bodyA[contact]];
  const linkB = a.linkOf[contacts.bodyB[contact]];
  const treeA = linkA < 0 ? -1 : a.treeOf[linkA];
  const treeB = linkB < 0 ? -1 : a.treeOf[linkB];
  if (treeA >= 0) clearInputs(world, treeA);
  if (treeB >= 0 && treeB !== treeA) clearInputs(world, treeB);
  for (let i = 0; i < 5; i++) impulses[DIRECTION[i]] = components[i < 3 ? i : i + 1];
  impulses[5] = components[3];
  if (linkA < 0) keepPrediction(world, contacts.bodyA[contact], contact, -1);
  if (linkB < 0) keepPrediction(world, contacts.bodyB[contact], contact, 1);
  addTouchImpulses(world, place[0]);
  if (treeA >= 0) answer(world, treeA);
  if (treeB >= 0 && treeB !== treeA) answer(world, treeB);
  markTrees(world, place[0], BOUNCED, BOUNDED_SUBSTEPS);
  leaveImpact(world);
};

/** No impulse, no prescribed motion, no drive. */
const clearInputs = ({ articulations: a }: World, tree: number): void => {
  const t = tree * TREE_INTS;
  for (let i = a.treeInts[t]; i < a.ends.items[tree]; i++) {
    for (let k = 0; k < 6; k++) {
      a.links[i * LINK + P + k] = 0;
      a.links[i * LINK + BETA + k] = 0;
    }
  }
  clearDrives(a, tree);
  for (let r = a.treeInts[t + FIRST_CLOSING]; r < a.treeInts[t + END_CLOSING]; r++)
    a.closing.data[r * CLOSING + WANTED_CHANGE] = 0;
};

/** A single body that only had impacts in this substep still moves along its parabola, see integratePositions. */
const keepPrediction = (world: World, body: number, contact: number, sign: 1 | -1): void => {
  const { bodies, contacts } = world;
  const { motion, predicted } = bodies;
  writeForce(contacts.record, contact * RECORD);
  for (let k = 0; k < 3; k++) predicted[body * 3 + k] += sign * motion[body * MOTION + IM + k] * force[k];
};

/** Scratch: the force of `components` in world axes. */
const force = createFloats(3);

const writeForce = (record: Floats, r: number): void => {
  for (let k = 0; k < 3; k++) {
    const next = (k + 1) % 3;
    const last = (k + 2) % 3;
    const second =
      record[r + N + next] * record[r + T1 + last] - record[r + N + last] * record[r + T1 + next];
    force[k] =
      components[0] * record[r + N + k] + components[1] * record[r + T1 + k] + components[2] * second;
  }
};
