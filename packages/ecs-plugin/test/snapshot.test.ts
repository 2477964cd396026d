import { hashWorld, takeSnapshot as takeCoreSnapshot, worldStats } from '@tenon/physics-core';
import {
  addComponent,
  addEntity,
  createEntityIndex,
  createWorld,
  entityExists,
  hasComponent,
  removeComponent,
  removeEntity,
  type World,
} from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  applyImpulse,
  ball,
  bodyOf,
  box,
  Collider,
  CollisionEvents,
  collider,
  createComponents,
  createPhysics,
  Disabled,
  hinge,
  hull,
  Joint,
  jointOf,
  KinematicTarget,
  kinematicTarget,
  LinearVelocity,
  Position,
  physicsEvents,
  position,
  RenderTransform,
  RigidBody,
  restoreCheckpoint,
  restoreSnapshot,
  rigidBody,
  Sleeping,
  saveCheckpoint,
  sphere,
  stepPhysics,
  takeSnapshot,
} from '../src/index.js';
import { addCrate, addFloor, coreWorld, DT, physicsWorld, run } from './context.js';

const rock = hull([
  [0, 0.5, 0],
  [0.5, -0.5, 0],
  [-0.5, -0.5, 0.4],
  [-0.5, -0.5, -0.4],
]);

/** Crates that tumble on a floor, a pendulum with a motor, a lift. */
const scene = (world: World) => {
  addFloor(world);
  const crates = Array.from({ length: 6 }, (_, i) => addCrate(world, 0.3 * i, 1 + 1.1 * i));
  for (const crate of crates) {
    addComponent(world, crate, CollisionEvents);
    addComponent(world, crate, RenderTransform);
  }
  const arm = addEntity(world, position(5, 3, 0), rigidBody(), collider(rock, { tag: 4 }));
  const joint = addEntity(world, hinge({ bodyB: arm, anchor: [5, 4, 0], motor: { speed: 1, maxForce: 40 } }));
  const lift = addEntity(
    world,
    rigidBody({ type: 'kinematic' }),
    kinematicTarget([-3, 1, 0]),
    collider(box(1, 0.2, 1)),
  );
  return { crates, arm, joint, lift };
};

const story = (world: World, frames: number): unknown[] => {
  const told: unknown[] = [];
  for (let i = 0; i < frames; i++) {
    stepPhysics(world, DT);
    told.push(hashWorld(coreWorld(world)), ...physicsEvents(world));
  }
  return told;
};

/** Two ways to go back in the same world. */
const ways = [
  ['a snapshot', (world: World) => go(world, takeSnapshot(world), restoreSnapshot)],
  ['a checkpoint', (world: World) => go(world, saveCheckpoint(world), restoreCheckpoint)],
  [
    'a checkpoint that was used before',
    (world: World) => go(world, saveCheckpoint(world, earlier(world)), restoreCheckpoint),
  ],
] as const;

const go =
  <T>(world: World, saved: T, restore: (world: World, saved: T) => void) =>
  (): void =>
    restore(world, saved);

/** Of a world with more in it. */
const earlier = (world: World) => {
  const more = [addCrate(world, 20, 1), addCrate(world, 21, 1)];
  const checkpoint = saveCheckpoint(world);
  for (const eid of more.reverse()) removeEntity(world, eid);
  return checkpoint;
};

