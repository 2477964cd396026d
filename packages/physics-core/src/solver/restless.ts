import { redetect } from '../contacts/redetect.js';
import { MAX_POINTS } from '../narrowphase/manifold.js';
import { MOTION, V, W } from '../state/bodies.js';
import { APPROACH, FRICTION_TOTAL, POINT, POINTS, PS, PT, RECORD } from '../state/contacts.js';
import { createIndexList, pushIndex } from '../state/index-list.js';
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

/** The restless contacts that can be reached in this substep: about 60 % of them in a falling pile of 1000. */
const near = createIndexList();

/**
 * Finds the points for the poses of this substep; nothing is carried over. The first substep begins where detection has just looked. A
 * contact that is out of reach is left out of the sweeps.
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
  const { motion, extent } = world.bodies;
  const { bodyA, bodyB } = world.contacts;
  const a = bodyA[contact];
  const b = bodyB[contact];
  const i = a * MOTION;
  const j = b * MOTION;
  const x = motion[j + V] - motion[i + V];
  const y = motion[j + V + 1] - motion[i + V + 1];
  const z = motion[j + V + 2] - motion[i + V + 2];
  const ax = motion[i + W];
  const ay = motion[i + W + 1];
  const az = motion[i + W + 2];
  const bx = motion[j + W];
  const by = motion[j + W + 1];
  const bz = motion[j + W + 2];
  const spinA = ax * ax + ay * ay + az * az;
  const spinB = bx * bx + by * by + bz * bz;
  let speed = Math.sqrt(x * x + y * y + z * z);
  // A plane's extent is infinite, but it does not turn.
  if (spinA > 0) speed += Math.sqrt(spinA) * extent[a];
  if (spinB > 0) speed += Math.sqrt(spinB) * extent[b];
  world.scratch.manifold.margin[0] =
    world.settings.speculativeMargin + Math.min(h * speed, extent[a], extent[b]);
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
  const { items, count } = near;
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
