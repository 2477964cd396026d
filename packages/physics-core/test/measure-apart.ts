import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, defaultClientConditions } from 'vite';

const FLAGS = [
  '--expose-gc',
  '--no-concurrent-recompilation',
  // Rare paths are compiled early too: interpreted code boxes every double.
  '--interrupt-budget=1000',
  '--min-semi-space-size=256',
  '--max-semi-space-size=256',
];

/**
 * Runs a module that measures what it allocates and prints it as JSON: as plain JavaScript in a process of its own, because the test
 * runner's module loader would be measured too. With scenes it runs once for each, which gets its name as an argument: what one has
 * taught the compiler the next would have to unlearn. The results come back as one object.
 */
export const measureApart = async <T>(
  module: URL,
  scenes?: readonly string[],
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
    const results = (scenes ?? ['']).map((scene) => run(join(folder, 'measure.mjs'), scene));
    return Object.assign({}, ...results);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const run = (file: string, scene: string): unknown => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [...FLAGS, file, scene], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The measurement ${scene} failed: ${stderr}`);
  return JSON.parse(stdout);
};
