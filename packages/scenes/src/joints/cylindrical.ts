import { box, createBody, createCollider, createJoint, cylindrical } from '@tenon/physics-core';
import { backAndForth, driveJoint } from '../plans.js';
import { defineScene, inDegrees } from '../scene.js';
import { addFixed, disc, GHOST } from '../solids.js';

const HEIGHT = 1.2;
const PERIOD = 5;

/** A bolt that one motor turns and another one shifts. */
export const cylindricalJoint = defineScene({
  id: 'cylindrical-joint',
  title: 'Cylindrical joint',
  group: 'joints',
  description: 'A bolt slides along an axis and turns about it, each with a motor of its own.',
  watch:
    'Displacement and angle do not disturb each other. The displacement has limits, the angle counts on.',
  camera: { target: [0, 1.1, 0], distance: 4.5, yaw: 0.6, pitch: 0.25 },
  settings: { sleeping: false },
  params: {
    speed: { title: 'Speed along the axis', unit: 'm/s', default: 0.6, min: 0, max: 3, step: 0.1 },
    spin: inDegrees({
      title: 'Speed about the axis',
      unit: '°/s',
      default: 180,
      min: -1200,
      max: 1200,
      step: 30,
    }),
    limit: { title: 'Stops', unit: 'm', default: 0.8, min: 0.1, max: 1.2, step: 0.05 },
  },
  build: (world, { speed, spin, limit }) => {
    const bearing = addFixed(world, box(0.3, 0.3, 0.15), [0, HEIGHT, 0], GHOST);
    const bolt = createBody(world, { position: [0, HEIGHT, 0], mass: 5 });
    createCollider(world, bolt, { shape: disc(0.08, 1), ...GHOST });
    // A crank at the end, or the turning could not be seen.
    createCollider(world, bolt, { shape: box(0.3, 0.06, 0.06), position: [0.2, 0, 1], ...GHOST });
    const joint = createJoint(
      world,
      cylindrical({
        bodyB: bolt,
        anchor: [0, HEIGHT, 0],
        axis: [0, 0, 1],
        translation: { limits: [-limit, limit], motor: { speed, maxForce: 200 } },
        angle: { motor: { speed: spin, maxForce: 50 } },
      }),
    );
    return {
      bodies: { bearing, bolt },
      joints: { bolt: joint },
      beforeStep: (now, time) =>
        driveJoint(now, joint, { translation: { motor: { speed: speed * backAndForth(time, PERIOD) } } }),
    };
  },
});
