import { expect, it } from 'vitest';
import { writeBlock } from '../../src/contacts/point-block.js';
import { createFloats, floatsFrom } from '../../src/math/floats.js';
import { POINT, POINTS, POINTS_INVERSE, PX, PY, RECORD } from '../../src/state/contacts.js';

/** Of a body of 1 kg with moments of 0.1 kg m²: force along the normal, then torque about the tangents. */
const CENTRE_K = floatsFrom([1, 0, 0, 10, 0, 10]);

/** The largest weight that four points at the corners of a patch give each other, kg. */
const largest = (width: number, length: number): number => {
  const record = createFloats(RECORD);
  [
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
  ].forEach(([x, y], i) => {
    record[POINTS + i * POINT + PX] = (x * length) / 2;
    record[POINTS + i * POINT + PY] = (y * width) / 2;
  });
  writeBlock(record, 0, 4, CENTRE_K);
  return Math.max(...record.slice(POINTS_INVERSE, POINTS_INVERSE + 10).map(Math.abs));
};

it.each([
  [0.3, 0.3],
  [0.04, 2],
  [0.01, 0.01],
])('a patch of %f m by %f m is solved as a whole', (width, length) => {
  // Each point bears a quarter of the weight, and its part of what tilts: I / (4 · (half width)²).
  const tilts = 0.1 / (4 * (width / 2) ** 2) + 0.1 / (4 * (length / 2) ** 2);
  expect(largest(width, length)).toBeCloseTo(1 / 16 + tilts / 4, 6);
});

it.each([
  [1e-15, 0.4],
  [1e-9, 0.4],
  [1e-15, 1e-15],
])('a sliver of %f m by %f m is no patch: its points are solved one by one', (width, length) => {
  expect(largest(width, length)).toBe(0);
});

/** Whether two points that are so far apart are solved together. */
const isPair = (apart: number): boolean => {
  const record = createFloats(RECORD);
  record[POINTS + PX] = apart / 2;
  record[POINTS + POINT + PX] = -apart / 2;
  writeBlock(record, 0, 2, CENTRE_K);
  return record[POINTS_INVERSE] > 0;
};

it('two points that nearly coincide are solved one by one', () => {
  // K of the pair is [1 + k, 1 - k] with k = 10 (apart / 2)²; its relative determinant is about 4 k.
  expect(isPair(0.02)).toBe(true);
  expect(isPair(0.005)).toBe(false);
});
