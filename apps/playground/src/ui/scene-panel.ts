import { type SettingSpec, settingSpecs, solverMethods, worldSettings } from '@tenon/physics-core';
import { GUI } from 'lil-gui';
import { createAppState } from '../app-state.js';
import { momentQuery } from '../moment-link.js';
import { type Playground, resetSettings, restart, say, setSceneValue, setSetting } from '../playground.js';
import { loadFile, saveFile } from '../scene-file.js';
import { type SpawnShape, spawn, spawnShapes } from '../spawn.js';
import { usualTheme } from '../theme.js';
import { encodeState } from '../url-state.js';
import type { PlaygroundView } from '../view.js';
import { make, makeButton } from './dom.js';
import { addNumberRow, addValueRow } from './param-rows.js';
import { createRecordButtons } from './record-buttons.js';

/** Settings that people turn often; the others are in a folder of their own. */
const COMMON: readonly string[] = ['substeps', 'jointHertz', 'jointDampingRatio', 'contactHertz'];
const CLASSIC: readonly string[] = ['classicIterations', 'classicPush'];
const WHOLE: readonly string[] = ['substeps', 'classicIterations'];

/** What the panel calls settings whose own name says little. */
const LABELS: Readonly<Record<string, string>> = {
  continuous: 'Continuous collision',
  contactHertz: 'Stiffness of contacts',
  jointHertz: 'Stiffness of joints',
  jointDampingRatio: 'Damping of joints',
  classicIterations: 'Iterations',
  classicPush: 'Push factor',
};

