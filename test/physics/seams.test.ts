import {
  bodyPosition,
  bodyRotation,
  box,
  capsule,
  createBody,
  createCollider,
  createWorld,
  hull,
  linearVelocity,
  type Shape,
  sphere,
  stepWorld,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { createRandom } from '@tenon/scenes';
import { describe, expect, it } from 'vitest';
import { DT } from './context.js';

/**
 * Ghost collisions: bodies that slide over flush tiles must not notice the seams (contacts/ghost-collisions.ts).
 * Without the rule a frictionless ball of 10 m/s hops by 1.1 m and loses half of its speed.
 */

interface Slider {
  readonly name: string;
  readonly shape: Shape;
  /** m. Height of the centre of a body that lies on the floor. */
  readonly height: number;
  readonly rotation?: readonly [number, number, number, number];
}

const prism = (): Shape => {
  const points: Vec3[] = [];
  for (let k = 0; k < 8; k++)
    for (const y of [-0.2, 0.2])
      points.push([0.35 * Math.cos((k * Math.PI) / 4), y, 0.35 * Math.sin((k * Math.PI) / 4)]);
  return hull(points);
};

const QUARTER = Math.SQRT1_2;

const sliders: readonly Slider[] = [
  { name: 'sphere', shape: sphere(0.3), height: 0.3 },
  { name: 'box', shape: box(0.4, 0.2, 0.3), height: 0.2 },
  { name: 'capsule', shape: capsule(0.15, 0.3), height: 0.15, rotation: [QUARTER, 0, 0, QUARTER] },
  { name: 'hull', shape: prism(), height: 0.2 },
];

/** Tiles of `size` along a strip in direction (cos, sin) of the heading. */
const layTiles = (world: World, size: number, heading: number, length: number, friction: number): void => {
  const laid = new Set<string>();
  for (let along = -1.5; along < length; along += 0.3 * size) {
    for (let across = -1.2; across <= 1.2; across += Math.min(0.5 * size, 0.4)) {
      const i = Math.floor((along * Math.cos(heading) - across * Math.sin(heading)) / size);
      const k = Math.floor((along * Math.sin(heading) + across * Math.cos(heading)) / size);
      if (laid.has(`${i} ${k}`)) continue;
      laid.add(`${i} ${k}`);
      const tile = createBody(world, {
        type: 'static',
        position: [(i + 0.5) * size, -0.25, (k + 0.5) * size],
      });
      createCollider(world, tile, { shape: box(size / 2, 0.25, size / 2), friction });
    }
  }
};

/** Largest rise above the floor in one second, m, and the part of the speed that is lost or turned aside. */
const slide = (
  slider: Slider,
  {
    size,
    heading,
    speed,
    start,
    friction = 0,
  }: Record<'size' | 'heading' | 'speed' | 'start', number> & {
    friction?: number;
  },
): { hop: number; loss: number } => {
  const world = createWorld({ sleeping: false });
  layTiles(world, size, heading, speed + 2, friction);
  const velocity: Vec3 = [speed * Math.cos(heading), 0, speed * Math.sin(heading)];
  const body = createBody(world, {
    position: [start, slider.height, start / 3],
    rotation: slider.rotation ?? [0, 0, 0, 1],
    linearVelocity: velocity,
  });
  createCollider(world, body, { shape: slider.shape, friction });
  let hop = 0;
  for (let i = 0; i < 60; i++) {
    stepWorld(world, DT);
    hop = Math.max(hop, bodyPosition(world, body)[1] - slider.height);
  }
  const now = linearVelocity(world, body);
  return { hop, loss: Math.hypot(now[0] - velocity[0], now[2] - velocity[2]) / speed };
};

describe.each(sliders)('a frictionless $name on flush tiles', (slider) => {
  it.each([
    { size: 1, speed: 1 },
    { size: 1, speed: 5 },
    { size: 1, speed: 10 },
    { size: 2, speed: 20 },
    { size: 0.5, speed: 30 },
    { size: 0.25, speed: 15 },
  ])('of $size m at $speed m/s hops by less than 1 mm and loses less than 1 % of its speed', (run) => {
    for (const heading of [0, 0.7, 2.1]) {
      for (const start of [0, 0.13, 0.37]) {
        const { hop, loss } = slide(slider, { ...run, heading, start });
        expect(hop).toBeLessThan(1e-3);
        expect(loss).toBeLessThan(0.01);
      }
    }
  });
});

it('a ball that slides with friction rolls over the seams without a hop', () => {
  for (const speed of [2, 8, 16])
    expect(slide(sliders[0], { size: 0.5, heading: 0.4, speed, start: 0.1, friction: 0.5 }).hop).toBeLessThan(
      1e-3,
    );
});

/** At 20 m/s a capsule turns by most of a radian in a substep. */
it('a capsule that rolls over the seams neither hops nor slows down', () => {
  const random = createRandom(5);
  for (let k = 0; k < 16; k++) {
    const world = createWorld();
    const [radius, size, speed] = [random.between(0.08, 0.3), random.between(0.4, 2), random.between(1, 25)];
    const friction = random.between(0.1, 0.8);
    layTiles(world, size, 0, 1.5 * speed + 1, friction);
    const body = createBody(world, {
      position: [random.between(-0.3, 0.3), radius, 0],
      rotation: [QUARTER, 0, 0, QUARTER],
      linearVelocity: [speed, 0, 0],
      angularVelocity: [0, 0, -speed / radius],
    });
    createCollider(world, body, { shape: capsule(radius, radius * random.between(0.5, 2)), friction });
    let hop = 0;
    for (let i = 0; i < 80; i++) {
      stepWorld(world, DT);
      hop = Math.max(hop, bodyPosition(world, body)[1] - radius);
    }
    expect(hop).toBeLessThan(1e-3);
    expect(linearVelocity(world, body)[0] / speed).toBeCloseTo(1, 3);
  }
});

describe('what stands out of the floor is still met', () => {
  /** A tile from x = 2 on that is higher than the floor by `step`: where the body is after 2 s, and its speed along x. */
  const runInto = (slider: Slider, step: number, speed: number): { x: number; kept: number } => {
    const world = createWorld({ sleeping: false });
    layTiles(world, 1, 0, 2, 0);
    const wall = createBody(world, { type: 'static', position: [3, step - 0.5, 0] });
    createCollider(world, wall, { shape: box(1, 0.5, 3), friction: 0 });
    const body = createBody(world, { position: [0, slider.height, 0], linearVelocity: [speed, 0, 0] });
    createCollider(world, body, { shape: slider.shape, friction: 0 });
    for (let i = 0; i < 120; i++) stepWorld(world, DT);
    return { x: bodyPosition(world, body)[0], kept: linearVelocity(world, body)[0] / speed };
  };

  it.each([1, 5, 20])('a box of %d m/s is stopped by a wall and trips over a step of 5 mm', (speed) => {
    expect(runInto(sliders[1], 1, speed).x).toBeLessThan(1.61);
    expect(runInto(sliders[1], 0.005, speed).kept).toBeLessThan(0.9);
  });

  it('a ball is turned back by a wall', () => {
    expect(runInto(sliders[0], 1, 10).x).toBeLessThan(1.71);
  });

  it.each([0.05, 0.2, 0.4])('a box that tips off a table lands on what stands %d m below its top', (drop) => {
    const world = createWorld({ sleeping: false });
    const table = createBody(world, { type: 'static', position: [-1, -0.5, 0] });
    createCollider(world, table, { shape: box(1, 0.5, 1) });
    const lower = createBody(world, { type: 'static', position: [1.01, -0.5 - drop, 0] });
    createCollider(world, lower, { shape: box(1, 0.5, 1) });
    // Its centre is beyond the edge: it tips at once.
    const body = createBody(world, { position: [0.1, 0.2, 0], linearVelocity: [0.5, 0, 0] });
    createCollider(world, body, { shape: box(0.5, 0.2, 0.3) });
    let deepest = 0;
    for (let i = 0; i < 90; i++) {
      stepWorld(world, DT);
      const [x, y, , w] = [...bodyPosition(world, body), bodyRotation(world, body)[3]];
      const angle = -2 * Math.acos(Math.min(1, Math.abs(w)));
      // The lowest corner, where it is over the lower block.
      const corner = [
        0.5 * Math.cos(angle) + 0.2 * Math.sin(angle),
        0.5 * Math.sin(angle) - 0.2 * Math.cos(angle),
      ];
      if (x + corner[0] > 0.02) deepest = Math.min(deepest, y + corner[1] + drop);
    }
    expect(deepest).toBeGreaterThan(-0.02);
  });

  it('a ramp whose lower edge is flush with the floor is ridden up, not run through', () => {
    const world = createWorld({ sleeping: false });
    layTiles(world, 1, 0, 2, 0);
    const slope = 0.3;
    const ramp = createBody(world, {
      type: 'static',
      position: [
        2 + 2 * Math.cos(slope) + 0.25 * Math.sin(slope),
        2 * Math.sin(slope) - 0.25 * Math.cos(slope),
        0,
      ],
      rotation: [0, 0, Math.sin(slope / 2), Math.cos(slope / 2)],
    });
    createCollider(world, ramp, { shape: box(2, 0.25, 3), friction: 0 });
    const ball = createBody(world, { position: [0, 0.3, 0], linearVelocity: [8, 0, 0] });
    createCollider(world, ball, { shape: sphere(0.3), friction: 0 });
    let deepest = 0;
    for (let i = 0; i < 30; i++) {
      stepWorld(world, DT);
      const [x, y] = bodyPosition(world, ball);
      if (x > 2 && x < 5)
        deepest = Math.min(deepest, (y - (x - 2) * Math.tan(slope)) * Math.cos(slope) - 0.3);
    }
    expect(deepest).toBeGreaterThan(-0.01);
    expect(bodyPosition(world, ball)[1]).toBeGreaterThan(0.5);
  });
});
