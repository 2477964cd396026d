import { describe, expect, it } from 'vitest';
import {
  type BodyHandle,
  bodyPosition,
  box,
  type CharacterMove,
  type CharacterOptions,
  capsule,
  createBody,
  createCollider,
  createWorld,
  halfSpace,
  hashWorld,
  heightField,
  hull,
  linearVelocity,
  moveCharacter,
  PhysicsError,
  restoreSnapshot,
  type Shape,
  setCharacterShape,
  setNextPose,
  sphere,
  stepWorld,
  takeSnapshot,
  updateBody,
  type Vec3,
  type World,
} from '../../src/index.js';
import { add, DT } from './context.js';

/** A capsule of 1.8 m whose origin is 0.9 m above its feet. */
const MAN = capsule(0.3, 0.6);
const SKIN = 0.01;
const STANDING = 0.9 + SKIN;

const addMan = (world: World, position: Vec3, shape: Shape = MAN): BodyHandle =>
  add(world, shape, { type: 'kinematic', position });

const block = (world: World, half: Vec3, position: Vec3, tilt = 0): BodyHandle =>
  add(world, box(...half), {
    type: 'static',
    position,
    rotation: [0, 0, Math.sin(tilt / 2), Math.cos(tilt / 2)],
  });

const makeFloor = (): World => {
  const world = createWorld();
  add(world, halfSpace(), { type: 'static' });
  return world;
};

/** Walks for some steps, with gravity as a game has it; returns the last move. */
const walk = (
  world: World,
  man: BodyHandle,
  velocity: Vec3,
  steps: number,
  options: CharacterOptions = {},
  each: (move: CharacterMove) => void = () => {},
): CharacterMove => {
  let fall = 0;
  let last: CharacterMove | undefined;
  for (let i = 0; i < steps; i++) {
    fall = last?.ground ? 0 : fall - 9.81 * DT;
    last = moveCharacter(world, man, [velocity[0], velocity[1] + fall, velocity[2]], DT, options);
    each(last);
    stepWorld(world, DT);
  }
  if (last === undefined) throw new Error('no step');
  return last;
};

/** Between half a skin and a skin above the ground. */
const expectHeight = (world: World, man: BodyHandle, height: number): void => {
  const gap = bodyPosition(world, man)[1] - height;
  expect(gap).toBeGreaterThan(0.45 * SKIN);
  expect(gap).toBeLessThan(1.05 * SKIN);
};

