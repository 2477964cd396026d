import type { BodyHandle, World } from '@tenon/physics-core';
import { buildChains, buildJointGrid, buildMixedPile, buildPyramid, buildRagdolls } from '@tenon/scenes';

/** Steps [from, to) of a run that are reported together. */
export interface Phase {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

export interface BenchScene {
  readonly name: string;
  readonly steps: number;
  readonly phases: readonly Phase[];
  /** Returns the bodies that move. Another seed gives another scene of the same kind. */
  build(world: World, seed: number): BodyHandle[];
}

/**
 * The last body of the pile lands after 1.6 s; after 8 s the heap has come to rest in every engine. Grid and chains swing all the time;
 * the last ragdoll lands after 1.1 s.
 */
export const SCENES: readonly BenchScene[] = [
  {
    name: 'pyramid',
    steps: 480,
    phases: [{ name: 'standing', from: 60, to: 480 }],
    build: (world) => buildPyramid(world, { rows: 20 }),
  },
  {
    name: 'pile',
    steps: 720,
    phases: [
      { name: 'falling', from: 0, to: 180 },
      { name: 'settled', from: 480, to: 720 },
      { name: 'whole run', from: 0, to: 720 },
    ],
    build: (world, seed) => buildMixedPile(world, { count: 1000, seed }),
  },
  {
    name: 'joint-grid',
    steps: 360,
    phases: [{ name: 'swinging', from: 0, to: 360 }],
    build: (world) => buildJointGrid(world, { size: 30 }),
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
];
