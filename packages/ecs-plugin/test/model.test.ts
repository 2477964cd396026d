import { worldStats } from '@tenon/physics-core';
import { removeEntity } from 'bitecs';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { fuzzScale, fuzzSeed } from '../../../test/fuzz-scale.js';
import { destroyPhysics } from '../src/index.js';
import { addFloor, coreWorld, physicsWorld } from './context.js';
import { act, type Command, check, type Model, step, tolerate } from './model-context.js';

const command: fc.Arbitrary<Command> = fc.record({
  what: fc.nat(15),
  a: fc.nat(40),
  b: fc.nat(40),
});

/** A few commands, then a frame of none to three steps. */
const story = fc.array(fc.tuple(fc.array(command, { maxLength: 4 }), fc.nat(3)), { maxLength: 7 });

const tell = (frames: readonly (readonly [readonly Command[], number])[]): void => {
  const world = physicsWorld({ onError: tolerate });
  const floor = addFloor(world);
  const model: Model = { world, entities: [], touching: new Set(), saved: undefined };
  for (const [commands, steps] of frames) {
    for (const each of commands) act(model, each);
    step(model, steps);
    if (steps > 0) check(model);
  }
  // Without entities nothing touches, and nothing is left in the solver.
  for (const eid of [...model.entities, floor]) removeEntity(world, eid);
  step(model, 1);
  expect([...model.touching]).toEqual([]);
  expect(worldStats(coreWorld(world))).toMatchObject({ bodies: 0, colliders: 0, joints: 0 });
  destroyPhysics(world);
};

/**
 * In parts, so that none of them runs into the time limit on a busy machine. Each ends with a turn of the event loop: until then
 * JavaScript keeps everything that a WeakRef was made for, and the plugin makes one for each world.
 */
it.each([1, 2, 3, 4, 5])('60 random lives of a world, part %i', async (seed) => {
  for (let part = 0; part < fuzzScale; part++) {
    fc.assert(fc.property(story, tell), { numRuns: 60, seed: fuzzSeed(seed) + 1000 * part });
    await new Promise((done) => setImmediate(done));
  }
});
