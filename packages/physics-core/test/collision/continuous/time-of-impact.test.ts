// Runs alone: its kernels are up to eight times slower where other tests had them compiled for their own shapes.
import { describe, expect, it } from 'vitest';
import { MOTION_STRIDE, WHOLE } from '../../../src/collision/continuous/time-of-impact.js';
import { loadHulls } from '../../../src/collision/load-hulls.js';
import { ShapeKind } from '../../../src/collision/shapes/collider-shapes.js';
import { buildHull } from '../../../src/collision/shapes/quickhull.js';
import { createFloats, floatsFrom } from '../../../src/math/floats.js';
import { multiply, type Quat, rotate } from '../../../src/math/quat.js';
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
  halfSpace,
  hullShape,
  type Pose,
  randomPose,
  randomVec,
  type Shape,
  setPose,
  sphere,
  still,
  turn,
} from '../narrowphase/core-fixture.js';
import { impactTime } from './impact-time.js';

loadHulls();

const TARGET = 0.001;

interface Motion {
  pivot: Vec3;
  move: Vec3;
  spin?: Vec3;
}

const impact = (
  a: Shape,
  poseA: Pose,
  b: Shape,
  poseB: Pose,
  { pivot, move, spin = [0, 0, 0] }: Motion,
  target = TARGET,
  core = WHOLE,
): number => {
  const shapes = createShapes(a, b);
  setPose(shapes, 0, poseA);
  setPose(shapes, 1, poseB);
  const before = shapes.pose.slice();
  const t = impactTime(shapes, floatsFrom([...pivot, ...move, ...spin]), target, core);
  expect(shapes.pose).toEqual(before);
  return t;
};

const turnBy = (spin: Vec3): Quat => {
  const angle = length(spin);
  return angle === 0 ? still : turn(scale(spin, 1 / angle), angle);
};

const poseAt = ({ p, q }: Pose, { pivot, move, spin = [0, 0, 0] }: Motion, t: number): Pose => {
  const r = turnBy(scale(spin, t));
  return { p: add(add(pivot, scale(move, t)), rotate(r, sub(p, pivot))), q: multiply(r, q) };
};

const distanceOf = (a: Shape, poseA: Pose, b: Shape, poseB: Pose): number => {
  const core = coreOf(a, poseA);
  if (b.kind === ShapeKind.halfSpace) {
    const up = rotate(poseB.q, [0, 1, 0]);
    return Math.min(...core.vertices.map((x) => dot(sub(x, poseB.p), up))) - core.radius;
  }
  const other = coreOf(b, poseB);
  return bruteDistance(core, other) - core.radius - other.radius;
};

