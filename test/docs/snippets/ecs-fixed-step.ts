import {
  applyForce,
  beforeStep,
  collider,
  createPhysics,
  LinearVelocity,
  RenderTransform,
  rigidBody,
  sphere,
  stepPhysics,
} from '@tenon/ecs-plugin';
import { addEntity, createWorld } from 'bitecs';

const speedAfterOneSecond = (framesPerSecond: number): string => {
  const world = createPhysics(createWorld(), { gravity: [0, 0, 0] });
  const ship = addEntity(world, rigidBody({ mass: 1 }), collider(sphere(0.5)), RenderTransform);

  // Once a fixed step: controllers, and everything that reads a velocity to decide on a force.
  beforeStep(world, () => applyForce(world, ship, [0, 0, -0.5 * LinearVelocity.z[ship]]));

  for (let i = 0; i < framesPerSecond; i++) {
    // Once a frame: what the player does. The force holds for all steps of the frame.
    applyForce(world, ship, [10, 0, 5]);
    stepPhysics(world, 1 / framesPerSecond);
    // Draw at RenderTransform, which lies between the last two steps.
  }
  return `${LinearVelocity.x[ship].toFixed(3)} ${LinearVelocity.z[ship].toFixed(3)}`;
};
console.log(speedAfterOneSecond(20), speedAfterOneSecond(60), speedAfterOneSecond(144)); // 10.000 3.947 10.000 3.947 10.000 3.947
