import { refuseSnapshot } from './bytes.js';
import type { SavedDoubles } from './codes.js';
import type { Part } from './parts.js';

/** A table of a snapshot. Its columns by name: integers, and doubles as they were written. */
export interface SavedTable {
  readonly used: number;
  readonly live: number;
  /** Free slots in the order in which they are used again. */
  readonly free: Int32Array;
  readonly columns: Readonly<Record<string, Int32Array>>;
  readonly doubles: Readonly<Record<string, SavedDoubles>>;
}

/** The parts of a snapshot by what they are. */
export interface SavedState {
  readonly scalars: Part;
  readonly bodies: SavedTable;
  readonly colliders: SavedTable;
  readonly contacts: SavedTable;
  readonly joints: SavedTable;
  /** Of bodies whose origin is not their centre of mass. */
  readonly positions: SavedDoubles;
  /** Of the records of contacts, see record-rows.ts. */
  readonly records: readonly [touching: SavedDoubles, apart: SavedDoubles, rotations: SavedDoubles];
  /** Contacts with masses that do not follow from the rest, and those. */
  readonly ownMasses: Int32Array;
  readonly masses: SavedDoubles;
  readonly awake: Int32Array;
  readonly listed: Int32Array;
  readonly solved: Int32Array;
  readonly impactCandidates: Int32Array;
  readonly activeJoints: Int32Array;
  readonly jointed: Int32Array;
  readonly events: Part;
  readonly published: Part;
  readonly hullIntegers: Part;
  readonly hullFloats: Part;
  readonly meshIntegers: Part;
  readonly meshFloats: Part;
  readonly jointTypes: Part;
  readonly jointFloats: Part;
  readonly freeBlocks: Part;
  readonly rows: Part;
  readonly rowIntegers: Part;
}

/** What is at an entry of the packed meshes. */
export type SavedMesh = 'none' | 'mesh' | 'field';

/** Refuses a snapshot unless it holds. */
export const must = (holds: boolean, what: string): void => {
  if (!holds) refuseSnapshot(`The snapshot is not sound: ${what}`);
};

/** x - x is 0 but for infinite numbers and NaN, and the sum of zeros is 0: no branch for each number. */
export const isAllFinite = (numbers: ArrayLike<number>): boolean => {
  let sum = 0;
  for (let i = 0; i < numbers.length; i++) sum += numbers[i] - numbers[i];
  return sum === 0;
};
