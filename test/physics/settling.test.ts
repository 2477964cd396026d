import {
  angularVelocity,
  applyForce,
  box,
  capsule,
  createBody,
  createCollider,
  createWorld,
  halfSpace,
  hull,
  isBodyAwake,
  linearVelocity,
  type Shape,
  sphere,
  stepWorld,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { createRandom, type Random } from '@tenon/scenes';
import { describe, expect, it } from 'vitest';
import { DT, G, run } from './context.js';

/** What touches at points comes to rest at default settings, where sleeping is on (docs/decisions, number 47). */

const floor = (friction = 0.5): World => {
  const world = createWorld({ gravity: [0, -G, 0] });
  createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace(), friction });
  return world;
};

const shapes: ((random: Random, size: number) => Shape)[] = [
  (_, size) => sphere(size),
  (_, size) => capsule(0.5 * size, 0.7 * size),
  (random, size) => box(size, size * random.between(0.4, 1), size * random.between(0.4, 1)),
  (random, size) =>
    hull(Array.from({ length: 14 }, () => random.direction().map((x) => 1.1 * size * x) as unknown as Vec3)),
];

/** Spheres, capsules, boxes and hulls in turn fall into a pit. */
const heap = (seed: number, count: number) => {
  const world = floor();
  const random = createRandom(seed);
  const side = 0.75 * Math.cbrt(count);
  for (const [x, z] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ]) {
    const wall = createBody(world, { type: 'static', position: [x * (side + 0.5), 5, z * (side + 0.5)] });
    createCollider(world, wall, { shape: box(x === 0 ? side + 1 : 0.5, 10, z === 0 ? side + 1 : 0.5) });
  }
  const columns = Math.max(1, Math.floor(2 * side) - 1);
  const at = (i: number): number => i - (columns - 1) / 2 + random.between(-0.1, 0.1);
  const bodies = Array.from({ length: count }, (_, i) => {
    const layer = Math.floor(i / columns / columns);
    const position: Vec3 = [at(i % columns), 0.6 + 0.9 * layer, at(Math.floor(i / columns) % columns)];
    const body = createBody(world, { position, rotation: random.rotation() });
    createCollider(world, body, { shape: shapes[i % 4](random, random.between(0.1, 0.4)) });
    return body;
  });
  return { world, bodies };
};

/** Without settling none of them is. A slide of the last moment may keep one awake. */
it('of ten heaps of 120 mixed bodies at least nine are asleep within 20 s', () => {
  const asleep = Array.from({ length: 10 }, (_, k) => {
    const { world, bodies } = heap(k + 1, 120);
    for (let step = 0; step < 20 / DT; step++) {
      stepWorld(world, DT);
      if (bodies.every((body) => !isBodyAwake(world, body))) return step * DT;
    }
    return Infinity;
  });
  console.info(`heaps asleep after ${asleep.map((time) => time.toFixed(1)).join(', ')} s`);
  expect(asleep.filter((time) => time < 20).length).toBeGreaterThanOrEqual(9);
});

