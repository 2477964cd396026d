import { openMoment } from './moment-link.js';
import { chooseLayers, openScene, type Playground, restart, tellMissingScene } from './playground.js';
import { usualTheme } from './theme.js';
import { decodeState, encodeState, hasCamera } from './url-state.js';

/** Writing the address at every frame of an orbit would be refused by browsers. */
const INTERVAL = 400;

/** Keeps the address of the page up to date, and follows it when the user goes back or pastes another one. */
export const keepAddress = (playground: Playground): void => {
  let written = location.hash.slice(1);
  let encoded = '';
  let shown = playground.state.scene;
  let following = false;
  const write = (): void => {
    const { scene } = playground.state;
    const text = encodeState(playground.state, usualTheme());
    // An address that someone else has just set is about to be followed.
    if (text === encoded || location.hash.slice(1) !== written) return;
    encoded = text;
    // A scene is a place to come back to; how it is looked at is not.
    if (scene === shown || following) history.replaceState(null, '', `#${text}`);
    else history.pushState(null, '', `#${text}`);
    shown = scene;
    written = location.hash.slice(1);
  };
  setInterval(write, INTERVAL);
  playground.signals.on(['scene'], write);
  window.addEventListener('hashchange', () => {
    const text = location.hash.slice(1);
    if (text === written) return;
    written = text;
    // What it means may be what was shown before, in other words: it is then written anew.
    encoded = '';
    const state = decodeState(text, usualTheme());
    following = true;
    openScene(playground, state.scene);
    const { id: scene, camera } = playground.scene;
    Object.assign(playground.state, state, { scene, camera: hasCamera(text) ? state.camera : camera });
    restart(playground);
    chooseLayers(playground);
    for (const change of ['scene', 'layers', 'theme', 'running', 'compare', 'selection'] as const)
      playground.signals.emit(change);
    following = false;
    tellMissingScene(playground, state.scene);
    void openMoment(playground, text);
  });
};
