import { beforeAll, expect, it } from 'vitest';
import { measureApart } from '../../physics-core/test/measure-apart.js';

/** Bytes a frame. One boxed number for each joint would be 16,000. */
const LIMIT = 512;

interface Budget {
  readonly heap: readonly number[];
  readonly grew: boolean;
  readonly bytes: number;
  readonly used: number;
  readonly lines: number;
  readonly triangles: number;
  readonly fastest: number;
  readonly median: number;
}

let results: Readonly<Record<string, Budget>> = {};

const least = ({ heap }: Budget): number => Math.min(...heap);

beforeAll(async () => {
  results = await measureApart(new URL('./draw-measure.ts', import.meta.url), least, LIMIT);
  for (const [name, { heap, lines, triangles, fastest, median }] of Object.entries(results)) {
    console.log(
      `${name}: ${lines} lines and ${triangles} triangles in ${median.toFixed(2)} ms (a tenth within ${fastest.toFixed(2)} ms), ` +
        `${heap.map((bytes) => bytes.toFixed(0)).join(', ')} B a frame on the heap`,
    );
  }
}, 600_000);

it.each(['default', 'everything'])('%s: a warm frame allocates nothing', (name) => {
  expect(least(results[name])).toBeLessThan(LIMIT);
});

it.each(['default', 'everything'])(
  '%s: the buffers stay, and are no more than twice as large as needed',
  (name) => {
    const { grew, bytes, used } = results[name];
    expect(grew).toBe(false);
    expect(bytes).toBeLessThan(2 * used + 16 * 4096 * 5);
  },
);
