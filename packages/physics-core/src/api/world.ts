import { leaveWorld } from '../bodies/lifecycle.js';
import { settleMasses } from '../bodies/pending-mass.js';
import { classicMethod, requireMethod } from '../classic-method.js';
import { writeSlop } from '../contacts/prepare-contacts.js';
import { PhysicsError } from '../errors.js';
import { type BodyHandle, bodyHandle, requireWorld } from '../handles.js';
import { wakeBody } from '../islands/wake.js';
import { jointStages } from '../joint-stages.js';
import type { Floats } from '../math/floats.js';
import {
  jointSolvers,
  type NumericSetting,
  numericSettings,
  settingRanges,
  solverMethods,
  type WorldSettings,
} from '../settings.js';
import { ARTICULATION, BodyFlag, BodyType, MOTION } from '../state/bodies.js';
import { RECORD } from '../state/contacts.js';
import { EVENT } from '../state/events.js';
import { loosenShapes } from '../state/loosen-shapes.js';
import { POINT_ROW } from '../state/points.js';
import { ROW } from '../state/rows.js';
import { isLive } from '../state/table.js';
import { createWorldState, type World } from '../state/world.js';
import { advance } from '../step.js';
import { beginStepping, endStepping, requireNoStep } from '../step-lock.js';
import { MAX_TIME_STEP, MIN_TIME_STEP } from '../tuning.js';
import { type Check, type Checks, checkFields, flag, number, oneOf, vectorWithin } from '../validate.js';

const numericChecks = Object.fromEntries(
  numericSettings.map((name) => {
    const { min, max } = settingRanges[name];
    return [name, number({ min, max, integer: name === 'substeps' || name === 'classicIterations' })];
  }),
) as Record<NumericSetting, Check>;

export const settingChecks: Checks<WorldSettings> = {
  ...numericChecks,
  gravity: vectorWithin(1e6),
  sleeping: flag,
  continuous: flag,
  method: oneOf(solverMethods),
  jointSolver: oneOf(jointSolvers),
};

export const createWorld = (settings: Partial<WorldSettings> = {}): World => {
  checkFields('settings', settings, settingChecks);
  requireMethod(settings.method);
  const world = createWorldState();
  if (world.id === 0) loosenShapes(world);
  writeSettings(world, settings);
  return world;
};

/** Changes any setting of a running world. */
export const updateSettings = (world: World, changes: Partial<WorldSettings>): void => {
  requireNoStep();
  requireWorld(world);
  checkFields('settings', changes, settingChecks);
  requireMethod(changes.method);
  jointStages.settleRows(world);
  const { gravity } = world.settings;
  writeSettings(world, changes);
  // Sleeping bodies came to rest under the old gravity.
  const newGravity = gravity.some((g, i) => g !== world.settings.gravity[i]);
  if (newGravity || changes.sleeping === false) wakeAll(world);
  // How long points are recycled was computed from the old values.
  if (changes.recycleDistance !== undefined || changes.recycleAngle !== undefined) expireContacts(world);
  if (changes.slop !== undefined) renewSlops(world);
};

const renewSlops = (world: World): void => {
  const { contacts } = world;
  for (let contact = 0; contact < contacts.used; contact++)
    if (contacts.count[contact] > 0) writeSlop(world, contact);
};

/** The next step asks of all contacts with points whether they may be kept, however little their bodies have moved. */
const expireContacts = ({ contacts }: World): void => {
  for (let contact = 0; contact < contacts.used; contact++)
    if (contacts.count[contact] > 0) contacts.unchangedUntil[contact] = 0;
};

const wakeAll = (world: World): void => {
  const { bodies } = world;
  for (let body = 0; body < bodies.used; body++) {
    if (isLive(bodies, body) && bodies.type[body] !== BodyType.static) wakeBody(world, body);
  }
};

const writeSettings = (world: World, changes: Partial<WorldSettings>): void => {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  Object.assign(world.settings, Object.fromEntries(given));
  if (changes.gravity) world.settings.gravity = [changes.gravity[0], changes.gravity[1], changes.gravity[2]];
};

/** A copy of the settings in force. */
export const worldSettings = (world: World): WorldSettings => {
  requireWorld(world);
  const [x, y, z] = world.settings.gravity;
  return { ...world.settings, gravity: [x, y, z] };
};

const stepCheck = number({ min: MIN_TIME_STEP, max: MAX_TIME_STEP });

