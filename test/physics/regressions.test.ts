import {
  bodyPosition,
  box,
  capsule,
  createCollider,
  linearVelocity,
  type Shape,
  sphere,
  updateBody,
} from '@tenon/physics-core';
import { kineticEnergy, potentialEnergy } from '@tenon/physics-core/inspect';
import { describe, expect, it } from 'vitest';
import { about, addBody, addFloor, awakeWorld, G, run } from './context.js';

describe('a rod that spins fast above the floor', () => {
  it.each([
    ['capsule', capsule(0.11, 0.95)],
    ['box', box(0.11, 0.95, 0.11)],
  ] as const)('%s: 60 falls at 25 rad/s do not gain energy', (_, shape: Shape) => {
    let most = 0;
    for (let k = 0; k < 60; k++) {
      const world = awakeWorld();
      addFloor(world);
      addBody(world, shape, {
        position: [0, 1.2, 0],
        rotation: about([0, 0, 1], k * 0.062),
        angularVelocity: [25 * Math.sin(k), 0, 25 * Math.cos(k)],
      });
      const start = kineticEnergy(world) + potentialEnergy(world);
      run(world, 1.5, () => {
        most = Math.max(most, (kineticEnergy(world) + potentialEnergy(world)) / start);
      });
    }
    // Lifting the rod out of a few millimetres of penetration is work too.
    expect(most).toBeLessThan(1.03);
  });
});

describe('a heavy box on a light one', () => {
  it.each([10, 50, 100])('%d : 1 sinks by less than 2 cm in 10 s', (ratio) => {
    const world = awakeWorld();
    addFloor(world);
    addBody(world, box(0.5, 0.5, 0.5), { position: [0, 0.5, 0], mass: 1 });
    const heavy = addBody(world, box(0.5, 0.5, 0.5), { position: [0, 1.5, 0], mass: ratio });
    run(world, 10);
    expect(1.5 - bodyPosition(world, heavy)[1]).toBeLessThan(0.02);
  });
});

describe('bounces', () => {
  it('e = 1 on a box that rests on the floor gives back the height, ten times', () => {
    const world = awakeWorld();
    addFloor(world);
    addBody(
      world,
      box(1, 0.5, 1),
      { position: [0, 0.5, 0], mass: 1000 },
      { restitution: 1, restitutionRule: 'minimum' },
    );
    const ball = addBody(world, sphere(0.2), { position: [0, 2.2, 0], mass: 0.1 }, { restitution: 1 });
    let highest = 0;
    run(world, 10 * 2 * Math.sqrt(2 / G), (t) => {
      if (t > 1) highest = Math.max(highest, bodyPosition(world, ball)[1]);
    });
    expect(Math.abs(highest - 2.2)).toBeLessThan(0.02);
  });

  it('a planar ball that hits the floor with slip leaves rolling at 5/7 of it', () => {
    const world = awakeWorld({ gravity: [0, 0, 0] });
    addFloor(world, { friction: 1, restitution: 1 });
    const def = { position: [0, 1, 0], linearVelocity: [1, -5, 0], planar: true } as const;
    const ball = addBody(world, sphere(0.5), def, { friction: 1, restitution: 1 });
    run(world, 0.5);
    expect(linearVelocity(world, ball)[0]).toBeCloseTo(5 / 7, 2);
  });
});

describe('a body that stops being dynamic', () => {
  it('stands still: what gravity last added does not move it', () => {
    const world = awakeWorld();
    const body = addBody(world, sphere(0.5), { position: [0, 5, 0] });
    run(world, 0.1);
    updateBody(world, body, { type: 'kinematic', linearVelocity: [0, 0, 0] });
    const before = bodyPosition(world, body);
    run(world, 2);
    expect(bodyPosition(world, body)).toEqual(before);
  });
});

describe('a static body with a half-space and a box', () => {
  it('bears boxes on the box, which slide: its extent is infinite', () => {
    const world = awakeWorld();
    const ground = addFloor(world);
    createCollider(world, ground, { shape: box(3, 0.2, 0.5), position: [0, 0.2, 0] });
    const crate = addBody(world, box(0.2, 0.2, 0.2), {
      position: [0, 0.6, 0],
      linearVelocity: [2, 0, 0],
    });
    const other = addBody(world, box(0.1, 0.1, 0.1), { position: [0.1, 0.95, 0] });
    run(world, 3);
    expect(bodyPosition(world, crate)[1]).toBeCloseTo(0.6, 2);
    expect(bodyPosition(world, other).every(Number.isFinite)).toBe(true);
  });
});
