import { openScene, type Playground, restart, tellMissingScene } from './playground.js';
import { usualTheme } from './theme.js';
import { decodeState, encodeState, hasCamera } from './url-state.js';

/** Writing the address at every frame of an orbit would be refused by browsers. */
const INTERVAL = 400;

/** Keeps the address of the page up to date, and follows it when the user goes back or pastes another one. */
export const keepAddress = (playground: Playground): void => {
  let written = location.hash.slice(1);
  let encoded = '';
  setInterval(() => {
    const text = encodeState(playground.state, usualTheme());
    // An address that someone else has just set is about to be followed.
    if (text === encoded || location.hash.slice(1) !== written) return;
    encoded = text;
    history.replaceState(null, '', `#${text}`);
    written = location.hash.slice(1);
  }, INTERVAL);
  window.addEventListener('hashchange', () => {
    const text = location.hash.slice(1);
    if (text === written) return;
    written = text;
    // What it means may be what was shown before, in other words: it is then written anew.
    encoded = '';
    const state = decodeState(text, usualTheme());
    openScene(playground, state.scene);
    const { id: scene, camera } = playground.scene;
    Object.assign(playground.state, state, { scene, camera: hasCamera(text) ? state.camera : camera });
    restart(playground);
    for (const change of ['scene', 'layers', 'theme', 'running', 'compare', 'selection'] as const)
      playground.signals.emit(change);
    tellMissingScene(playground, state.scene);
  });
};
