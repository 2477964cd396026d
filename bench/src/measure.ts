import { type BodyHandle, createWorld } from '@tenon/physics-core';
import { ENGINE_NAMES, type Engine, type EngineName, enginesFor } from './engines.js';
import { type JointAnchors, jointAnchors, worstGap } from './joint-error.js';
import type { BenchScene, Phase } from './scenes.js';

/** ms a step. */
export interface Timing {
  readonly median: number;
  /** A tenth of the steps is faster: what the engine needs when nothing else disturbs the machine. */
  readonly p10: number;
}

export interface PhaseResult {
  readonly phase: string;
  readonly steps: number;
  readonly times: Record<EngineName, Timing>;
  /** Step time of Tenon divided by that of the other engine. */
  readonly ratios: Record<string, Timing>;
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

const DT = 1 / 60;
const SEED = 1;
const WARM_UP_SEED = 2;
/** Enough for the compiler to have settled, and long enough to see impacts and rest. */
const WARM_UP_STEPS = 240;

/** Lets all engines step the same scene in turn, so that a busy machine slows all of them alike. */
export const measureScene = (scene: BenchScene): SceneResult => {
  runInterleaved(scene, WARM_UP_SEED, WARM_UP_STEPS).free();
  const run = runInterleaved(scene, SEED, scene.steps);
  const result = {
    scene: scene.name,
    bodies: run.bodies.length,
    joints: run.anchors.length,
    phases: scene.phases.map((phase) => phaseResult(phase, run)),
    outcomes: byName((name) => outcome(run.engines.find((engine) => engine.name === name)!, run.bodies)),
  };
  run.free();
  return result;
};

interface Run {
  readonly bodies: BodyHandle[];
  readonly engines: Engine[];
  readonly anchors: JointAnchors[];
  /** ms, by step. */
  readonly times: Record<EngineName, Float64Array>;
  /** mm, by step. */
  readonly gaps: Record<EngineName, Float64Array>;
  free(): void;
}

const runInterleaved = (scene: BenchScene, seed: number, steps: number): Run => {
  const world = createWorld({ sleeping: false });
  const bodies = scene.build(world, seed);
  const anchors = jointAnchors(world);
  const engines = enginesFor(world);
  const times = byName(() => new Float64Array(steps));
  const gaps = byName(() => new Float64Array(steps));
  for (let step = 0; step < steps; step++) {
    // The order rotates, because the first after a pause and the one after a large neighbour find colder caches.
    for (let k = 0; k < engines.length; k++) {
      const engine = engines[(step + k) % engines.length];
      const start = performance.now();
      engine.step(DT);
      times[engine.name][step] = performance.now() - start;
    }
    for (const engine of engines) gaps[engine.name][step] = 1000 * worstGap(engine, anchors);
  }
  const free = (): void => {
    for (const engine of engines) engine.free();
  };
  return { bodies, engines, anchors, times, gaps, free };
};

const byName = <T>(value: (name: EngineName) => T): Record<EngineName, T> =>
  Object.fromEntries(ENGINE_NAMES.map((name) => [name, value(name)])) as Record<EngineName, T>;

const phaseResult = ({ name, from, to }: Phase, run: Run): PhaseResult => {
  const times = byName((engine) => timing(run.times[engine].slice(from, to)));
  const others = ENGINE_NAMES.filter((engine) => engine !== 'tenon');
  const ratio = (other: EngineName): Timing => ({
    median: times.tenon.median / times[other].median,
    p10: times.tenon.p10 / times[other].p10,
  });
  const ratios = Object.fromEntries(others.map((other) => [`tenon/${other}`, ratio(other)]));
  const worst = byName((engine) => Math.max(...run.gaps[engine].subarray(from, to)));
  const errors = run.anchors.length > 0 ? { jointErrors: worst } : {};
  return { phase: name, steps: to - from, times, ratios, ...errors };
};

export const timing = (steps: Float64Array): Timing => {
  const sorted = steps.sort();
  return { median: sorted[Math.floor(sorted.length / 2)], p10: sorted[Math.floor(sorted.length / 10)] };
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
