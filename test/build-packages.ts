import { execFileSync } from 'node:child_process';

/** Brings the packages' dist folders up to date before tests that run on them. */
export const setup = (): void => {
  execFileSync(
    'tsc',
    ['-b', 'packages/scenes', 'packages/ecs-plugin', 'packages/debug-draw', 'test/rapier'],
    { stdio: 'inherit' },
  );
  execFileSync(process.execPath, ['packages/physics-core/bundle.mjs'], { stdio: 'inherit' });
};
