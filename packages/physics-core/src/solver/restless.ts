import { RESTLESS_TURN } from '../contacts/add-solved.js';
import { dropImpulses, takeBackImpulses } from '../contacts/carried-impulses.js';
import { approach, MARGIN, TIME, writeReach } from '../contacts/reach.js';
import { redetect } from '../contacts/redetect.js';
import { edgeContact, firstEdge, nextEdge } from '../graph/contact-graph.js';
import { createIndexList, pushIndex } from '../math/index-list.js';
import { MAX_POINTS } from '../narrowphase/manifold.js';
import { BodyFlag, BodyType, MOTION, W } from '../state/bodies.js';
import {
  APPROACH,
  ContactFlag,
  FRICTION_TOTAL,
  POINT,
  POINTS,
  PS,
  PT,
  RECORD,
  SEEN_A,
  SEEN_B,
} from '../state/contacts.js';
import type { Substep } from '../state/substep.js';
import type { World } from '../state/world.js';
import { pushContacts } from './push-contacts.js';
import { relaxContacts } from './relax-contacts.js';
import { shiftFree } from './shift-free.js';

/**
 * Restless contacts: bodies that turn fast or rush past each other. Points and levers seen at the step's
 * start are soon wrong for them: a rod spinning at 30 rad/s turns by half a radian in a step, and pushed
 * at its old points it gained energy without bound. So their points are found anew in every substep, and
 * their impulses start from zero each time: what the last substep needed, at other levers, would only
 * bring in angular momentum from nowhere.
 *
 * Before the substeps: their sums over the step start at zero, as the warm start does it for the others.
 */
export const startRestless = (world: World): void => {
  const { items, count } = world.restless;
  const { record } = world.contacts;
  for (let k = 0; k < count; k++) {
    const r = items[k] * RECORD;
    for (let i = 0; i < MAX_POINTS; i++) record[r + POINTS + i * POINT + PT] = 0;
    record[r + FRICTION_TOTAL] = 0;
    record[r + FRICTION_TOTAL + 1] = 0;
    record[r + APPROACH] = 0;
  }
};

/**
 * The restless contacts that can be reached in this substep: about 60 % of them in a falling pile of 1000.
 */
const near = createIndexList();

/**
 * Finds the points for the poses of this substep; nothing is carried over. The first substep begins where
 * detection has just looked. A contact that is out of reach is left out of the sweeps.
 */
export const seeRestless = (world: World, substep: Substep, isFirst: boolean): void => {
  const { items, count } = world.restless;
  near.count = 0;
  for (let k = 0; k < count; k++) {
    const contact = items[k];
    dropImpulses(world, contact);
    writeMargin(world, contact, substep);
    if (isFirst ? isWithinMargin(world, contact) : redetect(world, contact)) pushIndex(near, contact);
    else moveApart(world, contact);
  }
};

/** A body that an impact has set turning fast: its steady contacts are restless from here on. */
export const stir = (world: World, body: number, { h }: Substep): void => {
  const { motion, type } = world.bodies;
  const { flags } = world.contacts;
  if (type[body] !== BodyType.dynamic || (world.bodies.flags[body] & BodyFlag.isotropic) !== 0) return;
  const x = motion[body * MOTION + W];
  const y = motion[body * MOTION + W + 1];
  const z = motion[body * MOTION + W + 2];
  const most = RESTLESS_TURN / (h * world.settings.substeps);
  if (x * x + y * y + z * z <= most * most) return;
  for (let edge = firstEdge(world, body); edge >= 0; edge = nextEdge(world, edge)) {
    const contact = edgeContact(edge);
    if ((flags[contact] & ContactFlag.steady) === 0) continue;
    takeBackImpulses(world, contact);
    flags[contact] = (flags[contact] & ~ContactFlag.steady) | ContactFlag.restless;
    pushIndex(world.restless, contact);
    pushIndex(near, contact);
  }
};

/** After the impacts: what was stirred leaves the list of the steady. */
export const dropStirred = ({ steady, contacts }: World): void => {
  let kept = 0;
  for (let k = 0; k < steady.count; k++) {
    const contact = steady.items[k];
    if ((contacts.flags[contact] & ContactFlag.steady) !== 0) steady.items[kept++] = contact;
  }
  steady.count = kept;
};

const isWithinMargin = (world: World, contact: number): boolean => {
  const { record, count } = world.contacts;
  const margin = world.scratch.manifold.margin[0];
  for (let i = 0; i < count[contact]; i++)
    if (record[contact * RECORD + POINTS + i * POINT + PS] <= margin) return true;
  return false;
};

