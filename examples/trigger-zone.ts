import {
  box,
  collider,
  createPhysics,
  halfSpace,
  linearVelocity,
  observeEvents,
  otherSide,
  position,
  rigidBody,
  Sensor,
  sphere,
  stepPhysics,
} from '@tenon/ecs-plugin';
import { addEntity, createWorld } from 'bitecs';

const Tag = { ball: 1, crate: 2 } as const;
const world = createPhysics(createWorld());
addEntity(world, rigidBody({ type: 'static' }), collider(halfSpace()));
const zone = addEntity(
  world,
  position(0, 1, 0),
  rigidBody({ type: 'static' }),
  collider(box(1, 1, 1)),
  Sensor,
);

// Who is in the zone now. A sensor reports what enters and leaves, and stops nothing.
const inside = new Set<number>();
let entered = 0;
observeEvents(world, 'begin', (event) => {
  const other = otherSide(event, zone);
  if (!other) return;
  inside.add(other.entity);
  if (other.tag === Tag.ball) entered++;
});
observeEvents(world, 'end', (event) => {
  const other = otherSide(event, zone);
  if (other) inside.delete(other.entity);
});

// A ball rolls through; a crate falls in and stays.
addEntity(
  world,
  position(-4, 0.2, 0),
  rigidBody(),
  linearVelocity(5, 0, 0),
  collider(sphere(0.2), { tag: Tag.ball }),
);
const crate = addEntity(
  world,
  position(0, 3, 0.7),
  rigidBody(),
  collider(box(0.2, 0.2, 0.2), { tag: Tag.crate }),
);
for (let i = 0; i < 180; i++) stepPhysics(world, 1 / 60);
console.log('balls so far:', entered, 'inside now:', inside.size, 'the crate:', inside.has(crate)); // balls so far: 1 inside now: 1 the crate: true
