import {
  type BodyHandle,
  type BodyMass,
  box,
  createBody,
  createCollider,
  type Vec3,
} from '@tenon/physics-core';
import { createRandom } from '../random.js';
import { defineScene } from '../scene.js';
import { addFixed, addFloor } from '../solids.js';

const BOXES = 10;
const TABLE_TOP = 0.8;
const TABLE: Vec3 = [1.2, 0.04, 1.2];
const LEG: Vec3 = [0.05, (TABLE_TOP - 2 * TABLE[1]) / 2, 0.05];
/** Of the walls, kg/m². */
const WALL = 5;

/** A closed box of thin walls: of each pair of walls the mass, and what it adds about each axis. */
const hollow = (halfExtents: Vec3): BodyMass => {
  const inertia: [number, number, number] = [0, 0, 0];
  let mass = 0;
  for (let axis = 0; axis < 3; axis++) {
    const [b, c] = [(axis + 1) % 3, (axis + 2) % 3];
    const [out, p, q] = [halfExtents[axis] ** 2, halfExtents[b] ** 2, halfExtents[c] ** 2];
    const pair = 2 * WALL * 4 * halfExtents[b] * halfExtents[c];
    mass += pair;
    inertia[axis] += (pair * (p + q)) / 3;
    inertia[b] += pair * (q / 3 + out);
    inertia[c] += pair * (p / 3 + out);
  }
  return { mass, inertia };
};

/** Kleppmann 2007 §4.3.3: ten hollow boxes fall on a table. */
export const fallingBoxes = defineScene({
  id: 'falling-boxes',
  title: 'Ten boxes on a table',
  group: 'papers',
  description: 'Ten hollow boxes of different size tumble onto a table and each other.',
  watch: 'With restitution 0.2 they come to rest. With restitution 1 and without friction they never do.',
  camera: { target: [0, 3, 0], distance: 11, yaw: 0.6, pitch: 0.2 },
  settings: { sleeping: false },
  params: {
    restitution: { title: 'Restitution', unit: '1', default: 0.2, min: 0, max: 1, step: 0.05 },
    friction: { title: 'Friction', unit: '1', default: 0.4, min: 0, max: 1, step: 0.05 },
    seed: { title: 'Seed', unit: '1', default: 1, min: 1, max: 100, step: 1 },
  },
  build: (world, { restitution, friction, seed }) => {
    const material = { restitution, friction };
    const bodies: Record<string, BodyHandle> = {
      floor: addFloor(world, material),
      table: addFixed(world, box(...TABLE), [0, TABLE_TOP - TABLE[1], 0], material),
    };
    for (const [i, [x, z]] of [
      [1, 1],
      [1, -1],
      [-1, 1],
      [-1, -1],
    ].entries()) {
      const place: Vec3 = [x * (TABLE[0] - LEG[0]), LEG[1], z * (TABLE[2] - LEG[2])];
      bodies[`leg${i}`] = addFixed(world, box(...LEG), place, material);
    }
    const random = createRandom(seed);
    for (let i = 0; i < BOXES; i++) {
      const size = (): number => random.between(0.1, 0.2);
      const halfExtents: Vec3 = [size(), size(), size()];
      const position: Vec3 = [
        random.between(-0.4, 0.4),
        TABLE_TOP + 0.8 + 0.6 * i,
        random.between(-0.4, 0.4),
      ];
      const body = createBody(world, {
        position,
        rotation: random.rotation(),
        massProperties: hollow(halfExtents),
      });
      createCollider(world, body, { shape: box(...halfExtents), ...material });
      bodies[`box${i}`] = body;
    }
    return { bodies };
  },
});
