import { type BodyHandle, createWorld, type Vec3 } from '@tenon/physics-core';
import { buildStack, overlappingStack, paperStack } from '@tenon/scenes';
import { DT, type Engine, run } from '../engine.js';
import type { Curve, Experiment } from '../experiment.js';

const paperWorld = () => createWorld({ sleeping: false, gravity: [0, -10, 0] });

const drift = ([x, , z]: Vec3): number => Math.hypot(x, z);

export const stack: Experiment = {
  id: 'a',
  text: '001',
  section: '§10.1',
  says: 'the stack stands until it falls after 85 s',
  title: 'Five cubes fall onto each other and stand for 90 s',
  rapier: true,
  plot: { x: 'time, s', y: 'largest drift, mm' },
  goals: [
    { key: 'drift', what: 'largest drift', unit: 'mm', ideal: '0', atMost: 10 },
    { key: 'speed', what: 'speed at the end', unit: 'mm/s', ideal: '0', atMost: 1 },
    { key: 'top', what: 'top cube off 10.8 m', unit: 'mm', ideal: '0', atMost: 50 },
  ],
  measure: (runner) => {
    const world = paperWorld();
    const cubes = buildStack(world, paperStack);
    const top = cubes[cubes.length - 1];
    const largest = (engine: Engine): number =>
      1000 * Math.max(...cubes.map((cube) => drift(engine.position(cube))));
    return runner(world, (engine) => {
      const points: [number, number][] = [];
      run(engine, 90, (time) => {
        if (Math.round(time / DT) % 30 === 0) points.push([time, largest(engine)]);
      });
      return {
        values: {
          drift: largest(engine),
          speed: 1000 * Math.max(...cubes.map((cube) => Math.hypot(...engine.velocity(cube)))),
          top: 1000 * Math.abs(engine.position(top)[1] - 10.8),
        },
        curves: [{ name: 'drift', points }],
      };
    });
  },
};

export const overlap: Experiment = {
  id: 'b',
  text: '001',
  section: '§10.2',
  says: 'with the single frame push factor the cubes come apart without being thrown',
  title: 'Five cubes begin 0.4 m inside each other',
  rapier: true,
  plot: { x: 'time, s', y: 'height of the top cube, m' },
  goals: [
    { key: 'peak', what: 'fastest upward speed', unit: 'm/s', ideal: 'slow', atMost: 3.5 },
    { key: 'top', what: 'top cube off 10.8 m after 3 s', unit: 'm', ideal: '0', atMost: 0.05 },
  ],
  measure: (runner) => {
    const world = paperWorld();
    const cubes = buildStack(world, overlappingStack);
    return runner(world, (engine) => {
      const [peak, curve] = watchTop(engine, cubes);
      return {
        values: { peak, top: Math.abs(engine.position(cubes[cubes.length - 1])[1] - 10.8) },
        curves: [curve],
      };
    });
  },
};

/** The fastest rise of any cube, by its velocity and by its way. */
const watchTop = (engine: Engine, cubes: readonly BodyHandle[]): [number, Curve] => {
  const points: [number, number][] = [];
  let peak = 0;
  let before = cubes.map((cube) => engine.position(cube)[1]);
  run(engine, 3, (time) => {
    const now = cubes.map((cube) => engine.position(cube)[1]);
    const speeds = cubes.map((cube, i) => Math.max(engine.velocity(cube)[1], (now[i] - before[i]) / DT));
    peak = Math.max(peak, ...speeds);
    before = now;
    points.push([time, now[now.length - 1]]);
  });
  return [peak, { name: 'top', points }];
};
