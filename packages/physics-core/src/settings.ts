import type { Vec3 } from './math/vec3.js';

/** One tunable number of the world: its unit, default, allowed range and the reason for the default. */
export interface SettingSpec {
  readonly unit: string;
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly reason: string;
}

/**
 * Every number of the step that a user may tune, in one place. A world copies the defaults at
 * creation and may override each of them.
 */
export const settingSpecs = {
  substeps: {
    unit: '1',
    default: 4,
    min: 1,
    max: 64,
    reason:
      'Solver substeps a step. Accuracy grows with the square of it; 4 keeps stacks of ten stiff at 60 Hz.',
  },
  contactHertz: {
    unit: 'Hz',
    default: 60,
    min: 1,
    max: 1000,
    reason:
      'Stiffness of overlap removal. Under n equal bodies a contact yields 2 n g / ω², on the floor n g / (2ω)², with ω = 2π·hertz. Capped at a quarter of the substep rate.',
  },
  contactDampingRatio: {
    unit: '1',
    default: 10,
    min: 0,
    max: 100,
    reason: 'Far above critical, so that overlap is removed without a bounce.',
  },
  pushOutSpeed: {
    unit: 'm/s',
    default: 1,
    min: 0,
    max: 1000,
    reason:
      'Fastest removal of overlap between two bodies. In a stack the speeds add up: at 3 m/s five cubes are thrown.',
  },
  jointHertz: {
    unit: 'Hz',
    default: 60,
    min: 1,
    max: 1000,
    reason:
      'Stiffness with which rigid joint rows remove their errors. Capped at a quarter of the substep rate, which is 60 Hz with 4 substeps at 60 steps a second. With more substeps raise it, too: at 1000 Hz twice as many leave a quarter of the error, but a change of the step then moves what hangs.',
  },
  jointDampingRatio: {
    unit: '1',
    default: 2,
    min: 0,
    max: 100,
    reason: 'Above critical, so that an error goes without a swing.',
  },
  jointCorrectionSpeed: {
    unit: 'm/s',
    default: 4,
    min: 0,
    max: 1000,
    reason:
      'Fastest removal of a joint error (rad/s for angles): bodies put apart come together without a bang.',
  },
  directJoints: {
    unit: '1',
    default: 16,
    min: 1,
    max: 1_000_000,
    reason:
      'Mechanisms with at least this many joints in a row, or in all where they form closed loops, are solved directly; ball joints without limits do not count. Sweeps cost less, but do not find what a long chain at its stops bears, nor do they hold small bodies on long levers: there 1 is right. A person has 13 in a row. Mechanisms of more than 200 joints are always left to sweeps.',
  },
  classicIterations: {
    unit: '1',
    default: 25,
    min: 1,
    max: 1000,
    reason:
      'Sweeps a step of the classic methods, as in Tamis & Maggiore §10. The method soft-step has no use for it.',
  },
  classicPush: {
    unit: '1',
    default: 0.2,
    min: 0,
    max: 1,
    reason: 'Part of an error that the classic methods remove in one step: k of Tamis & Maggiore (5.2.3).',
  },
  slop: {
    unit: 'm',
    default: 0.005,
    min: 0,
    max: 0.1,
    reason:
      'Gap that still counts as touching: for events, for waking, for where friction acts and which points join an impact.',
  },
  speculativeMargin: {
    unit: 'm',
    default: 0.005,
    min: 0,
    max: 1,
    reason:
      'Pairs closer than this get contact points before they touch, so that an approach is stopped at the surface.',
  },
  boxMargin: {
    unit: 'm',
    default: 0.04,
    min: 0,
    max: 10,
    reason: 'Padding of bounding boxes: a body may move this far before the broadphase hears of it.',
  },
  recycleDistance: {
    unit: 'm',
    default: 0.002,
    min: 0,
    max: 0.1,
    reason:
      'A contact whose bodies moved less than this against each other keeps its points and only moves them.',
  },
  recycleAngle: {
    unit: 'rad',
    default: 0.01,
    min: 0,
    max: 0.1,
    reason: 'The same for rotation: the cosine of the lever arms is then right to 5e-5.',
  },
  impactSpeed: {
    unit: 'm/s',
    default: 0.5,
    min: 0,
    max: 100,
    reason:
      'A faster approach is an impact and bounces; a slower one is stopped softly, or a ball at rest would hum for ever.',
  },
  hitEventSpeed: {
    unit: 'm/s',
    default: 1,
    min: 0,
    max: 1000,
    reason: 'Approach speed above which a hit event is reported, about what one hears.',
  },
  sleepSpeed: {
    unit: 'm/s',
    default: 0.05,
    min: 0,
    max: 10,
    reason: 'A body whose fastest point is slower than this counts as resting.',
  },
  timeToSleep: {
    unit: 's',
    default: 0.5,
    min: 0,
    max: 60,
    reason: 'An island rests this long before it sleeps, longer than the top of a swing takes.',
  },
  continuousFraction: {
    unit: '1',
    default: 0.5,
    min: 0.01,
    max: 1,
    reason:
      'A body that moves further than this part of its inner radius in one step is swept against static ones.',
  },
} as const satisfies Record<string, SettingSpec>;

export type NumericSetting = keyof typeof settingSpecs;

export type WorldSettings = { [K in NumericSetting]: number } & {
  /** Acceleration of every dynamic body, m/s². */
  gravity: Vec3;
  /** Resting islands stop being simulated until something touches them. */
  sleeping: boolean;
  /** How constraints are solved; see docs/solver-methods.md. */
  method: SolverMethod;
  /** Fast bodies are swept against static ones, so that they do not pass through. */
  continuous: boolean;
};

/** Soft-step is the engine's own; the classic ones are there to be compared with. */
export const solverMethods = ['soft-step', 'baumgarte', 'push-factor'] as const;
export type SolverMethod = (typeof solverMethods)[number];

export const numericSettings = Object.keys(settingSpecs) as NumericSetting[];

export const createSettings = (): WorldSettings => {
  const numbers = Object.fromEntries(numericSettings.map((name) => [name, settingSpecs[name].default]));
  return {
    ...(numbers as { [K in NumericSetting]: number }),
    gravity: [0, -9.81, 0],
    sleeping: true,
    continuous: true,
    method: 'soft-step',
  };
};
