import { createFloats, type Floats } from '../../math/floats.js';
import type { Vec3 } from '../../math/vec3.js';
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

const CORNERS = 8;

const assembleCube = (): HullGeometry => {
  const corners: Vec3[] = [];
  for (let i = 0; i < CORNERS; i++) corners.push([i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1]);
  return assembleHull(
    corners,
    FACES,
    FACES.map((face) => normalOf(cornersOf(corners, face))),
  );
};

/** The cube of half extent 1. All boxes have its faces, edges and normals. */
const CUBE = assembleCube();

/** Scratch: the vertices of the box in hand. */
const vertices = createFloats(3 * CORNERS);

/** The vertices of the box, to look it up by. Valid until the next call. */
export const boxVertices = (hx: number, hy: number, hz: number): Floats => {
  for (let i = 0; i < CORNERS; i++) {
    vertices[3 * i] = i & 1 ? hx : -hx;
    vertices[3 * i + 1] = i & 2 ? hy : -hy;
    vertices[3 * i + 2] = i & 4 ? hz : -hz;
  }
  return vertices;
};

/**
 * The hull of a box with these half extents. Planes, centre and inner radius are exact. A cube is copied:
 * to assemble every box from its corners took a third of the time of creating it.
 */
export const boxHull = (hx: number, hy: number, hz: number): HullGeometry => {
  const planes = CUBE.planes.slice() as Floats;
  for (let face = 0; face < CUBE.faceCount; face++) planes[4 * face + 3] = face < 2 ? hx : face < 4 ? hy : hz;
  // The same fields in the same order as in assembleHull: all hulls keep one hidden class, and
  // reading their numbers allocates nothing.
  return {
    vertexCount: CORNERS,
    vertices: boxVertices(hx, hy, hz).slice() as Floats,
    faceCount: CUBE.faceCount,
    planes,
    faceStart: CUBE.faceStart,
    faceVertices: CUBE.faceVertices,
    edgeCount: CUBE.edgeCount,
    edges: CUBE.edges,
    centre: [0, 0, 0],
    innerRadius: Math.min(hx, hy, hz),
  };
};

/** Whether boxHull made it: all of it follows from its half extents then. */
export const isBoxHull = (hull: HullGeometry): boolean => hull.faceVertices === CUBE.faceVertices;

/** Where the half extents stand in the vertices of a box: its last corner has them. */
export const HALF_EXTENTS = 3 * (CORNERS - 1);
