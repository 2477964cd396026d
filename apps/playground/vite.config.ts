import { defaultClientConditions, defineConfig } from 'vite';

export default defineConfig({
  // Relative, so that the build works from any folder of a web server.
  base: './',
  // The packages' TypeScript sources, no build step in between.
  resolve: { conditions: ['@tenon/source', ...defaultClientConditions] },
  // Found at the start and not on the first visit, which would reload the page.
  optimizeDeps: { include: ['pixi.js', 'lil-gui', 'uplot', 'bitecs', '@dimforge/rapier3d-compat'] },
  build: { target: 'es2022' },
});
