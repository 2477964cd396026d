import { type PhysicsError, worldStats } from '@tenon/physics-core';
import { addComponent, addEntity, pipe, removeComponent } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  collider,
  isPaused,
  KinematicTarget,
  kinematicTarget,
  LinearVelocity,
  Position,
  physicsPost,
  physicsPre,
  physicsSolve,
  position,
  RenderTransform,
  Rotation,
  rigidBody,
  setPaused,
  setTimeScale,
  stepPhysics,
} from '../src/index.js';
import { addCrate, addFloor, coreWorld, DT, physicsWorld, run } from './context.js';

const steps = (world: object): number => worldStats(coreWorld(world)).steps;

describe('time', () => {
  it('systems fit into a pipe, one step a call', () => {
    const world = physicsWorld();
    const crate = addCrate(world, 0, 5);
    const frame = pipe(physicsPre, physicsSolve, physicsPost);
    for (let i = 0; i < 10; i++) expect(frame(world)).toBe(world);
    expect(steps(world)).toBe(10);
    expect(Position.y[crate]).toBeLessThan(5);
  });

  it('steps are fixed, whatever the frames are', () => {
    const heights = [1 / 60, 1 / 144, 1 / 30].map((dt) => {
      const world = physicsWorld();
      const crate = addCrate(world, 0, 50);
      for (let i = 0; i < Math.round(1 / dt); i++) stepPhysics(world, dt);
      expect(steps(world)).toBe(60);
      return Position.y[crate];
    });
    expect(new Set(heights).size).toBe(1);
  });

  it('a long frame takes at most maxSteps steps and drops the rest', () => {
    const world = physicsWorld({ maxSteps: 3 });
    addCrate(world, 0, 5);
    stepPhysics(world, 10);
    expect(steps(world)).toBe(3);
    stepPhysics(world, DT);
    expect(steps(world)).toBe(4);
  });

  it('milliseconds by mistake are told, a single long frame is not', () => {
    const told: PhysicsError[] = [];
    const world = physicsWorld({ onError: (error) => told.push(error) });
    for (let i = 0; i < 50; i++) {
      stepPhysics(world, 30);
      stepPhysics(world, DT);
    }
    expect(told).toEqual([]);
    run(world, 9, 16.67);
    expect(told).toEqual([]);
    run(world, 1, 16.67);
    expect(told.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^frameDt is 16\.67, .*\. frameDt is in seconds; divide milliseconds by 1000\.$/),
    ]);
    expect(() => run(physicsWorld(), 10, 16.67)).toThrow(/divide milliseconds by 1000/);
  });

  it('frames of many seconds are fine where all their steps are taken', () => {
    const world = physicsWorld({ maxSteps: 200 });
    run(world, 20, 2);
    expect(steps(world)).toBe(20 * 120);
  });

  it('time scale makes fewer or more steps of the same length', () => {
    const world = physicsWorld({ timeScale: 0.5 });
    addCrate(world, 0, 50);
    run(world, 60);
    expect(steps(world)).toBe(30);
    setTimeScale(world, 2);
    run(world, 30);
    expect(steps(world)).toBe(90);
    expect(() => setTimeScale(world, Number.NaN)).toThrow(/timeScale is NaN/);
    setTimeScale(world, 0);
    run(world, 30);
    expect(steps(world)).toBe(90);
  });

  it('while paused, things can be added and moved but not fall; afterwards no time is made up for', () => {
    const world = physicsWorld();
    const crate = addCrate(world, 0, 5);
    run(world, 10);
    setPaused(world, true);
    expect(isPaused(world)).toBe(true);
    const y = Position.y[crate];
    const added = addCrate(world, 3, 5);
    addComponent(world, added, RenderTransform);
    Position.x[crate] = 1;
    run(world, 100);
    expect([Position.x[crate], Position.y[crate], Position.y[added]]).toEqual([1, y, 5]);
    expect(RenderTransform.y[added]).toBe(5);
    expect(physicsSolve(world)).toBe(world);
    expect(steps(world)).toBe(10);
    setPaused(world, false);
    run(world, 1);
    expect(steps(world)).toBe(11);
    expect(Number.isFinite(Position.y[crate])).toBe(true);
  });
});

