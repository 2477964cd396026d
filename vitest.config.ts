import { availableParallelism } from 'node:os';
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

export default defineConfig({
  test: {
    // Long simulations and software rendering, perhaps on a busy machine: only what hangs should fail by time.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Two at a time also on a machine with two processors, where one is the default.
    maxWorkers: Math.max(2, Math.floor(availableParallelism() / 2)),
    // Not among the modules that the test runner knows; see builtCore.
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, 'packages/physics-core/src/**'],
    projects: [
      {
        extends: true,
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
      {
        // Whole simulations run on the built packages: the test runner's module transform turns every imported constant into a
        // property look-up, which makes the kernels ten times slower.
        extends: true,
        test: {
          name: 'whole',
          include: ['test/**/*.test.ts', 'apps/*/test/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          globalSetup: ['test/build-packages.ts'],
          server: { deps: { external: [/\/dist\//] } },
        },
      },
    ],
  },
});
