import { box, cone, createJoint } from '@tenon/physics-core';
import { createRandom } from '../random.js';
import { defineScene, inDegrees } from '../scene.js';
import { addFloor, addSolid } from '../solids.js';

const BOXES = 5;

/** Boxes that fall freely but may not tip further than a cone. */
export const coneJoint = defineScene({
  id: 'cone-joint',
  title: 'Cone',
  group: 'joints',
  description: 'An angular limit alone: boxes fall and turn as they like, but tip no further than the cone.',
  watch: 'They strike the floor with spin, and none tips past the limit.',
  camera: { target: [0, 1, 0], distance: 7, yaw: 0.3, pitch: 0.2 },
  settings: { sleeping: false },
  params: {
    limit: inDegrees({ title: 'Opening', unit: '°', default: 30, min: 3, max: 170, step: 1 }),
    spin: inDegrees({ title: 'Spin at the start', unit: '°/s', default: 360, min: 0, max: 1200, step: 30 }),
  },
  build: (world, { limit, spin }) => {
    const floor = addFloor(world);
    const random = createRandom(2);
    const boxes = Array.from({ length: BOXES }, (_, i) => {
      const [x, y, z] = random.direction();
      return addSolid(
        world,
        box(0.15, 0.4, 0.15),
        { position: [(i - (BOXES - 1) / 2) * 0.9, 1.5, 0], angularVelocity: [spin * x, spin * y, spin * z] },
        { restitution: 0.4 },
      );
    });
    return {
      bodies: { floor, ...Object.fromEntries(boxes.map((body, i) => [`box${i}`, body])) },
      joints: Object.fromEntries(
        boxes.map((body, i) => [
          `cone${i}`,
          createJoint(world, cone({ bodyB: body, axis: [0, 1, 0], limits: [0, limit] })),
        ]),
      ),
    };
  },
});
