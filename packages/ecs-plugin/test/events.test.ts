import {
  addComponent,
  addEntity,
  entityExists,
  hasComponent,
  removeComponent,
  removeEntity,
  type World,
} from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  ball,
  Collider,
  CollisionEvents,
  collider,
  Disabled,
  Joint,
  LinearVelocity,
  NoSleep,
  observeEvents,
  otherSide,
  PersistEvents,
  type PhysicsEvent,
  Position,
  physicsEvents,
  position,
  RigidBody,
  rigidBody,
  Sensor,
  Sleeping,
  sphere,
} from '../src/index.js';
import { addCrate, addFloor, physicsWorld, run } from './context.js';

const follow = (world: World, frames: number): PhysicsEvent[] => {
  const events: PhysicsEvent[] = [];
  for (let i = 0; i < frames; i++) {
    run(world, 1);
    events.push(...physicsEvents(world));
  }
  return events;
};

const kinds = (events: readonly PhysicsEvent[]): string[] => events.map(({ kind }) => kind);
const collisions = (events: readonly PhysicsEvent[]) =>
  events.filter((event) => event.kind === 'begin' || event.kind === 'end');

describe('collision events', () => {
  it('come for entities that ask, with entity, body and tag', () => {
    const world = physicsWorld();
    const floor = addFloor(world);
    Collider.tag[floor] = 5;
    const quiet = addCrate(world, 5, 1);
    const heard = addCrate(world, 0, 1);
    Collider.tag[heard] = 7;
    addComponent(world, heard, CollisionEvents);
    const events = follow(world, 60);
    const begin = events.find(({ kind }) => kind === 'begin');
    expect(begin).toMatchObject({
      kind: 'begin',
      a: { entity: heard, body: heard, tag: 7, gone: false },
      b: { entity: floor, body: floor, tag: 5, gone: false },
    });
    expect(events.find(({ kind }) => kind === 'hit')).toMatchObject({
      speed: expect.closeTo(Math.sqrt(9.81), 0),
    });
    const named = collisions(events).flatMap((event) =>
      'a' in event ? [event.a.entity, event.b.entity] : [],
    );
    expect(named).not.toContain(quiet);
  });

  it('come for all colliders of a body that asks', () => {
    const world = physicsWorld();
    addFloor(world);
    const body = addEntity(world, position(0, 0.6, 0), rigidBody(), CollisionEvents);
    const parts = [-1, 1].map((x) =>
      addEntity(world, collider(sphere(0.5), { body, position: [x, 0, 0], tag: x })),
    );
    const begins = follow(world, 30).filter((event) => event.kind === 'begin');
    expect(begins.map(({ a }) => a.entity).sort()).toEqual(parts.sort());
    expect(new Set(begins.map(({ a }) => a.body))).toEqual(new Set([body]));
  });

  it('a sensor reports without being asked', () => {
    const world = physicsWorld();
    const gate = addEntity(world, rigidBody({ type: 'static' }), collider(sphere(1), { tag: 3 }), Sensor);
    const falling = addEntity(world, position(0, 3, 0), rigidBody(), collider(sphere(0.1)));
    const events = collisions(follow(world, 90));
    expect(kinds(events)).toEqual(['begin', 'end']);
    for (const event of events) {
      if (event.kind !== 'begin' && event.kind !== 'end') continue;
      expect(otherSide(event, gate)?.entity).toBe(falling);
      expect(otherSide(event, 99)).toBeUndefined();
      expect(otherSide(event, falling)).toMatchObject({ entity: gate, tag: 3 });
    }
  });

  it('persist comes each step for PersistEvents on a body or collider, with the impulse, and ends with the tag', () => {
    const world = physicsWorld();
    const floor = addFloor(world);
    addCrate(world, 5, 0.5);
    const body = addEntity(world, position(0, 0.5, 0), rigidBody({ mass: 3 }), NoSleep);
    const part = addEntity(world, collider(sphere(0.5), { body, tag: 7 }));
    follow(world, 5);
    expect(kinds(follow(world, 1))).toEqual([]);
    addComponent(world, body, PersistEvents);
    follow(world, 60);
    const events = follow(world, 1);
    expect(events).toMatchObject([
      { kind: 'persist', a: { entity: part, body, tag: 7, gone: false }, b: { entity: floor } },
    ]);
    for (const event of events) {
      if (event.kind !== 'persist') continue;
      const side = event.b.entity === part ? 1 : -1;
      expect(side * event.impulse[1] * 60).toBeCloseTo(3 * 9.81, 4);
      expect(event.normalImpulse * 60).toBeCloseTo(3 * 9.81, 4);
      expect(event.point[1]).toBeCloseTo(0, 3);
    }
    removeComponent(world, body, PersistEvents);
    expect(kinds(follow(world, 5))).toEqual([]);
    addComponent(world, part, PersistEvents);
    const heard: string[] = [];
    observeEvents(world, 'persist', (event) => heard.push(String(otherSide(event, part)?.entity)));
    follow(world, 3);
    expect(heard).toEqual([String(floor), String(floor), String(floor)]);
  });

  it('the end comes also when an entity is removed, and says what it was', () => {
    const world = physicsWorld();
    addFloor(world);
    const crate = addEntity(
      world,
      position(0, 0.5, 0),
      rigidBody(),
      collider(sphere(0.5), { tag: 42 }),
      CollisionEvents,
    );
    expect(kinds(collisions(follow(world, 10)))).toEqual(['begin']);
    Collider.tag[crate] = 43;
    removeEntity(world, crate);
    // In the same frame the id goes to an entity that also touches the floor.
    const next = addEntity(
      world,
      position(3, 0.5, 0),
      rigidBody(),
      collider(sphere(0.5), { tag: 99 }),
      CollisionEvents,
    );
    expect(next).toBe(crate);
    const events = collisions(follow(world, 5));
    expect(kinds(events)).toEqual(['end', 'begin']);
    expect(events[0]).toMatchObject({ a: { entity: crate, tag: 43, gone: true }, b: { gone: false } });
    expect(events[1]).toMatchObject({ a: { entity: next, tag: 99, gone: false } });
  });

  it.each([
    ['its collider', (world: World, eid: number) => removeComponent(world, eid, Collider)],
    ['its body', (world: World, eid: number) => removeComponent(world, eid, RigidBody)],
    ['the other body', (world: World) => removeEntity(world, 1)],
    ['disabling it', (world: World, eid: number) => addComponent(world, eid, Disabled)],
    [
      'a teleport',
      (_: World, eid: number) => {
        Position.y[eid] = 50;
      },
    ],
    [
      'another shape',
      (_: World, eid: number) => {
        Collider.sizeX[eid] = 0.1;
      },
    ],
    [
      'another layer',
      (_: World, eid: number) => {
        Collider.layer[eid] = 0;
      },
    ],
  ])('every begin has one end: %s', (_, change) => {
    const world = physicsWorld();
    addFloor(world);
    const ballEntity = addEntity(
      world,
      position(0, 0.5, 0),
      rigidBody(),
      collider(sphere(0.5), { tag: 1 }),
      CollisionEvents,
    );
    expect(kinds(collisions(follow(world, 5)))).toEqual(['begin']);
    change(world, ballEntity);
    const after = kinds(collisions(follow(world, 5)));
    expect(after.filter((kind) => kind === 'end')).toHaveLength(1);
    expect(after[0]).toBe('end');
  });

  it('a tag that comes while touching gives no end without a begin; one that goes takes no end away', () => {
    const world = physicsWorld();
    addFloor(world);
    const crate = addCrate(world, 0, 0.5);
    run(world, 5);
    addComponent(world, crate, CollisionEvents);
    run(world, 1);
    Position.y[crate] = 3;
    expect(collisions(follow(world, 2))).toEqual([]);
    expect(kinds(collisions(follow(world, 60)))).toEqual(['begin']);
    removeComponent(world, crate, CollisionEvents);
    run(world, 1);
    Position.y[crate] = 3;
    expect(kinds(collisions(follow(world, 2)))).toEqual(['end']);
    expect(collisions(follow(world, 60))).toEqual([]);
  });

  it('events of all steps of a frame are there, and a frame without a step has none', () => {
    const world = physicsWorld();
    const ballEntity = addEntity(world, position(0, 1.3, 0), rigidBody(), collider(sphere(0.1)));
    addEntity(world, rigidBody({ type: 'static' }), collider(sphere(0.05)), Sensor);
    LinearVelocity.y[ballEntity] = -12;
    run(world, 1, 4 / 60);
    const first = collisions(physicsEvents(world));
    run(world, 1, 4 / 60);
    const second = collisions(physicsEvents(world));
    expect(kinds([...first, ...second])).toEqual(['begin', 'end']);
    run(world, 1, 0);
    expect(physicsEvents(world)).toEqual([]);
  });
});

