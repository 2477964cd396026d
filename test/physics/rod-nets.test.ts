import {
  type BodyHandle,
  ball,
  bodyPosition,
  createBody,
  createCollider,
  createJoint,
  createWorld,
  distance,
  halfSpace,
  sphere,
  stepWorld,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { articulationStats, kineticEnergy, potentialEnergy } from '@tenon/physics-core/inspect';
import { createRandom, type Random } from '@tenon/scenes';
import { describe, expect, it } from 'vitest';
import { DT, stepsApart } from './context.js';

/** Cloth and trusses of rods or ropes between knots: nets with many loops, which sweeps stretch by centimetres. */

interface Net {
  readonly world: World;
  readonly mode: 'rod' | 'rope';
  readonly knots: readonly BodyHandle[];
  readonly rods: readonly (readonly [a: BodyHandle, b: BodyHandle, length: number])[];
}

type Rod = readonly [a: number, b: number];

interface NetOptions {
  readonly random: Random;
  readonly mode?: 'rod' | 'rope';
}

const addNet = (
  world: World,
  points: readonly Vec3[],
  edges: readonly Rod[],
  { random: { next }, mode = 'rod' }: NetOptions,
): Net => {
  const knots = points.map((position) => {
    const knot = createBody(world, { position, maySleep: false });
    // Knots touch the ground, and not each other.
    const filter = { layer: 2, mask: 1 };
    createCollider(world, knot, { shape: sphere(0.05), density: 500 + 1000 * next(), ...filter });
    return knot;
  });
  const rods = edges.map(([a, b]) => {
    const length = Math.hypot(...points[a].map((x, k) => x - points[b][k]));
    createJoint(world, distance({ bodyA: knots[a], bodyB: knots[b], mode, length }));
    return [knots[a], knots[b], length] as const;
  });
  return { world, knots, rods, mode };
};

/** How much too long or short the worst rod is; a rope may be short. */
const stretch = ({ world, rods, mode }: Net): number =>
  Math.max(
    ...rods.map(([a, b, length]) => {
      const [p, q] = [bodyPosition(world, a), bodyPosition(world, b)];
      const more = Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]) - length;
      return mode === 'rope' ? more : Math.abs(more);
    }),
  );

const heights = ({ world, knots }: Net): number[] => knots.map((knot) => bodyPosition(world, knot)[1]);

const energy = ({ world }: Net): number => kineticEnergy(world) + potentialEnergy(world);

/** The worst stretch, and the largest gain of energy. */
const watch = (net: Net, seconds: number) => {
  const start = energy(net);
  let [worst, gain] = [0, 0];
  for (let t = 0; t < seconds; t += DT) {
    stepWorld(net.world, DT);
    worst = Math.max(worst, stretch(net));
    gain = Math.max(gain, energy(net) - start);
  }
  return { worst, gain };
};

/** Shuffled rods of a square of n × n knots. */
const cloth = (world: World, n: number, seed: number, mode: 'rod' | 'rope' = 'rod'): Net => {
  const random = createRandom(seed);
  const points: Vec3[] = [];
  const edges: Rod[] = [];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      points.push([0.25 * j, 5 + 0.02 * random.next(), 0.25 * i]);
      if (j + 1 < n) edges.push([i * n + j, i * n + j + 1]);
      if (i + 1 < n) edges.push([i * n + j, (i + 1) * n + j]);
    }
  }
  for (let i = edges.length - 1; i > 0; i--) {
    const other = Math.floor(random.next() * (i + 1));
    [edges[i], edges[other]] = [edges[other], edges[i]];
  }
  return addNet(world, points, edges, { random, mode });
};

const pin = ({ world, knots }: Net, knot: number): void => {
  createJoint(world, ball({ bodyB: knots[knot], anchor: bodyPosition(world, knots[knot]) }));
};

describe('a cloth of 12 × 12 knots on 264 rods', () => {
  it('swings on two corners, to 0.2 mm, and goes on from a snapshot', () => {
    const net = cloth(createWorld(), 12, 11);
    pin(net, 0);
    pin(net, 11);
    const { worst, gain } = watch(net, 1);
    console.log(`cloth: rods within ${(1e3 * worst).toFixed(3)} mm`);
    // 31 mm when it was swept.
    expect(worst).toBeLessThan(2e-4);
    expect(gain).toBeLessThan(0.01);
    expect(stepsApart(net.world, 5)).toEqual([]);
  });

  it('swings on two corners with ropes in place of rods, to 10 mm', () => {
    const net = cloth(createWorld(), 12, 11, 'rope');
    pin(net, 0);
    pin(net, 11);
    const { worst, gain } = watch(net, 1);
    console.log(`cloth: ropes within ${(1e3 * worst).toFixed(3)} mm`);
    // 0.3 m when its ropes were swept beside pins that were solved.
    expect(worst).toBeLessThan(1e-2);
    expect(gain).toBeLessThan(0.01);
    expect(stepsApart(net.world, 5)).toEqual([]);
  });

  it('falls over a ball, to 0.2 mm', () => {
    const world = createWorld();
    const net = cloth(world, 12, 12);
    const ground = createBody(world, { type: 'static', position: [1.4, 4, 1.4] });
    createCollider(world, ground, { shape: sphere(0.7) });
    expect(watch(net, 1).worst).toBeLessThan(2e-4);
    // The top of the ball is at 4.7 m. What misses it is below 0.2 m by now.
    expect(Math.max(...heights(net))).toBeGreaterThan(4.7);
    expect(articulationStats(world).closingRows).toBe(264);
  });
});

/** A beam of cubes with one diagonal in each face. */
const truss = (world: World, cubes: number): Net => {
  const ways = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [1, 1, 0],
    [0, 1, 1],
    [1, 0, 1],
  ] as const;
  const at = (x: number, y: number, z: number): number => (x * 2 + y) * 2 + z;
  const points: Vec3[] = [];
  const edges: Rod[] = [];
  for (let x = 0; x <= cubes; x++)
    for (let y = 0; y < 2; y++)
      for (let z = 0; z < 2; z++) {
        points.push([0.4 * x, 1 + 0.4 * y, 0.4 * z]);
        for (const [dx, dy, dz] of ways)
          if (x + dx <= cubes && y + dy < 2 && z + dz < 2)
            edges.push([at(x, y, z), at(x + dx, y + dy, z + dz)]);
      }
  return addNet(world, points, edges, { random: createRandom(3) });
};

describe('a truss of 96 rods', () => {
  it('sticks out of a wall without a sag', () => {
    const net = truss(createWorld(), 7);
    for (let knot = 0; knot < 4; knot++) pin(net, knot);
    const height = bodyPosition(net.world, net.knots[28])[1];
    const { worst } = watch(net, 1);
    // Swept, it sagged until its rods were 18 mm too long.
    expect(worst).toBeLessThan(1e-5);
    expect(Math.abs(bodyPosition(net.world, net.knots[28])[1] - height)).toBeLessThan(1e-5);
  });

  it('falls on the floor', () => {
    const world = createWorld();
    const net = truss(world, 7);
    createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace() });
    expect(watch(net, 1.5).worst).toBeLessThan(1e-4);
    // Its lower knots lie on the floor, balls of 5 cm, and the upper ones stand on rods.
    expect(Math.min(...heights(net))).toBeGreaterThan(0.045);
    expect(Math.min(...heights(net))).toBeLessThan(0.055);
    expect(Math.max(...heights(net))).toBeLessThan(0.7);
  });
});
