import type { errorCodes } from './error-codes.js';

/** What went wrong, for code that reacts to it; the message is for people. */
export type PhysicsErrorCode = keyof typeof errorCodes;

/**
 * Thrown at the API edge before anything has changed. `what` says what was wrong with the value, `whatToDo`
 * how to correct it; both are sentences without their full stop. A question has its mark.
 */
export class PhysicsError extends Error {
  override readonly name = 'PhysicsError';
  readonly code: PhysicsErrorCode;

  constructor(code: PhysicsErrorCode, what: string, whatToDo: string) {
    super(`${what}. ${whatToDo}${whatToDo.endsWith('?') ? '' : '.'}`);
    this.code = code;
  }
}
