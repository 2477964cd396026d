import {
  createWorld,
  hashWorld,
  type JointDefinition,
  restoreSnapshot,
  stepWorld,
  takeSnapshot,
  type World,
} from '../../src/index.js';
import { createRandom } from '../determinism/context.js';
import { DT } from './context.js';
import { randomSpecimen, scatter } from './random-joints.js';

/**
 * Thirty steps after a snapshot: the hash of the world that took it, and those of worlds that went back to it. All controls of the joint
 * are on, it is torn apart and falls.
 */
export const hashesAfterSnapshot = (definition: JointDefinition, seed: number): string[] => {
  const random = createRandom(seed);
  const specimen = randomSpecimen(random, definition, {
    toWorld: seed % 2 === 1,
    settings: { gravity: [0, -9.81, 0], sleeping: true },
  });
  const { world } = specimen;
  scatter(random, specimen, seed % 3 === 0 ? 'wild' : 'slight');
  const run = (of: World, steps: number): string => {
    for (let i = 0; i < steps; i++) stepWorld(of, DT);
    return hashWorld(of);
  };
  run(world, 20);
  const start = takeSnapshot(world);
  const hashes = [run(world, 30)];
  for (const copy of [world, createWorld()]) {
    restoreSnapshot(copy, start);
    hashes.push(run(copy, 30));
  }
  return hashes;
};
