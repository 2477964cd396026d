import { type World as CoreWorld, PhysicsError, type Vec3 } from '@tenon/physics-core';
import { hasField } from '@tenon/physics-core/bulk';
import type { EntityId, World } from 'bitecs';
import type { Backing } from '../components/components.js';
import type { Owner } from '../components/ownership.js';
import type { EntityError } from '../errors.js';
import type { EventState } from '../events/event-state.js';
import type { JointPlan } from '../factories/joint.js';
import type { WriteSearch } from '../sync/find-writes.js';
import type { StepHooks } from '../systems/hooks.js';
import type { RenderList } from '../systems/interpolate.js';
import type { KinematicList } from '../systems/kinematic.js';
import type { Warnings } from '../warnings.js';
import type { EntityMap } from './entity-map.js';
import type { FrameForces } from './frame-forces.js';
import { contextOf, type Life } from './lives.js';
import type { Marks } from './marks.js';

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
  /** Time that the frame covers, s. */
  frameTime: number;
  /** Frames in a row that were too long to be seconds. */
  longFrames: number;
}

/** A force or impulse on a body that is not made yet. */
export interface Push {
  readonly entity: EntityId;
  readonly kind: 'force' | 'torque' | 'impulse' | 'angularImpulse';
  readonly vector: Vec3;
  readonly point?: Vec3;
}

/** Entities whose creation failed, with the message, so that it is reported once. Each pre system tries them again. */
export type Waiting = Map<EntityId, string>;

/** Which life an entity meant when it named another: the id alone may later belong to another entity. */
export interface EntityReference {
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
  readonly bodies: EntityMap;
  readonly colliders: EntityMap;
  /** By entity of a collider: the entity of its body. */
  colliderBody: Int32Array;
  readonly joints: EntityMap;
  readonly targets: KinematicList;
  /** Entities with a Character, by id: they move in the same order after a snapshot. */
  readonly characters: EntityId[];
  /** Those whose body cannot walk, which has been reported. */
  readonly refusedCharacters: Set<EntityId>;
  readonly rendered: RenderList;
  /** What happened since the last pre system, and what the pre system is working on. */
  readonly marks: Marks;
  readonly work: Marks;
  /** Definitions of joints that are not made yet. */
  readonly plans: Map<EntityId, JointPlan>;
  /** By naming entity and field. */
  readonly references: Map<string, EntityReference>;
  /** Components of prefabs whose rows have been filled, by the prefab's life. */
  readonly prefabs: WeakMap<Life, Set<object>>;
  readonly waiting: { readonly bodies: Waiting; readonly colliders: Waiting; readonly joints: Waiting };
  /** Tags of colliders at the moment their component was removed. */
  readonly lastTags: Map<EntityId, number>;
  pushes: Push[];
  readonly frameForces: FrameForces;
  readonly hooks: StepHooks;
  /** Bodies made in this pre system: they get their velocities when their colliders exist. */
  readonly fresh: EntityId[];
  /** Bodies whose state in the solver changed in this pre system: it is copied to the components. */
  readonly touched: EntityId[];
  readonly events: EventState;
  readonly onError: ((error: PhysicsError) => void) | undefined;
  readonly warnings: Warnings;
  /** Errors of this pre system, when nobody handles them. */
  readonly failures: EntityError[];
  /** A snapshot is being restored: components that are added and removed meanwhile are not marked. */
  quiet: boolean;
  /** The entity whose tag Sleeping the plugin itself is changing, or 0: that change is no wish of the user. */
  changingSleepTag: EntityId;
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
  hasField(world, $physics) ? (world as WithPhysics)[$physics] : undefined;

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
