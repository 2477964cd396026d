import {
  type BodyHandle,
  box,
  createBody,
  createCollider,
  createJoint,
  hinge,
  type JointHandle,
} from '@tenon/physics-core';
import { defineScene, type Scene } from '../scene.js';

const HALF_LENGTH = 0.5;
const HALF_WIDTH = 0.025;

/**
 * Rods of 1 m and 1 kg on hinges about z, released level. The pendulums of Kleppmann 2007 §4.3.1 are cylinders on
 * nail and ball joints, the first at 45° and the others straight down: an easier start. Here all of them are in
 * one plane, which hinges keep, and released from where they have most energy.
 */
const nPendulum = (id: string, title: string, rods: number): Scene =>
  defineScene({
    id,
    title,
    group: 'papers',
    description: `${title}: rods of one metre and one kilogram on hinges, released level. The text has ball joints and begins with the first rod at 45°.`,
    watch: 'The motion is chaotic. The energy should stay; an iterative solver loses some of it.',
    camera: { target: [0, -rods / 3, 0], distance: 2 + 2 * rods, yaw: 0, pitch: 0 },
    settings: { sleeping: false },
    params: { rods: { title: 'Rods', unit: '1', default: rods, min: 1, max: 20, step: 1 } },
    build: (world, { rods: count }) => {
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
