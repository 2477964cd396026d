import { redetect } from '../contacts/redetect.js';
import { MAX_POINTS } from '../narrowphase/manifold.js';
import { MOTION, V, W } from '../state/bodies.js';
import { APPROACH, FRICTION_TOTAL, POINT, POINTS, PS, PT, RECORD } from '../state/contacts.js';
import { createIndexList } from '../state/index-list.js';
import type { World } from '../state/world.js';
import { dropImpulses } from './impacts.js';
import { pushContacts } from './push-contacts.js';
import { relaxContacts } from './relax-contacts.js';
import type { Substep } from './substep.js';

/**
 * Restless contacts: bodies that turn fast or rush past each other. Points and levers seen at the step's start are soon wrong for them:
 * a rod spinning at 30 rad/s turns by half a radian in a step, and pushed at its old points it gained energy without bound.
 * So their points are found anew in every substep, and their impulses start from zero each time: what the last substep needed, at
 * other levers, would only bring in angular momentum from nowhere.
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

/** Finds the points for the poses of this substep; nothing is carried over. */
export const seeRestless = (world: World, substep: Substep): void => {
  const { items, count } = world.restless;
  for (let k = 0; k < count; k++) {
    const contact = items[k];
    dropImpulses(world, contact);
    writeMargin(world, contact, substep);
    if (!redetect(world, contact)) moveApart(world, contact);
  }
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
  const { motion, extent } = world.bodies;
  const { bodyA, bodyB } = world.contacts;
  let reach = 0;
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? bodyA[contact] : bodyB[contact];
    const m = body * MOTION;
    const x = motion[m + V];
    const y = motion[m + V + 1];
    const z = motion[m + V + 2];
    const a = motion[m + W];
    const b = motion[m + W + 1];
    const c = motion[m + W + 2];
    const spin = Math.sqrt(a * a + b * b + c * c);
    reach += Math.sqrt(x * x + y * y + z * z) + (spin > 0 ? spin * extent[body] : 0);
  }
  const size = Math.min(extent[bodyA[contact]], extent[bodyB[contact]]);
  world.scratch.manifold.margin[0] = world.settings.speculativeMargin + Math.min(h * reach, size);
};

const one = createIndexList();
one.count = 1;
const before = new Float64Array(12);

/** The sweep with bias, then later the one without, over the restless contacts one by one. */
export const pushRestless = (world: World, substep: Substep): void => sweep(world, substep);
export const relaxRestless = (world: World): void => sweep(world, null);

/**
 * What a restless contact does to its bodies goes into `free` as well, where the velocity without contacts is kept: the next
 * substep must not take it for a push to begin with.
 */
const sweep = (world: World, substep: Substep | null): void => {
  const { items, count } = world.restless;
  const { impacted } = world.scratch;
  const { bodyA, bodyB } = world.contacts;
  for (let k = 0; k < count; k++) {
    const contact = items[k];
    one.items[0] = contact;
    const struckBefore = impacted.count;
    keep(world, bodyA[contact], 0);
    keep(world, bodyB[contact], 6);
    if (substep === null) relaxContacts(world, one);
    else pushContacts(world, one, substep);
    impacted.count = struckBefore;
    follow(world, bodyA[contact], 0);
    follow(world, bodyB[contact], 6);
  }
};

const keep = (world: World, body: number, at: number): void => {
  for (let i = 0; i < 6; i++) before[at + i] = world.bodies.motion[body * MOTION + V + i];
};

const follow = (world: World, body: number, at: number): void => {
  const { motion, free } = world.bodies;
  for (let i = 0; i < 6; i++) free[body * 6 + i] += motion[body * MOTION + V + i] - before[at + i];
};
