import { describe, expect, it } from 'vitest';
import { angularVelocity, createJoint, defineJoint, stepWorld, type Vec3 } from '../../src/index.js';
import { customRows, type RowDef } from '../../src/parts.js';
import { DT, jointWorld } from './context.js';
import { addMass, weightless } from './mechanism.js';

/**
 * A game's own row that turns A and B by different amounts is no torque along one axis on both, though it has no
 * linear part: Ċ = 2 n·ωB - n·ωA.
 */

const AXES: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

const none: Vec3 = [0, 0, 0];

const twiceAsFast = ([x, y, z]: Vec3): RowDef => ({
  error: 0,
  linearA: none,
  angularA: [-x, -y, -z],
  linearB: none,
  angularB: [2 * x, 2 * y, 2 * z],
});

const single = AXES.map((axis, k) =>
  defineJoint({
    type: `test turn about axis ${k}, A twice as fast`,
    about: 'For this test.',
    slots: ['turn'],
    rateSlots: ['turn'],
    rows: (j) => customRows(j, 0, twiceAsFast(axis)),
  }),
);

const together = defineJoint({
  type: 'test turns about all axes, A twice as fast',
  about: 'For this test.',
  slots: ['turn x', 'turn y', 'turn z'],
  rateSlots: ['turn x', 'turn y', 'turn z'],
  rows: (j) => customRows(j, 0, ...AXES.map(twiceAsFast)),
});

describe('rows that turn A twice as fast as B', () => {
  // With both moments 1: λ = ω / (1 + 4), ωA = ω - λ, ωB = 2 λ.
  it.each([0, 1, 2])('act as their Jacobian says about axis %i, alone and in a block', (k) => {
    for (const joint of [single[k], together]) {
      const world = jointWorld(weightless);
      const angularVelocityOfA: Vec3 = [5 * AXES[k][0], 5 * AXES[k][1], 5 * AXES[k][2]];
      const bodyA = addMass(world, [0, 0, 0], 1, [1, 1, 1], { angularVelocity: angularVelocityOfA });
      const bodyB = addMass(world, [3, 0, 0], 1);
      createJoint(world, joint({ bodyA, bodyB }));
      stepWorld(world, DT);
      expect(angularVelocity(world, bodyA)[k]).toBeCloseTo(4, 9);
      expect(angularVelocity(world, bodyB)[k]).toBeCloseTo(2, 9);
    }
  });
});
