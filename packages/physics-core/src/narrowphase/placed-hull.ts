import { createFloats, type Floats } from '../math/floats.js';
import { POSE_STRIDE } from '../shapes/collider-shapes.js';
import type { HullGeometry } from '../shapes/hull-geometry.js';

/**
 * A hull as seen from the frame in which a pair is tested, with the scratch its
 * queries need. Reused for every pair.
 */
export interface PlacedHull {
  hull: HullGeometry;
  vertices: Floats;
  /** Outward normal and offset per face, like HullGeometry's. */
  planes: Floats;
  readonly centre: Floats;
  /** Written by faceQuery. Height of the other hull's centre above each face. */
  centreHeights: Floats;
  /** Written by faceQuery, one element: the largest separation among this hull's faces. */
  readonly separation: Floats;
  /** Written by edgeQuery: the edges that can still win. */
  edges: Int32Array;
  /** Own memory for a hull that has to be moved. */
  movedVertices: Floats;
  movedPlanes: Floats;
}

const nothing: HullGeometry = {
  vertexCount: 0,
  vertices: createFloats(0),
  faceCount: 0,
  planes: createFloats(0),
  faceStart: new Int32Array(1),
  faceVertices: new Int32Array(0),
  edgeCount: 0,
  edges: new Int32Array(0),
  centre: [0, 0, 0],
  innerRadius: 0,
};

export const createPlacedHull = (): PlacedHull => ({
  hull: nothing,
  vertices: nothing.vertices,
  planes: nothing.planes,
  centre: createFloats(3),
  centreHeights: createFloats(0),
  separation: createFloats(1),
  edges: new Int32Array(0),
  movedVertices: createFloats(0),
  movedPlanes: createFloats(0),
});

const reserve = (placed: PlacedHull, hull: HullGeometry): void => {
  placed.hull = hull;
  if (placed.centreHeights.length < hull.faceCount) placed.centreHeights = createFloats(hull.faceCount);
  if (placed.edges.length < hull.edgeCount) placed.edges = new Int32Array(hull.edgeCount);
};

export const placeInOwnFrame = (placed: PlacedHull, hull: HullGeometry): void => {
  reserve(placed, hull);
  placed.vertices = hull.vertices;
  placed.planes = hull.planes;
  placed.centre[0] = hull.centre[0];
  placed.centre[1] = hull.centre[1];
  placed.centre[2] = hull.centre[2];
};

/**
 * Moves the hull of collider `slot` into the frame of collider `frame`: x' = R
 * x + t, n' = R n, d' = d + n'·t.
 */
export const placeInFrameOf = (
  placed: PlacedHull,
  hull: HullGeometry,
  pose: Floats,
  slot: number,
  frame: number,
): void => {
  reserve(placed, hull);
  const { vertexCount, faceCount, vertices, planes } = hull;
  if (placed.movedVertices.length < 3 * vertexCount) placed.movedVertices = createFloats(3 * vertexCount);
  if (placed.movedPlanes.length < 4 * faceCount) placed.movedPlanes = createFloats(4 * faceCount);
  const { movedVertices, movedPlanes, centre } = placed;
  placed.vertices = movedVertices;
  placed.planes = movedPlanes;
  const p = slot * POSE_STRIDE;
  const f = frame * POSE_STRIDE;
  const dx = pose[p] - pose[f];
  const dy = pose[p + 1] - pose[f + 1];
  const dz = pose[p + 2] - pose[f + 2];
  const m = motion;
  for (let i = 0; i < 3; i++) {
    const ax = pose[f + 3 + i];
    const ay = pose[f + 6 + i];
    const az = pose[f + 9 + i];
    m[4 * i] = ax * pose[p + 3] + ay * pose[p + 6] + az * pose[p + 9];
    m[4 * i + 1] = ax * pose[p + 4] + ay * pose[p + 7] + az * pose[p + 10];
    m[4 * i + 2] = ax * pose[p + 5] + ay * pose[p + 8] + az * pose[p + 11];
    m[4 * i + 3] = ax * dx + ay * dy + az * dz;
    centre[i] =
      m[4 * i] * hull.centre[0] +
      m[4 * i + 1] * hull.centre[1] +
      m[4 * i + 2] * hull.centre[2] +
      m[4 * i + 3];
  }
  movePoints(vertices, movedVertices, vertexCount);
  movePlanes(planes, movedPlanes, faceCount);
};

/** R and t row by row: r00 r01 r02 t0 r10 ... t2. */
const motion = createFloats(12);

const movePoints = (from: Floats, to: Floats, count: number): void => {
  const r00 = motion[0];
  const r01 = motion[1];
  const r02 = motion[2];
  const t0 = motion[3];
  const r10 = motion[4];
  const r11 = motion[5];
  const r12 = motion[6];
  const t1 = motion[7];
  const r20 = motion[8];
  const r21 = motion[9];
  const r22 = motion[10];
  const t2 = motion[11];
  for (let o = 0; o < 3 * count; o += 3) {
    const x = from[o];
    const y = from[o + 1];
    const z = from[o + 2];
    to[o] = r00 * x + r01 * y + r02 * z + t0;
    to[o + 1] = r10 * x + r11 * y + r12 * z + t1;
    to[o + 2] = r20 * x + r21 * y + r22 * z + t2;
  }
};

const movePlanes = (from: Floats, to: Floats, count: number): void => {
  const r00 = motion[0];
  const r01 = motion[1];
  const r02 = motion[2];
  const t0 = motion[3];
  const r10 = motion[4];
  const r11 = motion[5];
  const r12 = motion[6];
  const t1 = motion[7];
  const r20 = motion[8];
  const r21 = motion[9];
  const r22 = motion[10];
  const t2 = motion[11];
  for (let o = 0; o < 4 * count; o += 4) {
    const x = from[o];
    const y = from[o + 1];
    const z = from[o + 2];
    const nx = r00 * x + r01 * y + r02 * z;
    const ny = r10 * x + r11 * y + r12 * z;
    const nz = r20 * x + r21 * y + r22 * z;
    to[o] = nx;
    to[o + 1] = ny;
    to[o + 2] = nz;
    to[o + 3] = from[o + 3] + (nx * t0 + ny * t1 + nz * t2);
  }
};
