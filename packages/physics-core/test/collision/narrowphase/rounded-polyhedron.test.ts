// Runs alone: its kernels are up to eight times slower where other tests had them compiled for their own shapes.
import { describe, expect, it } from 'vitest';
import { collideRoundedPolyhedron } from '../../../src/collision/narrowphase/rounded-polyhedron.js';
import { buildHull } from '../../../src/collision/shapes/quickhull.js';
import { multiply, rotate } from '../../../src/math/quat.js';
import type { Vec3 } from '../../../src/math/vec3.js';
import { add, dot, length, scale, sub } from '../../../src/math/vec3.js';
import {
  at,
  box,
  bruteDistance,
  type Core,
  capsule,
  contactOf,
  coreOf,
  createRandom,
  hullShape,
  type Pose,
  randomPose,
  randomVec,
  type Shape,
  sphere,
  turn,
} from './core-fixture.js';

const MARGIN = 0.05;
const random = createRandom(11);
const ball = sphere(0.3);
const pill = capsule(0.2, 0.7);
const brick = box(0.5, 0.3, 0.8);
const rock = hullShape(buildHull(Array.from({ length: 14 }, () => randomVec(random, 0.8))));
const brickHull = hullShape(brick.hull as NonNullable<Shape['hull']>);

const run = (a: Shape, poseA: Pose, b: Shape, poseB: Pose, margin = MARGIN) =>
  contactOf(collideRoundedPolyhedron, a, poseA, b, poseB, margin);

const pairs: [string, Shape, Shape][] = [
  ['sphere-box', ball, brick],
  ['sphere-hull', ball, rock],
  ['capsule-box', pill, brick],
  ['capsule-hull', pill, rock],
];

/** Overlap of the cores along n: how far A's core has to move along -n to leave B. */
const overlapAlong = (a: Core, b: Core, n: Vec3): number =>
  Math.max(...a.vertices.map((x) => dot(x, n))) - Math.min(...b.vertices.map((x) => dot(x, n)));

