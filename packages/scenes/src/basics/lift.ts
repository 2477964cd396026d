import { box, sphere, type Vec3 } from '@tenon/physics-core';
import { driveBody, wave } from '../plans.js';
import { about } from '../rotations.js';
import { defineScene, inDegrees } from '../scene.js';
import { addFloor, addSolid } from '../solids.js';

const HALF_HEIGHT = 0.1;
const UP: Vec3 = [0, 1, 0];

/** Kinematic bodies go where they are told and push what is in their way: a lift and a turning beam. */
export const lift = defineScene({
  id: 'lift',
  title: 'Kinematic lift',
  group: 'basics',
  description: 'A platform goes up and down with its load. A turning beam sweeps balls over the floor.',
  watch: 'The load stays on the platform as long as it does not sink faster than things fall.',
  camera: { target: [0, 1.2, 0], distance: 8.5, yaw: 0.4, pitch: 0.35 },
  settings: { sleeping: false },
  params: {
    height: { title: 'Height of the lift', unit: 'm', default: 2, min: 0.2, max: 4, step: 0.1 },
    period: { title: 'Up and down', unit: 's', default: 5, min: 1, max: 20, step: 0.5 },
    spin: inDegrees({ title: 'Speed of the beam', unit: '°/s', default: 60, min: -240, max: 240, step: 5 }),
  },
  build: (world, { height, period, spin }) => {
    const floor = addFloor(world);
    const platform = addSolid(world, box(0.8, HALF_HEIGHT, 0.8), {
      type: 'kinematic',
      position: [-1.8, HALF_HEIGHT, 0],
    });
    const beam = addSolid(world, box(1.4, 0.1, 0.06), { type: 'kinematic', position: [1.8, 0.12, 0] });
    const lower = addSolid(world, box(0.3, 0.25, 0.3), { position: [-1.8, 0.45, 0] });
    const upper = addSolid(world, box(0.2, 0.2, 0.2), { position: [-1.8, 0.9, 0] });
    const balls = [0.7, -0.7].map((z) =>
      addSolid(world, sphere(0.2), { position: [1.8, 0.2, z] }, { rollingResistance: 0.02 }),
    );
    return {
      bodies: { floor, platform, beam, lower, upper, frontBall: balls[0], backBall: balls[1] },
      beforeStep: (now, time) => {
        // 1 - cos: it starts and stops without a jerk.
        const rise = (height / 2) * (1 - wave(time + period / 4, period));
        driveBody(now, platform, [-1.8, HALF_HEIGHT + rise, 0]);
        driveBody(now, beam, [1.8, 0.12, 0], about(UP, spin * time));
      },
    };
  },
});
