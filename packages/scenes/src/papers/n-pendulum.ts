import {
  type BodyHandle,
  ball,
  box,
  capsule,
  createBody,
  createCollider,
  createJoint,
  hinge,
  type JointHandle,
  type World,
} from '@tenon/physics-core';
import { about } from '../rotations.js';
import { defineScene, inDegrees, type Scene, type SceneContent } from '../scene.js';

const HALF_LENGTH = 0.5;
const HALF_WIDTH = 0.025;

/** Of a cylinder of 1 kg about its centre; its axis is y. */
const ACROSS = HALF_WIDTH ** 2 / 4 + HALF_LENGTH ** 2 / 3;
const CYLINDER = { mass: 1, inertia: [ACROSS, HALF_WIDTH ** 2 / 2, ACROSS] } as const;

const buildPrinted = (world: World, count: number, angle: number): SceneContent => {
  const bodies: Record<string, BodyHandle> = {};
  const joints: Record<string, JointHandle> = {};
  let [x, y] = [0, 0];
  for (let i = 0; i < count; i++) {
    const tilt = i === 0 ? angle : 0;
    const [dx, dy] = [HALF_LENGTH * Math.sin(tilt), -HALF_LENGTH * Math.cos(tilt)];
    const rod = createBody(world, {
      position: [x + dx, y + dy, 0],
      rotation: about([0, 0, 1], tilt),
      massProperties: CYLINDER,
    });
    createCollider(world, rod, { shape: capsule(HALF_WIDTH, HALF_LENGTH - HALF_WIDTH), mask: 0 });
    const above = i === 0 ? {} : { bodyA: bodies[`rod${i - 1}`] };
    joints[`ball${i}`] = createJoint(world, ball({ ...above, bodyB: rod, anchor: [x, y, 0] }));
    bodies[`rod${i}`] = rod;
    [x, y] = [x + 2 * dx, y + 2 * dy];
  }
  return { bodies, joints };
};

/**
 * Rods of 1 m and 1 kg on hinges about z, released level, where they have most energy. As printed (Kleppmann 2007 §4.3.1)
 * they are cylinders on a nail and ball joints, the first at an angle and the others straight down.
 */
const nPendulum = (id: string, title: string, rods: number): Scene =>
  defineScene({
    id,
    title,
    group: 'papers',
    description: `${title}: rods of one metre and one kilogram on hinges, released level. As printed: cylinders on ball joints, the first at 45°, the others straight down.`,
    watch: 'The motion is chaotic. The energy should stay; an iterative solver loses some of it.',
    camera: { target: [0, -rods / 3, 0], distance: 2 + 2 * rods, yaw: 0, pitch: 0 },
    settings: { sleeping: false },
    params: {
      rods: { title: 'Rods', unit: '1', default: rods, min: 1, max: 20, step: 1 },
      printed: { title: 'As printed', unit: '1', default: 0, min: 0, max: 1, step: 1 },
      angle: inDegrees({ title: 'Angle, as printed', unit: '°', default: 45, min: 0.1, max: 170, step: 0.1 }),
    },
    build: (world, { rods: count, printed, angle }) => {
      if (printed === 1) return buildPrinted(world, count, angle);
      const bodies: Record<string, BodyHandle> = {};
      const joints: Record<string, JointHandle> = {};
      for (let i = 0; i < count; i++) {
        const rod = createBody(world, { position: [(2 * i + 1) * HALF_LENGTH, 0, 0], mass: 1 });
        createCollider(world, rod, { shape: box(HALF_LENGTH, HALF_WIDTH, HALF_WIDTH), mask: 0 });
        const above = i === 0 ? {} : { bodyA: bodies[`rod${i - 1}`] };
        const anchor = [2 * i * HALF_LENGTH, 0, 0] as const;
        joints[`hinge${i}`] = createJoint(world, hinge({ ...above, bodyB: rod, anchor, axis: [0, 0, 1] }));
        bodies[`rod${i}`] = rod;
      }
      return { bodies, joints };
    },
  });

export const doublePendulum = nPendulum('double-pendulum', 'Double pendulum', 2);
export const triplePendulum = nPendulum('triple-pendulum', 'Triple pendulum', 3);
export const eightPendulum = nPendulum('eight-pendulum', 'Pendulum of eight parts', 8);
