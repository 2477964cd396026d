import { describe, expect, it } from 'vitest';
import { fuzzSeed, trials } from '../../../../../test/fuzz-scale.js';
import { closestPoints, createGjkResult } from '../../../src/collision/narrowphase/gjk.js';
import { castConvex, createCastResult } from '../../../src/collision/queries/cast-convex.js';
import { coreRadius } from '../../../src/collision/shapes/collider-shapes.js';
import { floatsFrom } from '../../../src/math/floats.js';
import { multiply, rotate } from '../../../src/math/quat.js';
import { add, dot, length, scale, sub, type Vec3 } from '../../../src/math/vec3.js';
import { impactTime } from '../continuous/impact-time.js';
import {
  createRandom,
  createShapes,
  type Pose,
  randomPose,
  randomVec,
  type Shape,
  setPose,
  turn,
} from '../narrowphase/core-fixture.js';
import {
  denseSeparation,
  separationAlong,
  separationNear,
  solidSpecimens,
} from '../narrowphase/solid-fixture.js';

/** Random pairs of each test. */
const PAIRS = trials('PAIRS', 150, 100_000);
const random = createRandom(fuzzSeed(31));
const pick = (): readonly [string, Shape] => solidSpecimens[Math.floor(random() * solidSpecimens.length)];

const gjk = createGjkResult();

const place = (a: Shape, poseA: Pose, b: Shape, poseB: Pose) => {
  const pair = createShapes(a, b);
  setPose(pair, 0, poseA);
  setPose(pair, 1, poseB);
  return pair;
};

describe('all solids', () => {
  it('GJK measures the distance that dense sampling finds', () => {
    for (let k = 0; k < PAIRS; k++) {
      const [[nameA, a], [nameB, b]] = [pick(), pick()];
      const poseA = randomPose(random, 1);
      const poseB = randomPose(random, 1);
      const what = `#${k} ${nameA} and ${nameB}`;
      const pair = place(a, poseA, b, poseB);
      const dense = denseSeparation(a, poseA, b, poseB);
      closestPoints(pair, 0, 1, gjk);
      const found = gjk.distance[0] - coreRadius(pair, 0) - coreRadius(pair, 1);
      if (gjk.distance[0] === 0) {
        expect(dense.separation, what).toBeLessThan(1e-9);
        continue;
      }
      if (dense.separation < 0) continue;
      // No direction separates them more, and the normal itself proves that they are so far apart.
      expect(dense.separation, what).toBeLessThan(found + 1e-9);
      const n: Vec3 = [gjk.normal[0], gjk.normal[1], gjk.normal[2]];
      expect(separationAlong(a, poseA, b, poseB, n), what).toBeGreaterThan(found - 1e-9);
    }
  });

  it('casts end where dense sampling finds them touching', () => {
    let hits = 0;
    for (let k = 0; k < PAIRS; k++) {
      const [[nameA, a], [nameB, b]] = [pick(), pick()];
      const poseA = randomPose(random, 3);
      const poseB = randomPose(random, 1);
      const displacement = sub(add(poseB.p, randomVec(random, 0.6)), poseA.p);
      const what = `#${k} ${nameA} on ${nameB}`;
      const result = createCastResult();
      result.time[0] = 1;
      const pair = place(a, poseA, b, poseB);
      const isHit = castConvex(pair, floatsFrom(displacement), result);
      const at = (t: number): Pose => ({ p: add(poseA.p, scale(displacement, t)), q: poseA.q });
      if (!isHit) {
        // One plane separates B from all that A passes. Where the search for it ends on a ridge, there is one at each time: any does.
        if (denseSeparation(a, poseA, b, poseB, displacement, 0).separation > 0) continue;
        for (let t = 0; t <= 1; t += 0.1) {
          closestPoints(place(a, at(t), b, poseB), 0, 1, gjk);
          const n: Vec3 = [gjk.normal[0], gjk.normal[1], gjk.normal[2]];
          expect(gjk.distance[0], what).toBeGreaterThan(0);
          expect(separationAlong(a, at(t), b, poseB, n), what).toBeGreaterThan(-1e-9);
        }
        continue;
      }
      if (result.time[0] === 0) continue;
      hits++;
      const t = result.time[0];
      const n: Vec3 = [result.normal[0], result.normal[1], result.normal[2]];
      expect(separationNear(a, at(t), b, poseB, scale(n, -1)), what).toBeLessThan(1e-6);
      expect(length(n), what).toBeCloseTo(1, 10);
      expect(dot(n, displacement), what).toBeLessThan(0);
      expect(separationAlong(a, at(t), b, poseB, scale(n, -1)), what).toBeGreaterThan(-1e-6);
    }
    expect(hits).toBeGreaterThan(PAIRS / 3);
  });

  it('a cast that is so near that GJK has no normal left still ends there', () => {
    const cone = solidSpecimens.find(([name]) => name === 'cone') as (typeof solidSpecimens)[number];
    const poseA: Pose = {
      p: [-1.6660231165587902, 1.3255990343168378, -2.732258405070752],
      q: [-0.5123052172163873, 0.5453262297855215, 0.1498798855353644, -0.6462961298295734],
    };
    const poseB: Pose = {
      p: [0.16705644549801946, -0.04247297579422593, -0.3954425095580518],
      q: [-0.023598948201615844, 0.7047763657368071, -0.22098588347590187, -0.6737199739112467],
    };
    const displacement: Vec3 = [1.8835558260791003, -0.9039925484918059, 2.3150499219074847];
    const result = createCastResult();
    result.time[0] = 1;
    expect(castConvex(place(cone[1], poseA, cone[1], poseB), floatsFrom(displacement), result)).toBe(true);
    expect(result.time[0]).toBeCloseTo(0.903, 4);
  });

  it('no rotating sweep passes through, and none stops far from what it meets', () => {
    const TARGET = 1e-3;
    let stopped = 0;
    for (let k = 0; k < PAIRS; k++) {
      const [[nameA, a], [nameB, b]] = [pick(), pick()];
      const poseA = randomPose(random, 3);
      const poseB = randomPose(random, 1);
      const apart = (pose: Pose): number => {
        const pair = place(a, pose, b, poseB);
        closestPoints(pair, 0, 1, gjk);
        return gjk.distance[0] - coreRadius(pair, 0) - coreRadius(pair, 1);
      };
      if (apart(poseA) < 0.01) continue;
      const displacement = scale(sub(add(poseB.p, randomVec(random, 0.6)), poseA.p), 1.5);
      const rotation = randomVec(random, 3);
      const pivot = add(poseA.p, randomVec(random, 0.2));
      const what = `#${k} ${nameA} on ${nameB}`;
      const at = (t: number): Pose => {
        const angle = length(rotation) * t;
        const q = turn(scale(rotation, 1 / length(rotation)), angle);
        return {
          p: add(add(pivot, scale(displacement, t)), rotate(q, sub(poseA.p, pivot))),
          q: multiply(q, poseA.q),
        };
      };
      const shapes = place(a, poseA, b, poseB);
      const t = impactTime(shapes, floatsFrom([...pivot, ...displacement, ...rotation]), TARGET);
      // Not before it: the shapes are apart all the way.
      let nearest = Infinity;
      for (let s = 0; s <= 1; s += 0.05) nearest = Math.min(nearest, apart(at(s * t)));
      expect(nearest, what).toBeGreaterThan(TARGET - 2e-6);
      if (t === 1) continue;
      stopped++;
      expect(apart(at(t)), what).toBeLessThan(TARGET + 2e-6);
    }
    expect(stopped).toBeGreaterThan(PAIRS / 6);
  });
});
