import { type BodyHandle, box } from '@tenon/physics-core';
import { about, rotate } from '../rotations.js';
import { defineScene, inDegrees } from '../scene.js';
import { addFloor, addSolid } from '../solids.js';

const BOXES = 6;
const HALF = 0.25;
const SLAB = { length: 5, thickness: 0.1, width: 3 };
const HEIGHT = 2.5;

/** Coulomb's law: a box slides when its friction coefficient is below the tangent of the slope. */
export const slope = defineScene({
  id: 'slope',
  title: 'Slope with friction',
  group: 'basics',
  description: 'Boxes of friction 0, 0.2, 0.4 and so on lie on a slope.',
  watch:
    'At 30° a box needs 0.58 to stay: three slide, the slower the rougher, and three do not move at all.',
  camera: { target: [0, 1.6, 0], distance: 14, yaw: -0.5, pitch: 0.35 },
  settings: { sleeping: false },
  params: {
    angle: inDegrees({ title: 'Slope', unit: '°', default: 30, min: 0, max: 70, step: 0.5 }),
  },
  build: (world, { angle }) => {
    const tilt = about([0, 0, 1], angle);
    const slab = addSolid(
      world,
      box(SLAB.length, SLAB.thickness, SLAB.width),
      { type: 'static', position: [0, HEIGHT, 0], rotation: tilt },
      { friction: 0 },
    );
    const bodies: Record<string, BodyHandle> = { floor: addFloor(world), slab };
    for (let i = 0; i < BOXES; i++) {
      const [x, y, z] = rotate(tilt, [3.5, SLAB.thickness + HALF, (i - (BOXES - 1) / 2) * 0.9]);
      bodies[`box${i}`] = addSolid(
        world,
        box(HALF, HALF, HALF),
        { position: [x, HEIGHT + y, z], rotation: tilt },
        // The larger of the two counts, so that the coefficient is the box's own.
        { friction: 0.2 * i, frictionRule: 'maximum' },
      );
    }
    return { bodies };
  },
});
