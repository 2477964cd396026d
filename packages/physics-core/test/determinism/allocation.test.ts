import { beforeAll, expect, it } from 'vitest';
import { measureApart } from '../measure-apart.js';

/** Bytes a step. The first windows still see the compiler at work; a real allocation is at least 16 bytes a call and body. */
const LIMIT = 64;

interface Growth {
  readonly heap: readonly number[];
  readonly buffers: readonly number[];
  readonly events: number;
}

const SCENES = ['restingPile', 'drum', 'hookedDrum', 'shaker', 'machine', 'chain', 'stiffChain'];

let results: Readonly<Record<string, Growth>> = {};

beforeAll(async () => {
  const module = new URL('./allocation-measure.ts', import.meta.url);
  results = await measureApart<Growth>(module, ({ heap }) => Math.min(...heap), LIMIT, SCENES);
  for (const [name, { heap, buffers, events }] of Object.entries(results)) {
    console.log(
      `${name}: ${heap.map((bytes) => bytes.toFixed(1)).join(', ')} B/step on the heap, ` +
        `${buffers.join(', ')} in buffers, ${events.toFixed(1)} events/step`,
    );
  }
}, 600_000);

it.each(SCENES)('%s: a warm step allocates nothing', (name) => {
  const { heap, buffers } = results[name];
  expect(Math.min(...heap)).toBeLessThan(LIMIT);
  // A window in which the collector frees what warming up left behind is negative.
  expect(buffers).toContain(0);
});