/** The name of a setting in words: the code has it as one. */
const labelOf = (name: string): string => {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return LABELS[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
};

/** The scene's own parameters, the solver's settings, and what can be put into the scene. */
export const createScenePanel = (playground: Playground, view: PlaygroundView, parent: HTMLElement): void => {
  const holder = make('div', { id: 'scene-panel' });
  const file = make('input', { type: 'file' });
  file.accept = '.json,application/json';
  file.hidden = true;
  file.addEventListener('change', () => {
    const chosen = file.files?.[0];
    file.value = '';
    if (chosen) void loadFile(playground, chosen);
  });
  parent.append(
    make('div', { class: 'buttons' }, [
      makeButton(
        'Copy link',
        'The address that shows this scene as it is now, with all that you dropped into it',
        () => void copyLink(playground),
      ),
      makeButton('Save…', 'The scene as it is now, as a file', () => saveFile(playground), 'save'),
      makeButton('Open…', 'A scene file; you can also drop one on the page', () => file.click(), 'load'),
      file,
      ...createRecordButtons(playground),
    ]),
    holder,
  );
  let gui: GUI | undefined;
  const rebuild = (): void => {
    gui?.destroy();
    gui = new GUI({ container: holder, title: 'Scene', autoPlace: false });
    addSceneValues(gui, playground);
    addSettings(gui.addFolder('Solver'), playground);
    addMouse(gui.addFolder('Mouse and new bodies'), playground, view);
  };
  playground.signals.on(['scene'], rebuild);
  rebuild();
};

const copyLink = async (playground: Playground): Promise<void> => {
  // A second world for comparison must begin with the first.
  const moment = playground.state.compare === 'off' ? await momentQuery(playground) : undefined;
  const link = `${location.href.split('#')[0]}#${encodeState(playground.state, usualTheme())}`;
  try {
    await navigator.clipboard.writeText(moment ? `${link}&${moment[0]}=${moment[1]}` : link);
    if (moment) say(playground, 'Copied: the link to what you see.');
    else if (playground.state.compare !== 'off')
      say(playground, 'Copied: the link to this comparison, from its start.');
    else saveInstead(playground);
  } catch {
    say(playground, 'The clipboard is not available here; copy the address of the page instead.');
  }
};

const saveInstead = (playground: Playground): void => {
  saveFile(playground);
  say(
    playground,
    'Copied: the link to the start of this scene. The moment is too large for a link, so it was saved as a file.',
  );
};

const addSceneValues = (gui: GUI, playground: Playground): void => {
  const { scene, state } = playground;
  for (const [name, param] of Object.entries(scene.params)) {
    addNumberRow(gui, {
      name: param.title,
      about: `${param.title}; the scene starts over.`,
      unit: param.unit,
      min: param.min,
      max: param.max,
      whole: param.step === 1 && Number.isInteger(param.min),
      read: () => state.values[name] ?? param.default,
      write: (value) => setSceneValue(playground, name, value),
      original: param.default,
      slider: [param.min, param.max],
    });
  }
};

const addSettings = (gui: GUI, playground: Playground): void => {
  const settings = (): Record<string, unknown> => ({ ...worldSettings(playground.simulation.world) });
  const original = settings();
  addValueRow<string>(
    gui,
    {
      name: 'Method',
      about: 'How constraints are solved.',
      read: () => String(settings().method),
      write: (method) => setSetting(playground, { method: method as (typeof solverMethods)[number] }),
      original: String(playground.scene.settings?.method ?? 'soft-step'),
    },
    solverMethods,
  );
  const addSetting = (folder: GUI, name: string, spec: SettingSpec): void => {
    addNumberRow(folder, {
      name: labelOf(name),
      about: spec.reason,
      unit: spec.unit,
      min: spec.min,
      max: spec.max,
      whole: WHOLE.includes(name),
      read: () => settings()[name] as number,
      write: (value) => setSetting(playground, { [name]: value }),
      original: original[name] as number,
      slider: [spec.min, Math.min(spec.max, Math.max(4 * spec.default, spec.min + 1e-3))],
    });
  };
  addGravity(gui, playground);
  for (const flag of ['sleeping', 'continuous'] as const) {
    addValueRow<boolean>(gui, {
      name: labelOf(flag),
      about:
        flag === 'sleeping'
          ? 'What has come to rest stops being simulated until something wakes it.'
          : 'Fast bodies do not pass through static and kinematic ones.',
      read: () => Boolean(settings()[flag]),
      write: (value) => setSetting(playground, { [flag]: value }),
      original: Boolean(original[flag]),
    });
  }
  const entries = Object.entries<SettingSpec>(settingSpecs);
  for (const [name, spec] of entries) if (COMMON.includes(name)) addSetting(gui, name, spec);
  const classic = gui.addFolder('Classic methods');
  for (const [name, spec] of entries) if (CLASSIC.includes(name)) addSetting(classic, name, spec);
  const rest = gui.addFolder('All other settings');
  for (const [name, spec] of entries)
    if (!COMMON.includes(name) && !CLASSIC.includes(name)) addSetting(rest, name, spec);
  classic.close();
  rest.close();
  gui.add({ reset: () => resetSettings(playground) }, 'reset').name('Back to the scene’s settings');
};

const addGravity = (gui: GUI, playground: Playground): void => {
  const gravity = () => worldSettings(playground.simulation.world).gravity;
  addNumberRow(gui, {
    name: 'Gravity',
    about: 'Acceleration downwards of every dynamic body.',
    unit: 'm/s²',
    min: -30,
    max: 30,
    read: () => -gravity()[1],
    write: (value) => setSetting(playground, { gravity: [gravity()[0], -value, gravity()[2]] }),
    original: -gravity()[1],
    slider: [-10, 30],
  });
};

const addMouse = (gui: GUI, playground: Playground, view: PlaygroundView): void => {
  const { state } = playground;
  addNumberRow(gui, {
    name: 'Strength of the mouse',
    about: 'Largest force of the mouse, in weights of what it drags.',
    unit: '1',
    min: 1,
    max: 1000,
    read: () => state.dragStrength,
    write: (value) => {
      state.dragStrength = value;
    },
    original: createAppState().dragStrength,
    slider: [1, 50],
  });
  const actions = Object.fromEntries(
    spawnShapes.map((kind) => [kind, () => spawn(playground, view.debug.camera, kind)]),
  ) as Record<SpawnShape, () => void>;
  for (const kind of spawnShapes) {
    const { domElement } = gui.add(actions, kind).name(`+ ${kind}`);
    domElement.title = `Drop a ${kind} into the scene`;
    domElement.classList.add('half');
  }
  gui.add({ restart: () => restart(playground) }, 'restart').name('Start over');
};
