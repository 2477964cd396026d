// Runs alone: its kernels are up to eight times slower where other tests had them compiled for their own shapes.
import { describe, expect, it } from 'vitest';
import { fuzzScale, fuzzSeed } from '../../../../../test/fuzz-scale.js';
import { collide } from '../../../src/collision/narrowphase/collide.js';
import { ShapeKind } from '../../../src/collision/shapes/collider-shapes.js';
import { multiply, rotate } from '../../../src/math/quat.js';
import { add, dot, length, scale, sub, type Vec3 } from '../../../src/math/vec3.js';
import {
  type Contact,
  contactOf,
  createRandom,
  type Pose,
  randomPose,
  randomVec,
  type Shape,
  turn,
} from './core-fixture.js';
import { denseSeparation, reachOf, separationAlong, solidSpecimens } from './solid-fixture.js';

const MARGIN = 0.05;
/** m. Deeper than this a body is out of its place, and which way is best out is a matter of taste. */
const SHALLOW = 0.03;

const pairs = solidSpecimens.flatMap(([nameA, a], i) =>
  solidSpecimens.slice(i).map(([nameB, b]): [string, Shape, Shape] => [`${nameA} - ${nameB}`, a, b]),
);

/**
 * m. What an axis may be worse than the best. Two polyhedra prefer faces to edges and keep to the axes of faces and edge pairs also
 * where corners are nearest; for all others it is another axis, nearly as good, that was climbed to.
 */
const slackOf = (a: Shape, b: Shape, separation: number): number => {
  const isFlat = (shape: Shape): boolean => shape.kind >= ShapeKind.box;
  return isFlat(a) && isFlat(b) ? 1e-3 + 0.2 * Math.abs(separation) : 1e-6 + 0.02 * Math.max(0, -separation);
};

const run = (a: Shape, poseA: Pose, b: Shape, poseB: Pose): Contact =>
  a.kind <= b.kind
    ? contactOf(collide, a, poseA, b, poseB, MARGIN)
    : flip(contactOf(collide, b, poseB, a, poseA, MARGIN));

const flip = (found: Contact): Contact => ({ ...found, normal: scale(found.normal, -1) });

/** Poses at which the two are about as far apart as asked. */
const posesAt = (a: Shape, b: Shape, separation: number, random: () => number): [Pose, Pose] => {
  const poseA = randomPose(random, 1);
  const q = randomPose(random, 1).q;
  let [near, far] = [0, 3];
  const way = ((v: Vec3): Vec3 => scale(v, 1 / length(v)))(randomVec(random, 1));
  const at = (t: number): Pose => ({ p: add(poseA.p, scale(way, t)), q });
  for (let k = 0; k < 40; k++) {
    const middle = (near + far) / 2;
    const found = run(a, poseA, b, at(middle));
    const gap = found.count > 0 ? found.least : found.gap;
    if (gap < separation) near = middle;
    else far = middle;
  }
  return [poseA, at(far)];
};

