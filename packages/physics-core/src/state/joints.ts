import { createTable, type Table } from './table.js';

/**
 * Joints. Columns hold what all joints share. What depends on the type (frames, parameters, revolutions,
 * impulses) lies in one block of the float pool, with the layout of the definition.
 */
export const jointSpec = {
  /** Number of its type, see joints/registry.ts. */
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
  /** Revolutions are counted again when the sum of `spun` of the bodies reaches this, see countRevolutionsWhenDue. */
  revolutionsDue: ['f64', 1],
  /** Articulation state: that of each control, three bits each; see solver/articulations/controls/active-set.ts. */
  holds: ['i32', 1],
  /** Articulation state: impulses of its closing rows in the last velocity stage, which the reflection repeats. */
  reflected: ['f64', 6],
  userData: ['f64', 1],
} as const;

export type JointTable = Table<typeof jointSpec>;

export const JointFlag = {
  enabled: 1,
  /** The two bodies may touch each other. */
  collideConnected: 2,
  /** It was solved, now or before it fell asleep: the λ in its block warm-start the next step. */
  loaded: 4,
  /** Has a finite break threshold. */
  breakable: 8,
  /**
   * With its present parameters it is a rigid point at slot 0 and has no other rows. Any change of the joint clears
   * the flag.
   */
  lonePoint: 16,
  /**
   * Its rows were placed with its present parameters and depend on nothing else (define-joint.ts, placeOnce). Any
   * change of the joint clears the flag.
   */
  placed: 32,
} as const;

/** Called by whatever changes a joint: its rows must be placed again. */
export const clearPlacing = ({ flags }: JointTable, joint: number): void => {
  flags[joint] &= ~(JointFlag.lonePoint | JointFlag.placed);
};

export const createJointTable = (): JointTable => createTable(jointSpec, 64);

/** The part of a joint's block that every type has, before its own parameters. */
export const FRAME_A = 0;
/** Anchor of B's frame in B, then its rotation; the same layout as FRAME_A: x, y, z, then a quaternion. */
export const FRAME_B = 7;
/** Softness of the joint's lock rows: hertz (0: rigid), damping ratio. */
export const SOFT_HERTZ = 14;
export const SOFT_DAMPING = 15;
/** N and N·m; infinite when it never breaks. */
export const BREAK_FORCE = 16;
export const BREAK_TORQUE = 17;
/** First float of what depends on the type. */
export const OWN = 18;
