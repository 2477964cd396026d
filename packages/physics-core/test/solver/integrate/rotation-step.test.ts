import { describe, expect, it } from 'vitest';
import { createBody, createWorld, stepWorld, type World } from '../../../src/index.js';
import { floatsFrom } from '../../../src/math/floats.js';
import { rotateBody } from '../../../src/solver/integrate/rotation-step.js';
import { BodyFlag, DR, II, MOTION, W } from '../../../src/state/bodies.js';
import { seeded } from '../../collision/narrowphase/polyhedron-fixture.js';

/** s. Long enough for angles beyond the range of the series, too. */
const TIMES = [1 / 240, 1 / 20];

const SPIN = 12;

const makeBody = (inertia: readonly [number, number, number], random: () => number): World => {
  const world = createWorld();
  const part = (): number => 2 * random() - 1;
  createBody(world, {
    massProperties: { mass: 2, inertia, centre: [0, 0, 0] },
    rotation: [part(), part(), part(), part()],
    angularVelocity: [SPIN * part(), SPIN * part(), SPIN * part()],
  });
  return world;
};

/** The body's slot: the first is the hidden ground. */
const bodyOf = (world: World): number => world.bodies.used - 1;

/** Rotation, angular velocity and inverse inertia after a step. */
const stepped = (world: World, time: number): number[] => {
  const body = bodyOf(world);
  const { bodies } = world;
  rotateBody(bodies, body, floatsFrom([time]));
  const m = body * MOTION;
  return [
    ...bodies.rotation.slice(body * 4, body * 4 + 4),
    ...bodies.motion.slice(m + W, m + W + 3),
    ...bodies.motion.slice(m + II, m + II + 6),
  ];
};

/** The general step takes every body whose principal axes are said to be tilted; here the tilt is none. */
const takeGeneralStep = (world: World): void => {
  world.bodies.flags[bodyOf(world)] |= BodyFlag.tilted;
};

describe.each([0, 1, 2])('a body with two equal moments about its axis %i', (axis) => {
  it.each(TIMES)('steps of %f s are those of the general step', (time) => {
    const random = seeded(5 + axis);
    let worst = 0;
    for (let i = 0; i < 80; i++) {
      const across = 0.5 + random();
      const inertia: [number, number, number] = [across, across, across];
      inertia[axis] = (0.2 + 1.7 * random()) * across;
      const seed = random();
      const quick = makeBody(inertia, seeded(seed * 1e9));
      const general = makeBody(inertia, seeded(seed * 1e9));
      takeGeneralStep(general);
      const expected = stepped(general, time);
      for (const [k, value] of stepped(quick, time).entries())
        worst = Math.max(worst, Math.abs(value - expected[k]));
    }
    expect(worst).toBeLessThan(0.5e-12);
  });
});

/** World angular momentum R I Rᵀ ω and energy, from the moments that the body was given. */
const stateOf = (world: World, inertia: readonly number[]): { momentum: number[]; energy: number } => {
  const body = bodyOf(world);
  const [x, y, z, w] = world.bodies.rotation.slice(body * 4, body * 4 + 4);
  const spin = world.bodies.motion.slice(body * MOTION + W, body * MOTION + W + 3);
  const r = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
  const local = [0, 1, 2].map((k) => r[0][k] * spin[0] + r[1][k] * spin[1] + r[2][k] * spin[2]);
  const own = local.map((value, k) => value * inertia[k]);
  return {
    momentum: r.map((row) => row[0] * own[0] + row[1] * own[1] + row[2] * own[2]),
    energy: 0.5 * local.reduce((sum, value, k) => sum + value * own[k], 0),
  };
};

describe('a free body with three different moments', () => {
  const inertia = [0.5, 1.1, 1.7] as const;

  it('keeps L in the world to rounding, and its energy to 0.1 %, for 20 s', () => {
    const world = makeBody(inertia, seeded(3));
    const start = stateOf(world, inertia);
    let [moved, gained] = [0, 0];
    for (let i = 0; i < 4800; i++) {
      rotateBody(world.bodies, bodyOf(world), floatsFrom([1 / 240]));
      const { momentum, energy } = stateOf(world, inertia);
      moved = Math.max(moved, ...momentum.map((l, k) => Math.abs(l - start.momentum[k])));
      gained = Math.max(gained, Math.abs(energy / start.energy - 1));
    }
    expect(moved).toBeLessThan(1e-9);
    expect(gained).toBeLessThan(1e-3);
  });

  it('turns as the equations of Euler say: halving the step quarters the error', () => {
    const after = (steps: number): number[] => {
      const world = makeBody(inertia, seeded(3));
      for (let i = 0; i < steps; i++) rotateBody(world.bodies, bodyOf(world), floatsFrom([1 / steps]));
      return [...world.bodies.rotation.slice(bodyOf(world) * 4, bodyOf(world) * 4 + 4)];
    };
    const exact = turnByRungeKutta(makeBody(inertia, seeded(3)), inertia, 4000);
    const error = (q: readonly number[]): number =>
      Math.sqrt(Math.max(0, 1 - q.reduce((sum, v, i) => sum + v * exact[i], 0) ** 2));
    const [coarse, fine] = [error(after(240)), error(after(480))];
    expect(coarse).toBeLessThan(2e-2);
    expect(coarse / fine).toBeGreaterThan(3.7);
    expect(coarse / fine).toBeLessThan(4.3);
  });
});

