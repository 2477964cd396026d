import { createTable, type Table } from './table.js';

/**
 * Joints. What all of them share are columns; what depends on the kind (frames, parameters, turn counters,
 * impulses) lies in one block of the float pool, laid out by the definition.
 */
export const jointSpec = {
  /** Which definition, as its place in the registry. */
  definition: ['i32', 1],
  bodyA: ['i32', 1],
  bodyB: ['i32', 1],
  flags: ['i32', 1],
  /** Where the joint's block begins in the pool. */
  block: ['i32', 1],
  /** Rows in the row table, written by the last step that solved the joint. */
  firstRow: ['i32', 1],
  rowCount: ['i32', 1],
  /**
   * Joint edges of both bodies as doubly linked lists: [side A, side B], each entry joint * 2 + side or -1.
   */
  edgeNext: ['i32', 2],
  edgePrevious: ['i32', 2],
  /** Joints whose coordinates this one couples (gears), or -1. */
  coupled: ['i32', 2],
  /** Turns are counted again when the bodies have spun so far in all, see countTurnsWhenDue. */
  turnsDue: ['f64', 1],
  userData: ['f64', 1],
} as const;

export type JointTable = Table<typeof jointSpec>;

export const JointFlag = {
  enabled: 1,
  /** The two bodies may touch each other. */
  collideConnected: 2,
  /** It was solved, now or before it fell asleep: the λ in its block are a guess for the next step. */
  loaded: 4,
  /** Has a finite break threshold. */
  breakable: 8,
  /**
   * With its present parameters it is a rigid point, at slot 0, and nothing else. Any change
   * of the joint takes the flag away.
   */
  lonePoint: 16,
  /**
   * Its rows were placed with its present parameters, and those are all they need (define-joint.ts,
   * placeOnce). Taken away as the one above.
   */
  placed: 32,
} as const;

/** For whatever changes a joint: its rows must be placed anew. */
export const forgetPlacing = ({ flags }: JointTable, joint: number): void => {
  flags[joint] &= ~(JointFlag.lonePoint | JointFlag.placed);
};

export const createJointTable = (): JointTable => createTable(jointSpec, 64);

/** The part of a joint's block that every kind has, before its own parameters. */
export const FRAME_A = 0;
/** Anchor of B's frame in B, then its rotation; the same layout as FRAME_A: x, y, z, then a quaternion. */
export const FRAME_B = 7;
/** Softness of the joint's lock rows: hertz (0: rigid), damping ratio. */
export const SOFT_HERTZ = 14;
export const SOFT_DAMPING = 15;
/** N and N·m; infinite when it never breaks. */
export const BREAK_FORCE = 16;
export const BREAK_TORQUE = 17;
/** First float of what depends on the kind. */
export const OWN = 18;
