import { writeMasses } from '../../../contacts/contact-masses.js';
import { growFloats } from '../../../math/floats.js';
import { growInt32, type IndexList, pushIndex } from '../../../math/index-list.js';
import {
  FIRST_TOUCH,
  LINK_INTS,
  PARENT,
  TOUCH,
  TOUCHED,
  TOURED,
  TREE_INTS,
} from '../../../state/articulations.js';
import { CONTACT_BOUNCE, ContactFlag, RECORD } from '../../../state/contacts.js';
import { isLink } from '../../../state/links.js';
import type { World } from '../../../state/world.js';
import { addHost, clearHosts } from './loop-responses.js';
import { sortByHost } from './sort-by-host.js';

/** Before rows and contacts are listed: no tour visits any link. */
export const clearTours = ({ articulations: a }: World): void => {
  for (let i = 0; i < a.count; i++) a.linkInts[i * LINK_INTS + TOURED] = 0;
  for (let tree = 0; tree < a.ends.count; tree++) a.treeInts[tree * TREE_INTS + TOUCHED] = 0;
  clearHosts(a);
};

/**
 * The contacts that tours solve: those with a link. They leave the lists of the ordinary kernels, which know single
 * bodies only, and are sorted by the link at which a tour solves them: that of body A, or of B if A is none.
 */
export const listTouches = (world: World): void => {
  const { articulations: a, solved, contacts } = world;
  a.touches.count = 0;
  for (let i = 0; i < a.count; i++) a.linkInts[i * LINK_INTS + FIRST_TOUCH] = 0;
  let some = false;
  for (let k = 0; k < solved.count; k++) {
    const contact = solved.items[k];
    const isArticulated = isLink(world, contacts.bodyA[contact]) || isLink(world, contacts.bodyB[contact]);
    if (isArticulated) {
      some = true;
      contacts.flags[contact] |= ContactFlag.articulated;
      addTouch(world, contact);
    } else if ((contacts.flags[contact] & ContactFlag.articulated) !== 0) {
      contacts.flags[contact] &= ~ContactFlag.articulated;
      writeMasses(world, contact, contacts.count[contact] === 1);
    }
  }
  if (!some) return;
  takeOut(world, world.cachedContacts);
  takeOut(world, world.singlePointContacts);
  takeOut(world, world.fastContacts);
  takeOutInelastic(world);
  sortByHost(world, a.touches, FIRST_TOUCH, hostOf);
  if (a.touchOf.length < contacts.capacity) a.touchOf = growInt32(a.touchOf, contacts.capacity);
  for (let k = 0; k < a.touches.count; k++) a.touchOf[a.touches.items[k]] = k;
  if (a.touchFloats.length < a.touches.count * TOUCH)
    a.touchFloats = growFloats(a.touchFloats, a.touches.count * TOUCH);
};

const addTouch = (world: World, contact: number): void => {
  const { articulations: a, contacts } = world;
  pushIndex(a.touches, contact);
  markPath(world, a.linkOf[contacts.bodyA[contact]]);
  markPath(world, a.linkOf[contacts.bodyB[contact]]);
};

/** A tour visits a touched link and its ancestors. */
export const markPath = ({ articulations: a }: World, link: number): void => {
  if (link < 0) return;
  addHost(a, link);
  a.treeInts[a.treeOf[link] * TREE_INTS + TOUCHED] = 1;
  for (
    let i = link;
    i >= 0 && a.linkInts[i * LINK_INTS + TOURED] === 0;
    i = a.linkInts[i * LINK_INTS + PARENT]
  )
    a.linkInts[i * LINK_INTS + TOURED] = 1;
};

const takeOut = ({ contacts }: World, list: IndexList): void => {
  let kept = 0;
  for (let k = 0; k < list.count; k++) {
    const contact = list.items[k];
    if ((contacts.flags[contact] & ContactFlag.articulated) === 0) list.items[kept++] = contact;
    else contacts.flags[contact] &= ~ContactFlag.cached;
  }
  list.count = kept;
};

/** The impact stage bounces links; without restitution the tours stop them. */
const takeOutInelastic = ({ contacts, impactCandidates: list }: World): void => {
  let kept = 0;
  for (let k = 0; k < list.count; k++) {
    const contact = list.items[k];
    const isArticulated = (contacts.flags[contact] & ContactFlag.articulated) !== 0;
    if (!isArticulated || contacts.record[contact * RECORD + CONTACT_BOUNCE] > 0)
      list.items[kept++] = contact;
    else contacts.flags[contact] &= ~ContactFlag.candidate;
  }
  list.count = kept;
};

/** The link at which a tour solves a contact. */
const hostOf = ({ articulations: a, contacts }: World, contact: number): number => {
  const link = a.linkOf[contacts.bodyA[contact]];
  return link >= 0 ? link : a.linkOf[contacts.bodyB[contact]];
};

/** First contact after those of link i. */
export const endOfTouches = ({ articulations: a }: World, i: number): number =>
  i + 1 < a.count ? a.linkInts[(i + 1) * LINK_INTS + FIRST_TOUCH] : a.touches.count;
