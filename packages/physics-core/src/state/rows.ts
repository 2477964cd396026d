import { createFloats, type Floats, growFloats } from '../math/floats.js';
import { growInt32 } from '../math/index-list.js';
import { POINT_ROW } from './points.js';

/**
 * The rows of all joints that the last step solved, in solving order. One record a row: the kernel reads J, R
 * and the scalars of a row together (array of structs; see state/contacts.ts for what separate columns cost).
 * Rows live until the next step, so that inspection, drawing and tests read exactly what was solved.
 *
 *   Ċ = J v      R = M⁻¹ Jᵀ (the response)      v ← v + R Δλ
 */
export interface RowTable {
  data: Floats;
  /** Integers of each row, stride ROW_INTS. */
  index: Int32Array;
  /**
   * Speed with which a rigid limit was reached in this substep, for what it gives back; 0 when it was not.
   */
  approach: Floats;
  /** Substeps in a row in which a limit was struck. */
  strikes: Int32Array;
  /**
   * Impulse of each row in impacts of contacts in this substep, and whether there was
   * any; see solver/held-impacts.ts.
   */
  jolt: Floats;
  jolted: boolean;
  /** How many limits were reached in this substep. */
  struck: number;
  /** How many rows are springs. */
  sprung: number;
  /** Records of points, see state/points.ts. */
  points: Floats;
  /** Whether the rows of points were written from their records. */
  spelled: boolean;
  count: number;
  /**
   * Whether the records of points are still those of the last step; whatever they were made
   * from takes it away when it changes.
   */
  isKept: boolean;
  /**
   * Whether the levers of points are those of the present poses: true after the last sweep of a step,
   * until a body is put somewhere else.
   */
  isCurrent: boolean;
  /** For which substep, softness and fastest correction they were made. */
  readonly placedFor: Floats;
}

/** Floats a row: five cache lines. */
export const ROW = 40;
/** Jacobian: linear A, angular A, linear B, angular B. */
export const J = 0;
/** Row of the inverse of the block's K = J M⁻¹ Jᵀ. */
export const INVERSE = 12;
/** 1 / (J M⁻¹ Jᵀ) of the row alone. */
export const MASS = 15;
/** C: m or rad. */
export const ERROR = 16;
export const LAMBDA = 17;
/** Window in which the sweep with bias wants Ċ; both ends are equal for an equality. */
export const LOW = 18;
export const HIGH = 19;
/** Softness of the sweep with bias, see math/softness.ts. */
export const BIAS_RATE = 20;
export const MASS_SCALE = 21;
export const IMPULSE_SCALE = 22;
/** Bounds of λ. In a block of several rows `UPPER` of the first bounds the length of the λ vector. */
export const LOWER = 23;
export const UPPER = 24;
/** The window of the relax sweep. */
export const RELAX_LOW = 25;
export const RELAX_HIGH = 26;
/** Coefficient of restitution of a rigid limit; -1 for every other row. */
export const BOUNCE = 27;
/** M⁻¹ Jᵀ in the order of J. */
export const RESPONSE = 28;

export const ROW_INTS = 8;
export const BODY_A = 0;
export const BODY_B = 1;
export const JOINT = 2;
/** Which named row of the joint. */
export const SLOT = 3;
export const ROLE = 4;
/**
 * Rows that are solved together, on the first of them; 0 on the others. `COUPLED`
 * for a pair of rows that share one λ.
 */
export const BLOCK = 5;
/**
 * 1: the relax sweep leaves the row alone (springs), 0: it solves it. `TOGETHER`: no sweep
 * solves it, see solver/soft-joints.ts.
 */
export const SPRUNG = 6;
export const TOGETHER = 2;

/** What the block is, on the first of its rows: see `Kind`. */
export const KIND = 7;

/**
 * General: any J. Angular: J is -g on A's angular velocity, g on B's, and nothing on the linear ones; its
 * response is not there. Point, and what comes after it: a record of state/points.ts; its rows lie in
 * the table unwritten until they are read, and its response is never there. Lone point: a rigid point
 * that is all there is of its joint.
 */
export const Kind = { general: 0, angular: 1, point: 2, lonePoint: 3 } as const;

/** Two rows on different bodies with one impulse between them: Ċ = J₁v₁ + J₂v₂. */
export const COUPLED = 4;

export const RowRoles = ['lock', 'limit', 'motor', 'spring', 'friction', 'coupling', 'contact'] as const;
export type JointRowRole = (typeof RowRoles)[number];
export const Role = { lock: 0, limit: 1, motor: 2, spring: 3, friction: 4, coupling: 5, contact: 6 } as const;

/** Which row begins at `at`. Cut to an integer, because the compiler then multiplies instead of dividing. */
export const rowOf = (at: number): number => (at / ROW) | 0;

const INITIAL_ROWS = 64;

export const createRowTable = (): RowTable => ({
  data: createFloats(INITIAL_ROWS * ROW),
  index: new Int32Array(INITIAL_ROWS * ROW_INTS),
  approach: createFloats(INITIAL_ROWS),
  strikes: new Int32Array(INITIAL_ROWS),
  jolt: createFloats(INITIAL_ROWS),
  jolted: false,
  points: createFloats(INITIAL_ROWS * POINT_ROW),
  spelled: true,
  struck: 0,
  sprung: 0,
  count: 0,
  isKept: false,
  isCurrent: false,
  placedFor: createFloats(5),
});

/** Makes room for so many rows in all. */
export const reserveJointRows = (rows: RowTable, count: number): void => {
  if (rows.data.length < count * ROW) rows.data = growFloats(rows.data, count * ROW);
  if (rows.index.length < count * ROW_INTS) rows.index = growInt32(rows.index, count * ROW_INTS);
  if (rows.approach.length < count) rows.approach = growFloats(rows.approach, count);
  if (rows.strikes.length < count) rows.strikes = growInt32(rows.strikes, count);
  if (rows.jolt.length < count) rows.jolt = growFloats(rows.jolt, count);
  if (rows.points.length < count * POINT_ROW) rows.points = growFloats(rows.points, count * POINT_ROW);
};
