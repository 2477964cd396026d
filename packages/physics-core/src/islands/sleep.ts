import { edgeContact, firstEdge, nextEdge } from '../graph/contact-graph.js';
import { createFloats, type Floats } from '../math/floats.js';
import { rowSpeed } from '../rows/row-speed.js';
import { BodyFlag, BodyType, DP, MOTION, V } from '../state/bodies.js';
import { ContactFlag, POINT, POINTS, PS, RECORD, SURFACE } from '../state/contacts.js';
import { addEvent, EVENT_A, EventKind } from '../state/events.js';
import { BIAS_RATE, LAMBDA, LOW, ROLE, ROW, ROW_INTS, Role, UPPER } from '../state/rows.js';
import type { World } from '../state/world.js';
import { REST_SWAY, SLEEP_DRIFT, SLEEP_SPRING } from '../tuning.js';
import { findRoot, join } from './union-find.js';
import { isAwake, removeAwake, restartRest, startBody } from './wake.js';

/**
 * Sleeping. An island is a connected component of dynamic bodies; its edges are joints and contacts within reach: what
 * would wake a body must sleep with it. With touching contacts alone, three spheres that lay in a heap of 3000 bodies
 * with a gap below the slop were islands of their own. Heap and spheres fell asleep in turn and woke each other for ever.
 * It sleeps as a whole once each of its bodies has rested long enough. Islands are found anew (union-find) in
 * steps in which a body might fall asleep, which costs less than to maintain them while everything moves.
 * The sleeping bodies of an island form a ring, so waking one wakes all.
 */
export const updateSleep = (world: World, dt: number): void => {
  if (!world.settings.sleeping) return;
  if (!advanceTimers(world, dt)) return;
  findIslands(world, dt);
  sleepIslands(world);
};

/** Returns whether any body has rested long enough. */
const advanceTimers = (world: World, dt: number): boolean => {
  const { bodies, awake, settings } = world;
  const { extent, flags, type, sleepTimer } = bodies;
  let candidate = false;
  const { slop } = settings;
  for (let k = 0; k < awake.count; k++) {
    const body = awake.items[k];
    const m = body * MOTION;
    // A body without colliders has no extent; its rotation counts as if it were a metre large.
    const arm = extent[body] > 0 ? extent[body] : 1;
    // The removal of position errors moves a body without a velocity, so the displacement counts, too.
    const speed = Math.max(reach(bodies.motion, m + V, arm), reach(bodies.motion, m + DP, arm) / dt);
    // A kinematic body is never slowed down: however slow it is, the user moves it.
    const limit = type[body] === BodyType.kinematic ? 0 : settings.sleepSpeed;
    const mayNot = (flags[body] & (BodyFlag.maySleep | BodyFlag.hasTarget)) !== BodyFlag.maySleep;
    addSway(bodies, body);
    const moves =
      speed > limit && (limit === 0 || reach(bodies.sway, body * 6, arm) > Math.min(slop, REST_SWAY * arm));
    if (mayNot || moves || drifts(world, body, speed)) restartRest(world, body);
    else {
      sleepTimer[body] += dt;
      if (sleepTimer[body] >= settings.timeToSleep) candidate = true;
    }
  }
  return candidate;
};

/** Adds the motion of the step to what the body has moved since it began to rest. */
const addSway = ({ motion, sway }: World['bodies'], body: number): void => {
  for (let i = 0; i < 6; i++) sway[body * 6 + i] += motion[body * MOTION + DP + i];
};

/** How far a surface point moves by the translation at `at` and the rotation vector behind it. */
const reach = (motion: Floats, at: number, arm: number): number => {
  const x = motion[at];
  const y = motion[at + 1];
  const z = motion[at + 2];
  const a = motion[at + 3];
  const b = motion[at + 4];
  const c = motion[at + 5];
  const angle = Math.sqrt(a * a + b * b + c * c);
  return Math.sqrt(x * x + y * y + z * z) + (angle > 0 ? angle * arm : 0);
};

