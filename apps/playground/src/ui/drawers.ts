import type { Playground } from '../playground.js';
import { byId, makeButton } from './dom.js';

type Drawer = 'browser' | 'panels' | 'dock';

const TITLES: readonly (readonly [drawer: Drawer, text: string, title: string])[] = [
  ['browser', 'Scenes', 'The list of scenes'],
  ['panels', 'Panels', 'What is selected, the scene, the view, and comparing'],
  ['dock', 'Plots', 'Plots and rows'],
];

/**
 * Buttons for what a narrow page has no room for: each opens over the view. A touch of anything else closes it, and so do Escape and the
 * choice of a scene, also of the one that is there.
 */
export const createDrawers = (playground: Playground): void => {
  const app = byId('app');
  const buttons = TITLES.map(([drawer, text, title]) => {
    const button = makeButton(text, title, () => open(app.dataset.drawer === drawer ? undefined : drawer));
    button.dataset.opens = drawer;
    return button;
  });
  const open = (drawer: Drawer | undefined): void => {
    if (drawer === undefined) delete app.dataset.drawer;
    else app.dataset.drawer = drawer;
    for (const button of buttons)
      button.setAttribute('aria-pressed', String(button.dataset.opens === drawer));
  };
  byId('drawers').append(...buttons);
  const isInside = (target: EventTarget | null): boolean =>
    [...buttons, byId(app.dataset.drawer ?? 'app')].some((element) =>
      element.contains(target as Node | null),
    );
  // Before the view, the panels and the keys of the page see them.
  window.addEventListener(
    'pointerdown',
    ({ target }) => {
      if (!isInside(target)) open(undefined);
    },
    { capture: true },
  );
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || app.dataset.drawer === undefined) return;
      event.stopPropagation();
      open(undefined);
    },
    { capture: true },
  );
  byId('browser').addEventListener('click', ({ target }) => {
    if ((target as Element).closest('a') !== null) open(undefined);
  });
  playground.signals.on(['scene'], () => open(undefined));
};
