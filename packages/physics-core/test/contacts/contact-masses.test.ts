import { describe, expect, it } from 'vitest';
import { writeMasses } from '../../src/contacts/contact-masses.js';
import { IM, MOTION } from '../../src/state/bodies.js';
import {
  CROSS,
  FRICTION_MASS,
  NORMAL_TO_SLIP,
  PM,
  POINT,
  POINTS,
  RECORD,
  ROLL_MASS,
  STIFF,
  TO_TWIST,
  TORQUE_TO_SLIP,
  TWIST_MASS,
} from '../../src/state/contacts.js';
import { boxPair, normalRows, spherePair, tangentRows } from '../solver/contacts/context.js';
import { denseK, expectClose, solveDense } from '../solver/dense.js';

const inverse = (k: readonly (readonly number[])[]): number[] => {
  const [[m11, m12], [, m22]] = k.map((_, i) =>
    solveDense(
      k,
      k.map((__, m) => (m === i ? 1 : 0)),
    ),
  );
  return [m11, m12, m22];
};

describe.each([1, 2, 3])('the masses of four points, seed %i', (seed) => {
  const pair = boxPair(seed, 0.001);
  const { world, contact, masses, a, b } = pair;
  const { record } = world.contacts;
  const r = contact * RECORD;
  const normals = normalRows(pair);
  const tangents = tangentRows(pair);

  it('are 1 / K of each, and CROSS is K between two', () => {
    const k = denseK(masses, a, b, normals);
    const found = [0, 1, 2, 3].map((i) => record[r + POINTS + i * POINT + PM]);
    expectClose(
      found.map((m, i) => m * k[i][i]),
      [1, 1, 1, 1],
    );
    expectClose(record.slice(r + CROSS, r + CROSS + 6), [
      k[0][1],
      k[0][2],
      k[0][3],
      k[1][2],
      k[1][3],
      k[2][3],
    ]);
  });

  it('of friction, twist and rolling are the inverses of their K', () => {
    const k = denseK(masses, a, b, tangents);
    const part = (from: number): number[][] =>
      k.slice(from, from + 2).map((row) => row.slice(from, from + 2));
    expectClose(record.slice(r + FRICTION_MASS, r + FRICTION_MASS + 3), inverse(part(0)));
    expectClose(record.slice(r + ROLL_MASS, r + ROLL_MASS + 3), inverse(part(3)));
    expect(record[r + TWIST_MASS] * k[2][2]).toBeCloseTo(1, 9);
  });

  it('couple slip and twist with torques and forces as K does', () => {
    // The row of a normal impulse at the centre is the mean of those at the points: they all touch.
    const centre = normals[0].map((_, i) => normals.reduce((sum, row) => sum + row[i] / normals.length, 0));
    const k = denseK(masses, a, b, [...tangents, centre]);
    const [slip1, slip2, twist] = k;
    expectClose(record.slice(r + NORMAL_TO_SLIP, r + NORMAL_TO_SLIP + 2), [slip1[5], slip2[5]]);
    const torques = [slip1[3], slip2[3], slip1[4], slip2[4]];
    expectClose(record.slice(r + TORQUE_TO_SLIP, r + TORQUE_TO_SLIP + 4), torques);
    const twists = [twist[5], twist[3], twist[4], twist[0], twist[1]];
    expectClose(record.slice(r + TO_TWIST, r + TO_TWIST + 5), twists);
  });
});

it('of a single point tell what a normal impulse does to the slip', () => {
  const pair = boxPair(4, 0.001);
  const { world, contact, masses, a, b } = pair;
  const { record, count } = world.contacts;
  const r = contact * RECORD;
  // One point of the manifold alone, at its centre: the lever is not along the normal.
  count[contact] = 1;
  record[r + POINTS] = 0;
  record[r + POINTS + 1] = 0;
  writeMasses(world, contact, true);
  const [normal] = normalRows(pair);
  const [t1, t2] = tangentRows(pair);
  const k = denseK(masses, a, b, [normal, t1, t2]);
  expect(record[r + POINTS + PM] * k[0][0]).toBeCloseTo(1, 9);
  expectClose(record.slice(r + NORMAL_TO_SLIP, r + NORMAL_TO_SLIP + 2), k[0].slice(1));
});

it('penetration is removed more stiffly where one body cannot move', () => {
  const { world, contact, b } = spherePair(5, 0.001);
  const at = contact * RECORD + STIFF;
  expect(world.contacts.record[at]).toBe(0);
  for (let i = 0; i < 3; i++) world.bodies.motion[b * MOTION + IM + i] = 0;
  writeMasses(world, contact, true);
  expect(world.contacts.record[at]).toBe(1);
});
