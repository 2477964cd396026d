import {
  box,
  createBody,
  createCollider,
  createWorld,
  halfSpace,
  sphere,
  type Vec3,
} from '@tenon/physics-core';
import { DT, type Runner, run } from '../engine.js';
import type { Experiment } from '../experiment.js';

const G = 9.81;
const SLOPE = Math.PI / 6;

const boxOnSlope = (friction: number) => {
  const world = createWorld({ sleeping: false });
  const [s, c] = [Math.sin(SLOPE), Math.cos(SLOPE)];
  const rotation = [0, 0, Math.sin(SLOPE / 2), Math.cos(SLOPE / 2)] as const;
  const ground = createBody(world, { type: 'static', rotation });
  createCollider(world, ground, { shape: halfSpace(), friction });
  const body = createBody(world, { position: [-0.5 * s, 0.5 * c, 0], rotation });
  createCollider(world, body, { shape: box(0.5, 0.5, 0.5), friction });
  /** Way down the slope. */
  const way = ([x, y]: Vec3): number => -(x * c + y * s);
  return { world, body, way };
};

const creep = (runner: Runner): number => {
  const { world, body, way } = boxOnSlope(0.6);
  return runner(world, (engine) => {
    run(engine, 1);
    const start = way(engine.position(body));
    run(engine, 10);
    return (1000 * Math.abs(way(engine.position(body)) - start)) / 10;
  });
};

const slideError = (runner: Runner): number => {
  const { world, body, way } = boxOnSlope(0.5);
  return runner(world, (engine) => {
    run(engine, 0.5);
    const before = way(engine.velocity(body));
    run(engine, 2);
    const acceleration = (way(engine.velocity(body)) - before) / 2;
    return 100 * Math.abs(acceleration / (G * (Math.sin(SLOPE) - 0.5 * Math.cos(SLOPE))) - 1);
  });
};

export const slope: Experiment = {
  id: 'j',
  text: '003',
  section: '§2.1',
  says: 'friction is bounded by μ times the normal impulse',
  title: 'A box on a slope of 30°: μ 0.6 holds, μ 0.5 slides',
  rapier: true,
  goals: [
    { key: 'creep', what: 'creep with μ = 0.6', unit: 'mm/s', ideal: '0', atMost: 0.01 },
    { key: 'slide', what: 'error of the acceleration with μ = 0.5', unit: '%', ideal: '0', atMost: 0.01 },
  ],
  measure: (runner) => ({ values: { creep: creep(runner), slide: slideError(runner) } }),
};

const RADIUS = 0.5;
const RESTITUTION = 0.5;

/** Height of the first bounce over e² of the drop, minus one. */
const bounceError = (runner: Runner, drop: number): number => {
  const world = createWorld({ sleeping: false });
  createCollider(world, createBody(world, { type: 'static' }), {
    shape: halfSpace(),
    restitution: RESTITUTION,
  });
  const ball = createBody(world, { position: [0, drop + RADIUS, 0] });
  createCollider(world, ball, { shape: sphere(RADIUS), restitution: RESTITUTION });
  return runner(world, (engine) => {
    const fall = Math.sqrt((2 * drop) / G);
    let highest = 0;
    run(engine, fall * (1 + 2 * RESTITUTION), (time) => {
      if (time > fall + 2 * DT) highest = Math.max(highest, engine.position(ball)[1] - RADIUS);
    });
    return highest / (RESTITUTION ** 2 * drop) - 1;
  });
};

export const bounce: Experiment = {
  id: 'k',
  text: '003',
  section: '§2.1',
  says: 'the relative speed after an impact is e times that before',
  title: 'A ball dropped from 4.5 to 5.5 m bounces to e² of the height, e = 0.5',
  rapier: true,
  plot: { x: 'drop, m', y: 'error of the height, %' },
  goals: [
    { key: 'worst', what: 'largest error of the height', unit: '%', ideal: '0', atMost: 2.5 },
    { key: 'mean', what: 'mean error of the height', unit: '%', ideal: '0', atMost: 1 },
  ],
  measure: (runner) => {
    const points = Array.from({ length: 41 }, (_, i) => {
      const drop = 4.5 + i * 0.025;
      return [drop, 100 * bounceError(runner, drop)] as const;
    });
    const errors = points.map(([, error]) => error);
    return {
      values: {
        worst: Math.max(...errors.map(Math.abs)),
        mean: Math.abs(errors.reduce((sum, error) => sum + error, 0) / errors.length),
      },
      curves: [{ name: 'error', points }],
    };
  },
};

const WALL = 0.05;

const passes = (runner: Runner, offset: number): boolean => {
  const world = createWorld({ sleeping: false, gravity: [0, 0, 0] });
  const wall = createBody(world, { type: 'static' });
  createCollider(world, wall, { shape: box(WALL / 2, 5, 5) });
  const bullet = createBody(world, { position: [-10 - offset, 0, 0], linearVelocity: [200, 0, 0] });
  createCollider(world, bullet, { shape: sphere(0.1) });
  return runner(world, (engine) => {
    run(engine, 0.5);
    return engine.position(bullet)[0] > 0;
  });
};

export const bullets: Experiment = {
  id: 'l',
  text: '',
  title: 'A ball of 0.1 m at 200 m/s against a wall of 0.05 m, 100 trials',
  rapier: true,
  goals: [{ key: 'through', what: 'balls that went through', unit: 'of 100', ideal: '0', atMost: 0 }],
  measure: (runner) => {
    const trials = Array.from({ length: 100 }, (_, i) => passes(runner, (i / 100) * 200 * DT));
    return { values: { through: trials.filter(Boolean).length } };
  },
};
