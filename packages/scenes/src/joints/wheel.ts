import { box, createJoint, slider, wheel } from '@tenon/physics-core';
import { driveBody, driveJoint, wave } from '../plans.js';
import { defineScene, inDegrees } from '../scene.js';
import { addFixed, addSolid, disc, GHOST } from '../solids.js';

const RADIUS = 0.4;
const BELT_TOP = 0.3;
const BELT_HALF_HEIGHT = 0.1;
const STEER_PERIOD = 5;

/** A test stand: a wheel on a running belt that shakes, under a quarter of a car. */
export const wheelJoint = defineScene({
  id: 'wheel-joint',
  title: 'Wheel',
  group: 'joints',
  description: 'A quarter of a car on a test stand: the belt under its wheel runs and shakes.',
  watch:
    'The wheel follows the belt up and down, and the car above it on its spring. The wheel spins and is steered.',
  camera: { target: [0, 0.9, 0], distance: 5, yaw: 0.7, pitch: 0.2 },
  settings: { sleeping: false },
  params: {
    hertz: { title: 'Suspension', unit: 'Hz', default: 5, min: 3, max: 20, step: 0.5 },
    damping: { title: 'Damping ratio', unit: '1', default: 0.4, min: 0, max: 2, step: 0.05 },
    belt: { title: 'Speed of the belt', unit: 'm/s', default: 3, min: -10, max: 10, step: 0.5 },
    shake: { title: 'Height of the bumps', unit: 'm', default: 0.06, min: 0, max: 0.15, step: 0.01 },
    steer: inDegrees({ title: 'Steering', unit: '°', default: 15, min: 0, max: 45, step: 1 }),
  },
  build: (world, { hertz, damping, belt, shake, steer }) => {
    const post = addFixed(world, box(0.05, 1.2, 0.05), [-0.9, 1.2, 0], GHOST);
    const road = addSolid(
      world,
      box(1.2, BELT_HALF_HEIGHT, 0.6),
      { type: 'kinematic', position: [0, BELT_TOP - BELT_HALF_HEIGHT, 0] },
      { surfaceVelocity: [-belt, 0, 0] },
    );
    const car = addSolid(world, box(0.7, 0.15, 0.4), { position: [0, 1.4, 0], mass: 100 }, GHOST);
    const tyre = addSolid(
      world,
      disc(RADIUS, 0.12),
      { position: [0, BELT_TOP + RADIUS, 0], mass: 15 },
      { friction: 1 },
    );
    const joints = {
      guide: createJoint(world, slider({ bodyB: car, axis: [0, 1, 0] })),
      wheel: createJoint(
        world,
        wheel({
          bodyA: car,
          bodyB: tyre,
          secondAxis: [0, 0, 1],
          steeringLocked: false,
          suspension: { limits: [-0.3, 0.3], spring: { hertz, dampingRatio: damping } },
          steering: { motor: { target: 0, hertz: 5, maxForce: 500 } },
        }),
      ),
    };
    return {
      bodies: { post, road, car, tyre },
      joints,
      beforeStep: (now, time) => {
        driveBody(now, road, [0, BELT_TOP - BELT_HALF_HEIGHT + shake * wave(time, 0.8), 0]);
        driveJoint(now, joints.wheel, { steering: { motor: { target: steer * wave(time, STEER_PERIOD) } } });
      },
    };
  },
});
