import {
  allContacts,
  allJoints,
  bodyMass,
  bodyPosition,
  createWorld,
  jointDef,
  stepWorld,
  worldStats,
} from '@tenon/physics-core';
import { articulationStats } from '@tenon/physics-core/inspect';
import { expect, it } from 'vitest';
import {
  buildHangingRagdolls,
  buildJointGrid,
  buildLimitedRagdolls,
  buildPyramid,
  buildRain,
  touchingBoxes,
} from '../src/index.js';

it('a pyramid of 100 rows has 5,050 boxes and stands on one floor', () => {
  const world = createWorld();
  expect(buildPyramid(world, { rows: 100, ...touchingBoxes })).toHaveLength(5050);
  expect(worldStats(world)).toMatchObject({ bodies: 5051, colliders: 5051, joints: 0 });
});

it('boxes of 100 kg touch below and beside: n on the floor, n (n - 1) below each other, n (n - 1) / 2 side by side', () => {
  const n = 6;
  const world = createWorld({ gravity: [0, 0, 0] });
  const boxes = buildPyramid(world, { rows: n, ...touchingBoxes });
  for (const box of boxes) expect(bodyMass(world, box).mass).toBe(100);
  stepWorld(world, 1 / 60);
  const touching = allContacts(world).filter((contact) => contact.touching);
  expect(touching).toHaveLength(n + n * (n - 1) + (n * (n - 1)) / 2);
  for (const { friction } of touching) expect(friction).toBeCloseTo(0.6, 12);
});

it('by default boxes do not touch beside', () => {
  const n = 6;
  const world = createWorld({ gravity: [0, 0, 0] });
  buildPyramid(world, { rows: n });
  stepWorld(world, 1 / 60);
  expect(allContacts(world).filter(({ touching }) => touching)).toHaveLength(n + n * (n - 1));
});

it.each([false, true])(
  'a grid of n × n spheres has 2 n (n - 1) joints, less those between fixed ones; hanging: %s',
  (hanging) => {
    const n = 12;
    const world = createWorld();
    expect(buildJointGrid(world, { size: n, hanging })).toHaveLength(n * (n - 1));
    expect(worldStats(world)).toMatchObject({ bodies: n * n, joints: 2 * n * (n - 1) - (n - 1) });
    expect(new Set(allJoints(world).map((joint) => jointDef(world, joint).type))).toEqual(new Set(['ball']));
  },
);

it('a small hanging grid stays at rest for a second, and its spheres do not touch', () => {
  const world = createWorld();
  const spheres = buildJointGrid(world, { size: 8, hanging: true });
  const start = spheres.map((body) => bodyPosition(world, body));
  for (let i = 0; i < 60; i++) stepWorld(world, 1 / 60);
  expect(worldStats(world).contacts).toBe(0);
  for (const [i, body] of spheres.entries()) {
    const moved = bodyPosition(world, body).map((x, axis) => Math.abs(x - start[i][axis]));
    // 1 cm of 7 m: soft joints stretch a little under the weight below them.
    expect(Math.max(...moved)).toBeLessThan(1e-2);
  }
});

it('rain has as many boxes as asked, and none touches another or the floor at the start', () => {
  const world = createWorld({ gravity: [0, 0, 0] });
  expect(buildRain(world, { count: 3000, seed: 1 })).toHaveLength(3000);
  expect(worldStats(world)).toMatchObject({ bodies: 3001, colliders: 3001, joints: 0 });
  stepWorld(world, 1 / 60);
  expect(allContacts(world).filter(({ touching }) => touching)).toEqual([]);
});

it('sixty people with limits at every joint are an articulation of eleven bodies each, and nobody touches at the start', () => {
  const thrown = createWorld({ gravity: [0, 0, 0] });
  expect(buildLimitedRagdolls(thrown, { count: 60, seed: 1 })).toHaveLength(660);
  const hanging = createWorld({ gravity: [0, 0, 0] });
  expect(buildHangingRagdolls(hanging, { count: 60, seed: 1 })).toHaveLength(660);
  for (const [world, joints] of [
    [thrown, 600],
    [hanging, 660],
  ] as const) {
    stepWorld(world, 1 / 60);
    expect(allContacts(world).filter(({ touching }) => touching)).toEqual([]);
    expect(worldStats(world).joints).toBe(joints);
    expect(articulationStats(world)).toMatchObject({ articulations: 60, links: 660, closingRows: 0 });
  }
});

it('the feet of people who are dropped are 1 to 2 m above the floor', () => {
  const world = createWorld();
  const bodies = buildLimitedRagdolls(world, { count: 60, seed: 3 });
  for (let i = 0; i < bodies.length; i += 11) {
    // Hips are 0.88 m above the feet.
    const height = bodyPosition(world, bodies[i])[1] - 0.88;
    expect(height).toBeGreaterThan(1);
    expect(height).toBeLessThan(2);
  }
});