/** Whether a slow body has no contact and no joint to rest on: it then moves on for ever, or begins to fall. */
const drifts = (world: World, body: number, speed: number): boolean => {
  const { flags, externalChange, type } = world.bodies;
  if (type[body] !== BodyType.dynamic || (flags[body] & BodyFlag.jointed) !== 0) return false;
  const c = body * 3;
  const falls = externalChange[c] !== 0 || externalChange[c + 1] !== 0 || externalChange[c + 2] !== 0;
  if (!falls && speed <= SLEEP_DRIFT * world.settings.sleepSpeed) return false;
  return !isTouched(world, body);
};

const isTouched = (world: World, body: number): boolean => {
  const { flags } = world.contacts;
  for (let edge = firstEdge(world, body); edge >= 0; edge = nextEdge(world, edge)) {
    const state = flags[edgeContact(edge)] & (ContactFlag.touching | ContactFlag.sensor);
    if (state === ContactFlag.touching) return true;
  }
  return false;
};

const findIslands = (world: World, dt: number): void => {
  const { bodies, contacts, awake, solved, scratch, settings } = world;
  // A resting body comes no further in a step.
  reachOf[0] = Math.max(settings.slop, settings.sleepSpeed * dt);
  if (scratch.parents.length < bodies.capacity) {
    scratch.parents = new Int32Array(bodies.capacity);
    scratch.rest = createFloats(bodies.capacity);
  }
  const { parents, rest } = scratch;
  for (let k = 0; k < awake.count; k++) parents[awake.items[k]] = awake.items[k];
  for (let k = 0; k < solved.count; k++) {
    const contact = solved.items[k];
    if (!isWithinReach(world, contact)) continue;
    const a = contacts.bodyA[contact];
    const b = contacts.bodyB[contact];
    if (bodies.type[a] === BodyType.dynamic && bodies.type[b] === BodyType.dynamic) join(parents, a, b);
    else stayAwakeOnMover(world, a, b);
    stayAwakeOnBelt(world, contact, a, b);
  }
  joinJointed(world);
  for (let k = 0; k < awake.count; k++) rest[awake.items[k]] = Infinity;
  for (let k = 0; k < awake.count; k++) {
    const body = awake.items[k];
    const root = findRoot(parents, body);
    rest[root] = Math.min(rest[root], bodies.sleepTimer[body]);
  }
};

/** Scratch: m. In an array, because a double that is passed between functions is allocated. */
const reachOf = createFloats(1);

/** Whether a contact touches, or one of its bodies would wake the other (isSolvable in contacts/detect-contacts.ts). */
const isWithinReach = ({ contacts: { flags, record, count } }: World, contact: number): boolean => {
  if ((flags[contact] & ContactFlag.touching) !== 0) return true;
  const p = contact * RECORD + POINTS + PS;
  for (let i = 0; i < count[contact]; i++) if (record[p + i * POINT] <= reachOf[0]) return true;
  return false;
};

/** Bodies on one joint sleep and wake together. */
const joinJointed = (world: World): void => {
  const { bodies, joints, activeJoints, scratch } = world;
  for (let k = 0; k < activeJoints.count; k++) {
    const a = joints.bodyA[activeJoints.items[k]];
    const b = joints.bodyB[activeJoints.items[k]];
    if (bodies.type[a] === BodyType.dynamic && bodies.type[b] === BodyType.dynamic)
      join(scratch.parents, a, b);
    else stayAwakeOnMover(world, a, b);
    if (isDriven(world, activeJoints.items[k])) {
      bodies.sleepTimer[a] = 0;
      bodies.sleepTimer[b] = 0;
    }
  }
};

/**
 * Whether a joint still drives its bodies. A velocity motor does, however slowly, unless it is saturated: it
 * then stands. A spring or servo does until its coordinate rests, however slow that is.
 */
