import {
  ball,
  bodyPosition,
  bodyRotation,
  createBody,
  createJoint,
  createWorld,
  linearVelocity,
  angularVelocity as spinOf,
  stepWorld,
  type Vec3,
} from '@tenon/physics-core';
import { createRandom } from '@tenon/scenes';
import { expect, it } from 'vitest';

/** What a kinematic body carries that turns and moves on. */

const DT = 1 / 240;
const STEPS = 240;

/** Masses of the links, kg, and principal moments of inertia, kg m². The last one is heavy, so substeps have parts. */
const MASSES = [0.1, 0.1, 0.1, 4];
const MOMENTS = MASSES.map((mass) => [0.05, 0.02, 0.06].map((moment) => (mass > 1 ? moment : 0.03 * moment)));

type Numbers = readonly number[];

const cross = (a: Numbers, b: Numbers): number[] =>
  [0, 1, 2].map((k) => a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);

const dot = (a: Numbers, b: Numbers): number => a.reduce((sum, x, k) => sum + x * b[k], 0);

/** v in the axes of a body. */
const inBody = ([x, y, z, w]: Numbers, v: Numbers): number[] => {
  const q = [-x, -y, -z];
  const t = cross(q, v).map((p) => 2 * p);
  const c = cross(q, t);
  return v.map((p, k) => p + w * t[k] + c[k]);
};

/** The largest gain and loss of Jacobi's integral, with the work of gravity, as parts of the largest relative energy. */
const errors = (seed: number, velocity: Vec3, spin: Vec3, gravity: Vec3): { gain: number; loss: number } => {
  const random = createRandom(seed);
  const world = createWorld({ sleeping: false, gravity });
  const platform = createBody(world, { type: 'kinematic', linearVelocity: velocity, angularVelocity: spin });
  const links = MASSES.map((mass, i) =>
    createBody(world, {
      position: [0.4 * i + 0.8, 0.1, 0],
      linearVelocity: velocity,
      angularVelocity: random.direction().map((x) => 20 * x) as unknown as Vec3,
      massProperties: { mass, inertia: MOMENTS[i] as unknown as Vec3 },
    }),
  );
  links.forEach((bodyB, i) => {
    createJoint(world, ball({ bodyA: links[i - 1] ?? platform, bodyB, anchor: [0.4 * i + 0.5, 0.1, 0] }));
  });
  const places = (): number[][] => {
    const centre = bodyPosition(world, platform);
    return links.map((link) => bodyPosition(world, link).map((x, k) => x - centre[k]));
  };
  const energies = (): [number, number] => {
    let [relative, turning] = [0, 0];
    places().forEach((place, i) => {
      const r = cross(spin, place);
      const v = linearVelocity(world, links[i]).map((x, k) => x - velocity[k] - r[k]);
      const rotation = bodyRotation(world, links[i]);
      const w = inBody(
        rotation,
        spinOf(world, links[i]).map((x, k) => x - spin[k]),
      );
      const o = inBody(rotation, spin);
      relative += MASSES[i] * dot(v, v) + MOMENTS[i].reduce((sum, moment, k) => sum + moment * w[k] ** 2, 0);
      turning += MASSES[i] * dot(r, r) + MOMENTS[i].reduce((sum, moment, k) => sum + moment * o[k] ** 2, 0);
    });
    return [relative / 2, turning / 2];
  };
  // The joints agree from here on.
  stepWorld(world, DT);
  const [first, held] = energies();
  let before = places();
  let [work, gain, loss, largest] = [0, 0, 0, first];
  for (let step = 0; step < STEPS; step++) {
    stepWorld(world, DT);
    const now = places();
    before.forEach((from, i) => {
      const r = cross(
        spin,
        from.map((x, k) => (x + now[i][k]) / 2),
      );
      work +=
        MASSES[i] *
        dot(
          gravity,
          from.map((x, k) => now[i][k] - x - DT * r[k]),
        );
    });
    before = now;
    const [relative, turning] = energies();
    const error = relative - turning - (first - held) - work;
    largest = Math.max(largest, relative);
    gain = Math.max(gain, error);
    loss = Math.max(loss, -error);
  }
  return { gain: gain / largest, loss: loss / largest };
};

it.each([
  ['moves on and turns', [5, 2, -3], [3, 4, 5], [0, 0, 0]],
  ['turns, under gravity', [0, 0, 0], [6, 0, 8], [0, -9.81, 0]],
  ['moves on and turns, under gravity', [20, 0, 0], [0, 5, 5], [0, -9.81, 0]],
] as const)('a chain on a body that %s keeps what joints keep', (_, velocity, spin, gravity) => {
  for (const seed of [1, 2, 3]) {
    const { gain, loss } = errors(seed, velocity, spin, gravity);
    console.info(`seed ${seed}: gain ${gain.toExponential(1)}, loss ${loss.toExponential(1)}`);
    expect(gain).toBeLessThan(1e-3);
    // With a wrong bound the energy of what whips was taken away, most of it within a second.
    expect(loss).toBeLessThan(0.05);
  }
});
