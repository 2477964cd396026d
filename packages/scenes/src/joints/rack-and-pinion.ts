import { box, createJoint, hinge, rackAndPinion, slider } from '@tenon/physics-core';
import { backAndForth, driveJoint } from '../plans.js';
import { defineScene, inDegrees } from '../scene.js';
import { addFixed, addSolid, GHOST } from '../solids.js';
import { addGearWheel } from './gear.js';

const HEIGHT = 1.2;
const PERIOD = 4;

/** A pinion with a motor drives a rack to and fro. */
export const rackAndPinionJoint = defineScene({
  id: 'rack-and-pinion-joint',
  title: 'Rack and pinion',
  group: 'joints',
  description: 'A pinion with a motor rolls on a rack and pushes it along.',
  watch: 'The rack goes as far as the rim of the pinion turns: radius times angle.',
  camera: { target: [0, 1, 0], distance: 4.5, yaw: 0.25, pitch: 0.15 },
  settings: { sleeping: false },
  params: {
    radius: { title: 'Radius of the pinion', unit: 'm', default: 0.3, min: 0.1, max: 0.6, step: 0.05 },
    speed: inDegrees({ title: 'Speed of the motor', unit: '°/s', default: 120, min: 0, max: 600, step: 30 }),
  },
  build: (world, { radius, speed }) => {
    const rail = addFixed(world, box(2, 0.03, 0.15), [0, HEIGHT - radius - 0.13, 0], GHOST);
    const pinion = addGearWheel(world, 0, HEIGHT, radius);
    const rack = addSolid(
      world,
      box(1, 0.05, 0.08),
      { position: [0, HEIGHT - radius - 0.05, 0], mass: 10 },
      GHOST,
    );
    const axle = createJoint(
      world,
      hinge({ bodyB: pinion, axis: [0, 0, 1], motor: { speed, maxForce: 200 } }),
    );
    const slide = createJoint(world, slider({ bodyB: rack, axis: [1, 0, 0] }));
    // The rack lies under the pinion: while the angle about z grows, the rim there goes along x, so the ratio is negative.
    const teeth = createJoint(world, rackAndPinion({ jointA: slide, jointB: axle, ratio: -radius }));
    return {
      bodies: { rail, pinion, rack },
      joints: { axle, slide, teeth },
      beforeStep: (now, time) =>
        // A quarter of a period ahead, so that the rack goes as far to one side as to the other.
        driveJoint(now, axle, { motor: { speed: speed * backAndForth(time + PERIOD / 4, PERIOD) } }),
    };
  },
});
