import { expect, test } from 'vitest';
import { createRandom } from '../src/random.js';

test('equal seeds give equal numbers, different seeds different ones', () => {
  const take = (seed: number): number[] => {
    const random = createRandom(seed);
    return Array.from({ length: 20 }, () => random.next());
  };
  expect(take(1)).toEqual(take(1));
  expect(take(1)).not.toEqual(take(2));
});

test('the first numbers of seed 1, so that a change of the generator cannot go unseen', () => {
  const random = createRandom(1);
  expect([random.next(), random.next(), random.next()].map((x) => x * 4294967296)).toEqual([
    2693262067, 11749833, 2265367787,
  ]);
});

test('numbers fill their range evenly', () => {
  const random = createRandom(3);
  const bins = new Array(10).fill(0);
  for (let i = 0; i < 100_000; i++) bins[Math.floor(random.next() * 10)]++;
  // Five standard deviations of a binomial count with n = 100,000 and p = 0.1.
  for (const count of bins) expect(Math.abs(count - 10_000)).toBeLessThan(5 * Math.sqrt(9_000));
});

test('directions and rotations have unit length and no preferred side', () => {
  const random = createRandom(5);
  const sum = [0, 0, 0, 0];
  const count = 20_000;
  for (let i = 0; i < count; i++) {
    expect(Math.hypot(...random.direction())).toBeCloseTo(1, 12);
    const rotation = random.rotation();
    expect(Math.hypot(...rotation)).toBeCloseTo(1, 12);
    for (let axis = 0; axis < 4; axis++) sum[axis] += rotation[axis];
  }
  // A component of a uniform unit 4-vector has variance 1/4.
  for (const total of sum) expect(Math.abs(total)).toBeLessThan(5 * Math.sqrt(count / 4));
});
