import { beforeAll, expect, it } from 'vitest';
import { measureApart } from '../../physics-core/test/measure-apart.js';

/** Bytes a frame beyond those of the step. The first windows still see the compiler at work; an allocation for each body is thousands. */
const LIMIT = 64;

interface Growth {
  readonly heap: readonly number[];
  readonly buffers: readonly number[];
}

let results: Readonly<Record<string, Growth>> = {};

beforeAll(async () => {
  results = await measureApart(new URL('./allocation-measure.ts', import.meta.url));
  for (const [name, { heap, buffers }] of Object.entries(results)) {
    const bytes = heap.map((each) => each.toFixed(1)).join(', ');
    console.log(`${name}: ${bytes} B/frame beyond the step, ${buffers.join(', ')} in buffers`);
  }
}, 180_000);

it.each(['crates', 'sleeping bodies', 'busy'])('%s: a warm frame allocates nothing', (name) => {
  const { heap, buffers } = results[name];
  const median = [...heap].sort((a, b) => a - b)[Math.floor(heap.length / 2)];
  expect(median).toBeLessThan(LIMIT);
  // A window in which the collector frees what warming up left behind is negative.
  expect(buffers).toContain(0);
});
