import { createFloats, type Floats } from '../math/floats.js';
import { MOTION } from '../state/bodies.js';
import type { World } from '../state/world.js';

/** Velocities of all awake bodies, six numbers each, in the order of the list. */
export const readVelocities = (world: World): Floats => {
  const { items, count } = world.awake;
  const out = createFloats(count * 6);
  for (let k = 0; k < count; k++) {
    for (let i = 0; i < 6; i++) out[k * 6 + i] = world.bodies.motion[items[k] * MOTION + i];
  }
  return out;
};

export const writeVelocities = (world: World, from: Floats): void => {
  const { items, count } = world.awake;
  for (let k = 0; k < count; k++) {
    for (let i = 0; i < 6; i++) world.bodies.motion[items[k] * MOTION + i] = from[k * 6 + i];
  }
};
