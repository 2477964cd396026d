import {
  allBodies,
  createWorld,
  restoreCheckpoint,
  restoreSnapshot,
  saveCheckpoint,
  stepWorld,
  type World,
  worldStats,
  writeSnapshot,
} from '@tenon/physics-core';
import { buildMixedPile, buildPyramid, buildRagdolls, touchingBoxes } from '@tenon/scenes';
import { textTable } from '@tenon/test/shared/text-table';
import { DT } from './measure.js';
import { type Timing, timeInTurn, timing } from './timing.js';

/** What rollback costs: a snapshot into a buffer or a checkpoint, and the way back over a few steps. Tenon alone. */
export interface SnapshotsResult {
  readonly scene: string;
  readonly worlds: readonly WorldResult[];
}

interface WorldResult {
  readonly world: string;
  readonly bodies: number;
  readonly contacts: number;
  readonly bytes: number;
  readonly step: Timing;
  readonly take: Timing;
  readonly restore: Timing;
  /** Of both to a step, median of the rounds. */
  readonly ratio: number;
  /** The same for checkpoints. */
  readonly save: Timing;
  readonly goBack: Timing;
  readonly checkpointRatio: number;
}

interface Case {
  readonly name: string;
  readonly steps: number;
  build(world: World): unknown;
}

export const SNAPSHOTS_SCENE = 'snapshots';

const CASES: readonly Case[] = [
  { name: 'pile, falling', steps: 60, build: (world) => buildMixedPile(world, { count: 1000, seed: 1 }) },
  { name: 'pile, settled', steps: 500, build: (world) => buildMixedPile(world, { count: 1000, seed: 1 }) },
  { name: 'pyramid', steps: 120, build: (world) => buildPyramid(world, { rows: 44, ...touchingBoxes }) },
  { name: 'ragdolls', steps: 120, build: (world) => buildRagdolls(world, { count: 60, seed: 1 }) },
];

const ROUNDS = 60;
/** Steps of a rollback. */
const STEPS_BACK = 4;

export const measureSnapshots = (): SnapshotsResult => ({
  scene: SNAPSHOTS_SCENE,
  worlds: CASES.map(measure),
});

const measure = ({ name, steps, build }: Case): WorldResult => {
  const world = createWorld({ sleeping: false });
  build(world);
  for (let i = 0; i < steps; i++) stepWorld(world, DT);
  const start = new Uint8Array(0x1000000);
  const now = new Uint8Array(0x1000000);
  const bytes = writeSnapshot(world, start);
  const checkpoint = saveCheckpoint(world);
  const later = saveCheckpoint(world);
  for (let i = 1; i < STEPS_BACK; i++) stepWorld(world, DT);
  const jobs = [
    { name: 'step', run: () => stepWorld(world, DT) },
    { name: 'take', run: () => writeSnapshot(world, now) },
    { name: 'save', run: () => saveCheckpoint(world, later) },
    { name: 'restore', run: () => restoreSnapshot(world, start.subarray(0, bytes)) },
    { name: 'goBack', run: () => restoreCheckpoint(world, checkpoint) },
  ] as const;
  // The world is as many steps ahead whenever it goes back for the first time.
  const times = timeInTurn(jobs, ROUNDS, () => {
    restoreCheckpoint(world, checkpoint);
    for (let i = 0; i < STEPS_BACK; i++) stepWorld(world, DT);
  });
  const ratioOf = (into: Float64Array, back: Float64Array): number =>
    timing(times.step.map((step, i) => (into[i] + back[i]) / step)).median;
  return {
    world: name,
    bodies: allBodies(world).length,
    contacts: worldStats(world).contacts,
    bytes,
    step: timing(times.step),
    take: timing(times.take),
    restore: timing(times.restore),
    ratio: ratioOf(times.take, times.restore),
    save: timing(times.save),
    goBack: timing(times.goBack),
    checkpointRatio: ratioOf(times.save, times.goBack),
  };
};

const HEAD = [
  'world',
  'bodies',
  'contacts',
  'kB',
  'step ms',
  'take ms',
  'restore ms',
  '(take + restore) / step',
  'save ms',
  'go back ms',
  '(save + go back) / step',
];

export const snapshotsText = ({ scene, worlds }: SnapshotsResult): string => {
  const rows = worlds.map((result) => [
    result.world,
    `${result.bodies}`,
    `${result.contacts}`,
    (result.bytes / 1000).toFixed(0),
    result.step.median.toFixed(2),
    result.take.median.toFixed(2),
    result.restore.median.toFixed(2),
    result.ratio.toFixed(2),
    result.save.median.toFixed(2),
    result.goBack.median.toFixed(2),
    result.checkpointRatio.toFixed(2),
  ]);
  return `${scene}: into a buffer, and back by ${STEPS_BACK} steps in the same world; the same with checkpoints; Tenon alone\n${textTable(HEAD, rows)}`;
};
