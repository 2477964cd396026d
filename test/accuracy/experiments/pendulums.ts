import { type BodyHandle, bodyMass, type World, type WorldSettings } from '@tenon/physics-core';
import {
  doublePendulum,
  heavyChain,
  heavyPendulum,
  newtonsCradle,
  pendulumWave,
  startScene,
} from '@tenon/scenes';
import { separation } from '../../shared/joint-error.js';
import { swingFactor, upwardCrossings } from '../../swings.js';
import { DT, type Engine, type Runner, run } from '../engine.js';
import type { Experiment, Goal } from '../experiment.js';

const G = 9.81;

/** The largest separation of a heavy chain in 5 s, and the world that gave it. */
const chainSeparation = (
  runner: Runner,
  settings: Partial<WorldSettings>,
  scene = heavyChain,
): { readonly world: World; readonly apart: number } => {
  const { world, joints = {} } = startScene(scene, {}, settings);
  const apart = separation(world, Object.values(joints));
  return {
    world,
    apart: runner(world, (engine) => {
      let worst = 0;
      run(engine, 5, () => {
        worst = Math.max(worst, apart(engine));
      });
      return worst;
    }),
  };
};

const CHAIN_SUBSTEPS = [4, 8, 12, 16, 24, 32];

export const chain: Experiment = {
  id: 'c',
  text: '',
  title: 'Ten links of 1 kg with 1000 kg at the end, released level',
  note: 'Swept with 4 substeps of h the tension T turns the light links, of half length l and moment I, faster than a substep can follow (h √(T l / I) > 2): the chain tears, and how far says little. The plot is of swept joints.',
  rapier: true,
  plot: { x: 'substeps', y: 'largest separation in 5 s, m' },
  goals: [
    { key: 'usual', what: 'largest separation in 5 s', unit: 'm', ideal: '0', atMost: 1e-4 },
    { key: 'fifty', what: 'fifty links with 50,000 kg', unit: 'm', ideal: '0', atMost: 1e-4 },
    {
      key: 'swept',
      what: 'ten links, swept',
      unit: 'm',
      ideal: '0',
      ran: 'jointHertz 1000, jointSolver sweeps',
    },
    {
      key: 'fine',
      what: 'ten links, swept with 32 substeps',
      unit: 'm',
      ideal: '0',
      ran: 'substeps 32, jointHertz 1000, jointSolver sweeps',
    },
  ],
  measure: (runner) => {
    const usual = chainSeparation(runner, {});
    const fifty = chainSeparation(runner, {}, heavyPendulum);
    const swept = CHAIN_SUBSTEPS.map((substeps) =>
      chainSeparation(runner, { substeps, jointHertz: 1000, jointSolver: 'sweeps' }),
    );
    const rows = { usual, fifty, swept: swept[0], fine: swept[swept.length - 1] };
    return {
      values: Object.fromEntries(Object.entries(rows).map(([key, { apart }]) => [key, apart])),
      worlds: Object.fromEntries(Object.entries(rows).map(([key, { world }]) => [key, world])),
      curves: [{ name: 'separation', points: swept.map(({ apart }, i) => [CHAIN_SUBSTEPS[i], apart]) }],
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
  text: '004',
  section: '§4.2.2',
  says: 'elastic collisions keep the energy to 1e-8, and the other balls stay still',
  title: "Newton's cradle of five balls, e = 1, 10 s",
  note: 'The text integrates with errors of the fifth order. Ours are of the second: the plot has the part of the energy that changes against the substeps.',
  rapier: true,
  plot: { x: 'substeps', y: 'log₁₀ of the energy change' },
  goals: [
    {
      key: 'lost',
      what: 'energy lost',
      unit: 'parts in a million',
      ideal: '0',
      atLeast: -100,
      atMost: 100,
    },
    {
      key: 'middle',
      what: 'speed of the middle balls',
      unit: 'millionths of the first',
      ideal: '0',
      atMost: 1,
    },
    ...[2, 8, 16].map(
      (substeps): Goal => ({
        key: `lost ${substeps}`,
        what: `energy lost with ${substeps} substeps`,
        unit: 'parts in a million',
        ideal: '0',
        ...(substeps === 16 ? { atLeast: -1, atMost: 1 } : {}),
        ran: `substeps ${substeps}`,
      }),
    ),
  ],
  measure: (runner) => {
    const substeps = [2, 4, 8, 16];
    const [coarse, usual, finer, finest] = substeps.map((count) => swingCradle(runner, { substeps: count }));
    const rows = { lost: usual, middle: usual, 'lost 2': coarse, 'lost 8': finer, 'lost 16': finest };
    return {
      values: Object.fromEntries(
        Object.entries(rows).map(([key, row]) => [key, key === 'middle' ? row.middle : row.lost]),
      ),
      worlds: Object.fromEntries(Object.entries(rows).map(([key, { world }]) => [key, world])),
      curves: [
        {
          name: 'lost',
          points: [coarse, usual, finer, finest].map(({ lost }, i) => [
            substeps[i],
            Math.log10(Math.abs(lost) * 1e-6),
          ]),
        },
      ],
    };
  },
};

/** What a cradle loses in 10 s, parts in a million, and how fast the middle balls are, in millionths of the first. */
const swingCradle = (
  runner: Runner,
  settings: Partial<WorldSettings>,
): { readonly world: World; readonly lost: number; readonly middle: number } => {
  const { world, bodies = {} } = startScene(newtonsCradle, {}, settings);
  const balls = [0, 1, 2, 3, 4].map((i) => bodies[`ball${i}`]);
  const moment = bodyMass(world, balls[0]).inertia[0];
  const incoming = Math.sqrt(2 * G * 5 * (1 - Math.cos(Math.PI / 6)));
  return runner(world, (engine) => {
    const energy = (): number => energyOf(engine, balls, moment) + 5 * G * 5;
    const start = energy();
    let middle = 0;
    run(engine, 10, () => {
      for (const i of [1, 2, 3]) middle = Math.max(middle, Math.hypot(...engine.velocity(balls[i])));
    });
    return { world, lost: 1e6 * (1 - energy() / start), middle: (1e6 * middle) / incoming };
  });
};

export const double: Experiment = {
  id: 'g',
  text: '004',
  section: '§4.3.1',
  title: 'Double pendulum of rods, 1 m and 1 kg each, released level',
  rapier: true,
  plot: { x: 'time, s', y: 'energy change, % of 2 m g L' },
  goals: [
    { key: 'most', what: 'largest energy change in 60 s', unit: '%', ideal: '0', atMost: 0.2 },
    {
      key: 'mean',
      what: 'its mean over the last 10 s',
      unit: '%',
      ideal: '0',
      atLeast: -0.02,
      atMost: 0.02,
    },
    { key: 'separation', what: 'largest separation', unit: 'mm', ideal: '0', atMost: 0.1 },
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
      const last = changes.slice(-Math.round(10 / DT));
      return {
        values: {
          most: Math.max(...changes.map(Math.abs)),
          mean: last.reduce((sum, change) => sum + change, 0) / last.length,
          separation: 1000 * worst,
        },
        curves: [{ name: 'energy', points }],
      };
    });
  },
};

const WAVE_CYCLE = 60;
const WAVE_ANGLE = 0.1;

export const wave: Experiment = {
  id: 'n',
  text: '001',
  section: '§10.3',
  says: 'waves appear; no figures',
  title: 'Pendulum wave: fifty balls on distance joints',
  rapier: false,
  goals: [
    { key: 'worst', what: 'largest error of a period over 20 s', unit: '%', ideal: '0', atMost: 0.05 },
    { key: 'mean', what: 'mean error of the periods', unit: '%', ideal: '0', atMost: 0.05 },
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
