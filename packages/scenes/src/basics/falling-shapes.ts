import { type BodyHandle, box, capsule, hull, type Shape, sphere, type Vec3 } from '@tenon/physics-core';
import { createRandom } from '../random.js';
import { defineScene } from '../scene.js';
import { addFloor, addSolid, disc } from '../solids.js';

/** A tetrahedron about its middle. */
const corners: readonly Vec3[] = [
  [0.35, 0.35, 0.35],
  [0.35, -0.35, -0.35],
  [-0.35, 0.35, -0.35],
  [-0.35, -0.35, 0.35],
];

const SHAPES: Readonly<Record<string, Shape>> = {
  sphere: sphere(0.3),
  box: box(0.3, 0.3, 0.3),
  capsule: capsule(0.2, 0.25),
  disc: disc(0.3, 0.12),
  tetrahedron: hull(corners),
  plank: box(0.6, 0.06, 0.2),
};

export const fallingShapes = defineScene({
  id: 'falling-shapes',
  title: 'Falling shapes',
  group: 'basics',
  description: 'One of each shape falls on the floor, and on what fell before it.',
  watch: 'They bounce a little, roll and come to rest. When all rest they fall asleep.',
  camera: { target: [0, 1.8, 0], distance: 9, yaw: 0.5, pitch: 0.2 },
  params: {
    rounds: { title: 'Of each shape', unit: '1', default: 3, min: 1, max: 10, step: 1 },
    height: { title: 'Height of the first', unit: 'm', default: 1.5, min: 0.8, max: 5, step: 0.1 },
    restitution: { title: 'Restitution', unit: '1', default: 0.3, min: 0, max: 0.9, step: 0.05 },
    friction: { title: 'Friction', unit: '1', default: 0.5, min: 0, max: 1, step: 0.05 },
    seed: { title: 'Seed', unit: '1', default: 3, min: 1, max: 100, step: 1 },
  },
  build: (world, { rounds, height, restitution, friction, seed }) => {
    // A little resistance, or round shapes would roll out of the picture.
    const material = { restitution, friction, rollingResistance: 0.01 };
    const bodies: Record<string, BodyHandle> = { floor: addFloor(world, material) };
    const random = createRandom(seed);
    for (let round = 0; round < rounds; round++) {
      for (const [i, [name, shape]] of Object.entries(SHAPES).entries()) {
        const angle = (i * Math.PI) / 3;
        const position: Vec3 = [Math.cos(angle) * 1.3, height + 1.4 * round, Math.sin(angle) * 1.3];
        bodies[`${name}${round}`] = addSolid(
          world,
          shape,
          { position, rotation: random.rotation() },
          material,
        );
      }
    }
    return { bodies };
  },
});
