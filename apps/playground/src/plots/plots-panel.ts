import { downloadText } from '../download.js';
import type { Playground } from '../playground.js';
import { STEP } from '../runner.js';
import { make, makeButton } from '../ui/dom.js';
import { type Chart, createChart } from './chart.js';
import { continueRecorder, createRecorder, type Recorder, sample, toCsv } from './recorder.js';
import { type PlotName, seriesOf } from './series.js';

const TITLES: Record<PlotName, string> = {
  coordinates: 'Coordinates',
  rates: 'Rates',
  rows: 'λ of each row, N·s or N·m·s',
  reaction: 'Reaction on B',
  error: 'Error',
  energy: 'Energy of the world',
  difference: 'Distance between the worlds',
};
const CHIP_TITLES: Record<PlotName, string> = {
  coordinates: 'Coordinates',
  rates: 'Rates',
  rows: 'λ',
  reaction: 'Reaction',
  error: 'Error',
  energy: 'Energy',
  difference: 'Difference',
};
const ALL = Object.keys(TITLES) as PlotName[];

export interface PlotsPanel {
  readonly element: HTMLElement;
  /** Chips, freeze and export, for the bar above the plots. */
  readonly tools: HTMLElement;
  /** Call after each step. */
  sample(): void;
  /** Call several times a second. */
  show(): void;
  csv(): string;
}

/** Curves over time for what is selected: chips choose which, the newest samples are on the right. */
export const createPlotsPanel = (playground: Playground): PlotsPanel => {
  const element = make('div', { class: 'plots', id: 'plots' });
  const chosen = new Set<PlotName>(['coordinates', 'rows', 'energy']);
  let frozen = false;
  let recorder = createRecorder(seriesOf(playground));
  let charts: Chart[] = [];

  const available = (): PlotName[] => ALL.filter((name) => recorder.series.some(({ plot }) => plot === name));
  const rebuild = (): void => {
    for (const chart of charts) chart.destroy();
    charts = available()
      .filter((name) => chosen.has(name))
      .map((name) => createChart(recorder, name, TITLES[name]));
    element.replaceChildren(...charts.map((chart) => chart.element));
    if (charts.length === 0)
      element.append(
        make('p', { class: 'empty', text: 'Choose a plot above, and a joint or body to plot.' }),
      );
    showChips();
  };
  const chips = new Map(
    ALL.map((name) => [
      name,
      makeButton(CHIP_TITLES[name], TITLES[name], () => {
        if (!chosen.delete(name)) chosen.add(name);
        rebuild();
        show();
      }),
    ]),
  );
  const freeze = makeButton(
    'Freeze',
    'Stops the plots, not the world',
    () => {
      frozen = !frozen;
      freeze.setAttribute('aria-pressed', String(frozen));
    },
    'freeze',
  );
  const save = makeButton(
    'CSV',
    'Saves all samples as a table',
    () => downloadText('tenon-plot.csv', toCsv(recorder), 'text/csv'),
    'csv',
  );
  const tools = make('div', { class: 'chips' }, [...chips.values(), freeze, save]);
  const showChips = (): void => {
    const names = available();
    for (const [name, chip] of chips) {
      chip.hidden = !names.includes(name);
      chip.setAttribute('aria-pressed', String(chosen.has(name)));
    }
  };
  const restart = (previous?: Recorder): void => {
    const series = seriesOf(playground);
    recorder = previous ? continueRecorder(previous, series) : createRecorder(series);
    if (playground.state.compare !== 'off') chosen.add('difference');
    rebuild();
  };
  const show = (): void => {
    if (!frozen) for (const chart of charts) chart.show();
  };
  const take = (): void => {
    if (!frozen) sample(recorder, playground.simulation.stepCount * STEP);
  };
  let world = playground.simulation.world;
  // With nothing selected the curves of what was go on: a click beside a body must not cost a recording.
  playground.signals.on(['selection'], () => {
    if (playground.state.selection !== undefined) restart(recorder);
  });
  playground.signals.on(['compare'], () => restart(recorder));
  playground.signals.on(['theme'], rebuild);
  playground.signals.on(['world'], () => {
    if (world === playground.simulation.world) return;
    world = playground.simulation.world;
    restart();
  });
  rebuild();
  return { element, tools, sample: take, show, csv: () => toCsv(recorder) };
};
