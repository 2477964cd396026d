import {
  ColliderKind,
  ColliderRecord,
  type ColliderTriangles,
  type HullGeometry,
} from '@tenon/physics-core/inspect';
import type { LineBuffer } from '../line-buffer.js';
import type { SolidMesh } from '../solid-mesh.js';
import { LIGHT_X, LIGHT_Y, LIGHT_Z, type TriangleBuffer } from '../triangle-buffer.js';
import { reserve } from '../vertex-buffer.js';
import type { Ink } from './palette.js';
import { inkColours, litInk, P0, pen, shaded } from './pen.js';
import type { Template } from './templates.js';

/** Unit shapes and hulls, placed by the pose of a collider's record straight into the buffers: the hottest loops of the package. */

/** Sizes of a template: factors of x, y, z and of the fourth number. */
const sizes = new Float64Array(4);

const readSizes = (floats: Float64Array, at: number): void => {
  const kind = floats[at + ColliderRecord.kind];
  const d = at + ColliderRecord.dimensions;
  const first = kind === ColliderKind.halfSpace ? 1 : floats[d];
  sizes[0] = first;
  sizes[1] = first;
  sizes[2] = first;
  sizes[3] = kind === ColliderKind.capsule ? floats[d + 1] : 0;
};

export const placeLines = (
  lines: LineBuffer,
  template: Template,
  record: Float64Array,
  at: number,
  ink: Ink,
): void => {
  readSizes(record, at);
  placeVertices(lines, template, record, at + ColliderRecord.pose, ink);
};

const placeVertices = (
  buffer: LineBuffer,
  template: Template,
  record: Float64Array,
  pose: number,
  ink: Ink,
): void => {
  const count = template.length / 4;
  reserve(buffer, count);
  const { floats, words } = buffer;
  const colour = inkColours()[ink];
  const px = record[pose];
  const py = record[pose + 1];
  const pz = record[pose + 2];
  const r00 = record[pose + 3];
  const r01 = record[pose + 4];
  const r02 = record[pose + 5];
  const r10 = record[pose + 6];
  const r11 = record[pose + 7];
  const r12 = record[pose + 8];
  const r20 = record[pose + 9];
  const r21 = record[pose + 10];
  const r22 = record[pose + 11];
  const sx = sizes[0];
  const sy = sizes[1];
  const sz = sizes[2];
  const shift = sizes[3];
  let out = buffer.vertexCount * 4;
  for (let t = 0; t < template.length; t += 4) {
    const x = sx * template[t];
    const y = sy * template[t + 1] + shift * template[t + 3];
    const z = sz * template[t + 2];
    floats[out] = px + r00 * x + r01 * y + r02 * z;
    floats[out + 1] = py + r10 * x + r11 * y + r12 * z;
    floats[out + 2] = pz + r20 * x + r21 * y + r22 * z;
    words[out + 3] = colour;
    out += 4;
  }
  buffer.vertexCount += count;
};

/** A round shape, lit at every vertex: the vertex of a unit sphere is its own normal. */
export const placeFaces = (
  triangles: TriangleBuffer,
  template: Template,
  record: Float64Array,
  at: number,
  ink: Ink,
): void => {
  readSizes(record, at);
  const pose = at + ColliderRecord.pose;
  const first = triangles.vertexCount;
  placeVertices(triangles, template, record, pose, 0);
  const { words } = triangles;
  // Rᵀ times the light: the light as the shape sees it.
  const x = record[pose + 3] * LIGHT_X + record[pose + 6] * LIGHT_Y + record[pose + 9] * LIGHT_Z;
  const y = record[pose + 4] * LIGHT_X + record[pose + 7] * LIGHT_Y + record[pose + 10] * LIGHT_Z;
  const z = record[pose + 5] * LIGHT_X + record[pose + 8] * LIGHT_Y + record[pose + 11] * LIGHT_Z;
  let out = first * 4 + 3;
  for (let t = 0; t < template.length; t += 4) {
    const facing = template[t] * x + template[t + 1] * y + template[t + 2] * z;
    words[out] = inkColours()[litInk(ink, facing)];
    out += 4;
  }
};

/** A local direction in the world's axes. */
const writeNormal = (record: Float64Array, pose: number, from: ArrayLike<number>, t: number): void => {
  for (let i = 0; i < 3; i++) {
    const r = pose + 3 + 3 * i;
    pen[P0 + i] = record[r] * from[t] + record[r + 1] * from[t + 1] + record[r + 2] * from[t + 2];
  }
};

