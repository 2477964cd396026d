import { describe, expect, it } from 'vitest';
import {
  createJoint,
  defineJoint,
  gear,
  hinge,
  type JointDefinition,
  jointDefinitions,
  updateSettings,
  type Vec3,
  type World,
} from '../../src/index.js';
import { setFloats } from '../../src/math/floats.js';
import { customRows } from '../../src/parts.js';
import { refreshAndSweep } from '../../src/solver/sweeps/solve-joints.js';
import { IMPULSE, POINT_ROW } from '../../src/state/points.js';
import {
  BIAS_RATE,
  ERROR,
  HIGH,
  INVERSE,
  KIND,
  Kind,
  LAMBDA,
  LOW,
  MASS,
  RELAX_LOW,
  RESPONSE,
  ROW,
  ROW_INTS,
} from '../../src/state/rows.js';
import { createRandom, randomRotation, randomVector } from '../determinism/context.js';
import { jointWorld } from '../joints/context.js';
import { addMass } from '../joints/joint-rig.js';
import { type Disorder, randomSpecimen, type Specimen, scatter } from '../joints/random-joints.js';
import { effective, massesOf, placeRows, type Row, readRows, slotOf } from '../joints/row-math.js';
import { expectClose, responseOf, solveDense } from '../solver/dense.js';

/** Rows are written over what was there before. Nothing of it may shine through. */

const disorders: readonly Disorder[] = ['wild', 'slight', 'met'];

/** Whatever another joint could have left in the table, and worse. */
const soil = ({ rows }: World): void => {
  rows.data.fill(Number.NaN);
  rows.points.fill(Number.NaN);
  rows.forcedSpeed.fill(Number.NaN);
  rows.index.fill(-7);
};

/** Shows random joints of a type in random states. */
const visit = (definition: JointDefinition, look: (specimen: Specimen, move: () => void) => void): void => {
  const random = createRandom(77);
  for (let i = 0; i < 30; i++) {
    const specimen = randomSpecimen(random, definition, { toWorld: i % 4 === 3 });
    const move = (): void => scatter(random, specimen, disorders[i % disorders.length]);
    move();
    look(specimen, move);
  }
};

const types = jointDefinitions().map((definition) => [definition.type, definition] as const);

it.each(types)('rows of %s do not depend on what the table held before', (_, definition) => {
  visit(definition, ({ world, joint }) => {
    const rows = (): Row[] => readRows(world, joint, definition.slots);
    const memory = world.jointFloats.data.slice();
    placeRows(world);
    const clean = rows();
    setFloats(world.jointFloats.data, memory, 0);
    soil(world);
    placeRows(world);
    expect(rows()).toEqual(clean);
  });
});

/** The same rows, up to the rounding of another order of the same sums. */
const expectAlike = (a: readonly Row[], b: readonly Row[]): void => {
  expect(a.map(({ data, ...row }) => row)).toEqual(b.map(({ data, ...row }) => row));
  for (const [i, { data, name }] of a.entries()) {
    for (const [k, value] of data.entries()) {
      const other = b[i].data[k];
      const alike = value === other || Math.abs(value - other) <= 1e-9 * Math.max(1, Math.abs(value));
      expect(alike, `${name}, float ${k}: ${value}, ${other}`).toBe(true);
    }
  }
};

/** As in a substep, where rows are renewed and solved in one go; λ are put back, and bodies do not move in it. */
const renew = (world: World): void => {
  const { bodies, rows } = world;
  const motion = bodies.motion.slice();
  const lambda = rows.data.slice();
  const points = rows.points.slice();
  refreshAndSweep(world);
  setFloats(bodies.motion, motion, 0);
  for (let row = 0; row < rows.count; row++) {
    rows.data[row * ROW + LAMBDA] = lambda[row * ROW + LAMBDA];
    if (rows.index[row * ROW_INTS + KIND] < Kind.point) continue;
    for (let i = 0; i < 3; i++)
      rows.points[row * POINT_ROW + IMPULSE + i] = points[row * POINT_ROW + IMPULSE + i];
  }
};

/** A wedge decides once a step whether it is in its corner, so its rows do depend on where it was placed (parts/lune.ts). */
const refreshed = types.filter(([type]) => type !== 'wedge');