describe('snapshots', () => {
  it.each(ways)('restore and go on give the same bits, components and events: %s', (_, save) => {
    const world = physicsWorld();
    const { crates, joint, lift } = scene(world);
    run(world, 40);
    const goBack = save(world);
    const before = crates.map((crate) => [
      Position.y[crate],
      LinearVelocity.y[crate],
      RenderTransform.y[crate],
    ]);
    KinematicTarget.y[lift] = 2;
    const first = story(world, 80);
    Joint.motorSpeed[joint] = -3;
    applyImpulse(world, crates[0], [900, 0, 0]);
    run(world, 20);
    goBack();
    expect(
      crates.map((crate) => [Position.y[crate], LinearVelocity.y[crate], RenderTransform.y[crate]]),
    ).toEqual(before);
    expect(Joint.motorSpeed[joint]).toBe(1);
    expect(physicsEvents(world)).toEqual([]);
    KinematicTarget.y[lift] = 2;
    expect(story(world, 80)).toEqual(first);
  });

  it('taking one changes nothing', () => {
    const [left, right] = [createComponents(), createComponents()].map((components) => {
      const world = physicsWorld({ components });
      addEntity(world, components.rigidBody({ type: 'static' }), components.collider(box(5, 1, 5)));
      const crate = addEntity(
        world,
        components.position(0, 3, 0),
        components.rigidBody(),
        components.collider(sphere(1)),
      );
      run(world, 10);
      components.Position.x[crate] = 0.5;
      components.RigidBody.gravityScale[crate] = 0.7;
      return world;
    });
    takeSnapshot(left);
    run(left, 60);
    run(right, 60);
    expect(hashWorld(coreWorld(left))).toBe(hashWorld(coreWorld(right)));
  });

  it.each(ways)('what was written, added and removed but not yet seen is part of it: %s', (_, save) => {
    const world = physicsWorld();
    const { crates, arm, joint } = scene(world);
    run(world, 40);
    Position.x[crates[0]] = -7;
    RigidBody.gravityScale[crates[1]] = 0.25;
    Collider.friction[crates[2]] = 0.9;
    Joint.motorSpeed[joint] = 2;
    removeEntity(world, crates[3]);
    const late = addEntity(world, position(9, 9, 9), rigidBody(), collider(sphere(0.5)));
    const hung = addEntity(world, ball({ bodyA: arm, bodyB: late, anchor: [8, 8, 8] }));
    applyImpulse(world, late, [100, 0, 0]);
    addComponent(world, crates[4], Disabled);
    const goBack = save(world);
    const first = story(world, 30);
    const frame = [Joint.frameBX[hung], Position.x[late]];
    run(world, 10);
    goBack();
    expect(late).toBe(crates[3]);
    expect(Position.x[crates[0]]).toBe(-7);
    expect(story(world, 30)).toEqual(first);
    expect([Joint.frameBX[hung], Position.x[late]]).toEqual(frame);
  });

  it.each(ways)(
    'entities that were removed come back under their ids, later ones go, and new ones get the ids they had: %s',
    (_, save) => {
      const world = physicsWorld();
      const { crates, arm, joint } = scene(world);
      removeEntity(world, addEntity(world));
      run(world, 40);
      const goBack = save(world);
      const spawn = () => [addCrate(world, 7, 7), addCrate(world, 8, 8), addCrate(world, 9, 9)];
      const first = spawn();
      const told = story(world, 10);
      removeEntity(world, crates[1]);
      removeEntity(world, arm);
      removeComponent(world, crates[2], RigidBody);
      addComponent(world, crates[3], Sleeping);
      run(world, 5);
      expect(hasComponent(world, joint, Joint)).toBe(false);
      goBack();
      for (const eid of first) expect(entityExists(world, eid)).toBe(false);
      expect(entityExists(world, crates[1]) && entityExists(world, arm)).toBe(true);
      expect(Collider.tag[arm]).toBe(4);
      expect(bodyOf(world, arm)).toBeDefined();
      expect(jointOf(world, joint)).toBeDefined();
      expect(hasComponent(world, crates[2], RigidBody)).toBe(true);
      expect(hasComponent(world, crates[3], Sleeping)).toBe(false);
      expect(spawn()).toEqual(first);
      expect(story(world, 10)).toEqual(told);
    },
  );

  it('checkpoints of other worlds, and what is none, are refused', () => {
    const world = physicsWorld();
    scene(world);
    run(world, 5);
    const hash = hashWorld(coreWorld(world));
    const foreign = saveCheckpoint(physicsWorld({ components: createComponents() }));
    for (const act of [restoreCheckpoint, saveCheckpoint]) {
      expect(() => act(world, foreign)).toThrow(/another world/);
      expect(() => act(world, takeSnapshot(world) as never)).toThrow(/no checkpoint/);
      expect(() => act(world, null as never)).toThrow(/no checkpoint/);
    }
    expect(hashWorld(coreWorld(world))).toBe(hash);
  });

  it('components that are not physics stay with entities that live on', () => {
    const world = physicsWorld();
    const Health = { points: [] as number[] };
    const crate = addCrate(world, 0, 5);
    addComponent(world, crate, Health);
    const lamp = addEntity(world, Health);
    run(world, 5);
    const saved = takeSnapshot(world);
    const later = addEntity(world, Health);
    run(world, 5);
    restoreSnapshot(world, saved);
    for (const eid of [crate, lamp, later]) expect(hasComponent(world, eid, Health)).toBe(true);
  });

  it('begin and end stay paired when a contact lies across the snapshot', () => {
    const world = physicsWorld();
    addFloor(world);
    const crate = addCrate(world, 0, 0.5);
    addComponent(world, crate, CollisionEvents);
    run(world, 5);
    removeEntity(world, crate);
    const saved = takeSnapshot(world);
    const ends = () => {
      run(world, 1);
      return physicsEvents(world).filter(({ kind }) => kind === 'end');
    };
    const first = ends();
    expect(first).toHaveLength(1);
    restoreSnapshot(world, saved);
    expect(ends()).toEqual(first);
    expect(ends()).toEqual([]);
  });

  it('a snapshot goes into another world, with components of its own', () => {
    const components = createComponents();
    const world = physicsWorld({ components });
    addEntity(world, components.rigidBody({ type: 'static' }), components.collider(box(9, 1, 9)));
    const stone = addEntity(
      world,
      components.position(0, 3, 0),
      components.rigidBody(),
      components.collider(rock),
    );
    const joint = addEntity(world, components.ball({ bodyB: stone, anchor: [0, 4, 0] }));
    run(world, 20);
    const saved = takeSnapshot(world);
    const theirs = createComponents();
    const copy = physicsWorld({ components: theirs });
    addEntity(copy);
    restoreSnapshot(copy, saved);
    expect(theirs.Position.y[stone]).toBe(components.Position.y[stone]);
    expect(theirs.Joint.frameBY[joint]).toBe(components.Joint.frameBY[joint]);
    for (const each of [world, copy]) run(each, 60);
    expect(hashWorld(coreWorld(copy))).toBe(hashWorld(coreWorld(world)));
    expect(theirs.Position.x[stone]).toBe(components.Position.x[stone]);
    expect(worldStats(coreWorld(copy))).toMatchObject({ bodies: 2, joints: 1 });
  });

  it('a field that all entities share takes one number, and any other comes back', () => {
    const world = physicsWorld();
    const crates = Array.from({ length: 100 }, (_, i) => addCrate(world, 2 * i, 5));
    run(world, 2);
    const bytes = (): number => takeSnapshot(world).length - takeCoreSnapshot(coreWorld(world)).length;
    expect(bytes() / 100).toBeLessThan(300);

    Collider.friction[crates[40]] = 0.9;
    RigidBody.gravityScale[crates[41]] = -0;
    run(world, 1);
    const saved = takeSnapshot(world);
    for (const crate of crates) {
      Collider.friction[crate] = 0.1;
      RigidBody.gravityScale[crate] = 2;
    }
    run(world, 1);
    restoreSnapshot(world, saved);
    expect(crates.map((crate) => Collider.friction[crate]).filter((mu) => mu !== 0.5)).toEqual([0.9]);
    expect(Collider.friction[crates[40]]).toBe(0.9);
    expect(crates.map((crate) => RigidBody.gravityScale[crate])[41]).toBe(-0);
    expect(RigidBody.gravityScale[crates[42]]).toBe(1);
  });

  it('damaged bytes are refused and change nothing', () => {
    const world = physicsWorld();
    const crate = addCrate(world, 0, 5);
    run(world, 5);
    const saved = takeSnapshot(world);
    run(world, 5);
    const hash = hashWorld(coreWorld(world));
    const y = Position.y[crate];
    const flip = (at: number): Uint8Array => saved.slice().map((byte, i) => (i === at ? byte ^ 1 : byte));
    for (const bytes of [
      new Uint8Array(0),
      saved.slice(0, 100),
      new Uint8Array(200),
      flip(0),
      flip(4),
      flip(100),
      flip(saved.length - 9),
      'snapshot' as never,
    ]) {
      expect(() => restoreSnapshot(world, bytes)).toThrow(/[Ss]napshot/);
      expect(hashWorld(coreWorld(world))).toBe(hash);
      expect(Position.y[crate]).toBe(y);
    }
    restoreSnapshot(world, saved);
    expect(Position.y[crate]).toBeGreaterThan(y);
  });

  it('ids that another world of the same index has meanwhile are not taken from it', () => {
    const index = createEntityIndex();
    const one = createPhysics(createWorld(index));
    const two = createPhysics(createWorld(index));
    const crate = addCrate(one, 0, 5);
    run(one, 1);
    const saved = takeSnapshot(one);
    removeEntity(one, crate);
    run(one, 1);
    expect(addCrate(two, 3, 3)).toBe(crate);
    expect(() => restoreSnapshot(one, saved)).toThrow(/Entity 1 .* another world/);
    run(one, 1);
    expect(worldStats(coreWorld(one)).bodies).toBe(0);
  });
});
