import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseQuantity, quantityOf, roundStep, showQuantity, snap } from '../src/ui/quantity.js';

const metres = quantityOf('m');
const angle = quantityOf('rad');
const spin = quantityOf('rad/s');

test('what is typed is stored and shown as it was typed', () => {
  expect(parseQuantity(metres, '0.3')).toBe(0.3);
  expect(parseQuantity(metres, ' -1e-3 m ')).toBe(-0.001);
  fc.assert(
    fc.property(fc.integer({ min: -1e6, max: 1e6 }), fc.integer({ min: 0, max: 5 }), (digits, places) => {
      const typed = String(digits / 10 ** places);
      for (const quantity of [metres, angle, spin])
        expect(showQuantity(quantity, parseQuantity(quantity, typed) ?? Number.NaN)).toBe(typed);
    }),
    { seed: 1 },
  );
});

test('angles are typed in degrees, or in the unit that is written behind them', () => {
  for (const text of ['45', '45deg', '45 °', '45 degrees'])
    expect(parseQuantity(angle, text)).toBe(Math.PI / 4);
  expect(parseQuantity(angle, '0.5rad')).toBe(0.5);
  expect(parseQuantity(spin, '180')).toBeCloseTo(Math.PI, 15);
  expect(parseQuantity(spin, '180 deg/s')).toBeCloseTo(Math.PI, 15);
  expect(showQuantity(angle, Math.PI / 4)).toBe('45');
  expect(showQuantity(angle, Infinity)).toBe('∞');
});

test.each(['', 'abc', '1..2', '5 apples', '1e999', '45deg m'])('%j is refused', (text) => {
  expect(parseQuantity(metres, text)).toBeUndefined();
  expect(parseQuantity(angle, text)).toBeUndefined();
});

test('sliders go through round numbers', () => {
  expect(roundStep(720)).toBe(5);
  expect(roundStep(10)).toBeCloseTo(0.05, 15);
  expect(snap(0.30000000000000004, 0.1)).toBe(0.3);
  expect(snap(-44.7, 5)).toBe(-45);
});