describe('sleep and joints', () => {
  it('sleep and wake are told, and the tag follows', () => {
    const world = physicsWorld();
    addFloor(world);
    const crate = addCrate(world, 0, 0.5);
    expect(follow(world, 60)).toContainEqual({ kind: 'sleep', entity: crate });
    expect(hasComponent(world, crate, Sleeping)).toBe(true);
    expect(LinearVelocity.y[crate]).toBe(0);
    Position.y[crate] = 3;
    expect(follow(world, 1)).toContainEqual({ kind: 'wake', entity: crate });
    expect(hasComponent(world, crate, Sleeping)).toBe(false);
  });

  it('a joint that breaks reports its force and torque and is disabled', () => {
    const world = physicsWorld();
    const crate = addEntity(world, position(0, 0, 0), rigidBody({ mass: 10 }), collider(sphere(0.5)));
    const joint = addEntity(world, ball({ bodyB: crate, breakForce: 150, tag: 6 }));
    expect(follow(world, 30)).toEqual([]);
    expect(Joint.enabled[joint]).toBe(1);
    RigidBody.mass[crate] = 20;
    const [event] = follow(world, 5);
    expect(event).toMatchObject({ kind: 'joint-break', entity: joint, tag: 6 });
    expect(event.kind === 'joint-break' && event.force[1]).toBeGreaterThan(150);
    expect(Joint.enabled[joint]).toBe(0);
    // Mended.
    RigidBody.mass[crate] = 10;
    Position.x[crate] = 0;
    Position.y[crate] = 0;
    LinearVelocity.y[crate] = 0;
    Joint.enabled[joint] = 1;
    expect(follow(world, 30)).toEqual([]);
    expect(Position.y[crate]).toBeCloseTo(0, 3);
  });
});

