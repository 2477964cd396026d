import { beginSample, type Series } from './series.js';

/** Samples of the last minute: time and the values of all series, one array for each. */
export interface Recorder {
  readonly series: readonly Series[];
  readonly times: Float64Array;
  readonly values: readonly Float64Array[];
  count: number;
}

const CAPACITY = 3600;
/** Dropped at once when the memory is full, so that moving the rest is rare. */
const DROPPED = 600;

export const createRecorder = (series: readonly Series[]): Recorder => ({
  series,
  times: new Float64Array(CAPACITY),
  values: series.map(() => new Float64Array(CAPACITY)),
  count: 0,
});

/** A recorder of other series that keeps the samples of those of the whole world: they do not depend on what is selected. */
export const continueRecorder = (previous: Recorder, series: readonly Series[]): Recorder => {
  const recorder = createRecorder(series);
  recorder.times.set(previous.times);
  recorder.count = previous.count;
  series.forEach(({ ofWorld, column }, k) => {
    const known = ofWorld ? previous.series.findIndex((entry) => entry.column === column) : -1;
    if (known >= 0) recorder.values[k].set(previous.values[known]);
    else recorder.values[k].fill(Number.NaN, 0, previous.count);
  });
  return recorder;
};

export const sample = (recorder: Recorder, time: number): void => {
  forgetFrom(recorder, time);
  if (recorder.count === CAPACITY) {
    for (const column of [recorder.times, ...recorder.values]) column.copyWithin(0, DROPPED);
    recorder.count -= DROPPED;
  }
  const i = recorder.count++;
  recorder.times[i] = time;
  beginSample();
  recorder.series.forEach(({ read }, k) => {
    recorder.values[k][i] = read();
  });
};

/** After going back in time, later samples no longer hold. */
const forgetFrom = (recorder: Recorder, time: number): void => {
  while (recorder.count > 0 && recorder.times[recorder.count - 1] >= time - 1e-9) recorder.count--;
};

/** The table that recordWorld of physics-core writes: time first, all digits, empty where there is no value. */
export const toCsv = ({ series, times, values, count }: Recorder): string => {
  const filled = series.map((_, k) => k).filter((k) => values[k].subarray(0, count).some(Number.isFinite));
  const lines = [['time', ...filled.map((k) => series[k].column)].join(',')];
  for (let i = 0; i < count; i++) {
    const cells = filled.map((k) => (Number.isFinite(values[k][i]) ? values[k][i] : ''));
    lines.push([times[i], ...cells].join(','));
  }
  return `${lines.join('\n')}\n`;
};
