import { defaultDrawOptions } from '@tenon/debug-draw';
import {
  type BodyHandle,
  type JointChanges,
  type JointHandle,
  updateSettings,
  type WorldSettings,
  worldStats,
} from '@tenon/physics-core';
import type { AppState, BodyTuning, Selection } from './app-state.js';
import { type Comparison, startComparison } from './compare.js';
import { bodyKey, findBody, findJoint, findSelected, jointKey, type Selected } from './names.js';
import { findScene, type PlaygroundScene, startRunner } from './scene-list.js';
import { createSignals, type Signals } from './signal.js';
import { changeBody, createSimulation, holdJoint, mergeChanges, type Simulation } from './simulation.js';
import type { Trajectory } from './trajectory.js';

/** The page's model: what is wanted (state), what runs (simulation), and who must hear of changes (signals). */
export interface Playground {
  readonly state: AppState;
  readonly signals: Signals;
  scene: PlaygroundScene;
  simulation: Simulation;
  /** The second world, while there is one. */
  comparison: Comparison | undefined;
  /** What was recorded last, and whether it goes on. */
  trajectory: Trajectory | undefined;
  recording: boolean;
  /** One line for the user: a failure, or what just happened. */
  message: { readonly text: string; readonly kind: 'info' | 'error' } | undefined;
}

export const createPlayground = (state: AppState): Playground => {
  const scene = findScene(state.scene);
  state.scene = scene.id;
  state.values = knownValues(scene, state.values);
  const simulation = createSimulation(startRunner(scene, state.values, state.settings));
  const playground: Playground = {
    state,
    signals: createSignals(),
    scene,
    simulation,
    comparison: undefined,
    trajectory: undefined,
    recording: false,
    message: undefined,
  };
  applyTuning(playground);
  chooseLayers(playground);
  return playground;
};

/** Links may be older than the scene. */
const knownValues = ({ params }: PlaygroundScene, values: Record<string, number>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) =>
        Object.hasOwn(params, name) && value >= params[name].min && value <= params[name].max,
    ),
  );

/** Opens a scene as its author left it: own camera, no tuning, nothing selected. */
export const openScene = (playground: Playground, id: string): void =>
  showScene(playground, id === playground.scene.id ? playground.scene : findScene(id));

/** The same for a scene that is in no list. */
export const showScene = (playground: Playground, scene: PlaygroundScene): void => {
  const { state, signals } = playground;
  playground.scene = scene;
  Object.assign(state, {
    scene: scene.id,
    values: {},
    settings: {},
    tuning: {},
    bodyTuning: {},
    selection: undefined,
    camera: scene.camera,
  } satisfies Partial<AppState>);
  restart(playground);
  chooseLayers(playground);
  signals.emit('scene');
};

/** With more joints than this their frames, limits and motors hide what they are about. */
const MOST_JOINTS_SHOWN = 15;

/** What suits the scene, unless layers were chosen by hand. */
export const chooseLayers = ({ state, simulation }: Playground): void => {
  if (state.ownLayers) return;
  const { layers } = defaultDrawOptions();
  if (worldStats(simulation.world).joints > MOST_JOINTS_SHOWN)
    Object.assign(layers, { frames: false, limits: false, motors: false });
  Object.assign(state.layers, layers);
};

/** Starts over with the present parameters, settings and tuning. */
export const restart = (playground: Playground): void => {
  const { state, signals, scene } = playground;
  let started: Simulation;
  try {
    started = createSimulation(startRunner(scene, state.values, state.settings));
  } catch (error) {
    say(playground, `The scene could not be built. ${error instanceof Error ? error.message : ''}`, 'error');
    return;
  }
  playground.simulation = started;
  playground.message = undefined;
  applyTuning(playground);
  refreshComparison(playground);
  signals.emit('world');
  signals.emit('selection');
  signals.emit('message');
};

const applyTuning = (playground: Playground): void => {
  const { simulation, state } = playground;
  applyEach(playground, state.tuning, findJoint, (joint, changes) => holdJoint(simulation, joint, changes));
  applyEach(playground, state.bodyTuning, findBody, (body, changes) => changeBody(simulation, body, changes));
};

