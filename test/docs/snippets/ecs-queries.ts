import {
  applyImpulse,
  box,
  castRay,
  collider,
  createPhysics,
  halfSpace,
  LinearVelocity,
  overlapShape,
  position,
  rigidBody,
  sphere,
  stepPhysics,
} from '@tenon/ecs-plugin';
import { addEntity, createWorld } from 'bitecs';

const world = createPhysics(createWorld());
addEntity(world, rigidBody({ type: 'static' }), collider(halfSpace()));
const crate = addEntity(world, position(0, 0.5, 0), rigidBody({ mass: 2 }), collider(box(0.5, 0.5, 0.5)));
const gunner = addEntity(world, position(-9, 0.5, 0), rigidBody(), collider(sphere(0.5)));
stepPhysics(world, 1 / 60);

const hit = castRay(world, [-9, 0.5, 0], [1, 0, 0], 50, { exclude: gunner });
console.log(hit?.entity === crate, hit?.distance.toFixed(2)); // true 8.50
if (hit) applyImpulse(world, hit.body, [10, 0, 0], hit.point);
console.log(LinearVelocity.x[crate].toFixed(2)); // 5.00

const blast = overlapShape(world, { shape: sphere(3), position: [0, 1, 0] }, { mask: 1 });
console.log(blast.map(({ entity }) => entity === crate)); // [ false, true ]
