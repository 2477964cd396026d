import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

const fromSource = ['@tenon/source', ...defaultServerConditions];

export default defineConfig({
  test: {
    // Long simulations and software rendering, perhaps on a busy machine: only what hangs should fail by time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        resolve: { conditions: fromSource },
        ssr: { resolve: { conditions: fromSource } },
        // Two at a time, also on a machine with two processors, where one is the default.
        test: {
          name: 'packages',
          include: ['packages/*/test/**/*.test.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // Whole simulations run on the built packages: the test runner's module transform turns every imported constant into a
        // property look-up, which makes the kernels ten times slower.
        extends: true,
        test: {
          name: 'whole',
          include: ['test/**/*.test.ts', 'apps/*/test/**/*.test.ts'],
          // One after the other: they share the built page, and browsers need the rest of the machine.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          exclude: ['**/node_modules/**', '**/dist/**'],
          globalSetup: ['test/build-packages.ts'],
          server: { deps: { external: [/\/dist\//] } },
        },
      },
    ],
  },
});
