import { describe, expect, it } from 'vitest';
import {
  type BodyHandle,
  createBody,
  createJoint,
  createWorld,
  linearVelocity,
  loadClassicMethods,
  rod,
  rope,
  stepWorld,
  type Vec3,
  type World,
} from '../../src/index.js';
import { allJointRows, type JointRow } from '../../src/inspect.js';
import { dot } from '../../src/math/vec3.js';
import { createRandom, randomVector } from '../determinism/context.js';
import { DT } from '../joints/context.js';
import { type Numbers, solveDense, times } from '../solver/dense.js';

loadClassicMethods();

/**
 * Tamis & Maggiore §6.2, 7: the multipliers solve A λ = b with A = J M⁻¹ Jᵀ and b = υ - J v, by projected
 * Gauss-Seidel. The engine's sweeps work on velocities and never form A; here A is formed, the algorithm of §7.2
 * is run on it, and a dense solve says what both converge to.
 */

interface System {
  readonly a: number[][];
  readonly b: number[];
  /** cmin and cmax of each row. */
  readonly bounds: readonly (readonly [number, number])[];
}

interface Net {
  readonly world: World;
  readonly before: ReadonlyMap<BodyHandle, Vec3>;
}

/** Point masses in random motion; the first hangs on the world. Rods or ropes act on centres, so nothing rotates. */
const net = (links: readonly (readonly [number, number])[], elastic: boolean, iterations: number): Net => {
  const random = createRandom(21);
  const world = createWorld({
    method: 'baumgarte',
    classicIterations: iterations,
    gravity: [0, 0, 0],
    sleeping: false,
  });
  const count = 1 + Math.max(...links.flat());
  const bodies = Array.from({ length: count }, (_, i) =>
    createBody(world, {
      position: [i, 2 * random(), 2 * random()],
      massProperties: { mass: 0.5 + random(), inertia: [1, 1, 1] },
      linearVelocity: randomVector(random, 1),
    }),
  );
  createJoint(world, rod({ bodyB: bodies[0], anchorA: [-1, 0, 0], anchorB: [0, 0, 0] }));
  for (const [i, j] of links) {
    const ends = { bodyA: bodies[i], bodyB: bodies[j] };
    createJoint(world, elastic ? rope({ ...ends, maxLength: 1.2 * Math.abs(i - j) }) : rod(ends));
  }
  return { world, before: new Map(bodies.map((body) => [body, linearVelocity(world, body)])) };
};

const masses = (net: Net): Map<BodyHandle, number> => {
  const random = createRandom(21);
  const list = [...net.before.keys()];
  return new Map(
    list.map((body) => {
      random();
      random();
      const mass = 0.5 + random();
      randomVector(random, 1);
      return [body, mass];
    }),
  );
};

/** The linear Jacobian of a row on each body that moves. */
const gradient = (net: Net, row: JointRow): Map<BodyHandle, Vec3> => {
  const sides = [
    [row.bodyA, row.linearA],
    [row.bodyB, row.linearB],
  ] as const;
  return new Map(sides.filter(([body]) => net.before.has(body)));
};

const systemOf = (net: Net): System => {
  const rows = allJointRows(net.world);
  const m = masses(net);
  const gradients = rows.map((row) => gradient(net, row));
  const a = gradients.map((p) =>
    gradients.map((q) =>
      [...p].reduce((sum, [body, g]) => sum + dot(g, q.get(body) ?? [0, 0, 0]) / (m.get(body) as number), 0),
    ),
  );
  const isRope = (row: JointRow): boolean => row.role === 'limit';
  const b = rows.map((row, i) => {
    const speed = [...gradients[i]].reduce((sum, [body, g]) => sum + dot(g, net.before.get(body) as Vec3), 0);
    return row.window[1] - speed;
  });
  return { a, b, bounds: rows.map((row) => (isRope(row) ? [-Infinity, 0] : [-Infinity, Infinity])) };
};

