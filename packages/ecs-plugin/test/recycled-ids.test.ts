import { addComponent, addEntity, createWorld, removeComponent, removeEntity } from 'bitecs';
import { expect, it } from 'vitest';
import {
  applyForce,
  applyImpulse,
  ball,
  box,
  CollisionEvents,
  collider,
  createPhysics,
  type EntityError,
  gear,
  hinge,
  Joint,
  jointOf,
  physicsEvents,
  position,
  restoreSnapshot,
  rigidBody,
  rowsOf,
  sphere,
  takeSnapshot,
  waitingEntities,
  wake,
} from '../src/index.js';
import { addCrate, addFloor, physicsWorld, run } from './context.js';

/** A joint that names an entity whose id has a new owner: it is refused. */
const refusedJoint = () => {
  const told: string[] = [];
  const world = physicsWorld({ onError: ({ message }) => void told.push(message) });
  const victim = addCrate(world, 0, 5);
  const joint = addEntity(world, ball({ bodyB: victim, anchor: [0, 6, 0] }));
  removeEntity(world, victim);
  const owner = addCrate(world, 3, 5);
  expect(owner).toBe(victim);
  run(world, 1);
  return { world, joint, told };
};

it('a refused joint stays refused after a restore, in the same world and in another', () => {
  const { world, joint, told } = refusedJoint();
  expect(told).toEqual([expect.stringMatching(/its id has a new owner/)]);
  const saved = takeSnapshot(world);
  restoreSnapshot(world, saved);
  run(world, 5);
  expect(jointOf(world, joint)).toBeUndefined();
  const other = createPhysics(createWorld(), { onError: () => undefined });
  restoreSnapshot(other, saved);
  run(other, 5);
  expect(jointOf(other, joint)).toBeUndefined();
  expect(waitingEntities(other)).toHaveLength(1);
});

it('so does a refused collider', () => {
  const world = physicsWorld({ onError: () => undefined });
  const victim = addCrate(world, 0, 5);
  const part = addEntity(world, collider(box(1, 1, 1), { body: victim }));
  removeEntity(world, victim);
  addCrate(world, 3, 5);
  run(world, 1);
  restoreSnapshot(world, takeSnapshot(world));
  run(world, 1);
  expect(waitingEntities(world).map(({ entity }) => entity)).toEqual([part]);
});

it('a joint that waits for an entity without a body is made after a restore, when the body comes', () => {
  const world = physicsWorld({ onError: () => undefined });
  const body = addEntity(world);
  const joint = addEntity(world, ball({ bodyB: body, anchor: [0, 1, 0] }));
  run(world, 1);
  restoreSnapshot(world, takeSnapshot(world));
  addComponent(world, body, rigidBody({ mass: 1 }));
  addComponent(world, body, collider(sphere(0.1)));
  run(world, 1);
  expect(jointOf(world, joint)).toBeDefined();
});

const geared = () => {
  const told: EntityError[] = [];
  const world = physicsWorld({ onError: (error) => void told.push(error as EntityError) });
  const wheels = [0, 2, 4].map((x) =>
    addEntity(world, position(x, 0, 0), rigidBody(), collider(sphere(0.5))),
  );
  const joints = [0, 1].map((k) =>
    addEntity(world, hinge({ bodyB: wheels[k], anchor: [2 * k, 0, 0], axis: [0, 0, 1] })),
  );
  const mesh = addEntity(world, gear({ jointA: joints[0], jointB: joints[1], ratio: 2 }));
  run(world, 10);
  expect(rowsOf(world, mesh).length).toBeGreaterThan(0);
  return { world, wheels, joints, mesh, told };
};

it('a gear lives on when a body of its joint is written', () => {
  const { world, wheels, joints, mesh, told } = geared();
  Joint.bodyB[joints[0]] = wheels[2];
  run(world, 10);
  expect(told).toEqual([]);
  expect(jointOf(world, mesh)).toBeDefined();
  expect(rowsOf(world, mesh).length).toBeGreaterThan(0);
  Joint.ratio[mesh] = 3;
  run(world, 2);
  expect(told).toEqual([]);
});

it('a gear on a joint whose new type has no angle says so and waits; the next write mends it', () => {
  const { world, joints, mesh, told } = geared();
  const hingeType = Joint.type[joints[0]];
  Joint.type[joints[0]] = 1;
  run(world, 3);
  expect(jointOf(world, mesh) === undefined ? told.length : rowsOf(world, mesh).length).toBeGreaterThan(0);
  Joint.type[joints[0]] = hingeType;
  run(world, 3);
  expect(rowsOf(world, mesh).length).toBeGreaterThan(0);
});

it('the end event of a removed entity has its own tag, whoever had the id since', () => {
  const world = physicsWorld();
  addFloor(world);
  const crate = addEntity(
    world,
    position(0, 0.5, 0),
    rigidBody(),
    collider(box(0.5, 0.5, 0.5), { tag: 7 }),
    CollisionEvents,
  );
  run(world, 5);
  removeEntity(world, crate);
  for (const tag of [8, 9]) {
    const next = addEntity(world, position(0, 50, 0), rigidBody(), collider(sphere(0.5), { tag }));
    expect(next).toBe(crate);
    removeEntity(world, next);
  }
  addEntity(world, position(0, 50, 0), rigidBody(), collider(sphere(0.5), { tag: 10 }));
  run(world, 1);
  const ends = physicsEvents(world).filter((event) => event.kind === 'end');
  expect(ends.map(({ a, b }) => [a.tag, b.tag].sort())).toEqual([[0, 7]]);
});

it('a joint that is removed with its body keeps its tag in the event', () => {
  const world = physicsWorld();
  const body = addCrate(world, 0, 5);
  const joint = addEntity(world, ball({ bodyB: body, anchor: [0, 6, 0], tag: 3 }));
  run(world, 2);
  removeComponent(world, joint, Joint);
  addComponent(world, joint, ball({ bodyB: body, anchor: [0, 6, 0], tag: 4 }));
  run(world, 1);
  removeEntity(world, body);
  run(world, 1);
  expect(physicsEvents(world)).toEqual([{ kind: 'joint-removed', entity: joint, tag: 4 }]);
});

it('a push on a removed entity says that it is gone', () => {
  const world = physicsWorld();
  const crate = addCrate(world, 0, 5);
  run(world, 1);
  removeEntity(world, crate);
  for (const push of [applyForce, applyImpulse]) {
    expect(() => push(world, crate, [1, 0, 0])).toThrow(/the entity does not exist \(any more\)/);
  }
  expect(() => wake(world, crate)).toThrow(/does not exist/);
  const bare = addEntity(world);
  expect(() => applyImpulse(world, bare, [1, 0, 0])).toThrow(/Add RigidBody to the entity/);
});

it('a joint without bodyB says what was forgotten', () => {
  const world = physicsWorld();
  addEntity(world, ball({ anchor: [0, 0, 0] }));
  expect(() => run(world, 1)).toThrow(
    /Joint\.bodyB was not given and so is its own entity, which has no RigidBody\. Name the entity of the body that moves in bodyB, or add RigidBody/,
  );
});
