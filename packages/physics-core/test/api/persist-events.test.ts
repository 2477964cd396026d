import { describe, expect, it } from 'vitest';
import {
  type BeginEvent,
  type BodyHandle,
  bodyColliders,
  bodyMass,
  box,
  capsule,
  createBody,
  createCollider,
  createWorld,
  hashWorld,
  heightField,
  linearVelocity,
  mesh,
  type PersistEvent,
  restoreSnapshot,
  sleep,
  sphere,
  stepWorld,
  takeSnapshot,
  updateCollider,
  type Vec3,
  type World,
  worldEvents,
} from '../../src/index.js';
import { createRandom } from '../determinism/context.js';
import { add, addFloor, DT, eventsOf, expectVector, run, unitBox, weightless } from './context.js';

type Touch = BeginEvent | PersistEvent;

const touchEvents = (world: World): Touch[] =>
  worldEvents(world).filter((event): event is Touch => event.kind === 'begin' || event.kind === 'persist');

/** Impulse of all begin and persist events of the last step on a body. */
const impulseOn = (world: World, body: BodyHandle): Vec3 => {
  const sum: [number, number, number] = [0, 0, 0];
  for (const { a, b, impulse } of touchEvents(world)) {
    const sign = b.body === body ? 1 : a.body === body ? -1 : 0;
    for (let i = 0; i < 3; i++) sum[i] += sign * impulse[i];
  }
  return sum;
};

const waves = heightField(
  9,
  9,
  Array.from({ length: 81 }, (_, i) => 0.1 * ((i * 7) % 5)),
);

