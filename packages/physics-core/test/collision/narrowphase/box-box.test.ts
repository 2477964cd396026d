import { describe, expect, it } from 'vitest';
import { collideBoxBox } from '../../../src/collision/narrowphase/box-box.js';
import { swapFeature } from '../../../src/collision/narrowphase/feature-id.js';
import { collideHullHull } from '../../../src/collision/narrowphase/hull-hull.js';
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

const unit: Vec3 = [0.5, 0.5, 0.5];
const collide = (a: Placed, b: Placed): Contact => contactOf(collideBoxBox, a, b);

const expectVec = (actual: Vec3, expected: Vec3, digits = 12): void => {
  for (let i = 0; i < 3; i++) expect(actual[i]).toBeCloseTo(expected[i], digits);
};

const sorted = (c: Contact): Vec3[] =>
  c.points.map((p) => p.at).sort((p, q) => p[0] - q[0] || p[2] - q[2] || p[1] - q[1]);

/** How much less than the best axis the biases may accept: first A's face for B's, then a face for an edge. */
const biasAt = (separation: number): number =>
  FACE_BIAS + EDGE_BIAS + (FACE_BIAS_RELATIVE + EDGE_BIAS_RELATIVE) * 1.1 * Math.abs(separation);

describe('box-box, known configurations', () => {
  it('stacked boxes touch in the four corners, half way into the overlap', () => {
    const c = collide(box(unit, [0, 0, 0]), box(unit, [0, 0.99, 0]));
    expectVec(c.normal, [0, 1, 0]);
    expect(c.count).toBe(4);
    for (const p of c.points) expect(p.separation).toBeCloseTo(-0.01, 12);
    const y = 0.495;
    sorted(c).forEach((p, i) => {
      expectVec(
        p,
        (
          [
            [-0.5, y, -0.5],
            [-0.5, y, 0.5],
            [0.5, y, -0.5],
            [0.5, y, 0.5],
          ] as Vec3[]
        )[i],
      );
    });
  });

  it('boxes apart by less than the margin have speculative points', () => {
    const c = collide(box(unit, [0, 0, 0]), box(unit, [0, 1.015, 0]));
    expect(c.count).toBe(4);
    for (const p of c.points) {
      expect(p.separation).toBeCloseTo(0.015, 12);
      expect(p.at[1]).toBeCloseTo(0.5075, 12);
    }
  });

  it('boxes apart by more report the distance', () => {
    const c = collide(box(unit, [0, 0, 0]), box(unit, [0, 1.5, 0]));
    expect(c.count).toBe(0);
    expect(c.gap).toBeCloseTo(0.5, 12);
  });

  it('boxes apart across an edge report the distance of the edges, not of one axis', () => {
    const c = collide(box(unit, [0, 0, 0]), box(unit, [1.3, 1.4, 0]));
    expect(c.count).toBe(0);
    expect(c.gap).toBeCloseTo(0.5, 12);
  });

  it('an offset box keeps the overlapping rectangle only', () => {
    const c = collide(box(unit, [0, 0, 0]), box(unit, [0.7, 0.99, 0.2]));
    expectVec(c.normal, [0, 1, 0]);
    sorted(c).forEach((p, i) => {
      expectVec(
        p,
        (
          [
            [0.2, 0.495, -0.3],
            [0.2, 0.495, 0.5],
            [0.5, 0.495, -0.3],
            [0.5, 0.495, 0.5],
          ] as Vec3[]
        )[i],
      );
    });
  });

  it('a small box under a large one has the corners of the small one, whichever is A', () => {
    const small = box([0.1, 0.5, 0.2], [0.3, 0, 0.1]);
    const large = box([3, 0.5, 3], [0, 1, 0]);
    for (const c of [collide(small, large), collide(large, small)]) {
      sorted(c).forEach((p, i) => {
        expectVec(
          p,
          (
            [
              [0.2, 0.5, -0.1],
              [0.2, 0.5, 0.3],
              [0.4, 0.5, -0.1],
              [0.4, 0.5, 0.3],
            ] as Vec3[]
          )[i],
        );
      });
    }
  });

  it('turned by 45 degrees the eight corners of the octagon become four that span most of it', () => {
    const c = collide(box(unit, [0, 0, 0]), box(unit, [0, 0.99, 0], turn([0, 1, 0], Math.PI / 4)));
    expect(c.count).toBe(4);
    expectVec(c.normal, [0, 1, 0]);
    // The octagon's corners are (±1/2, ±k) and (±k, ±1/2).
    const k = (Math.SQRT2 - 1) / 2;
    for (const p of c.points) {
      expect(p.separation).toBeCloseTo(-0.01, 12);
      const [s, l] = [Math.abs(p.at[0]), Math.abs(p.at[2])].sort((x, y) => x - y);
      expect(s).toBeCloseTo(k, 12);
      expect(l).toBeCloseTo(0.5, 12);
    }
    // Shoelace in angular order: at least the square that takes every second corner's neighbour.
    const corners = [...c.points].sort((p, q) => Math.atan2(p.at[2], p.at[0]) - Math.atan2(q.at[2], q.at[0]));
    let area = 0;
    corners.forEach((p, i) => {
      const q = corners[(i + 1) % 4];
      area += 0.5 * (p.at[0] * q.at[2] - q.at[0] * p.at[2]);
    });
    expect(Math.abs(area)).toBeGreaterThan(0.55);
  });

  it('crossed edges touch in one point between them', () => {
    const a = box(unit, [0, 0, 0], turn([0, 0, 1], Math.PI / 4));
    const b = box(unit, [0.1, Math.SQRT2 - 0.03, 0.2], turn([1, 0, 0], Math.PI / 4));
    const c = collide(a, b);
    expect(c.count).toBe(1);
    expectVec(c.normal, [0, 1, 0]);
    expect(c.separation).toBeCloseTo(-0.03, 12);
    expectVec(c.points[0].at, [0, Math.SQRT1_2 - 0.015, 0.2]);
  });

  it('a corner standing on a face touches in one point', () => {
    const onCorner = turn([1, 0, -1], Math.acos(1 / Math.sqrt(3)));
    const b = box(unit, [0.1, 0.5 + Math.sqrt(3) / 2 - 0.01, 0.05], onCorner);
    const lowest = Math.min(
      ...[0, 1, 2, 3, 4, 5, 6, 7].map(
        (i) => rotate(onCorner, [i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, i & 4 ? 0.5 : -0.5])[1],
      ),
    );
    expect(lowest).toBeCloseTo(-Math.sqrt(3) / 2, 12);
    for (const [first, second, sign] of [
      [box(unit, [0, 0, 0]), b, 1],
      [b, box(unit, [0, 0, 0]), -1],
    ] as const) {
      const c = collide(first, second);
      expect(c.count).toBe(1);
      expectVec(c.normal, [0, sign, 0]);
      expect(c.separation).toBeCloseTo(-0.01, 12);
      expectVec(c.points[0].at, [0.1, 0.495, 0.05]);
    }
  });

  it('a box deep inside another is pushed out the shortest way', () => {
    const c = collide(box([2, 2, 2], [0, 0, 0]), box([0.2, 0.3, 0.4], [0, 0, -1.2]));
    expectVec(c.normal, [0, 0, -1]);
    expect(c.separation).toBeCloseTo(-1.2, 12);
  });

  it('concentric boxes have a contact along the least overlap', () => {
    const c = collide(box([1, 0.25, 2], [0, 0, 0]), box([2, 0.5, 1], [0, 0, 0]));
    expect(c.count).toBe(4);
    expectVec(c.normal, [0, 1, 0]);
    expect(c.separation).toBeCloseTo(-0.75, 12);
  });

  it('is as exact a hundred kilometres away', () => {
    const far: Vec3 = [1e5, -1e5, 1e5];
    const c = collide(box(unit, far), box(unit, add(far, [0.25, 0.9921875, 0.125])));
    expect(c.count).toBe(4);
    for (const p of c.points) expect(p.separation).toBe(-0.0078125);
  });
});