it.each(refreshed)('rows of %s that were refreshed at a pose are those placed there', (_, definition) => {
  visit(definition, ({ world, joint }, move) => {
    const rows = (): Row[] => readRows(world, joint, definition.slots);
    // Articulations refresh their rows themselves.
    updateSettings(world, { jointSolver: 'sweeps' });
    placeRows(world);
    move();
    const memory = world.jointFloats.data.slice();
    world.rows.expanded = false;
    renew(world);
    const inPlace = rows();
    setFloats(world.jointFloats.data, memory, 0);
    soil(world);
    placeRows(world);
    expectAlike(inPlace, rows());
  });
});

const vectors = createRandom(5);
const def = (error: number) => ({
  error,
  linearA: randomVector(vectors, 1),
  angularA: randomVector(vectors, 1),
  linearB: randomVector(vectors, 1),
  angularB: randomVector(vectors, 1),
});
const defs = [def(0.01), def(-0.02), def(5)];
const slots = ['first', 'second', 'third'];
const blocks = [1, 2, 3].map((count) =>
  defineJoint({
    type: `test block of ${count} random rows`,
    about: 'For this test.',
    slots: slots.slice(0, count),
    rateSlots: slots.slice(0, count),
    rows: (j) => customRows(j, 0, ...defs.slice(0, count)),
  }),
);

const randomPair = (world: World, seed: number) => {
  const random = createRandom(seed);
  const make = (position: Vec3, inertia: Vec3) =>
    addMass(world, position, 1 + random(), inertia, { rotation: randomRotation(random) });
  return [make([0, 0, 0], [0.5, 0.7, 0.9]), make([1, 0, 0], [0.2, 0.3, 0.4])] as const;
};

describe.each([1, 2, 3])('a block of %i random rows', (count) => {
  it('has R = M⁻¹ Jᵀ, K⁻¹ and masses of a dense K', () => {
    const world = jointWorld();
    const [bodyA, bodyB] = randomPair(world, count);
    const masses = massesOf(world, [bodyA, bodyB]);
    const joint = createJoint(world, blocks[count - 1]({ bodyA, bodyB }));
    placeRows(world);
    const rows = readRows(world, joint, slots);
    const k = rows.map((p) => rows.map((q) => effective(masses, [p], [q])));
    for (const [i, { data }] of rows.entries()) {
      const response = responseOf(masses, slotOf(bodyA), slotOf(bodyB), data.slice(0, 12));
      expectClose(data.slice(RESPONSE, RESPONSE + 12), response);
      expect(data[MASS] * k[i][i]).toBeCloseTo(1, 9);
      const unit = rows.map((_, m) => (m === i ? 1 : 0));
      if (count > 1) expectClose(data.slice(INVERSE, INVERSE + count), solveDense(k, unit));
    }
  });

  it('wants the error removed at biasRate C, no faster than jointCorrectionSpeed, and rest without bias', () => {
    const world = jointWorld({ jointCorrectionSpeed: 3 });
    const [bodyA, bodyB] = randomPair(world, count);
    const joint = createJoint(world, blocks[count - 1]({ bodyA, bodyB }));
    placeRows(world);
    const { biasRate } = world.scratch.substep.joint;
    for (const [i, { data }] of readRows(world, joint, slots).entries()) {
      expect(data[ERROR]).toBe(defs[i].error);
      expect(data[BIAS_RATE]).toBe(biasRate);
      const wanted = Math.max(-3, Math.min(3, -biasRate * defs[i].error));
      expect([data[LOW], data[HIGH], data[RELAX_LOW]]).toEqual([wanted, wanted, 0]);
    }
  });
});

it('two rows that share one λ and a body have the K of their sum', () => {
  const world = jointWorld();
  const [bodyA, bodyB] = randomPair(world, 4);
  const frame = addMass(world, [0, 1, 0], 3, [2, 2, 2]);
  const hinges = [bodyA, bodyB].map((body) =>
    createJoint(world, hinge({ bodyA: frame, bodyB: body, anchor: [0, 0, 0], axis: [0, 0, 1] })),
  );
  const joint = createJoint(world, gear({ jointA: hinges[0], jointB: hinges[1], ratio: 2 }));
  placeRows(world);
  const rows = readRows(world, joint, ['ratio', 'ratio']);
  expect(rows).toHaveLength(2);
  const k = effective(massesOf(world, [bodyA, bodyB, frame]), rows, rows);
  for (const { data } of rows) expect(data[MASS] * k).toBeCloseTo(1, 9);
});
