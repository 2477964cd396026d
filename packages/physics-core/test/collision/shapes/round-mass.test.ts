import { describe, expect, it } from 'vitest';
import { boxHull } from '../../../src/collision/shapes/box-hull.js';
import { ShapeKind } from '../../../src/collision/shapes/collider-shapes.js';
import {
  boxMass,
  capsuleMass,
  hullMass,
  type MassProperties,
  sphereMass,
} from '../../../src/collision/shapes/mass-properties.js';
import { buildHull } from '../../../src/collision/shapes/quickhull.js';
import { roundedHullMass } from '../../../src/collision/shapes/rounded-mass.js';
import { solids } from '../../../src/collision/shapes/solids.js';
import type { Vec3 } from '../../../src/math/vec3.js';
import { createShapes, type Shape } from '../narrowphase/core-fixture.js';
import {
  cylinder,
  reachOf,
  roundedBox,
  roundedHull,
  solidSpecimens,
  taperedCapsule,
} from '../narrowphase/solid-fixture.js';

const massOf = (shape: Shape, density: number): MassProperties =>
  solids[shape.kind].mass(createShapes(shape), 0, density);

const expectClose = (got: MassProperties, want: MassProperties, tolerance: number): void => {
  expect(Math.abs(got.mass / want.mass - 1)).toBeLessThan(tolerance);
  for (let i = 0; i < 3; i++) expect(Math.abs(got.centre[i] - want.centre[i])).toBeLessThan(tolerance);
  const size = want.inertia[0] + want.inertia[3] + want.inertia[5];
  for (let i = 0; i < 6; i++)
    expect(Math.abs(got.inertia[i] - want.inertia[i])).toBeLessThan(tolerance * size);
};

const round = (mass: number, y: number, across: number, along: number): MassProperties => ({
  mass,
  centre: [0, y, 0],
  inertia: [across, 0, 0, along, 0, across],
});

describe('closed forms', () => {
  it('cylinder: m (3 r² + l²) / 12 across, m r² / 2 along', () => {
    const [r, h] = [0.7, 0.45];
    const mass = 2 * Math.PI * r * r * h * 3;
    expectClose(
      massOf(cylinder(r, r, h), 3),
      round(mass, 0, (mass * (3 * r * r + 4 * h * h)) / 12, (mass * r * r) / 2),
      1e-14,
    );
  });

  it('cone: a third of the cylinder, its centre a quarter up; 3/80 m (4 r² + l²) and 3/10 m r²', () => {
    const [r, l] = [0.6, 1.1];
    const mass = (Math.PI * r * r * l * 2) / 3;
    expectClose(
      massOf(cylinder(r, 0, l / 2), 2),
      round(mass, -l / 4, (3 / 80) * mass * (4 * r * r + l * l), 0.3 * mass * r * r),
      1e-14,
    );
  });

  it('a frustum is the cone less its tip', () => {
    const whole = massOf(cylinder(0.6, 0, 0.6), 1);
    const part = massOf(cylinder(0.6, 0.2, 0.4), 1);
    const tip = massOf(cylinder(0.2, 0, 0.2), 1);
    expect(part.mass + tip.mass).toBeCloseTo(whole.mass, 14);
    expect(part.inertia[3] + tip.inertia[3]).toBeCloseTo(whole.inertia[3], 14);
    // Heights from the base: the frustum's middle is at 0.4, the tip's at 1.0, the cone's at 0.6.
    const moment = part.mass * (0.4 + part.centre[1]) + tip.mass * (1.0 + tip.centre[1]);
    expect(moment / whole.mass).toBeCloseTo(0.6 + whole.centre[1], 14);
  });

  it('a tapered capsule of two equal radii is a capsule', () => {
    expectClose(massOf(taperedCapsule(0.3, 0.3, 0.5), 2), capsuleMass(0.3, 0.5, 2), 1e-14);
  });

  it('what is all rounding is a ball or a capsule', () => {
    expectClose(massOf(cylinder(1e-9, 1e-9, 1e-9, 0.5), 2), sphereMass(0.5, 2), 1e-8);
    expectClose(massOf(cylinder(1e-9, 1e-9, 0.4, 0.5), 2), capsuleMass(0.5, 0.4, 2), 1e-8);
    expectClose(roundedHullMass(boxHull(1e-9, 0.4, 1e-9), 0.5, 2), capsuleMass(0.5, 0.4, 2), 1e-8);
    expectClose(roundedHullMass(boxHull(1e-9, 1e-9, 1e-9), 0.5, 2), sphereMass(0.5, 2), 1e-8);
  });

  it('what has hardly a rounding is the sharp shape', () => {
    expectClose(roundedHullMass(boxHull(0.3, 0.4, 0.5), 1e-12, 2), boxMass(0.3, 0.4, 0.5, 2), 1e-10);
    expectClose(massOf(cylinder(0.3, 0.2, 0.4, 1e-12), 2), massOf(cylinder(0.3, 0.2, 0.4), 2), 1e-10);
  });

  it('rounded box: Steiner volume, and the same however it is cut into faces', () => {
    const [x, y, z, r] = [0.3, 0.5, 0.2, 0.15];
    const volume =
      8 * x * y * z +
      8 * r * (x * y + y * z + z * x) +
      2 * Math.PI * r * r * (x + y + z) +
      (4 / 3) * Math.PI * r ** 3;
    expect(massOf(roundedBox(x, y, z, r), 1).mass).toBeCloseTo(volume, 13);
    const corners = [-1, 1].flatMap((a) =>
      [-1, 1].flatMap((b) => [-1, 1].map((c): Vec3 => [a * x, b * y, c * z])),
    );
    expectClose(massOf(roundedHull(buildHull(corners), r), 1), massOf(roundedBox(x, y, z, r), 1), 1e-13);
  });

  it('a rounded hull that is moved has the same moments about its centre', () => {
    const points: Vec3[] = [
      [0.5, 0, 0],
      [-0.4, 0.1, 0.3],
      [0, 0.6, -0.2],
      [0.1, -0.5, 0.2],
      [0, 0, 0.7],
    ];
    const here = roundedHullMass(buildHull(points), 0.2, 1);
    const there = roundedHullMass(buildHull(points.map(([a, b, c]): Vec3 => [a + 2, b - 1, c + 3])), 0.2, 1);
    expect(there.mass).toBeCloseTo(here.mass, 12);
    there.inertia.forEach((v, i) => {
      expect(v).toBeCloseTo(here.inertia[i], 11);
    });
    expect(there.centre[0]).toBeCloseTo(here.centre[0] + 2, 12);
  });
});

