import { edgeContact, edgeOther, firstEdge, nextEdge } from '../../graph/contact-graph.js';
import { createFloats, growFloats } from '../../math/floats.js';
import { growInt32, type IndexList, pushIndex } from '../../math/index-list.js';
import type { Softness } from '../../math/softness.js';
import { BodyFlag, IM, MOTION } from '../../state/bodies.js';
import { ContactFlag, POINT, POINTS, PS, RECORD } from '../../state/contacts.js';
import type { Substep } from '../../state/substep.js';
import { UNKNOWNS, type UnevenContacts } from '../../state/uneven-contacts.js';
import type { World } from '../../state/world.js';
import { MOST_LIGHT_BODIES, UNEVEN_DEPTH, UNEVEN_MASSES } from '../../tuning.js';

/**
 * Takes contacts around bodies of very different masses off the lists of cached and single-point contacts: those of
 * every light body that touches one UNEVEN_MASSES times as heavy, and of the bodies behind it that are light too.
 * They get more iterations, see solve-uneven-contacts.ts. Where masses are alike this is one comparison a contact.
 */
export const findUnevenContacts = (world: World, substep: Substep): void => {
  const { uneven } = world.scratch;
  uneven.contacts.count = 0;
  uneven.light.count = 0;
  uneven.bodies.count = 0;
  largestRatio[0] = 1;
  seed(world, world.cachedContacts);
  seed(world, world.singlePointContacts);
  writeStiffSubstep(uneven.substep, substep);
  if (uneven.light.count === 0) return;
  spread(world);
  take(world, world.singlePointContacts);
  take(world, world.cachedContacts);
  clearMarks(uneven);
  makeRoom(uneven);
};

/** Scratch: of the masses of two bodies that touch. */
const largestRatio = createFloats(1);

const clearMarks = ({ marks, light, bodies }: UnevenContacts): void => {
  for (let k = 0; k < light.count; k++) marks[light.items[k]] = 0;
  for (let k = 0; k < bodies.count; k++) marks[bodies.items[k]] = 0;
};

const makeRoom = (uneven: UnevenContacts): void => {
  const unknowns = uneven.contacts.count * UNKNOWNS;
  if (uneven.change.length < unknowns) {
    uneven.kept = growFloats(uneven.kept, unknowns);
    uneven.change = growFloats(uneven.change, unknowns);
    uneven.direction = growFloats(uneven.direction, unknowns);
  }
  const bodies = uneven.bodies.count;
  if (uneven.masses.length >= bodies * 9) return;
  uneven.velocityKept = growFloats(uneven.velocityKept, bodies * 6);
  uneven.velocityChange = growFloats(uneven.velocityChange, bodies * 6);
  uneven.velocityDirection = growFloats(uneven.velocityDirection, bodies * 6);
  uneven.masses = growFloats(uneven.masses, bodies * 9);
};

/** Scratch: of a body and its neighbour, the largest of the inverse masses along the axes: a locked axis has none. */
const inverse = createFloats(2);

/** Without a result, because a double that a function returns is allocated. */
const writeInverseMass = ({ bodies: { motion } }: World, body: number, at: number): void => {
  const m = body * MOTION + IM;
  inverse[at] = Math.max(motion[m], motion[m + 1], motion[m + 2]);
};

/** Marks light bodies that touch a heavy one. */
const seed = (world: World, { items, count }: IndexList): void => {
  const { bodyA, bodyB, flags } = world.contacts;
  const { uneven } = world.scratch;
  if (uneven.marks.length < world.bodies.used) uneven.marks = growInt32(uneven.marks, world.bodies.used);
  for (let k = 0; k < count; k++) {
    if ((flags[items[k]] & ContactFlag.uneven) === 0) continue;
    const a = bodyA[items[k]];
    const b = bodyB[items[k]];
    if (isJointed(world, a, b)) continue;
    writeInverseMass(world, a, 0);
    writeInverseMass(world, b, 1);
    const more = Math.max(inverse[0], inverse[1]);
    const less = Math.min(inverse[0], inverse[1]);
    largestRatio[0] = Math.max(largestRatio[0], more / less);
    mark(world, inverse[0] > inverse[1] ? a : b);
  }
};

