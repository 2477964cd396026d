import {
  allJoints,
  type BodyHandle,
  createWorld,
  type JointHandle,
  jointDef,
  type World,
} from '@tenon/physics-core';
import { separation } from '@tenon/test/shared/joint-error';
import { ENGINE_NAMES, type Engine, type EngineName, enginesFor, REFERENCE } from './engines.js';
import { type Goal, judge } from './goals.js';
import type { BenchScene, Phase } from './scenes.js';
import { ratioOf, type Timing, timeInTurn, timing } from './timing.js';

export interface PhaseResult {
  readonly phase: string;
  readonly steps: number;
  /** A step. */
  readonly times: Record<EngineName, Timing>;
  /** Step time of Tenon divided by that of the other engine. */
  readonly ratios: Record<string, Timing>;
  /** For the median ratio to the reference engine. */
  readonly goal?: Goal;
  /** Largest distance between the two anchors of any joint after any step, mm. Only for scenes with joints. */
  readonly jointErrors?: Record<EngineName, number>;
}

/** Where the bodies are in the end, to see that all engines did the same work. */
export interface Outcome {
  /** m. */
  readonly meanHeight: number;
  readonly lowest: number;
  readonly highest: number;
  /** m/s. */
  readonly fastest: number;
}

export interface SceneResult {
  readonly scene: string;
  readonly bodies: number;
  readonly joints: number;
  readonly phases: PhaseResult[];
  readonly outcomes: Record<EngineName, Outcome>;
}

export const DT = 1 / 60;
const SEED = 1;
const WARM_UP_SEED = 2;
/** Enough for the compiler to have settled, and long enough to see impacts and rest. */
const WARM_UP_STEPS = 240;

/** Lets all engines step the same scene in turn. */
export const measureScene = (scene: BenchScene): SceneResult => {
  runInterleaved(scene, WARM_UP_SEED, scene.warmUp ?? WARM_UP_STEPS).free();
  const run = runInterleaved(scene, SEED, scene.steps);
  const result = {
    scene: scene.name,
    bodies: run.bodies.length,
    joints: run.joints,
    phases: scene.phases.map((phase) => phaseResult(phase, run)),
    outcomes: byName((name) => outcome(run.engines.find((engine) => engine.name === name)!, run.bodies)),
  };
  run.free();
  return result;
};

interface Run {
  readonly bodies: BodyHandle[];
  readonly engines: Engine[];
  readonly joints: number;
  /** ms, by step. */
  readonly times: Record<EngineName, Float64Array>;
  /** mm, by step. */
  readonly gaps: Record<EngineName, Float64Array>;
  free(): void;
}

const runInterleaved = (scene: BenchScene, seed: number, steps: number): Run => {
  const world = createWorld({ sleeping: false, ...scene.settings });
  const bodies = scene.build(world, seed);
  const joints = anchoredJoints(world);
  const gap = separation(world, joints);
  const engines = enginesFor(world, ENGINE_NAMES);
  const gaps = byName(() => new Float64Array(steps));
  const jobs = engines.map((engine) => ({ name: engine.name, run: () => engine.step(DT) }));
  const times = timeInTurn(jobs, steps, (step) => {
    for (const engine of engines) gaps[engine.name][step] = 1000 * gap(engine);
  });
  const free = (): void => {
    for (const engine of engines) engine.free();
  };
  return { bodies, engines, joints: joints.length, times, gaps, free };
};

/** All joints; each must keep its two anchors together, or their distance would not be an error. */
const anchoredJoints = (world: World): JointHandle[] => {
  const joints = allJoints(world);
  for (const joint of joints) {
    const { type } = jointDef(world, joint);
    if (type !== 'ball' && type !== 'hinge' && type !== 'swing-twist') {
      throw new Error(`Joints of type '${type}' do not keep their anchors together`);
    }
  }
  return joints;
};

const byName = <T>(value: (name: EngineName) => T): Record<EngineName, T> =>
  Object.fromEntries(ENGINE_NAMES.map((name) => [name, value(name)])) as Record<EngineName, T>;

const phaseResult = ({ name, from, to, goal }: Phase, run: Run): PhaseResult => {
  const times = byName((engine) => timing(run.times[engine].subarray(from, to)));
  const others = ENGINE_NAMES.filter((engine) => engine !== 'tenon');
  const ratios = Object.fromEntries(
    others.map((other) => [`tenon/${other}`, ratioOf(times.tenon, times[other])]),
  );
  const worst = byName((engine) => Math.max(...run.gaps[engine].subarray(from, to)));
  return {
    phase: name,
    steps: to - from,
    times,
    ratios,
    ...(goal === undefined ? {} : { goal: judge(ratios[`tenon/${REFERENCE}`].median, goal) }),
    ...(run.joints > 0 ? { jointErrors: worst } : {}),
  };
};

const outcome = (engine: Engine, bodies: readonly BodyHandle[]): Outcome => {
  const heights = bodies.map((body) => engine.position(body)[1]);
  return {
    meanHeight: heights.reduce((sum, y) => sum + y, 0) / heights.length,
    lowest: Math.min(...heights),
    highest: Math.max(...heights),
    fastest: Math.max(...bodies.map((body) => Math.hypot(...engine.linearVelocity(body)))),
  };
};
