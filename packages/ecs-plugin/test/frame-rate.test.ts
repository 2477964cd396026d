import { addComponent, addEntity, createWorld, removeEntity, type World } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  AngularVelocity,
  afterStep,
  applyForce,
  applyImpulse,
  applyTorque,
  ball,
  beforeStep,
  box,
  collider,
  createPhysics,
  Joint,
  KinematicTarget,
  LinearVelocity,
  Position,
  physicsEvents,
  physicsPost,
  physicsPre,
  physicsSolve,
  position,
  RenderTransform,
  restoreSnapshot,
  rigidBody,
  setPaused,
  sphere,
  stepPhysics,
  takeSnapshot,
} from '../src/index.js';
import { DT, physicsWorld, run } from './context.js';

const free = { gravity: [0, 0, 0] } as const;

/** 1 kg, with a moment of inertia of 0.4 kg m² about each axis. */
const addBall = (world: World) => addEntity(world, rigidBody({ mass: 1 }), collider(sphere(1)));

const RATES = [20, 24, 30, 50, 60, 75, 90, 120, 144, 165, 240];

describe('forces', () => {
  it.each(RATES)('act alike at %i frames a second: v = F t / m', (rate) => {
    const world = physicsWorld(free);
    const body = addBall(world);
    for (let i = 0; i < rate; i++) {
      applyForce(world, body, [10, 0, 0]);
      applyForce(world, body, [0, 4, 0]);
      applyTorque(world, body, [0, 0, 2]);
      stepPhysics(world, 1 / rate);
    }
    expect(LinearVelocity.x[body]).toBeCloseTo(10, 9);
    expect(LinearVelocity.y[body]).toBeCloseTo(4, 9);
    expect(AngularVelocity.z[body]).toBeCloseTo(5, 4);
  });

  it.each(RATES)('a hovering body hovers at %i frames a second, in every step', (rate) => {
    const world = physicsWorld();
    const body = addBall(world);
    for (let i = 0; i < rate; i++) {
      applyForce(world, body, [0, 9.81, 0]);
      stepPhysics(world, 1 / rate);
      expect(Math.abs(LinearVelocity.y[body])).toBeLessThan(1e-12);
    }
  });

  it('frames of changing length give the impulse of their time', () => {
    const world = physicsWorld(free);
    const body = addBall(world);
    let time = 0;
    for (let i = 0; i < 400; i++) {
      const dt = (1 + ((i * 7919) % 13)) / 500;
      time += dt;
      applyForce(world, body, [10, 0, 0]);
      stepPhysics(world, dt);
    }
    // Up to the time that is still pending, less than a step.
    expect(10 * time - LinearVelocity.x[body]).toBeGreaterThan(-1e-9);
    expect(10 * time - LinearVelocity.x[body]).toBeLessThan(10 * DT);
  });

  it('a force of one frame is not lost in a frame without a step', () => {
    const world = physicsWorld(free);
    const body = addBall(world);
    run(world, 1);
    let expected = 0;
    for (let i = 0; i < 240; i++) {
      if (i % 5 === 0) {
        applyForce(world, body, [8, 0, 0]);
        expected += 8 / 240;
      }
      stepPhysics(world, 1 / 240);
    }
    expect(LinearVelocity.x[body]).toBeCloseTo(expected, 6);
  });

  it('end with the frame, in pauses too', () => {
    const world = physicsWorld(free);
    const body = addBall(world);
    applyForce(world, body, [10, 0, 0]);
    run(world, 1, 3 * DT);
    const v = LinearVelocity.x[body];
    expect(v).toBeCloseTo(0.5, 12);
    run(world, 3);
    setPaused(world, true);
    for (let i = 0; i < 10; i++) {
      applyForce(world, body, [10, 0, 0]);
      run(world, 1);
    }
    setPaused(world, false);
    run(world, 3);
    expect(LinearVelocity.x[body]).toBe(v);
  });

  it('do not pass to the next owner of an id, made or not', () => {
    const world = physicsWorld(free);
    for (const made of [true, false]) {
      const first = addBall(world);
      if (made) run(world, 1);
      applyForce(world, first, [10, 0, 0]);
      const other = addEntity(world, position(0, 50, made ? 10 : 20), rigidBody({ mass: 1 }));
      applyForce(world, other, [1, 0, 0]);
      removeEntity(world, first);
      const second = addBall(world);
      expect(second).toBe(first);
      run(world, 1, 2 * DT);
      expect(LinearVelocity.x[second]).toBe(0);
      expect(LinearVelocity.x[other]).toBeCloseTo(2 * DT, 12);
      removeEntity(world, second);
      run(world, 1);
    }
  });

  it('of frames without a step are part of a snapshot', () => {
    const world = physicsWorld(free);
    const body = addBall(world);
    run(world, 1);
    applyForce(world, body, [10, 0, 0]);
    run(world, 1, 0.4 * DT);
    applyForce(world, body, [20, 0, 0]);
    const saved = takeSnapshot(world);
    run(world, 1, 0.6 * DT);
    const v = LinearVelocity.x[body];
    expect(v).toBeCloseTo(16 * DT, 12);
    applyForce(world, body, [7, 7, 7]);
    restoreSnapshot(world, saved);
    run(world, 1, 0.6 * DT);
    expect(LinearVelocity.x[body]).toBe(v);
  });

  it('of the three systems act in the step of their call', () => {
    const world = physicsWorld(free);
    const body = addBall(world);
    for (let i = 0; i < 60; i++) {
      applyForce(world, body, [10, 0, 0]);
      physicsPost(physicsSolve(physicsPre(world)));
    }
    expect(LinearVelocity.x[body]).toBeCloseTo(10, 12);
  });
});

