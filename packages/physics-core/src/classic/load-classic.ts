import { classicMethod } from '../classic-method.js';
import { advanceClassic } from './classic-step.js';

/** Makes the methods 'baumgarte' and 'push-factor' available. A program that does not call it has no code for them. */
export const loadClassicMethods = (): void => {
  classicMethod.advance = advanceClassic;
};
