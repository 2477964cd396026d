import { createFloats, type Floats } from '../../math/floats.js';
import { POSE_STRIDE } from '../shapes/collider-shapes.js';
import type { HullGeometry } from '../shapes/hull-geometry.js';
import { writeRelativePose } from './relative-pose.js';

/**
 * A hull in the frame in which a pair is tested, with the scratch its queries need.
 * Reused for every pair.
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

export const createPlacedHull = (hull: HullGeometry = nothing): PlacedHull => ({
  hull,
  vertices: hull.vertices,
  planes: hull.planes,
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
  writeRelativePose(pose, frame * POSE_STRIDE, slot * POSE_STRIDE, relative);
  const m = relative;
  for (let i = 0; i < 3; i++) {
    const r = 3 + 3 * i;
    centre[i] = m[r] * hull.centre[0] + m[r + 1] * hull.centre[1] + m[r + 2] * hull.centre[2] + m[i];
  }
  moveHull(vertices, movedVertices, planes, movedPlanes, vertexCount, faceCount);
};

/** Scratch: pose of the hull in the frame of the other collider. */
const relative = createFloats(12);

/** Vertices and planes in one function, so that R and t are read once. */
const moveHull = (
  vertices: Floats,
  movedVertices: Floats,
  planes: Floats,
  movedPlanes: Floats,
  vertexCount: number,
  faceCount: number,
): void => {
  const t0 = relative[0];
  const t1 = relative[1];
  const t2 = relative[2];
  const r00 = relative[3];
  const r01 = relative[4];
  const r02 = relative[5];
  const r10 = relative[6];
  const r11 = relative[7];
  const r12 = relative[8];
  const r20 = relative[9];
  const r21 = relative[10];
  const r22 = relative[11];
  for (let o = 0; o < 3 * vertexCount; o += 3) {
    const x = vertices[o];
    const y = vertices[o + 1];
    const z = vertices[o + 2];
    movedVertices[o] = r00 * x + r01 * y + r02 * z + t0;
    movedVertices[o + 1] = r10 * x + r11 * y + r12 * z + t1;
    movedVertices[o + 2] = r20 * x + r21 * y + r22 * z + t2;
  }
  for (let o = 0; o < 4 * faceCount; o += 4) {
    const x = planes[o];
    const y = planes[o + 1];
    const z = planes[o + 2];
    const nx = r00 * x + r01 * y + r02 * z;
    const ny = r10 * x + r11 * y + r12 * z;
    const nz = r20 * x + r21 * y + r22 * z;
    movedPlanes[o] = nx;
    movedPlanes[o + 1] = ny;
    movedPlanes[o + 2] = nz;
    movedPlanes[o + 3] = planes[o + 3] + (nx * t0 + ny * t1 + nz * t2);
  }
};
