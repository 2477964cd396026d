import { createWorld, stepWorld, worldStats } from '@tenon/physics-core';

const STEP = 1 / 60;
const MOST_STEPS = 4;
const world = createWorld();
let pending = 0;

/** Called once a frame with the real time since the last frame, in seconds. */
const frame = (elapsed: number): void => {
  pending = Math.min(pending + elapsed, MOST_STEPS * STEP);
  while (pending >= STEP) {
    stepWorld(world, STEP);
    pending -= STEP;
  }
};

for (let i = 0; i < 144; i++) frame(1 / 144);
console.log(worldStats(world).steps >= 59); // true
