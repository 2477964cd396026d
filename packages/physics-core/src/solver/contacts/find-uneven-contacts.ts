import { zeroImpulses } from '../../contacts/warm-start-impulses.js';
import { edgeContact, edgeOther, firstEdge, nextEdge } from '../../graph/contact-graph.js';
import { createFloats } from '../../math/floats.js';
import { growInt32, type IndexList, pushIndex } from '../../math/index-list.js';
import { BodyFlag, IM, MOTION } from '../../state/bodies.js';
import { ContactFlag } from '../../state/contacts.js';
import { makeRoom, type UnevenContacts } from '../../state/uneven-contacts.js';
import type { World } from '../../state/world.js';
import { MOST_LIGHT_BODIES, UNEVEN_MASSES } from '../../tuning.js';

/**
 * Takes contacts around bodies of very different masses off the lists of cached and single-point contacts: those of
 * every light body that touches one UNEVEN_MASSES times as heavy, and of the bodies behind it that are light too.
 * They get more iterations, see solve-uneven-contacts.ts. Where masses are alike this is one comparison a contact.
 */
export const findUnevenContacts = (world: World): void => {
  const { uneven } = world.scratch;
  uneven.contacts.count = 0;
  uneven.light.count = 0;
  uneven.bodies.count = 0;
  uneven.former.count = 0;
  uneven.ratio[0] = 1;
  seed(world, world.cachedContacts);
  seed(world, world.singlePointContacts);
  if (uneven.light.count > 0) gather(world);
  clearFormer(world);
};

const gather = (world: World): void => {
  const { uneven } = world.scratch;
  spread(world);
  take(world, world.singlePointContacts);
  take(world, world.cachedContacts);
  clearMarks(uneven);
  makeRoom(uneven);
};

/**
 * The load of a heavy body, found by many iterations, is no warm start where there are none: it throws the light body as soon as
 * the contact with the heavy one is another.
 */
const clearFormer = (world: World): void => {
  const { former } = world.scratch.uneven;
  const { flags } = world.contacts;
  for (let k = 0; k < former.count; k++)
    if ((flags[former.items[k]] & ContactFlag.iterated) === 0) zeroImpulses(world, former.items[k]);
};

const clearMarks = ({ marks, light, bodies }: UnevenContacts): void => {
  for (let k = 0; k < light.count; k++) marks[light.items[k]] = 0;
  for (let k = 0; k < bodies.count; k++) marks[bodies.items[k]] = 0;
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
    const flag = flags[items[k]];
    if ((flag & (ContactFlag.uneven | ContactFlag.wasIterated)) === 0) continue;
    if ((flag & ContactFlag.wasIterated) !== 0) {
      flags[items[k]] &= ~ContactFlag.wasIterated;
      pushIndex(uneven.former, items[k]);
      if ((flag & ContactFlag.uneven) === 0) continue;
    }
    const a = bodyA[items[k]];
    const b = bodyB[items[k]];
    if (isJointed(world, a, b)) continue;
    writeInverseMass(world, a, 0);
    writeInverseMass(world, b, 1);
    const more = Math.max(inverse[0], inverse[1]);
    const less = Math.min(inverse[0], inverse[1]);
    uneven.ratio[0] = Math.max(uneven.ratio[0], more / less);
    mark(world, inverse[0] > inverse[1] ? a : b);
  }
};

/**
 * Contacts of jointed bodies stay with the sweeps. What a contact alone finds for a link is wrong as long as the joints
 * do not answer: many iterations of it tear the joints, and thrown trees gained up to 3 % of their energy in a step.
 */
const isJointed = ({ bodies: { flags } }: World, a: number, b: number): boolean =>
  ((flags[a] | flags[b]) & BodyFlag.jointed) !== 0;

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
    if (!isLight || isJointed(world, a, b)) {
      list.items[kept++] = contact;
      continue;
    }
    flags[contact] |= ContactFlag.cached | ContactFlag.iterated;
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

/** After the substeps: the contacts are cached ones again. */
export const returnUnevenContacts = ({
  cachedContacts,
  contacts: { flags },
  scratch: { uneven },
}: World): void => {
  for (let k = 0; k < uneven.contacts.count; k++) {
    flags[uneven.contacts.items[k]] ^= ContactFlag.iterated | ContactFlag.wasIterated;
    pushIndex(cachedContacts, uneven.contacts.items[k]);
  }
  uneven.contacts.count = 0;
};
