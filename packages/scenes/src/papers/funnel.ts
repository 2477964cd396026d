import { type BodyHandle, halfSpace, sphere } from '@tenon/physics-core';
import { createRandom } from '../random.js';
import { defineScene, inDegrees } from '../scene.js';
import { addFixed, addSolid } from '../solids.js';

const RADIUS = 0.3;
/** Balls of one layer at the start: two by two, so that they fall past each other down to the tip. */
const LAYER = 4;
const SPACING = 0.7;
const LOWEST = 2;

/** Tamis & Maggiore §10.3, Fig. 8: balls in a pyramid that stands on its tip, made of four endless planes. */
export const funnel = defineScene({
  id: 'funnel',
  title: 'Funnel',
  group: 'papers',
  description: 'Twenty balls fall into a pyramid of four endless planes.',
  watch: 'They come to rest, wedged between the planes and each other, without trembling.',
  camera: { target: [0, 1.5, 0], distance: 9, yaw: 0.7, pitch: 0.5 },
  settings: { sleeping: false },
  params: {
    balls: { title: 'Balls', unit: '1', default: 20, min: 1, max: 60, step: 1 },
    slope: inDegrees({ title: 'Slope of the planes', unit: '°', default: 45, min: 10, max: 70, step: 1 }),
    friction: { title: 'Friction', unit: '1', default: 0.5, min: 0, max: 1, step: 0.05 },
    seed: { title: 'Seed', unit: '1', default: 1, min: 1, max: 100, step: 1 },
  },
  build: (world, { balls, slope, friction, seed }) => {
    const [sin, cos] = [Math.sin(slope), Math.cos(slope)];
    const bodies: Record<string, BodyHandle> = {};
    for (const [name, x, z] of [
      ['left', 1, 0],
      ['right', -1, 0],
      ['back', 0, 1],
      ['front', 0, -1],
    ] as const) {
      bodies[name] = addFixed(world, halfSpace([x * sin, cos, z * sin]), [0, 0, 0], { friction });
    }
    const random = createRandom(seed);
    for (let i = 0; i < balls; i++) {
      const place = i % LAYER;
      const jitter = (): number => random.between(-0.03, 0.03);
      const x = ((place % 2) - 0.5) * SPACING + jitter();
      const z = (Math.floor(place / 2) - 0.5) * SPACING + jitter();
      const y = LOWEST + Math.floor(i / LAYER) * SPACING;
      bodies[`ball${i}`] = addSolid(world, sphere(RADIUS), { position: [x, y, z] }, { friction });
    }
    return { bodies };
  },
});
