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
        test: { name: 'packages', include: ['packages/*/test/**/*.test.ts'] },
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
