import type { HullGeometry } from '../collision/shapes/hull-geometry.js';
import { type Floats, floatsFrom } from '../math/floats.js';
import type { ColliderTable } from '../state/colliders.js';
import type { Part } from './parts.js';

/** Floats before the vertices of a packed hull: centroid and inner radius. */
export const HULL_HEAD = 4;
/** Integers before the faces of a packed hull: users, vertices, faces, face corners, edges. */
export const HULL_COUNTS = 5;

/** All hull geometry as two parts: integers and floats. An unused entry is five zeros. */
export const packHulls = (colliders: ColliderTable): [Int32Array, Float64Array] => {
  const integers: number[] = [];
  const floats: number[] = [];
  for (const [i, hull] of colliders.hulls.entries()) {
    if (!hull) {
      integers.push(0, 0, 0, 0, 0);
      continue;
    }
    const { vertexCount, faceCount, faceVertices, edgeCount } = hull;
    integers.push(colliders.hullUsers[i], vertexCount, faceCount, faceVertices.length, edgeCount);
    integers.push(...hull.faceStart, ...faceVertices, ...hull.edges);
    floats.push(...hull.centre, hull.innerRadius, ...hull.vertices, ...hull.planes);
  }
  return [Int32Array.from(integers), Float64Array.from(floats)];
};

/** The inverse of packHulls. */
export const unpackHulls = (
  integers: Part,
  floats: Part,
): { hulls: (HullGeometry | undefined)[]; users: number[] } => {
  const hulls: (HullGeometry | undefined)[] = [];
  const users: number[] = [];
  let i = 0;
  let f = 0;
  while (i < integers.length) {
    const [count, vertexCount, faceCount, corners, edgeCount] = integers.subarray(i, i + HULL_COUNTS);
    i += HULL_COUNTS;
    users.push(count);
    if (count === 0) {
      hulls.push(undefined);
      continue;
    }
    const takeIntegers = (length: number): Int32Array => {
      i += length;
      return Int32Array.from(integers.subarray(i - length, i));
    };
    const takeFloats = (length: number): Floats => {
      f += length;
      return floatsFrom(floats.subarray(f - length, f));
    };
    const [cx, cy, cz, innerRadius] = takeFloats(HULL_HEAD);
    hulls.push({
      vertexCount,
      faceCount,
      edgeCount,
      centre: [cx, cy, cz],
      innerRadius,
      vertices: takeFloats(vertexCount * 3),
      planes: takeFloats(faceCount * 4),
      faceStart: takeIntegers(faceCount + 1),
      faceVertices: takeIntegers(corners),
      edges: takeIntegers(edgeCount * 4),
    });
  }
  return { hulls, users };
};
