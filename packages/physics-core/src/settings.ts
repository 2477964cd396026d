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
      'Stiffness with which penetration is removed. A contact is compliant: under n equal bodies it penetrates by 2 n g / ω², on the floor by n g / (2ω)², with ω = 2π·hertz. Capped at a quarter of the substep rate.',
  },
  contactDampingRatio: {
    unit: '1',
    default: 10,
    min: 0,
    max: 100,
    reason: 'Far above critical, so that penetration is removed without a bounce.',
  },
  maxDepenetrationSpeed: {
    unit: 'm/s',
    default: 1,
    min: 0,
    max: 1000,
    reason:
      'Fastest depenetration of two bodies. In a stack the speeds add up: at 3 m/s five penetrating cubes are thrown apart.',
  },
  jointHertz: {
    unit: 'Hz',
    default: 60,
    min: 1,
    max: 1000,
    reason:
      'Stiffness with which rigid joint rows remove their errors. Capped at a quarter of the substep rate, which is 60 Hz with 4 substeps at 60 steps a second. With more substeps raise it, too: at 1000 Hz twice as many substeps leave a quarter of the error, but the compliance then depends on the length of the step, and a change of it moves a hanging load.',
  },
  jointDampingRatio: {
    unit: '1',
    default: 2,
    min: 0,
    max: 100,
    reason: 'Above critical, so that an error decays without oscillation.',
  },
  jointCorrectionSpeed: {
    unit: 'm/s',
    default: 4,
    min: 0,
    max: 1000,
    reason:
      'Fastest removal of a joint error (rad/s for angles), so that bodies that were placed apart come together without an impact.',
  },
  classicIterations: {
    unit: '1',
    default: 25,
    min: 1,
    max: 1000,
    reason:
      'Solver iterations (Gauss-Seidel sweeps) a step of the classic methods, as in Tamis & Maggiore §10. The method soft-step does not use it.',
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
      'Gap that still counts as touching: for events, for waking, for where friction acts and which points join an impact. But for events and waking at most 5 % of the smaller body.',
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
    reason:
      'Padding of bounding boxes, at most a tenth of their longest side: a body may move this far before the broadphase is updated.',
  },
  recycleDistance: {
    unit: 'm',
    default: 0.005,
    min: 0,
    max: 0.1,
    reason:
      'A contact whose bodies moved less than this relative to each other keeps its points, and between two polyhedra its levers, or tall stacks would buckle. At most 1 % of the smaller body; along the normal of a face 5 %.',
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
      'A faster approach is an impact and bounces. A slower one bounces if one of the bodies bears no load, and in soft-step only if it is faster than gravity makes it in two substeps: what rests would vibrate for ever. Limits of joints bounce above this speed, in soft-step above half of it.',
  },
  hitEventSpeed: {
    unit: 'm/s',
    default: 1,
    min: 0,
    max: 1000,
    reason: 'Approach speed above which a hit event is reported, about that of an audible impact.',
  },
  sleepSpeed: {
    unit: 'm/s',
    default: 0.05,
    min: 0,
    max: 10,
    reason:
      'A body whose fastest point is slower than this counts as resting. Rolling and spinning below ten times this is braked where `sleeping` is on, but for bodies with `maySleep: false`.',
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
      'Continuous collision detection (CCD): a body that moves further than this fraction of its inner radius in one step is swept against static and kinematic colliders.',
  },
} as const satisfies Record<string, SettingSpec>;

export type NumericSetting = keyof typeof settingSpecs;

export type WorldSettings = { [K in NumericSetting]: number } & {
  /** Acceleration of every dynamic body, m/s². */
  gravity: Vec3;
  /** Resting islands stop being simulated until something touches them. Slow rolling and spinning is braked, so that they rest. */
  sleeping: boolean;
  /** How constraints are solved; see docs/solver-methods.md. */
  method: SolverMethod;
  /** Who solves the joints, see docs/articulations.md: articulations exactly, or iterations (sweeps). */
  jointSolver: JointSolver;
  /** CCD: fast bodies are swept against static colliders, so that they do not tunnel. */
  continuous: boolean;
};

/** Soft-step is the engine's own; the classic ones are there to be compared with. */
export const solverMethods = ['soft-step', 'baumgarte', 'push-factor'] as const;
export type SolverMethod = (typeof solverMethods)[number];

/** Auto: joints are solved exactly, but for nets. Sweeps: none. */
export const jointSolvers = ['auto', 'sweeps'] as const;
export type JointSolver = (typeof jointSolvers)[number];

export const numericSettings = Object.keys(settingSpecs) as NumericSetting[];

export const createSettings = (): WorldSettings => {
  const numbers = Object.fromEntries(numericSettings.map((name) => [name, settingSpecs[name].default]));
  return {
    ...(numbers as { [K in NumericSetting]: number }),
    gravity: [0, -9.81, 0],
    sleeping: true,
    continuous: true,
    method: 'soft-step',
    jointSolver: 'auto',
  };
};
