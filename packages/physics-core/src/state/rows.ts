import { createFloats, type Floats, growFloats } from '../math/floats.js';
import { growInt32 } from '../math/index-list.js';
import { POINT_ROW } from './points.js';

/**
 * The rows of all joints that the last step solved, in solving order. One record a row: the kernel reads J, R
 * and the scalars of a row together (array of structs; state/contacts.ts says how much slower separate columns
 * are).
 * Rows live until the next step, so that inspection, drawing and tests read exactly what was solved. Those of articulations may wait
 * until they are read: readers call settleRows (joint-stages.ts) first.
 *
 *   Ċ = J v      R = M⁻¹ Jᵀ (the response)      v ← v + R Δλ
 */
export interface RowTable {
  data: Floats;
  /** Integers of each row, stride ROW_INTS. */
  index: Int32Array;
  /**
   * Of rigid limits: Ċ before the forces of this substep, then what the forces have added; see
   * solver/impacts/limits.ts.
   */
  forcedSpeed: Floats;
  /**
   * One-shot impulse of each row in the impacts of this substep, and whether there was any; see
   * solver/impacts/jointed-impacts.ts.
   */
  impactImpulse: Floats;
  hasImpacts: boolean;
  /** Number of spring rows. */
  sprung: number;
  /** Number of rows that Gauss-Seidel iterations solve, not an articulation. */
  swept: number;
  /** Records of points, see state/points.ts. */
  points: Floats;
  /** Whether the rows of points were expanded from their records. */
  expanded: boolean;
  count: number;
  /** Whether rows of articulations wait until somebody reads them. */
  isDue: boolean;
  /**
   * Whether the records of points of the last step are still valid; any change of what they depend on clears it.
   */
  isKept: boolean;
  /**
   * Whether the levers of points are those of the present poses: true after the relax stage of the last substep,
   * until a body is moved by the user.
   */
  isCurrent: boolean;
  /** The substep, softness and largest correction speed with which the records were written. */
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
/** Window for Ċ in the solve with bias; both ends are equal for an equality. */
export const LOW = 18;
export const HIGH = 19;
/** Softness of the solve with bias, see math/softness.ts. */
export const BIAS_RATE = 20;
export const MASS_SCALE = 21;
export const IMPULSE_SCALE = 22;
/** Bounds of λ. In a block of several rows `UPPER` of the first bounds the length of the λ vector. */
export const LOWER = 23;
export const UPPER = 24;
/** Window for Ċ in the relax stage. */
export const RELAX_LOW = 25;
export const RELAX_HIGH = 26;
/** Coefficient of restitution of a rigid limit; -1 for every other row. */
export const BOUNCE = 27;
/** M⁻¹ Jᵀ in the order of J. */
export const RESPONSE = 28;

export const ROW_INTS = 9;
export const BODY_A = 0;
export const BODY_B = 1;
export const JOINT = 2;
/** Which named row of the joint. */
export const SLOT = 3;
export const ROLE = 4;
/**
 * Number of rows that are solved together, on the first of them; 0 on the others. `COUPLED` for a pair of rows
 * that share one λ.
 */
export const BLOCK = 5;
/**
 * 0: the relax stage solves the row; 1: it does not (springs). `TOGETHER`: the Gauss-Seidel iterations do not
 * solve it at all, see solver/sweeps/soft-joints.ts.
 */
export const SPRUNG = 6;
export const TOGETHER = 2;

/** What the block is, on the first of its rows: see `Kind`. */
export const KIND = 7;
/** 1 if an articulation solves the row, not the Gauss-Seidel iterations (solver/articulations). */
export const DIRECT = 8;
/** Value of DIRECT of rows that the tour of an articulation solves. */
export const IN_TOUR = 2;

/**
 * General: any J. Angular: J is -g on A's angular velocity, g on B's, and zero on the linear ones; its response
 * is not stored. Point, and all later kinds: a record of state/points.ts; its rows in the table are expanded only
 * when they are read, and its response is never stored. Lone point: a rigid point that is the only block of its
 * joint.
 */
export const Kind = { general: 0, angular: 1, point: 2, lonePoint: 3 } as const;

/** Two rows on different bodies with one impulse between them: Ċ = J₁v₁ + J₂v₂. */
export const COUPLED = 4;

/** Names of the roles by their number. */
export const RowRoles = ['lock', 'limit', 'motor', 'spring', 'friction', 'coupling', 'contact'] as const;
export type JointRowRole = (typeof RowRoles)[number];
export const Role = { lock: 0, limit: 1, motor: 2, spring: 3, friction: 4, coupling: 5, contact: 6 } as const;

/** The row that begins at `at`. Truncated to an integer, because the compiler then multiplies instead of dividing. */
export const rowOf = (at: number): number => (at / ROW) | 0;

const INITIAL_ROWS = 64;

export const createRowTable = (): RowTable => ({
  data: createFloats(INITIAL_ROWS * ROW),
  index: new Int32Array(INITIAL_ROWS * ROW_INTS),
  forcedSpeed: createFloats(INITIAL_ROWS),
  impactImpulse: createFloats(INITIAL_ROWS),
  hasImpacts: false,
  points: createFloats(INITIAL_ROWS * POINT_ROW),
  expanded: true,
  sprung: 0,
  swept: 0,
  count: 0,
  isDue: false,
  isKept: false,
  isCurrent: false,
  placedFor: createFloats(5),
});

/** Makes room for so many rows in all. */
export const reserveJointRows = (rows: RowTable, count: number): void => {
  if (rows.data.length < count * ROW) rows.data = growFloats(rows.data, count * ROW);
  if (rows.index.length < count * ROW_INTS) rows.index = growInt32(rows.index, count * ROW_INTS);
  if (rows.forcedSpeed.length < count) rows.forcedSpeed = growFloats(rows.forcedSpeed, count);
  if (rows.impactImpulse.length < count) rows.impactImpulse = growFloats(rows.impactImpulse, count);
  if (rows.points.length < count * POINT_ROW) rows.points = growFloats(rows.points, count * POINT_ROW);
};
