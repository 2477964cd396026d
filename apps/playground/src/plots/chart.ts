import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { make } from '../ui/dom.js';
import type { Recorder } from './recorder.js';
import type { PlotName } from './series.js';

/** Okabe and Ito's colours, which everyone tells apart; readable on dark and light. */
const COLOURS = ['#56b4e9', '#e69f00', '#1fae85', '#cc79a7', '#d9822b', '#8f9bff', '#b5a800', '#7f8a98'];
const SECONDS_SHOWN = 10;

export interface Chart {
  readonly element: HTMLElement;
  /** Shows the latest samples; nothing happens while it is hidden. */
  show(): void;
  destroy(): void;
}

/** A chart of those series of a recorder that belong to one plot and have had a value. */
export const createChart = (recorder: Recorder, name: PlotName, title: string): Chart => {
  const element = make('figure', { class: 'chart', 'data-plot': name }, [
    make('figcaption', { text: title }),
  ]);
  let plot: uPlot | undefined;
  let shown: number[] = [];

  const wanted = (): number[] =>
    recorder.series
      .map((_, k) => k)
      .filter(
        (k) =>
          recorder.series[k].plot === name &&
          recorder.values[k].subarray(0, recorder.count).some(Number.isFinite),
      );
  const size = (): { width: number; height: number } => ({
    width: Math.max(80, element.clientWidth),
    height: Math.max(60, element.clientHeight - 18),
  });
  const build = (): void => {
    plot?.destroy();
    plot = new uPlot(chartOptions(recorder, shown, size(), element), chartData(recorder, shown), element);
  };
  const observer = new ResizeObserver(() => plot?.setSize(size()));
  observer.observe(element);

  return {
    element,
    show: () => {
      if (element.clientWidth === 0 || recorder.count === 0) return;
      const now = wanted();
      if (plot === undefined || now.length !== shown.length || now.some((k, i) => k !== shown[i])) {
        shown = now;
        build();
      } else plot.setData(chartData(recorder, shown));
    },
    destroy: () => {
      observer.disconnect();
      plot?.destroy();
      element.remove();
    },
  };
};

/** The last seconds, in the units that are shown; where those are the recorder's, as views into its memory. */
const chartData = (recorder: Recorder, shown: readonly number[]): uPlot.AlignedData => {
  const { times, values, count, series } = recorder;
  const first = Math.max(0, count - SECONDS_SHOWN * 60);
  const scaled = (k: number): Float64Array => {
    const view = values[k].subarray(first, count);
    return series[k].scale === 1 ? view : view.map((value) => value * series[k].scale);
  };
  return [times.subarray(first, count), ...shown.map(scaled)] as uPlot.AlignedData;
};

const chartOptions = (
  { series }: Recorder,
  shown: readonly number[],
  size: { readonly width: number; readonly height: number },
  element: HTMLElement,
): uPlot.Options => {
  const style = getComputedStyle(element);
  const axis: uPlot.Axis = {
    stroke: style.getPropertyValue('--quiet'),
    grid: { stroke: style.getPropertyValue('--line'), width: 1 },
    ticks: { show: false },
    font: '10px system-ui, sans-serif',
  };
  let colour = 0;
  return {
    ...size,
    padding: [18, 8, 0, 0],
    scales: { x: { time: false } },
    legend: { live: true },
    cursor: { sync: { key: 'tenon' }, points: { size: 5 } },
    axes: [
      { ...axis, size: 22, space: 60, values: (_, ticks) => ticks.map((tick) => `${tick} s`) },
      { ...axis, size: 52, space: 26, values: (_, ticks) => ticks.map(tickLabel) },
    ],
    series: [
      { label: 't', value: (_, value) => (value === null ? '' : `${value.toFixed(2)} s`) },
      ...shown.map((k): uPlot.Series => {
        const { label, guide } = series[k];
        return {
          label,
          stroke: guide ? style.getPropertyValue('--quiet') : COLOURS[colour++ % COLOURS.length],
          width: guide ? 1 : 1.5,
          ...(guide ? { dash: [5, 4] } : {}),
          spanGaps: false,
          points: { show: false },
          value: (_, value) => (Number.isFinite(value) ? Number(value).toPrecision(4) : ''),
        };
      }),
    ],
  };
};

const tickLabel = (tick: number): string =>
  tick !== 0 && Math.abs(tick) < 1e-3 ? tick.toExponential(0) : String(Number(tick.toPrecision(6)));
