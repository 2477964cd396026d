import { components } from '../../contacts/contact-frame.js';
import { createFloats, type Floats, floatsFrom } from '../../math/floats.js';
import { pushIndex } from '../../math/index-list.js';
import {
  BETA,
  BOUNCED,
  CONTROL_FREEDOM,
  CONTROL_INTS,
  DRIVE,
  END_CLOSING,
  END_TREE_CONTROL,
  FACTORED,
  FIRST_CLOSING,
  FIRST_TREE_CONTROL,
  FREEDOM,
  LINK,
  LINK_BODY,
  LINK_INTS,
  OPENED,
  P,
  PUSHED,
  TOUCH,
  TOUCH_K,
  TOUCH_LEVERS,
  TREE_INTS,
  V1,
} from '../../state/articulations.js';
import { IM, MOTION, V } from '../../state/bodies.js';
import { CLOSING, CLOSING_IMPULSE, WANTED_CHANGE } from '../../state/closing-rows.js';
import { N, RECORD, T1 } from '../../state/contacts.js';
import { firstLink } from '../../state/links.js';
import type { World } from '../../state/world.js';
import { BOUNDED_SUBSTEPS } from '../../tuning.js';
import { projectArticulation } from './closing-rows.js';
import { countClosingImpulses } from './closing-stages.js';
import { addMotion } from './drift.js';
import { fitVelocities } from './substep.js';
import { writeTreeResponses } from './tours/loop-responses.js';
import { prepareTouch } from './tours/touch-frame.js';
import { addTouchImpulses, impulses } from './tours/touch-impulses.js';
import { markTrees } from './tours/touch-points.js';

/**
 * Impacts of links. To the impact stage (solver/impacts/response.ts) a link is a body that answers an impulse with its
 * response Φ, all joints of its articulation eliminated, and all links of the articulation move to the time of impact
 * together. Factor and Φ are those of the pose in which the substep began: so are the velocities, which fit the joints there.
 * Factorised where they strike, a bob between two walls gained 3 % in 10 s.
 *
 * Before its first impact in a substep an articulation is projected: external forces act on each body alone, and what they
 * gave a link against its joints is no approach. What is left of them is kept in V1, because a part of it comes after the
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
  if (linkA >= 0) gatherTree(world, a.treeOf[linkA]);
  else pushIndex(bodies, contacts.bodyA[contact]);
  if (linkB < 0) pushIndex(bodies, contacts.bodyB[contact]);
  else if (linkA < 0 || a.treeOf[linkA] !== a.treeOf[linkB]) gatherTree(world, a.treeOf[linkB]);
};

const gatherTree = (world: World, tree: number): void => {
  const { articulations: a, scratch } = world;
  if (a.treeInts[tree * TREE_INTS + OPENED] === 0) openImpacts(world, tree);
  // The narrowphase may write points anew: their masses are out of date.
  a.treeInts[tree * TREE_INTS + FACTORED] = 1;
  for (let i = firstLink(world, tree); i < a.ends.items[tree]; i++)
    pushIndex(scratch.impacts.bodies, a.linkInts[i * LINK_INTS + LINK_BODY]);
};

/** The velocities fit the joints, responses fit the factor, and V1 is what external forces did in this substep. */
const openImpacts = (world: World, tree: number): void => {
  const { articulations: a, bodies } = world;
  const { links, linkInts, treeInts } = a;
  const { motion, externalChange } = bodies;
  const from = firstLink(world, tree);
  const to = a.ends.items[tree];
  // RATTLE has given them half of the forces yet.
  const part = treeInts[tree * TREE_INTS + PUSHED] !== 0 ? 1 : 0.5;
  for (let i = from; i < to; i++) {
    const body = linkInts[i * LINK_INTS + LINK_BODY];
    for (let k = 0; k < 6; k++) links[i * LINK + V1 + k] = motion[body * MOTION + V + k];
    for (let k = 0; k < 3; k++) links[i * LINK + V1 + k] -= part * externalChange[body * 3 + k];
  }
  fitVelocities(world, tree);
  for (let i = from; i < to; i++) {
    const m = linkInts[i * LINK_INTS + LINK_BODY] * MOTION;
    for (let k = 0; k < 6; k++)
      links[i * LINK + V1 + k] = (motion[m + V + k] - links[i * LINK + V1 + k]) / part;
  }
  if (treeInts[tree * TREE_INTS + FACTORED] !== 0) writeTreeResponses(a, tree);
  treeInts[tree * TREE_INTS + OPENED] = 1;
};

/** Places in the six directions of a touch of the five speeds of an impact: force n, t1, t2, torque t1, t2. */
const DIRECTION = Int32Array.of(0, 3, 4, 1, 2);

/** K = J Φ Jᵀ of the contact, 5×5, at the present poses. */
export const writeLinkK = (world: World, contact: number, k: Floats): void => {
  const { articulations: a } = world;
  const at = a.touchOf[contact];
  place[0] = at;
  prepareTouch(world, at);
  for (let row = 0; row < 5; row++)
    for (let column = 0; column < 5; column++)
      k[row * 5 + column] = a.touchFloats[at * TOUCH + TOUCH_K + 6 * DIRECTION[row] + DIRECTION[column]];
};

/** After writeLinkK: the change of the normal speed by external forces, of both bodies and of links only. */
export const writeLinkForces = (world: World, contact: number, change: Floats): void => {
  const { contacts } = world;
  change[0] = 0;
  change[1] = 0;
  addForces(world, contact, contacts.bodyA[contact], 0, -1, change);
  addForces(world, contact, contacts.bodyB[contact], 1, 1, change);
};

const addForces = (
  world: World,
  contact: number,
  body: number,
  side: 0 | 1,
  sign: 1 | -1,
  change: Floats,
): void => {
  const { articulations: a, bodies, contacts } = world;
  const n = contact * RECORD + N;
  const link = a.linkOf[body];
  for (let k = 0; k < 3; k++) {
    const normal = sign * contacts.record[n + k];
    if (link < 0) {
      change[0] += normal * bodies.externalChange[body * 3 + k];
      continue;
    }
    const v = link * LINK + V1;
    const r = place[0] * TOUCH + TOUCH_LEVERS + 3 * side;
    const next = (k + 1) % 3;
    const last = (k + 2) % 3;
    const turned =
      a.links[v + 3 + next] * a.touchFloats[r + last] - a.links[v + 3 + last] * a.touchFloats[r + next];
    const along = normal * (a.links[v + k] + turned);
    change[0] += along;
    change[1] += along;
  }
};

const ONE = floatsFrom([1]);

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
  for (let c = a.treeInts[t + FIRST_TREE_CONTROL]; c < a.treeInts[t + END_TREE_CONTROL]; c++)
    a.freedoms[a.controlInts[c * CONTROL_INTS + CONTROL_FREEDOM] * FREEDOM + DRIVE] = 0;
  for (let r = a.treeInts[t + FIRST_CLOSING]; r < a.treeInts[t + END_CLOSING]; r++)
    a.closing.data[r * CLOSING + WANTED_CHANGE] = 0;
};

const answer = (world: World, tree: number): void => {
  const { articulations: a } = world;
  const from = firstLink(world, tree);
  projectArticulation(a, tree, from, a.ends.items[tree]);
  countClosingImpulses(world, tree, CLOSING_IMPULSE, ONE);
  addMotion(world, from, a.ends.items[tree], ONE);
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
