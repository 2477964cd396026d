import { expect, test } from 'vitest';
import { type ColourName, legend } from '../src/index.js';

/** What is drawn side by side, and must not be taken for each other. */
const together: readonly ColourName[] = [
  'body',
  'lock',
  'limit',
  'motor',
  'spring',
  'friction',
  'coupling',
  'contact',
];

/** What people without one kind of cones see, on linear RGB (Machado, Oliveira & Fernandes 2009, severity 1). */
const sights: Readonly<Record<string, readonly (readonly number[])[]>> = {
  'all cones': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const apply = (matrix: readonly (readonly number[])[], vector: readonly number[]): number[] =>
  matrix.map((row) => row.reduce((sum, factor, i) => sum + factor * vector[i], 0));

const linear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;

const TO_XYZ = [
  [0.4124 / 0.9505, 0.3576 / 0.9505, 0.1805 / 0.9505],
  [0.2126, 0.7152, 0.0722],
  [0.0193 / 1.089, 0.1192 / 1.089, 0.9505 / 1.089],
];

/** CIE L*a*b* of 0xrrggbb as someone sees it. */
const labOf = (rgb: number, sight: readonly (readonly number[])[]): number[] => {
  const light = [16, 8, 0].map((shift) => linear(((rgb >> shift) & 255) / 255));
  const seen = apply(sight, light).map((channel) => Math.min(1, Math.max(0, channel)));
  const [x, y, z] = apply(TO_XYZ, seen).map((part) =>
    part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116,
  );
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
};

/** ΔE*ab. Two colours 2.3 apart are just told apart side by side; thin lines need several times that. */
const LEAST = 15;

test.each(['dark', 'light'] as const)('%s: no two colours look alike, whatever cones one has', (theme) => {
  const entries = legend(theme).filter(({ name }) => together.includes(name));
  expect(entries.length).toBe(together.length);
  for (const [kind, sight] of Object.entries(sights)) {
    for (const [i, one] of entries.entries()) {
      for (const other of entries.slice(0, i)) {
        const [a, b] = [labOf(one.colour, sight), labOf(other.colour, sight)];
        const apart = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
        expect(apart, `${one.name} and ${other.name}, ${kind}`).toBeGreaterThan(LEAST);
      }
    }
  }
});