const isDriven = (world: World, joint: number): boolean => {
  const { joints, rows } = world;
  const first = joints.firstRow[joint];
  for (let row = first; row < first + joints.rowCount[joint]; row++) {
    const p = row * ROW;
    const role = rows.index[row * ROW_INTS + ROLE];
    if (role !== Role.motor && role !== Role.spring) continue;
    // A velocity motor has no bias rate.
    const drives =
      rows.data[p + BIAS_RATE] !== 0
        ? Math.abs(rowSpeed(world, row)) > SLEEP_SPRING * world.settings.sleepSpeed
        : rows.data[p + LOW] !== 0 && Math.abs(rows.data[p + LAMBDA]) < rows.data[p + UPPER];
    if (drives) return true;
  }
  return false;
};

/**
 * A body on a moving kinematic one is carried along, however slowly; it has not
 * rested longer than its carrier.
 */
const stayAwakeOnMover = (world: World, a: number, b: number): void => {
  const { type, sleepTimer } = world.bodies;
  if (type[a] === BodyType.kinematic && isAwake(world, a))
    sleepTimer[b] = Math.min(sleepTimer[a], sleepTimer[b]);
  if (type[b] === BodyType.kinematic && isAwake(world, b))
    sleepTimer[a] = Math.min(sleepTimer[a], sleepTimer[b]);
};

/** A running belt carries along what lies on it, also below the sleep speed. */
const stayAwakeOnBelt = (world: World, contact: number, a: number, b: number): void => {
  const { record } = world.contacts;
  const s = contact * RECORD + SURFACE;
  if (record[s] === 0 && record[s + 1] === 0) return;
  world.bodies.sleepTimer[a] = 0;
  world.bodies.sleepTimer[b] = 0;
};

const sleepIslands = (world: World): void => {
  const { bodies, awake, scratch, settings } = world;
  const { parents, rest } = scratch;
  let kept = 0;
  let slept = false;
  for (let k = 0; k < awake.count; k++) {
    const body = awake.items[k];
    const root = findRoot(parents, body);
    if (rest[root] >= settings.timeToSleep) {
      sleepOne(world, body, root);
      slept = true;
    } else {
      bodies.awakeIndex[body] = kept;
      awake.items[kept++] = body;
    }
  }
  awake.count = kept;
  if (slept) unlistSleepers(world);
};

/**
 * A body enters the ring behind its root; an awake body's ring is itself, so the
 * order of arrival does not matter.
 */
const sleepOne = (world: World, body: number, root: number): void => {
  const { bodies, events } = world;
  bodies.awakeIndex[body] = -1;
  if (body !== root) {
    bodies.islandNext[body] = bodies.islandNext[root];
    bodies.islandNext[root] = body;
  }
  stopBody(world, body);
  startBody(world, body);
  const offset = addEvent(events, EventKind.sleep);
  events.data[offset + EVENT_A] = body;
  events.data[offset + EVENT_A + 1] = bodies.generation[body];
};

const stopBody = (world: World, body: number): void => {
  const { motion } = world.bodies;
  for (let i = 0; i < 6; i++) motion[body * MOTION + V + i] = 0;
};

/** Puts one body to sleep at once, alone. */
export const sleepAlone = (world: World, body: number): void => {
  if (!isAwake(world, body)) return;
  removeAwake(world, body);
  sleepOne(world, body, body);
  unlistSleepers(world);
};

/** Drops the contacts that no awake body has. */
const unlistSleepers = (world: World): void => {
  const { bodies, contacts, listed } = world;
  let kept = 0;
  for (let k = 0; k < listed.count; k++) {
    const contact = listed.items[k];
    const dead = (contacts.flags[contact] & ContactFlag.dead) !== 0;
    const a = bodies.awakeIndex[contacts.bodyA[contact]] >= 0;
    const b = bodies.awakeIndex[contacts.bodyB[contact]] >= 0;
    if (a || b || dead) listed.items[kept++] = contact;
    else contacts.flags[contact] &= ~ContactFlag.listed;
  }
  listed.count = kept;
};
