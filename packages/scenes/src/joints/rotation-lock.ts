import { box, createJoint, rope, rotationLock, sphere } from '@tenon/physics-core';
import { defineScene } from '../scene.js';
import { addFixed, addFloor, addSolid, GHOST } from '../solids.js';

const HEIGHT = 3;

/** A swing boat on one rope that stays level, beside one that does not. */
export const rotationLockJoint = defineScene({
  id: 'rotation-lock-joint',
  title: 'Rotation lock',
  group: 'joints',
  description:
    'Two boards hang on a rope at one corner. The left one keeps its orientation by a rotation lock.',
  watch: 'The left board swings and stays level, with its ball on it. The right one hangs by its corner.',
  camera: { target: [0, 1.6, 0], distance: 7, yaw: 0.3, pitch: 0.2 },
  settings: { sleeping: false },
  params: {
    push: { title: 'Push at the start', unit: 'm/s', default: 2, min: 0, max: 5, step: 0.1 },
    length: { title: 'Length of the ropes', unit: 'm', default: 1.5, min: 0.5, max: 2, step: 0.1 },
  },
  build: (world, { push, length }) => {
    const floor = addFloor(world);
    const ceiling = addFixed(world, box(2, 0.05, 0.2), [0, HEIGHT + 0.05, 0], GHOST);
    const boardAt = (x: number) =>
      addSolid(world, box(0.5, 0.04, 0.4), {
        position: [x, HEIGHT - length, 0],
        linearVelocity: [0, 0, push],
        mass: 5,
      });
    const [level, free] = [boardAt(-1), boardAt(1)];
    const ball = addSolid(
      world,
      sphere(0.1),
      { position: [-1, HEIGHT - length + 0.14, 0], linearVelocity: [0, 0, push], mass: 0.5 },
      { friction: 1, rollingResistance: 0.05 },
    );
    const hang = (bodyB: typeof level, x: number) =>
      createJoint(world, rope({ bodyB, anchorA: [x - 0.4, HEIGHT, 0.3], anchorB: [-0.4, 0.04, 0.3] }));
    return {
      bodies: { floor, ceiling, level, free, ball },
      joints: {
        levelRope: hang(level, -1),
        freeRope: hang(free, 1),
        lock: createJoint(world, rotationLock({ bodyB: level })),
      },
    };
  },
});