/** Directions all over the sphere. */
const DIRECTIONS: readonly Vec3[] = Array.from({ length: 1500 }, (_, i): Vec3 => {
  const y = 1 - (2 * i + 1) / 1500;
  const angle = i * Math.PI * (3 - Math.sqrt(5));
  const r = Math.sqrt(1 - y * y);
  return [r * Math.cos(angle), y, r * Math.sin(angle)];
});

/** Normals of flat faces and of the side of a cone, which the directions above miss. */
const normalsOf = ({ kind, size, hull }: Shape): Vec3[] => {
  if (hull)
    return Array.from(
      { length: hull.faceCount },
      (_, f): Vec3 => [hull.planes[4 * f], hull.planes[4 * f + 1], hull.planes[4 * f + 2]],
    );
  if (kind !== ShapeKind.cylinder) return [];
  const [r0, r1, h] = size;
  const side = Math.hypot(2 * h, r0 - r1);
  return Array.from({ length: 300 }, (_, k): Vec3 => {
    const angle = (2 * Math.PI * k) / 300;
    return [(2 * h * Math.cos(angle)) / side, (r0 - r1) / side, (2 * h * Math.sin(angle)) / side];
  });
};

/** Inside when along no direction a point is further out than the shape reaches. */
const insideTest = (directions: readonly Vec3[], reaches: readonly number[]): ((p: Vec3) => boolean) => {
  const flat = directions.flat();
  // Neighbouring cells are mostly outside along the same direction.
  let last = 0;
  const isBeyond = (k: number, [x, y, z]: Vec3): boolean =>
    flat[3 * k] * x + flat[3 * k + 1] * y + flat[3 * k + 2] * z > reaches[k];
  return (p) => {
    if (isBeyond(last, p)) return false;
    for (let k = 0; k < reaches.length; k++) {
      if (!isBeyond(k, p)) continue;
      last = k;
      return false;
    }
    return true;
  };
};

describe('the integral over cells', () => {
  it.each(solidSpecimens)('%s', (_name, shape) => {
    const still = { p: [0, 0, 0] as Vec3, q: [0, 0, 0, 1] as const };
    const directions = [...DIRECTIONS, ...normalsOf(shape)];
    const reaches = directions.map((n) => reachOf(shape, still, n));
    const low = [0, 1, 2].map(
      (i) => -reachOf(shape, still, [0, 1, 2].map((k) => (k === i ? -1 : 0)) as unknown as Vec3),
    );
    const high = [0, 1, 2].map((i) =>
      reachOf(shape, still, [0, 1, 2].map((k) => (k === i ? 1 : 0)) as unknown as Vec3),
    );
    const isInside = insideTest(directions, reaches);
    const N = 28;
    const step = low.map((x, i) => (high[i] - x) / N);
    const cell = step[0] * step[1] * step[2];
    let mass = 0;
    const first = [0, 0, 0];
    const second = [0, 0, 0];
    for (let i = 0; i < N * N * N; i++) {
      const at = (k: number, a: number): number => low[a] + (k + 0.5) * step[a];
      const p: Vec3 = [at(i % N, 0), at(Math.floor(i / N) % N, 1), at(Math.floor(i / N / N), 2)];
      if (!isInside(p)) continue;
      mass += cell;
      for (let a = 0; a < 3; a++) {
        first[a] += p[a] * cell;
        second[a] += p[a] * p[a] * cell;
      }
    }
    const found = massOf(shape, 1);
    expect(Math.abs(mass / found.mass - 1)).toBeLessThan(0.02);
    const spread = second.map((s, a) => s - (first[a] * first[a]) / mass);
    for (let a = 0; a < 3; a++) {
      expect(Math.abs(first[a] / mass - found.centre[a])).toBeLessThan(5e-3);
      const moment = spread[(a + 1) % 3] + spread[(a + 2) % 3];
      expect(Math.abs(moment / found.inertia[[0, 3, 5][a]] - 1)).toBeLessThan(0.04);
    }
  });
});

it('a hull is the limit of a rounded hull', () => {
  const hull = buildHull([
    [0.5, 0, 0],
    [-0.4, 0.1, 0.3],
    [0, 0.6, -0.2],
    [0.1, -0.5, 0.2],
    [0, 0, 0.7],
  ]);
  expectClose(roundedHullMass(hull, 1e-12, 3), hullMass(hull, 3), 1e-10);
});
