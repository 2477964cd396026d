import { describe, expect, it } from 'vitest';
import { ball, createJoint, jointDefinitions, updateSettings, type World } from '../../../src/index.js';
import { refreshMotionSubspace } from '../../../src/solver/articulations/motion-subspace.js';
import {
  CONTROL_FLOATS,
  CONTROL_FREEDOM,
  CONTROL_GRADIENT,
  CONTROL_INTS,
  CONTROL_ROW,
  CONTROLS,
  COVECTOR,
  DUAL,
  FIRST_CONTROL,
  FIRST_FREEDOM,
  FIRST_LOCK,
  FREEDOM,
  FREEDOMS,
  LINK_INTS,
  LINK_KIND,
  LinkKind,
  LOCK,
  LOCKS,
  SS,
} from '../../../src/state/articulations.js';
import { J, ROW } from '../../../src/state/rows.js';
import { createRandom } from '../../determinism/context.js';
import { jointWorld } from '../../joints/context.js';
import { addMass } from '../../joints/joint-rig.js';
import { randomSpecimen, scatter } from '../../joints/random-joints.js';
import { placeRows } from '../../joints/row-math.js';
import { dot, type Numbers } from '../dense.js';
import { cross, largest } from './context.js';

/** Locks and their duals, freedoms, and gradients of controlled coordinates of a link. */
const modelOf = ({ articulations: a }: World, link: number) => {
  const k = link * LINK_INTS;
  const take = (from: { slice(a: number, b: number): number[] }, at: number): number[] =>
    from.slice(at, at + 6);
  const list = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i);
  const locks = list(a.linkInts[k + FIRST_LOCK], a.linkInts[k + LOCKS]);
  const controls = list(a.linkInts[k + FIRST_CONTROL], a.linkInts[k + CONTROLS]);
  const freedoms = list(a.linkInts[k + FIRST_FREEDOM], a.linkInts[k + FREEDOMS]);
  return {
    kind: a.linkInts[k + LINK_KIND],
    covectors: locks.map((lock) => take(a.locks, lock * LOCK + COVECTOR)),
    duals: locks.map((lock) => take(a.locks, lock * LOCK + DUAL)),
    freedoms: freedoms.map((f) => take(a.freedoms, f * FREEDOM + SS)),
    gradients: controls.map((c) => take(a.controls, c * CONTROL_FLOATS + CONTROL_GRADIENT)),
    controlled: controls.map(
      (c) => a.controlInts[c * CONTROL_INTS + CONTROL_FREEDOM] - a.linkInts[k + FIRST_FREEDOM],
    ),
  };
};

const isZero = (vector: Numbers): boolean => largest(vector) === 0;

/** Largest of what should be 0 or 1, relative to the vectors that are multiplied. */
const offDelta = (
  rows: readonly Numbers[],
  columns: readonly Numbers[],
  isOne: (r: number, c: number) => boolean,
) =>
  Math.max(
    0,
    ...rows.flatMap((row, r) =>
      columns.map((column, c) =>
        isZero(row)
          ? 0
          : Math.abs(dot(row, column) - (isOne(r, c) ? 1 : 0)) / (1 + largest(row) * largest(column)),
      ),
    ),
  );

const none = (): boolean => false;
const same = (r: number, c: number): boolean => r === c;

describe('locks, gradients and freedoms are dual to each other', () => {
  it.each(jointDefinitions().map(({ type }) => type))('%s', (type) => {
    const definition = jointDefinitions().find((each) => each.type === type);
    if (!definition) throw new Error(type);
    const random = createRandom(77);
    for (const toWorld of [true, false]) {
      for (let sample = 0; sample < 12; sample++) {
        const specimen = randomSpecimen(random, definition, { toWorld });
        scatter(random, specimen, sample % 2 ? 'slight' : 'wild');
        const { world } = specimen;
        updateSettings(world, { jointSolver: 'auto' });
        placeRows(world);
        for (let link = 0; link < world.articulations.count; link++) {
          // By rows, also where there is a short way.
          refreshMotionSubspace(world.articulations, link, world.rows.data);
          const model = modelOf(world, link);
          if (model.kind <= LinkKind.ball) continue;
          const { covectors, duals, freedoms, gradients, controlled } = model;
          const width = model.kind === LinkKind.spherical ? 3 : 6;
          expect(covectors.length + freedoms.length).toBe(width);
          const tolerance = 1e-9;
          expect(offDelta(covectors, duals, same)).toBeLessThan(tolerance);
          expect(offDelta(covectors, freedoms, none)).toBeLessThan(tolerance);
          expect(offDelta(gradients, duals, none)).toBeLessThan(tolerance);
          expect(offDelta(gradients, freedoms, (r, c) => controlled[r] === c)).toBeLessThan(tolerance);
        }
      }
    }
  });
});

it('a gradient that depends on another leaves its control idle, and the freedoms complete', () => {
  const world = jointWorld({ gravity: [0, 0, 0] });
  const bodyB = addMass(world, [1, 0, 0], 2, [0.4, 0.5, 0.3]);
  const limits = { limits: [0, 0.5] } as const;
  createJoint(world, ball({ bodyB, axis: [1, 0, 0], swing: limits, twist: limits }));
  placeRows(world);
  const { articulations: a, rows } = world;
  expect(modelOf(world, 0).gradients.map(isZero)).toEqual([false, false]);
  const [first, second] = [0, 1].map((c) => a.controlInts[c * CONTROL_INTS + CONTROL_ROW] * ROW + J);
  for (let m = 0; m < 12; m++) rows.data[second + m] = 2 * rows.data[first + m];
  refreshMotionSubspace(a, 0, rows.data);
  const { freedoms, gradients } = modelOf(world, 0);
  expect(gradients.map(isZero)).toEqual([false, true]);
  expect(freedoms.map((s) => Math.round(1e12 * dot(gradients[0], s)) / 1e12)).toEqual([1, 0, 0]);
  const [p, q, r] = freedoms.map((s) => s.slice(0, 3));
  expect(Math.abs(dot(p, cross(q, r)))).toBeGreaterThan(0.1);
});
