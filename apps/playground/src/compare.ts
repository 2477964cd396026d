import {
  allBodies,
  type BodyHandle,
  bodyExists,
  bodyPosition,
  bodyRotation,
  bodyType,
  type Quat,
  type Vec3,
  type WorldSettings,
} from '@tenon/physics-core';
import { createHistory, isDue, keepMoment, momentBefore } from './history.js';
import { findBody, findJoint } from './names.js';
import type { Playground } from './playground.js';
import { STEP } from './runner.js';
import { startRunner } from './scene-list.js';
import {
  changeBody,
  createSimulation,
  holdJoint,
  type Simulation,
  seekStep,
  stepSimulation,
} from './simulation.js';

/** A second world that runs beside the first and is asked by the first one's bodies. */
export interface Comparison {
  readonly title: string;
  /** Takes as many steps as the first world has. */
  catchUp(steps: number): void;
  /** Goes to a step of the last ten seconds, or forward again. */
  seek(step: number): void;
  position(body: BodyHandle): Vec3;
  rotation(body: BodyHandle): Quat;
  /** The bodies that both worlds have. */
  readonly bodies: readonly BodyHandle[];
  free(): void;
}

export const startComparison = (playground: Playground): Promise<Comparison> =>
  playground.state.compare === 'rapier' ? rapierComparison(playground) : settingsComparison(playground);

/** The scene once more from its start, with all that was tuned; and which of its bodies is whose twin. */
const startTwin = (
  { scene, state, simulation }: Playground,
  settings: Partial<WorldSettings>,
): { twin: Simulation; bodies: BodyHandle[]; twinOf: (body: BodyHandle) => BodyHandle } => {
  const twin = createSimulation(startRunner(scene, state.values, { ...state.settings, ...settings }));
  for (const [key, changes] of Object.entries(state.tuning)) {
    const joint = findJoint(twin, key);
    if (joint !== undefined) holdJoint(twin, joint, changes);
  }
  for (const [key, changes] of Object.entries(state.bodyTuning)) {
    const body = findBody(twin, key);
    if (body !== undefined) changeBody(twin, body, changes);
  }
  const others = allBodies(twin.world);
  const bodies = allBodies(simulation.world).slice(0, others.length);
  const twins = new Map(bodies.map((body, i) => [body, others[i]]));
  return { twin, bodies, twinOf: (body) => twins.get(body) ?? others[0] };
};

const settingsComparison = async (playground: Playground): Promise<Comparison> => {
  const { compareSettings } = playground.state;
  const { twin, bodies, twinOf } = startTwin(playground, compareSettings);
  return {
    title: describeSettings(compareSettings),
    bodies,
    catchUp: (steps) => {
      while (twin.stepCount < steps && twin.failure === undefined) stepSimulation(twin);
    },
    seek: (step) => seekStep(twin, step),
    position: (body) => bodyPosition(twin.world, twinOf(body)),
    rotation: (body) => bodyRotation(twin.world, twinOf(body)),
    free: () => {},
  };
};

const describeSettings = (settings: object): string =>
  Object.entries(settings)
    .map(([name, value]) => (name === 'method' ? String(value) : `${name} ${String(value)}`))
    .join(', ') || 'the same settings';

/** Rapier is loaded when it is first asked for: it is larger than the rest of the page. */
const rapierComparison = async (playground: Playground): Promise<Comparison> => {
  const [rapier, { mirrorWorld }] = await Promise.all([
    import('@dimforge/rapier3d-compat'),
    import('@tenon/test/rapier'),
  ]);
  await rapier.init();
  if (playground.simulation.content.beforeStep) {
    throw new Error(
      'a plan moves parts of this scene step by step, and the copy in Rapier would not know it',
    );
  }
  const { twin, bodies, twinOf } = startTwin(playground, {});
  const mirror = mirrorWorld(rapier, twin.world);
  const history = createHistory();
  const held = new Map();
  let taken = 0;
  const catchUp = (steps: number): void => {
    while (taken < steps) {
      if (isDue(history, taken)) keepMoment(history, taken, mirror.save(), held);
      mirror.step(STEP);
      taken++;
    }
  };
  return {
    title: 'Rapier',
    bodies,
    catchUp,
    seek: (step) => {
      const moment = momentBefore(history, step);
      if (step < taken && moment !== undefined) {
        mirror.restore(moment.bytes);
        taken = moment.step;
      }
      catchUp(step);
    },
    position: (body) => mirror.position(twinOf(body)),
    rotation: (body) => mirror.rotation(twinOf(body)),
    free: () => mirror.free(),
  };
};

export interface Difference {
  readonly largest: number;
  readonly mean: number;
}

/** How far the two worlds are apart: distances between the origins of moving bodies, m. */
export const differenceOf = (playground: Playground): Difference | undefined => {
  const { comparison, simulation } = playground;
  if (comparison === undefined) return undefined;
  let largest = 0;
  let sum = 0;
  let count = 0;
  for (const body of comparison.bodies) {
    if (!isMoving(simulation, body)) continue;
    const here = bodyPosition(simulation.world, body);
    const there = comparison.position(body);
    const distance = Math.hypot(here[0] - there[0], here[1] - there[1], here[2] - there[2]);
    largest = Math.max(largest, distance);
    sum += distance;
    count++;
  }
  return { largest, mean: count === 0 ? 0 : sum / count };
};

/** Bodies may have been deleted since the comparison began. */
const isMoving = ({ world }: Simulation, body: BodyHandle): boolean =>
  bodyExists(world, body) && bodyType(world, body) === 'dynamic';
