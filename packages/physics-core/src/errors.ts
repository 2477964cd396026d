/** What went wrong, for code that reacts to it; the message is for people. */
export type PhysicsErrorCode =
  | 'not-finite'
  | 'out-of-range'
  | 'wrong-type'
  | 'unknown-field'
  | 'stale-handle'
  | 'foreign-handle'
  | 'degenerate-shape'
  | 'too-many'
  | 'bad-snapshot'
  | 'locked-world';

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
