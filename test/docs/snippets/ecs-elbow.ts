import {
  capsule,
  collider,
  coordinatesOf,
  createPhysics,
  hinge,
  Joint,
  position,
  rigidBody,
  stepPhysics,
} from '@tenon/ecs-plugin';
import { addEntity, createWorld } from 'bitecs';

const world = createPhysics(createWorld());
const bone = collider(capsule(0.05, 0.15));
const upper = addEntity(world, rigidBody({ type: 'static' }), position(0, 1.4, 0), bone);
const lower = addEntity(world, rigidBody(), position(0, 1, 0), bone);
const motor = { speed: 1, maxForce: 30 };
const joint = hinge({ bodyA: upper, bodyB: lower, anchor: [0, 1.2, 0], limits: [0, 2.5], motor });
const elbow = addEntity(world, joint);
Joint.motorSpeed[elbow] = 2;
for (let i = 0; i < 120; i++) stepPhysics(world, 1 / 60);
console.log(coordinatesOf(world, elbow).angle.value.toFixed(1)); // 2.5
