import type { LayerName } from '@tenon/debug-draw';
import { bodyPosition, bodyRotation, jointDef } from '@tenon/physics-core';
import { openScene, type Playground, restart, selected, selectNothing, setPaused } from './playground.js';
import { allScenes } from './scene-list.js';
import { deleteSelected, spawn } from './spawn.js';
import { chooseTheme } from './theme.js';
import { changeSpeed, seek, stepOnce } from './ui/transport.js';
import { layerKeys, toggleLayer } from './ui/view-panel.js';
import { toWorld } from './vectors.js';
import type { PlaygroundView } from './view.js';

interface KeyTargets {
  readonly toggleHelp: () => void;
  readonly togglePanels: () => void;
}

/** Steps that an arrow key goes back or forward: a tenth of a second. */
const SCRUB_STEPS = 6;

/** All keys of the page; the help lists them. */
export const listenForKeys = (playground: Playground, view: PlaygroundView, targets: KeyTargets): void => {
  const { state } = playground;
  const { camera } = view.debug;
  const scrub = (steps: number) => () => seek(playground, playground.simulation.stepCount + steps);
  const actions: Record<string, () => void> = {
    ' ': () => setPaused(playground, !state.paused),
    '.': () => stepOnce(playground),
    r: () => restart(playground),
    '-': () => changeSpeed(playground, -1),
    '+': () => changeSpeed(playground, 1),
    '=': () => changeSpeed(playground, 1),
    arrowleft: scrub(-SCRUB_STEPS),
    arrowright: scrub(SCRUB_STEPS),
    '/': () => document.getElementById('search')?.focus(),
    n: () => openScene(playground, neighbour(playground, 1)),
    N: () => openScene(playground, neighbour(playground, -1)),
    b: () => spawn(playground, camera, 'box'),
    o: () => spawn(playground, camera, 'sphere'),
    c: () => spawn(playground, camera, 'capsule'),
    delete: () => deleteSelected(playground),
    backspace: () => deleteSelected(playground),
    escape: () => selectNothing(playground),
    f: () => lookAtSelected(playground, view),
    home: view.frameAll,
    h: targets.togglePanels,
    t: () => chooseTheme(playground, state.theme === 'dark' ? 'light' : 'dark'),
    '?': targets.toggleHelp,
  };
  for (const [name, key] of Object.entries(layerKeys))
    actions[key] = () => toggleLayer(playground, name as LayerName);

  window.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    const action = actions[event.key] ?? actions[event.key.toLowerCase()];
    if (action === undefined || (event.repeat && !REPEATING.includes(event.key))) return;
    event.preventDefault();
    action();
  });
};

const REPEATING: readonly string[] = ['.', 'ArrowLeft', 'ArrowRight'];

/** Fields and open dialogs have their keys for themselves; a focused button has the space bar. */
const isTyping = ({ target, key }: KeyboardEvent): boolean => {
  if (document.querySelector('dialog[open]') !== null) return key !== '?';
  if (target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement)
    return key === ' ' || key === 'Enter';
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'range'].includes(target.type) || key.startsWith('Arrow');
  return target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
};

const neighbour = ({ state }: Playground, direction: number): string => {
  const at = allScenes.findIndex(({ id }) => id === state.scene);
  return allScenes[(at + direction + allScenes.length) % allScenes.length].id;
};

const lookAtSelected = (playground: Playground, view: PlaygroundView): void => {
  const { world } = playground.simulation;
  const { joint, body } = selected(playground);
  if (body !== undefined) view.debug.camera.target = [...bodyPosition(world, body)];
  if (joint === undefined) return;
  const { bodyB, frameB } = jointDef(world, joint);
  if (bodyB === undefined) return;
  const { position = [0, 0, 0] } = frameB ?? {};
  view.debug.camera.target = [...toWorld(bodyPosition(world, bodyB), bodyRotation(world, bodyB), position)];
};
