import {
  allContacts,
  type BodyHandle,
  bodyPosition,
  box,
  createBody,
  createCollider,
  linearVelocity,
  sphere,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { kineticEnergy, potentialEnergy } from '@tenon/physics-core/inspect';
import { createRandom } from '@tenon/scenes';
import { describe, expect, it } from 'vitest';
import { awakeWorld, run, speed } from './context.js';

/** Heavy bodies on light ones with default settings (docs/decisions, number 32). Light is 100 kg/m³, g = 10. */
const LIGHT = 100;

const floor = (): World => {
  const world = awakeWorld({ gravity: [0, -10, 0] });
  const ground = createBody(world, { type: 'static', position: [0, -0.5, 0] });
  createCollider(world, ground, { shape: box(50, 0.5, 50), friction: 0.6 });
  return world;
};

const addBox = (world: World, position: Vec3, half: Vec3, density: number): BodyHandle => {
  const body = createBody(world, { position });
  createCollider(world, body, { shape: box(...half), density, friction: 0.6 });
  return body;
};

/** Cubes of 1 m one on the other, each with its mass in light cubes; the last one hangs `gap` above the others. */
const tower = (world: World, masses: readonly number[], gap = 0): BodyHandle[] =>
  masses.map((mass, i) =>
    addBox(world, [0, 0.5 + i + (i === masses.length - 1 ? gap : 0), 0], [0.5, 0.5, 0.5], mass * LIGHT),
  );

const calmness = (world: World, bodies: readonly BodyHandle[]): number =>
  Math.max(...bodies.map((body) => speed(world, body)));

/** How far a body is below its start, m. */
const sagOf = (world: World, body: BodyHandle, seconds: number): number => {
  const start = bodyPosition(world, body)[1];
  run(world, seconds);
  return start - bodyPosition(world, body)[1];
};

const LIGHT_FIVE = [1, 1, 1, 1, 1];

describe('a heavy body on light ones', () => {
  it.each([20, 100, 300, 1000])('%d : 1 on a stack of five stands and sags less than 5 mm', (ratio) => {
    const world = floor();
    const bodies = tower(world, [...LIGHT_FIVE, ratio]);
    const sag = sagOf(world, bodies[5], 8);
    console.info(`${ratio} : 1 on five: sag ${(1000 * sag).toFixed(2)} mm`);
    expect(sag).toBeLessThan(0.005);
    expect(calmness(world, bodies)).toBeLessThan(1e-3);
  });

  it('stands with heavy ones in between', () => {
    const world = floor();
    const bodies = tower(world, [1, 300, 1, 1, 300]);
    expect(sagOf(world, bodies[4], 8)).toBeLessThan(0.005);
    expect(calmness(world, bodies)).toBeLessThan(1e-3);
  });

  it.each([100, 1000])('%d : 1 that falls 1 m on a light one does not sink in', (ratio) => {
    const world = floor();
    const bodies = tower(world, [1, ratio], 1);
    expect(sagOf(world, bodies[1], 8) - 1).toBeLessThan(0.005);
    expect(calmness(world, bodies)).toBeLessThan(1e-3);
  });

  /** The largest penetration of any contact in 2 s, m. */
  const deepest = (world: World): number => {
    let most = 0;
    run(world, 2, () => {
      for (const contact of allContacts(world))
        for (const { separation } of contact.points) most = Math.max(most, -separation);
    });
    return most;
  };

  it('falls off centre on one light body and on a stack of five, and does not sink in', () => {
    const random = createRandom(65);
    for (const count of [1, 5, 5]) {
      const world = floor();
      for (let i = 0; i < count; i++) addBox(world, [0, 0.5 + i, 0], [0.5, 0.5, 0.5], LIGHT);
      const [x, z] = [random.between(-0.3, 0.3), random.between(-0.1, 0.1)];
      const ratio = random.between(200, 1000);
      addBox(world, [x, 0.5 + count + random.between(0.3, 2), z], [0.5, 0.5, 0.5], ratio * LIGHT);
      // 0.3 to 2 m high it sank in by 0.3 to 2 m.
      expect(deepest(world), `${ratio.toFixed(0)} : 1 on ${count}`).toBeLessThan(0.005);
    }
  });

  it('falls on a plank on two boxes, and on a floor of nine boxes', () => {
    const world = floor();
    for (const x of [-1, 1]) addBox(world, [x, 0.25, 0], [0.25, 0.25, 0.25], LIGHT);
    addBox(world, [0, 0.55, 0], [1.3, 0.05, 0.3], LIGHT);
    const ball = createBody(world, { position: [0.3, 1.5, 0.05] });
    createCollider(world, ball, { shape: sphere(0.3), density: 500 * LIGHT, friction: 0.6 });
    expect(deepest(world)).toBeLessThan(0.005);
    const tiles = floor();
    for (let k = 0; k < 9; k++)
      addBox(tiles, [((k % 3) - 1) * 0.41, 0.2, (Math.floor(k / 3) - 1) * 0.41], [0.2, 0.2, 0.2], LIGHT);
    addBox(tiles, [0.1, 1.5, -0.07], [0.4, 0.4, 0.4], 500 * LIGHT);
    expect(deepest(tiles)).toBeLessThan(0.005);
  });

  it('a plate on four legs, and two on one', () => {
    const world = floor();
    for (const [x, z] of [
      [-1, -1],
      [1, -1],
      [-1, 1],
      [1, 1],
    ])
      addBox(world, [x, 0.5, z], [0.1, 0.5, 0.1], LIGHT);
    const plate = addBox(world, [0, 1.1, 0], [1.5, 0.1, 1.5], 20 * LIGHT);
    addBox(world, [10, 0.5, 0], [0.5, 0.5, 0.5], LIGHT);
    const two = [9.7, 10.3].map((x) => addBox(world, [x, 1.5, 0], [0.25, 0.5, 0.25], 2000 * LIGHT));
    const sag = sagOf(world, plate, 8);
    expect(sag).toBeLessThan(0.005);
    for (const body of two) expect(1.5 - bodyPosition(world, body)[1]).toBeLessThan(0.005);
    expect(calmness(world, [plate, ...two])).toBeLessThan(1e-3);
  });

  it('a heavy sphere on boxes, and a heavy plate on spheres', () => {
    const world = floor();
    tower(world, [1, 1, 1]);
    const ball = createBody(world, { position: [0, 3.5, 0] });
    createCollider(world, ball, { shape: sphere(0.5), density: 2000 * LIGHT, friction: 0.6 });
    for (const [x, z] of [
      [9.5, -0.5],
      [10.5, -0.5],
      [10, 0.5],
    ]) {
      const body = createBody(world, { position: [x, 0.3, z] });
      createCollider(world, body, { shape: sphere(0.3), density: LIGHT, friction: 0.6 });
    }
    const plate = addBox(world, [10, 0.7, 0], [1, 0.1, 1], 60 * LIGHT);
    expect(sagOf(world, ball, 8)).toBeLessThan(0.005);
    expect(0.7 - bodyPosition(world, plate)[1]).toBeLessThan(0.005);
  });

  it('random towers: 3 to 8 boxes, ratio 10 to 2000, the heavy one anywhere', () => {
    const random = createRandom(5);
    for (let tries = 0; tries < 20; tries++) {
      const world = floor();
      const count = 3 + Math.floor(6 * random.next());
      const heavy = Math.floor(count * random.next());
      const ratio = 10 ** random.between(1, 3.3);
      const size = random.between(0.1, 0.6);
      let y = 0;
      const bodies = Array.from({ length: count }, (_, i) => {
        const half: Vec3 = [size * random.between(0.9, 1.2), size * random.between(0.8, 1.2), size];
        y += 2 * half[1];
        const off = (): number => size * random.between(-0.05, 0.05);
        return addBox(world, [off(), y - half[1], off()], half, i === heavy ? ratio * LIGHT : LIGHT);
      });
      const sag = sagOf(world, bodies[count - 1], 4);
      expect(sag, `${count} boxes, number ${heavy} is ${ratio.toFixed(0)} times as heavy`).toBeLessThan(
        0.005,
      );
    }
  });
});

describe('energy and momentum with all masses', () => {
  it('a pile with densities of 10 to 20,000 gains less than 0.1 % of its energy in any step', () => {
    let worst = 0;
    for (let seed = 1; seed <= 6; seed++) {
      const random = createRandom(104729 * seed);
      const world = floor();
      for (const [x, z] of [
        [5, 0],
        [-5, 0],
        [0, 5],
        [0, -5],
      ]) {
        const wall = createBody(world, { type: 'static', position: [x, 20, z] });
        createCollider(world, wall, { shape: box(z === 0 ? 1 : 6, 20, x === 0 ? 1 : 6) });
      }
      for (let i = 0; i < 60; i++) {
        const size = random.between(0.1, 0.9);
        const at: Vec3 = [(i % 2) * 3.4 - 1.7, 1 + 0.6 * i, (Math.floor(i / 2) % 2) * 3.4 - 1.7];
        const body = createBody(world, { position: at, rotation: random.rotation() });
        const shape = i % 3 === 0 ? sphere(size / 2) : box(size / 2, size / 3, size / 2);
        createCollider(world, body, { shape, density: 10 * 2000 ** random.next(), friction: 0.5 });
      }
      const start = kineticEnergy(world) + potentialEnergy(world);
      let before = start;
      run(world, 6, () => {
        const now = kineticEnergy(world) + potentialEnergy(world);
        worst = Math.max(worst, (now - before) / start);
        before = now;
      });
    }
    console.info(`piles of all densities: largest rise in a step ${(100 * worst).toFixed(4)} %`);
    expect(worst).toBeLessThan(1e-3);
  });

  it('two heavy bodies that press on a light one in free space keep their momentum', () => {
    const world = awakeWorld({ gravity: [0, 0, 0] });
    const masses = [1000, 1, 1, 800];
    const velocities: Vec3[] = [
      [0.02, 0.3, 0],
      [0, 0, 0],
      [0.01, 0, 0.02],
      [0, -0.3, 0.01],
    ];
    const bodies = masses.map((mass, i) => {
      const body = createBody(world, { position: [0, i, 0], linearVelocity: velocities[i] });
      createCollider(world, body, { shape: box(0.5, 0.5, 0.5), density: mass, friction: 0.6 });
      return body;
    });
    const momentum = (axis: 0 | 1 | 2): number =>
      bodies.reduce((sum, body, i) => sum + masses[i] * linearVelocity(world, body)[axis], 0);
    const start = ([0, 1, 2] as const).map(momentum);
    run(world, 2);
    for (const axis of [0, 1, 2] as const)
      expect(Math.abs(momentum(axis) - start[axis])).toBeLessThan(1e-9 * 1000 * 0.3);
  });
});
