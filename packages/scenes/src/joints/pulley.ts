import { box, createJoint, pulley } from '@tenon/physics-core';
import { defineScene } from '../scene.js';
import { addFixed, addFloor, addSolid, GHOST } from '../solids.js';

const HEIGHT = 3;

/** Two weights on one rope: Atwood's machine, with a ratio for block and tackle. */
export const pulleyJoint = defineScene({
  id: 'pulley-joint',
  title: 'Pulley',
  group: 'joints',
  description:
    'Two boxes hang on one rope over two pulleys. With ratio 2 the right one hangs on two strands.',
  watch:
    'At equal masses and ratio 1 nothing moves; at ratio 2 half the mass on the left holds the right one.',
  camera: { target: [0, 1.7, 0], distance: 7, yaw: 0.2, pitch: 0.15 },
  settings: { sleeping: false },
  params: {
    left: { title: 'Mass on the left', unit: 'kg', default: 6, min: 0.5, max: 50, step: 0.5 },
    right: { title: 'Mass on the right', unit: 'kg', default: 10, min: 0.5, max: 50, step: 0.5 },
    ratio: { title: 'Strands on the right', unit: '1', default: 2, min: 0.5, max: 4, step: 0.5 },
  },
  build: (world, { left, right, ratio }) => {
    const floor = addFloor(world);
    const beam = addFixed(world, box(1.2, 0.06, 0.1), [0, HEIGHT + 0.06, 0], GHOST);
    const leftBox = addSolid(world, box(0.2, 0.2, 0.2), { position: [-1, 1.5, 0], mass: left });
    const rightBox = addSolid(world, box(0.25, 0.25, 0.25), { position: [1, 1.5, 0], mass: right });
    const ropeJoint = createJoint(
      world,
      pulley({
        bodyA: leftBox,
        bodyB: rightBox,
        anchorA: [0, 0.2, 0],
        anchorB: [0, 0.25, 0],
        groundA: [-1, HEIGHT, 0],
        groundB: [1, HEIGHT, 0],
        ratio,
        lengthA: { limits: [0.2, 10] },
        lengthB: { limits: [0.2, 10] },
      }),
    );
    return { bodies: { floor, beam, leftBox, rightBox }, joints: { rope: ropeJoint } };
  },
});