interface Pair {
  readonly a: Placed;
  readonly b: Placed;
  readonly c: Contact;
}

/** Random boxes, every other one with its separation brought near zero, as contacts are in a simulation. */
const randomPairs = (count: number, seed: number): Pair[] => {
  const random = seeded(seed);
  const half = (): Vec3 => [0.1 + random(), 0.1 + random(), 0.1 + random()];
  const pairs: Pair[] = [];
  while (pairs.length < count) {
    const a = box(half(), randomVec(random, 0.2), randomQuat(random));
    let b = box(
      half(),
      add(a.position, randomVec(random, 1.2)),
      random() < 0.2 ? a.rotation : randomQuat(random),
    );
    let c = collide(a, b);
    if (c.count > 0 && pairs.length % 2 === 0) {
      b = translate(b, scale(c.normal, -c.separation - 0.01 * random()));
      c = collide(a, b);
    }
    if (c.count > 0) pairs.push({ a, b, c });
  }
  return pairs;
};

describe('box-box, properties of random pairs', () => {
  const pairs = randomPairs(600, 7);

  it('the normal is a unit vector along which the shapes are as far apart as the points say', () => {
    for (const { a, b, c } of pairs) {
      expect(length(c.normal)).toBeCloseTo(1, 12);
      const real = separationAlong(c.normal, a, b);
      expect(c.separation).toBeGreaterThan(real - 1e-10);
      // A clipped vertex makes the manifold shallower than the axis, never by more than the biases allow.
      if (real < 0) expect(c.separation).toBeLessThan(real + biasAt(real) + DEPTH_TIE);
    }
  });

  it('no axis of the brute-force search separates more, up to the biases', () => {
    for (const { a, b, c } of pairs) {
      const best = oracleSeparation(a, b);
      const chosen = separationAlong(c.normal, a, b);
      expect(chosen).toBeLessThan(best + 1e-10);
      expect(chosen).toBeGreaterThan(best - biasAt(best));
    }
  });

  it('every overlapping pair has a contact, and pairs without one are apart', () => {
    const random = seeded(11);
    for (let i = 0; i < 2000; i++) {
      const a = box([0.3, 0.5, 0.7], [0, 0, 0], randomQuat(random));
      const b = box([0.6, 0.2, 0.4], randomVec(random, 1), randomQuat(random));
      const c = collide(a, b);
      if (c.count > 0) continue;
      const best = oracleSeparation(a, b);
      expect(best).toBeGreaterThan(0);
      expect(c.gap).toBeGreaterThanOrEqual(best > MARGIN ? MARGIN : 0);
    }
  });

  it('the gap of pairs apart is a lower bound of their distance, no worse than a separating axis', () => {
    const random = seeded(12);
    for (let i = 0; i < 500; i++) {
      const a = box([0.3, 0.5, 0.7], [0, 0, 0], randomQuat(random));
      const b = box([0.6, 0.2, 0.4], randomVec(random, 3), randomQuat(random));
      const c = collide(a, b);
      if (c.count > 0) continue;
      // Moving B by the gap in any direction, above all straight at A, must not make them overlap.
      const toA = scale(b.position, -1 / length(b.position));
      for (const direction of [toA, randomVec(random, 1), randomVec(random, 1)]) {
        const moved = translate(b, scale(direction, (c.gap * 0.999) / length(direction)));
        expect(oracleSeparation(a, moved)).toBeGreaterThan(-1e-9);
      }
    }
  });

  it('moving B back by the separation makes the shapes just touch', () => {
    for (const { a, b, c } of pairs) {
      const moved = translate(b, scale(c.normal, -separationAlong(c.normal, a, b)));
      const best = oracleSeparation(a, moved);
      expect(best).toBeGreaterThan(-1e-9);
      expect(best).toBeLessThan(biasAt(c.separation) + 1e-9);
    }
  });

  it('surface points lie on both shapes', () => {
    for (const { a, b, c } of pairs) {
      for (const p of c.points) {
        const onA = sub(p.at, scale(c.normal, p.separation / 2));
        const onB = add(p.at, scale(c.normal, p.separation / 2));
        // A face's clip leaves the incident point on its face and the projection on the reference face, up to the slack.
        const slack = 2e-4 + (c.count === 1 ? biasAt(c.separation) : 0);
        expect(heightAbove(a, onA)).toBeLessThan(Math.max(slack, c.separation > 0 ? MARGIN : 0));
        expect(heightAbove(b, onB)).toBeLessThan(Math.max(slack, c.separation > 0 ? MARGIN : 0));
      }
    }
  });

  it('exchanging A and B turns the normal round and exchanges the features', () => {
    let compared = 0;
    for (const { a, b, c } of pairs) {
      const back = collide(b, a);
      expect(back.count).toBeGreaterThan(0);
      expect(Math.abs(separationAlong(back.normal, b, a) - separationAlong(c.normal, a, b))).toBeLessThan(
        biasAt(c.separation),
      );
      // Equal but for the sign unless the bias for A's face decided.
      if (dot(back.normal, c.normal) > -1 + 1e-12) continue;
      compared++;
      expect(back.separation).toBeCloseTo(c.separation, 9);
      if (back.count !== c.count || c.count === 4) continue;
      const features = new Set(c.points.map((p) => swapFeature(p.feature)));
      for (const p of back.points) expect(features).toContain(p.feature);
    }
    expect(compared).toBeGreaterThan(pairs.length * 0.8);
  });

  it('moving both shapes rigidly moves the contact', () => {
    const random = seeded(3);
    for (const { a, b, c } of pairs) {
      const q = randomQuat(random);
      const shift = randomVec(random, 10);
      const moved = collide(moveRigidly(a, q, shift), moveRigidly(b, q, shift));
      expect(moved.count).toBe(c.count);
      expectVec(moved.normal, rotate(q, c.normal), 9);
      c.points.forEach((p, i) => {
        expectVec(moved.points[i].at, add(rotate(q, p.at), shift), 9);
        expect(moved.points[i].separation).toBeCloseTo(p.separation, 9);
        expect(moved.points[i].feature).toBe(p.feature);
      });
    }
  });

  it('equals the general polyhedron code in normal, depth and features', () => {
    for (const { a, b, c } of pairs) {
      const general = contactOf(collideHullHull, a, b);
      expect(general.count).toBe(c.count);
      expectVec(general.normal, c.normal, 9);
      expect(general.separation).toBeCloseTo(c.separation, 9);
      // Both number a box's vertices alike. Of more than four candidates the two may keep others, as they start elsewhere.
      if (c.count === 4) continue;
      expect(general.points.map((p) => p.feature).sort()).toEqual(c.points.map((p) => p.feature).sort());
    }
  });

  it('features are unique in a manifold and stable under small motion', () => {
    const random = seeded(5);
    let same = 0;
    let all = 0;
    for (const { a, b, c } of pairs) {
      expect(new Set(c.points.map((p) => p.feature)).size).toBe(c.count);
      const moved = collide(a, moveRigidly(b, turn(randomVec(random, 1), 1e-4), randomVec(random, 1e-4)));
      const before = new Set(c.points.map((p) => p.feature));
      for (const p of moved.points) {
        all++;
        if (before.has(p.feature)) same++;
      }
    }
    expect(same / all).toBeGreaterThan(0.97);
  });

  it('small motion changes depth and normal little', () => {
    const random = seeded(6);
    let jumps = 0;
    for (const { a, b, c } of pairs) {
      const moved = collide(a, translate(b, randomVec(random, 1e-5)));
      if (moved.count === 0 || dot(moved.normal, c.normal) < 0.999) jumps++;
      else expect(Math.abs(moved.separation - c.separation)).toBeLessThan(biasAt(c.separation));
    }
    expect(jumps).toBeLessThan(pairs.length * 0.01);
  });
});