/** §7.2 as it is printed: λ of all rows after so many iterations. `jacobi` takes only the λ of the last one. */
const iterate = ({ a, b, bounds }: System, iterations: number, jacobi = false): number[] => {
  let lambda = b.map(() => 0);
  for (let k = 0; k < iterations; k++) {
    const next = jacobi ? [...lambda] : lambda;
    for (const [j, row] of a.entries()) {
      const from = jacobi ? lambda : next;
      const rest = row.reduce((sum, x, i) => (i === j ? sum : sum + x * from[i]), 0);
      next[j] = Math.min(Math.max((b[j] - rest) / row[j], bounds[j][0]), bounds[j][1]);
    }
    lambda = next;
  }
  return lambda;
};

const norm = (x: Numbers): number => Math.hypot(...x);
const residual = ({ a, b }: System, lambda: Numbers): number =>
  norm(times(a, lambda).map((x, i) => x - b[i])) / norm(b);

/** λ that the engine finds with so many sweeps. */
const solved = (links: readonly (readonly [number, number])[], elastic: boolean, sweeps: number) => {
  const made = net(links, elastic, sweeps);
  stepWorld(made.world, DT);
  return { system: systemOf(made), lambda: allJointRows(made.world).map((row) => row.lambda) };
};

const chain = [0, 1, 2, 3, 4, 5].map((i) => [i, i + 1] as const);
const truss = [...chain, [0, 2], [1, 3], [2, 4], [3, 5], [4, 6]] as const;

describe.each([
  ['a chain', chain],
  ['a truss', truss],
] as const)('projected Gauss-Seidel, %s of rods', (_, links) => {
  it('after each sweep has the λ of the printed algorithm', () => {
    for (const sweeps of [1, 2, 3, 10, 25]) {
      const { system, lambda } = solved(links, false, sweeps);
      for (const [i, x] of iterate(system, sweeps).entries()) expect(lambda[i]).toBeCloseTo(x, 10);
    }
  });

  it('converges to the dense solution of A λ = b: the residual falls with every sweep', () => {
    const residuals = [1, 2, 4, 8, 16, 32, 64, 128, 256].map((sweeps) => {
      const { system, lambda } = solved(links, false, sweeps);
      return residual(system, lambda);
    });
    console.info(
      `residual after 1, 2, 4 ... 256 sweeps: ${residuals.map((x) => x.toExponential(1)).join(' ')}`,
    );
    for (let i = 1; i < residuals.length; i++) expect(residuals[i]).toBeLessThan(residuals[i - 1] + 1e-14);
    const { system, lambda } = solved(links, false, 1000);
    const exact = solveDense(system.a, system.b);
    for (const [i, x] of exact.entries()) expect(lambda[i]).toBeCloseTo(x, 9);
  });
});

it('Jacobi needs twice the iterations on a chain: its rate is the root of that of Gauss-Seidel', () => {
  const { system } = solved(chain, false, 1);
  const exact = solveDense(system.a, system.b);
  const error = (k: number, jacobi: boolean): number =>
    norm(iterate(system, k, jacobi).map((x, i) => x - exact[i]));
  // Far enough on that only the slowest part is left. A of a chain is tridiagonal, where Young's theorem holds.
  const rate = (jacobi: boolean): number => Math.sqrt(error(16, jacobi) / error(14, jacobi));
  console.info(
    `rate per sweep on a chain: Jacobi ${rate(true).toFixed(4)}, Gauss-Seidel ${rate(false).toFixed(4)}`,
  );
  expect(rate(false)).toBeCloseTo(rate(true) ** 2, 2);
  expect(rate(false)).toBeLessThan(1);
});

it('ropes are projected: λ <= 0, and each is taut or slack', () => {
  const { system, lambda } = solved(truss, true, 1000);
  expect(iterate(system, 1000)).toHaveLength(lambda.length);
  for (const [i, x] of iterate(system, 1000).entries()) expect(lambda[i]).toBeCloseTo(x, 9);
  const speeds = times(system.a, lambda).map((x, i) => x - system.b[i]);
  let slack = 0;
  for (const [i, [, most]] of system.bounds.entries()) {
    if (most === Infinity) continue;
    expect(lambda[i]).toBeLessThanOrEqual(0);
    expect(speeds[i]).toBeLessThan(1e-9);
    expect(Math.abs(lambda[i] * speeds[i])).toBeLessThan(1e-9);
    if (lambda[i] === 0) slack++;
  }
  expect(slack).toBeGreaterThan(0);
  expect(slack).toBeLessThan(truss.length);
});
