import {
  box,
  collider,
  createPhysics,
  isPaused,
  physicsPost,
  physicsPre,
  physicsSolve,
  rigidBody,
  setPaused,
  setTimeScale,
  stepPhysics,
} from '@tenon/ecs-plugin';
import { addEntity, createWorld, pipe, type World } from 'bitecs';

const world = createPhysics(createWorld(), { gravity: [0, -1.62, 0], fixedDt: 1 / 120, maxSteps: 8 });
addEntity(world, rigidBody(), collider(box(0.5, 0.5, 0.5)));

// A frame of the game: as many steps as the time asks for.
stepPhysics(world, 1 / 60);
setTimeScale(world, 0.25);
setPaused(world, true);
console.log(isPaused(world)); // true
setPaused(world, false);

// Or the three systems among your own, one step a call.
const steer = (given: World): World => given;
const frame = pipe(steer, physicsPre, physicsSolve, physicsPost);
console.log(frame(world) === world); // true
