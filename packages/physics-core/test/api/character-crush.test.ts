import { describe, expect, it } from 'vitest';
import {
  type BodyHandle,
  bodyPosition,
  bodyRotation,
  box,
  type CharacterMove,
  capsule,
  createBody,
  createCollider,
  createWorld,
  halfSpace,
  mesh,
  moveCharacter,
  setNextPose,
  stepWorld,
  type Vec3,
  type World,
} from '../../src/index.js';
import { add, DT, G } from './context.js';

/** What a character meets: it is squeezed, it is carried, and it says what it touched. */

const SKIN = 0.01;
const STANDING = 0.9 + SKIN;

const addMan = (world: World, position: Vec3): BodyHandle =>
  add(world, capsule(0.3, 0.6), { type: 'kinematic', position });

const makeFloor = (): World => {
  const world = createWorld();
  add(world, halfSpace(), { type: 'static' });
  return world;
};

interface Squeeze {
  readonly moves: readonly CharacterMove[];
  /** The farthest it went in one step, m. */
  readonly jump: number;
}

/** A character at rest while something moves along a path. */
const squeeze = (
  world: World,
  man: BodyHandle,
  presser: BodyHandle,
  steps: number,
  at: (t: number) => Vec3,
): Squeeze => {
  const moves: CharacterMove[] = [];
  let jump = 0;
  let before = bodyPosition(world, man);
  let fall = 0;
  for (let i = 1; i <= steps; i++) {
    setNextPose(world, presser, at(i * DT));
    const move = moveCharacter(world, man, [0, fall - (G * DT) / 2, 0], DT);
    fall = move.ground ? 0 : fall - G * DT;
    moves.push(move);
    stepWorld(world, DT);
    const now = bodyPosition(world, man);
    jump = Math.max(jump, Math.hypot(now[0] - before[0], now[1] - before[1], now[2] - before[2]));
    before = now;
  }
  return { moves, jump };
};

describe('squeezed', () => {
  it.each([0.3, 1, 3])(
    'by a lift that comes down at %f m/s it stays, and is free when it goes up',
    (speed) => {
      const world = makeFloor();
      const man = addMan(world, [0, STANDING, 0]);
      const lift = add(world, box(1, 0.1, 1), { type: 'kinematic', position: [0, 2.2, 0] });
      const down = 2 / speed;
      const steps = Math.ceil(down / DT);
      const { moves, jump } = squeeze(world, man, lift, steps, (t) => [
        0,
        2.2 - speed * Math.min(t, down),
        0,
      ]);
      expect(jump).toBeLessThan(0.02);
      expect(bodyPosition(world, man)[1]).toBeCloseTo(STANDING, 1);
      const last = moves[moves.length - 1];
      expect(last.crushed).toBe(true);
      expect(last.velocity).toEqual([0, 0, 0]);
      expect(last.touched.map(({ body }) => body)).toContain(lift);
      expect(moves[0].crushed).toBe(false);
      const up = squeeze(world, man, lift, steps + 2, (t) => [0, 0.2 + speed * t, 0]);
      expect(up.jump).toBeLessThan(0.06);
      expect(up.moves[up.moves.length - 1].crushed).toBe(false);
      const gap = bodyPosition(world, man)[1] - 0.9;
      expect(gap).toBeGreaterThan(0.45 * SKIN);
      expect(gap).toBeLessThan(1.05 * SKIN);
    },
  );

  it('by a kinematic wall against a static one it stays on the ground', () => {
    const world = makeFloor();
    const man = addMan(world, [0, STANDING, 0]);
    add(world, box(0.5, 2, 2), { type: 'static', position: [1.1, 2, 0] });
    const wall = add(world, box(0.2, 2, 2), { type: 'kinematic', position: [-1, 2, 0] });
    const { moves, jump } = squeeze(world, man, wall, 90, (t) => [-1 + t, 2, 0]);
    const last = moves[moves.length - 1];
    expect(jump).toBeLessThan(0.04);
    expect(last.crushed).toBe(true);
    expect(last.wall).toBe(true);
    expect(last.ground).toBeDefined();
    // It was pushed up to the static wall, and stays before it.
    expect(bodyPosition(world, man)[0]).toBeCloseTo(0.3, 1);
  });

  it('is pushed along by a wall while there is room, which is not its velocity', () => {
    const world = makeFloor();
    const man = addMan(world, [0, STANDING, 0]);
    const wall = add(world, box(0.2, 2, 2), { type: 'kinematic', position: [-1, 2, 0] });
    const { moves } = squeeze(world, man, wall, 120, (t) => [-1 + t, 2, 0]);
    const last = moves[moves.length - 1];
    expect(bodyPosition(world, man)[0]).toBeCloseTo(1.5, 1);
    expect(last.crushed).toBe(false);
    expect(Math.abs(last.velocity[0])).toBeLessThan(1e-9);
    expect(moves.some(({ touched }) => touched.some(({ body }) => body === wall))).toBe(true);
  });

  it('comes out of a corner and a low gap in which it was placed', () => {
    const world = makeFloor();
    add(world, box(1, 2, 5), { type: 'static', position: [1.2, 2, 0] });
    add(world, box(5, 2, 1), {
      type: 'static',
      position: [0, 2, 1.2],
      rotation: [0, 0.3, 0, Math.sqrt(0.91)],
    });
    const man = addMan(world, [0.1, STANDING - 0.2, 0.1]);
    const move = moveCharacter(world, man, [0, 0, 0], DT);
    expect(move.crushed).toBe(false);
    expect(move.velocity[0]).toBeCloseTo(0, 9);
  });
});

