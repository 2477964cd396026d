import {
  bodyExists,
  bodyPosition,
  createBody,
  createWorld,
  destroyBody,
  PhysicsError,
} from '@tenon/physics-core';

const world = createWorld();
const body = createBody(world);
destroyBody(world, body);
createBody(world);
console.log(bodyExists(world, body)); // false
try {
  bodyPosition(world, body);
} catch (error) {
  console.log(error instanceof PhysicsError && error.code); // stale-handle
}
