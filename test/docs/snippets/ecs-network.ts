import {
  box,
  type ComponentSet,
  createComponents,
  createPhysics,
  jointOf,
  stepPhysics,
} from '@tenon/ecs-plugin';
import { addEntity, createWorld } from 'bitecs';
import {
  createSnapshotDeserializer,
  createSnapshotSerializer,
  createSoADeserializer,
  createSoASerializer,
} from 'bitecs/serialization';

// Two worlds in one process, so each has its own components. Over a network each side uses the shared ones.
const ours = createComponents();
const theirs = createComponents();
const server = createPhysics(createWorld(), { components: ours });
const client = createPhysics(createWorld(), { components: theirs });
const floor = ours.collider(box(5, 1, 5));
addEntity(server, ours.rigidBody({ type: 'static' }), ours.position(0, -1, 0), floor);
const bob = addEntity(server, ours.position(1, 3, 0), ours.rigidBody(), ours.collider(box(0.2, 0.2, 0.2)));
const string = addEntity(server, ours.rope({ bodyB: bob, anchorA: [0, 3, 0], maxLength: 1 }));
stepPhysics(server, 1 / 60);

// Everything once, when the client joins. It finds out which of its ids stand for the server's.
const poses = (set: ComponentSet): object[] => [
  set.Position,
  set.Rotation,
  set.LinearVelocity,
  set.AngularVelocity,
];
const all = (set: ComponentSet): object[] => [set.RigidBody, ...poses(set), set.Collider, set.Joint];
const hello = createSnapshotSerializer(server, all(ours), new ArrayBuffer(100_000));
const ids = createSnapshotDeserializer(client, all(theirs))(hello());

// Then poses and velocities that changed, in every frame. The client goes on by itself in between.
const send = createSoASerializer(poses(ours), { diff: true, epsilon: 0, buffer: new ArrayBuffer(100_000) });
const receive = createSoADeserializer(poses(theirs), { diff: true });
for (let i = 0; i < 60; i++) {
  stepPhysics(server, 1 / 60);
  stepPhysics(client, 1 / 60);
  receive(send([bob]), ids);
}
const copy = ids.get(bob)!;
console.log(theirs.Position.y[copy] === ours.Position.y[bob]); // true
console.log(jointOf(client, ids.get(string)!) !== undefined); // true
