import { createBody } from '@tenon/physics-core';
import { defineScene, inDegrees } from '../scene.js';

/** A free body that turns about its middle axis (Kleppmann 2007 B.2): every small disturbance grows until it flips. */
export const freeTop = defineScene({
  id: 'free-top',
  title: 'Free asymmetric top',
  group: 'papers',
  description: 'A weightless body with three different moments of inertia turns about the middle one.',
  watch:
    'It flips over again and again, twelve times in a minute, and neither energy nor angular momentum change.',
  camera: { target: [0, 0, 0], distance: 11, yaw: 0.5, pitch: 0.3 },
  settings: { sleeping: false, gravity: [0, 0, 0] },
  params: {
    disturbance: inDegrees({ title: 'Disturbance', unit: '°/s', default: 0.5, min: 0.1, max: 60, step: 0.1 }),
  },
  build: (world, { disturbance }) => {
    const top = createBody(world, {
      angularVelocity: [disturbance, 5, disturbance],
      massProperties: { mass: 1, inertia: [1, 2, 3] },
    });
    return { bodies: { top } };
  },
});
