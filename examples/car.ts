import {
  box,
  collider,
  createPhysics,
  halfSpace,
  Joint,
  Position,
  position,
  rigidBody,
  sphere,
  stepPhysics,
  wheel,
} from '@tenon/ecs-plugin';
import { addEntity, createWorld } from 'bitecs';

const RADIUS = 0.35;
const world = createPhysics(createWorld());
addEntity(world, rigidBody({ type: 'static' }), collider(halfSpace(), { friction: 1 }));
const chassis = addEntity(
  world,
  position(0, 0.75, 0),
  rigidBody({ mass: 800 }),
  collider(box(1.6, 0.2, 0.5)),
);

// Each wheel is a body on a wheel joint: a spring up and down, a servo that steers, a motor that drives.
const addWheel = (x: number, z: number, steered: boolean): number => {
  const suspension = { limits: [-0.2, 0.2], spring: { hertz: 6, dampingRatio: 0.5, rest: -0.08 } } as const;
  const drive = steered
    ? { steeringLocked: false, steering: { motor: { target: 0, hertz: 5, maxForce: 1000 } } }
    : { spin: { motor: { speed: 0, maxForce: 400 } } };
  return addEntity(
    world,
    position(x, RADIUS, z),
    rigidBody({ mass: 25 }),
    collider(sphere(RADIUS), { friction: 1 }),
    // Without a bodyB it is the entity's own body. About -z a positive spin rolls along x.
    wheel({ bodyA: chassis, secondAxis: [0, 0, -1], suspension, ...drive }),
  );
};
const front = [addWheel(1.2, -0.7, true), addWheel(1.2, 0.7, true)];
const rear = [addWheel(-1.2, -0.7, false), addWheel(-1.2, 0.7, false)];

// What the player does in a frame: throttle in m/s, steering in radians, positive to the right.
const control = (speed: number, steer: number): void => {
  for (const tyre of rear) Joint.spinMotorSpeed[tyre] = speed / RADIUS;
  for (const tyre of front) Joint.steeringMotorTarget[tyre] = -steer;
};
const run = (seconds: number): void => {
  for (let i = 0; i < seconds * 60; i++) stepPhysics(world, 1 / 60);
};

control(8, 0);
run(5);
console.log('straight ahead:', Position.x[chassis].toFixed(0), 'm'); // straight ahead: 27 m
control(8, 0.2);
run(1.5);
console.log('to the right:', Position.z[chassis].toFixed(0), 'm'); // to the right: 5 m