describe('persist events', () => {
  it('one begin, one persist a step, one end', () => {
    const world = createWorld({ sleeping: false });
    addFloor(world);
    const body = add(world, unitBox, { position: [0, 0.7, 0] }, { persistEvents: true });
    const seen: string[] = [];
    run(world, 60, () => seen.push(...worldEvents(world).map(({ kind }) => kind)));
    const begin = seen.indexOf('begin');
    expect(seen.filter((kind) => kind === 'begin')).toHaveLength(1);
    expect(seen.filter((kind) => kind === 'persist').length).toBeGreaterThan(40);
    expect(seen.indexOf('persist')).toBeGreaterThan(begin);
    updateCollider(world, bodyColliders(world, body)[0], { layer: 0 });
    stepWorld(world, DT);
    expect(worldEvents(world).map(({ kind }) => kind)).toEqual(['end']);
  });

  it('nobody asked: none come, and a switch brings and ends them', () => {
    const world = createWorld({ sleeping: false });
    const floor = addFloor(world);
    add(world, unitBox, { position: [0, 0.5, 0] });
    run(world, 5);
    expect(eventsOf(world, 'persist')).toHaveLength(0);
    updateCollider(world, bodyColliders(world, floor)[0], { persistEvents: true });
    run(world, 1);
    expect(eventsOf(world, 'persist')).toHaveLength(1);
    updateCollider(world, bodyColliders(world, floor)[0], { persistEvents: false });
    run(world, 1);
    expect(eventsOf(world, 'persist')).toHaveLength(0);
  });

  it('at rest the impulse is the weight, at the centre of pressure', () => {
    const world = createWorld({ sleeping: false });
    addFloor(world);
    const body = add(world, box(0.5, 0.2, 0.3), { position: [3, 0.2, -2] }, { persistEvents: true });
    run(world, 120);
    const [event] = eventsOf(world, 'persist');
    const weight = bodyMass(world, body).mass * 9.81 * DT;
    expect(event.normalImpulse / weight).toBeCloseTo(1, 6);
    expectVector(impulseOn(world, body), [0, weight, 0], 1e-6 * weight);
    expectVector(event.point, [3, 0, -2], 1e-3);
  });

  it('the impulses of all events are the change of momentum, on ground, meshes and fields, sliding and tumbling', () => {
    const random = createRandom(19);
    const shapes = [sphere(0.4), box(0.4, 0.3, 0.5), capsule(0.2, 0.4)];
    for (let trial = 0; trial < 60; trial++) {
      // A CCD rollback takes back a part of the fall, which is no impulse.
      const world = createWorld({ sleeping: false, continuous: false });
      const ground = createBody(world, { type: 'static' });
      if (trial % 3 === 0) createCollider(world, ground, { shape: waves, position: [-4, 0, -4] });
      else if (trial % 3 === 1) {
        const flat = mesh([-9, 0, -9, 9, 0, -9, 9, 0, 9, -9, 0, 9], [0, 2, 1, 0, 3, 2]);
        createCollider(world, ground, { shape: flat });
      } else createCollider(world, ground, { shape: box(9, 1, 9), position: [0, -1, 0] });
      const bodies = shapes.map((shape, i) =>
        add(
          world,
          shape,
          {
            position: [random() - 0.5, 1.2 + 1.1 * i, random() - 0.5],
            linearVelocity: [random() * 4 - 2, -3 * random(), random() * 4 - 2],
            angularVelocity: [random() * 6 - 3, random() * 6 - 3, random() * 6 - 3],
            linearDamping: 0,
          },
          { persistEvents: true },
        ),
      );
      for (let step = 0; step < 60; step++) {
        const before = bodies.map((body) => linearVelocity(world, body));
        stepWorld(world, DT);
        for (const [i, body] of bodies.entries()) {
          const { mass } = bodyMass(world, body);
          const after = linearVelocity(world, body);
          const gained = after.map((v, k) => mass * (v - before[i][k] + (k === 1 ? 9.81 * DT : 0)));
          expectVector(impulseOn(world, body), gained as unknown as Vec3, 1e-8 * mass);
        }
      }
    }
  });

  it('a pair on a mesh has one event a step, whatever its patches', () => {
    const world = createWorld({ sleeping: false });
    // A groove: both sides press, and only their difference from the vertical cancels.
    const groove = mesh(
      [-5, 2, -5, -5, 2, 5, 0, 0, -5, 0, 0, 5, 5, 2, -5, 5, 2, 5],
      [0, 1, 2, 1, 3, 2, 2, 3, 4, 3, 5, 4],
    );
    createCollider(world, createBody(world, { type: 'static' }), { shape: groove });
    const body = add(
      world,
      sphere(0.5),
      { position: [0, 0.6, 0] },
      { persistEvents: true, friction: 0, frictionRule: 'minimum' },
    );
    run(world, 200);
    const events = eventsOf(world, 'persist');
    expect(events).toHaveLength(1);
    const weight = bodyMass(world, body).mass * 9.81 * DT;
    expectVector(impulseOn(world, body), [0, weight, 0], 1e-4 * weight);
    // Each side bears W / (2 cos α) with tan α = 2/5.
    expect(events[0].normalImpulse / weight).toBeCloseTo(Math.sqrt(1 + 0.16), 3);
  });

  it('sensors persist without an impulse, sleepers do not', () => {
    const world = weightless();
    add(world, sphere(1), { type: 'static' }, { sensor: true, persistEvents: true });
    const body = add(world, sphere(0.2), { linearVelocity: [0.1, 0, 0] });
    run(world, 3);
    expect(eventsOf(world, 'persist')).toMatchObject([{ impulse: [0, 0, 0], normalImpulse: 0 }]);
    sleep(world, body);
    run(world, 2);
    expect(eventsOf(world, 'persist')).toHaveLength(0);
  });

  it('begin carries the impulse of the impact, asked or not', () => {
    const world = weightless();
    add(world, unitBox, { type: 'static' });
    const body = add(world, sphere(0.5), { position: [2, 0, 0], linearVelocity: [-6, 0, 0] });
    const begins: BeginEvent[] = [];
    run(world, 30, () => begins.push(...eventsOf(world, 'begin')));
    expect(begins).toHaveLength(1);
    const momentum = bodyMass(world, body).mass * 6;
    expect(begins[0].normalImpulse / momentum).toBeCloseTo(1, 6);
    expectVector(begins[0].point, [0.5, 0, 0], 0.02);
  });

  it('snapshots keep it: the same events and hashes after a restore', () => {
    const build = (): World => {
      const world = createWorld({ sleeping: false });
      addFloor(world, { persistEvents: true });
      for (let i = 0; i < 4; i++) add(world, unitBox, { position: [0.1 * i, 0.6 + 1.2 * i, 0] });
      return world;
    };
    const world = build();
    run(world, 30);
    const bytes = takeSnapshot(world);
    const other = createWorld();
    restoreSnapshot(other, bytes);
    for (let i = 0; i < 60; i++) {
      stepWorld(world, DT);
      stepWorld(other, DT);
      expect(worldEvents(other).map(({ kind }) => kind)).toEqual(worldEvents(world).map(({ kind }) => kind));
      expect(hashWorld(other)).toBe(hashWorld(world));
    }
  });
});
