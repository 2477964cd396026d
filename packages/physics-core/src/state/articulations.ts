import { createFloats, type Floats } from '../math/floats.js';
import { createIndexList, type IndexList } from '../math/index-list.js';

/** Connected joints that are solved directly, see solver/articulations. Derived from the joints. */
export interface Articulations {
  /** The joints of all articulations, one articulation after the other, and the end of each. */
  readonly joints: IndexList;
  readonly ends: IndexList;
  /** Whether a body belongs to an articulation, by body; whether a joint does, by joint. */
  isMember: Uint8Array;
  isJoint: Uint8Array;
  /** Whether a joint has been visited while they are listed, by joint. */
  isVisited: Uint8Array;
  /** The setting `directJoints` for which they were listed. */
  listedFor: number;
  /** The system of the articulation that is being solved: its rows, and K. */
  readonly rows: ArticulationRows;
  readonly system: Envelope;
  /** First row of the system that acts on each body. */
  firstRowOf: Int32Array;
}

/** The rows of one articulation, see solver/articulations/articulation-rows.ts. */
export interface ArticulationRows {
  count: number;
  /** J, and R = M⁻¹ Jᵀ, 12 floats a row. */
  jacobians: Floats;
  responses: Floats;
  /** Window, λ, compliance and bounds, stride DIRECT. */
  floats: Floats;
  /** Integers of each row, stride ORIGIN. */
  origins: Int32Array;
}

/** A sparse symmetric system in envelope storage, see solver/articulations/envelope.ts. */
export interface Envelope {
  count: number;
  /** First column of each row, and the index in K that its column 0 would have. */
  starts: Int32Array;
  offsets: Int32Array;
  /** 1 for active rows; and how many active rows come before each row (its rank). */
  isActive: Int32Array;
  ranks: Int32Array;
  /** K. */
  matrix: Floats;
  /** Active rows by rank, and L below the diagonal, stored as K is. */
  activeRows: Int32Array;
  activeStarts: Int32Array;
  activeOffsets: Int32Array;
  factor: Floats;
  /** D by rank; 0 for redundant rows. */
  pivots: Floats;
  /** x by rank. */
  solution: Floats;
  /** b, then x; 0 for inactive rows. */
  vector: Floats;
}

const INITIAL_ROWS = 64;

export const createEnvelope = (): Envelope => ({
  count: 0,
  starts: new Int32Array(INITIAL_ROWS),
  offsets: new Int32Array(INITIAL_ROWS),
  isActive: new Int32Array(INITIAL_ROWS),
  ranks: new Int32Array(INITIAL_ROWS + 1),
  matrix: createFloats(INITIAL_ROWS),
  activeRows: new Int32Array(INITIAL_ROWS),
  activeStarts: new Int32Array(INITIAL_ROWS),
  activeOffsets: new Int32Array(INITIAL_ROWS),
  factor: createFloats(INITIAL_ROWS),
  pivots: createFloats(INITIAL_ROWS),
  solution: createFloats(INITIAL_ROWS),
  vector: createFloats(INITIAL_ROWS),
});

export const createArticulations = (): Articulations => ({
  joints: createIndexList(),
  ends: createIndexList(),
  isMember: new Uint8Array(0),
  isJoint: new Uint8Array(0),
  isVisited: new Uint8Array(0),
  listedFor: 0,
  rows: {
    count: 0,
    jacobians: createFloats(0),
    responses: createFloats(0),
    floats: createFloats(0),
    origins: new Int32Array(0),
  },
  system: createEnvelope(),
  firstRowOf: new Int32Array(0),
});
