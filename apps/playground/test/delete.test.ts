import { allBodies, allJoints, bodyExists, bodyPosition, jointExists } from '@tenon/physics-core';
import { expect, test } from 'vitest';
import { createAppState } from '../src/app-state.js';
import { createPlayground, type Playground, selectBody, selectJoint } from '../src/playground.js';
import { restoreRunner, saveRunner } from '../src/runner.js';
import { allScenes } from '../src/scene-list.js';
import { stepSimulation } from '../src/simulation.js';
import { deleteSelected } from '../src/spawn.js';

/** A sample of a scene's parts, and a smaller one of a large scene: a hundred equal links say no more than four. */
const MOST = { small: 12, large: 4 };
const LARGE = 30;

const sampled = <Item>(list: readonly Item[]): Item[] => {
  const every = Math.ceil(list.length / (list.length > LARGE ? MOST.large : MOST.small));
  return list.filter((_, i) => i % every === 0);
};

const open = (scene: string): Playground => createPlayground({ ...createAppState(), scene });

const expectAlive = ({ simulation }: Playground): void => {
  for (let i = 0; i < 3; i++) stepSimulation(simulation);
  expect(simulation.failure).toBeUndefined();
  const { world } = simulation;
  // At once: a call of `expect` for each coordinate takes longer than the steps.
  const lost = allBodies(world).filter((body) => !bodyPosition(world, body).every(Number.isFinite));
  expect(lost).toEqual([]);
};

test.each(allScenes.map(({ id }) => id))('%s goes on without any of its joints', (scene) => {
  const playground = open(scene);
  const { simulation } = playground;
  const { world, runner } = simulation;
  stepSimulation(simulation);
  // To build a scene takes longer than its steps.
  const saved = saveRunner(runner);
  for (const joint of sampled(allJoints(world))) {
    restoreRunner(runner, saved);
    selectJoint(playground, joint);
    deleteSelected(playground);
    expect(jointExists(world, joint)).toBe(false);
    expectAlive(playground);
  }
});

test.each(allScenes.map(({ id }) => id))('%s goes on while its bodies are deleted one by one', (scene) => {
  const playground = open(scene);
  const { world } = playground.simulation;
  for (const body of sampled(allBodies(world))) {
    if (!bodyExists(world, body)) continue;
    selectBody(playground, body);
    deleteSelected(playground);
    expect(bodyExists(world, body)).toBe(false);
    expectAlive(playground);
  }
});
