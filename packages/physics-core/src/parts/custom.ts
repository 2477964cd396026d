import { PhysicsError } from '../errors.js';
import { setFloats } from '../math/floats.js';
import type { Vec3 } from '../math/vec3.js';
import type { JointContext } from '../rows/context.js';
import { claimRows, finishBlock, finishRow, lockRows } from '../rows/write-rows.js';
import { ERROR, J, ROW, Role } from '../state/rows.js';

/** A row of a joint that no part covers: Ċ = linearA·vA + angularA·ωA + linearB·vB + angularB·ωB. */
export interface RowDef {
  /** C: m or rad. */
  readonly error: number;
  readonly linearA: Vec3;
  readonly angularA: Vec3;
  readonly linearB: Vec3;
  readonly angularB: Vec3;
}

const vectors = ['linearA', 'angularA', 'linearB', 'angularB'] as const;

const checkRow = (def: RowDef): void => {
  const missing = vectors.find((name) => def[name]?.length !== 3);
  if (missing === undefined && typeof def.error === 'number') return;
  throw new PhysicsError(
    'wrong-type',
    `customRows was given a row without ${missing ?? 'error'}`,
    'Pass linearA, angularA, linearB and angularB as [x, y, z], and error as a number',
  );
};

/**
 * One, two or three rows C = 0 as one block, for a game's own joints. Unlike the built-in parts it allocates.
 */
export const customRows = (j: JointContext, slot: number, ...defs: readonly RowDef[]): void => {
  if (defs.length < 1 || defs.length > 3) {
    throw new PhysicsError(
      'out-of-range',
      `customRows was given ${defs.length} rows`,
      'Pass one, two or three: a block of rows that are solved together',
    );
  }
  for (const def of defs) checkRow(def);
  const at = claimRows(j, defs.length, Role.lock, slot);
  for (const [i, def] of defs.entries()) {
    const r = at + i * ROW;
    setFloats(j.rows, def.linearA, r + J);
    setFloats(j.rows, def.angularA, r + J + 3);
    setFloats(j.rows, def.linearB, r + J + 6);
    setFloats(j.rows, def.angularB, r + J + 9);
    j.rows[r + ERROR] = def.error;
  }
  lockRows(j, at, defs.length);
  if (defs.length === 1) finishRow(j, at);
  else finishBlock(j, at, defs.length);
};
