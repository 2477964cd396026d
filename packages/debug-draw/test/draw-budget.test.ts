import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';

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

let folder = '';
let results: Record<string, Budget> = {};

/** In a process of its own, as plain JavaScript: the test runner's module loader would be measured too. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tenon-drawing-'));
  const entry = fileURLToPath(new URL('./draw-measure.ts', import.meta.url));
  await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['@tenon/source'] },
    build: {
      lib: { entry, formats: ['es'], fileName: () => 'measure.mjs' },
      outDir: folder,
      minify: false,
      target: 'es2022',
    },
  });
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [
      '--expose-gc',
      '--no-concurrent-recompilation',
      // Rare paths are compiled early too: interpreted code boxes every double.
      '--interrupt-budget=1000',
      '--min-semi-space-size=256',
      '--max-semi-space-size=256',
      join(folder, 'measure.mjs'),
    ],
    { encoding: 'utf8' },
  );
  expect(status, stderr).toBe(0);
  results = JSON.parse(stdout);
  for (const [name, { heap, lines, triangles, fastest, median }] of Object.entries(results)) {
    console.log(
      `${name}: ${lines} lines and ${triangles} triangles in ${median.toFixed(2)} ms (a tenth within ${fastest.toFixed(2)} ms), ` +
        `${heap.map((bytes) => bytes.toFixed(0)).join(', ')} B a frame on the heap`,
    );
  }
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(['default', 'everything'])('%s: a warm frame allocates nothing', (name) => {
  expect(Math.min(...results[name].heap)).toBeLessThan(LIMIT);
});

it.each(['default', 'everything'])(
  '%s: the buffers stay, and are no more than twice as large as needed',
  (name) => {
    const { grew, bytes, used } = results[name];
    expect(grew).toBe(false);
    expect(bytes).toBeLessThan(2 * used + 16 * 4096 * 5);
  },
);
