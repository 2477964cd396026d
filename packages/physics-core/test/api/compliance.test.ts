import { describe, expect, it } from 'vitest';
import {
  bodyPosition,
  complianceFromSpring,
  createBody,
  createJoint,
  createWorld,
  spring,
  springFromCompliance,
  stepWorld,
} from '../../src/index.js';
import { createRandom } from '../determinism/context.js';

/** γ and β of the texts (Tamis 2015 §2.4, 002 §2) beside frequency and damping ratio. */

const random = createRandom(5);
const cases = Array.from({ length: 50 }, () => ({
  effectiveMass: 10 ** (2 * random() - 1),
  timeStep: 1 / (30 + 300 * random()),
  hertz: 0.3 + 4 * random(),
  dampingRatio: 1.5 * random(),
}));

describe('γ and β', () => {
  it('go to frequency and damping ratio and back without a loss', () => {
    for (const { hertz, dampingRatio, ...context } of cases) {
      const compliance = complianceFromSpring({ hertz, dampingRatio, ...context });
      const back = springFromCompliance({ ...compliance, ...context });
      expect(back.hertz / hertz).toBeCloseTo(1, 12);
      expect(Math.abs(back.dampingRatio - dampingRatio)).toBeLessThan(1e-12 * (1 + 1 / hertz));
    }
  });

  it('solve of (2.17) is the implicit step of m ẍ + c ẋ + k x = 0', () => {
    for (const { hertz, dampingRatio, effectiveMass: m, timeStep: h } of cases) {
      const { gamma, beta } = complianceFromSpring({ hertz, dampingRatio, effectiveMass: m, timeStep: h });
      const omega = 2 * Math.PI * hertz;
      const [k, c] = [m * omega ** 2, 2 * dampingRatio * m * omega];
      const [x, v] = [random(), random()];
      // One row on one mass: J = 1, K = 1/m + γ/Δt.
      const lambda = -(v + (beta * x) / h) / (1 / m + gamma / h);
      const implicit = (m * v - h * k * x) / (m + h * c + h * h * k);
      expect(v + lambda / m).toBeCloseTo(implicit, 10);
    }
  });

  it('make a spring of the engine that follows the oscillator', () => {
    for (const { hertz, dampingRatio, effectiveMass, timeStep } of cases.slice(0, 12)) {
      const context = { effectiveMass, timeStep };
      const compliance = complianceFromSpring({ hertz, dampingRatio, ...context });
      const world = createWorld({ gravity: [0, 0, 0], sleeping: false, substeps: 8 });
      const massProperties = { mass: effectiveMass, inertia: [1, 1, 1] } as const;
      const bodyB = createBody(world, { position: [1.2, 0, 0], massProperties });
      createJoint(
        world,
        spring({ bodyB, length: 1, ...springFromCompliance({ ...compliance, ...context }) }),
      );
      const omega = 2 * Math.PI * hertz;
      let worst = 0;
      for (let i = 1; i * timeStep < 1.5; i++) {
        stepWorld(world, timeStep);
        const offset = bodyPosition(world, bodyB)[0] - 1;
        worst = Math.max(worst, Math.abs(offset - 0.2 * oscillator(omega, dampingRatio, i * timeStep)));
      }
      // Phase errors of the first order in ζωh, at most 4 Hz, ζ = 1.5 and 240 substeps a second: 8 %.
      expect(worst).toBeLessThan(0.2 * 0.08);
    }
  });

  it.each(['gamma', 'beta', 'effectiveMass', 'timeStep'])('refuse a bad %s', (field) => {
    const good = { gamma: 0.1, beta: 0.2, effectiveMass: 1, timeStep: 1 / 60 };
    for (const bad of [0, -1, Number.NaN, Infinity, 'much', undefined]) {
      expect(() => springFromCompliance({ ...good, [field]: bad })).toThrow(field);
    }
    expect(() => springFromCompliance({ ...good, beta: 1.1 })).toThrow('beta');
    expect(() => springFromCompliance({ ...good, gama: 1 } as never)).toThrow('gama');
    expect(() => complianceFromSpring({ ...good, hertz: 0, dampingRatio: 1 } as never)).toThrow();
  });
});

/** x of m ẍ + c ẋ + k x = 0 from x = 1 at rest. */
const oscillator = (omega: number, zeta: number, t: number): number => {
  const decay = Math.exp(-zeta * omega * t);
  if (zeta < 1) {
    const damped = omega * Math.sqrt(1 - zeta * zeta);
    return decay * (Math.cos(damped * t) + ((zeta * omega) / damped) * Math.sin(damped * t));
  }
  const over = omega * Math.sqrt(zeta * zeta - 1);
  return decay * (Math.cosh(over * t) + ((zeta * omega) / over) * Math.sinh(over * t));
};
