import { expect, it } from 'vitest';
import {
  createBody,
  createCollider,
  createWorld,
  destroyCollider,
  heightField,
  mesh,
  restoreSnapshot,
  stepWorld,
  takeSnapshot,
  type World,
} from '../../src/index.js';
import { packMeshes } from '../../src/snapshot/meshes.js';
import { DT } from './context.js';

const terrain = (height: number) =>
  heightField(
    20,
    20,
    Array.from({ length: 400 }, (_, i) => height * ((i * 7) % 5)),
  );

const withTerrain = (): World => {
  const world = createWorld();
  createCollider(world, createBody(world, { type: 'static' }), { shape: terrain(0.1) });
  return world;
};

it('meshes are packed once for all snapshots until one comes or goes', () => {
  const world = withTerrain();
  const packed = packMeshes(world.colliders);
  const saved = takeSnapshot(world);
  stepWorld(world, DT);
  restoreSnapshot(world, saved);
  expect(packMeshes(world.colliders)).toBe(packed);

  const body = createBody(world, { type: 'static', position: [100, 0, 0] });
  const ramp = mesh([0, 0, 0, 0, 1, 2, 2, 0, 0], [0, 1, 2]);
  const first = createCollider(world, body, { shape: ramp });
  const two = packMeshes(world.colliders);
  expect(two).not.toBe(packed);
  // One user more is another snapshot, too.
  createCollider(world, body, { shape: ramp });
  const used = takeSnapshot(world);
  const copy = createWorld();
  restoreSnapshot(copy, used);
  expect(Buffer.compare(takeSnapshot(copy), used)).toBe(0);
  destroyCollider(world, first);
  expect(Buffer.compare(takeSnapshot(world), used)).not.toBe(0);
  restoreSnapshot(world, used);
  expect(Buffer.compare(takeSnapshot(world), used)).toBe(0);
});

it('a snapshot with another mesh at the same entry brings its own', () => {
  const world = withTerrain();
  takeSnapshot(world);
  const other = createWorld();
  createCollider(other, createBody(other, { type: 'static' }), { shape: terrain(0.2) });
  const saved = takeSnapshot(other);
  restoreSnapshot(world, saved);
  expect(Buffer.compare(takeSnapshot(world), saved)).toBe(0);
});
