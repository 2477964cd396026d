import { expect, it } from 'vitest';
import {
  allBodies,
  allJoints,
  bodyExists,
  bodyPosition,
  type Checkpoint,
  capsule,
  createBody,
  createCollider,
  createWorld,
  destroyBody,
  hashWorld,
  jointReaction,
  mesh,
  restoreCheckpoint,
  saveCheckpoint,
  setHooks,
  stepWorld,
  takeSnapshot,
  updateSettings,
  type World,
  worldEvents,
} from '../../src/index.js';
import { addBody, boxStack, createRandom, DT, mixedPile, rock, runScene, startScene } from './context.js';
import { thrownFigure } from './joint-scenes.js';

/** Checkpoints beyond what they share with snapshots, which snapshot.test.ts tries for both. */

const after = (scene: typeof mixedPile, steps: number): World => {
  const world = startScene(scene);
  runScene(world, scene, steps);
  return world;
};

it('bodies, hulls, meshes and settings that came and went in between leave no trace', () => {
  const world = after(mixedPile, 50);
  const before = takeSnapshot(world);
  const checkpoint = saveCheckpoint(world);
  const [, kept] = allBodies(world);
  const later = createBody(world, { position: [40, 0, 0], type: 'static' });
  createCollider(world, later, { shape: mesh([0, 0, 0, 1, 0, 0, 0, 0, 1], [0, 2, 1]) });
  for (const body of allBodies(world).slice(1, 12)) destroyBody(world, body);
  const random = createRandom(4);
  for (let i = 0; i < 90; i++) addBody(world, { position: [3 * i, 3, 0] }, rock(random, 0.3));
  updateSettings(world, { gravity: [1, 2, 3], substeps: 2 });
  runScene(world, mixedPile, 10);
  restoreCheckpoint(world, checkpoint);
  expect(Buffer.compare(takeSnapshot(world), before)).toBe(0);
  expect([bodyExists(world, kept), bodyExists(world, later)]).toEqual([true, false]);
  expect(() => bodyPosition(world, later)).toThrow(/does not exist any more/);
  const again = createBody(world, { position: [40, 0, 0], type: 'static' });
  expect(again).toBe(later);
});

it('one checkpoint serves again and again, for worlds that grow and shrink', () => {
  const world = startScene(mixedPile);
  const ring: Checkpoint[] = [saveCheckpoint(world), saveCheckpoint(world), saveCheckpoint(world)];
  const hashes: string[] = [];
  for (let step = 0; step < 60; step++) {
    if (step % 9 === 3) addBody(world, { position: [0, 4, 0] }, capsule(0.2, 0.1 + 0.01 * step));
    if (step % 9 === 7) destroyBody(world, allBodies(world)[2]);
    const used = ring[step % 3];
    expect(saveCheckpoint(world, used)).toBe(used);
    hashes[step % 3] = hashWorld(world);
    stepWorld(world, DT);
  }
  for (const back of [59, 58, 57]) {
    restoreCheckpoint(world, ring[back % 3]);
    expect(hashWorld(world)).toBe(hashes[back % 3]);
  }
});

it('reactions and events are those of the last step before it', () => {
  const world = after(thrownFigure, 70);
  const joints = allJoints(world);
  const read = (): unknown => [joints.map((joint) => jointReaction(world, joint)), worldEvents(world)];
  const then = read();
  const checkpoint = saveCheckpoint(world);
  runScene(world, thrownFigure, 15);
  expect(read()).not.toEqual(then);
  restoreCheckpoint(world, checkpoint);
  expect(read()).toEqual(then);
});

it('a world is sound again after a step that threw', () => {
  const world = after(mixedPile, 20);
  const checkpoint = saveCheckpoint(world);
  runScene(world, mixedPile, 40);
  const hash = hashWorld(world);
  setHooks(world, {
    modifyContact: () => {
      throw new Error('from a hook');
    },
  });
  expect(() => stepWorld(world, DT)).toThrow('from a hook');
  setHooks(world, {});
  restoreCheckpoint(world, checkpoint);
  runScene(world, mixedPile, 40);
  expect(hashWorld(world)).toBe(hash);
});

it('what is no checkpoint of the world is refused, and nothing changes', () => {
  const world = after(boxStack, 5);
  const hash = hashWorld(world);
  const foreign = saveCheckpoint(createWorld());
  for (const act of [restoreCheckpoint, saveCheckpoint]) {
    expect(() => act(world, foreign)).toThrow(/another world/);
    expect(() => act(world, takeSnapshot(world) as unknown as Checkpoint)).toThrow(/no checkpoint/);
    expect(() => act(world, null as unknown as Checkpoint)).toThrow(/no checkpoint/);
  }
  expect(() => restoreCheckpoint(world, undefined as unknown as Checkpoint)).toThrow(/no checkpoint/);
  expect(() => saveCheckpoint({} as World)).toThrow(/not a world/);
  expect(hashWorld(world)).toBe(hash);
});