describe('a ball', () => {
  /** |τ| = 3π/16 μ m g a, a² = R δ, and a ball that rests on the floor penetrates by δ = g / (2ω)². */
  it('that spins in its place slows down as the friction of its contact patch says', () => {
    const random = createRandom(7);
    for (let k = 0; k < 6; k++) {
      const friction = random.between(0.2, 1);
      const radius = random.between(0.1, 0.6);
      const world = floor(friction);
      const spin = random.between(2, 4) / radius;
      const ball = createBody(world, { position: [0, radius, 0], angularVelocity: [0, spin, 0] });
      createCollider(world, ball, { shape: sphere(radius), friction });
      run(world, 1);
      const from = angularVelocity(world, ball)[1];
      run(world, 2);
      const patch = Math.sqrt((radius * G) / (4 * Math.PI * 60) ** 2);
      const expected = (2 * ((3 * Math.PI) / 16) * friction * G * patch) / (0.4 * radius * radius);
      expect((from - angularVelocity(world, ball)[1]) / expected).toBeCloseTo(1, 2);
    }
  });

  it('that rolls faster than ten times the sleep speed rolls on, a slower one comes to rest', () => {
    const rolled = (speed: number, seconds: number): number => {
      const world = floor();
      const radius = 0.3;
      const ball = createBody(world, {
        position: [0, radius, 0],
        linearVelocity: [speed, 0, 0],
        angularVelocity: [0, 0, -speed / radius],
      });
      createCollider(world, ball, { shape: sphere(radius) });
      run(world, seconds);
      return isBodyAwake(world, ball) ? linearVelocity(world, ball)[0] : 0;
    };
    expect(rolled(1, 10)).toBeCloseTo(1, 4);
    expect(rolled(0.6, 10)).toBeCloseTo(0.6, 4);
    expect(rolled(0.3, 10)).toBe(0);
  });

  it('keeps its spin where sleeping is off', () => {
    const world = createWorld({ gravity: [0, -G, 0], sleeping: false });
    createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace() });
    const ball = createBody(world, { position: [0, 0.5, 0], angularVelocity: [0, 1, 0] });
    createCollider(world, ball, { shape: sphere(0.5) });
    run(world, 5);
    expect(angularVelocity(world, ball)[1]).toBeCloseTo(1, 6);
  });

  /** a = 5/7 g sin θ from rest, on slopes where others stay. Either of the two that touch may be the one that never sleeps. */
  it('that may not sleep rolls down the flattest slope and spins on; others rest on slopes of up to 1°', () => {
    const rolled = (degrees: number, ballMaySleep: boolean, floorMaySleep = true) => {
      const angle = (degrees * Math.PI) / 180;
      const up: Vec3 = [Math.sin(angle), Math.cos(angle), 0];
      const world = createWorld({ gravity: [0, -G, 0] });
      const slope = createBody(world, { type: 'static', maySleep: floorMaySleep });
      createCollider(world, slope, { shape: halfSpace(up) });
      const position: Vec3 = [0.2 * up[0], 0.2 * up[1], 0];
      const angularVelocity: Vec3 = [0.5 * up[0], 0.5 * up[1], 0];
      const ball = createBody(world, { position, angularVelocity, maySleep: ballMaySleep });
      createCollider(world, ball, { shape: sphere(0.2) });
      run(world, 5);
      return { world, ball, speed: linearVelocity(world, ball)[0] / Math.cos(angle), up };
    };
    const random = createRandom(11);
    for (let k = 0; k < 4; k++) {
      const degrees = random.between(0.1, 1);
      const held = rolled(degrees, true);
      expect(isBodyAwake(held.world, held.ball)).toBe(false);
      for (const [ball, floor] of [
        [false, true],
        [true, false],
      ]) {
        const free = rolled(degrees, ball, floor);
        expect(free.speed / ((5 / 7) * G * Math.sin((degrees * Math.PI) / 180) * 5)).toBeCloseTo(1, 2);
        const spin = angularVelocity(free.world, free.ball);
        expect(spin[0] * free.up[0] + spin[1] * free.up[1]).toBeCloseTo(0.5, 3);
      }
    }
  });

  it('passes on what it loses: a box that is pressed against it gets its angular momentum', () => {
    const world = createWorld({ gravity: [0, 0, 0] });
    const ball = createBody(world, { position: [0, 0.3, 0], angularVelocity: [0, 8, 0] });
    const plate = createBody(world, { position: [0, -0.2, 0] });
    createCollider(world, ball, { shape: sphere(0.3) });
    createCollider(world, plate, { shape: box(0.5, 0.2, 0.5) });
    // Mass and moments about y: a ball of 1000 kg/m³, a box of 1 m × 0.4 m × 1 m.
    const mass = (1000 * 4 * Math.PI * 0.3 ** 3) / 3;
    const moments = [0.4 * mass * 0.3 ** 2, (400 * 2) / 12];
    run(world, 2, () => {
      applyForce(world, ball, [0, -5000, 0]);
      applyForce(world, plate, [0, 5000, 0]);
    });
    const [of, on] = [ball, plate].map((body) => angularVelocity(world, body)[1]);
    expect(of).toBeLessThan(7);
    expect((moments[0] * of + moments[1] * on) / (moments[0] * 8)).toBeCloseTo(1, 6);
  });
});
