import { createWorld, PhysicsError, type WorldSettings } from '@tenon/physics-core';
import { checkSettings, show } from '@tenon/physics-core/bulk';
import type { World } from 'bitecs';
import { backingOf, type Stores, sharedStores, updateJointFields } from './components/components.js';
import { joinOwnership, leaveOwnership } from './components/ownership.js';
import { createEventState } from './events/event-state.js';
import { createEntityMap } from './state/entity-map.js';
import { createFrameForces } from './state/frame-forces.js';
import { contextOf } from './state/lives.js';
import { createMarks } from './state/marks.js';
import {
  attachState,
  detachState,
  findState,
  type PhysicsClock,
  type PhysicsState,
} from './state/physics-state.js';
import { createWriteSearch } from './sync/find-writes.js';
import { adopt, subscribe } from './sync/observers.js';
import { createStepHooks } from './systems/hooks.js';
import { createRenderList } from './systems/interpolate.js';
import { createKinematicList } from './systems/kinematic.js';
import { requireTime } from './systems/step.js';
import { createWarnings } from './warnings.js';

/** All settings of physics-core, and those of the plugin. */
export interface PhysicsOptions extends Partial<WorldSettings> {
  /** Length of a step, s. Default 1/60. */
  readonly fixedDt?: number;
  /** Most steps that stepPhysics takes in a frame. Default 4. */
  readonly maxSteps?: number;
  /** Factor on the time of stepPhysics. Default 1. */
  readonly timeScale?: number;
  /** Components that no other world uses, from createComponents(). Default: the shared ones that the package exports. */
  readonly components?: Stores;
  /** Called with every error that a component causes; the last good state stays. Default: the pre system throws it. */
  readonly onError?: (error: PhysicsError) => void;
  /** Called with what looks like a slip, once a kind. Default: console.warn. */
  readonly onWarning?: (message: string) => void;
}

const OWN_OPTIONS = ['fixedDt', 'maxSteps', 'timeScale', 'components', 'onError', 'onWarning'] as const;

/** Gives a bitECS world physics: from now on its RigidBody, Collider and Joint components mean something. */
export const createPhysics = <W extends World>(world: W, options: PhysicsOptions = {}): W => {
  requireFresh(world);
  const {
    fixedDt = 1 / 60,
    maxSteps = 4,
    timeScale = 1,
    components = sharedStores,
    onError,
    onWarning,
    ...settings
  } = options;
  checkSettings(settings, OWN_OPTIONS);
  const clock = createClock(fixedDt, maxSteps, timeScale);
  const backing = backingOf(components);
  updateJointFields(backing);
  const state: PhysicsState = {
    world,
    core: createWorld(settings),
    backing,
    lost: [],
    owner: 0,
    lives: contextOf(world).entityComponents,
    clock,
    bodies: createEntityMap(),
    colliders: createEntityMap(),
    colliderBody: new Int32Array(64),
    joints: createEntityMap(),
    targets: createKinematicList(),
    characters: [],
    refusedCharacters: new Set(),
    rendered: createRenderList(),
    marks: createMarks(),
    work: createMarks(),
    plans: new Map(),
    references: new Map(),
    prefabs: new WeakMap(),
    waiting: { bodies: new Map(), colliders: new Map(), joints: new Map() },
    lastTags: new Map(),
    pushes: [],
    frameForces: createFrameForces(),
    hooks: createStepHooks(),
    fresh: [],
    touched: [],
    events: createEventState(),
    onError,
    warnings: createWarnings(onWarning),
    failures: [],
    quiet: false,
    changingSleepTag: 0,
    writes: createWriteSearch(),
    unsubscribe: [],
    componentCount: 0,
  };
  state.owner = joinOwnership(backing.ownership, state);
  attachState(world, state);
  subscribe(state);
  adopt(state);
  return world;
};

/** Takes the physics away again. The components stay where they are, as plain data. */
export const destroyPhysics = (world: World): void => {
  const state = findState(world);
  if (state === undefined) {
    throw new PhysicsError(
      'wrong-type',
      'This world has no physics',
      'Destroy what createPhysics made, once',
    );
  }
  for (const end of state.unsubscribe) end();
  leaveOwnership(state.backing.ownership, state.owner);
  detachState(world);
};

const requireFresh = (world: World): void => {
  const context = typeof world === 'object' && world !== null ? contextOf(world) : undefined;
  if (!context) {
    throw new PhysicsError(
      'wrong-type',
      `${show(world)} is no bitECS world`,
      'Pass what createWorld() of bitecs returned',
    );
  }
  if (findState(world)) {
    throw new PhysicsError(
      'out-of-range',
      'This world has physics already',
      'Call destroyPhysics(world) first',
    );
  }
  if (context.entityIndex.versioning) {
    throw new PhysicsError(
      'wrong-type',
      'This world has versioned entity ids, which bitECS 0.4.0 does not find again once an id is used anew',
      'Create the world without withVersioning',
    );
  }
};

const createClock = (fixedDt: number, maxSteps: number, timeScale: number): PhysicsClock => {
  requireTime('timeScale', timeScale);
  requireTime('fixedDt', fixedDt);
  if (fixedDt < SHORTEST_STEP || fixedDt > LONGEST_STEP) {
    const range = `Pass a number of at least ${SHORTEST_STEP} and of at most ${LONGEST_STEP}`;
    throw new PhysicsError('out-of-range', `fixedDt is ${fixedDt}`, range);
  }
  if (!Number.isInteger(maxSteps) || maxSteps < 1) {
    throw new PhysicsError('out-of-range', `maxSteps is ${show(maxSteps)}`, 'Pass an integer of at least 1');
  }
  return {
    fixedDt,
    maxSteps,
    timeScale,
    paused: false,
    pending: 0,
    due: 1,
    alpha: 1,
    frameTime: fixedDt,
    longFrames: 0,
  };
};

/** s. What stepWorld of physics-core takes. */
const SHORTEST_STEP = 1e-9;
const LONGEST_STEP = 1;
