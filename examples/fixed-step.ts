import {
  applyForce,
  beforeStep,
  collider,
  createPhysics,
  LinearVelocity,
  Position,
  position,
  RenderTransform,
  rigidBody,
  sphere,
  stepPhysics,
} from '@tenon/ecs-plugin';
import { addEntity, createWorld } from 'bitecs';

// A drone of 2 kg hovers at 3 m. Where is it after 2 s, and in how many frames did nothing move?
const fly = (framesPerSecond: number): string => {
  const world = createPhysics(createWorld());
  const drone = addEntity(
    world,
    position(0, 0, 0),
    rigidBody({ mass: 2 }),
    collider(sphere(0.2)),
    RenderTransform,
  );

  // The controller reads height and speed, so it runs once a fixed step.
  beforeStep(world, () => {
    const lift = 2 * 9.81 + 20 * (3 - Position.y[drone]) - 8 * LinearVelocity.y[drone];
    applyForce(world, drone, [0, lift, 0]);
  });
  const seen = { stepped: [0], drawn: [0] };
  for (let i = 0; i < 2 * framesPerSecond; i++) {
    // What the player does belongs to the frame: this force holds for all of its steps.
    applyForce(world, drone, [1, 0, 0]);
    stepPhysics(world, 1 / framesPerSecond);
    // Draw here. Position stands still in frames without a step; RenderTransform moves in each of them.
    seen.stepped.push(Position.x[drone]);
    seen.drawn.push(RenderTransform.x[drone]);
  }
  const still = (xs: readonly number[]): number => xs.filter((x, i) => x === xs[i - 1]).length;
  const place = `${Position.x[drone].toFixed(3)} ${Position.y[drone].toFixed(3)}`;
  return `${place}, still: Position ${still(seen.stepped)}, RenderTransform ${still(seen.drawn)}`;
};
console.log(fly(30)); // 1.000 3.026, still: Position 0, RenderTransform 0
console.log(fly(60)); // 1.000 3.026, still: Position 0, RenderTransform 1
console.log(fly(144)); // 1.000 3.026, still: Position 168, RenderTransform 2
