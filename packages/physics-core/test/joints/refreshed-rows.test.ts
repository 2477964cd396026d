import { expect, it } from 'vitest';
import { type JointDefinition, jointDefinitions, type World } from '../../src/index.js';
import { setFloats } from '../../src/math/floats.js';
import { refreshAndSweep } from '../../src/solver/solve-joints.js';
import { IMPULSE, POINT_ROW } from '../../src/state/points.js';
import { KIND, Kind, LAMBDA, ROW, ROW_INTS } from '../../src/state/rows.js';
import { createRandom } from '../determinism/context.js';
import { type Disorder, randomSpecimen, type Specimen, scatter } from './random-joints.js';
import { placeRows, type Row, readRows } from './row-math.js';

/** Rows are written over what was there before. Nothing of it may shine through. */

const disorders: readonly Disorder[] = ['wild', 'slight', 'met'];

/** Whatever another joint could have left in the table, and worse. */
const soil = ({ rows }: World): void => {
  rows.data.fill(Number.NaN);
  rows.points.fill(Number.NaN);
  rows.approach.fill(Number.NaN);
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
    placeRows(world);
    move();
    const memory = world.jointFloats.data.slice();
    world.rows.spelled = false;
    renew(world);
    const inPlace = rows();
    setFloats(world.jointFloats.data, memory, 0);
    soil(world);
    placeRows(world);
    expectAlike(inPlace, rows());
  });
});
