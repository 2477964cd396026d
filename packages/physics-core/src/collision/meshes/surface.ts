import { createFloats, type Floats } from '../../math/floats.js';
import { type IndexList, pushIndex } from '../../math/index-list.js';
import { createSortScratch, sortIndices } from '../broadphase/radix-sort.js';
import { queryTree } from '../broadphase/tree.js';
import type { FieldGeometry } from './field-geometry.js';
import type { TriangleSurface } from './mesh-geometry.js';

/**
 * The triangles of a mesh or height field, for contacts, continuous collision and queries. All coordinates are in the
 * frame of the collider.
 */

/** One triangle: what `loadTriangle` writes. */
export interface Triangle {
  /** x y z of the three corners, counter-clockwise seen from outside. */
  readonly corners: Floats;
  /** Which vertices of the surface they are. */
  readonly vertices: Int32Array;
  /** Unit normal and offset: n·x = d. */
  readonly plane: Floats;
}

export const createTriangle = (): Triangle => ({
  corners: createFloats(9),
  vertices: new Int32Array(3),
  plane: createFloats(4),
});

const sortScratch = createSortScratch();

/** Lists the triangles whose boxes overlap `bounds` (least x y z, then largest), ascending. */
export const queryTriangles = (surface: TriangleSurface, bounds: Floats, out: IndexList): void => {
  out.count = 0;
  if (surface.isField) queryField(surface, bounds, out);
  else {
    queryTree(surface.tree, bounds, 0, out);
    sortIndices(out.items, out.count, surface.triangleCount - 1, sortScratch);
  }
};

export const loadTriangle = (surface: TriangleSurface, triangle: number, out: Triangle): void => {
  const { corners, vertices, plane } = out;
  if (surface.isField) {
    loadFieldTriangle(surface, triangle, out);
    return;
  }
  const { indices, vertices: from, planes } = surface;
  for (let k = 0; k < 3; k++) {
    const v = indices[3 * triangle + k];
    vertices[k] = v;
    corners[3 * k] = from[3 * v];
    corners[3 * k + 1] = from[3 * v + 1];
    corners[3 * k + 2] = from[3 * v + 2];
  }
  const p = 4 * triangle;
  plane[0] = planes[p];
  plane[1] = planes[p + 1];
  plane[2] = planes[p + 2];
  plane[3] = planes[p + 3];
};

/** An entry of the surface's materials, or -1 where the collider's own counts. */
export const triangleMaterial = (surface: TriangleSurface, triangle: number): number => {
  const { materialOf } = surface;
  if (materialOf.length === 0) return -1;
  return materialOf[surface.isField ? triangle >> 1 : triangle];
};

/** Lists the triangles that have the vertex as a corner, ascending. */
export const trianglesAt = (surface: TriangleSurface, vertex: number, out: IndexList): void => {
  out.count = 0;
  if (surface.isField) {
    fieldTrianglesAt(surface, vertex, out);
    return;
  }
  const { aroundStart, around } = surface;
  for (let k = aroundStart[vertex]; k < aroundStart[vertex + 1]; k++) pushIndex(out, around[k]);
};

const queryField = (field: FieldGeometry, bounds: Floats, out: IndexList): void => {
  const { columns, rows, spacingX, spacingZ, heights, holes, diagonal, bounds: all } = field;
  if (bounds[1] > all[4] || bounds[4] < all[1]) return;
  const i0 = Math.max(0, Math.floor((bounds[0] - all[0]) / spacingX));
  const i1 = Math.min(columns - 2, Math.floor((bounds[3] - all[0]) / spacingX));
  const j0 = Math.max(0, Math.floor((bounds[2] - all[2]) / spacingZ));
  const j1 = Math.min(rows - 2, Math.floor((bounds[5] - all[2]) / spacingZ));
  const low = bounds[1];
  const high = bounds[4];
  for (let j = j0; j <= j1; j++) {
    for (let i = i0; i <= i1; i++) {
      const cell = j * (columns - 1) + i;
      if (holes.length > 0 && holes[cell] !== 0) continue;
      const at = j * columns + i;
      const a = heights[at];
      const b = heights[at + 1];
      const c = heights[at + columns];
      const d = heights[at + columns + 1];
      // The corners that both triangles share, then the two that only one of them has.
      const p = diagonal === 0 ? a : b;
      const q = diagonal === 0 ? d : c;
      const first = diagonal === 0 ? c : a;
      const second = diagonal === 0 ? b : d;
      const least = Math.min(p, q);
      const most = Math.max(p, q);
      if (Math.min(least, first) <= high && Math.max(most, first) >= low) pushIndex(out, 2 * cell);
      if (Math.min(least, second) <= high && Math.max(most, second) >= low) pushIndex(out, 2 * cell + 1);
    }
  }
};

/** Which corners of a cell a triangle has: bit 0 is one column further, bit 1 one row. Per diagonal and triangle. */
const CORNERS = Int32Array.of(0, 2, 3, 0, 3, 1, 0, 2, 1, 1, 2, 3);

const loadFieldTriangle = (field: FieldGeometry, triangle: number, out: Triangle): void => {
  loadFieldCorners(field, triangle, out);
  writePlane(out.corners, out.plane);
};

/** `loadTriangle` of a height field without the plane. */
export const loadFieldCorners = (
  field: FieldGeometry,
  triangle: number,
  { corners, vertices }: Triangle,
): void => {
  const { columns, heights, spacingX, spacingZ, bounds } = field;
  const cell = triangle >> 1;
  const j = (cell / (columns - 1)) | 0;
  const i = cell - j * (columns - 1);
  const first = 6 * field.diagonal + 3 * (triangle & 1);
  for (let k = 0; k < 3; k++) {
    const corner = CORNERS[first + k];
    const column = i + (corner & 1);
    const row = j + (corner >> 1);
    vertices[k] = row * columns + column;
    corners[3 * k] = bounds[0] + column * spacingX;
    corners[3 * k + 1] = heights[row * columns + column];
    corners[3 * k + 2] = bounds[2] + row * spacingZ;
  }
};

const writePlane = (v: Floats, plane: Floats): void => {
  const ex = v[3] - v[0];
  const ey = v[4] - v[1];
  const ez = v[5] - v[2];
  const fx = v[6] - v[0];
  const fy = v[7] - v[1];
  const fz = v[8] - v[2];
  const nx = ey * fz - ez * fy;
  const ny = ez * fx - ex * fz;
  const nz = ex * fy - ey * fx;
  const scale = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
  plane[0] = nx * scale;
  plane[1] = ny * scale;
  plane[2] = nz * scale;
  plane[3] = plane[0] * v[0] + plane[1] * v[1] + plane[2] * v[2];
};

const fieldTrianglesAt = (field: FieldGeometry, vertex: number, out: IndexList): void => {
  const { columns, rows, holes, diagonal } = field;
  const row = (vertex / columns) | 0;
  const column = vertex - row * columns;
  for (let j = row - 1; j <= row; j++) {
    for (let i = column - 1; i <= column; i++) {
      if (i < 0 || j < 0 || i > columns - 2 || j > rows - 2) continue;
      const cell = j * (columns - 1) + i;
      if (holes.length > 0 && holes[cell] !== 0) continue;
      const corner = (column - i) | ((row - j) << 1);
      for (let t = 0; t < 2; t++) {
        const first = 6 * diagonal + 3 * t;
        const has =
          CORNERS[first] === corner || CORNERS[first + 1] === corner || CORNERS[first + 2] === corner;
        if (has) pushIndex(out, 2 * cell + t);
      }
    }
  }
};
