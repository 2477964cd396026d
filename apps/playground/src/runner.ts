import {
  type ComponentSet,
  coreWorld,
  createComponents,
  createPhysics,
  physicsPost,
  physicsPre,
  physicsSolve,
  restoreSnapshot,
  takeSnapshot,
} from '@tenon/ecs-plugin';
import type { World, WorldSettings } from '@tenon/physics-core';
import type { SceneContent } from '@tenon/scenes';
import { createWorld, type EntityId, type World as EntityWorld } from 'bitecs';

/** Seconds of simulated time per step. */
export const STEP = 1 / 60;

/**
 * A started scene: a bitECS world whose physics is stepped and saved by the plugin, as in a game. Scenes are built by functions of
 * physics-core, because tests and benchmarks without an ECS share them: their bodies have no entities. What is added by hand has.
 */
export interface Runner {
  readonly entities: EntityWorld;
  /** Of this world alone: worlds that exist at the same time must not share their stores. */
  readonly components: ComponentSet;
  readonly world: World;
  readonly content: SceneContent;
  /** The entity that one walks with, where there is one. */
  readonly player?: EntityId;
}

export const createRunner = (
  settings: Partial<WorldSettings>,
  build: (parts: Omit<Runner, 'content' | 'player'>) => SceneContent,
): Runner => {
  const components = createComponents();
  const entities = createPhysics(createWorld(), { ...settings, components, fixedDt: STEP });
  const parts = { entities, components, world: coreWorld(entities) };
  return { ...parts, content: build(parts) };
};

export const stepRunner = ({ entities }: Runner): void => {
  physicsPre(entities);
  physicsSolve(entities);
  physicsPost(entities);
};

export const saveRunner = ({ entities }: Runner): Uint8Array => takeSnapshot(entities);

export const restoreRunner = ({ entities }: Runner, bytes: Uint8Array): void =>
  restoreSnapshot(entities, bytes);