describe('systems of the step', () => {
  it.each(RATES)('run once a step at %i frames a second, with the same bits', (rate) => {
    const runAt = (hz: number): [number, number] => {
      const world = physicsWorld(free);
      const body = addBall(world);
      let count = 0;
      // A spring of 1 Hz, which no frame rate may change.
      beforeStep(world, (given, dt) => {
        count++;
        expect(dt).toBe(DT);
        applyForce(given, body, [-39.5 * (Position.x[body] - 1), 0, 0]);
      });
      for (let i = 0; i < hz; i++) stepPhysics(world, 1 / hz);
      expect(count).toBe(60);
      return [Position.x[body], LinearVelocity.x[body]];
    };
    expect(runAt(rate)).toEqual(runAt(60));
  });

  it('see components that are up to date and may change everything', () => {
    const world = physicsWorld(free);
    const body = addBall(world);
    const seen: number[] = [];
    const made: number[] = [];
    beforeStep(world, () => {
      LinearVelocity.x[body] += 1;
      if (made.length < 3) made.push(addEntity(world, position(0, 10 * made.length + 10, 0), rigidBody()));
    });
    afterStep(world, () => void seen.push(Position.x[body] / DT));
    run(world, 1, 4 * DT);
    expect(seen.map((x) => Math.round(x * 1e9) / 1e9)).toEqual([1, 3, 6, 10]);
    expect(Position.y[made[2]]).toBe(30);
  });

  it('what is written after a step holds for the next one, in the frame and beyond', () => {
    const world = physicsWorld(free);
    const body = addBall(world);
    afterStep(world, () => {
      LinearVelocity.x[body] = 0;
      applyImpulse(world, body, [0, 1, 0]);
    });
    LinearVelocity.x[body] = 60;
    run(world, 1, 3 * DT);
    expect(Position.x[body]).toBeCloseTo(1, 12);
    expect(LinearVelocity.y[body]).toBeCloseTo(3, 12);
    run(world, 1);
    expect(Position.y[body]).toBeCloseTo((1 + 2 + 3) * DT, 12);
  });

  it('a target that a system writes is reached in its step', () => {
    const world = physicsWorld();
    const lift = addEntity(
      world,
      rigidBody({ type: 'kinematic' }),
      Joint,
      KinematicTarget,
      collider(box(1, 0.1, 1)),
    );
    const heights: number[] = [];
    beforeStep(world, () => {
      KinematicTarget.y[lift] += 0.25;
    });
    afterStep(world, () => void heights.push(Position.y[lift]));
    run(world, 1, 4 * DT);
    expect(heights).toEqual([0.25, 0.5, 0.75, 1]);
  });

  it('a joint that breaks and is mended in the same frame stays whole', () => {
    const world = physicsWorld();
    const load = addEntity(world, position(0, -1, 0), rigidBody({ mass: 10 }), collider(sphere(0.2)));
    const wire = addEntity(world, ball({ bodyB: load, anchor: [0, 0, 0], breakForce: 50 }));
    const states: number[] = [];
    afterStep(world, () => {
      states.push(Joint.enabled[wire]);
      Joint.breakForce[wire] = Infinity;
      Joint.enabled[wire] = 1;
    });
    run(world, 1, 4 * DT);
    expect(states).toEqual([0, 1, 1, 1]);
    expect(Joint.enabled[wire]).toBe(1);
    expect(physicsEvents(world).map(({ kind }) => kind)).toEqual(['joint-break']);
    run(world, 60);
    expect(Position.y[load]).toBeCloseTo(-1, 2);
  });

  it('may end themselves, be there twice, and take no steps', () => {
    const world = physicsWorld(free);
    let count = 0;
    const system = (): void => void count++;
    const ends = [beforeStep(world, system), beforeStep(world, system)];
    run(world, 1);
    expect(count).toBe(2);
    const once = afterStep(world, () => once());
    run(world, 2);
    ends[0]();
    ends[0]();
    run(world, 1);
    expect(count).toBe(7);
    ends[1]();
    const nested = beforeStep(world, () => void stepPhysics(world, DT));
    expect(() => run(world, 1)).toThrow(/Take steps outside of these systems/);
    nested();
    run(world, 1);
    expect(() => beforeStep(world, undefined as never)).toThrow(/Pass a function/);
  });
});

it('a loop with its own accumulator draws between the last two steps', () => {
  const world = createPhysics(createWorld(), free);
  const body = addBall(world);
  addComponent(world, body, RenderTransform);
  LinearVelocity.x[body] = 60;
  let waiting = 0;
  let time = 0;
  for (const length of [1, 0.25, 0.5, 3.5, 0.1, 2, 0.9, 1.75, 4]) {
    time += length;
    waiting += length;
    for (; waiting > 1 - 1e-9; waiting--) physicsSolve(physicsPre(world));
    physicsPost(world, Math.max(0, waiting));
    expect(RenderTransform.x[body]).toBeCloseTo(Math.max(0, time - 1), 9);
  }
  expect(() => physicsPost(world, 2)).toThrow(/alpha is 2/);
});