describe('timeOfImpact', () => {
  it('stops a sphere of 0.1 m at the target in front of a 0.05 m wall, from a hundred offsets', () => {
    const wall = box(0.025, 5, 5);
    for (let i = 0; i < 100; i++) {
      const x = -1 - (i * 3.33) / 100 / 2;
      const t = impact(sphere(0.1), at(x, 0.01 * i, 0), wall, at(0, 0, 0), {
        pivot: [x, 0, 0],
        move: [3.33, 0, 0],
      });
      const expected = (-0.025 - TARGET - 0.1 - x) / 3.33;
      expect(t).toBeLessThanOrEqual(expected + 1e-12);
      expect(t).toBeGreaterThan(expected - 1e-5);
    }
  });

  it('sweeps only the core of a body that may go in: about the origin of a box, the mean of the vertices of a hull', () => {
    const corners: Vec3[] = [
      [0, 0, 0],
      [0.4, 0, 0],
      [0, 0.4, 0],
      [0, 0, 0.4],
    ];
    for (const [shape, middle] of [
      [box(0.3, 0.1, 0.1), 0],
      [hullShape(buildHull(corners)), 0.1],
    ] as const) {
      const t = impact(
        shape,
        at(-1, 0, 0),
        box(0.025, 5, 5),
        at(0, 0, 0),
        { pivot: [-1, 0, 0], move: [2, 0, 0] },
        TARGET,
        0.05,
      );
      expect(t).toBeCloseTo((1 - middle - 0.05 - 0.025 - TARGET) / 2, 5);
    }
  });

  it('meets a half-space when it should', () => {
    const t = impact(box(0.5, 0.5, 0.5), at(3, 2, 1), halfSpace, at(0, 0, 0), {
      pivot: [3, 2, 1],
      move: [1, -4, 0],
    });
    expect(t).toBeCloseTo((1.5 - TARGET) / 4, 6);
    const slope = turn([0, 0, 1], Math.PI / 4);
    const s = impact(sphere(0.5), at(0, 2, 0), halfSpace, at(0, 0, 0, slope), {
      pivot: [0, 2, 0],
      move: [0, -2, 0],
    });
    expect(s).toBeCloseTo((2 - Math.SQRT2 * (0.5 + TARGET)) / 2, 6);
  });

  const random = createRandom(31);
  const hull = hullShape(buildHull(Array.from({ length: 10 }, () => randomVec(random, 0.5))));
  const movers: [string, Shape][] = [
    ['sphere', sphere(0.2)],
    ['capsule', capsule(0.1, 0.6)],
    ['box', box(0.1, 0.5, 0.3)],
    ['hull', hull],
  ];
  const obstacles: [string, Shape][] = [...movers, ['half-space', halfSpace]];
  const pairs = movers.flatMap(([m, a]) =>
    obstacles.map(([o, b]): [string, string, Shape, Shape] => [m, o, a, b]),
  );

  it.each(pairs)('%s past %s: nothing nearer than the target before, at the target then', (_m, _o, a, b) => {
    let hits = 0;
    let misses = 0;
    for (let i = 0; i < 60; i++) {
      const poseA: Pose = { p: add([0, 2, 0], randomVec(random, 0.5)), q: randomPose(random, 1).q };
      const poseB: Pose = {
        p: randomVec(random, 0.2),
        q: b.kind === ShapeKind.halfSpace ? still : randomPose(random, 1).q,
      };
      const move: Vec3 = add([0, -2, 0], randomVec(random, 0.9));
      const motion = {
        pivot: add(poseA.p, randomVec(random, 0.3)),
        move,
        spin: randomVec(random, i % 4 === 0 ? 6 : 1),
      };
      if (distanceOf(a, poseA, b, poseB) < 2 * TARGET) continue;
      const t = impact(a, poseA, b, poseB, motion);
      for (let k = 0; k < 25; k++) {
        const early = poseAt(poseA, motion, (t * k) / 25);
        expect(distanceOf(a, early, b, poseB)).toBeGreaterThan(TARGET * 0.999);
      }
      const there = distanceOf(a, poseAt(poseA, motion, t), b, poseB);
      if (t < 1) {
        hits++;
        expect(there).toBeLessThan(TARGET * 1.002);
      } else misses++;
      expect(there).toBeGreaterThan(TARGET * 0.999);
    }
    expect(hits).toBeGreaterThan(3);
    expect(misses).toBeGreaterThan(2);
  });

  it('catches the tip of a long capsule or box that sweeps a thin wall', () => {
    for (const rod of [capsule(0.02, 2), box(0.02, 2, 0.02)]) {
      for (let i = 0; i < 50; i++) {
        // The wall stands beside the rod's tip, which swings about the rod's lower end through more than the wall.
        const wallX = 0.3 + 0.02 * i;
        const motion: Motion = { pivot: [0, -2, 0], move: [0, 0, 0], spin: [0, 0, -1.2] };
        const t = impact(rod, at(0, 0, 0), box(0.005, 0.5, 1), at(wallX, 1.8, 0), motion);
        expect(t).toBeLessThan(1);
        expect(
          distanceOf(rod, poseAt(at(0, 0, 0), motion, t), box(0.005, 0.5, 1), at(wallX, 1.8, 0)),
        ).toBeCloseTo(TARGET, 5);
      }
    }
  });

  it('lets grazing passes through and stops those that reach a little further', () => {
    const pass = (height: number, spin: Vec3): number =>
      impact(box(0.2, 0.2, 0.2), at(-2, 1 + height, 0), box(0.5, 1, 0.5), at(0, 0, 0), {
        pivot: [-2, 1 + height, 0],
        move: [4, 0, 0],
        spin,
      });
    expect(pass(0.2 + 1.01 * TARGET, [0, 0, 0])).toBe(1);
    expect(pass(0.2 + 0.99 * TARGET, [0, 0, 0])).toBeLessThan(1);
    expect(pass(0.2 * Math.sqrt(3) + 1.01 * TARGET, [1, 2, 3])).toBe(1);
    const ball = (height: number): number =>
      impact(sphere(0.1), at(-2, height, 0), sphere(0.3), at(0, 0, 0), {
        pivot: [-2, height, 0],
        move: [4, 0, 0],
      });
    expect(ball(0.4 + 1.001 * TARGET)).toBe(1);
    expect(ball(0.4 + 0.9 * TARGET)).toBeLessThan(1);
  });

  describe('a body that starts in contact', () => {
    const floor = box(5, 0.025, 5);
    const bodies: [string, Shape, number][] = [
      ['sphere', sphere(0.2), 0.2],
      ['box', box(0.2, 0.2, 0.2), 0.2],
      ['lying capsule', capsule(0.2, 0.5), 0.2],
      ['hull', hullShape(box(0.2, 0.2, 0.2).hull as NonNullable<Shape['hull']>), 0.2],
    ];
    const starts = [
      1.5 * TARGET,
      1.0001 * TARGET,
      TARGET,
      0.5 * TARGET,
      1e-7,
      0,
      -1e-7,
      -0.5 * TARGET,
      -0.004,
    ];
    const cases = bodies.flatMap(([n, s, half]) =>
      [floor, halfSpace].flatMap((f) =>
        starts.map((g): [string, Shape, Shape, number, number] => [n, s, f, half, g]),
      ),
    );

    const go = (
      shape: Shape,
      ground: Shape,
      half: number,
      gap: number,
      move: Vec3,
      spin: Vec3 = [0, 0, 0],
    ): number => {
      const top = ground.kind === ShapeKind.halfSpace ? 0 : 0.025;
      const q = shape.kind === ShapeKind.capsule ? turn([0, 0, 1], Math.PI / 2) : still;
      const p: Vec3 = [0, top + half + gap, 0];
      return impact(shape, { p, q }, ground, at(0, 0, 0), { pivot: p, move, spin });
    };

    it.each(cases)(
      '%s %#: slides, lifts off and rests with noise, but does not go through',
      (_name, shape, ground, half, gap) => {
        expect(go(shape, ground, half, gap, [2, 0, 0.5])).toBe(1);
        expect(go(shape, ground, half, gap, [0, 3, 0])).toBe(1);
        expect(go(shape, ground, half, gap, [0, 1, 0], [0.4, 0.8, 0.2])).toBe(1);
        expect(go(shape, ground, half, gap, [2, -0.9 * TARGET, 0])).toBe(1);
        const t = go(shape, ground, half, gap, [0.3, -3, 0]);
        const fall = gap - Math.min(TARGET, gap - TARGET);
        expect(t * 3).toBeCloseTo(fall, 5);
      },
    );

    it('slides off the end of the floor and falls past it', () => {
      const p: Vec3 = [5, 0.223, 0];
      expect(
        impact(box(0.2, 0.2, 0.2), { p, q: still }, floor, at(0, 0, 0), {
          pivot: p,
          move: [0.5, -0.0005, 0],
        }),
      ).toBe(1);
      expect(
        impact(sphere(0.2), at(5.3, 0.1, 0), floor, at(0, 0, 0), { pivot: [5.3, 0.1, 0], move: [0, -1, 0] }),
      ).toBe(1);
    });

    it('a rod that stands on the floor and falls over is caught by its far end', () => {
      const rod = capsule(0.02, 1);
      const lean = turn([0, 0, 1], 0.5);
      const foot: Vec3 = [0, 0.025 + 0.02, 0];
      const p = add(foot, rotate(lean, [0, 1, 0]));
      const motion: Motion = { pivot: foot, move: [0, 0, 0], spin: [0, 0, 1.5] };
      const t = impact(rod, { p, q: lean }, floor, at(0, 0, 0), motion);
      expect(t).toBeLessThan(1);
      const tip = add(
        poseAt({ p, q: lean }, motion, t).p,
        rotate(poseAt({ p, q: lean }, motion, t).q, [0, 1, 0]),
      );
      expect(tip[1]).toBeCloseTo(0.025 + 0.02 - TARGET, 4);
    });
  });

  it('does not depend on where in the world the pair is', () => {
    const run = (x: number): number =>
      impact(capsule(0.125, 0.5), at(x - 2, 0.25, 0), box(0.5, 0.5, 0.5), at(x, 0, 0), {
        pivot: [x - 2, 0.25, 0],
        move: [3, 0, 0],
        spin: [0.5, 0.25, 1],
      });
    expect(run(1048576)).toBe(run(0));
  });

  it('refuses a moving half-space and a target that is not a length', () => {
    const motion = createFloats(MOTION_STRIDE);
    expect(() => impactTime(createShapes(halfSpace, sphere(1)), motion, TARGET)).toThrow('half-space');
    expect(() => impactTime(createShapes(sphere(1), halfSpace), motion, 0)).toThrow('positive');
  });
});
