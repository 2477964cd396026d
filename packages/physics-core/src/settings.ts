import type { Vec3 } from './math/vec3.js';

/** Default and range of one tunable number of the world. */
export interface SettingRange {
  readonly default: number;
  readonly min: number;
  readonly max: number;
}

/**
 * Every number of the step that a user may tune, in one place; `setting-specs.ts` has the unit and the reason of each. A world copies the
 * defaults at creation and may override each of them.
 */
export const settingRanges = {
  substeps: { default: 4, min: 1, max: 64 },
  contactHertz: { default: 60, min: 1, max: 1000 },
  contactDampingRatio: { default: 10, min: 0, max: 100 },
  maxDepenetrationSpeed: { default: 1, min: 0, max: 1000 },
  jointHertz: { default: 60, min: 1, max: 1000 },
  jointDampingRatio: { default: 2, min: 0, max: 100 },
  jointCorrectionSpeed: { default: 4, min: 0, max: 1000 },
  classicIterations: { default: 25, min: 1, max: 1000 },
  classicPush: { default: 0.2, min: 0, max: 1 },
  slop: { default: 0.005, min: 0, max: 0.1 },
  speculativeMargin: { default: 0.005, min: 0, max: 1 },
  boxMargin: { default: 0.04, min: 0, max: 10 },
  recycleDistance: { default: 0.005, min: 0, max: 0.1 },
  recycleAngle: { default: 0.01, min: 0, max: 0.1 },
  impactSpeed: { default: 0.5, min: 0, max: 100 },
  hitEventSpeed: { default: 1, min: 0, max: 1000 },
  sleepSpeed: { default: 0.05, min: 0, max: 10 },
  timeToSleep: { default: 0.5, min: 0, max: 60 },
  continuousFraction: { default: 0.5, min: 0.01, max: 1 },
} as const satisfies Record<string, SettingRange>;

export type NumericSetting = keyof typeof settingRanges;

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

export const numericSettings = Object.keys(settingRanges) as NumericSetting[];

export const createSettings = (): WorldSettings => {
  const numbers = Object.fromEntries(numericSettings.map((name) => [name, settingRanges[name].default]));
  return {
    ...(numbers as { [K in NumericSetting]: number }),
    gravity: [0, -9.81, 0],
    sleeping: true,
    continuous: true,
    method: 'soft-step',
    jointSolver: 'auto',
  };
};
