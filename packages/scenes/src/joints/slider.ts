import { box, createJoint, slider } from '@tenon/physics-core';
import { backAndForth, driveJoint } from '../plans.js';
import { defineScene } from '../scene.js';
import { addFixed, addSolid, GHOST } from '../solids.js';

const PERIOD = 4;

/** A drawer with a motor and stops, and a weight on a spring between rails. */
export const sliderJoint = defineScene({
  id: 'slider-joint',
  title: 'Slider',
  group: 'joints',
  description: 'Boxes that move along one axis and do not turn: one with a motor and stops, one on a spring.',
  watch:
    'The drawer runs from stop to stop. The weight bobs about the height where spring and gravity agree.',
  camera: { target: [0, 1.2, 0], distance: 6, yaw: 0.3, pitch: 0.25 },
  settings: { sleeping: false },
  params: {
    limit: { title: 'Stops', unit: 'm', default: 0.8, min: 0.1, max: 1.5, step: 0.05 },
    speed: { title: 'Speed of the motor', unit: 'm/s', default: 1, min: 0.1, max: 5, step: 0.1 },
    force: { title: 'Largest force', unit: 'N', default: 500, min: 0, max: 2000, step: 10 },
    hertz: { title: 'Spring', unit: 'Hz', default: 1, min: 0.5, max: 5, step: 0.1 },
  },
  build: (world, { limit, speed, force, hertz }) => {
    const rails = {
      rail: addFixed(world, box(2, 0.03, 0.2), [-0.6, 0.6, 0], GHOST),
      post: addFixed(world, box(0.05, 1.2, 0.05), [1.6, 1.2, 0], GHOST),
    };
    const drawer = addSolid(world, box(0.4, 0.2, 0.3), { position: [-0.6, 0.85, 0], mass: 10 }, GHOST);
    const weight = addSolid(world, box(0.25, 0.25, 0.25), { position: [1.6, 1.8, 0], mass: 10 }, GHOST);
    const driven = createJoint(
      world,
      slider({ bodyB: drawer, axis: [1, 0, 0], limits: [-limit, limit], motor: { speed, maxForce: force } }),
    );
    const sprung = createJoint(
      world,
      slider({ bodyB: weight, axis: [0, 1, 0], spring: { hertz, dampingRatio: 0.02 } }),
    );
    return {
      bodies: { ...rails, drawer, weight },
      joints: { driven, sprung },
      beforeStep: (now, time) =>
        driveJoint(now, driven, { motor: { speed: speed * backAndForth(time, PERIOD) } }),
    };
  },
});
