import {
  applyImpulse,
  box,
  type ComponentSet,
  coreWorld,
  createComponents,
  createPhysics,
  halfSpace,
  restoreSnapshot,
  stepPhysics,
  takeSnapshot,
} from '@tenon/ecs-plugin';
import { hashWorld, type Vec3 } from '@tenon/physics-core';
import { addEntity, createWorld, type World } from 'bitecs';

// Two machines in one process, so each has components of its own. Over a network both use the shared ones.
const openWorld = (): { world: World; set: ComponentSet } => {
  const set = createComponents();
  return { world: createPhysics(createWorld(), { components: set }), set };
};
const server = openWorld();
const client = openWorld();
const { rigidBody, collider, position } = server.set;
addEntity(server.world, rigidBody({ type: 'static' }), collider(halfSpace()));
const crates = [0, 1, 2, 3].map((i) =>
  addEntity(server.world, position(0.1 * i, 0.5 + 1.1 * i, 0), rigidBody(), collider(box(0.5, 0.5, 0.5))),
);
for (let i = 0; i < 60; i++) stepPhysics(server.world, 1 / 60);

// The client joins: one snapshot. From then on only what players do is sent, and each side computes the rest.
restoreSnapshot(client.world, takeSnapshot(server.world));
interface Input {
  readonly crate: number;
  readonly impulse: Vec3;
}
const play = (world: World, inputs: readonly Input[]): string => {
  for (const { crate, impulse } of inputs) applyImpulse(world, crate, impulse);
  stepPhysics(world, 1 / 60);
  return hashWorld(coreWorld(world));
};
let repairs = 0;
for (let frame = 0; frame < 120; frame++) {
  const inputs: Input[] = frame % 40 === 0 ? [{ crate: crates[2], impulse: [800, 0, 300] }] : [];
  // The message of frame 40 is lost. The hashes tell, and a snapshot repairs it.
  const received = frame === 40 ? [] : inputs;
  const truth = play(server.world, inputs);
  if (play(client.world, received) !== truth) {
    restoreSnapshot(client.world, takeSnapshot(server.world));
    repairs++;
  }
}
const same = hashWorld(coreWorld(client.world)) === hashWorld(coreWorld(server.world));
console.log('repairs:', repairs, 'same bits:', same); // repairs: 1 same bits: true
