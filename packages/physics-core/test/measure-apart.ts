import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, defaultClientConditions } from 'vite';

/** Nothing runs beside the program and nothing is drawn by lot, so that a process does the same on every machine, busy or not. */
const FLAGS = [
  '--expose-gc',
  '--single-threaded',
  '--hash-seed=1',
  '--random-seed=1',
  '--min-semi-space-size=256',
  '--max-semi-space-size=256',
];

/**
 * How long code runs until it is compiled; short, so that rare paths are compiled too: interpreted code boxes every double. Which
 * functions the compiler takes into which depends on it, and a call that is left boxes its numbers. What the program itself
 * allocates shows with every budget, so the calmest process has all of it.
 */
const BUDGETS = [1000, 1400, 2000, 700];

/**
 * Runs a module that measures what it allocates and prints it as JSON: as plain JavaScript in a process of its own, because the test
 * runner's module loader would be measured too. With scenes it runs once for each, which gets its name as an argument: what one has
 * taught the compiler the next would have to unlearn. `grown` says how much a result has grown, in bytes: one of `limit` or more is measured
 * again, compiled in another order, and the least of each name comes back. The module gets the limit as an argument too: it measures window
 * after window until one is below it, which says all that a calmer one could.
 */
export const measureApart = async <T>(
  module: URL,
  grown: (result: T) => number,
  limit: number,
  scenes: readonly string[] = [''],
): Promise<Readonly<Record<string, T>>> => {
  const folder = mkdtempSync(join(tmpdir(), 'tenon-measure-'));
  try {
    await build({
      configFile: false,
      logLevel: 'silent',
      resolve: { conditions: ['@tenon/source', ...defaultClientConditions] },
      build: {
        lib: { entry: fileURLToPath(module), formats: ['es'], fileName: () => 'measure.mjs' },
        outDir: folder,
        minify: false,
        target: 'es2022',
      },
    });
    const least: Record<string, T> = {};
    for (const scene of scenes) {
      for (const budget of BUDGETS) {
        const results = run<T>(join(folder, 'measure.mjs'), budget, scene, limit);
        for (const [name, result] of Object.entries(results))
          if (!(name in least) || grown(result) < grown(least[name])) least[name] = result;
        if (Object.keys(results).every((name) => grown(least[name]) < limit)) break;
      }
    }
    return least;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const run = <T>(file: string, budget: number, scene: string, limit: number): Record<string, T> => {
  const flags = [...FLAGS, `--interrupt-budget=${budget}`];
  const { stdout, stderr, status } = spawnSync(process.execPath, [...flags, file, scene, String(limit)], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The measurement ${scene} failed: ${stderr}`);
  return JSON.parse(stdout) as Record<string, T>;
};
