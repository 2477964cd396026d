import { type World as CoreWorld, PhysicsError, type Vec3 } from '@tenon/physics-core';
import type { EntityId, World } from 'bitecs';
import type { Backing } from '../components/components.js';
import type { Owner } from '../components/ownership.js';
import type { EntityError } from '../errors.js';
import type { EventState } from '../events/event-state.js';
import type { JointPlan } from '../factories/joint.js';
import type { WriteSearch } from '../sync/find-writes.js';
import type { RenderList } from '../systems/interpolate.js';
import type { KinematicList } from '../systems/kinematic.js';
import { contextOf, type Life } from './lives.js';
import type { Marks } from './marks.js';
import type { Roster } from './roster.js';

/** Time between frames and steps. */
export interface PhysicsClock {
  /** Length of a step, s. */
  readonly fixedDt: number;
  /** Most steps a frame; time beyond is dropped. */
  readonly maxSteps: number;
  timeScale: number;
  paused: boolean;
  /** Time that no step has covered yet, s. */
  pending: number;
  /** Steps that the next solve system takes. */
  due: number;
  /** Where between the last two steps the frame lies, 0 to 1. */
  alpha: number;
  /** Frames in a row that were too long to be seconds. */
  longFrames: number;
}

/** A push on a body that is not made yet. */
export interface Push {
  readonly entity: EntityId;
  readonly kind: 'force' | 'torque' | 'impulse' | 'angularImpulse';
  readonly vector: Vec3;
  readonly point?: Vec3;
}

/** Creations that failed: what was said about them, so that it is said once. Each pre system tries them again. */
export type Waiting = Map<EntityId, string>;

/** Which life an entity meant when it named another: the id alone may come to mean somebody else. */
export interface NamedLife {
  readonly target: EntityId;
  readonly life: Life | undefined;
}

/** Everything the plugin keeps for one bitECS world. */
export interface PhysicsState extends Owner {
  readonly world: World;
  readonly core: CoreWorld;
  readonly backing: Backing;
  owner: number;
  /** Replaced by resetWorld, which is how that is noticed. */
  readonly lives: object;
  readonly clock: PhysicsClock;
  readonly bodies: Roster;
  readonly colliders: Roster;
  /** By entity of a collider: the entity of its body. */
  colliderBody: Int32Array;
  readonly joints: Roster;
  readonly targets: KinematicList;
  readonly rendered: RenderList;
  /** What happened since the last pre system, and what the pre system is working on. */
  readonly marks: Marks;
  readonly work: Marks;
  /** Definitions of joints that are not made yet. */
  readonly plans: Map<EntityId, JointPlan>;
  /** By naming entity and field. */
  readonly named: Map<string, NamedLife>;
  /** Components of prefabs whose rows have been filled, by the prefab's life. */
  readonly prefabs: WeakMap<Life, Set<object>>;
  readonly waiting: { readonly bodies: Waiting; readonly colliders: Waiting; readonly joints: Waiting };
  /** Tags of colliders at the moment their component went. */
  readonly lastTags: Map<EntityId, number>;
  pushes: Push[];
  /** Bodies made in this pre system: their velocities follow when the colliders are there. */
  readonly fresh: EntityId[];
  /** Bodies whose numbers in the solver changed in this pre system: the components follow. */
  readonly touched: EntityId[];
  readonly events: EventState;
  readonly onError: ((error: PhysicsError) => void) | undefined;
  /** Errors of this pre system, when nobody handles them. */
  readonly failures: EntityError[];
  /** A snapshot is being restored: what comes and goes is no news. */
  quiet: boolean;
  /** The entity whose tag Sleeping the plugin itself is changing, or 0. */
  dozing: EntityId;
  /** Working memory. */
  readonly writes: WriteSearch;
  readonly unsubscribe: (() => void)[];
  /** Components that the world knew when factories were last looked for among them. */
  componentCount: number;
}

const $physics = Symbol('tenon physics');

interface WithPhysics {
  [$physics]?: PhysicsState;
}

export const attachState = (world: World, state: PhysicsState): void => {
  Object.defineProperty(world, $physics, { value: state, configurable: true, enumerable: false });
};

export const detachState = (world: World): void => {
  delete (world as WithPhysics)[$physics];
};

export const findState = (world: World): PhysicsState | undefined =>
  typeof world === 'object' && world !== null ? (world as WithPhysics)[$physics] : undefined;

/** The physics of a world, or an error that says what is missing. */
export const stateOf = (world: World): PhysicsState => {
  const state = findState(world);
  if (state === undefined) {
    throw new PhysicsError('wrong-type', 'This world has no physics', 'Call createPhysics(world) first');
  }
  if (contextOf(world)?.entityComponents !== state.lives) {
    throw new PhysicsError(
      'stale-handle',
      'resetWorld or deleteWorld took the entities away, and with them all observers',
      'Call destroyPhysics(world) and then createPhysics(world) again',
    );
  }
  return state;
};

/** Hands an error to the user: to onError at once, or as an exception when the pre system is done with everything else. */
export const report = (state: PhysicsState, error: EntityError): void => {
  if (state.onError) state.onError(error);
  else state.failures.push(error);
};
