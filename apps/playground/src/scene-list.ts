import type { WorldSettings } from '@tenon/physics-core';
import { type Scene, type SceneGroup, sceneGroups, scenes } from '@tenon/scenes';
import { FIRST_SCENE } from './app-state.js';
import { bridgeOfEntities } from './ecs-scene.js';
import { createRunner, type Runner } from './runner.js';

/** A scene that may say itself how it is started and stepped. */
export interface PlaygroundScene extends Scene {
  readonly start?: (values: Readonly<Record<string, number>>, settings: Partial<WorldSettings>) => Runner;
}

export const allScenes: readonly PlaygroundScene[] = [...scenes, bridgeOfEntities];

export const findScene = (id: string): PlaygroundScene =>
  allScenes.find((scene) => scene.id === id) ??
  allScenes.find((scene) => scene.id === FIRST_SCENE) ??
  allScenes[0];

export const startRunner = (
  scene: PlaygroundScene,
  values: Readonly<Record<string, number>>,
  settings: Partial<WorldSettings>,
): Runner => {
  if (scene.start) return scene.start(values, settings);
  return createRunner({ ...scene.settings, ...settings }, ({ world }) => scene.build(world, values));
};

/** Scenes whose title, text or id has all the words, by group. */
export const searchScenes = (text: string): ReadonlyMap<SceneGroup, readonly Scene[]> => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = allScenes.filter((scene) => {
    const { id, title, group, description, watch } = scene;
    const all = `${id} ${title} ${group} ${description} ${watch}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  return new Map(
    sceneGroups
      .map((group) => [group, found.filter((scene) => scene.group === group)] as const)
      .filter(([, list]) => list.length > 0),
  );
};