describe('collideRoundedPolyhedron', () => {
  it.each(pairs)('%s: separation and gap while the cores are apart', (_name, a, b) => {
    let touching = 0;
    for (let i = 0; i < 600; i++) {
      const poseA = randomPose(random, 1.3);
      const poseB = randomPose(random, 0.2);
      const coreA = coreOf(a, poseA);
      const coreB = coreOf(b, poseB);
      const distance = bruteDistance(coreA, coreB);
      if (distance === 0) continue;
      const expected = distance - coreA.radius;
      const found = run(a, poseA, b, poseB);
      if (expected > MARGIN) {
        expect(found.count).toBe(0);
        expect(found.gap).toBeGreaterThan(MARGIN);
        expect(found.gap).toBeLessThanOrEqual(expected + 1e-12);
        continue;
      }
      touching++;
      expect(Math.abs(found.least - expected)).toBeLessThan(2e-6 * coreA.radius);
      expect(overlapAlong(coreA, coreB, found.normal)).toBeCloseTo(-distance, 5);
    }
    expect(touching).toBeGreaterThan(50);
  });

  it.each(pairs)('%s: surface points lie on the surfaces and ids differ', (_name, a, b) => {
    for (let i = 0; i < 600; i++) {
      const poseA = randomPose(random, 1);
      const poseB = randomPose(random, 0.2);
      const found = run(a, poseA, b, poseB);
      const coreA = coreOf(a, poseA);
      const coreB = coreOf(b, poseB);
      expect(new Set(found.points.map((p) => p.feature)).size).toBe(found.count);
      if (bruteDistance(coreA, coreB) === 0) continue;
      for (const { position, separation } of found.points) {
        const onB = add(position, scale(found.normal, separation / 2));
        const onCore = sub(position, scale(found.normal, separation / 2 + coreA.radius));
        expect(bruteDistance(pointCore(onB), coreB)).toBeLessThan(1e-5);
        expect(bruteDistance(coreA, pointCore(onCore))).toBeLessThan(1e-5);
      }
    }
  });

  it.each(pairs)('%s: the core inside takes the axis of least overlap', (_name, a, b) => {
    let deep = 0;
    for (let i = 0; i < 300; i++) {
      const poseA = randomPose(random, 0.5);
      const poseB = randomPose(random, 0.1);
      const coreA = coreOf(a, poseA);
      const coreB = coreOf(b, poseB);
      if (bruteDistance(coreA, coreB) > 0) continue;
      deep++;
      const found = run(a, poseA, b, poseB);
      const overlap = overlapAlong(coreA, coreB, found.normal);
      expect(Math.abs(found.least + overlap + coreA.radius)).toBeLessThan(4e-6 * coreA.radius);
      for (let k = 0; k < 100; k++) {
        const raw = randomVec(random, 1);
        expect(overlapAlong(coreA, coreB, scale(raw, 1 / length(raw)))).toBeGreaterThan(overlap - 1e-6);
      }
    }
    expect(deep).toBeGreaterThan(50);
  });

  it.each(pairs)('%s: moving B by -n·separation leaves them just touching', (_name, a, b) => {
    for (let i = 0; i < 500; i++) {
      const poseA = randomPose(random, 0.6);
      const poseB = randomPose(random, 0.2);
      const found = run(a, poseA, b, poseB);
      if (found.count === 0) continue;
      const p = add(poseB.p, scale(found.normal, -found.least));
      expect(Math.abs(run(a, poseA, b, { p, q: poseB.q }, 1).least)).toBeLessThan(1e-6);
    }
  });

  it.each(pairs)('%s: a rigid motion of both moves the contact with them', (_name, a, b) => {
    for (let i = 0; i < 300; i++) {
      const poseA = randomPose(random, 0.9);
      const poseB = randomPose(random, 0.2);
      const motion = randomPose(random, 20);
      const carry = ({ p, q }: Pose): Pose => ({
        p: add(motion.p, rotate(motion.q, p)),
        q: multiply(motion.q, q),
      });
      const before = run(a, poseA, b, poseB);
      const after = run(a, carry(poseA), b, carry(poseB));
      expect(after.count).toBe(before.count);
      before.points.forEach((point, k) => {
        expect(after.points[k].separation).toBeCloseTo(point.separation, 8);
        expect(after.points[k].feature).toBe(point.feature);
        expect(
          length(sub(after.points[k].position, carry({ p: point.position, q: motion.q }).p)),
        ).toBeLessThan(1e-6);
      });
      if (before.count > 0)
        expect(length(sub(after.normal, rotate(motion.q, before.normal)))).toBeLessThan(1e-6);
    }
  });

  it('a box and its hull give the same contact to a sphere', () => {
    for (let i = 0; i < 1000; i++) {
      const poseA = randomPose(random, 0.9);
      const poseB = randomPose(random, 0.1);
      const asBox = run(ball, poseA, brick, poseB);
      const asHull = run(ball, poseA, brickHull, poseB);
      expect(asHull.count).toBe(asBox.count);
      if (asBox.count === 0) continue;
      expect(asHull.least).toBeCloseTo(asBox.least, 9);
      expect(length(sub(asHull.normal, asBox.normal))).toBeLessThan(1e-6);
    }
  });

  it.each([
    ['sphere', ball, 0],
    ['lying capsule', pill, Math.PI / 2],
    ['tilted capsule', pill, Math.PI / 2 - 0.3],
    ['standing capsule', pill, 0],
  ] as [string, Shape, number][])(
    '%s sinking through a face keeps its normal from shallow to deep',
    (_name, a, angle) => {
      const q = turn([0, 0, 1], angle);
      const reach = a.kind === 1 ? 0.7 * Math.abs(Math.cos(angle)) : 0;
      for (const b of [box(2, 1, 2), hullShape(box(2, 1, 2).hull as NonNullable<Shape['hull']>)]) {
        let previous = 0;
        for (let depth = -0.04; depth < 0.8; depth += 0.0037) {
          const found = run(a, at(0.1, 1 + a.size[0] + reach - depth, 0.2, q), b, at(0, 0, 0));
          expect(found.normal[1]).toBeCloseTo(-1, 9);
          expect(found.least).toBeCloseTo(-depth, 9);
          expect(found.count).toBeGreaterThanOrEqual(previous);
          previous = found.count;
        }
      }
    },
  );

  it('a capsule sinking across an edge keeps its normal when the core reaches the box', () => {
    const q = turn([0, 0, 1], Math.PI / 4);
    const edge: Vec3 = [0.5, 0.5, 0];
    const diagonal: Vec3 = [Math.SQRT1_2, Math.SQRT1_2, 0];
    for (let core = 0.2; core > -0.2; core -= 0.0031) {
      const p = add(edge, scale(diagonal, core));
      const found = run(pill, { p, q }, box(0.5, 0.5, 2), at(0, 0, 0));
      expect(dot(found.normal, diagonal)).toBeCloseTo(-1, 6);
      expect(found.least).toBeCloseTo(core - 0.2, 6);
    }
  });

  it('a capsule lying on a face has two points, clipped where it hangs over', () => {
    const lying = turn([0, 0, 1], Math.PI / 2);
    const whole = run(pill, at(0, 1.19, 0, lying), box(2, 1, 2), at(0, 0, 0));
    expect(whole.points.map((p) => p.position[0]).sort((x, y) => x - y)).toEqual([
      expect.closeTo(-0.7, 9),
      expect.closeTo(0.7, 9),
    ]);
    const hanging = run(pill, at(1.8, 1.19, 0, lying), box(2, 1, 2), at(0, 0, 0));
    expect(hanging.points.map((p) => p.position[0]).sort((x, y) => x - y)).toEqual([
      expect.closeTo(1.1, 6),
      expect.closeTo(2, 6),
    ]);
    const bridge = run(capsule(0.2, 3), at(0, 1.19, 0, lying), box(1, 1, 1), at(0, 0, 0));
    expect(bridge.points.map((p) => p.position[0]).sort((x, y) => x - y)).toEqual([
      expect.closeTo(-1, 6),
      expect.closeTo(1, 6),
    ]);
    for (const p of [...whole.points, ...hanging.points, ...bridge.points])
      expect(p.separation).toBeCloseTo(-0.01, 9);
  });

  it('a capsule along an edge, off the face, still has two points', () => {
    const along = turn([1, 0, 0], Math.PI / 2);
    const found = run(pill, at(1.1, 1.15, 0, along), box(1, 1, 2), at(0, 0, 0));
    expect(found.count).toBe(2);
    expect(found.least).toBeCloseTo(Math.hypot(0.1, 0.15) - 0.2, 9);
    expect(Math.abs(found.points[0].position[2] - found.points[1].position[2])).toBeCloseTo(1.4, 6);
  });

  it('is not misled by a chamfer at the end of the edge it lies along', () => {
    // A cube of half size 1 whose corner (1, 1, 1) is cut off: the cut looks more along (1, 1, 0) than either face.
    const corners: Vec3[] = [];
    for (const x of [-1, 1])
      for (const y of [-1, 1]) for (const z of [-1, 1]) if (x + y + z < 3) corners.push([x, y, z]);
    const cut = hullShape(buildHull([...corners, [0.9, 1, 1], [1, 0.9, 1], [1, 1, 0.9]]));
    const offset = (0.2 - 0.01) * Math.SQRT1_2;
    const found = run(pill, at(1 + offset, 1 + offset, -0.2, turn([1, 0, 0], Math.PI / 2)), cut, at(0, 0, 0));
    expect(found.least).toBeCloseTo(-0.01, 9);
    expect(found.points.map((p) => p.position[2]).sort((x, y) => x - y)).toEqual([
      expect.closeTo(-0.9, 5),
      expect.closeTo(0.5, 5),
    ]);
  });

  it('a standing capsule has one point', () => {
    const found = run(pill, at(0, 1.89, 0), box(2, 1, 2), at(0, 0, 0));
    expect(found.count).toBe(1);
    expect(found.least).toBeCloseTo(-0.01, 12);
  });

  it('small motions keep ids, and move separations and normals by little', () => {
    let compared = 0;
    for (let i = 0; i < 700; i++) {
      const poseA = randomPose(random, 0.9);
      const poseB = randomPose(random, 0.1);
      const step = 1e-7;
      const nudged = { p: add(poseA.p, randomVec(random, step)), q: poseA.q };
      for (const [a, b] of [
        [pill, brick],
        [pill, rock],
        [ball, rock],
      ]) {
        if (bruteDistance(coreOf(a, poseA), coreOf(b, poseB)) < 0.01) continue;
        const before = run(a, poseA, b, poseB);
        const after = run(a, nudged, b, poseB);
        if (before.count !== after.count || before.count === 0) continue;
        compared++;
        expect(after.points.map((p) => p.feature)).toEqual(before.points.map((p) => p.feature));
        expect(Math.abs(after.least - before.least)).toBeLessThan(2 * step);
        expect(length(sub(after.normal, before.normal))).toBeLessThan(1e-4);
      }
    }
    expect(compared).toBeGreaterThan(200);
  });

  it('is exact far from the origin', () => {
    const near = run(pill, at(0.25, 1.125, 0.5, turn([0, 0, 1], 1)), box(2, 1, 2), at(0, 0, 0));
    const far = run(pill, at(1048576.25, 1.125, 0.5, turn([0, 0, 1], 1)), box(2, 1, 2), at(1048576, 0, 0));
    expect(far.points.map((p) => p.separation)).toEqual(near.points.map((p) => p.separation));
    expect(far.normal).toEqual(near.normal);
  });
});

const pointCore = (x: Vec3) => coreOf(sphere(1), { p: x, q: [0, 0, 0, 1] });
