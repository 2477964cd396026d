import type { BodyHandle, World, WorldSettings } from '@tenon/physics-core';
import {
  buildChains,
  buildHangingRagdolls,
  buildJointGrid,
  buildLimitedRagdolls,
  buildMixedPile,
  buildPyramid,
  buildRagdolls,
  buildRain,
  buildRoundPile,
  buildTerrain,
  buildWashingMachine,
  touchingBoxes,
} from '@tenon/scenes';

/** Steps [from, to) of a run that are reported together. */
export interface Phase {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** The largest ratio of Tenon's median to that of rapier3d-simd-compat that is good enough. */
  readonly goal?: number;
}

export interface BenchScene {
  readonly name: string;
  readonly steps: number;
  /** Steps of a run before that is not reported; large scenes need few, because one step already does much of the same work. */
  readonly warmUp?: number;
  readonly settings?: Partial<WorldSettings>;
  readonly phases: readonly Phase[];
  /** Returns the bodies that move. Another seed gives another scene of the same kind. */
  build(world: World, seed: number): BodyHandle[];
}

/** The large pyramid of Box3D's benchmark, of any size. */
export const largePyramid = (rows: number): Pick<BenchScene, 'settings' | 'build'> => ({
  settings: { gravity: [0, -10, 0] },
  build: (world) => buildPyramid(world, { rows, ...touchingBoxes }),
});

/**
 * The last body of the pile lands after 1.6 s; after 8 s the heap has come to rest in every engine. Grid and chains swing all the time,
 * the large grid hangs; the last ragdoll lands after 1.1 s, the last box of the rain after 2.2 s. Large scenes take fewer steps, so that
 * all of them together take a few minutes.
 */
export const SCENES: readonly BenchScene[] = [
  {
    name: 'pyramid',
    steps: 480,
    phases: [{ name: 'standing', from: 60, to: 480, goal: 0.8 }],
    build: (world) => buildPyramid(world, { rows: 20 }),
  },
  {
    name: 'large-pyramid',
    steps: 180,
    warmUp: 30,
    phases: [{ name: 'standing', from: 60, to: 180, goal: 0.6 }],
    ...largePyramid(100),
  },
  {
    name: 'pile',
    steps: 720,
    phases: [
      { name: 'falling', from: 0, to: 180, goal: 0.8 },
      { name: 'settled', from: 480, to: 720, goal: 0.65 },
      { name: 'whole run', from: 0, to: 720 },
    ],
    build: (world, seed) => buildMixedPile(world, { count: 1000, seed }),
  },
  {
    name: 'round-pile',
    steps: 480,
    warmUp: 60,
    phases: [
      { name: 'falling', from: 0, to: 180, goal: 1 },
      { name: 'settled', from: 300, to: 480, goal: 1 },
    ],
    build: (world, seed) => buildRoundPile(world, { count: 500, seed }),
  },
  {
    name: 'rain',
    steps: 210,
    warmUp: 60,
    phases: [
      { name: 'raining', from: 0, to: 150, goal: 0.8 },
      { name: 'whole run', from: 0, to: 210 },
    ],
    build: (world, seed) => buildRain(world, { count: 3000, seed }),
  },
  {
    name: 'terrain',
    steps: 360,
    warmUp: 60,
    phases: [
      { name: 'falling', from: 0, to: 180, goal: 1 },
      { name: 'whole run', from: 0, to: 360, goal: 1 },
    ],
    build: (world, seed) => buildTerrain(world, { count: 500, seed }),
  },
  {
    name: 'washing-machine',
    steps: 300,
    warmUp: 30,
    phases: [{ name: 'tumbling', from: 60, to: 300, goal: 1 }],
    build: (world, seed) => buildWashingMachine(world, { count: 500, speed: 1.5, seed }).bodies,
  },
  {
    name: 'joint-grid',
    steps: 360,
    phases: [{ name: 'swinging', from: 0, to: 360 }],
    build: (world) => buildJointGrid(world, { size: 30 }),
  },
  {
    name: 'large-joint-grid',
    steps: 120,
    warmUp: 30,
    settings: { gravity: [0, -10, 0] },
    phases: [{ name: 'hanging', from: 0, to: 120, goal: 0.8 }],
    build: (world) => buildJointGrid(world, { size: 100, hanging: true }),
  },
  {
    name: 'chains',
    steps: 360,
    phases: [{ name: 'swinging', from: 0, to: 360 }],
    build: (world) => buildChains(world, { count: 100, links: 20 }),
  },
  {
    name: 'ragdolls',
    steps: 480,
    phases: [
      { name: 'falling', from: 0, to: 120 },
      { name: 'whole run', from: 0, to: 480 },
    ],
    build: (world, seed) => buildRagdolls(world, { count: 60, seed }),
  },
  {
    name: 'limited-ragdolls',
    steps: 480,
    phases: [
      { name: 'falling', from: 0, to: 120 },
      { name: 'lying', from: 300, to: 480 },
      { name: 'whole run', from: 0, to: 480, goal: 1.2 },
    ],
    build: (world, seed) => buildLimitedRagdolls(world, { count: 60, seed }),
  },
  {
    name: 'hanging-ragdolls',
    steps: 360,
    phases: [{ name: 'swinging', from: 0, to: 360, goal: 0.8 }],
    build: (world, seed) => buildHangingRagdolls(world, { count: 60, seed }),
  },
];