describe('box-box at rest', () => {
  it('keeps reference, normal, count and features while two equal boxes jitter on each other', () => {
    const random = seeded(9);
    const a = box(unit, [0, 0, 0]);
    const first = collide(a, box(unit, [0, 0.997, 0]));
    const expected = first.points.map((p) => p.feature).sort();
    for (let i = 0; i < 500; i++) {
      const b = box(unit, add([0, 0.997, 0], randomVec(random, 4e-5)), turn(randomVec(random, 1), 3e-5));
      const c = collide(a, b);
      expectVec(c.normal, [0, 1, 0], 12);
      expect(c.points.map((p) => p.feature).sort()).toEqual(expected);
    }
  });

  it('keeps its four points while a box turned by 45 degrees jitters on another', () => {
    const random = seeded(10);
    const a = box(unit, [0, 0, 0]);
    const turned = (angle: number) => turn([0, 1, 0], Math.PI / 4 + angle);
    const expected = collide(a, box(unit, [0, 0.997, 0], turned(0)))
      .points.map((p) => p.feature)
      .sort();
    for (let i = 0; i < 500; i++) {
      const b = box(unit, add([0, 0.997, 0], randomVec(random, 2e-5)), turned(2e-5 * (random() - 0.5)));
      expect(
        collide(a, b)
          .points.map((p) => p.feature)
          .sort(),
      ).toEqual(expected);
    }
  });
});
