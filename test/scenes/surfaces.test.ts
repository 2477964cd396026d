import { allContacts, type BodyHandle, bodyPosition, type World } from '@tenon/physics-core';
import { DRUM_LENGTH, DRUM_RADIUS, findScene, type Scene } from '@tenon/scenes';
import { expect, it } from 'vitest';
import { begin, dynamicBodies, play } from './context.js';

/** Scenes on meshes and height fields in bounded form; SECONDS=60 in the environment runs them as long as you like. */
const seconds = (usual: number): number => Number(process.env.SECONDS ?? usual);

const sceneOf = (id: string): Scene => {
  const scene = findScene(id);
  if (!scene) throw new Error(`no scene ${id}`);
  return scene;
};

/** The deepest penetration with a body, m. */
const deepest = (world: World, ground?: BodyHandle): number =>
  allContacts(world)
    .filter(({ bodyA, bodyB }) => ground === undefined || bodyA === ground || bodyB === ground)
    .flatMap(({ points }) => points.map(({ separation }) => -separation))
    .reduce((most, depth) => Math.max(most, depth), 0);

it('hulls come to rest on terrain, and none falls through', () => {
  const started = begin(sceneOf('terrain'), { count: 200 });
  const { world } = started;
  let worst = 0;
  for (let i = 0; i < seconds(4); i++) {
    play(started, 1);
    worst = Math.max(worst, deepest(world));
  }
  console.log(`terrain: worst penetration ${(1000 * worst).toFixed(1)} mm`);
  for (const body of dynamicBodies(world)) {
    const [x, y, z] = bodyPosition(world, body);
    expect(Math.max(Math.abs(x), Math.abs(z))).toBeLessThan(16);
    expect(y).toBeGreaterThan(-3);
  }
  expect(worst).toBeLessThan(0.03);
});

it('nothing leaves the washing machine', () => {
  const started = begin(sceneOf('washing-machine'), { count: 250 });
  const { world, bodies } = started;
  let withDrum = 0;
  let between = 0;
  for (let i = 0; i < seconds(4); i++) {
    play(started, 1);
    withDrum = Math.max(withDrum, deepest(world, bodies.drum));
    between = Math.max(between, deepest(world));
  }
  console.log(
    `washing machine: worst penetration with the drum ${(1000 * withDrum).toFixed(1)} mm, between bodies ${(1000 * between).toFixed(1)} mm`,
  );
  for (const body of dynamicBodies(world)) {
    const [x, y, z] = bodyPosition(world, body);
    // The origin of a hull may lie a little outside of it.
    expect(Math.hypot(x, y)).toBeLessThan(DRUM_RADIUS + 0.03);
    expect(Math.abs(z)).toBeLessThan(DRUM_LENGTH / 2);
  }
  expect(withDrum).toBeLessThan(0.03);
});

it('all marbles end in the tray', () => {
  const started = begin(sceneOf('marble-run'), { count: 20, turns: 2 });
  play(started, seconds(10));
  for (const body of dynamicBodies(started.world)) {
    const [x, y, z] = bodyPosition(started.world, body);
    expect(y).toBeLessThan(0.5);
    expect(y).toBeGreaterThan(0);
    expect(Math.abs(x - 1.5)).toBeLessThan(1.2);
    expect(Math.abs(z - 1.2)).toBeLessThan(1.2);
  }
});
