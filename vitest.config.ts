import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defaultServerConditions, type Plugin } from 'vite';
import { configDefaults, defineConfig } from 'vitest/config';

const fromSource = ['@tenon/source', ...defaultServerConditions];

/**
 * Tests import the sources of physics-core and get what `tsc -b` made of them, loaded by Node itself: the test runner's module
 * transform turns every imported constant into a property look-up, which makes the kernels ten times slower.
 */
const builtCore: Plugin = {
  name: 'built-core',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    const file = found?.id.match(/^(.*\/packages\/physics-core)\/src\/(.*)\.ts$/);
    return file ? { id: `${file[1]}/dist/${file[2]}.js`, external: true } : found;
  },
};

/**
 * Test files share processes: the engine is then loaded and compiled once and not for every file, which takes a third of the time.
 * A file that leaves something behind for the others, or must find nothing of theirs, has a process of its own: one that defines joint
 * types, changes flags of V8, measures time, or says "Runs alone" in a comment. So have those that wait for a browser or for
 * processes that they start: they gain nothing, and come first because they take long.
 */
const ALONE = new RegExp(
  [
    /\bdefineJoint\(|\bsetFlagsFromString\(|\bRuns alone\b/,
    /\bperformance\.now\(|\bcpuUsage\(|\/cpu-time\.js/,
    /\b(launchChromium|servePlayground|sharePlayground|measureApart)\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

const root = fileURLToPath(new URL('.', import.meta.url));

const testsIn = (folder: string): string[] =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.test.ts') && !file.includes('/node_modules/'));

const alone = [
  ...readdirSync(`${root}packages`).flatMap((name) => testsIn(`packages/${name}/test`)),
  ...testsIn('test'),
].filter((file) => ALONE.test(readFileSync(`${root}${file}`, 'utf8')));

/** The same project twice, for files with a process of their own and for the others. Projects run in the order of their names. */
const divided = <T extends { readonly test: { readonly name: string; readonly include: string[] } }>(
  project: T,
  folder: string,
) => [
  {
    ...project,
    test: {
      ...project.test,
      name: `alone-${project.test.name}`,
      include: alone.filter((file) => file.startsWith(folder)),
    },
  },
  {
    ...project,
    test: { ...project.test, isolate: false, exclude: [...configDefaults.exclude, '**/dist/**', ...alone] },
  },
];

export default defineConfig({
  test: {
    // Long simulations and software rendering, perhaps on a busy machine: only what hangs should fail by time.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Two at a time also on a machine with two processors, where one is the default. With three, allocations took four times as long to
    // measure, and all of it longer.
    maxWorkers: Math.max(2, Math.floor(availableParallelism() / 2)),
    // Not among the modules that the test runner knows; see builtCore.
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, 'packages/physics-core/src/**'],
    projects: [
      ...divided(
        {
          extends: true as const,
          resolve: { conditions: fromSource },
          ssr: { resolve: { conditions: fromSource } },
          plugins: [builtCore],
          test: {
            name: 'packages',
            include: ['packages/*/test/**/*.test.ts'],
            globalSetup: ['test/build-core.ts'],
            server: { deps: { external: [/\/dist\//] } },
          },
        },
        'packages/',
      ),
      // Whole simulations run on the built packages: the test runner's module transform turns every imported constant into a
      // property look-up, which makes the kernels ten times slower.
      ...divided(
        {
          extends: true as const,
          test: {
            name: 'whole',
            include: ['test/**/*.test.ts', 'apps/*/test/**/*.test.ts'],
            globalSetup: ['test/build-packages.ts'],
            server: { deps: { external: [/\/dist\//] } },
          },
        },
        'test/',
      ),
    ],
  },
});
