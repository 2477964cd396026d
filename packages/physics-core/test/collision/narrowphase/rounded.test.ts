import { describe, expect, it } from 'vitest';
import { collideRounded } from '../../../src/collision/narrowphase/rounded.js';
import { multiply, rotate } from '../../../src/math/quat.js';
import type { Vec3 } from '../../../src/math/vec3.js';
import { add, dot, length, scale, sub } from '../../../src/math/vec3.js';
import {
  at,
  bruteDistance,
  capsule,
  contactOf,
  coreOf,
  createRandom,
  type Pose,
  randomPose,
  randomQuat,
  type Shape,
  sphere,
  turn,
} from './core-fixture.js';

const MARGIN = 0.05;
const ball = sphere(0.4);
const pill = capsule(0.25, 0.6);
const run = (a: Shape, poseA: Pose, b: Shape, poseB: Pose, margin = MARGIN) =>
  contactOf(collideRounded, a, poseA, b, poseB, margin);

const pairs: [string, Shape, Shape][] = [
  ['sphere-sphere', ball, sphere(0.7)],
  ['sphere-capsule', ball, pill],
  ['capsule-capsule', capsule(0.1, 1), pill],
];

describe('collideRounded', () => {
  it.each(pairs)('%s: least separation, gap, surface points and margin', (_name, a, b) => {
    const random = createRandom(3);
    let touching = 0;
    for (let i = 0; i < 2000; i++) {
      const poseA = randomPose(random, 0.5);
      const poseB = randomPose(random, 1);
      const coreA = coreOf(a, poseA);
      const coreB = coreOf(b, poseB);
      const expected = bruteDistance(coreA, coreB) - coreA.radius - coreB.radius;
      const found = run(a, poseA, b, poseB);
      if (expected > MARGIN) {
        expect(found.count).toBe(0);
        expect(found.gap).toBeCloseTo(expected, 12);
        continue;
      }
      touching++;
      expect(found.least).toBeCloseTo(expected, 12);
      expect(length(found.normal)).toBeCloseTo(1, 12);
      for (const { position, separation } of found.points) {
        expect(separation).toBeLessThanOrEqual(MARGIN);
        const onA = sub(position, scale(found.normal, separation / 2));
        const onB = add(position, scale(found.normal, separation / 2));
        expect(bruteDistance(coreA, pointCore(sub(onA, scale(found.normal, coreA.radius))))).toBeLessThan(
          1e-12,
        );
        // A second point of nearly parallel capsules may lie off B's axis by the allowed spread.
        const allowed = found.count === 2 ? 0.1 * (coreA.radius + coreB.radius) : 1e-12;
        expect(bruteDistance(coreB, pointCore(add(onB, scale(found.normal, coreB.radius))))).toBeLessThan(
          allowed,
        );
      }
    }
    expect(touching).toBeGreaterThan(500);
  });

  it.each(pairs)('%s: moving B by -n·separation leaves them just touching', (_name, a, b) => {
    const random = createRandom(4);
    for (let i = 0; i < 500; i++) {
      const poseA = randomPose(random, 0.5);
      const poseB = randomPose(random, 0.8);
      const found = run(a, poseA, b, poseB);
      if (found.count === 0) continue;
      const p = add(poseB.p, scale(found.normal, -found.least));
      const moved = run(a, poseA, b, { p, q: poseB.q });
      expect(moved.least).toBeCloseTo(0, 10);
    }
  });

  it.each(pairs)('%s: a rigid motion of both moves the contact with them', (_name, a, b) => {
    const random = createRandom(5);
    for (let i = 0; i < 300; i++) {
      const poseA = randomPose(random, 0.5);
      const poseB = randomPose(random, 0.8);
      const motion = randomPose(random, 20);
      const carry = ({ p, q }: Pose): Pose => ({
        p: add(motion.p, rotate(motion.q, p)),
        q: multiply(motion.q, q),
      });
      const before = run(a, poseA, b, poseB);
      const after = run(a, carry(poseA), b, carry(poseB));
      expect(after.count).toBe(before.count);
      before.points.forEach(({ position, separation, feature }, k) => {
        expect(after.points[k].separation).toBeCloseTo(separation, 10);
        expect(after.points[k].feature).toBe(feature);
        expect(length(sub(after.points[k].position, carry({ p: position, q: motion.q }).p))).toBeLessThan(
          1e-9,
        );
      });
      if (before.count > 0)
        expect(length(sub(after.normal, rotate(motion.q, before.normal)))).toBeLessThan(1e-9);
    }
  });

  it('capsules: swapping them turns the normal round', () => {
    const random = createRandom(6);
    for (let i = 0; i < 500; i++) {
      const poseA = randomPose(random, 0.5);
      const poseB = randomPose(random, 0.8);
      const ab = run(pill, poseA, pill, poseB);
      const ba = run(pill, poseB, pill, poseA);
      expect(ba.count).toBe(ab.count);
      if (ab.count > 0) expect(ba.least).toBeCloseTo(ab.least, 12);
      if (ab.count > 0) expect(length(add(ab.normal, ba.normal))).toBeLessThan(1e-9);
    }
  });

  it('parallel capsules get two points at the ends of their common stretch', () => {
    const found = run(capsule(0.2, 1), at(0, 0, 0), capsule(0.3, 1), at(0.45, 0.8, 0));
    expect(found.count).toBe(2);
    expect(found.normal).toEqual([1, 0, 0]);
    expect(found.points.map((p) => p.position[1])).toEqual([-0.19999999999999996, 1]);
    for (const p of found.points) {
      expect(p.separation).toBeCloseTo(-0.05, 14);
      expect(p.position[0]).toBeCloseTo(0.175, 14);
    }
    expect(new Set(found.points.map((p) => p.feature)).size).toBe(2);
  });

  it('parallel capsules keep their ids and come near continuously as they tilt', () => {
    const flat = run(pill, at(0, 0, 0), pill, at(0.49, 0, 0));
    for (const angle of [1e-12, 1e-6, 1e-3, 0.01]) {
      const tilted = run(pill, at(0, 0, 0), pill, at(0.49, 0, 0, turn([0, 0, 1], angle)));
      expect(tilted.count).toBe(2);
      tilted.points.forEach((p, k) => {
        expect(p.feature).toBe(flat.points[k].feature);
        expect(Math.abs(p.separation - flat.points[k].separation)).toBeLessThan(1.3 * angle);
      });
    }
  });

  it('crossing capsules get one point, also when turned upside down', () => {
    const found = run(pill, at(0, 0, 0), pill, at(0, 0, 0.45, turn([0, 0, 1], Math.PI / 2)));
    expect(found.count).toBe(1);
    expect(found.normal[2]).toBeCloseTo(1, 14);
    expect(found.least).toBeCloseTo(-0.05, 14);
    expect(run(pill, at(0, 0, 0), pill, at(0.45, 0, 0, turn([0, 0, 1], Math.PI))).count).toBe(2);
  });

  it('capsules end to end get one point along their axis', () => {
    const found = run(pill, at(0, 0, 0), pill, at(0, 1.69, 0));
    expect(found.count).toBe(1);
    expect(found.normal).toEqual([0, 1, 0]);
    expect(found.least).toBeCloseTo(-0.01, 12);
  });

  it('takes a fixed normal for coincident cores, and it parts them', () => {
    const q = randomQuat(createRandom(8));
    const cases: [Shape, Pose, Shape, Pose, number][] = [
      [ball, at(1, 2, 3), ball, at(1, 2, 3), -0.8],
      [ball, at(1, 2, 3), pill, { p: [1, 2, 3], q }, -0.65],
      [pill, { p: [1, 2, 3], q }, pill, { p: [1, 2, 3], q }, -0.5],
      [pill, at(0, 0, 0), pill, at(0, 0, 0, turn([1, 0, 0], 1)), -0.5],
    ];
    for (const [a, poseA, b, poseB, depth] of cases) {
      const found = run(a, poseA, b, poseB);
      expect(found.count).toBeGreaterThan(0);
      expect(length(found.normal)).toBeCloseTo(1, 12);
      expect(found.least).toBeCloseTo(depth, 10);
      const p = add(poseB.p, scale(found.normal, -depth));
      expect(run(a, poseA, b, { p, q: poseB.q }).least).toBeCloseTo(0, 10);
      expect(run(a, poseA, b, poseB)).toEqual(found);
    }
    const axisOfPill = rotate(q, [0, 1, 0]);
    expect(dot(run(ball, at(0, 0, 0), pill, { p: [0, 0, 0], q }).normal, axisOfPill)).toBeCloseTo(0, 12);
  });
});

const pointCore = (x: Vec3) => coreOf(sphere(1), { p: x, q: [0, 0, 0, 1] });
