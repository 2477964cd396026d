import { beforeAll, expect, it } from 'vitest';
import { measureApart } from '../measure-apart.js';

/** Bytes a query. A batch checks its arguments once, a real allocation is at least 16 bytes a query. */
const LIMIT = 4;

const BATCHES = [
  'castRays',
  'castShapes',
  'overlapShapes',
  'overlapBoxes',
  'containsPoints',
  'closestPoints',
];

let results: Readonly<Record<string, { readonly heap: readonly number[] }>> = {};

beforeAll(async () => {
  const module = new URL('./query-allocation-measure.ts', import.meta.url);
  results = await measureApart<{ readonly heap: readonly number[] }>(
    module,
    ({ heap }) => Math.min(...heap),
    LIMIT,
    BATCHES,
  );
}, 600_000);

it.each(BATCHES)('%s: a warm batch allocates nothing for a query', (name) => {
  expect(Math.min(...results[name].heap)).toBeLessThan(LIMIT);
});
