import { upwardCrossings } from '../swings.js';
import { DT, type Pair, type Readings } from './cross-check.js';

/** The same reading of both engines, once or after every step. */

type Engines = { readonly tenon: number; readonly rapier: number };

const engines = ['tenon', 'rapier'] as const;

/** What `read` gives for each engine after each of so many steps. */
export const record = (pair: Pair<unknown>, steps: number, read: (engine: Readings) => number) => {
  const series = { tenon: [] as [number, number][], rapier: [] as [number, number][] };
  pair.run(steps, (step) => {
    for (const name of engines) series[name].push([step * DT, read(pair[name])]);
  });
  return series;
};

export const each = (read: (name: (typeof engines)[number]) => number): Engines => ({
  tenon: read('tenon'),
  rapier: read('rapier'),
});

export const largest = (points: readonly (readonly [number, number])[]): number =>
  Math.max(...points.map(([, value]) => Math.abs(value)));

/** Mean time between upward passes through zero. */
export const periodOf = (points: readonly (readonly [number, number])[]): number => {
  const times = upwardCrossings(points);
  return (times[times.length - 1] - times[0]) / (times.length - 1);
};
