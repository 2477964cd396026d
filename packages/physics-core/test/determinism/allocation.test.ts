import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** Bytes a step. The first windows still see the compiler at work; a real allocation is at least 16 bytes a call and body. */
const LIMIT = 64;

interface Growth {
  readonly heap: readonly number[];
  readonly buffers: readonly number[];
  readonly events: number;
}

const SCENES = ['restingPile', 'drum', 'shaker', 'machine', 'chain'];

const FLAGS = [
  '--expose-gc',
  '--no-concurrent-recompilation',
  // Rare paths are compiled early too: interpreted code boxes every double.
  '--interrupt-budget=1000',
  '--min-semi-space-size=256',
  '--max-semi-space-size=256',
];

let folder = '';
const results: Record<string, Growth> = {};

/** In a process of its own, as plain JavaScript: the test runner's module loader would be measured too. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tenon-allocation-'));
  const entry = fileURLToPath(new URL('./allocation-measure.ts', import.meta.url));
  await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      lib: { entry, formats: ['es'], fileName: () => 'measure.mjs' },
      outDir: folder,
      minify: false,
      target: 'es2022',
    },
  });
  // Each scene alone: what one has taught the compiler the next would have to unlearn.
  for (const scene of SCENES) {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [...FLAGS, join(folder, 'measure.mjs'), scene],
      {
        encoding: 'utf8',
      },
    );
    expect(status, stderr).toBe(0);
    Object.assign(results, JSON.parse(stdout));
  }
  for (const [name, { heap, buffers, events }] of Object.entries(results)) {
    console.log(
      `${name}: ${heap.map((bytes) => bytes.toFixed(1)).join(', ')} B/step on the heap, ` +
        `${buffers.join(', ')} in buffers, ${events.toFixed(1)} events/step`,
    );
  }
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(SCENES)('%s: a warm step allocates nothing', (name) => {
  const { heap, buffers } = results[name];
  expect(Math.min(...heap)).toBeLessThan(LIMIT);
  // A window in which the collector frees what warming up left behind is negative.
  expect(buffers).toContain(0);
});
