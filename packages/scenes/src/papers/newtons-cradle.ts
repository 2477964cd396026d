import {
  type BodyHandle,
  ball,
  createBody,
  createCollider,
  createJoint,
  type JointHandle,
  sphere,
} from '@tenon/physics-core';
import { defineScene, inDegrees } from '../scene.js';

const LENGTH = 5;
const RADIUS = 0.5;
const BALLS = 5;

/** Newton's cradle (Kleppmann 2007 §4.2.2, 4.3.2): balls that touch, each on a cord; the first ones are raised. */
export const newtonsCradle = defineScene({
  id: 'newtons-cradle',
  title: "Newton's cradle",
  group: 'papers',
  description: 'Five steel balls that touch. As many as fall on one side leave on the other.',
  watch:
    'The balls in the middle stay still. With restitution 1 the energy stays, with 0.9 it goes in steps.',
  camera: { target: [2, -2.5, 0], distance: 11, yaw: 0, pitch: 0.1 },
  settings: { sleeping: false },
  params: {
    raised: { title: 'Raised balls', unit: '1', default: 1, min: 1, max: 3, step: 1 },
    angle: inDegrees({ title: 'Angle', unit: '°', default: 30, min: 2, max: 70, step: 1 }),
    restitution: { title: 'Restitution', unit: '1', default: 1, min: 0, max: 1, step: 0.05 },
    gap: { title: 'Gap', unit: 'm', default: 0, min: 0, max: 0.1, step: 0.001 },
    reversed: { title: 'Created from right to left', unit: '1', default: 0, min: 0, max: 1, step: 1 },
  },
  build: (world, { raised, angle, restitution, gap, reversed }) => {
    const bodies: Record<string, BodyHandle> = {};
    const joints: Record<string, JointHandle> = {};
    for (let k = 0; k < BALLS; k++) {
      const i = reversed === 1 ? BALLS - 1 - k : k;
      const x = i * (2 * RADIUS + gap);
      const tilt = i < raised ? -angle : 0;
      const [dx, dy] = [LENGTH * Math.sin(tilt), LENGTH * Math.cos(tilt)];
      const body = createBody(world, { position: [x + dx, -dy, 0], mass: 1 });
      createCollider(world, body, { shape: sphere(RADIUS), friction: 0, restitution });
      joints[`cord${i}`] = createJoint(world, ball({ bodyB: body, anchor: [x, 0, 0] }));
      bodies[`ball${i}`] = body;
    }
    return { bodies, joints };
  },
});
