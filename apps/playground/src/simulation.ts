import { EntityError } from '@tenon/ecs-plugin';
import {
  type BodyHandle,
  bodyColliders,
  bodyExists,
  type JointChanges,
  type JointDef,
  type JointHandle,
  jointDef,
  jointExists,
  PhysicsError,
  updateBody,
  updateCollider,
  updateJoint,
  type World,
} from '@tenon/physics-core';
import { timeSteps } from '@tenon/physics-core/inspect';
import type { SceneContent } from '@tenon/scenes';
import type { BodyTuning } from './app-state.js';
import { groundBelow } from './framing.js';
import {
  type Action,
  actionsAt,
  createHistory,
  forgetAfter,
  type History,
  isDue,
  keepMoment,
  momentBefore,
  oldestStep,
} from './history.js';
import { bodyKey } from './names.js';
import { type Runner, restoreRunner, STEP, saveRunner, stepRunner } from './runner.js';

/** A slow page falls behind real time instead of spending ever longer in one frame. */
const MAX_STEPS_PER_FRAME = 4;

/** The world on the page, how far it has come and how it got there. */
export interface Simulation {
  readonly runner: Runner;
  readonly world: World;
  readonly content: SceneContent;
  /** m, where the page draws a ground for a scene that has no floor; undefined while there is nothing to see. */
  readonly groundHeight: number | undefined;
  readonly history: History;
  /** Values set by hand; they win over what the scene's plan wants. */
  held: Map<JointHandle, JointChanges>;
  /** Definitions of joints before they were tuned; see originalDef. */
  readonly originals: Map<JointHandle, JointDef>;
  stepCount: number;
  /** The latest step that was reached before the user went back. */
  headStep: number;
  /** Real time that has passed and was not simulated yet, seconds. */
  pending: number;
  /** What the latest step took, milliseconds. */
  stepMilliseconds: number;
  /** Why the simulation cannot go on; undefined while it can. */
  failure: string | undefined;
  /** Called after each new step. */
  afterStep: () => void;
}

export const createSimulation = (runner: Runner): Simulation => {
  const { world, content } = runner;
  const simulation: Simulation = {
    runner,
    world,
    content,
    groundHeight: groundBelow(world),
    history: createHistory(),
    held: new Map(),
    originals: new Map(),
    stepCount: 0,
    headStep: 0,
    pending: 0,
    stepMilliseconds: 0,
    failure: undefined,
    afterStep: () => {},
  };
  timeSteps(world, () => performance.now());
  keepMoment(simulation.history, 0, saveRunner(runner), simulation.held);
  return simulation;
};

/** Goes on from a moment that was not reached here: `restore` brings it back, and there is nothing to go back to before it. */
export const resumeAt = (simulation: Simulation, step: number, restore: () => void): void => {
  const { history, runner, held } = simulation;
  restore();
  simulation.stepCount = step;
  simulation.headStep = step;
  simulation.pending = 0;
  history.moments = [];
  history.actions = [];
  keepMoment(history, step, saveRunner(runner), held);
};

/** Steps as often as the elapsed real time asks for. */
export const advanceSimulation = (simulation: Simulation, seconds: number): void => {
  simulation.pending = Math.min(simulation.pending + seconds, MAX_STEPS_PER_FRAME * STEP);
  while (simulation.pending >= STEP && simulation.failure === undefined) {
    simulation.pending -= STEP;
    stepSimulation(simulation);
  }
};

export const stepSimulation = (simulation: Simulation): void => {
  if (simulation.failure !== undefined) return;
  const { history } = simulation;
  if (simulation.headStep > simulation.stepCount) forgetAfter(history, simulation.stepCount);
  const start = performance.now();
  try {
    takeStep(simulation);
  } catch (error) {
    simulation.failure = explain(simulation, error);
  }
  simulation.stepMilliseconds = performance.now() - start;
  simulation.headStep = simulation.stepCount;
  if (simulation.failure !== undefined) return;
  if (isDue(history, simulation.stepCount)) {
    keepMoment(history, simulation.stepCount, saveRunner(simulation.runner), simulation.held);
  }
  simulation.afterStep();
};

