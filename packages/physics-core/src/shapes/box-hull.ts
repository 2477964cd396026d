import type { Vec3 } from '../math/vec3.js';
import { assembleHull, cornersOf, normalOf } from './hull-assembly.js';
import type { HullGeometry } from './hull-geometry.js';

/** Vertex i has +x, +y, +z where bit 0, 1, 2 of i is set. Faces: -x, +x, -y, +y, -z, +z. */
const FACES = [
  [0, 4, 6, 2],
  [1, 3, 7, 5],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 2, 3, 1],
  [4, 5, 7, 6],
];

/** The hull of a box with these half extents. Planes, centre and inner radius are exact. */
export const boxHull = (hx: number, hy: number, hz: number): HullGeometry => {
  const corners: Vec3[] = [];
  for (let i = 0; i < 8; i++) corners.push([i & 1 ? hx : -hx, i & 2 ? hy : -hy, i & 4 ? hz : -hz]);
  const normals = FACES.map((face) => normalOf(cornersOf(corners, face)));
  // Assigned, not spread into a new object: all hulls keep one hidden class, and reading
  // their numbers allocates nothing.
  const exact = { centre: [0, 0, 0] as const, innerRadius: Math.min(hx, hy, hz) };
  return Object.assign(assembleHull(corners, FACES, normals), exact);
};
