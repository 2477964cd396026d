// Runs alone: its kernels are up to eight times slower where other tests had them compiled for their own shapes.
import { describe, expect, it } from 'vitest';
import { fuzzSeed, trials } from '../../../../../test/fuzz-scale.js';
import { closestPoints, createGjkResult } from '../../../src/collision/narrowphase/gjk.js';
import { buildHull } from '../../../src/collision/shapes/quickhull.js';
import type { Floats } from '../../../src/math/floats.js';
import type { Vec3 } from '../../../src/math/vec3.js';
import { add, dot, length, scale, sub } from '../../../src/math/vec3.js';
import {
  at,
  box,
  bruteDistance,
  capsule,
  coreOf,
  createRandom,
  createShapes,
  hullShape,
  type Pose,
  randomPose,
  randomQuat,
  randomVec,
  type Shape,
  setPose,
  sphere,
  turn,
} from './core-fixture.js';

/** Random poses of each of the 28 pairs of shapes: 100,000 in all by `npm run fuzz`. */
const POSES = trials('POSES', 150, 3600);
const random = createRandom(fuzzSeed(7));
const cloud = (n: number): Shape =>
  hullShape(buildHull(Array.from({ length: n }, () => randomVec(random, 1))));

const shapes: Record<string, Shape> = {
  sphere: sphere(0.3),
  capsule: capsule(0.2, 0.8),
  box: box(0.5, 0.3, 0.9),
  plate: box(5, 0.01, 5),
  needle: box(0.01, 4, 0.01),
  hull: cloud(20),
  tetrahedron: hullShape(
    buildHull([
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]),
  ),
};
const names = Object.keys(shapes);
const pairs = names.flatMap((a, i) => names.slice(i).map((b): [string, string] => [a, b]));

const gjk = (a: Shape, poseA: Pose, b: Shape, poseB: Pose) => {
  const s = createShapes(a, b);
  setPose(s, 0, poseA);
  setPose(s, 1, poseB);
  const r = createGjkResult();
  closestPoints(s, 0, 1, r);
  const vec = (x: Floats): Vec3 => [x[0], x[1], x[2]];
  return { distance: r.distance[0], normal: vec(r.normal), pointA: vec(r.pointA), pointB: vec(r.pointB) };
};

describe('closestPoints', () => {
  it.each(pairs)('%s and %s: agrees with every pair of features tried', (nameA, nameB) => {
    const a = shapes[nameA];
    const b = shapes[nameB];
    for (let i = 0; i < POSES; i++) {
      const poseA = randomPose(random, 0.2);
      const poseB = randomPose(random, i % 3 === 0 ? 0.6 : 2.5);
      const expected = bruteDistance(coreOf(a, poseA), coreOf(b, poseB));
      const found = gjk(a, poseA, b, poseB);
      expect(Math.abs(found.distance - expected)).toBeLessThan(1e-10 * Math.max(expected, 1e-2));
      if (expected < 1e-6) continue;
      // The answer proves itself: the two points are that far apart, and no vertex of either core is between
      // the planes through them.
      expect(length(found.normal)).toBeCloseTo(1, 12);
      expect(length(sub(add(found.pointA, scale(found.normal, found.distance)), found.pointB))).toBeLessThan(
        1e-12,
      );
      for (const x of coreOf(a, poseA).vertices)
        expect(dot(sub(x, found.pointA), found.normal)).toBeLessThan(1e-8);
      for (const x of coreOf(b, poseB).vertices)
        expect(dot(sub(x, found.pointB), found.normal)).toBeGreaterThan(-1e-8);
    }
  });

  it.each(pairs)('%s and %s: swapping them turns the normal round', (nameA, nameB) => {
    for (let i = 0; i < 50; i++) {
      const poseA = randomPose(random, 0.2);
      const poseB = randomPose(random, 3);
      const ab = gjk(shapes[nameA], poseA, shapes[nameB], poseB);
      const ba = gjk(shapes[nameB], poseB, shapes[nameA], poseA);
      expect(ba.distance).toBeCloseTo(ab.distance, 11);
      expect(length(add(ab.normal, ba.normal))).toBeLessThan(1e-6);
    }
  });

  it('keeps the normal of boxes a nanometre apart, face to face and in every alignment', () => {
    for (let i = 0; i < 200; i++) {
      const q = i < 20 ? turn([0, 1, 0], i * 0.3) : turn([0, 1, 0], random() * 1e-6);
      const found = gjk(
        box(1, 0.5, 1),
        at(0, 0, 0),
        box(1, 0.5, 1),
        at(random() - 0.5, 1 + 1e-9, random() - 0.5, q),
      );
      expect(found.distance).toBeCloseTo(1e-9, 15);
      expect(found.normal[1]).toBeGreaterThan(1 - 1e-9);
    }
  });

  it('gives parallel segments and equal boxes side by side their exact distance', () => {
    for (let i = 0; i < 100; i++) {
      const q = randomQuat(random);
      expect(gjk(capsule(0.1, 1), { p: [0, 0, 0], q }, capsule(0.1, 1), { p: [0, 0, 0], q }).distance).toBe(
        0,
      );
    }
    expect(gjk(capsule(0.1, 1), at(0, 0, 0), capsule(0.1, 1), at(0.7, 0.4, 0)).distance).toBeCloseTo(0.7, 14);
    expect(gjk(box(1, 1, 1), at(0, 0, 0), box(1, 1, 1), at(0, 0, 2.5)).distance).toBeCloseTo(0.5, 14);
    expect(gjk(box(1, 1, 1), at(0, 0, 0), box(1, 1, 1), at(3, 3, 3)).distance).toBeCloseTo(Math.sqrt(3), 14);
  });

  it('does not stop at a vertex that is nearly as near: features almost parallel, far apart', () => {
    for (let i = 0; i < 300; i++) {
      const tilt = turn([Math.cos(i), 0, Math.sin(i)], Math.PI / 2 + (random() - 0.5) * 1e-5);
      const pose = at(random() - 0.5, 11, random() - 0.5, tilt);
      for (const other of [capsule(0.1, 0.5), box(0.3, 0.4, 0.5)]) {
        const expected = bruteDistance(coreOf(box(1, 1, 1), at(0, 0, 0)), coreOf(other, pose));
        const found = gjk(box(1, 1, 1), at(0, 0, 0), other, pose).distance;
        expect(Math.abs(found - expected)).toBeLessThan(1e-12 * expected);
      }
    }
  });

  it('finds overlap however deep', () => {
    for (let i = 0; i < 200; i++) {
      const poseA = randomPose(random, 0.1);
      const found = gjk(box(1, 1, 1), poseA, shapes.hull, randomPose(random, 0.3));
      expect(found.distance).toBe(0);
    }
    expect(gjk(box(1, 1, 1), at(0, 0, 0), box(1, 1, 1), at(0, 0, 0)).distance).toBe(0);
  });

  it('is as exact a thousand kilometres from the origin, up to the rounding of the positions', () => {
    const near = gjk(box(1, 1, 1), at(0, 0, 0), capsule(0.2, 1), at(2.5, 0.25, 0.125, turn([0, 0, 1], 0.3)));
    const far = gjk(
      box(1, 1, 1),
      at(1048576, 0, 0),
      capsule(0.2, 1),
      at(1048578.5, 0.25, 0.125, turn([0, 0, 1], 0.3)),
    );
    expect(far.distance).toBe(near.distance);
    expect(far.normal).toEqual(near.normal);
  });
});