describe('on the ground', () => {
  it('walks as far as its velocity says, a skin above the floor', () => {
    const world = makeFloor();
    const man = addMan(world, [0, STANDING, 0]);
    const { ground, wall } = walk(world, man, [2, 0, 1], 60);
    expect(bodyPosition(world, man)[0]).toBeCloseTo(2, 9);
    expect(bodyPosition(world, man)[1]).toBeCloseTo(STANDING, 6);
    expect(bodyPosition(world, man)[2]).toBeCloseTo(1, 9);
    expect(ground?.normal[1]).toBeCloseTo(1, 9);
    expect(wall).toBe(false);
  });

  it('falls, and lands', () => {
    const world = makeFloor();
    const man = addMan(world, [0, 5, 0]);
    expect(walk(world, man, [0, 0, 0], 10).ground).toBeUndefined();
    expect(walk(world, man, [0, 0, 0], 90).ground).toBeDefined();
    expect(bodyPosition(world, man)[1]).toBeCloseTo(STANDING, 6);
  });

  it.each([20, 40, 49])('walks up a slope of %i°, and down again on the ground', (degrees) => {
    const world = makeFloor();
    const angle = (degrees * Math.PI) / 180;
    // Its upper face starts at the origin.
    block(
      world,
      [10, 1, 3],
      [10 * Math.cos(angle) + Math.sin(angle), 10 * Math.sin(angle) - Math.cos(angle), 0],
      angle,
    );
    const man = addMan(world, [-1.5, STANDING, 0]);
    walk(world, man, [2, 0, 0], 180);
    const top = bodyPosition(world, man);
    expect(top[1]).toBeGreaterThan(STANDING + 1.2 * Math.sin(angle));
    let inAir = 0;
    walk(world, man, [-2, 0, 0], 60, {}, ({ ground }) => {
      if (ground === undefined) inAir++;
    });
    expect(inAir).toBe(0);
    expect(bodyPosition(world, man)[1]).toBeLessThan(top[1] - 0.5 * Math.sin(angle));
  });

  it('does not climb a slope that is too steep', () => {
    const world = makeFloor();
    const angle = (60 * Math.PI) / 180;
    block(
      world,
      [10, 1, 3],
      [10 * Math.cos(angle) + Math.sin(angle), 10 * Math.sin(angle) - Math.cos(angle), 0],
      angle,
    );
    const man = addMan(world, [-1.5, STANDING, 0]);
    const { wall } = walk(world, man, [3, 0, 0], 120);
    expect(wall).toBe(true);
    expect(bodyPosition(world, man)[1]).toBeLessThan(STANDING + 0.32);
  });

  it.each<[string, Shape, number]>([
    ['capsule', MAN, 0.9],
    ['box', box(0.3, 0.9, 0.3), 0.9],
    ['ball', sphere(0.5), 0.5],
  ])('a %s climbs stairs of 25 cm and comes down on the ground', (_, shape, feet) => {
    const world = makeFloor();
    for (let i = 0; i < 6; i++) block(world, [5, 0.125 * (i + 1), 2], [1 + 0.5 * i + 5, 0.125 * (i + 1), 0]);
    const man = addMan(world, [0, feet + SKIN, 0], shape);
    walk(world, man, [1.5, 0, 0], 180);
    expect(bodyPosition(world, man)[0]).toBeGreaterThan(4);
    expectHeight(world, man, 1.5 + feet);
    let inAir = 0;
    walk(world, man, [-1.5, 0, 0], 180, {}, ({ ground }) => {
      if (ground === undefined) inAir++;
    });
    expect(inAir).toBe(0);
    expectHeight(world, man, feet);
  });

  it('does not climb a step that is too high', () => {
    const world = makeFloor();
    block(world, [1, 0.4, 2], [2, 0.4, 0]);
    const man = addMan(world, [0, STANDING, 0]);
    const { wall } = walk(world, man, [2, 0, 0], 90, { stepHeight: 0.3 });
    expect(wall).toBe(true);
    expect(bodyPosition(world, man)[0]).toBeCloseTo(0.7 - SKIN, 3);
    walk(world, man, [2, 0, 0], 60, { stepHeight: 0.9 });
    expectHeight(world, man, 0.8 + 0.9);
  });

  it('walks over a height field without leaving it', () => {
    const world = createWorld();
    const heights = Array.from({ length: 41 * 11 }, (_, k) => 0.5 * Math.sin(0.7 * (k % 41)));
    const ground = createBody(world, { type: 'static' });
    createCollider(world, ground, { shape: heightField(41, 11, heights, { spacing: [0.5, 0.5] }) });
    const man = addMan(world, [-8, 2, 0.1]);
    walk(world, man, [0, 0, 0], 60);
    let inAir = 0;
    walk(world, man, [3, 0, 0], 240, {}, (move) => {
      if (move.ground === undefined) inAir++;
    });
    expect(inAir).toBe(0);
    expect(bodyPosition(world, man)[0]).toBeGreaterThan(2);
  });
});

