import {
  box,
  collider,
  coordinatesOf,
  createPhysics,
  halfSpace,
  hinge,
  position,
  rigidBody,
  stepPhysics,
  touchesOf,
} from '@tenon/ecs-plugin';
import { addEntity, createWorld } from 'bitecs';

const world = createPhysics(createWorld());
const floor = addEntity(world, rigidBody({ type: 'static' }), collider(halfSpace()));
const scales = addEntity(world, position(0, 0.1, 0), rigidBody({ mass: 2 }), collider(box(0.5, 0.1, 0.5)));
addEntity(world, position(0, 0.5, 0), rigidBody({ mass: 10 }), collider(box(0.3, 0.3, 0.3)));
const door = addEntity(
  world,
  position(3, 1, 0),
  rigidBody(),
  collider(box(0.5, 0.9, 0.05)),
  hinge({ axis: [0, 1, 0], anchor: [2.5, 1, 0], motor: { target: 0.7 } }),
);
for (let i = 0; i < 120; i++) stepPhysics(world, 1 / 60);

const loads = touchesOf(world, scales).filter(({ entity }) => entity !== floor);
console.log(loads.map(({ impulse }) => (impulse * 60).toFixed(0))); // [ '98' ]
console.log(coordinatesOf(world, door).angle.value.toFixed(2)); // 0.70
