import {
  applyImpulse,
  box,
  castRay,
  collider,
  createPhysics,
  halfSpace,
  Joint,
  mouse,
  Position,
  position,
  rigidBody,
  stepPhysics,
} from '@tenon/ecs-plugin';
import type { Vec3 } from '@tenon/physics-core';
import { addEntity, createWorld, removeEntity } from 'bitecs';

const world = createPhysics(createWorld());
addEntity(world, rigidBody({ type: 'static' }), collider(halfSpace()));
const crate = addEntity(world, position(0, 0.3, -2), rigidBody({ mass: 8 }), collider(box(0.3, 0.3, 0.3)));
stepPhysics(world, 1 / 60);

// Along the view, within reach: what is there? A mouse joint pulls its middle to the hand, with the force of a person.
let hand: number | undefined;
const grab = (eye: Vec3, view: Vec3): void => {
  const hit = castRay(world, eye, view, 3);
  if (hit) hand = addEntity(world, mouse({ bodyB: hit.body, maxForce: 400 }));
};
const carry = (joint: number, [x, y, z]: Vec3): void => {
  Joint.targetX[joint] = x;
  Joint.targetY[joint] = y;
  Joint.targetZ[joint] = z;
  stepPhysics(world, 1 / 60);
};
const drop = (joint: number, impulse: Vec3): void => {
  applyImpulse(world, Joint.bodyB[joint], impulse);
  removeEntity(world, joint);
  hand = undefined;
};

grab([0, 1.6, 0], [0, -0.545, -0.838]);
for (let i = 0; i < 60 && hand; i++) carry(hand, [0, 1.6, -1]);
console.log('held at', Position.y[crate].toFixed(1)); // held at 1.6
if (hand) drop(hand, [0, 16, -40]);
for (let i = 0; i < 120; i++) stepPhysics(world, 1 / 60);
console.log('thrown to', Position.z[crate].toFixed(1)); // thrown to -5.3