/** What a link or file of an older version says of things that are not there, or wrongly, is left out: the rest is still worth showing. */
const applyEach = <Handle, Changes>(
  playground: Playground,
  tuning: Record<string, Changes>,
  find: (simulation: Simulation, key: string) => Handle | undefined,
  apply: (handle: Handle, changes: Changes) => void,
): void => {
  for (const [key, changes] of Object.entries(tuning)) {
    const handle = find(playground.simulation, key);
    try {
      if (handle !== undefined) apply(handle, changes);
      else delete tuning[key];
    } catch (error) {
      delete tuning[key];
      say(playground, error instanceof Error ? error.message : String(error), 'error');
    }
  }
};

/** Changes a joint now and remembers it for restarts, links and files. Throws what physics-core says about a bad value. */
export const tuneJoint = (playground: Playground, joint: JointHandle, changes: JointChanges): void => {
  const { simulation, state, signals } = playground;
  const key = jointKey(simulation, joint);
  holdJoint(simulation, joint, changes);
  state.tuning[key] = mergeChanges(state.tuning[key] ?? {}, changes);
  signals.emit('tuning');
};

/** The same for a body and the material of its colliders. */
export const tuneBody = (playground: Playground, body: BodyHandle, changes: BodyTuning): void => {
  const { simulation, state, signals } = playground;
  const key = bodyKey(simulation, body);
  changeBody(simulation, body, changes);
  const { body: before, material } = state.bodyTuning[key] ?? {};
  state.bodyTuning[key] = {
    body: { ...before, ...changes.body },
    material: { ...material, ...changes.material },
  };
  signals.emit('tuning');
};

/** Takes back everything that was tuned by hand; the scene starts over. */
export const forgetTuning = (playground: Playground): void => {
  playground.state.tuning = {};
  playground.state.bodyTuning = {};
  restart(playground);
  playground.signals.emit('tuning');
};

export const setSceneValue = (playground: Playground, name: string, value: number): void => {
  const { state, scene } = playground;
  if (value === scene.params[name].default) delete state.values[name];
  else state.values[name] = value;
  restart(playground);
};

/** Settings act at once; the world goes on. */
export const setSetting = (playground: Playground, changes: Partial<WorldSettings>): void => {
  const { simulation, state, signals } = playground;
  updateSettings(simulation.world, changes);
  Object.assign(state.settings, changes);
  signals.emit('settings');
};

export const resetSettings = (playground: Playground): void => {
  playground.state.settings = {};
  restart(playground);
  playground.signals.emit('settings');
};

const select = (playground: Playground, selection: Selection | undefined): void => {
  playground.state.selection = selection;
  playground.signals.emit('selection');
};

export const selectJoint = (playground: Playground, joint: JointHandle): void =>
  select(playground, { kind: 'joint', key: jointKey(playground.simulation, joint) });

export const selectBody = (playground: Playground, body: BodyHandle): void =>
  select(playground, { kind: 'body', key: bodyKey(playground.simulation, body) });

export const selectNothing = (playground: Playground): void => select(playground, undefined);

export const selected = ({ simulation, state }: Playground): Selected =>
  findSelected(simulation, state.selection);

export const setPaused = (playground: Playground, paused: boolean): void => {
  playground.state.paused = paused;
  playground.signals.emit('running');
};

export const say = (playground: Playground, text: string, kind: 'info' | 'error' = 'info'): void => {
  playground.message = { text, kind };
  playground.signals.emit('message');
};

/** A link may name a scene that is not there, or not any more; another one was opened in its place. */
export const tellMissingScene = (playground: Playground, wanted: string): void => {
  const { id, title } = playground.scene;
  if (wanted !== id) say(playground, `There is no scene “${wanted}”. This is ${title}.`);
};

/** A second world for the present one, as the state asks; the first one must be at its start. */
export const refreshComparison = (playground: Playground): void => {
  playground.comparison?.free();
  playground.comparison = undefined;
  if (playground.state.compare === 'off') return;
  const { simulation } = playground;
  void startComparison(playground)
    .then((comparison) => {
      // The scene may have been started over while Rapier was loading; then another comparison is on its way.
      if (playground.simulation === simulation) playground.comparison = comparison;
      else comparison.free();
    })
    .catch((error: unknown) => {
      if (playground.simulation !== simulation) return;
      playground.state.compare = 'off';
      say(playground, `No comparison: ${error instanceof Error ? error.message : String(error)}.`, 'error');
    })
    .finally(() => playground.signals.emit('compare'));
};
