import type { WorldSettings } from '@tenon/physics-core';
import { type Scene, type SceneGroup, sceneGroups, scenes } from '@tenon/scenes';
import { FIRST_SCENE } from './app-state.js';
import { type Control, carControl, createLevelControl, walkControl } from './control.js';
import { bridgeOfEntities } from './ecs-scene.js';
import { level } from './level-scene.js';
import { createRunner, type Runner } from './runner.js';
import { walk } from './walk-scene.js';

/** A scene that may say itself how it is started and stepped. */
export interface PlaygroundScene extends Scene {
  readonly start?: (values: Readonly<Record<string, number>>, settings: Partial<WorldSettings>) => Runner;
  /** What the keys move in it. */
  readonly control?: Control;
}

export const allScenes: readonly PlaygroundScene[] = [
  ...scenes.map((scene) => (scene.id === 'car' ? { ...scene, control: carControl } : scene)),
  bridgeOfEntities,
  { ...walk, control: walkControl },
  { ...level, control: createLevelControl() },
];

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

/** What else people call things that scenes are about: a word of the text on the left brings the terms on the right. */
const OTHER_TERMS: readonly (readonly [word: string, terms: string])[] = [
  ['hinge', 'revolute door pin'],
  ['slider', 'prismatic piston rail'],
  ['ball', 'spherical point-to-point socket'],
  ['fixed', 'weld glue'],
  ['distance', 'rod rope spring'],
  ['universal', 'cardan hooke'],
  ['swing', 'cone-twist shoulder ragdoll'],
  ['cylindrical', 'piston'],
  ['constant-velocity', 'cv homokinetic'],
  ['six-dof', '6dof d6 generic'],
  ['upright', 'keep-upright character'],
  ['motor', 'servo drive'],
  ['mouse', 'drag pick grab'],
  ['wheel', 'suspension vehicle'],
  ['car', 'vehicle raycast drive'],
  ['people', 'ragdoll human character'],
  ['human', 'ragdoll character'],
  ['person', 'ragdoll character'],
  ['conveyor', 'belt surface velocity'],
  ['lift', 'elevator kinematic platform'],
  ['restitution', 'bounce elastic'],
  ['pyramid', 'stack'],
  ['rope', 'chain cable'],
  ['chain', 'rope cable'],
  ['gear', 'transmission belt cog'],
  ['crane', 'winch cable'],
  ['walk', 'character controller player keyboard'],
  ['level', 'game shooter trigger sensor ray door ragdoll'],
  ['terrain', 'height field heightmap landscape'],
];

const searchText = ({ id, title, group, description, watch }: Scene): string => {
  const own = `${id} ${title} ${group} ${description} ${watch}`.toLowerCase();
  return OTHER_TERMS.reduce((text, [word, terms]) => (own.includes(word) ? `${text} ${terms}` : text), own);
};

/** Scenes whose title, text, id or other terms have all the words, by group. */
export const searchScenes = (text: string): ReadonlyMap<SceneGroup, readonly Scene[]> => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = allScenes.filter((scene) => words.every((word) => searchText(scene).includes(word)));
  return new Map(
    sceneGroups
      .map((group) => [group, found.filter((scene) => scene.group === group)] as const)
      .filter(([, list]) => list.length > 0),
  );
};
