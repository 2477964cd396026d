import { execFileSync } from 'node:child_process';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Another name in every run of the tests: what is built once in a run goes by it. */
    readonly run: string;
  }
}

/** Brings the packages' dist folders up to date before tests that run on them. */
export const setup = (project: TestProject): void => {
  const name = (): void => project.provide('run', `${process.pid}-${Date.now()}`);
  name();
  project.onTestsRerun(name);
  execFileSync(
    'tsc',
    ['-b', 'packages/scenes', 'packages/ecs-plugin', 'packages/debug-draw', 'test/rapier'],
    { stdio: 'inherit' },
  );
  execFileSync(process.execPath, ['packages/physics-core/bundle.mjs'], { stdio: 'inherit' });
};
