import { type BodyHandle, bodyMass } from '@tenon/physics-core';
import { doublePendulum, heavyChain, newtonsCradle, pendulumWave, startScene } from '@tenon/scenes';
import { separation } from '../../shared/joint-error.js';
import { swingFactor, upwardCrossings } from '../../swings.js';
import { DT, type Engine, type Runner, run } from '../engine.js';
import type { Experiment } from '../experiment.js';

const G = 9.81;

const chainSeparation = (runner: Runner, substeps: number): number => {
  const { world, joints = {} } = startScene(heavyChain, {}, { substeps, jointHertz: 1000 });
  const apart = separation(world, Object.values(joints));
  return runner(world, (engine) => {
    let worst = 0;
    run(engine, 5, () => {
      worst = Math.max(worst, apart(engine));
    });
    return worst;
  });
};

export const chain: Experiment = {
  id: 'c',
  title: 'Ten links of 1 kg with 1000 kg at the end, released level',
  note: 'With 4 substeps of h the tension T turns the light links, of half length l and moment I, faster than a substep can follow (h √(T l / I) > 2): the chain tears, and how far says little. From 16 substeps on it holds.',
  rapier: true,
  plot: { x: 'substeps', y: 'largest separation in 5 s, m' },
  goals: [
    { key: 'separation', what: 'largest separation in 5 s', unit: 'm', ideal: '0' },
    { key: 'fine', what: 'the same with 32 substeps', unit: 'm', ideal: '0' },
  ],
  measure: (runner) => {
    const points = [4, 8, 12, 16, 24, 32].map(
      (substeps) => [substeps, chainSeparation(runner, substeps)] as const,
    );
    return {
      values: { separation: points[0][1], fine: points[points.length - 1][1] },
      curves: [{ name: 'separation', points }],
    };
  },
};

/** Energy of balls and rods that swing in the x-y plane or do not spin about their length: ½ m v² + ½ I ω² + m g y. */
const energyOf = (engine: Engine, bodies: readonly BodyHandle[], moment: number): number =>
  bodies.reduce((sum, body) => {
    const v = Math.hypot(...engine.velocity(body));
    const w = Math.hypot(...engine.spin(body));
    return sum + 0.5 * v * v + 0.5 * moment * w * w + G * engine.position(body)[1];
  }, 0);

export const cradle: Experiment = {
  id: 'f',
  title: "Newton's cradle of five balls, e = 1, 10 s",
  rapier: true,
  plot: { x: 'time, s', y: 'energy, %' },
  goals: [
    { key: 'energy', what: 'energy left', unit: '%', ideal: '100', atLeast: 95, atMost: 101 },
    { key: 'middle', what: 'speed of the middle balls', unit: '% of the first', ideal: '0', atMost: 2 },
  ],
  measure: (runner) => {
    const { world, bodies = {} } = startScene(newtonsCradle);
    const balls = [0, 1, 2, 3, 4].map((i) => bodies[`ball${i}`]);
    const moment = bodyMass(world, balls[0]).inertia[0];
    const incoming = Math.sqrt(2 * G * 5 * (1 - Math.cos(Math.PI / 6)));
    return runner(world, (engine) => {
      const energy = (): number => energyOf(engine, balls, moment) + 5 * G * 5;
      const start = energy();
      const points: [number, number][] = [];
      let middle = 0;
      run(engine, 10, (time) => {
        points.push([time, (100 * energy()) / start]);
        for (const i of [1, 2, 3]) middle = Math.max(middle, Math.hypot(...engine.velocity(balls[i])));
      });
      const values = { energy: (100 * energy()) / start, middle: (100 * middle) / incoming };
      return { values, curves: [{ name: 'energy', points }] };
    });
  },
};

export const double: Experiment = {
  id: 'g',
  title: 'Double pendulum of rods, 1 m and 1 kg each, released level',
  rapier: true,
  plot: { x: 'time, s', y: 'energy change, % of 2 m g L' },
  goals: [
    { key: 'at5', what: 'energy change after 5 s', unit: '%', ideal: '0' },
    { key: 'at20', what: 'after 20 s', unit: '%', ideal: '0' },
    { key: 'at60', what: 'after 60 s', unit: '%', ideal: '0', atLeast: -40, atMost: 1 },
    { key: 'separation', what: 'largest separation', unit: 'mm', ideal: '0' },
  ],
  measure: (runner) => {
    const { world, bodies = {}, joints = {} } = startScene(doublePendulum);
    const { rod0, rod1 } = bodies;
    const rods = [rod0, rod1];
    const moment = bodyMass(world, rods[0]).inertia[5];
    const apart = separation(world, Object.values(joints));
    return runner(world, (engine) => {
      const points: [number, number][] = [];
      const changes: number[] = [];
      let worst = 0;
      run(engine, 60, (time) => {
        const change = (100 * energyOf(engine, rods, moment)) / (2 * G);
        worst = Math.max(worst, apart(engine));

        changes.push(change);
        if (changes.length % 30 === 0) points.push([time, change]);
      });
      const [at5, at20, at60] = [5, 20, 60].map((seconds) => changes[Math.round(seconds / DT) - 1]);
      return { values: { at5, at20, at60, separation: 1000 * worst }, curves: [{ name: 'energy', points }] };
    });
  },
};

const WAVE_CYCLE = 60;
const WAVE_ANGLE = 0.1;

export const wave: Experiment = {
  id: 'n',
  title: 'Pendulum wave: fifty balls on distance joints',
  rapier: false,
  goals: [
    { key: 'worst', what: 'largest error of a period over 20 s', unit: '%', ideal: '0', atMost: 0.5 },
    { key: 'mean', what: 'mean error of the periods', unit: '%', ideal: '0', atMost: 0.5 },
  ],
  measure: (runner) => {
    const { world, bodies = {} } = startScene(pendulumWave, { cycle: WAVE_CYCLE, angle: WAVE_ANGLE });
    const balls = Object.values(bodies);
    return runner(world, (engine) => {
      const tracks = balls.map((): [number, number][] => []);
      run(engine, 20, (time) => {
        for (const [i, ball] of balls.entries()) tracks[i].push([time, engine.position(ball)[0]]);
      });
      const errors = tracks.map((track, i) => {
        const crossings = upwardCrossings(track);
        const period = (crossings[crossings.length - 1] - crossings[0]) / (crossings.length - 1);
        return 100 * (period / ((WAVE_CYCLE / (20 + i)) * swingFactor(WAVE_ANGLE)) - 1);
      });
      return {
        values: {
          worst: Math.max(...errors.map(Math.abs)),
          mean: Math.abs(errors.reduce((sum, error) => sum + error, 0) / errors.length),
        },
      };
    });
  },
};
