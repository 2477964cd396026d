import { PhysicsError } from '../../errors.js';
import { createFloats, type Floats, floatsFrom } from '../../math/floats.js';
import { DEGENERATE_TRIANGLE, MESH_WELD } from '../../tuning.js';
import { BOX_STRIDE } from '../broadphase/tree.js';
import type { MeshGeometry, MeshReport } from './mesh-geometry.js';
import { findNeighbours, trianglesAround, windAlike } from './orient.js';
import { buildTriangleTree } from './triangle-tree.js';
import { weldVertices } from './weld.js';

/** What a mesh is made from; api/surfaces/surface-shapes.ts has checked the numbers. */
export interface MeshSource {
  readonly vertices: ArrayLike<number>;
  readonly indices: ArrayLike<number>;
  readonly twoSided: boolean;
  readonly materialOf: ArrayLike<number>;
  readonly materials: ArrayLike<number>;
}

export const buildMesh = (from: MeshSource): MeshGeometry => {
  const span = spanOf(from.vertices);
  const { vertices, map, count: vertexCount } = weldVertices(from.vertices, MESH_WELD * span);
  const { indices, source } = keepTriangles(from.indices, map, vertices);
  if (source.length === 0) {
    throw new PhysicsError(
      'degenerate-shape',
      `None of the ${from.indices.length / 3} triangles of the mesh has an area`,
      'Give the vertices in metres, and three different vertices to each triangle',
    );
  }
  const { start, around } = trianglesAround(indices, vertexCount);
  const neighbours = findNeighbours(indices, start, around);
  const flipped = windAlike(indices, neighbours);
  const materialOf = new Int32Array(from.materialOf.length > 0 ? source.length : 0);
  for (let t = 0; t < materialOf.length; t++) materialOf[t] = from.materialOf[source[t]];
  let openEdges = 0;
  for (let e = 0; e < neighbours.length; e++) if (neighbours[e] === -1) openEdges++;
  return finishMesh(vertices, indices, from.twoSided, materialOf, floatsFrom(from.materials), source, {
    dropped: from.indices.length / 3 - source.length,
    welded: from.vertices.length / 3 - vertexCount,
    flipped,
    openEdges,
  });
};

/** What follows from the vertices and indices of a mesh that is clean already. */
export const finishMesh = (
  vertices: Floats,
  indices: Int32Array,
  twoSided: boolean,
  materialOf: Int32Array,
  materials: Floats,
  source: Int32Array,
  report: MeshReport,
): MeshGeometry => {
  const vertexCount = vertices.length / 3;
  const triangleCount = indices.length / 3;
  const { start, around } = trianglesAround(indices, vertexCount);
  const boxes = triangleBoxes(vertices, indices);
  const tree = buildTriangleTree(boxes, triangleCount);
  return {
    isField: false,
    vertexCount,
    vertices,
    triangleCount,
    indices,
    planes: trianglePlanes(vertices, indices),
    aroundStart: start,
    around,
    source,
    twoSided,
    materialOf,
    materials,
    tree,
    bounds: tree.boxes.slice(0, BOX_STRIDE) as Floats,
    report,
  };
};

/** The longest side of the box around the vertices. */
const spanOf = (vertices: ArrayLike<number>): number => {
  let span = 0;
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = axis; i < vertices.length; i += 3) {
      low = Math.min(low, vertices[i]);
      high = Math.max(high, vertices[i]);
    }
    span = Math.max(span, high - low);
  }
  return span;
};

/** The triangles with three different vertices, an area, and no earlier triangle of the same vertices. */
const keepTriangles = (
  given: ArrayLike<number>,
  map: Int32Array,
  vertices: Floats,
): { indices: Int32Array; source: Int32Array } => {
  const indices = new Int32Array(given.length);
  const source = new Int32Array(given.length / 3);
  let kept = 0;
  for (let t = 0; t < source.length; t++) {
    const a = map[given[3 * t]];
    const b = map[given[3 * t + 1]];
    const c = map[given[3 * t + 2]];
    if (a === b || b === c || c === a || isThin(vertices, a, b, c)) continue;
    indices[3 * kept] = a;
    indices[3 * kept + 1] = b;
    indices[3 * kept + 2] = c;
    source[kept++] = t;
  }
  return dropRepeated(indices.subarray(0, 3 * kept), source.subarray(0, kept), vertices.length / 3);
};

