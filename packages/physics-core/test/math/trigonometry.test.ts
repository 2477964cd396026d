import { describe, expect, test } from 'vitest';
import { createFloats } from '../../src/math/floats.js';
import { acos, asin, atan2, cos, sin, writeSinCos } from '../../src/math/trigonometry.js';

/** x, sin x, cos x, correctly rounded from 60 digits (mpmath). Includes the neighbours of zeros up to 1e5. */
const SIN_COS: readonly (readonly [number, number, number])[] = [
  [0.5, 0.479425538604203, 0.8775825618903728],
  [1, 0.8414709848078965, 0.5403023058681398],
  [2, 0.9092974268256817, -0.4161468365471424],
  [1.5707963267948966, 1, 6.123233995736766e-17],
  [Math.PI, 1.2246467991473532e-16, -1],
  [6.283185307179586, -2.4492935982947064e-16, 1],
  [22, -0.008851309290403876, -0.9999608263946371],
  [355, -3.014435335948845e-5, -0.999999999545659],
  [-10.25, 0.7346984304047954, -0.6783938504738453],
  [45.553093477052, 1, -6.189806365883577e-19],
  [91.106186954104, -1.2379612731767154e-18, -1],
  [1000, 0.8268795405320025, 0.5623790762907029],
  [100000.0357564167, 2.438007904378934e-12, -1],
  [99999, 0.860248280789742, -0.5098753724179009],
  [1e6, -0.34999350217129294, 0.9367521275331447],
  [-1234567.875, 0.4811407782643116, -0.8766433433792858],
];

const ATAN2: readonly (readonly [number, number, number])[] = [
  [1, 3, 0.3217505543966422],
  [0.026028431107656076, 0.4161774845453654, 0.062460308671674465],
  [-2, -5, -2.761086276477428],
  [1e-10, -1, 3.141592653489793],
  [7, 2, 1.2924966677897853],
  [-1, 0.001, -1.5697963271282298],
  [1, 1.0000001, 0.7853981133974508],
  [3, -3.5, 2.432966381462123],
];

const ACOS_ASIN: readonly (readonly [number, number, number])[] = [
  [0.878439981020048, 0.4982086317879926, 1.072587695006904],
  [0.0008359767499403261, 1.569960349947585, 0.0008359768473117416],
  [-0.5, 2.0943951023931957, -0.5235987755982989],
  [0.999999999, 4.4721358921319356e-5, 1.5707516054359754],
  [0.9999999999999998, 2.1073424255447017e-8, 1.5707963057214724],
  [-0.9999999999990905, 3.1415913048906408, -1.5707949780957442],
  [0.7, 0.7953988301841436, 0.775397496610753],
  [-0.25, 1.8234765819369754, -0.25268025514207865],
];

const relative = (got: number, want: number): number =>
  got === want ? 0 : Math.abs(got - want) / Math.abs(want);

/** Seeded, so that a failure can be repeated. */
const createRandom = (seed: number) => (): number => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
};

describe('against 60-digit references', () => {
  test.each(SIN_COS)('sin and cos of %d, also next to their zeros', (x, s, c) => {
    expect(relative(sin(x), s)).toBeLessThan(2.3e-16);
    expect(relative(cos(x), c)).toBeLessThan(2.3e-16);
  });
  test.each(ATAN2)('atan2(%d, %d)', (y, x, angle) => {
    expect(relative(atan2(y, x), angle)).toBeLessThan(3.4e-16);
  });
  test('π minus a small angle knows the digits of π behind the double', () => {
    // π = Math.PI + 1.22e-16, so π - 2.5e-16 is nearest to Math.PI itself; ulp(π) = 4.4e-16.
    expect(atan2(2.5e-16, -1)).toBe(Math.PI);
    expect(atan2(-2.5e-16, -1)).toBe(-Math.PI);
  });
  test.each(ACOS_ASIN)('acos and asin of %d', (x, c, s) => {
    expect(relative(acos(x), c)).toBeLessThan(5.1e-16);
    expect(relative(asin(x), s)).toBeLessThan(5.1e-16);
  });
});

describe('against Math over many arguments', () => {
  test('sin and cos up to 1e5', () => {
    const random = createRandom(1);
    let worst = 0;
    for (let i = 0; i < 200_000; i++) {
      const x = (i % 2 ? 1e5 : 10) * (2 * random() - 1);
      worst = Math.max(worst, Math.abs(sin(x) - Math.sin(x)), Math.abs(cos(x) - Math.cos(x)));
    }
    console.log(`sin, cos: worst difference ${worst}`);
    expect(worst).toBeLessThan(3e-16);
  });

  test('atan2 in all quadrants and over 12 decades of slope', () => {
    const random = createRandom(2);
    let worst = 0;
    for (let i = 0; i < 200_000; i++) {
      const y = (2 * random() - 1) * 10 ** (12 * random() - 6);
      const x = 2 * random() - 1;
      worst = Math.max(worst, relative(atan2(y, x), Math.atan2(y, x)));
    }
    console.log(`atan2: worst relative difference ${worst}`);
    expect(worst).toBeLessThan(5e-16);
  });

  test('acos and asin', () => {
    let worst = 0;
    for (let i = -100_000; i <= 100_000; i++) {
      const x = i / 100_000;
      worst = Math.max(worst, relative(acos(x), Math.acos(x)), relative(asin(x), Math.asin(x)));
    }
    console.log(`acos, asin: worst relative difference ${worst}`);
    expect(worst).toBeLessThan(7e-16);
  });
});

test('writeSinCos has the bits of sin and cos', () => {
  const out = createFloats(2);
  for (let i = -5000; i <= 5000; i++) {
    const x = i * 0.317;
    out[0] = x;
    writeSinCos(out);
    expect(out[0]).toBe(sin(x));
    expect(out[1]).toBe(cos(x));
  }
});

test('huge angles lose no more than their own uncertainty', () => {
  for (const x of [1.7e6, 1e9, -3e12, 1e15]) {
    expect(Math.abs(sin(x) - Math.sin(x))).toBeLessThan(1.2e-16 * Math.abs(x));
    expect(Math.abs(cos(x) - Math.cos(x))).toBeLessThan(1.2e-16 * Math.abs(x));
  }
  for (const x of [1e100, -Number.MAX_VALUE]) {
    expect(sin(x) ** 2 + cos(x) ** 2).toBeCloseTo(1, 14);
  }
});

test('zeros keep their sign, infinities and NaN behave as in Math', () => {
  const specials = [0, -0, 1, -1, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN];
  for (const x of specials) {
    expect(sin(x)).toBe(Math.sin(x));
    expect(cos(x)).toBe(Math.cos(x));
    expect(acos(x)).toBe(Math.acos(x));
    expect(asin(x)).toBe(Math.asin(x));
    for (const y of specials) expect(atan2(y, x)).toBe(Math.atan2(y, x));
  }
  expect(acos(1 + 1e-15)).toBeNaN();
  expect(asin(-1 - 1e-15)).toBeNaN();
});
