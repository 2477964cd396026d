import type { Playground } from '../playground.js';
import { byId, makeButton } from './dom.js';

type Drawer = 'browser' | 'panels' | 'dock';

const TITLES: readonly (readonly [drawer: Drawer, text: string, title: string])[] = [
  ['browser', 'Scenes', 'The list of scenes'],
  ['panels', 'Panels', 'What is selected, the scene, the view, and comparing'],
  ['dock', 'Plots', 'Plots and rows'],
];

/** Buttons for what a narrow page has no room for: each opens over the view, and a touch of the view closes it. */
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
  byId('view').addEventListener('pointerdown', () => open(undefined));
  playground.signals.on(['scene'], () => open(undefined));
};