/**
 * Contacts of jointed bodies stay with the sweeps. What a contact alone finds for a link is wrong as long as the joints
 * do not answer: many iterations of it tear the joints, and thrown trees gained up to 3 % of their energy in a step.
 */
const isJointed = ({ bodies: { flags } }: World, a: number, b: number): boolean =>
  ((flags[a] | flags[b]) & BodyFlag.jointed) !== 0;

/**
 * Whether a contact is deep in already, as in a tower that collapses. A stiff spring would then throw the heavy body out:
 * stacks of 10 to 10000 kg gained up to 19 % of their energy.
 */
const isDeep = ({ contacts, bodies: { extent } }: World, contact: number): boolean => {
  const { record, bodyA, bodyB, count } = contacts;
  const size = Math.min(extent[bodyA[contact]], extent[bodyB[contact]]);
  for (let i = 0; i < count[contact]; i++)
    if (record[contact * RECORD + POINTS + i * POINT + PS] < -UNEVEN_DEPTH * size) return true;
  return false;
};

const mark = ({ scratch: { uneven } }: World, body: number): void => {
  if (uneven.light.count === MOST_LIGHT_BODIES) return;
  if (uneven.marks[body] !== 0) return;
  uneven.marks[body] = 1;
  pushIndex(uneven.light, body);
};

/** The load of a heavy body goes on through everything that its light neighbours touch, down to what cannot move. */
const spread = (world: World): void => {
  const { light } = world.scratch.uneven;
  const { flags } = world.contacts;
  for (let k = 0; k < light.count; k++) {
    const body = light.items[k];
    writeInverseMass(world, body, 0);
    for (let edge = firstEdge(world, body); edge >= 0; edge = nextEdge(world, edge)) {
      if ((flags[edgeContact(edge)] & ContactFlag.solved) === 0) continue;
      const other = edgeOther(world, edge);
      writeInverseMass(world, other, 1);
      if (inverse[1] * UNEVEN_MASSES > inverse[0]) mark(world, other);
    }
  }
};

/** Moves the contacts of light bodies from a list to the uneven ones. */
const take = (world: World, list: IndexList): void => {
  const { uneven } = world.scratch;
  const { bodyA, bodyB, flags } = world.contacts;
  let kept = 0;
  for (let k = 0; k < list.count; k++) {
    const contact = list.items[k];
    const a = bodyA[contact];
    const b = bodyB[contact];
    const isLight = ((uneven.marks[a] | uneven.marks[b]) & 1) !== 0;
    if (!isLight || isJointed(world, a, b) || isDeep(world, contact)) {
      list.items[kept++] = contact;
      continue;
    }
    flags[contact] |= ContactFlag.cached;
    pushIndex(uneven.contacts, contact);
    addBody(world, a);
    addBody(world, b);
  }
  list.count = kept;
};

const addBody = (world: World, body: number): void => {
  const { marks, bodies } = world.scratch.uneven;
  if ((marks[body] & 2) !== 0) return;
  writeInverseMass(world, body, 0);
  if (inverse[0] === 0) return;
  marks[body] |= 2;
  pushIndex(bodies, body);
};

/** A contact spring of m ω² with the mass m of the heaviest body instead of the effective mass. */
const writeStiffSubstep = (out: Substep, substep: Substep): void => {
  out.h = substep.h;
  out.maxDepenetrationSpeed = substep.maxDepenetrationSpeed;
  out.impactSpeed = substep.impactSpeed;
  stiffen(out.soft, substep.soft);
  stiffen(out.stiff, substep.stiff);
  stiffen(out.joint, substep.joint);
};

/** With b = massScale / impulseScale, which is proportional to the stiffness: b ← ratio b. */
const stiffen = (out: Softness, of: Softness): void => {
  out.biasRate = of.biasRate;
  out.impulseScale = of.impulseScale / (of.impulseScale + largestRatio[0] * of.massScale);
  out.massScale = 1 - out.impulseScale;
};

/** After the substeps: the contacts are cached ones again. */
export const returnUnevenContacts = ({ cachedContacts, scratch: { uneven } }: World): void => {
  for (let k = 0; k < uneven.contacts.count; k++) pushIndex(cachedContacts, uneven.contacts.items[k]);
  uneven.contacts.count = 0;
};