describe('against things', () => {
  it('slides along a wall', () => {
    const world = makeFloor();
    block(world, [0.5, 2, 20], [2, 2, 0]);
    const man = addMan(world, [0, STANDING, 0]);
    const { wall, velocity } = walk(world, man, [3, 0, 2], 120);
    expect(wall).toBe(true);
    expect(bodyPosition(world, man)[0]).toBeCloseTo(1.2 - SKIN, 3);
    expect(bodyPosition(world, man)[2]).toBeCloseTo(4, 2);
    expect(velocity[2]).toBeCloseTo(2, 6);
  });

  it('stops in a corner, and does not tremble', () => {
    const world = makeFloor();
    block(world, [0.5, 2, 5], [2, 2, 0]);
    block(world, [5, 2, 0.5], [0, 2, 2]);
    const man = addMan(world, [0, STANDING, 0]);
    walk(world, man, [3, 0, 2.5], 120);
    const corner = bodyPosition(world, man);
    walk(world, man, [3, 0, 2.5], 30);
    for (let i = 0; i < 3; i++) expect(bodyPosition(world, man)[i]).toBeCloseTo(corner[i], 5);
    expect(corner[0]).toBeCloseTo(1.2 - SKIN, 2);
    expect(corner[2]).toBeCloseTo(1.2 - SKIN, 2);
  });

  it('a jump ends at the ceiling', () => {
    const world = makeFloor();
    block(world, [5, 0.1, 5], [0, 2.4, 0]);
    const man = addMan(world, [0, STANDING, 0]);
    let hits = 0;
    let up = 6;
    for (let i = 0; i < 60; i++) {
      const move = moveCharacter(world, man, [0, up, 0], DT);
      if (move.ceiling) hits++;
      up = move.ceiling || move.ground ? Math.min(up, 0) - 9.81 * DT : up - 9.81 * DT;
      if (move.ground) up = 0;
      stepWorld(world, DT);
      expect(bodyPosition(world, man)[1]).toBeLessThan(2.3 - 0.9);
    }
    expect(hits).toBeGreaterThan(0);
    expect(bodyPosition(world, man)[1]).toBeCloseTo(STANDING, 5);
  });

  it('pushes a crate with a bounded force: a light one moves, a heavy one does not', () => {
    for (const [mass, least, most] of [
      [20, 0.8, 9],
      [2000, -1e-3, 0.02],
    ]) {
      const world = makeFloor();
      const crate = createBody(world, { position: [1.5, 0.5, 0], mass });
      createCollider(world, crate, { shape: box(0.5, 0.5, 0.5) });
      const man = addMan(world, [0, STANDING, 0]);
      walk(world, man, [2, 0, 0], 120, { stepHeight: 0.2 });
      expect(bodyPosition(world, crate)[0] - 1.5).toBeGreaterThan(least);
      expect(bodyPosition(world, crate)[0] - 1.5).toBeLessThan(most);
      expect(bodyPosition(world, man)[0]).toBeLessThan(bodyPosition(world, crate)[0] - 0.79);
    }
  });

  it('comes out of a wall in which it was placed', () => {
    const world = makeFloor();
    block(world, [1, 2, 5], [0, 2, 0]);
    const man = addMan(world, [0.9, STANDING, 0]);
    walk(world, man, [0, 0, 0], 10);
    expect(bodyPosition(world, man)[0]).toBeGreaterThan(1.3);
  });
});

describe('on what moves', () => {
  it('rides a lift up and down, and a turntable', () => {
    const world = makeFloor();
    const lift = add(world, box(1, 0.1, 1), { type: 'kinematic', position: [0, 0.1, 0] });
    const man = addMan(world, [0.3, 0.2 + STANDING, 0]);
    let fall = 0;
    for (let i = 0; i < 240; i++) {
      const y = 0.1 + (i < 120 ? i : 240 - i) / 60;
      setNextPose(world, lift, [0, y, 0]);
      const { ground } = moveCharacter(world, man, [0, fall, 0], DT);
      fall = ground ? 0 : fall - 9.81 * DT;
      stepWorld(world, DT);
      expect(ground?.body).toBe(lift);
      expect(bodyPosition(world, man)[1] - bodyPosition(world, lift)[1]).toBeCloseTo(0.1 + STANDING, 3);
    }
    const turntable = add(world, box(3, 0.1, 3), {
      type: 'kinematic',
      position: [20, 0.1, 0],
      angularVelocity: [0, 1, 0],
    });
    const rider = addMan(world, [22, 0.2 + STANDING, 0]);
    walk(world, rider, [0, 0, 0], 60);
    expect(turntable).toBeDefined();
    const [x, , z] = bodyPosition(world, rider);
    expect(Math.atan2(-z, x - 20)).toBeCloseTo(1, 1);
    expect(Math.hypot(x - 20, z)).toBeCloseTo(2, 1);
  });

  it('is carried by a dynamic raft, and presses on it', () => {
    const world = makeFloor();
    const raft = createBody(world, { position: [0, 0.2, 0], linearVelocity: [2, 0, 0], mass: 500 });
    createCollider(world, raft, { shape: box(2, 0.2, 2), friction: 0, frictionRule: 'minimum' });
    const man = addMan(world, [0, 0.4 + STANDING, 0]);
    walk(world, man, [0, 0, 0], 60);
    expect(bodyPosition(world, man)[0]).toBeCloseTo(bodyPosition(world, raft)[0], 2);
    expect(bodyPosition(world, raft)[0]).toBeGreaterThan(1.8);
    const seesaw = createWorld();
    const plank = createBody(seesaw, { position: [0, 1, 0], gravityScale: 0, mass: 70 });
    createCollider(seesaw, plank, { shape: box(2, 0.1, 2) });
    const heavy = addMan(seesaw, [0, 1.1 + STANDING, 0]);
    moveCharacter(seesaw, heavy, [0, 0, 0], DT);
    stepWorld(seesaw, DT);
    expect(linearVelocity(seesaw, plank)[1]).toBeCloseTo(-9.81 * DT, 2);
  });
});

