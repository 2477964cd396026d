import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, defaultClientConditions } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** Bytes a frame beyond those of the step. The first windows still see the compiler at work; an allocation for each body is thousands. */
const LIMIT = 64;

interface Growth {
  readonly heap: readonly number[];
  readonly buffers: readonly number[];
}

let folder = '';
let results: Record<string, Growth> = {};

/** In a process of its own, as plain JavaScript: the test runner's module loader would be measured too. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tenon-ecs-allocation-'));
  const entry = fileURLToPath(new URL('./allocation-measure.ts', import.meta.url));
  await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['@tenon/source', ...defaultClientConditions] },
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
  for (const [name, { heap, buffers }] of Object.entries(results)) {
    const bytes = heap.map((each) => each.toFixed(1)).join(', ');
    console.log(`${name}: ${bytes} B/frame beyond the step, ${buffers.join(', ')} in buffers`);
  }
}, 180_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(['crates', 'sleepers', 'busy'])('%s: a warm frame allocates nothing', (name) => {
  const { heap, buffers } = results[name];
  const median = [...heap].sort((a, b) => a - b)[Math.floor(heap.length / 2)];
  expect(median).toBeLessThan(LIMIT);
  // A window in which the collector frees what warming up left behind is negative.
  expect(buffers).toContain(0);
});
