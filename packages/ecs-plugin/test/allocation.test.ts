import { beforeAll, expect, it } from 'vitest';
import { measureApart } from '../../physics-core/test/measure-apart.js';

/** Bytes a frame beyond those of the step; an allocation for each body is thousands. */
const LIMIT = 64;

interface Windows {
  readonly frames: readonly number[];
  readonly steps: readonly number[];
  readonly buffers: readonly number[];
}

let results: Readonly<Record<string, Windows>> = {};

/**
 * What a frame allocates shows in every window, so the calmest window has all of it. The compiler at work only adds to
 * a window, up to 200 B a frame, and in some processes to most of them. physics-core has a test of the step alone.
 */
const grown = ({ frames, steps }: Windows): number => Math.min(...frames) - Math.min(...steps);

beforeAll(async () => {
  results = await measureApart<Windows>(new URL('./allocation-measure.ts', import.meta.url), grown, LIMIT);
  for (const [name, { frames, steps, buffers }] of Object.entries(results)) {
    const list = (bytes: readonly number[]): string => bytes.map((each) => each.toFixed(1)).join(', ');
    console.log(`${name}: ${list(frames)} B/frame, ${list(steps)} B/step, ${list(buffers)} in buffers`);
  }
}, 600_000);

it.each(['crates', 'sleeping bodies', 'busy'])('%s: a warm frame allocates nothing', (name) => {
  expect(grown(results[name])).toBeLessThan(LIMIT);
  // A window in which the collector frees what warming up left behind is negative.
  expect(results[name].buffers).toContain(0);
});
