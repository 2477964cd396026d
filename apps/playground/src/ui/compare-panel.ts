import { settingSpecs, solverMethods } from '@tenon/physics-core';
import { GUI } from 'lil-gui';
import { type CompareMode, compareModes } from '../app-state.js';
import { differenceOf } from '../compare.js';
import { type Playground, restart } from '../playground.js';
import { make, setText } from './dom.js';
import { addNumberRow, addValueRow } from './param-rows.js';

const MODE_TITLES: Record<CompareMode, string> = {
  off: 'Nothing',
  settings: 'Tenon with other settings',
  rapier: 'Rapier',
};

/** Chooses the second world. Returns what to call now and then for the numbers. */
export const createComparePanel = (playground: Playground, parent: HTMLElement): (() => void) => {
  const { state, signals } = playground;
  const mode = make('select', { id: 'compare' });
  mode.append(...compareModes.map((value) => new Option(MODE_TITLES[value], value)));
  mode.addEventListener('change', () => {
    state.compare = mode.value as CompareMode;
    restart(playground);
    signals.emit('compare');
    mode.blur();
  });
  const status = make('p', { id: 'compare-status' });
  const holder = make('div');
  parent.append(
    make('p', {
      class: 'about-joint',
      text: 'Runs the same scene a second time and shows it as a ghost. Both start over together.',
    }),
    make('div', { class: 'choices' }, [make('label', {}, [make('span', { text: 'Compare with' }), mode])]),
    status,
    holder,
  );
  let gui: GUI | undefined;
  const rebuild = (): void => {
    mode.value = state.compare;
    gui?.destroy();
    gui = undefined;
    if (state.compare === 'settings') {
      gui = new GUI({ container: holder, title: 'Second world', autoPlace: false });
      addSettings(gui, playground);
    }
    showStatus();
  };
  const showStatus = (): void => {
    const difference = differenceOf(playground);
    if (state.compare === 'off') return setText(status, '');
    if (difference === undefined || playground.comparison === undefined) return setText(status, 'Loading…');
    const { title } = playground.comparison;
    const millimetres = (value: number): string => `${(value * 1000).toFixed(value < 0.1 ? 2 : 0)} mm`;
    setText(
      status,
      `Ghost: ${title}. Apart by ${millimetres(difference.mean)} on average, ${millimetres(difference.largest)} at most.`,
    );
  };
  signals.on(['compare', 'scene'], rebuild);
  rebuild();
  return showStatus;
};

const addSettings = (gui: GUI, playground: Playground): void => {
  const { compareSettings } = playground.state;
  const change = (name: string, value: unknown): void => {
    Object.assign(compareSettings, { [name]: value });
    restart(playground);
  };
  addValueRow<string>(
    gui,
    {
      name: 'method',
      about: 'How the second world solves its constraints.',
      read: () => compareSettings.method ?? 'soft-step',
      write: (value) => change('method', value),
      original: 'soft-step',
    },
    solverMethods,
  );
  for (const name of ['substeps', 'jointHertz', 'classicIterations'] as const) {
    const { unit, min, max, reason, default: fallback } = settingSpecs[name];
    addNumberRow(gui, {
      name: name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
      about: reason,
      unit,
      min,
      max,
      whole: name !== 'jointHertz',
      read: () => compareSettings[name] ?? playground.state.settings[name] ?? fallback,
      write: (value) => change(name, value),
      original: fallback,
      slider: [min, 4 * fallback],
    });
  }
};
