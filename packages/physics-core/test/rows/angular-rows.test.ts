import { describe, expect, it } from 'vitest';
import {
  angularVelocity,
  createJoint,
  defineJoint,
  destroyJoint,
  stepWorld,
  type Vec3,
} from '../../src/index.js';
import { customRows, type RowDef } from '../../src/parts.js';
import { INVERSE, Kind, MASS } from '../../src/state/rows.js';
import { createRandom, randomRotation } from '../determinism/context.js';
import { DT, jointWorld } from '../joints/context.js';
import { addMass, weightless } from '../joints/joint-rig.js';
import { effective, massesOf, placeRows, readRows } from '../joints/row-math.js';
import { expectClose, solveDense } from '../solver/dense.js';

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

/** Blocks of one to three rows that turn A and B by the same amount. */
const turnRow = ([x, y, z]: Vec3): RowDef => ({
  error: 0,
  linearA: none,
  angularA: [-x, -y, -z],
  linearB: none,
  angularB: [x, y, z],
});

const directions: readonly Vec3[] = [
  [0.8, 0, 0.6],
  [0, 1, 0],
  [0, 0, 1],
];

const alike = [1, 2, 3].map((count) => {
  const slots = ['first', 'second', 'third'].slice(0, count);
  return defineJoint({
    type: `test turns about ${count} axes`,
    about: 'For this test.',
    slots,
    rateSlots: slots,
    rows: (j) => customRows(j, 0, ...directions.slice(0, count).map(turnRow)),
  });
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

it.each([1, 2, 3])('K of one to three angular rows is gᵀ (IA⁻¹ + IB⁻¹) g, seed %i', (seed) => {
  const random = createRandom(seed);
  const world = jointWorld(weightless);
  const add = (inertia: Vec3) => addMass(world, [0, 0, 0], 1, inertia, { rotation: randomRotation(random) });
  const [bodyA, bodyB] = [add([0.5, 0.7, 0.9]), add([0.2, 0.3, 0.4])];
  const masses = massesOf(world, [bodyA, bodyB]);
  for (const [count, define] of alike.entries()) {
    const joint = createJoint(world, define({ bodyA, bodyB }));
    placeRows(world);
    const slots = ['first', 'second', 'third'].slice(0, count + 1);
    const rows = readRows(world, joint, slots);
    expect(rows.map(({ kind }) => kind)).toEqual(rows.map(() => Kind.angular));
    const k = rows.map((p) => rows.map((q) => effective(masses, [p], [q])));
    for (const [i, { data }] of rows.entries()) {
      expect(data[MASS] * k[i][i]).toBeCloseTo(1, 9);
      const unit = rows.map((_, m) => (m === i ? 1 : 0));
      if (count > 0) expectClose(data.slice(INVERSE, INVERSE + count + 1), solveDense(k, unit));
    }
    destroyJoint(world, joint);
  }
});

it('a row about a locked axis gets no part', () => {
  const world = jointWorld(weightless);
  const bodyB = addMass(world, [0, 0, 0], 1, [1, 1, 1], { locks: ['rotationX', 'rotationY'] });
  const joint = createJoint(world, alike[2]({ bodyB }));
  placeRows(world);
  const k = readRows(world, joint, ['first', 'second', 'third']).map(({ data }) => data[MASS]);
  // g of the rows has 0.6, 0 and 1 along z, the free axis.
  expectClose(k, [1 / 0.36, 0, 1]);
});
