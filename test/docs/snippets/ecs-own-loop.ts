import {
  collider,
  createPhysics,
  physicsPost,
  physicsPre,
  physicsSolve,
  position,
  RenderTransform,
  rigidBody,
  sphere,
} from '@tenon/ecs-plugin';
import { addEntity, createWorld } from 'bitecs';

const STEP = 1 / 60;
const world = createPhysics(createWorld(), { fixedDt: STEP });
const ball = addEntity(world, position(0, 10, 0), rigidBody(), collider(sphere(0.5)), RenderTransform);

let pending = 0;
const frame = (seconds: number): void => {
  for (pending += seconds; pending >= STEP; pending -= STEP) {
    // Your systems, once a step.
    physicsPre(world);
    physicsSolve(world);
  }
  // Once a frame: how far the frame is from the last step to the next.
  physicsPost(world, pending / STEP);
};
for (let i = 0; i < 144; i++) frame(1 / 144);
console.log(RenderTransform.y[ball].toFixed(2)); // 5.26