describe.each(pairs)('%s', (_name, a, b) => {
  const random = createRandom(fuzzSeed(7 * a.kind + b.kind));
  const cases = 3 * fuzzScale;

  it('separates along the best axis, as dense sampling finds it', () => {
    for (let i = 0; i < cases; i++) {
      const [poseA, poseB] = posesAt(a, b, (random() - 0.6) * 2 * SHALLOW, random);
      const dense = denseSeparation(a, poseA, b, poseB);
      const found = run(a, poseA, b, poseB);
      expect(found.count).toBeGreaterThan(0);
      expect(length(found.normal)).toBeCloseTo(1, 10);
      const along = separationAlong(a, poseA, b, poseB, found.normal);
      const slack = slackOf(a, b, dense.separation);
      expect(along).toBeGreaterThan(dense.separation - slack);
      expect(Math.abs(found.least - along)).toBeLessThan(1e-4 + slack);
      // Every point lies half way between the surfaces, along the normal, within both shapes.
      for (const { position, separation } of found.points) {
        expect(separation).toBeLessThanOrEqual(MARGIN);
        const onA = add(position, scale(found.normal, -separation / 2));
        expect(dot(onA, found.normal)).toBeLessThan(reachOf(a, poseA, found.normal) + 1e-4);
      }
    }
  });

  it('is the same with A and B exchanged, and in any other frame', () => {
    for (let i = 0; i < cases; i++) {
      const [poseA, poseB] = posesAt(a, b, (random() - 0.6) * 2 * SHALLOW, random);
      const one = contactOf(collide, a, poseA, b, poseB, MARGIN);
      const motion = randomPose(random, 10);
      const carry = ({ p, q }: Pose): Pose => ({
        p: add(motion.p, rotate(motion.q, p)),
        q: multiply(motion.q, q),
      });
      const carried = contactOf(collide, a, carry(poseA), b, carry(poseB), MARGIN);
      const back = rotate([-motion.q[0], -motion.q[1], -motion.q[2], motion.q[3]], carried.normal);
      // Pairs of two kinds have one order.
      const other = a.kind === b.kind ? contactOf(collide, b, poseB, a, poseA, MARGIN) : undefined;
      const slack = slackOf(a, b, one.least);
      for (const [found, normal] of [
        [carried, back] as const,
        [other ?? one, other ? scale(other.normal, -1) : one.normal] as const,
      ]) {
        expect(found.count > 0).toBe(one.count > 0);
        if (one.count === 0) continue;
        expect(Math.abs(found.least - one.least)).toBeLessThan(slack);
        expectSameAxis(a, poseA, b, poseB, one.normal, normal, slack);
      }
    }
  });

  it('hardly changes under a perturbation of 1e-6', () => {
    for (let i = 0; i < cases; i++) {
      const [poseA, poseB] = posesAt(a, b, (random() - 0.6) * 2 * SHALLOW, random);
      const moved = {
        p: add(poseB.p, scale(randomVec(random, 1), 1e-6)),
        q: multiply(turn([0.6, 0, 0.8], 1e-6), poseB.q),
      };
      const before = run(a, poseA, b, poseB);
      const after = run(a, poseA, b, moved);
      if (before.count === 0 || after.count === 0) continue;
      const slack = 1e-5 + slackOf(a, b, before.least);
      expect(Math.abs(after.least - before.least)).toBeLessThan(slack);
      expectSameAxis(a, poseA, b, moved, before.normal, after.normal, slack);
    }
  });

  it('has no jump of the normal over a sweep but between axes that separate alike', () => {
    const STEP = 2e-3;
    for (let i = 0; i < Math.max(1, cases / 4); i++) {
      const [poseA, start] = posesAt(a, b, -0.01, random);
      const way = scale(randomVec(random, 1), STEP);
      let last: Contact | undefined;
      for (let k = 0; k < 40; k++) {
        const poseB = {
          p: add(start.p, scale(way, k)),
          q: multiply(turn([0, 0.8, 0.6], STEP * k), start.q),
        };
        const found = run(a, poseA, b, poseB);
        if (found.count > 0 && last && last.count > 0 && found.least > -2 * SHALLOW) {
          const slack = 4 * STEP + slackOf(a, b, found.least);
          expect(Math.abs(found.least - last.least)).toBeLessThan(slack);
          expectSameAxis(a, poseA, b, poseB, last.normal, found.normal, slack);
        }
        last = found;
      }
    }
  });
});

/** Two normals are near each other, or the shapes are as far apart along the one as along the other. */
const expectSameAxis = (
  a: Shape,
  poseA: Pose,
  b: Shape,
  poseB: Pose,
  n: Vec3,
  m: Vec3,
  tolerance: number,
): void => {
  if (length(sub(n, m)) < 1e-3) return;
  const difference = separationAlong(a, poseA, b, poseB, n) - separationAlong(a, poseA, b, poseB, m);
  expect(Math.abs(difference)).toBeLessThan(tolerance);
};
