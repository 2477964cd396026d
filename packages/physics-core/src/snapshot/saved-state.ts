import { refuseSnapshot } from './bytes.js';
import type { Part } from './parts.js';

/** A table of a snapshot. Its columns by name, as they were written. */
export interface SavedTable {
  readonly used: number;
  readonly live: number;
  readonly firstFree: number;
  readonly columns: Readonly<Record<string, Part>>;
}

/** The parts of a snapshot by what they are. */
export interface SavedState {
  readonly scalars: Part;
  readonly bodies: SavedTable;
  readonly colliders: SavedTable;
  readonly contacts: SavedTable;
  readonly joints: SavedTable;
  /** The two parts of the records of the contacts. */
  readonly pointData: Part;
  readonly rests: Part;
  readonly awake: Part;
  readonly listed: Part;
  readonly solved: Part;
  readonly impactCandidates: Part;
  readonly activeJoints: Part;
  readonly jointed: Part;
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
