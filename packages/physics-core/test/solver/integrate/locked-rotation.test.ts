import { describe, expect, it } from 'vitest';
import { writeAngularMomentum } from '../../../src/bodies/inertia.js';
import { createBody, createWorld, type World } from '../../../src/index.js';
import { createFloats, floatsFrom } from '../../../src/math/floats.js';
import { rotateBody } from '../../../src/solver/integrate/rotation-step.js';
import { MOTION, W } from '../../../src/state/bodies.js';
import { seeded } from '../../collision/narrowphase/polyhedron-fixture.js';

const SPIN = 12;

/** The body's slot: the first is the hidden ground. */
const bodyOf = (world: World): number => world.bodies.used - 1;

describe('a body with locked axes of rotation', () => {
  const H = 1 / 240;
  const SECONDS = 60;
  const AXES = ['rotationX', 'rotationY', 'rotationZ'] as const;

  const makeLocked = (axes: readonly number[], random: () => number): World => {
    const world = createWorld();
    const part = (): number => 2 * random() - 1;
    createBody(world, {
      massProperties: { mass: 2, inertia: [0.5, 1 + 0.4 * random(), 1.7], centre: [0, 0, 0] },
      rotation: [part(), part(), part(), part()],
      angularVelocity: [0, 1, 2].map((k) => (axes.includes(k) ? 0 : SPIN * part())) as [
        number,
        number,
        number,
      ],
      locks: axes.map((k) => AXES[k]),
    });
    return world;
  };

  const momentumOf = (world: World): readonly number[] => {
    const out = createFloats(3);
    writeAngularMomentum(world.bodies, bodyOf(world), out);
    return out;
  };

  const spinOf = (world: World): readonly number[] => {
    const at = bodyOf(world) * MOTION + W;
    return world.bodies.motion.slice(at, at + 3);
  };

  const energyOf = (world: World): number => {
    const l = momentumOf(world);
    return 0.5 * spinOf(world).reduce((sum, w, k) => sum + w * l[k], 0);
  };

  it.each([[[0]], [[1]], [[2]], [[0, 1]], [[1, 2]], [[0, 2]]])(
    'axes %j locked: the free parts of L stay to rounding, the energy to 0.01 %, for 60 s',
    (axes) => {
      const random = seeded(11);
      for (let k = 0; k < 5; k++) {
        const world = makeLocked(axes, random);
        const start = momentumOf(world);
        const energy = energyOf(world);
        let worst = 0;
        for (let i = 0; i < SECONDS / H; i++) {
          rotateBody(world.bodies, bodyOf(world), floatsFrom([H]));
          worst = Math.max(worst, Math.abs(energyOf(world) / energy - 1));
        }
        const end = momentumOf(world);
        const spin = spinOf(world);
        for (let i = 0; i < 3; i++) {
          if (axes.includes(i)) expect(spin[i]).toBe(0);
          else expect(end[i]).toBeCloseTo(start[i], 9);
        }
        expect(worst).toBeLessThan(1e-4);
      }
    },
  );

  it('a thin rod that turns into the plane gets faster without gaining energy', () => {
    const world = createWorld();
    createBody(world, {
      massProperties: { mass: 2, inertia: [0.7, 0.001, 0.7], centre: [0, 0, 0] },
      rotation: [0.298, 0.199, 0.497, 0.79],
      angularVelocity: [60, 0, 18],
      locks: ['rotationY'],
    });
    const energy = energyOf(world);
    for (let i = 0; i < 2400; i++) {
      rotateBody(world.bodies, bodyOf(world), floatsFrom([H]));
      expect(Math.abs(energyOf(world) / energy - 1)).toBeLessThan(1e-3);
    }
  });

  it('turns as the equations say: halving the step quarters the error', () => {
    /** Orientation after a second in so many steps. */
    const after = (steps: number): number[] => {
      const world = makeLocked([1], seeded(7));
      for (let i = 0; i < steps; i++) rotateBody(world.bodies, bodyOf(world), floatsFrom([1 / steps]));
      return [...world.bodies.rotation.slice(bodyOf(world) * 4, bodyOf(world) * 4 + 4)];
    };
    const exact = orientationByRungeKutta(makeLocked([1], seeded(7)), 1, 4000);
    const error = (q: readonly number[]): number =>
      Math.sqrt(Math.max(0, 1 - q.reduce((sum, v, i) => sum + v * exact[i], 0) ** 2));
    const [coarse, fine] = [error(after(240)), error(after(480))];
    expect(coarse).toBeLessThan(2e-3);
    expect(coarse / fine).toBeGreaterThan(3.8);
    expect(coarse / fine).toBeLessThan(4.2);
  });

  it('turned about after 10 s, goes back the way it came', () => {
    const world = makeLocked([1], seeded(7));
    const body = bodyOf(world);
    const { rotation, motion } = world.bodies;
    const orientation = (): number[] => [...rotation.slice(body * 4, body * 4 + 4)];
    const turn = (): void => {
      for (let i = 0; i < 10 / H; i++) rotateBody(world.bodies, body, floatsFrom([H]));
    };
    const start = orientation();
    turn();
    const away = orientation();
    for (let k = 0; k < 3; k++) motion[body * MOTION + W + k] *= -1;
    turn();
    for (const [i, value] of orientation().entries()) expect(value).toBeCloseTo(start[i], 10);
    expect(Math.hypot(...away.map((value, i) => value - start[i]))).toBeGreaterThan(0.1);
  });

  it.each([100, 1000])('whirls at %d rad/s and gains no energy', (speed) => {
    const world = createWorld();
    createBody(world, {
      massProperties: { mass: 1, inertia: [0.01, 1, 1], centre: [0, 0, 0] },
      rotation: [0.3, 0.5, 0.2, 0.7],
      angularVelocity: [speed, 0, 0.6 * speed],
      locks: ['rotationY'],
    });
    const energy = energyOf(world);
    let most = 0;
    for (let i = 0; i < 240; i++) {
      rotateBody(world.bodies, bodyOf(world), floatsFrom([H]));
      most = Math.max(most, energyOf(world) / energy);
    }
    expect(most).toBeLessThan(1.01);
  });
});

