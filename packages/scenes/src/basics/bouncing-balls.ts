import { type BodyHandle, sphere } from '@tenon/physics-core';
import { defineScene } from '../scene.js';
import { addFloor, addSolid } from '../solids.js';

const BALLS = 6;
const RADIUS = 0.3;

/** A ball that gives back the part e of its speed rises to e² of the height it fell. */
export const bouncingBalls = defineScene({
  id: 'bouncing-balls',
  title: 'Bouncing balls',
  group: 'basics',
  description: 'Balls of restitution 0, 0.2, 0.4 and so on to 1 fall from the same height.',
  watch: 'Each rises to the square of its restitution: 0.8 to 64 % of the height. The last one never stops.',
  camera: { target: [0, 1.6, 0], distance: 7.5, yaw: 0, pitch: 0.1 },
  settings: { sleeping: false },
  params: {
    height: { title: 'Height', unit: 'm', default: 3, min: 0.5, max: 10, step: 0.1 },
  },
  build: (world, { height }) => {
    const bodies: Record<string, BodyHandle> = { floor: addFloor(world) };
    for (let i = 0; i < BALLS; i++) {
      const position = [(i - (BALLS - 1) / 2) * 0.9, height + RADIUS, 0] as const;
      const material = { restitution: i / (BALLS - 1), restitutionRule: 'maximum' } as const;
      bodies[`ball${i}`] = addSolid(world, sphere(RADIUS), { position }, material);
    }
    return { bodies };
  },
});
