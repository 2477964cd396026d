import { PhysicsError } from '../errors.js';
import { type NumericSetting, numericSettings, settingSpecs, type WorldSettings } from '../settings.js';
import { isLive } from '../state/table.js';
import { createWorldState, type World } from '../state/world.js';
import { advance } from '../step.js';
import { type BodyHandle, bodyHandle } from './handles.js';
import { type Check, type Checks, checkFields, flag, number, vector } from './validate.js';

const numericChecks = Object.fromEntries(
  numericSettings.map((name) => {
    const { min, max } = settingSpecs[name];
    return [name, number({ min, max, integer: name === 'substeps' })];
  }),
) as Record<NumericSetting, Check>;

const settingChecks: Checks<WorldSettings> = { ...numericChecks, gravity: vector, sleeping: flag, continuous: flag };

export const createWorld = (settings: Partial<WorldSettings> = {}): World => {
  checkFields('settings', settings, settingChecks);
  const world = createWorldState();
  writeSettings(world, settings);
  return world;
};

/** Changes any setting of a running world. */
export const updateSettings = (world: World, changes: Partial<WorldSettings>): void => {
  checkFields('settings', changes, settingChecks);
  writeSettings(world, changes);
};

const writeSettings = (world: World, changes: Partial<WorldSettings>): void => {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  Object.assign(world.settings, Object.fromEntries(given));
  if (changes.gravity) world.settings.gravity = [changes.gravity[0], changes.gravity[1], changes.gravity[2]];
};

/** A copy of the settings in force. */
export const worldSettings = (world: World): WorldSettings => ({ ...world.settings });

/** s. Longer steps are no simulation any more. */
const LONGEST_STEP = 1;
const stepCheck = number({ min: 0, max: LONGEST_STEP, above: true });

/** Advances the world by dt seconds. Games call it with a fixed dt, usually 1/60. */
export const stepWorld = (world: World, dt: number): void => {
  stepCheck(dt, 'dt');
  if (world.clock.stepping) {
    throw new PhysicsError('locked-world', 'The last step did not finish', 'Restore a snapshot or create a new world');
  }
  advance(world, dt);
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
}

export const worldStats = (world: World): WorldStats => ({
  steps: world.clock.steps,
  time: world.clock.time,
  bodies: world.bodies.live,
  awakeBodies: world.awake.count,
  colliders: world.colliders.live,
  pairs: world.pairs.count,
  contacts: world.solved.count,
});

/** All bodies, in the order of their slots. */
export const allBodies = (world: World): BodyHandle[] => {
  const handles: BodyHandle[] = [];
  for (let slot = 0; slot < world.bodies.used; slot++) {
    if (isLive(world.bodies, slot)) handles.push(bodyHandle(world, slot));
  }
  return handles;
};
