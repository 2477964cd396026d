import {
  type BodyHandle,
  createBody,
  createCollider,
  createJoint,
  type JointHandle,
  rod,
  sphere,
} from '@tenon/physics-core';
import { defineScene, inDegrees } from '../scene.js';

const GRAVITY = 9.81;
const BALLS = 50;
/** Swings of the slowest ball until all are in phase again; each next one makes one more. */
const SLOWEST = 20;
const RADIUS = 0.05;
const SPACING = 0.12;

/** (2π/T)² = g / l for small swings: the length of a pendulum with period T. */
export const lengthOf = (period: number): number => GRAVITY * (period / (2 * Math.PI)) ** 2;

/**
 * Fifty balls on distance joints of varied length (Tamis & Maggiore §10.3, Fig. 10). The text attaches the top of
 * each ball and does not give the lengths. Here they are tuned so that all balls are in step again after a cycle,
 * and the distance is that of the centres, so that a ball is a pendulum of exactly its length. Balls pass through
 * each other.
 */
export const pendulumWave = defineScene({
  id: 'pendulum-wave',
  title: 'Pendulum wave',
  group: 'papers',
  description:
    'Fifty pendulums of different length, released together. The text hangs the balls by their tops, here they hang by their centres.',
  watch: 'Waves appear, dissolve into chaos and come back. After the cycle all balls are in step again.',
  camera: { target: [0, -1, 3], distance: 8, yaw: 1.2, pitch: 0.2 },
  settings: { sleeping: false, gravity: [0, -GRAVITY, 0] },
  params: {
    cycle: { title: 'Cycle', unit: 's', default: 60, min: 20, max: 120, step: 1 },
    angle: inDegrees({ title: 'Angle', unit: '°', default: 6, min: 0.5, max: 30, step: 0.5 }),
  },
  build: (world, { cycle, angle }) => {
    const bodies: Record<string, BodyHandle> = {};
    const joints: Record<string, JointHandle> = {};
    for (let i = 0; i < BALLS; i++) {
      const length = lengthOf(cycle / (SLOWEST + i));
      const z = i * SPACING;
      const position = [length * Math.sin(angle), -length * Math.cos(angle), z] as const;
      const body = createBody(world, { position, mass: 1 });
      createCollider(world, body, { shape: sphere(RADIUS), mask: 0 });
      joints[`rod${i}`] = createJoint(world, rod({ bodyB: body, anchorA: [0, 0, z], anchorB: [0, 0, 0] }));
      bodies[`ball${i}`] = body;
    }
    return { bodies, joints };
  },
});
