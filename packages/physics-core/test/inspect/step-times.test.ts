import { expect, it } from 'vitest';
import {
  box,
  createBody,
  createCollider,
  createJoint,
  createWorld,
  halfSpace,
  hashWorld,
  hinge,
  loadClassicMethods,
  sphere,
  stepWorld,
  type World,
} from '../../src/index.js';
import { countIslands, stepStages, stepTimes, timeSteps } from '../../src/inspect.js';

loadClassicMethods();

const DT = 1 / 60;

const build = (world: World): World => {
  createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace() });
  for (let i = 0; i < 5; i++) {
    const body = createBody(world, { position: [3 * i, 0.5, 0] });
    createCollider(world, body, { shape: box(0.5, 0.5, 0.5) });
    createJoint(world, hinge({ bodyB: body, anchor: [3 * i, 0.5, 0], axis: [0, 1, 0] }));
  }
  return world;
};

it.each(['soft-step', 'baumgarte', 'push-factor'] as const)(
  '%s: the stages together take as long as the step, and a clock changes no bit',
  (method) => {
    const timed = build(createWorld({ method }));
    const plain = build(createWorld({ method }));
    let ticks = 0;
    timeSteps(timed, () => ticks++);
    for (let i = 0; i < 30; i++) {
      const before = ticks;
      stepWorld(timed, DT);
      stepWorld(plain, DT);
      const times = stepTimes(timed);
      expect(Object.keys(times)).toEqual([...stepStages]);
      // The first tick starts the watch; every later one ends a stage.
      expect(Object.values(times).reduce((sum, time) => sum + time, 0)).toBe(ticks - before - 1);
    }
    expect(hashWorld(timed)).toBe(hashWorld(plain));
  },
);

it('names the stage that was slow', () => {
  const world = build(createWorld());
  let now = 0;
  timeSteps(world, () => {
    now += 1;
    return now;
  });
  stepWorld(world, DT);
  const { detect, joints, integrate } = stepTimes(world);
  // Once a step, and twice and five times in each of the four substeps.
  expect(detect).toBe(1);
  expect(integrate).toBe(8);
  expect(joints).toBe(20);
});

it('costs nothing and says nothing without a clock', () => {
  const world = build(createWorld());
  let calls = 0;
  timeSteps(world, () => calls++);
  timeSteps(world, undefined);
  stepWorld(world, DT);
  expect(calls).toBe(0);
  expect(Object.values(stepTimes(world)).every((time) => time === 0)).toBe(true);
});

it('refuses what is no clock', () => {
  expect(() => timeSteps(createWorld(), 5 as never)).toThrow(/clock is 5, not a function/);
});

it('counts islands: what touches or is joined is one, sleeping or not', () => {
  const world = createWorld();
  createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace() });
  const at = (x: number, y: number) => {
    const body = createBody(world, { position: [x, y, 0] });
    createCollider(world, body, { shape: box(0.5, 0.5, 0.5) });
    return body;
  };
  at(0, 0.5);
  at(0, 1.5);
  const a = at(5, 0.5);
  const b = at(7, 0.5);
  createJoint(world, hinge({ bodyA: a, bodyB: b, anchor: [6, 0.5, 0], axis: [0, 1, 0] }));
  stepWorld(world, DT);
  expect(countIslands(world)).toEqual({ islands: 2, awake: 2 });
  for (let i = 0; i < 120; i++) stepWorld(world, DT);
  expect(countIslands(world)).toEqual({ islands: 2, awake: 0 });
  createCollider(world, createBody(world, { position: [20, 5, 0] }), { shape: sphere(0.5) });
  stepWorld(world, DT);
  expect(countIslands(world)).toEqual({ islands: 3, awake: 1 });
});