describe('a character', () => {
  it('crouches under a beam, and stands up only where there is room', () => {
    const world = makeFloor();
    block(world, [1, 0.1, 2], [2, 1.4, 0]);
    const man = addMan(world, [0, STANDING, 0]);
    const low = capsule(0.3, 0.2);
    expect(setCharacterShape(world, man, low)).toBe(true);
    expect(bodyPosition(world, man)[1]).toBeCloseTo(0.5 + SKIN, 9);
    walk(world, man, [2, 0, 0], 60);
    expect(bodyPosition(world, man)[0]).toBeCloseTo(2, 3);
    const before = hashWorld(world);
    expect(setCharacterShape(world, man, MAN)).toBe(false);
    expect(bodyPosition(world, man)[1]).toBeCloseTo(0.5 + SKIN, 3);
    expect(before).toBeDefined();
    walk(world, man, [2, 0, 0], 60);
    expect(setCharacterShape(world, man, MAN)).toBe(true);
    expect(bodyPosition(world, man)[1]).toBeCloseTo(STANDING, 3);
  });

  it('may be any convex shape, and walks the same from a snapshot', () => {
    const world = makeFloor();
    block(world, [1, 0.1, 1], [2, 0.1, 0]);
    const points: Vec3[] = [
      [0.3, -0.8, 0.3],
      [-0.3, -0.8, 0.3],
      [0.3, -0.8, -0.3],
      [-0.3, -0.8, -0.3],
      [0, 0.8, 0],
    ];
    const man = addMan(world, [0, 0.81, 0], hull(points));
    walk(world, man, [1, 0, 0.2], 30);
    const bytes = takeSnapshot(world);
    walk(world, man, [1, 0, 0.2], 60);
    const hash = hashWorld(world);
    restoreSnapshot(world, bytes);
    walk(world, man, [1, 0, 0.2], 60);
    expect(hashWorld(world)).toBe(hash);
    expect(bodyPosition(world, man)[1]).toBeCloseTo(1.01, 3);
  });

  it('is a kinematic body with one convex collider', () => {
    const world = makeFloor();
    const man = addMan(world, [0, 1, 0]);
    const refuses = (call: () => unknown, message: RegExp): void => {
      expect(call).toThrow(PhysicsError);
      expect(call).toThrow(message);
    };
    refuses(() => moveCharacter(world, add(world, MAN), [0, 0, 0], DT), /kinematic/);
    refuses(
      () => moveCharacter(world, createBody(world, { type: 'kinematic' }), [0, 0, 0], DT),
      /0 solid colliders/,
    );
    refuses(() => moveCharacter(world, man, [Number.NaN, 0, 0], DT), /velocity/);
    refuses(() => moveCharacter(world, man, [0, 0, 0], 0), /dt/);
    refuses(() => moveCharacter(world, man, [0, 0, 0], DT, { skin: -1 }), /skin/);
    for (const [slopeLimit, message] of [
      [45, /character\.slopeLimit is 45 rad, more than a right angle\. Pass radians: degrees \* Math\.PI/],
      [-1, /slopeLimit is -1\. Pass a finite number of at least 0/],
      [Number.NaN, /slopeLimit is NaN/],
      [Infinity, /slopeLimit is Infinity/],
    ] as const) {
      refuses(() => moveCharacter(world, man, [0, 0, 0], DT, { slopeLimit }), message);
    }
    refuses(() => moveCharacter(world, man, [0, 0, 0], DT, { step: 1 } as never), /step/);
    refuses(() => setCharacterShape(world, man, halfSpace()), /half-space/);
    updateBody(world, man, { enabled: false });
    refuses(() => moveCharacter(world, man, [0, 0, 0], DT), /enabled/);
  });
});
