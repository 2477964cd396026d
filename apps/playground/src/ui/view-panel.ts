import { type LayerName, layerNames, legend } from '@tenon/debug-draw';
import type { Playground } from '../playground.js';
import { chooseTheme } from '../theme.js';
import { make } from './dom.js';

const LAYER_TEXTS: Record<LayerName, string> = {
  wire: 'Edges of shapes',
  solid: 'Faces of shapes',
  ground: 'Ground and shadows',
  boxes: 'Bounding boxes',
  tree: 'Tree of the broadphase',
  masses: 'Centres of mass, inertia',
  velocities: 'Velocities',
  contacts: 'Contacts',
  islands: 'Islands and sleep',
  frames: 'Joint frames',
  rows: 'Jacobian rows',
  limits: 'Limits',
  motors: 'Motors and targets',
  reactions: 'Reaction forces',
  labels: 'Labels',
};

/** The key that switches a layer: digits for the first ones. */
export const layerKeys: Readonly<Record<string, string>> = Object.fromEntries(
  (
    ['wire', 'solid', 'frames', 'rows', 'limits', 'motors', 'reactions', 'contacts', 'velocities'] as const
  ).map((name, i) => [name, String(i + 1)]),
);

export const toggleLayer = ({ state, signals }: Playground, name: LayerName): void => {
  state.layers[name] = !state.layers[name];
  state.ownLayers = true;
  signals.emit('layers');
};

/** What is drawn, in which theme, and what the colours mean. */
export const createViewPanel = (playground: Playground, parent: HTMLElement): void => {
  const { state, signals } = playground;
  const boxes = new Map<LayerName, HTMLInputElement>();
  const list = make('div', { class: 'layers' });
  for (const name of layerNames) {
    const box = make('input', { type: 'checkbox', id: `layer-${name}` });
    box.addEventListener('change', () => {
      toggleLayer(playground, name);
      box.blur();
    });
    boxes.set(name, box);
    const key: string | undefined = layerKeys[name];
    list.append(
      make('label', {}, [
        box,
        make('span', { text: LAYER_TEXTS[name] }),
        ...(key === undefined ? [] : [make('kbd', { text: key })]),
      ]),
    );
  }
  const choices = make('div', { class: 'choices' }, [
    choice(
      'Length of row arrows',
      'row-length',
      { lambda: 'by impulse λ', unit: 'unit' },
      state.rowLength,
      (value) => {
        state.rowLength = value as typeof state.rowLength;
        signals.emit('layers');
      },
    ),
    choice('Theme', 'theme', { dark: 'dark', light: 'light' }, state.theme, (value) =>
      chooseTheme(playground, value as typeof state.theme),
    ),
  ]);
  const colours = make('ul', { class: 'legend' });
  parent.append(make('h3', { text: 'Layers' }), list, choices, make('h3', { text: 'Colours' }), colours);

  const show = (): void => {
    for (const [name, box] of boxes) box.checked = state.layers[name];
    (document.getElementById('theme') as HTMLSelectElement | null)!.value = state.theme;
    (document.getElementById('row-length') as HTMLSelectElement | null)!.value = state.rowLength;
    document.documentElement.dataset.theme = state.theme;
    colours.replaceChildren(
      ...legend(state.theme).map(({ colour, meaning }) => {
        const entry = make('li', { text: meaning });
        entry.style.setProperty('--swatch', `#${colour.toString(16).padStart(6, '0')}`);
        return entry;
      }),
    );
  };
  signals.on(['layers', 'theme', 'scene'], show);
  show();
};

const choice = (
  title: string,
  id: string,
  options: Readonly<Record<string, string>>,
  value: string,
  write: (value: string) => void,
): HTMLElement => {
  const select = make('select', { id });
  select.append(...Object.entries(options).map(([key, text]) => new Option(text, key)));
  select.value = value;
  select.addEventListener('change', () => {
    write(select.value);
    select.blur();
  });
  return make('label', {}, [make('span', { text: title }), select]);
};
