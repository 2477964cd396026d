import { createBody, createWorld, hashWorld, PhysicsError } from '@tenon/physics-core';

const world = createWorld();
const before = hashWorld(world);
try {
  createBody(world, { mass: -1 });
} catch (error) {
  if (!(error instanceof PhysicsError)) throw error;
  console.log(error.code); // out-of-range
  console.log(error.message); // body.mass is -1. Pass a finite number of at least 1e-9 and of at most 1000000000000.
}
console.log(hashWorld(world) === before); // true
