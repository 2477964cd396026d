import { describe, expect, it } from 'vitest';
import { swapFeature } from '../../../src/collision/narrowphase/feature-id.js';
import { collideHullHull } from '../../../src/collision/narrowphase/hull-hull.js';
import type { HullGeometry } from '../../../src/collision/shapes/hull-geometry.js';
import { buildHull } from '../../../src/collision/shapes/quickhull.js';
import { rotate } from '../../../src/math/quat.js';
import type { Vec3 } from '../../../src/math/vec3.js';
import { add, dot, length, scale, sub } from '../../../src/math/vec3.js';
import {
  DEPTH_TIE,
  EDGE_BIAS,
  EDGE_BIAS_RELATIVE,
  FACE_BIAS,
  FACE_BIAS_RELATIVE,
} from '../../../src/tuning.js';
import {
  box,
  type Contact,
  contactOf,
  heightAbove,
  hull,
  MARGIN,
  moveRigidly,
  oracleSeparation,
  type Placed,
  randomQuat,
  randomVec,
  seeded,
  separationAlong,
  translate,
  turn,
} from './polyhedron-fixture.js';

const collide = (a: Placed, b: Placed): Contact => contactOf(collideHullHull, a, b);

const expectVec = (actual: Vec3, expected: Vec3, digits = 9): void => {
  for (let i = 0; i < 3; i++) expect(actual[i]).toBeCloseTo(expected[i], digits);
};

/** A prism about y with a regular polygon of `sides` corners on the unit circle. */
const prism = (sides: number, half: number): HullGeometry =>
  buildHull(
    Array.from({ length: 2 * sides }, (_, i): Vec3 => {
      const angle = (2 * Math.PI * (i >> 1)) / sides;
      return [Math.cos(angle), i & 1 ? half : -half, Math.sin(angle)];
    }),
  );

const pyramid = buildHull([
  [-1, 0, -1],
  [1, 0, -1],
  [1, 0, 1],
  [-1, 0, 1],
  [0, 1, 0],
]);

describe('hull-hull, known configurations', () => {
  it('prisms of many sides on each other touch in four points of the rim', () => {
    const wheel = prism(64, 0.5);
    const c = collide(hull(wheel, [0, 0, 0]), hull(wheel, [0, 0.99, 0], turn([0, 1, 0], 0.3)));
    expect(c.count).toBe(4);
    expectVec(c.normal, [0, 1, 0]);
    for (const p of c.points) {
      expect(p.separation).toBeCloseTo(-0.01, 9);
      expect(Math.abs(Math.hypot(p.at[0], p.at[2]) - 1)).toBeLessThan(2e-3);
    }
    const angles = c.points.map((p) => Math.atan2(p.at[2], p.at[0])).sort((x, y) => x - y);
    angles.forEach((angle, i) => {
      const next = i < 3 ? angles[i + 1] : angles[0] + 2 * Math.PI;
      expect(next - angle).toBeLessThan(0.62 * Math.PI);
    });
  });

  it('a pyramid upside down touches with its tip only', () => {
    const c = collide(box([2, 0.5, 2], [0, 0, 0]), hull(pyramid, [0.3, 1.49, 0.2], turn([0, 0, 1], Math.PI)));
    expect(c.count).toBe(1);
    expectVec(c.normal, [0, 1, 0]);
    expect(c.separation).toBeCloseTo(-0.01, 9);
    expectVec(c.points[0].at, [0.3, 0.495, 0.2]);
  });

  it('a pyramid rests on its base whichever is A', () => {
    const table = box([2, 0.5, 2], [0, 0, 0]);
    const resting = hull(pyramid, [0, 0.495, 0]);
    for (const [c, sign] of [
      [collide(table, resting), 1],
      [collide(resting, table), -1],
    ] as const) {
      expect(c.count).toBe(4);
      expectVec(c.normal, [0, sign, 0]);
      for (const p of c.points) {
        expect(p.separation).toBeCloseTo(-0.005, 9);
        expect(Math.abs(p.at[0])).toBeCloseTo(1, 9);
        expect(Math.abs(p.at[2])).toBeCloseTo(1, 9);
      }
    }
  });

  it('two ridges across each other touch in the crossing', () => {
    const roof = buildHull([
      [-1, 0, -2],
      [1, 0, -2],
      [-1, 0, 2],
      [1, 0, 2],
      [0, 1, -2],
      [0, 1, 2],
    ]);
    const upsideDown = hull(roof, [0.2, 1.97, 0.1], turn([1, 0, 0], Math.PI));
    const c = collide(hull(roof, [0, 0, 0]), moveRigidly(upsideDown, turn([0, 1, 0], 1), [0, 0, 0]));
    expect(c.count).toBe(1);
    expectVec(c.normal, [0, 1, 0]);
    expect(c.separation).toBeCloseTo(-0.03, 9);
    expect(c.points[0].at[1]).toBeCloseTo(0.985, 9);
    expect(c.points[0].at[0]).toBeCloseTo(0, 9);
  });
});

const biasAt = (separation: number): number =>
  FACE_BIAS + EDGE_BIAS + (FACE_BIAS_RELATIVE + EDGE_BIAS_RELATIVE) * 1.1 * Math.abs(separation);

