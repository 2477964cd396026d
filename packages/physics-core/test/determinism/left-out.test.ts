import { expect, it } from 'vitest';
import { isStored } from '../../src/snapshot/codes.js';
import { FIRST_MASS, MASSES } from '../../src/snapshot/following-masses.js';
import { DP, MOTION } from '../../src/state/bodies.js';
import { ARM, GAP, GAP_TURNED, RECORD, T1 } from '../../src/state/contacts.js';

/** A number that is added to a record must not fall into what snapshots leave out. */
const leftOut = (width: number): number[] =>
  Array.from({ length: width }, (_, i) => i).filter((i) => !isStored(width, i));

it('of the record of a contact snapshots leave out the tangent, the arm, the masses and what belongs to a pair that is apart', () => {
  const masses = Array.from({ length: MASSES }, (_, i) => i).filter((i) => isStored(MASSES, i));
  expect(masses.length).toBe(38);
  expect(leftOut(RECORD)).toEqual(
    [T1, T1 + 1, T1 + 2, ARM, GAP, GAP_TURNED, ...masses.map((i) => FIRST_MASS + i)].sort((a, b) => a - b),
  );
});

it('of the motion of a body they leave out what belongs to one step', () => {
  expect(leftOut(MOTION)).toEqual(Array.from({ length: MOTION - DP }, (_, i) => DP + i));
});

it.each([1, 3, 4, 6, 9])('rows of %i numbers are stored whole', (width) => {
  expect(leftOut(width)).toEqual([]);
});
