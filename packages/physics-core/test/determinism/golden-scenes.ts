import { hashWorld } from '../../src/index.js';
import {
  bouncingBalls,
  boxStack,
  fastBalls,
  freeTops,
  mixedPile,
  movingPlatform,
  runScene,
  type Scene,
  startScene,
} from './context.js';
import { motorMachine, swingingChain, thrownFigure } from './joint-scenes.js';

/** The scenes of the golden hashes, with the steps after which the hash is taken. */
export const goldenScenes: Readonly<Record<string, readonly [scene: Scene, steps: number]>> = {
  boxStack: [boxStack, 300],
  bouncingBalls: [bouncingBalls, 300],
  movingPlatform: [movingPlatform, 240],
  mixedPile: [mixedPile, 300],
  freeTops: [freeTops, 600],
  fastBalls: [fastBalls, 200],
  swingingChain: [swingingChain, 240],
  motorMachine: [motorMachine, 240],
  thrownFigure: [thrownFigure, 240],
};

export const hashAfter = (scene: Scene, steps: number): string => {
  const world = startScene(scene);
  runScene(world, scene, steps);
  return hashWorld(world);
};

/** By name, for engines to which only text can be passed. */
export const hashOf = (name: string, steps: number): string => hashAfter(goldenScenes[name][0], steps);
