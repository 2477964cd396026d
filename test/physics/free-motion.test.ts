import {
  angularVelocity,
  applyTorque,
  bodyPosition,
  bodyRotation,
  box,
  createBody,
  linearVelocity,
  stepWorld,
  type Vec3,
} from '@tenon/physics-core';
import { kineticEnergy, momentum } from '@tenon/physics-core/inspect';
import { describe, expect, it } from 'vitest';
import { addBody, awakeWorld, DT, G, run, size, weightlessWorld } from './context.js';

describe('a body that nothing touches', () => {
  it('falls and flies on the exact parabola', () => {
    const world = awakeWorld();
    const start: Vec3 = [1, 20, -3];
    const v: Vec3 = [4, 7, -2];
    const ball = addBody(world, box(0.5, 0.2, 0.3), { position: start, linearVelocity: v });
    run(world, 3, (t) => {
      const [x, y, z] = bodyPosition(world, ball);
      expect(x).toBeCloseTo(start[0] + v[0] * t, 11);
      expect(y).toBeCloseTo(start[1] + v[1] * t - (G * t * t) / 2, 11);
      expect(z).toBeCloseTo(start[2] + v[2] * t, 11);
      expect(linearVelocity(world, ball)[1]).toBeCloseTo(v[1] - G * t, 11);
    });
  });

  it('loses speed by damping as the implicit decay says, and near the exponential', () => {
    const world = weightlessWorld();
    const body = addBody(world, box(0.5, 0.5, 0.5), { linearVelocity: [10, 0, 0], linearDamping: 0.8 });
    run(world, 1);
    const exact = 10 * Math.exp(-0.8);
    expect(linearVelocity(world, body)[0] / exact).toBeCloseTo(1, 2);
    expect(linearVelocity(world, body)[0]).toBeCloseTo(10 / (1 + (0.8 * DT) / 4) ** 240, 11);
  });
});

/** Turns of the body's y axis against its start, as accuracy.md e counts them. */
const countFlips = (inertia: Vec3, spin: Vec3, seconds: number) => {
  const world = weightlessWorld();
  const body = createBody(world, { massProperties: { mass: 1, inertia }, angularVelocity: spin });
  const energy = kineticEnergy(world);
  const { angular } = momentum(world);
  let side = 1;
  const result = { flips: 0, energy: 0, momentum: 0 };
  run(world, seconds, () => {
    const [x, , z] = bodyRotation(world, body);
    const up = 1 - 2 * (x * x + z * z);
    if (up * side < 0 && Math.abs(up) > 0.5) {
      result.flips++;
      side = Math.sign(up);
    }
    const now = momentum(world).angular;
    result.energy = Math.max(result.energy, Math.abs(kineticEnergy(world) / energy - 1));
    const drift = size([now[0] - angular[0], now[1] - angular[1], now[2] - angular[2]]);
    result.momentum = Math.max(result.momentum, drift / size(angular));
  });
  return result;
};

describe('torque-free rotation', () => {
  it('e: the asymmetric top flips 12 times in 60 s and keeps energy to 0.01 % and L to rounding', () => {
    const top = countFlips([1, 2, 3], [0.01, 5, 0.01], 60);
    expect(top.flips).toBe(12);
    expect(top.energy).toBeLessThan(1e-4);
    expect(top.momentum).toBeLessThan(1e-10);
  });

  it('does not flip about the axes of the largest and the smallest moment', () => {
    expect(countFlips([2, 3, 1], [0.01, 5, 0.01], 60).flips).toBe(0);
    expect(countFlips([3, 1, 2], [0.01, 5, 0.01], 60).flips).toBe(0);
  });

  it('keeps energy and L also when the principal axes are not the body axes', () => {
    const world = weightlessWorld();
    createBody(world, {
      massProperties: { mass: 2, centre: [0.3, -0.1, 0.2], inertia: [2, 0.4, -0.3, 3, 0.2, 2.5] },
      angularVelocity: [3, -2, 4],
    });
    const energy = kineticEnergy(world);
    const before = momentum(world).angular;
    run(world, 20);
    expect(kineticEnergy(world) / energy).toBeCloseTo(1, 4);
    for (const [i, l] of momentum(world).angular.entries()) expect(l).toBeCloseTo(before[i], 9);
  });

  it('a symmetric top precesses about L at |L| / I⊥', () => {
    const [transverse, axial] = [2, 3.5];
    const world = weightlessWorld();
    const spin: Vec3 = [1.2, 6, 0];
    const body = createBody(world, {
      massProperties: { mass: 1, inertia: [transverse, axial, transverse] },
      angularVelocity: spin,
    });
    const L: Vec3 = [transverse * spin[0], axial * spin[1], 0];
    const rate = size(L) / transverse;
    const along = L.map((c) => c / size(L)) as unknown as Vec3;
    const axis0: Vec3 = [0, 1, 0];
    run(world, 10, (t) => {
      // The symmetry axis turns about L by rate · t (Rodrigues).
      const [c, s] = [Math.cos(rate * t), Math.sin(rate * t)];
      const d = along[0] * axis0[0] + along[1] * axis0[1];
      const expected: Vec3 = [
        axis0[0] * c + along[0] * d * (1 - c),
        axis0[1] * c + along[1] * d * (1 - c),
        (along[0] * axis0[1] - along[1] * axis0[0]) * s,
      ];
      const [x, y, z, w] = bodyRotation(world, body);
      const axis: Vec3 = [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)];
      for (let i = 0; i < 3; i++) expect(axis[i]).toBeCloseTo(expected[i], 9);
    });
  });
});

describe('a spinning top under gravity torque', () => {
  it('precesses at m g l / (I ω) and neither sinks nor slows', () => {
    // A top with its axle level, held at a point l from its centre: the torque is l × m g; the centre stays where it is.
    const [mass, arm, axial, transverse] = [1, 0.2, 0.05, 0.026];
    const spin = 2 * Math.PI * 20;
    const rate = (mass * G * arm) / (axial * spin);
    const world = weightlessWorld();
    const top = createBody(world, {
      massProperties: { mass, inertia: [axial, transverse, transverse] },
      angularVelocity: [spin, rate, 0],
    });
    let turned = 0;
    let lowest = 0;
    let last = 0;
    for (let i = 0; i < 8 * 60; i++) {
      const [x, y, z, w] = bodyRotation(world, top);
      const axis: Vec3 = [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)];
      // m g l (y × axle), held for the step. It acts at the start of each of 4 substeps, on the mean 3/8 of a step from now.
      const mid = -Math.atan2(axis[2], axis[0]) + (rate * DT * 3) / 8;
      const torque = mass * G * arm;
      applyTorque(world, top, [-torque * Math.sin(mid), 0, -torque * Math.cos(mid)]);
      stepWorld(world, DT);
      const [qx, qy, qz, qw] = bodyRotation(world, top);
      const now: Vec3 = [1 - 2 * (qy * qy + qz * qz), 2 * (qx * qy + qw * qz), 2 * (qx * qz - qw * qy)];
      const angle = -Math.atan2(now[2], now[0]);
      turned += ((angle - last + 3 * Math.PI) % (2 * Math.PI)) - Math.PI;
      last = angle;
      lowest = Math.max(lowest, Math.abs(now[1]));
    }
    expect(turned / (rate * 8)).toBeCloseTo(1, 3);
    expect(lowest).toBeLessThan(0.01);
    expect(size(angularVelocity(world, top)) / Math.hypot(spin, rate)).toBeCloseTo(1, 4);
  });
});