/**
 * Independent of the step: the classic fourth order method for q' = ½ ω q with ω from L across the locked axis y,
 * (Iω)x = Lx, (Iω)z = Lz, ωy = 0.
 */
const orientationByRungeKutta = (world: World, seconds: number, steps: number): number[] => {
  const { bodies } = world;
  const body = bodyOf(world);
  const l = createFloats(3);
  writeAngularMomentum(bodies, body, l);
  const moments = [...bodies.moments.slice(body * 3, body * 3 + 3)];
  const slope = (q: readonly number[]): number[] => {
    const length = Math.hypot(...q);
    const [x, y, z, w] = q.map((v) => v / length);
    // Columns of the rotation matrix in x and z.
    const rx = [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)];
    const rz = [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)];
    const sum = (a: readonly number[], b: readonly number[]): number =>
      moments.reduce((total, moment, k) => total + moment * a[k] * b[k], 0);
    const [xx, xz, zz] = [sum(rx, rx), sum(rx, rz), sum(rz, rz)];
    const determinant = xx * zz - xz * xz;
    const wx = (zz * l[0] - xz * l[2]) / determinant;
    const wz = (xx * l[2] - xz * l[0]) / determinant;
    const [qx, qy, qz, qw] = q;
    return [
      0.5 * (wx * qw - wz * qy),
      0.5 * (-wx * qz + wz * qx),
      0.5 * (wx * qy + wz * qw),
      0.5 * (-wx * qx - wz * qz),
    ];
  };
  const h = seconds / steps;
  const ahead = (q: readonly number[], k: readonly number[], by: number): number[] =>
    q.map((v, i) => v + by * k[i]);
  let q = [...bodies.rotation.slice(body * 4, body * 4 + 4)];
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