/** Whether the height above the longest side is less than a small part of that side. */
const isThin = (v: Floats, a: number, b: number, c: number): boolean => {
  const ex = v[3 * b] - v[3 * a];
  const ey = v[3 * b + 1] - v[3 * a + 1];
  const ez = v[3 * b + 2] - v[3 * a + 2];
  const fx = v[3 * c] - v[3 * a];
  const fy = v[3 * c + 1] - v[3 * a + 1];
  const fz = v[3 * c + 2] - v[3 * a + 2];
  const nx = ey * fz - ez * fy;
  const ny = ez * fx - ex * fz;
  const nz = ex * fy - ey * fx;
  const gx = fx - ex;
  const gy = fy - ey;
  const gz = fz - ez;
  const longest = Math.max(
    ex * ex + ey * ey + ez * ez,
    fx * fx + fy * fy + fz * fz,
    gx * gx + gy * gy + gz * gz,
  );
  // |n| is twice the area, so |n| / longest² the height over the longest side.
  return nx * nx + ny * ny + nz * nz <= DEGENERATE_TRIANGLE * DEGENERATE_TRIANGLE * longest * longest;
};

const dropRepeated = (
  indices: Int32Array,
  source: Int32Array,
  vertexCount: number,
): { indices: Int32Array; source: Int32Array } => {
  const { start, around } = trianglesAround(indices, vertexCount);
  const has = (t: number, v: number): boolean =>
    indices[3 * t] === v || indices[3 * t + 1] === v || indices[3 * t + 2] === v;
  const out = new Int32Array(indices.length);
  const from = new Int32Array(source.length);
  let kept = 0;
  for (let t = 0; t < source.length; t++) {
    const v = indices[3 * t];
    let repeated = false;
    for (let k = start[v]; k < start[v + 1] && around[k] < t && !repeated; k++)
      repeated = has(around[k], indices[3 * t + 1]) && has(around[k], indices[3 * t + 2]);
    if (repeated) continue;
    for (let k = 0; k < 3; k++) out[3 * kept + k] = indices[3 * t + k];
    from[kept++] = source[t];
  }
  return { indices: out.slice(0, 3 * kept), source: from.slice(0, kept) };
};

const trianglePlanes = (v: Floats, indices: Int32Array): Floats => {
  const planes = createFloats((4 * indices.length) / 3);
  for (let t = 0; t < indices.length; t += 3) {
    const a = 3 * indices[t];
    const b = 3 * indices[t + 1];
    const c = 3 * indices[t + 2];
    const ex = v[b] - v[a];
    const ey = v[b + 1] - v[a + 1];
    const ez = v[b + 2] - v[a + 2];
    const fx = v[c] - v[a];
    const fy = v[c + 1] - v[a + 1];
    const fz = v[c + 2] - v[a + 2];
    const nx = ey * fz - ez * fy;
    const ny = ez * fx - ex * fz;
    const nz = ex * fy - ey * fx;
    const scale = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
    const p = (4 * t) / 3;
    planes[p] = nx * scale;
    planes[p + 1] = ny * scale;
    planes[p + 2] = nz * scale;
    planes[p + 3] = planes[p] * v[a] + planes[p + 1] * v[a + 1] + planes[p + 2] * v[a + 2];
  }
  return planes;
};

const triangleBoxes = (v: Floats, indices: Int32Array): Floats => {
  const boxes = createFloats((BOX_STRIDE * indices.length) / 3);
  for (let t = 0; t < indices.length; t += 3) {
    const at = (BOX_STRIDE * t) / 3;
    for (let i = 0; i < 3; i++) {
      const a = v[3 * indices[t] + i];
      const b = v[3 * indices[t + 1] + i];
      const c = v[3 * indices[t + 2] + i];
      boxes[at + i] = Math.min(a, b, c);
      boxes[at + 3 + i] = Math.max(a, b, c);
    }
  }
  return boxes;
};
