import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { fuzzScale, fuzzSeed } from '../../../../test/fuzz-scale.js';
import {
  type BodyHandle,
  bodyColliders,
  bodyExists,
  bodyPosition,
  bodyType,
  box,
  capsule,
  colliderExists,
  createCollider,
  createWorld,
  destroyBody,
  destroyCollider,
  isBodyAwake,
  setNextPose,
  sleep,
  sphere,
  updateBody,
  updateCollider,
  type Vec3,
  type World,
  type WorldEvent,
  wake,
  worldEvents,
} from '../../src/index.js';
import { add, addFloor, run } from './context.js';

/** Random lives of bodies: whatever happens, the events tell a consistent story. */

interface Action {
  readonly what: number;
  readonly which: number;
  readonly at: Vec3;
}

const coordinate = fc.integer({ min: -6, max: 6 }).map((i) => i / 4);
const action: fc.Arbitrary<Action> = fc.record({
  what: fc.nat(15),
  which: fc.nat(30),
  at: fc.tuple(
    coordinate,
    coordinate.map((y) => y + 1.5),
    coordinate,
  ),
});

const shapes = [sphere(0.4), box(0.4, 0.4, 0.4), capsule(0.2, 0.3)];
const types = ['dynamic', 'dynamic', 'kinematic', 'static'] as const;

const act = (world: World, bodies: BodyHandle[], { what, which, at }: Action): void => {
  const body = bodies[which % Math.max(1, bodies.length)];
  if (what < 4 || body === undefined) {
    const collider = {
      sensor: which % 7 === 0,
      layer: which % 5 === 0 ? 2 : 1,
      mask: which % 11 === 0 ? 1 : -1,
    };
    bodies.push(
      add(world, shapes[which % shapes.length], { type: types[what % types.length], position: at }, collider),
    );
    return;
  }
  const [collider] = bodyColliders(world, body);
  switch (what) {
    case 4:
      destroyBody(world, body);
      bodies.splice(bodies.indexOf(body), 1);
      break;
    case 5:
      updateBody(world, body, { position: at });
      break;
    case 6:
      updateBody(world, body, { enabled: which % 2 === 0 });
      break;
    case 7:
      createCollider(world, body, { shape: shapes[which % shapes.length], position: [0.5, 0, 0] });
      break;
    case 8:
      if (collider !== undefined) destroyCollider(world, collider);
      break;
    case 9:
      if (collider !== undefined)
        updateCollider(world, collider, { layer: which % 3, sensor: which % 2 === 0 });
      break;
    case 10:
      sleep(world, body);
      break;
    case 11:
      wake(world, body);
      break;
    case 12:
      if (bodyType(world, body) === 'kinematic') setNextPose(world, body, at);
      break;
    case 13:
      updateBody(world, body, { type: types[which % types.length] });
      break;
  }
};

const pairOf = ({ a, b }: Extract<WorldEvent, { a: unknown }>): string =>
  [a.collider, b.collider].sort().join(' ');

/** Plays the events of a step against what is known to touch. */
const follow = (world: World, touching: Set<string>, asleep: Map<BodyHandle, boolean>): void => {
  for (const event of worldEvents(world)) {
    if (event.kind === 'begin') {
      expect(touching.has(pairOf(event)), 'two begins in a row').toBe(false);
      for (const side of [event.a, event.b]) {
        expect(bodyExists(world, side.body) && colliderExists(world, side.collider)).toBe(true);
        expect(bodyColliders(world, side.body)).toContain(side.collider);
      }
      touching.add(pairOf(event));
    } else if (event.kind === 'end') {
      expect(touching.delete(pairOf(event)), 'an end without a begin').toBe(true);
    } else if (event.kind === 'sleep' || event.kind === 'wake') {
      expect(asleep.get(event.body) ?? false, `${event.kind} twice`).toBe(event.kind === 'wake');
      asleep.set(event.body, event.kind === 'sleep');
    } else if (event.kind === 'hit') {
      expect(event.speed).toBeGreaterThan(0);
    }
  }
};

it('begins and ends pair up through any life of bodies', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
      const world = createWorld();
      const floor = addFloor(world);
      const bodies: BodyHandle[] = [];
      const touching = new Set<string>();
      const asleep = new Map<BodyHandle, boolean>();
      const step = (): void => {
        run(world, 1);
        follow(world, touching, asleep);
      };
      for (const next of actions) {
        if (next.what >= 14) for (let i = 0; i < (next.what === 14 ? 40 : 3); i++) step();
        else act(world, bodies, next);
        step();
        for (const body of bodies) {
          expect(bodyPosition(world, body).every(Number.isFinite)).toBe(true);
          if (asleep.get(body)) expect(isBodyAwake(world, body)).toBe(false);
        }
      }
      // Without bodies nothing touches.
      for (const body of [...bodies, floor]) destroyBody(world, body);
      step();
      expect([...touching]).toEqual([]);
    }),
    { numRuns: 50 * fuzzScale, seed: fuzzSeed(1) },
  );
});
