import { createFloats } from '../../../math/floats.js';
import { createIndexList } from '../../../math/index-list.js';
import { ADMISSIBLE_TILT } from '../../../tuning.js';
import type { FieldGeometry } from '../../meshes/field-geometry.js';
import type { MeshGeometry, TriangleSurface } from '../../meshes/mesh-geometry.js';
import { createTriangle, loadFieldCorners, trianglesAt } from '../../meshes/surface.js';

/**
 * Which normals a contact at an edge or vertex of a surface may have. A body that slides over a floor of triangles meets
 * the edges of the triangles ahead of it; each triangle alone would push it back there. The surface as a whole does
 * not: a body can touch it at a point only along a normal N for which the surface nearby lies below the plane through
 * the point, across N. In other words, the point is a local support of the surface along N:
 *
 *   vertex v    N·(w - v) <= 0 for all vertices w of the triangles around v
 *   edge v w    N·(u - v) <= 0 for the third corners u of the triangles along it, with N across the edge
 *   face        its own normal alone
 *
 * On a flat or concave edge no normal but that of the faces is admissible, on a convex one those between the two. Of a
 * sphere outside the surface, the admissible contacts are exactly the local minima of the distance to its centre, so
 * none that matters is lost.
 */

/** Scratch: N, for the caller to fill. An argument in an array: doubles would be allocated. */
export const direction = createFloats(3);

const ring = createIndexList();
const triangle = createTriangle();

/** Whether a vertex is a local support of the surface along `direction`. */
export const isSupportVertex = (surface: TriangleSurface, vertex: number): boolean =>
  surface.isField ? isSupportOfField(surface, vertex, -1) : isSupportOfMesh(surface, vertex, -1);

/** Whether an edge across `direction` is. */
export const isSupportEdge = (surface: TriangleSurface, v: number, w: number): boolean =>
  surface.isField ? isSupportOfField(surface, v, w) : isSupportOfMesh(surface, v, w);

/**
 * Whether the rim of a surface that is solid on both sides runs along this edge: past it a body reaches to the back of a triangle
 * whose front its centre is on.
 */
export const isOpenRim = (surface: TriangleSurface, v: number, w: number): boolean => {
  if (!surface.twoSided || surface.isField) return false;
  const { indices, aroundStart, around } = surface;
  let triangles = 0;
  for (let k = aroundStart[v]; k < aroundStart[v + 1]; k++) {
    const t = 3 * around[k];
    if (indices[t] === w || indices[t + 1] === w || indices[t + 2] === w) triangles++;
  }
  return triangles === 1;
};

/** Of triangles around v, only those with the corner w count, unless that is negative. */
const isSupportOfMesh = (mesh: MeshGeometry, v: number, w: number): boolean => {
  const { vertices, indices, aroundStart, around } = mesh;
  const nx = direction[0];
  const ny = direction[1];
  const nz = direction[2];
  const px = vertices[3 * v];
  const py = vertices[3 * v + 1];
  const pz = vertices[3 * v + 2];
  for (let k = aroundStart[v]; k < aroundStart[v + 1]; k++) {
    const t = 3 * around[k];
    if (w >= 0 && indices[t] !== w && indices[t + 1] !== w && indices[t + 2] !== w) continue;
    for (let i = 0; i < 3; i++) {
      const u = indices[t + i];
      if (u === v || u === w) continue;
      const x = vertices[3 * u] - px;
      const y = vertices[3 * u + 1] - py;
      const z = vertices[3 * u + 2] - pz;
      const rise = nx * x + ny * y + nz * z;
      if (rise > 0 && rise * rise > ADMISSIBLE_TILT * ADMISSIBLE_TILT * (x * x + y * y + z * z)) return false;
    }
  }
  return true;
};

/** The same for a height field, which has no list of the triangles around a vertex. */
const isSupportOfField = (field: FieldGeometry, v: number, w: number): boolean => {
  const { corners, vertices } = triangle;
  trianglesAt(field, v, ring);
  for (let k = 0; k < ring.count; k++) {
    loadFieldCorners(field, ring.items[k], triangle);
    if (w >= 0 && vertices[0] !== w && vertices[1] !== w && vertices[2] !== w) continue;
    const at = vertices[0] === v ? 0 : vertices[1] === v ? 3 : 6;
    for (let i = 0; i < 3; i++) {
      if (vertices[i] === v || vertices[i] === w) continue;
      const x = corners[3 * i] - corners[at];
      const y = corners[3 * i + 1] - corners[at + 1];
      const z = corners[3 * i + 2] - corners[at + 2];
      const rise = direction[0] * x + direction[1] * y + direction[2] * z;
      if (rise > 0 && rise * rise > ADMISSIBLE_TILT * ADMISSIBLE_TILT * (x * x + y * y + z * z)) return false;
    }
  }
  return true;
};