/** A corner of a hull or surface at the place `out` of a buffer. */
const placeCorner = (
  buffer: LineBuffer,
  out: number,
  vertices: ArrayLike<number>,
  v: number,
  record: Float64Array,
  at: number,
  ink: Ink,
): void => {
  const pose = at + ColliderRecord.pose;
  for (let i = 0; i < 3; i++) {
    const r = pose + 3 + 3 * i;
    buffer.floats[out + i] =
      record[pose + i] +
      record[r] * vertices[v] +
      record[r + 1] * vertices[v + 1] +
      record[r + 2] * vertices[v + 2];
  }
  buffer.words[out + 3] = inkColours()[ink];
};

export const placeHullLines = (
  lines: LineBuffer,
  hull: HullGeometry,
  record: Float64Array,
  at: number,
  ink: Ink,
): void => {
  reserve(lines, 2 * hull.edgeCount);
  let out = lines.vertexCount * 4;
  for (let e = 0; e < hull.edgeCount; e++) {
    placeCorner(lines, out, hull.vertices, 3 * hull.edges[4 * e], record, at, ink);
    placeCorner(lines, out + 4, hull.vertices, 3 * hull.edges[4 * e + 1], record, at, ink);
    out += 8;
  }
  lines.vertexCount += 2 * hull.edgeCount;
};

export const placeHullFaces = (
  triangles: TriangleBuffer,
  hull: HullGeometry,
  record: Float64Array,
  at: number,
  ink: Ink,
): void => {
  const { faceCount, faceStart, faceVertices, planes } = hull;
  for (let f = 0; f < faceCount; f++) {
    const start = faceStart[f];
    const end = faceStart[f + 1];
    writeNormal(record, at + ColliderRecord.pose, planes, 4 * f);
    const light = shaded(ink, P0);
    reserve(triangles, 3 * (end - start));
    for (let k = start + 2; k < end; k++) {
      const out = triangles.vertexCount * 4;
      placeCorner(triangles, out, hull.vertices, 3 * faceVertices[start], record, at, light);
      placeCorner(triangles, out + 4, hull.vertices, 3 * faceVertices[k - 1], record, at, light);
      placeCorner(triangles, out + 8, hull.vertices, 3 * faceVertices[k], record, at, light);
      triangles.vertexCount += 3;
    }
  }
};

export const placeSurfaceLines = (
  lines: LineBuffer,
  { corners, edges }: ColliderTriangles,
  record: Float64Array,
  at: number,
  ink: Ink,
): void => {
  reserve(lines, edges.length);
  for (let e = 0; e < edges.length; e++)
    placeCorner(lines, (lines.vertexCount + e) * 4, corners, 3 * edges[e], record, at, ink);
  lines.vertexCount += edges.length;
};

/** A surface with two sides is drawn from both: faces that look away are left out of the picture. */
export const placeSurfaceFaces = (
  triangles: TriangleBuffer,
  { corners, normals, twoSided }: ColliderTriangles,
  record: Float64Array,
  at: number,
  ink: Ink,
): void => {
  const sides = twoSided ? 2 : 1;
  reserve(triangles, (sides * corners.length) / 3);
  for (let side = 0; side < sides; side++) {
    for (let k = 0; k < corners.length; k += 9) {
      writeNormal(record, at + ColliderRecord.pose, normals, k / 3);
      if (side === 1) for (let i = 0; i < 3; i++) pen[P0 + i] = -pen[P0 + i];
      const light = shaded(ink, P0);
      for (let corner = 0; corner < 3; corner++) {
        const from = k + 3 * (side === 0 ? corner : 2 - corner);
        placeCorner(triangles, (triangles.vertexCount + corner) * 4, corners, from, record, at, light);
      }
      triangles.vertexCount += 3;
    }
  }
};

export const placeSolidLines = (
  lines: LineBuffer,
  { lines: ends }: SolidMesh,
  record: Float64Array,
  at: number,
  ink: Ink,
): void => {
  const count = ends.length / 3;
  reserve(lines, count);
  for (let k = 0; k < count; k++)
    placeCorner(lines, (lines.vertexCount + k) * 4, ends, 3 * k, record, at, ink);
  lines.vertexCount += count;
};

/** Lit at every corner. */
export const placeSolidFaces = (
  triangles: TriangleBuffer,
  { corners, normals }: SolidMesh,
  record: Float64Array,
  at: number,
  ink: Ink,
): void => {
  const count = corners.length / 3;
  reserve(triangles, count);
  for (let k = 0; k < count; k++) {
    writeNormal(record, at + ColliderRecord.pose, normals, 3 * k);
    placeCorner(triangles, (triangles.vertexCount + k) * 4, corners, 3 * k, record, at, shaded(ink, P0));
  }
  triangles.vertexCount += count;
};
