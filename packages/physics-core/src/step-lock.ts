import { PhysicsError } from './errors.js';

/**
 * Whether a step runs. Hooks and the functions of a joint type are called in the middle of it, when the tables are in use, and get their numbers in
 * scratch memory that all worlds share (`frame` of the parts). So while one world steps, no world can be changed or stepped.
 */
const lock = { isStepping: false };

export const beginStepping = (): void => {
  lock.isStepping = true;
};

export const endStepping = (): void => {
  lock.isStepping = false;
};

export const requireNoStep = (what = 'The world was to be changed'): void => {
  if (!lock.isStepping) return;
  throw new PhysicsError(
    'locked-world',
    `${what} while a step runs`,
    'Do it before or after the step, and not from hooks or the functions of a joint type',
  );
};