describe('observers', () => {
  it('are called after the components are up to date, and may change the world', () => {
    const world = physicsWorld();
    addFloor(world);
    const crates = [0, 2, 4].map((x) => addCrate(world, x, 0.7));
    for (const crate of crates) addComponent(world, crate, CollisionEvents);
    const seen: number[] = [];
    const end = observeEvents(world, 'begin', ({ a }) => {
      seen.push(a.entity);
      expect(Position.y[a.entity]).toBeLessThan(0.7);
      removeEntity(world, a.entity);
      addCrate(world, 20, 20);
    });
    run(world, 30);
    expect(seen.sort()).toEqual([...crates].sort());
    end();
    const late = addCrate(world, 9, 0.5);
    addComponent(world, late, CollisionEvents);
    run(world, 5);
    expect(entityExists(world, late)).toBe(true);
    expect(seen).toHaveLength(3);
  });

  it('the same callback may be there twice, each with its own end', () => {
    const world = physicsWorld();
    const falling = addCrate(world, 0, 5);
    let calls = 0;
    const count = (): void => void calls++;
    const end = observeEvents(world, 'sleep', count);
    observeEvents(world, 'sleep', count);
    end();
    addComponent(world, falling, Sleeping);
    run(world, 1);
    expect(calls).toBe(1);
  });
});