describe('interpolation', () => {
  it('draws between the last two steps, also when a frame takes none or several', () => {
    const world = physicsWorld({ gravity: [0, 0, 0] });
    const ball = addCrate(world, 0, 0);
    LinearVelocity.x[ball] = 60;
    addComponent(world, ball, RenderTransform);
    let time = 0;
    for (const frames of [1, 0.25, 0.5, 3.5, 0.1, 2, 0.9, 1.75, 4, 0]) {
      stepPhysics(world, frames * DT);
      time += frames;
      // What is drawn lags behind by one step, and moves on evenly: 1 m for each step's time.
      expect(RenderTransform.x[ball]).toBeCloseTo(Math.max(0, time - 1), 9);
    }
  });

  it('rotations too, as unit quaternions', () => {
    const world = physicsWorld({ gravity: [0, 0, 0] });
    const top = addEntity(world, rigidBody(), collider(box(0.5, 0.5, 0.5)), RenderTransform);
    run(world, 1);
    Rotation.y[top] = Math.sin(0.1);
    Rotation.w[top] = Math.cos(0.1);
    run(world, 1, 0);
    expect(2 * Math.asin(RenderTransform.qy[top])).toBeCloseTo(0.2, 12);
    const { qx, qy, qz, qw } = RenderTransform;
    expect(qx[top] ** 2 + qy[top] ** 2 + qz[top] ** 2 + qw[top] ** 2).toBeCloseTo(1, 12);
  });

  it('a body that falls asleep is drawn where it lies', () => {
    const world = physicsWorld();
    addFloor(world);
    const crate = addCrate(world, 0, 0.7);
    addComponent(world, crate, RenderTransform);
    run(world, 200, 0.4 * DT);
    run(world, 20, DT);
    expect(RenderTransform.y[crate]).toBe(Position.y[crate]);
  });

  it('the component may come and go', () => {
    const world = physicsWorld();
    const crate = addCrate(world, 0, 5);
    run(world, 3);
    addComponent(world, crate, RenderTransform);
    expect(RenderTransform.y[crate]).toBe(Position.y[crate]);
    run(world, 3);
    removeComponent(world, crate, RenderTransform);
    const y = RenderTransform.y[crate];
    run(world, 3);
    expect(RenderTransform.y[crate]).toBe(y);
  });
});

describe('kinematic targets', () => {
  it('a body goes to its target within the frame and stays there', () => {
    const world = physicsWorld();
    const lift = addEntity(
      world,
      rigidBody({ type: 'kinematic' }),
      kinematicTarget([0, 0, 0]),
      collider(box(2, 0.5, 2)),
    );
    const crate = addCrate(world, 0, 1);
    run(world, 10);
    for (let i = 1; i <= 60; i++) {
      KinematicTarget.y[lift] = i / 60;
      run(world, 1);
      expect(Position.y[lift]).toBe(i / 60);
    }
    expect(Position.y[crate]).toBeCloseTo(2, 1);
    run(world, 60);
    expect(Position.y[lift]).toBe(1);
    expect(LinearVelocity.y[lift]).toBe(0);
  });

  it('the motion is divided among the steps of a frame', () => {
    const world = physicsWorld();
    const lift = addEntity(
      world,
      rigidBody({ type: 'kinematic' }),
      KinematicTarget,
      collider(box(2, 0.5, 2)),
    );
    run(world, 1);
    KinematicTarget.x[lift] = 4;
    run(world, 1, 4 * DT);
    expect(Position.x[lift]).toBe(4);
    expect(LinearVelocity.x[lift]).toBeCloseTo(60, 6);
  });

  it('it begins where the body is, and a teleport takes it along', () => {
    const world = physicsWorld();
    const lift = addEntity(world, rigidBody({ type: 'kinematic' }), KinematicTarget, position(0, 3, 0));
    run(world, 3);
    expect(Position.y[lift]).toBe(3);
    Position.y[lift] = 7;
    run(world, 3);
    expect([Position.y[lift], KinematicTarget.y[lift]]).toEqual([7, 7]);
  });

  it('rotations are followed, from quaternions of any length', () => {
    const world = physicsWorld();
    const door = addEntity(world, rigidBody({ type: 'kinematic' }), kinematicTarget([0, 0, 0], [0, 2, 0, 2]));
    run(world, 1);
    expect(Rotation.y[door]).toBeCloseTo(Math.SQRT1_2, 12);
    run(world, 5);
    expect(Rotation.w[door]).toBeCloseTo(Math.SQRT1_2, 12);
    removeComponent(world, door, KinematicTarget);
    LinearVelocity.x[door] = 1;
    run(world, 60);
    expect(Position.x[door]).toBeCloseTo(1, 9);
  });
});
