import type { Floats } from '../../math/floats.js';

/**
 * A height field in its collider's local frame: heights y over a regular grid in x and z, centred on the origin. A cell
 * of the grid is two triangles, 2 c and 2 c + 1 for cell c. Immutable once built.
 *
 *   a --- b  → x      diagonal 0: a d, triangles a c d and a d b
 *   |     |           diagonal 1: b c, triangles a c b and b c d
 *   c --- d
 *   ↓ z
 */
export interface FieldGeometry {
  readonly isField: true;
  /** Heights along x and along z: at least two each. */
  readonly columns: number;
  readonly rows: number;
  /** m between two columns, and between two rows. */
  readonly spacingX: number;
  readonly spacingZ: number;
  /** Row by row: y at column i of row j is heights[j * columns + i]. */
  readonly heights: Floats;
  readonly diagonal: number;
  /** Per cell 1 where there is a hole. Empty when there is none. */
  readonly holes: Int32Array;
  /** Per cell an entry of `materials` or -1. Empty when no cell has its own. */
  readonly materialOf: Int32Array;
  readonly materials: Floats;
  readonly twoSided: boolean;
  /** Least x y z, then largest. */
  readonly bounds: Floats;
}
