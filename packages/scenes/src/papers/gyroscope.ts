import { ball, createBody, createJoint } from '@tenon/physics-core';
import { defineScene } from '../scene.js';

const SPIN = 2 * Math.PI * 20;
const INERTIA = [0.05, 0.026, 0.026] as const;
const GRAVITY = 9.81;

/** A fast disc on a nail at one end of its axle (Kleppmann 2007 §4.2.1). It starts in steady precession, without nutation. */
export const gyroscope = defineScene({
  id: 'gyroscope',
  title: 'Gyroscope',
  group: 'papers',
  description: 'A disc at 20 turns a second hangs on one end of its axle and goes round instead of falling.',
  watch: 'One turn of precession takes exactly the period you set, and the axle stays level.',
  camera: { target: [0, 0, 0], distance: 2.5, yaw: 0.6, pitch: 0.4 },
  settings: { sleeping: false, gravity: [0, -GRAVITY, 0] },
  params: {
    period: { title: 'Precession period', unit: 's', default: 8, min: 2, max: 30, step: 0.5 },
  },
  build: (world, { period }) => {
    const precession = (2 * Math.PI) / period;
    // M = m g arm turns L = I ω by Ω: arm = Ω I ω / (m g).
    const arm = (precession * INERTIA[0] * SPIN) / GRAVITY;
    const disc = createBody(world, {
      position: [arm, 0, 0],
      linearVelocity: [0, 0, -precession * arm],
      angularVelocity: [SPIN, precession, 0],
      massProperties: { mass: 1, inertia: INERTIA },
    });
    const nail = createJoint(world, ball({ bodyB: disc, anchor: [0, 0, 0], axis: [1, 0, 0] }));
    return { bodies: { disc }, joints: { nail } };
  },
});
