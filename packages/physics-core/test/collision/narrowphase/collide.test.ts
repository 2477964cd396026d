// Runs alone: its kernels are up to eight times slower where other tests had them compiled for their own shapes.
import { describe, expect, it } from 'vitest';
import { loadHulls } from '../../../src/collision/load-hulls.js';
import { collide } from '../../../src/collision/narrowphase/collide.js';
import { ShapeKind } from '../../../src/collision/shapes/collider-shapes.js';
import { buildHull } from '../../../src/collision/shapes/quickhull.js';
import { multiply, rotate } from '../../../src/math/quat.js';
import { add, dot, length, scale, sub } from '../../../src/math/vec3.js';
import {
  at,
  box,
  bruteDistance,
  capsule,
  contactOf,
  coreOf,
  createRandom,
  halfSpace,
  hullShape,
  type Pose,
  randomPose,
  randomVec,
  type Shape,
  sphere,
} from './core-fixture.js';

loadHulls();

const MARGIN = 0.05;
const random = createRandom(21);
const shapes: Shape[] = [
  sphere(0.3),
  capsule(0.2, 0.5),
  box(0.5, 0.4, 0.6),
  hullShape(buildHull(Array.from({ length: 16 }, () => randomVec(random, 0.6)))),
];
const name = (s: Shape): string => Object.keys(ShapeKind)[s.kind];
const ordered = shapes.flatMap((a, i) =>
  shapes.slice(i).map((b): [string, Shape, Shape] => [`${name(a)}-${name(b)}`, a, b]),
);
const withHalfSpace = shapes.map((a): [string, Shape, Shape] => [`${name(a)}-halfSpace`, a, halfSpace]);
const run = (a: Shape, poseA: Pose, b: Shape, poseB: Pose) => contactOf(collide, a, poseA, b, poseB, MARGIN);

describe('collide', () => {
  it.each(ordered)('%s: contact exactly when the surfaces are within the margin', (_name, a, b) => {
    for (let i = 0; i < 400; i++) {
      const poseA = randomPose(random, 0.8);
      const poseB = randomPose(random, 0.8);
      const coreA = coreOf(a, poseA);
      const coreB = coreOf(b, poseB);
      const distance = bruteDistance(coreA, coreB);
      const expected = distance - coreA.radius - coreB.radius;
      const found = run(a, poseA, b, poseB);
      if (found.count === 0) {
        expect(found.gap).toBeLessThanOrEqual(expected + 1e-9);
        expect(expected).toBeGreaterThan(0);
        expect(found.gap).toBeGreaterThan(0);
      }
      if (expected < 0) expect(found.count).toBeGreaterThan(0);
      if (expected > 1.05 * MARGIN + 1e-3 && a.kind < ShapeKind.box) expect(found.count).toBe(0);
      if (found.count > 0) expect(length(found.normal)).toBeCloseTo(1, 10);
      // From A to B: pushing B along the normal never brings the cores nearer.
      if (found.count > 0 && distance > 0.02) {
        const pushed = { p: add(poseB.p, scale(found.normal, 0.01)), q: poseB.q };
        expect(bruteDistance(coreA, coreOf(b, pushed))).toBeGreaterThan(distance);
      }
    }
  });

  it.each(withHalfSpace)('%s: depth below the plane, wherever and however it lies', (_name, a, plane) => {
    for (let i = 0; i < 300; i++) {
      const poseA = randomPose(random, 0.6);
      const poseB = randomPose(random, 0.3);
      const core = coreOf(a, poseA);
      const up = rotate(poseB.q, [0, 1, 0]);
      const expected = Math.min(...core.vertices.map((x) => dot(sub(x, poseB.p), up))) - core.radius;
      const found = run(a, poseA, plane, poseB);
      if (expected > MARGIN) expect(found.count).toBe(0);
      else {
        expect(found.least).toBeCloseTo(expected, 9);
        expect(dot(found.normal, up)).toBeCloseTo(-1, 12);
      }
    }
  });

  it.each([...ordered, ...withHalfSpace])('%s: a rigid motion of both changes nothing', (_name, a, b) => {
    for (let i = 0; i < 100; i++) {
      const poseA = randomPose(random, 0.5);
      const poseB = randomPose(random, 0.3);
      const motion = randomPose(random, 10);
      const carry = ({ p, q }: Pose): Pose => ({
        p: add(motion.p, rotate(motion.q, p)),
        q: multiply(motion.q, q),
      });
      const before = run(a, poseA, b, poseB);
      const after = run(a, carry(poseA), b, carry(poseB));
      expect(after.count > 0).toBe(before.count > 0);
      if (before.count > 0) expect(after.least).toBeCloseTo(before.least, 7);
    }
  });

  it('two half-spaces never meet', () => {
    const found = run(halfSpace, at(0, 0, 0), halfSpace, at(0, 1, 0));
    expect(found.count).toBe(0);
    expect(found.gap).toBe(Infinity);
  });

  it('refuses a pair in the wrong order', () => {
    const all = [...shapes, halfSpace];
    for (const a of all) {
      for (const b of all) {
        if (a.kind > b.kind) expect(() => run(a, at(0, 0, 0), b, at(0, 0, 0))).toThrow('kind(a) <= kind(b)');
      }
    }
  });
});
