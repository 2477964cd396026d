import { type BodyHandle, box, sphere, type Vec3 } from '@tenon/physics-core';
import { about } from '../rotations.js';
import { defineScene } from '../scene.js';
import { addFloor, addSolid } from '../solids.js';

const HEIGHT = 0.5;
const RADIUS = 2.2;

/** Dominoes round three quarters of a circle; a ball rolls into the first. */
export const dominoes = defineScene({
  id: 'dominoes',
  title: 'Dominoes',
  group: 'basics',
  description: 'A ball knocks over the first domino of a bent row.',
  watch: 'Each stone takes the next one with it, at an even pace, to the last.',
  camera: { target: [0, 0.2, 0], distance: 7.5, yaw: 0.4, pitch: 0.6 },
  params: {
    stones: { title: 'Stones', unit: '1', default: 36, min: 2, max: 60, step: 1 },
    speed: { title: 'Speed of the ball', unit: 'm/s', default: 2, min: 0.5, max: 6, step: 0.1 },
    friction: { title: 'Friction', unit: '1', default: 0.4, min: 0, max: 1, step: 0.05 },
  },
  build: (world, { stones, speed, friction }) => {
    const bodies: Record<string, BodyHandle> = { floor: addFloor(world, { friction }) };
    const step = (1.5 * Math.PI) / Math.max(stones, 30);
    for (let i = 0; i < stones; i++) {
      const angle = i * step;
      const position: Vec3 = [RADIUS * Math.cos(angle), HEIGHT / 2, -RADIUS * Math.sin(angle)];
      // Thin along the row.
      const rotation = about([0, 1, 0], angle);
      bodies[`stone${i}`] = addSolid(
        world,
        box(0.14, HEIGHT / 2, 0.04),
        { position, rotation },
        { friction },
      );
    }
    bodies.ball = addSolid(
      world,
      sphere(0.15),
      {
        position: [RADIUS, 0.15, 1],
        linearVelocity: [0, 0, -speed],
        angularVelocity: [-speed / 0.15, 0, 0],
        mass: 10,
      },
      { rollingResistance: 0.005 },
    );
    return { bodies };
  },
});
