import { box, createJoint, pointOnPlane, sphere } from '@tenon/physics-core';
import { driveJoint, wave } from '../plans.js';
import { defineScene } from '../scene.js';
import { addFixed, addSolid, GHOST } from '../solids.js';

const HEIGHT = 2;
const PERIOD = 6;

/** A sign that two motors carry about under a ceiling, and a puck that bounces between the limits of a table. */
export const pointOnPlaneJoint = defineScene({
  id: 'point-on-plane-joint',
  title: 'Point in a plane',
  group: 'joints',
  description: 'One point of a body stays in a plane. Motors carry the sign about; the puck slides freely.',
  watch: 'The sign follows a circle and swings outwards. The puck is thrown back by its four limits.',
  camera: { target: [0, 1.2, 0], distance: 6, yaw: 0.4, pitch: 0.4 },
  settings: { sleeping: false },
  params: {
    radius: { title: 'Radius of the circle', unit: 'm', default: 0.8, min: 0, max: 1.2, step: 0.1 },
    limit: { title: 'Limits of the puck', unit: 'm', default: 1, min: 0.2, max: 1.2, step: 0.1 },
    speed: { title: 'Speed of the puck', unit: 'm/s', default: 1.5, min: 0.6, max: 5, step: 0.1 },
  },
  build: (world, { radius, limit, speed }) => {
    const ceiling = addFixed(world, box(1.3, 0.03, 1.3), [0, HEIGHT + 0.03, 0], GHOST);
    const table = addFixed(world, box(1.3, 0.03, 1.3), [0, 0.3, 0], GHOST);
    const sign = addSolid(world, box(0.15, 0.4, 0.03), { position: [0, HEIGHT - 0.4, 0], mass: 2 }, GHOST);
    const puck = addSolid(
      world,
      sphere(0.12),
      { position: [0, 0.45, 0], mass: 1, linearVelocity: [speed, 0, 0.7 * speed] },
      GHOST,
    );
    const servo = { motor: { target: 0, hertz: 2, maxForce: 200 } };
    const carry = createJoint(
      world,
      pointOnPlane({ bodyB: sign, anchor: [0, HEIGHT, 0], secondAxis: [1, 0, 0], y: servo, z: servo }),
    );
    const stops = { limits: [-limit, limit], limitRestitution: 1 } as const;
    const slide = createJoint(
      world,
      pointOnPlane({ bodyB: puck, secondAxis: [1, 0, 0], y: stops, z: stops }),
    );
    return {
      bodies: { ceiling, table, sign, puck },
      joints: { carry, slide },
      beforeStep: (now, time) =>
        driveJoint(now, carry, {
          y: { motor: { target: radius * wave(time, PERIOD) } },
          z: { motor: { target: radius * wave(time + PERIOD / 4, PERIOD) } },
        }),
    };
  },
});
