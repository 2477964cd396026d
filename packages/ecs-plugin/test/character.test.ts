import { addEntity, type EntityId, removeComponent, removeEntity, type World } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  beforeStep,
  box,
  Character,
  Collider,
  capsule,
  castRay,
  character,
  collider,
  KinematicTarget,
  kinematicTarget,
  LinearVelocity,
  otherSide,
  Position,
  physicsEvents,
  position,
  RigidBody,
  restoreSnapshot,
  rigidBody,
  Sensor,
  setCharacterShape,
  stepPhysics,
  takeSnapshot,
} from '../src/index.js';
import { addCrate, addFloor, DT, physicsWorld, run } from './context.js';

const G = 9.81;

const addPlayer = (world: World, x: number, y = 0.91): EntityId =>
  addEntity(
    world,
    position(x, y, 0),
    rigidBody({ type: 'kinematic' }),
    collider(capsule(0.3, 0.6)),
    character(),
  );

describe('Character', () => {
  it('walks with the velocity it wants, and stands on an entity', () => {
    const world = physicsWorld();
    const floor = addFloor(world);
    const player = addPlayer(world, 0);
    Character.x[player] = 1.5;
    Character.z[player] = -1;
    run(world, 60);
    expect(Position.x[player]).toBeCloseTo(1.5, 9);
    expect(Position.z[player]).toBeCloseTo(-1, 9);
    expect(LinearVelocity.x[player]).toBeCloseTo(1.5, 9);
    expect([Character.grounded[player], Character.ground[player], Character.wall[player]]).toEqual([
      1,
      floor,
      0,
    ]);
    expect(Character.normalY[player]).toBeCloseTo(1, 9);
  });

  it.each([30, 60, 120])('jumps as high as the speed says at %i steps a second, and lands', (rate) => {
    const world = physicsWorld({ fixedDt: 1 / rate });
    addFloor(world);
    const player = addPlayer(world, 0);
    run(world, 5, 1 / rate);
    const start = Position.y[player];
    Character.rise[player] = 5;
    let highest = start;
    let steps = 0;
    do {
      stepPhysics(world, 1 / rate);
      highest = Math.max(highest, Position.y[player]);
      steps++;
    } while (!Character.grounded[player]);
    // The highest step misses the top by at most half of itself.
    expect(Math.abs(highest - start - 25 / (2 * G))).toBeLessThan(G / (8 * rate * rate) + 1e-9);
    expect(Math.abs(steps / rate - (2 * 5) / G)).toBeLessThan(1.5 / rate);
    expect(Position.y[player]).toBeCloseTo(start, 3);
    expect(Character.rise[player]).toBe(0);
  });

  it('crouches with its feet on the ground, walks under a beam, and stands up where there is room', () => {
    const world = physicsWorld();
    const floor = addFloor(world);
    const beam = addEntity(
      world,
      position(3, 1.5, 0),
      rigidBody({ type: 'static' }),
      collider(box(1, 0.2, 2)),
    );
    const player = addPlayer(world, 0);
    expect(() => setCharacterShape(world, player, capsule(0.3, 0.2))).toThrow(
      /Entity 3: Character has no body yet/,
    );
    run(world, 5);
    const feet = (): number => Position.y[player] - Collider.sizeY[player] - 0.3;
    expect(feet()).toBeCloseTo(0.01, 6);
    expect(setCharacterShape(world, player, capsule(0.3, 0.2))).toBe(true);
    expect(Collider.sizeY[player]).toBe(0.2);
    expect(feet()).toBeCloseTo(0.01, 6);
    Character.x[player] = 2;
    run(world, 90);
    expect(Position.x[player]).toBeCloseTo(3, 1);
    expect(Character.ground[player]).toBe(floor);

    expect(setCharacterShape(world, player, capsule(0.3, 0.6))).toBe(false);
    expect(Collider.sizeY[player]).toBe(0.2);
    // It is found by its new shape, also after a restore, and its entity owns the collider.
    expect(castRay(world, [3, 1.1, 3], [0, 0, -1], 9)?.entity).toBeUndefined();
    const saved = takeSnapshot(world);
    removeEntity(world, beam);
    run(world, 1);
    expect(setCharacterShape(world, player, capsule(0.3, 0.6))).toBe(true);
    expect(castRay(world, [Position.x[player], 1.5, 3], [0, 0, -1], 9)?.entity).toBe(player);
    const standing = Position.y[player];
    run(world, 30);
    expect(Position.y[player]).toBeCloseTo(standing, 3);
    restoreSnapshot(world, saved);
    expect(Collider.sizeY[player]).toBe(0.2);
    run(world, 30);
    expect(feet()).toBeCloseTo(0.01, 3);
  });

  it('changes shape with events that still name its entity', () => {
    const world = physicsWorld();
    const zone = addEntity(world, rigidBody({ type: 'static' }), collider(box(3, 3, 3)), Sensor);
    const player = addPlayer(world, 0);
    Collider.tag[player] = 7;
    run(world, 2);
    expect(setCharacterShape(world, player, capsule(0.3, 0.2))).toBe(true);
    run(world, 1);
    const told = physicsEvents(world).map((event) => {
      const side = event.kind === 'end' || event.kind === 'begin' ? otherSide(event, zone) : undefined;
      return [event.kind, side?.entity, side?.tag];
    });
    expect(told.sort()).toEqual([
      ['begin', player, 7],
      ['end', player, 7],
    ]);
  });

  it('says when a lift that comes down crushes it', () => {
    const world = physicsWorld();
    addFloor(world);
    const press = addEntity(
      world,
      position(0, 3, 0),
      rigidBody({ type: 'kinematic' }),
      kinematicTarget([0, 3, 0]),
      collider(box(1, 0.1, 1)),
    );
    const player = addPlayer(world, 0);
    run(world, 30);
    expect(Character.crushed[player]).toBe(0);
    for (let i = 1; i <= 60; i++) {
      KinematicTarget.y[press] = 3 - (2 * i) / 60;
      run(world, 1);
    }
    expect(Character.crushed[player]).toBe(1);
    KinematicTarget.y[press] = 3;
    run(world, 5);
    expect(Character.crushed[player]).toBe(0);
  });

  it('does the same at every frame rate', () => {
    const walked = [20, 60, 144].map((rate) => {
      const world = physicsWorld();
      addFloor(world);
      addCrate(world, 1.5, 0.5);
      const player = addPlayer(world, 0);
      Character.x[player] = 2;
      run(world, 2 * rate, 1 / rate);
      return Position.x[player];
    });
    expect(walked[1]).toBe(walked[0]);
    expect(walked[2]).toBe(walked[0]);
  });

  it('rides on a lift that has a target, and is never asleep there', () => {
    const world = physicsWorld();
    const lift = addEntity(
      world,
      rigidBody({ type: 'kinematic' }),
      collider(box(1, 0.1, 1)),
      kinematicTarget([0, 0, 0]),
    );
    const player = addPlayer(world, 0, 1.01);
    run(world, 120);
    for (let i = 1; i <= 120; i++) {
      KinematicTarget.y[lift] = i / 60;
      stepPhysics(world, DT);
      expect(Character.ground[player]).toBe(lift);
    }
    expect(Position.y[player] - Position.y[lift]).toBeCloseTo(1.01, 3);
  });

  it('pushes no harder than its force', () => {
    const pushed = [0, 500, 8000].map((force) => {
      const world = physicsWorld();
      addFloor(world);
      const crate = addCrate(world, 1, 0.5);
      const player = addPlayer(world, 0);
      Character.x[player] = 1;
      Character.pushForce[player] = force;
      run(world, 120);
      return Position.x[crate];
    });
    // 1000 kg with friction 0.5 need 4905 N.
    expect(pushed[0]).toBeCloseTo(1, 6);
    expect(pushed[1]).toBeCloseTo(1, 3);
    expect(pushed[2]).toBeGreaterThan(1.5);
  });

  it('goes on from a snapshot with the same bits, also in the air', () => {
    const world = physicsWorld();
    addFloor(world);
    addCrate(world, 2, 0.5);
    const players = [addPlayer(world, 0), addPlayer(world, -1)];
    for (const player of players) Character.x[player] = 2;
    run(world, 10);
    Character.rise[players[1]] = 4;
    run(world, 5);
    expect(Character.grounded[players[1]]).toBe(0);
    const saved = takeSnapshot(world);
    run(world, 120);
    const after = takeSnapshot(world);
    restoreSnapshot(world, saved);
    run(world, 120);
    expect(takeSnapshot(world)).toEqual(after);
    const other = physicsWorld();
    restoreSnapshot(other, saved);
    run(other, 120);
    expect(takeSnapshot(other)).toEqual(after);
  });

  it('says what is wrong, once, and keeps the last good values', () => {
    const errors: string[] = [];
    const world = physicsWorld({ onError: ({ message }) => errors.push(message) });
    addFloor(world);
    const player = addPlayer(world, 0);
    Character.x[player] = 1;
    run(world, 2);
    Character.stepHeight[player] = -1;
    Character.x[player] = Number.NaN;
    run(world, 3);
    Character.upY[player] = 0;
    Character.stepHeight[player] = -1;
    run(world, 1);
    RigidBody.type[player] = 0;
    run(world, 3);
    expect([Character.stepHeight[player], Character.x[player], Character.upY[player]]).toEqual([0.3, 1, 1]);
    expect(errors).toEqual([
      expect.stringMatching(/^Entity 2: Character\.x is NaN/),
      expect.stringMatching(/^Entity 2: Character\.up/),
      expect.stringMatching(/^Entity 2: Character is refused: A character is an enabled kinematic body/),
    ]);
    expect(() => character({ stepHeight: -1 })).toThrow(/stepHeight/);
  });

  it('throws in the frame of the error where nobody handles it', () => {
    const world = physicsWorld();
    addFloor(world);
    const player = addPlayer(world, 0);
    Character.mass[player] = Number.NaN;
    expect(() => run(world, 1)).toThrow(/Entity 2: Character\.mass is NaN/);
    run(world, 1);
    expect(Character.mass[player]).toBe(70);
  });

  it('stands still without the component, and may be steered before each step', () => {
    const world = physicsWorld();
    addFloor(world);
    const player = addPlayer(world, 0);
    const end = beforeStep(world, () => {
      Character.x[player] = 1;
    });
    run(world, 30);
    expect(Position.x[player]).toBeCloseTo(0.5, 9);
    end();
    removeComponent(world, player, Character);
    run(world, 30);
    expect(Position.x[player]).toBeCloseTo(0.5, 2);
  });
});
