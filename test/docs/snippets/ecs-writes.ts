import {
  applyForce,
  applyImpulse,
  box,
  Collider,
  collider,
  createPhysics,
  LinearVelocity,
  Position,
  position,
  RigidBody,
  rigidBody,
  sleep,
  stepPhysics,
  wake,
} from '@tenon/ecs-plugin';
import { addEntity, createWorld } from 'bitecs';

const world = createPhysics(createWorld());
const crate = addEntity(
  world,
  position(0, 50, 0),
  rigidBody({ mass: 10 }),
  collider(box(0.5, 0.5, 0.5), { friction: 0.8 }),
);
stepPhysics(world, 1 / 60);

Position.x[crate] = 3; // a teleport
LinearVelocity.y[crate] = 0;
RigidBody.gravityScale[crate] = 0;
Collider.friction[crate] = 0.2;
applyImpulse(world, crate, [20, 0, 0]); // N·s, on top of the velocity that was written
applyForce(world, crate, [0, 0, 600]); // N, through the steps of the frame
stepPhysics(world, 1 / 60);
console.log(Position.x[crate].toFixed(3), LinearVelocity.z[crate].toFixed(3)); // 3.033 1.000

sleep(world, crate);
wake(world, crate);