const takeStep = (simulation: Simulation): void => {
  const { world, content, runner, held } = simulation;
  if (content.beforeStep) {
    content.beforeStep(world, simulation.stepCount * STEP);
    for (const [joint, changes] of held) if (jointExists(world, joint)) updateJoint(world, joint, changes);
  }
  stepRunner(runner);
  simulation.stepCount++;
};

const explain = (simulation: Simulation, error: unknown): string => {
  if (!(error instanceof PhysicsError || error instanceof EntityError) || error.code !== 'not-finite')
    return `The step failed. ${error instanceof Error ? error.message : String(error)}`;
  // Nobody knows a body by its handle.
  const text = error.message.replaceAll(/(\d+) \(user data \d+\)/g, (_, handle: string) =>
    bodyKey(simulation, Number(handle) as BodyHandle),
  );
  return `The scene blew up. ${text}`;
};

/** Everything that changes the world from outside goes through here, so that going back can repeat it. */
export const act = (simulation: Simulation, action: Action): void => {
  const { history, stepCount } = simulation;
  if (simulation.headStep > stepCount) {
    forgetAfter(history, stepCount);
    simulation.headStep = stepCount;
  }
  history.actions.push({ step: stepCount, action });
  action(simulation.world);
};

/** A joint as it was before the first change by hand: what "back" goes back to. */
export const originalDef = ({ world, originals }: Simulation, joint: JointHandle): JointDef => {
  const def = originals.get(joint) ?? jointDef(world, joint);
  originals.set(joint, def);
  return def;
};

/** Changes a joint by hand, now and against the scene's plan from now on. */
export const holdJoint = (simulation: Simulation, joint: JointHandle, changes: JointChanges): void => {
  originalDef(simulation, joint);
  // No plan moves frames, and writing them again would restart the angle unwrapping.
  const { frameA, frameB, ...held } = changes;
  act(simulation, (world) => {
    if (!jointExists(world, joint)) return;
    updateJoint(world, joint, changes);
    simulation.held.set(joint, mergeChanges(simulation.held.get(joint) ?? {}, held));
  });
};

/** Changes a body and the material of its colliders by hand. No plan of a scene does, so nothing has to be held. */
export const changeBody = (simulation: Simulation, body: BodyHandle, changes: BodyTuning): void =>
  act(simulation, (world) => {
    if (!bodyExists(world, body)) return;
    if (changes.body) updateBody(world, body, changes.body);
    if (changes.material)
      for (const collider of bodyColliders(world, body)) updateCollider(world, collider, changes.material);
  });

/** Fields of nested objects one by one: a new motor speed leaves the motor's torque alone. */
export const mergeChanges = (before: JointChanges, changes: JointChanges): JointChanges => {
  const merged: Record<string, unknown> = { ...before };
  for (const [name, value] of Object.entries(changes)) {
    const nested = typeof value === 'object' && value !== null && !Array.isArray(value);
    merged[name] = nested ? mergeChanges((merged[name] ?? {}) as JointChanges, value as JointChanges) : value;
  }
  return merged;
};

/** The span that can be scrubbed. */
export const rewindSpan = ({ history, headStep }: Simulation): readonly [first: number, last: number] => [
  oldestStep(history, headStep),
  headStep,
];

/** Goes to a step of the recent past, or forward again to the latest one. */
export const seekStep = (simulation: Simulation, wanted: number): void => {
  const [first, last] = rewindSpan(simulation);
  const target = Math.min(last, Math.max(first, Math.round(wanted)));
  const moment = momentBefore(simulation.history, target);
  if (moment === undefined || target === simulation.stepCount) return;
  restoreRunner(simulation.runner, moment.bytes);
  simulation.held = new Map(moment.held);
  simulation.stepCount = moment.step;
  simulation.pending = 0;
  simulation.failure = undefined;
  const repeat = (): void => {
    for (const action of actionsAt(simulation.history, simulation.stepCount)) action(simulation.world);
  };
  repeat();
  try {
    while (simulation.stepCount < target) {
      takeStep(simulation);
      repeat();
    }
  } catch (error) {
    simulation.failure = explain(simulation, error);
  }
};
