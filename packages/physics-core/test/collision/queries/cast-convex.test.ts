// Runs alone: its kernels are up to eight times slower where other tests had them compiled for their own shapes.
import { describe, expect, it } from 'vitest';
import { fuzzSeed, trials } from '../../../../../test/fuzz-scale.js';
import { loadHulls } from '../../../src/collision/load-hulls.js';
import { castConvex, createCastResult, separationOf } from '../../../src/collision/queries/cast-convex.js';
import { buildHull } from '../../../src/collision/shapes/quickhull.js';
import { floatsFrom } from '../../../src/math/floats.js';
import { add, dot, length, scale, sub, type Vec3 } from '../../../src/math/vec3.js';
import {
  box,
  bruteDistance,
  capsule,
  coreOf,
  createRandom,
  createShapes,
  halfSpace,
  hullShape,
  type Pose,
  randomPose,
  randomVec,
  type Shape,
  setPose,
  sphere,
} from '../narrowphase/core-fixture.js';

loadHulls();

/** Random pairs of each test. */
const PAIRS = trials('PAIRS', 2000, 100_000);
/** m. Brute force and the cast agree within rounding and the gap that the cast leaves, 1e-8 m. */
const CLOSE = 1e-7;

const random = createRandom(fuzzSeed(19));
const cloud = (n: number): Shape =>
  hullShape(buildHull(Array.from({ length: n }, () => randomVec(random, 1))));
const shapes: Record<string, Shape> = {
  sphere: sphere(0.3),
  capsule: capsule(0.2, 0.8),
  box: box(0.5, 0.3, 0.9),
  plate: box(5, 0.01, 5),
  needle: box(0.01, 4, 0.01),
  hull: cloud(16),
};
const names = Object.keys(shapes);
const pick = (): string => names[Math.floor(random() * names.length)];

/** The separation of the shapes by all pairs of features; below zero only rounded shapes say how much. */
const separation = (a: Shape, poseA: Pose, b: Shape, poseB: Pose): number => {
  const coreA = coreOf(a, poseA);
  const coreB = coreOf(b, poseB);
  return bruteDistance(coreA, coreB) - coreA.radius - coreB.radius;
};

const cast = (a: Shape, poseA: Pose, b: Shape, poseB: Pose, displacement: Vec3) => {
  const pair = createShapes(a, b);
  setPose(pair, 0, poseA);
  setPose(pair, 1, poseB);
  const result = createCastResult();
  result.time[0] = 1;
  const hit = castConvex(pair, floatsFrom(displacement), result);
  const vec = (x: ArrayLike<number>): Vec3 => [x[0], x[1], x[2]];
  return { hit, time: result.time[0], normal: vec(result.normal), point: vec(result.point) };
};

