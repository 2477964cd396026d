import { PhysicsError } from './errors.js';
import type { SolverMethod } from './settings.js';
import type { World } from './state/world.js';

/** The step of the classic methods, once loadClassicMethods (classic/load-classic.ts) has put it here. */
export const classicMethod: { advance: ((world: World, dt: number) => void) | undefined } = {
  advance: undefined,
};

export const requireMethod = (method: SolverMethod | undefined): void => {
  if (method === undefined || method === 'soft-step' || classicMethod.advance !== undefined) return;
  throw new PhysicsError(
    'out-of-range',
    `Nothing has loaded the code for method '${method}'`,
    'Call loadClassicMethods() once, before the first such world',
  );
};