it('names what it met: a wall, a crate that it pushes, a ceiling', () => {
  const world = makeFloor();
  const wall = add(world, box(0.5, 2, 5), { type: 'static', position: [1, 2, 0] });
  const crate = add(world, box(0.5, 1, 0.5), { position: [-0.9, 1, 0] });
  const beam = add(world, box(0.5, 0.1, 5), { type: 'static', position: [0, 2, 0] });
  const man = addMan(world, [0.15, STANDING, 0]);
  const bodies = ({ touched }: CharacterMove): BodyHandle[] => touched.map(({ body }) => body);
  expect(bodies(moveCharacter(world, man, [0, 0, 0], DT))).toEqual([]);
  const right = moveCharacter(world, man, [6, 0, 0], DT);
  expect(bodies(right)).toEqual([wall]);
  expect(right.touched[0].normal[0]).toBeCloseTo(-1, 9);
  expect(bodies(moveCharacter(world, man, [-20, 0, 0], DT))).toEqual([crate]);
  const up = moveCharacter(world, man, [0, 6, 0], DT);
  expect(up.ceiling).toBe(true);
  expect(bodies(up)).toEqual([beam]);
});

it('rides on a conveyor', () => {
  const world = createWorld();
  const belt = createBody(world, { type: 'static', rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] });
  createCollider(world, belt, { shape: box(20, 1, 20), surfaceVelocity: [2, 0, 0] });
  const man = addMan(world, [0, 1 + STANDING, 0]);
  for (let i = 0; i < 60; i++) {
    expect(moveCharacter(world, man, [0.5, 0, 0], DT).velocity[2]).toBeCloseTo(-2, 6);
    stepWorld(world, DT);
  }
  const [x, y, z] = bodyPosition(world, man);
  expect(x).toBeCloseTo(0.5, 6);
  expect(y).toBeCloseTo(1 + STANDING, 6);
  // A quarter turn about y takes x to -z.
  expect(z).toBeCloseTo(-2, 6);
});

it('is not turned by a turntable', () => {
  const world = createWorld();
  add(world, box(3, 0.1, 3), { type: 'kinematic', position: [0, -0.1, 0], angularVelocity: [0, 1, 0] });
  const man = addMan(world, [1, STANDING, 0]);
  for (let i = 0; i < 60; i++) {
    moveCharacter(world, man, [0, 0, 0], DT);
    stepWorld(world, DT);
  }
  expect(bodyPosition(world, man)[2]).toBeLessThan(-0.8);
  expect(bodyRotation(world, man)).toEqual([0, 0, 0, 1]);
});

it.each([30, 60, 144])('jumps as high as v²/2g says at %i Hz', (rate) => {
  const world = makeFloor();
  const man = addMan(world, [0, STANDING, 0]);
  let fall = 5;
  let top = 0;
  for (let i = 0; i < rate; i++) {
    const after = fall - G / rate;
    const { ground } = moveCharacter(world, man, [0, (fall + after) / 2, 0], 1 / rate);
    fall = ground ? 0 : after;
    stepWorld(world, 1 / rate);
    top = Math.max(top, bodyPosition(world, man)[1] - STANDING);
  }
  // The highest step is at most half a step from the top.
  const height = 25 / (2 * G);
  expect(top).toBeLessThanOrEqual(height + 1e-9);
  expect(top).toBeGreaterThan(height - (G / 2) * (0.5 / rate) ** 2 - 1e-9);
});

it('refuses a mesh with a message that says so', () => {
  const world = makeFloor();
  const man = createBody(world, { type: 'kinematic' });
  createCollider(world, man, { shape: mesh([0, 0, 0, 1, 0, 0, 0, 0, 1], [0, 2, 1]) });
  expect(() => moveCharacter(world, man, [0, 0, 0], DT)).toThrow(/collider of the character is a mesh/);
});
