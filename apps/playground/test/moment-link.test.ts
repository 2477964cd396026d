import { hashWorld, type Vec3, worldStats } from '@tenon/physics-core';
import { expect, test } from 'vitest';
import { createAppState } from '../src/app-state.js';
import { momentQuery, openMoment } from '../src/moment-link.js';
import { createPlayground, type Playground } from '../src/playground.js';
import { openSceneFile, sceneFile } from '../src/scene-file.js';
import { seekStep, stepSimulation } from '../src/simulation.js';
import { deleteSelected, spawn } from '../src/spawn.js';

const open = (scene: string): Playground => createPlayground({ ...createAppState(), scene });

const camera = { target: [0, 1, 0] as Vec3, distance: 10, yaw: 0, pitch: 0.3 };

const run = ({ simulation }: Playground, steps: number): void => {
  for (let i = 0; i < steps; i++) stepSimulation(simulation);
};

const queryOf = async (playground: Playground): Promise<string> => {
  const query = await momentQuery(playground);
  return query ? `#scene=${playground.state.scene}&${query.join('=')}` : '';
};

test.each(['hinge-joint', 'crane', 'walk', 'level', 'dominoes'])(
  'a link to %s brings back the moment with what was dropped into it, and goes on with the same bits',
  async (id) => {
    const playground = open(id);
    run(playground, 40);
    spawn(playground, camera as never, 'box');
    spawn(playground, camera as never, 'sphere');
    run(playground, 25);
    const fragment = await queryOf(playground);
    expect(fragment).not.toBe('');
    const other = open(id);
    await openMoment(other, fragment);
    expect(other.message).toBeUndefined();
    expect(other.simulation.stepCount).toBe(65);
    expect(hashWorld(other.simulation.world)).toBe(hashWorld(playground.simulation.world));
    for (const each of [playground, other]) {
      run(each, 30);
      spawn(each, camera as never, 'capsule');
      run(each, 30);
    }
    expect(hashWorld(other.simulation.world)).toBe(hashWorld(playground.simulation.world));
    // And back, as far as the moment of the link.
    const hash = hashWorld(other.simulation.world);
    seekStep(other.simulation, 70);
    seekStep(other.simulation, 125);
    expect(hashWorld(other.simulation.world)).toBe(hash);
  },
);

test('what was deleted stays away', async () => {
  const playground = open('dominoes');
  const before = worldStats(playground.simulation.world).bodies;
  const [name] = Object.keys(playground.simulation.content.bodies ?? {}).slice(-1);
  playground.state.selection = { kind: 'body', key: name };
  deleteSelected(playground);
  expect(worldStats(playground.simulation.world).bodies).toBe(before - 1);
  const other = open('dominoes');
  await openMoment(other, await queryOf(playground));
  expect(worldStats(other.simulation.world).bodies).toBe(before - 1);
});

test('a scene that was opened from a file is in the link itself', async () => {
  const playground = open('hinge-joint');
  run(playground, 20);
  openSceneFile(playground, JSON.stringify(sceneFile(playground)), 'mine.tenon.json');
  run(playground, 10);
  const fragment = await queryOf(playground);
  expect(fragment).toContain('world=');
  const other = open('crane');
  await openMoment(other, fragment);
  expect(other.scene.title).toBe('From a link');
  expect(worldStats(other.simulation.world).bodies).toBe(worldStats(playground.simulation.world).bodies);
});

test.each(['at=5', 'at=x.abc', 'at=5.!!!', 'at=5.AAAA', 'world=AAAA', 'world='])(
  'a link with %s says what is wrong, and the scene begins anew',
  async (query) => {
    const playground = open('hinge-joint');
    const hash = hashWorld(playground.simulation.world);
    await openMoment(playground, `#scene=hinge-joint&${query}`);
    expect(playground.message?.kind).toBe('error');
    expect(hashWorld(playground.simulation.world)).toBe(hash);
    expect(playground.simulation.stepCount).toBe(0);
  },
);

test('a world that is too large for a link has none', async () => {
  expect(await momentQuery(open('washing-machine'))).toBeUndefined();
});