/** Independent of the step: the classic fourth order method for q' = ½ q ω and I ω' = -ω × I ω in body axes, over a second. */
const turnByRungeKutta = (world: World, inertia: readonly number[], steps: number): number[] => {
  const body = bodyOf(world);
  const { momentum } = stateOf(world, inertia);
  const slope = (q: readonly number[]): number[] => {
    const length = Math.hypot(...q);
    const [x, y, z, w] = q.map((v) => v / length);
    const [lx, ly, lz] = momentum;
    // ω = I⁻¹ Rᵀ L, as L stays in the world.
    const ox =
      ((1 - 2 * (y * y + z * z)) * lx + 2 * (x * y + w * z) * ly + 2 * (x * z - w * y) * lz) / inertia[0];
    const oy =
      (2 * (x * y - w * z) * lx + (1 - 2 * (x * x + z * z)) * ly + 2 * (y * z + w * x) * lz) / inertia[1];
    const oz =
      (2 * (x * z + w * y) * lx + 2 * (y * z - w * x) * ly + (1 - 2 * (x * x + y * y)) * lz) / inertia[2];
    const [qx, qy, qz, qw] = q;
    return [
      0.5 * (qw * ox + qy * oz - qz * oy),
      0.5 * (qw * oy + qz * ox - qx * oz),
      0.5 * (qw * oz + qx * oy - qy * ox),
      0.5 * (-qx * ox - qy * oy - qz * oz),
    ];
  };
  const h = 1 / steps;
  const ahead = (q: readonly number[], k: readonly number[], by: number): number[] =>
    q.map((v, i) => v + by * k[i]);
  let q = [...world.bodies.rotation.slice(body * 4, body * 4 + 4)];
  for (let i = 0; i < steps; i++) {
    const k1 = slope(q);
    const k2 = slope(ahead(q, k1, h / 2));
    const k3 = slope(ahead(q, k2, h / 2));
    const k4 = slope(ahead(q, k3, h));
    q = q.map((v, j) => v + (h / 6) * (k1[j] + 2 * k2[j] + 2 * k3[j] + k4[j]));
  }
  const length = Math.hypot(...q);
  return q.map((v) => v / length);
};

it.each([10, 100, 400, 1000, 3000])(
  'a free body of three moments keeps its energy at %d rad/s for 10 s',
  (spin) => {
    const world = createWorld({ gravity: [0, 0, 0], sleeping: false });
    createBody(world, {
      massProperties: { mass: 1, inertia: [1, 2, 3] },
      angularVelocity: [0.3 * spin, 0.9 * spin, 0.3 * spin],
    });
    const body = bodyOf(world);
    const { motion } = world.bodies;
    /** 2E = ω·I ω = |L|² weighted; I from its stored inverse. */
    const energy = (): number => {
      const w = motion.slice(body * MOTION + W, body * MOTION + W + 3);
      const [xx, xy, xz, yy, yz, zz] = motion.slice(body * MOTION + II, body * MOTION + II + 6);
      const inverse = [
        [xx, xy, xz],
        [xy, yy, yz],
        [xz, yz, zz],
      ];
      return w.reduce((sum, value, i) => sum + value * solve3(inverse, w)[i], 0);
    };
    const start = energy();
    let worst = 0;
    for (let i = 0; i < 600; i++) {
      stepWorld(world, 1 / 60);
      worst = Math.max(worst, Math.abs(energy() / start - 1));
    }
    expect(worst).toBeLessThan(2e-3);
    expect(energy() / start - 1).toBeLessThan(1e-4);
  },
);

/** The solution of a 3×3 system by Cramer's rule. */
const solve3 = (m: readonly (readonly number[])[], b: readonly number[]): number[] => {
  const det = (a: readonly (readonly number[])[]): number =>
    a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) -
    a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0]) +
    a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
  return [0, 1, 2].map((k) => det(m.map((row, i) => row.map((x, j) => (j === k ? b[i] : x)))) / det(m));
};

describe('the rotation since the step began', () => {
  // The impact stage looks at bodies at other times and puts them back. 1000 such pairs counted 23 rad.
  it.each([
    ['three different moments', [1, 2.2, 2.9]],
    ['two equal moments', [2, 2, 0.4]],
  ] as const)('is zero after steps forth and back: %s', (_, inertia) => {
    const world = makeBody(inertia, seeded(3));
    const { bodies } = world;
    const m = bodyOf(world) * MOTION;
    for (let i = 0; i < 3; i++) bodies.motion[m + W + i] *= 30;
    for (let pair = 0; pair < 1000; pair++)
      for (const time of [1 / 240, -1 / 240]) rotateBody(bodies, bodyOf(world), floatsFrom([time]));
    for (let i = 0; i < 3; i++) expect(bodies.motion[m + DR + i]).toBeCloseTo(0, 9);
  });
});