/** No contact carries anything over a distance like this, m. */
const FAR = 1e6;

/** A contact whose shapes are not near each other now keeps its rows, out of reach. */
const moveApart = (world: World, contact: number): void => {
  const { record, count } = world.contacts;
  for (let i = 0; i < count[contact]; i++) record[contact * RECORD + POINTS + i * POINT + PS] = FAR;
};

/** Points are wanted for what may arrive within the substep. */
const writeMargin = (world: World, contact: number, { h }: Substep): void => {
  const { bodyA, bodyB } = world.contacts;
  approach[TIME] = h;
  writeReach(world, bodyA[contact], bodyB[contact]);
  world.scratch.manifold.margin[0] = approach[MARGIN];
};

/** The sweep with bias, then later the one without, over the restless contacts. */
export const pushRestless = (world: World, substep: Substep): void => {
  seeTurned(world, substep);
  sweep(world, substep);
};
export const relaxRestless = (world: World, substep: Substep): void => {
  seeTurned(world, substep);
  sweep(world, null);
};

/**
 * The points of bodies that turned far since they were seen, for the poses they have now.
 * What the points carry goes with them.
 */
const seeTurned = (world: World, substep: Substep): void => {
  let kept = 0;
  for (let k = 0; k < near.count; k++) {
    const contact = near.items[k];
    if (hasTurnedFar(world, contact)) {
      writeMargin(world, contact, substep);
      if (!redetect(world, contact)) continue;
    }
    near.items[kept++] = contact;
  }
  near.count = kept;
};

/** Whether the rows of a contact are no longer right for the attitudes of its bodies. */
export const hasTurnedFar = (world: World, contact: number): boolean => {
  const { bodyA, bodyB } = world.contacts;
  const r = contact * RECORD;
  return turnedFar(world, bodyA[contact], r + SEEN_A) || turnedFar(world, bodyB[contact], r + SEEN_B);
};

/** Part by which a body may have become lighter about some axis before its rows are written anew. */
const LIGHTER = 0.05;

/**
 * A turn by φ since the rows were written makes a body with the moments I lighter about a fixed axis by up to
 * φ² Imax / Imin. Rows that do not know push too hard: a rod that struck end on, turned by 0.19 rad and was
 * then relaxed came out with four times its energy.
 */
const turnedFar = ({ bodies, contacts }: World, body: number, seen: number): boolean => {
  const { rotation, moments, flags } = bodies;
  if ((flags[body] & BodyFlag.isotropic) !== 0 || moments[body * 3] === 0) return false;
  const { record } = contacts;
  const b = body * 4;
  // cos(φ/2)
  const alike =
    rotation[b] * record[seen] +
    rotation[b + 1] * record[seen + 1] +
    rotation[b + 2] * record[seen + 2] +
    rotation[b + 3] * record[seen + 3];
  const i = body * 3;
  const most = Math.max(moments[i], moments[i + 1], moments[i + 2]);
  const least = Math.min(moments[i], moments[i + 1], moments[i + 2]);
  return 4 * (1 - alike * alike) * most > LIGHTER * least;
};

/**
 * What restless contacts do to their bodies goes into `free` as well, where the velocity without contacts is
 * kept: the next substep must not take it for a push to begin with.
 */
const sweep = (world: World, substep: Substep | null): void => {
  if (near.count === 0) return;
  const { impacted } = world.scratch;
  const struckBefore = impacted.count;
  listTouched(world);
  shiftFree(world, touched, -1);
  if (substep === null) relaxContacts(world, near);
  else pushContacts(world, near, substep);
  shiftFree(world, touched, 1);
  impacted.count = struckBefore;
};

/** The bodies of the contacts in hand, each once, and for each body of the world the last list it was on. */
const touched = createIndexList();
const stamps = { list: new Int32Array(0), last: 0 };

const listTouched = ({ bodies, contacts }: World): void => {
  if (stamps.list.length < bodies.capacity || stamps.last > LAST_STAMP) {
    stamps.list = new Int32Array(bodies.capacity);
    stamps.last = 0;
  }
  const { list } = stamps;
  const stamp = ++stamps.last;
  touched.count = 0;
  for (let k = 0; k < near.count; k++) {
    const a = contacts.bodyA[near.items[k]];
    const b = contacts.bodyB[near.items[k]];
    if (list[a] !== stamp) pushIndex(touched, a);
    list[a] = stamp;
    if (list[b] !== stamp) pushIndex(touched, b);
    list[b] = stamp;
  }
};

/** An int32 holds the count. */
const LAST_STAMP = 2e9;
