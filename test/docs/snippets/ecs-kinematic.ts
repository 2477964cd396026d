import {
  box,
  collider,
  createPhysics,
  KinematicTarget,
  kinematicTarget,
  Position,
  RenderTransform,
  rigidBody,
  stepPhysics,
} from '@tenon/ecs-plugin';
import { addEntity, createWorld } from 'bitecs';

const world = createPhysics(createWorld());
const lift = addEntity(
  world,
  rigidBody({ type: 'kinematic' }),
  kinematicTarget([0, 0, 0]),
  collider(box(1, 0.1, 1)),
  RenderTransform,
);
// Frames of 40 a second, steps of 60: some frames take one step, some two.
for (let i = 1; i <= 40; i++) {
  KinematicTarget.y[lift] = i / 40;
  stepPhysics(world, 1 / 40);
}
console.log(Position.y[lift], RenderTransform.y[lift].toFixed(2)); // 1 0.99
