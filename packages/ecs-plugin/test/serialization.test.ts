import { jointDefinitions, worldStats } from '@tenon/physics-core';
import { addComponent, addEntity, createWorld, removeEntity } from 'bitecs';
import {
  createObserverDeserializer,
  createObserverSerializer,
  createSnapshotDeserializer,
  createSnapshotSerializer,
  createSoADeserializer,
  createSoASerializer,
} from 'bitecs/serialization';
import { describe, expect, it } from 'vitest';
import { box, type ComponentSet, createComponents, createPhysics, jointOf, sphere } from '../src/index.js';
import { coreWorld, run } from './context.js';

/** The serializers' own default buffers are 100 MB each. */
const buffer = () => new ArrayBuffer(4_000_000);

const poses = ({ Position, Rotation, LinearVelocity, AngularVelocity }: ComponentSet) => [
  Position,
  Rotation,
  LinearVelocity,
  AngularVelocity,
];

const everything = (set: ComponentSet) => [set.RigidBody, ...poses(set), set.Collider, set.Joint];

describe('bitECS serializers', () => {
  it('SoA: poses are mirrored to the bit with epsilon 0', () => {
    const [ours, theirs] = [createComponents(), createComponents()];
    const server = createPhysics(createWorld(), { components: ours });
    const client = createWorld();
    const crate = addEntity(server, ours.position(0, 5, 0), ours.rigidBody(), ours.collider(box(1, 1, 1)));
    addEntity(client);
    const copy = addEntity(client, ...poses(theirs));
    const ids = new Map([[crate, copy]]);
    const send = createSoASerializer(poses(ours), { diff: true, epsilon: 0, buffer: buffer() });
    const receive = createSoADeserializer(poses(theirs), { diff: true });
    for (let i = 0; i < 30; i++) {
      run(server, 1);
      receive(send([crate]), ids);
      expect(theirs.Position.y[copy]).toBe(ours.Position.y[crate]);
      expect(theirs.LinearVelocity.y[copy]).toBe(ours.LinearVelocity.y[crate]);
    }
  });

  it('snapshot: a world with joints is mirrored into another that simulates on, with ids of its own', () => {
    const [ours, theirs] = [createComponents(), createComponents()];
    const server = createPhysics(createWorld(), { components: ours });
    const client = createPhysics(createWorld(), { components: theirs });
    for (let i = 0; i < 3; i++) addEntity(client);
    const floor = addEntity(server, ours.rigidBody({ type: 'static' }), ours.collider(box(9, 1, 9)));
    const a = addEntity(server, ours.position(0, 5, 0), ours.rigidBody({ type: 'static' }));
    const b = addEntity(server, ours.position(1, 5, 0), ours.rigidBody(), ours.collider(sphere(0.3)));
    const child = addEntity(server, ours.collider(sphere(0.2), { body: b, position: [0.4, 0, 0] }));
    const joint = addEntity(server, ours.hinge({ bodyA: a, bodyB: b, anchor: [0, 5, 0], limits: [-2, 2] }));
    run(server, 20);
    const send = createSnapshotSerializer(server, everything(ours), buffer());
    const receive = createSnapshotDeserializer(client, everything(theirs));
    const ids = receive(send());
    run(client, 1);
    run(server, 1);
    const copy = (eid: number): number => ids.get(eid)!;
    expect([floor, a, b, child, joint].map(copy)).toEqual([4, 5, 6, 7, 8]);
    expect(theirs.Joint.bodyA[copy(joint)]).toBe(copy(a));
    expect(theirs.Collider.body[copy(child)]).toBe(copy(b));
    expect(jointOf(client, copy(joint))).toBeDefined();
    expect(jointDefinitions()[theirs.Joint.type[copy(joint)]].type).toBe('hinge');
    const stats = worldStats(coreWorld(client));
    expect(stats).toMatchObject({ bodies: 3, colliders: 3, joints: 1 });
    for (let i = 0; i < 60; i++) for (const world of [server, client]) run(world, 1);
    // Impulses do not travel, so the two drift apart a little; the state is sent again anyway.
    expect(theirs.Position.y[copy(b)]).toBeCloseTo(ours.Position.y[b], 2);
  });

  it('observer: entities that come and go are followed', () => {
    const [ours, theirs] = [createComponents(), createComponents()];
    const Networked = {};
    const server = createPhysics(createWorld(), { components: ours });
    const client = createPhysics(createWorld(), { components: theirs });
    const who = createObserverSerializer(server, Networked, everything(ours), { buffer: buffer() });
    const follow = createObserverDeserializer(client, Networked, everything(theirs));
    const what = createSoASerializer(everything(ours), { buffer: buffer() });
    const fill = createSoADeserializer(everything(theirs));
    const spawn = (x: number) =>
      addEntity(
        server,
        Networked,
        ours.position(x, 5, 0),
        ours.rigidBody(),
        ours.collider(sphere(0.5), { tag: x }),
      );
    const sync = (entities: number[]) => fill(what(entities), follow(who()));
    const [one, two] = [spawn(1), spawn(2)];
    run(server, 1);
    sync([one, two]);
    run(client, 1);
    expect(worldStats(coreWorld(client)).bodies).toBe(2);
    removeEntity(server, one);
    const three = spawn(3);
    expect(three).toBe(one);
    addComponent(server, three, ours.LinearVelocity);
    run(server, 1);
    sync([two, three]);
    run(client, 1);
    expect(worldStats(coreWorld(client))).toMatchObject({ bodies: 2, colliders: 2 });
  });

  it('a component of more than 32 fields cannot be sent as a difference: bitECS keeps which fields changed in 32 bits', () => {
    const { Joint, Collider, RigidBody } = createComponents();
    expect(Object.keys(Joint).length).toBeGreaterThan(32);
    expect(Object.keys(Collider).length).toBeLessThanOrEqual(32);
    expect(Object.keys(RigidBody).length).toBeLessThanOrEqual(32);
  });
});
