import { spawnSync } from 'node:child_process';
import type { TestProject } from 'vitest/node';

/** What tsc ends with when it found errors of types, but wrote all files. */
const ONLY_TYPES = 2;

/** Brings physics-core's dist folder up to date. Wrong types are told, but stop no test: `npm run check` is for them. */
const build = (): void => {
  const { error, status } = spawnSync('tsc', ['-b', 'packages/physics-core'], { stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0 && status !== ONLY_TYPES) throw new Error(`tsc could not build physics-core: ${status}`);
};

export const setup = (project: TestProject): void => {
  build();
  project.onTestsRerun(build);
};
