import { describe, expect, it } from 'vitest';
import { createJoint, hinge, jointCoordinate, jointError } from '../../src/index.js';
import { DT, G, jointWorld, off, run } from './context.js';
import { addMass } from './joint-rig.js';

/** T / T₀ = 2 K(sin(θ/2)) / π = 1 / agm(1, cos(θ/2)): the period of a swing to the angle θ against a small one. */
const swingFactor = (angle: number): number => {
  let [a, g] = [1, Math.cos(angle / 2)];
  for (let i = 0; i < 6; i++) [a, g] = [(a + g) / 2, Math.sqrt(a * g)];
  return 1 / a;
};

/** A body of 2 kg and 0.1 kg·m², a metre from its hinge, let go at an angle from below: the times between its passages, each one swing. */
const swings = (angle: number, seconds: number): number[] => {
  const world = jointWorld();
  const body = addMass(world, [Math.sin(angle), -Math.cos(angle), 0], 2, [0.1, 0.1, 0.1]);
  const joint = createJoint(world, hinge({ bodyB: body, anchor: [0, 0, 0], axis: [0, 0, 1] }));
  const passages: number[] = [];
  let before = angle;
  run(world, seconds, (time) => {
    const now = jointCoordinate(world, joint).value + angle;
    if (before > 0 && now <= 0) passages.push(time - DT + (DT * before) / (before - now));
    before = now;
    expect(jointError(world, joint).linear).toBeLessThan(2e-3);
  });
  return passages.slice(1).map((time, i) => time - passages[i]);
};

/** 2π √((I + m l²) / (m g l)). */
const SMALL = 2 * Math.PI * Math.sqrt(2.1 / (2 * G));

describe('a body on a hinge has the period of a physical pendulum', () => {
  // Bounds: what was measured, and about half more.
  it.each([
    [0.05, 1e-5],
    [0.5, 6e-5],
    [1, 1.4e-4],
  ])('over nine swings of %d rad, to %d of it', (angle, tolerance) => {
    const times = swings(angle, 22);
    expect(times.length).toBeGreaterThan(8);
    const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
    expect(off(mean, SMALL * swingFactor(angle))).toBeLessThan(tolerance);
  });

  // Near the top a swing that has lost a thousandth of its angle is shorter by more: by 1 % at 3 rad.
  it.each([
    [2, 2e-4],
    [2.5, 1.5e-3],
    [3, 0.03],
  ])('in the first swing of %d rad, to %d of it', (angle, tolerance) => {
    const [first] = swings(angle, 8);
    expect(off(first, SMALL * swingFactor(angle))).toBeLessThan(tolerance);
  });
});