describe('castConvex', () => {
  it('finds the first touch of random pairs, as brute force sees it', () => {
    let hits = 0;
    for (let k = 0; k < PAIRS; k++) {
      const [nameA, nameB] = [pick(), pick()];
      const [a, b] = [shapes[nameA], shapes[nameB]];
      const poseA = randomPose(random, 4);
      const poseB = randomPose(random, 2);
      const displacement = sub(add(poseB.p, randomVec(random, 1.5)), poseA.p);
      const at = (t: number): Pose => ({ p: add(poseA.p, scale(displacement, t)), q: poseA.q });
      const start = separation(a, poseA, b, poseB);
      const { hit, time, normal, point } = cast(a, poseA, b, poseB, displacement);
      const what = `#${k} ${nameA} on ${nameB}`;
      if (start <= 0) {
        expect(hit, what).toBe(true);
        expect(time, what).toBe(0);
        continue;
      }
      if (!hit) {
        for (let t = 0; t <= 1; t += 0.05) expect(separation(a, at(t), b, poseB), what).toBeGreaterThan(0);
        continue;
      }
      hits++;
      // They touch there, and have not touched before: the times of touch are one interval.
      expect(Math.abs(separation(a, at(time), b, poseB)), what).toBeLessThan(CLOSE);
      expect(separation(a, at(time - 1e-4), b, poseB), what).toBeGreaterThan(-1e-12);
      // The point lies on B; the plane across the normal separates the two.
      const coreB = coreOf(b, poseB);
      const aside = bruteDistance(coreOf(sphere(0), { p: point, q: [0, 0, 0, 1] }), coreB) - coreB.radius;
      expect(Math.abs(aside), what).toBeLessThan(CLOSE);
      expect(length(normal), what).toBeCloseTo(1, 12);
      expect(dot(normal, displacement), what).toBeLessThan(0);
      const coreA = coreOf(a, at(time));
      const lowest = Math.min(...coreA.vertices.map((v) => dot(v, normal))) - coreA.radius;
      const highest = Math.max(...coreB.vertices.map((v) => dot(v, normal))) + coreB.radius;
      expect(lowest - highest, what).toBeGreaterThan(-CLOSE);
    }
    expect(hits).toBeGreaterThan(PAIRS / 4);
  });

  it('onto a half-space: when the lowest point reaches it', () => {
    for (let k = 0; k < 200; k++) {
      const a = shapes[pick()];
      const pose = randomPose(random, 3);
      const plane: Pose = randomPose(random, 3);
      const displacement = randomVec(random, 6);
      const n = normalOf(plane);
      const height = (p: Pose): number => {
        const core = coreOf(a, p);
        return Math.min(...core.vertices.map((v) => dot(sub(v, plane.p), n))) - core.radius;
      };
      const start = height(pose);
      const end = height({ p: add(pose.p, displacement), q: pose.q });
      const { hit, time, normal, point } = cast(a, pose, halfSpace, plane, displacement);
      expect(hit).toBe(start <= 0 || end <= 0);
      if (!hit) continue;
      expect(time).toBeCloseTo(start <= 0 ? 0 : start / (start - end), 10);
      expect(length(sub(normal, n))).toBeLessThan(1e-12);
      if (start > 0) expect(dot(sub(point, plane.p), n)).toBeCloseTo(0, 9);
    }
  });

  it('a graze is a hit or none, within a tenth of a micrometre', () => {
    for (const beside of [-1e-7, 1e-7]) {
      const still: Pose = { p: [0, 0, 0], q: [0, 0, 0, 1] };
      const { hit } = cast(
        sphere(0.5),
        { p: [-3, 1 + beside, 0], q: [0, 0, 0, 1] },
        sphere(0.5),
        still,
        [6, 0, 0],
      );
      expect(hit).toBe(beside < 0);
    }
  });
});

const normalOf = ({ q }: Pose): Vec3 => {
  const [x, y, z, w] = q;
  return [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)];
};

describe('separationOf', () => {
  it('of a point outside is the distance, of one inside the depth below the nearest face', () => {
    const result = createCastResult();
    for (let k = 0; k < PAIRS; k++) {
      const b = shapes[pick()];
      const poseB = randomPose(random, 1);
      const p = add(poseB.p, randomVec(random, 1));
      const pair = createShapes(sphere(0), b);
      setPose(pair, 0, { p, q: [0, 0, 0, 1] });
      setPose(pair, 1, poseB);
      separationOf(pair, result);
      const core = coreOf(b, poseB);
      const outside = bruteDistance(coreOf(sphere(0), { p, q: [0, 0, 0, 1] }), core);
      const faces = core.triangles.map(([u, v, w]) => {
        const e = sub(v, u);
        const f = sub(w, u);
        const n: Vec3 = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
        return dot(sub(p, u), n) / length(n);
      });
      const expected = core.contains(p) ? Math.max(...faces) : outside - core.radius;
      expect(result.separation[0]).toBeCloseTo(expected, 8);
      // The point on the surface, seen from p along the normal.
      const surface: Vec3 = [result.point[0], result.point[1], result.point[2]];
      const back = add(surface, scale([result.normal[0], result.normal[1], result.normal[2]], expected));
      expect(length(sub(back, p))).toBeLessThan(1e-6);
    }
  });
});