describe('hull-hull, properties of random pairs', () => {
  const random = seeded(31);
  const cloud = (count: number): HullGeometry =>
    buildHull(Array.from({ length: count }, () => randomVec(random, 0.7)));
  const onSphere = (count: number): HullGeometry =>
    buildHull(
      Array.from({ length: count }, () => {
        const v = randomVec(random, 1);
        return scale(v, 0.6 / length(v));
      }),
    );
  const shapes = [
    cloud(4),
    cloud(5),
    cloud(8),
    cloud(20),
    onSphere(12),
    onSphere(30),
    prism(5, 0.3),
    prism(16, 0.1),
    pyramid,
  ];
  const draw = (position: Vec3): Placed => {
    const i = Math.floor(random() * (shapes.length + 2));
    return i < shapes.length
      ? hull(shapes[i], position, randomQuat(random))
      : box([0.3, 0.5, 0.2], position, randomQuat(random));
  };
  const pairs: { a: Placed; b: Placed; c: Contact }[] = [];
  while (pairs.length < 300) {
    const a = draw(randomVec(random, 0.3));
    let b = draw(add(a.position, randomVec(random, 1)));
    let c = collide(a, b);
    if (c.count > 0 && pairs.length % 2 === 0) {
      b = translate(b, scale(c.normal, -c.separation - 0.01 * random()));
      c = collide(a, b);
    }
    if (c.count > 0) pairs.push({ a, b, c });
  }

  it('finds the least overlap that a search without pruning finds, up to the biases', () => {
    for (const { a, b, c } of pairs) {
      const best = oracleSeparation(a, b);
      const chosen = separationAlong(c.normal, a, b);
      expect(length(c.normal)).toBeCloseTo(1, 12);
      expect(chosen).toBeLessThan(best + 1e-6);
      expect(chosen).toBeGreaterThan(best - biasAt(best));
      expect(c.separation).toBeGreaterThan(chosen - 1e-6);
      if (chosen < 0) expect(c.separation).toBeLessThan(chosen + biasAt(chosen) + DEPTH_TIE);
    }
  });

  it('pairs without a contact are apart by at least the gap', () => {
    for (let i = 0; i < 200; i++) {
      const a = draw([0, 0, 0]);
      const b = draw(randomVec(random, 2));
      const c = collide(a, b);
      if (c.count > 0) continue;
      const best = oracleSeparation(a, b);
      expect(best).toBeGreaterThan(-1e-9);
      expect(c.gap).toBeLessThan(Math.max(best, 0) + 1e-9);
      if (best > 1.5 * MARGIN) expect(c.gap).toBeGreaterThan(MARGIN);
    }
  });

  it('surface points lie on both shapes', () => {
    for (const { a, b, c } of pairs)
      for (const p of c.points) {
        const slack = c.separation > 0 ? MARGIN : 2e-4 + (c.count === 1 ? biasAt(c.separation) : 0);
        expect(heightAbove(a, sub(p.at, scale(c.normal, p.separation / 2)))).toBeLessThan(slack);
        expect(heightAbove(b, add(p.at, scale(c.normal, p.separation / 2)))).toBeLessThan(slack);
      }
  });

  it('exchanging A and B turns the normal round', () => {
    let compared = 0;
    for (const { a, b, c } of pairs) {
      const back = collide(b, a);
      expect(Math.abs(separationAlong(back.normal, b, a) - separationAlong(c.normal, a, b))).toBeLessThan(
        biasAt(c.separation),
      );
      if (dot(back.normal, c.normal) > -1 + 1e-12) continue;
      compared++;
      expect(back.separation).toBeCloseTo(c.separation, 6);
      if (back.count !== c.count || c.count === 4) continue;
      const features = new Set(c.points.map((p) => swapFeature(p.feature)));
      for (const p of back.points) expect(features).toContain(p.feature);
    }
    expect(compared).toBeGreaterThan(pairs.length * 0.8);
  });

  it('moving both shapes rigidly moves the contact', () => {
    for (const { a, b, c } of pairs) {
      const q = randomQuat(random);
      const shift = randomVec(random, 10);
      const moved = collide(moveRigidly(a, q, shift), moveRigidly(b, q, shift));
      expect(moved.count).toBe(c.count);
      expectVec(moved.normal, rotate(q, c.normal));
      c.points.forEach((p, i) => {
        expectVec(moved.points[i].at, add(rotate(q, p.at), shift));
        expect(moved.points[i].feature).toBe(p.feature);
      });
    }
  });

  it('features are unique in a manifold and stable under small motion', () => {
    let same = 0;
    let all = 0;
    for (const { a, b, c } of pairs) {
      const before = new Set(c.points.map((p) => p.feature));
      expect(before.size).toBe(c.count);
      const moved = collide(a, moveRigidly(b, turn(randomVec(random, 1), 1e-4), randomVec(random, 1e-4)));
      for (const p of moved.points) {
        all++;
        if (before.has(p.feature)) same++;
      }
    }
    expect(same / all).toBeGreaterThan(0.97);
  });
});