/** Advances the world by dt seconds. Games call it with a fixed dt, usually 1/60. */
export const stepWorld = (world: World, dt: number): void => {
  requireWorld(world);
  stepCheck(dt, 'dt in seconds');
  requireNoStep('stepWorld was called');
  if (world.clock.stepping) {
    throw new PhysicsError(
      'locked-world',
      'The last step did not finish',
      'Restore a snapshot or create a new world',
    );
  }
  settleMasses(world);
  beginStepping();
  try {
    if (world.settings.method === 'soft-step') advance(world, dt);
    else classicMethod.advance?.(world, dt);
  } finally {
    endStepping();
  }
  if (world.scratch.lost.count > 0) disableLost(world);
};

/**
 * A NaN never spreads: the bodies that have one are disabled at their last finite pose, and an error names
 * them.
 */
const disableLost = (world: World): void => {
  const { lost } = world.scratch;
  const names: string[] = [];
  for (let k = 0; k < lost.count; k++) {
    const body = lost.items[k];
    leaveWorld(world, body);
    jointStages.restartJointsOf(world, body);
    world.bodies.flags[body] &= ~BodyFlag.enabled;
    names.push(`${bodyHandle(world, body)} (user data ${world.bodies.userData[body]})`);
  }
  lost.count = 0;
  resetStatic(world);
  clearTraces(world);
  throw new PhysicsError(
    'not-finite',
    `Speed or position of body ${names.join(', ')} grew beyond all bounds in this step; it was stopped and disabled`,
    'Look for huge forces or velocities, tiny masses under heavy ones, or a step that is too long',
  );
};

/** 0 · NaN is NaN: a static body that touched a lost one has a NaN in its velocity, too, and would spread it. */
const resetStatic = ({ bodies }: World): void => {
  const { type, motion, predicted, externalChange } = bodies;
  for (let body = 0; body < bodies.used; body++) {
    if (type[body] !== BodyType.static) continue;
    motion.fill(0, body * MOTION, body * MOTION + 6);
    predicted.fill(0, body * 3, body * 3 + 3);
    externalChange.fill(0, body * 3, body * 3 + 3);
  }
};

/**
 * What else a lost body left: speeds at its contacts in events; loads, which are summed over the links behind a joint; impulses of its contacts, which are in
 * the table until detection releases them; rows of its joints. A NaN in a snapshot would be refused.
 */
const clearTraces = ({ bodies, contacts, events, rows }: World): void => {
  clearUnsound(bodies.ahead, bodies.used, 1, Number.MAX_VALUE);
  clearUnsound(bodies.reflection, bodies.used, 6, Number.MAX_VALUE);
  clearUnsound(bodies.jointLoad, bodies.used, 3, Number.MAX_VALUE);
  clearUnsound(bodies.articulation, bodies.used, ARTICULATION, Number.MAX_VALUE);
  clearUnsound(contacts.record, contacts.used, RECORD, Infinity);
  clearUnsound(rows.data, rows.count, ROW, Infinity);
  clearUnsound(rows.points, rows.count, POINT_ROW, Infinity);
  clearUnsound(events.data, events.count * EVENT, 1, Infinity);
};

/** Sets the numbers of an entry to 0 if the sum of their magnitudes is NaN, or if it is infinite where it must not be. */
const clearUnsound = (floats: Floats, count: number, stride: number, most: number): void => {
  for (let i = 0; i < count; i++) {
    let sum = 0;
    for (let k = i * stride; k < (i + 1) * stride; k++) sum += Math.abs(floats[k]);
    if (!(sum <= most)) floats.fill(0, i * stride, (i + 1) * stride);
  }
};

export interface WorldStats {
  readonly steps: number;
  /** Simulated time, s. */
  readonly time: number;
  readonly bodies: number;
  readonly awakeBodies: number;
  readonly colliders: number;
  /** Pairs of colliders whose boxes overlap. */
  readonly pairs: number;
  /** Contacts that were solved in the last step. */
  readonly contacts: number;
  readonly joints: number;
  /** Rows of the joints that were solved in the last step. */
  readonly jointRows: number;
}

export const worldStats = (world: World): WorldStats => {
  requireWorld(world);
  return {
    steps: world.clock.steps,
    time: world.clock.time,
    bodies: world.bodies.live - (world.clock.ground >= 0 ? 1 : 0),
    awakeBodies: world.awake.count,
    colliders: world.colliders.live,
    pairs: world.pairs.count,
    contacts: world.solved.count,
    joints: world.joints.live,
    jointRows: world.rows.count,
  };
};

/** All bodies, in the order of their slots. */
export const allBodies = (world: World): BodyHandle[] => {
  requireWorld(world);
  const handles: BodyHandle[] = [];
  for (let slot = 0; slot < world.bodies.used; slot++) {
    if (isLive(world.bodies, slot) && slot !== world.clock.ground) handles.push(bodyHandle(world, slot));
  }
  return handles;
};
