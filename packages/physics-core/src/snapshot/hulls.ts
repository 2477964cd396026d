import { boxHull, HALF_EXTENTS, isBoxHull } from '../collision/shapes/box-hull.js';
import type { HullGeometry } from '../collision/shapes/hull-geometry.js';
import { MAX_HULL_VERTICES } from '../collision/shapes/quickhull.js';
import type { SharedHulls } from '../collision/shapes/shared-hulls.js';
import { createFloats, type Floats, floatsFrom, growFloats } from '../math/floats.js';
import { growInt32 } from '../math/index-list.js';
import type { Part } from './parts.js';
import { must } from './saved-state.js';

/**
 * All hull geometry as integers and floats. Of each entry its users; if it has some, its vertices, 0 for a box, of which only the half
 * extents follow; else numbers of faces, of face corners and of edges, and the lists of a HullGeometry.
 */
export interface PackedHulls {
  integers: Int32Array;
  integerCount: number;
  floats: Floats;
  floatCount: number;
}

/** Scratch: kept, because a game saves in every step. */
const packed: PackedHulls = {
  integers: new Int32Array(0),
  integerCount: 0,
  floats: createFloats(0),
  floatCount: 0,
};

/** Good until the next call. */
export const packHulls = ({ hulls, hullUsers }: SharedHulls): PackedHulls => {
  packed.integerCount = 0;
  packed.floatCount = 0;
  for (let at = 0; at < hulls.length; at++) {
    const hull = hulls[at];
    head[0] = hull === undefined ? 0 : hullUsers[at];
    if (hull === undefined) addIntegers(head, 1);
    else if (isBoxHull(hull)) {
      head[1] = 0;
      addIntegers(head, 2);
      for (let i = 0; i < 3; i++) addFloat(hull.vertices[HALF_EXTENTS + i]);
    } else packHull(hull);
  }
  return packed;
};

const HULL_HEAD = 5;
/** Scratch: the first integers of an entry. */
const head = new Int32Array(HULL_HEAD);

const packHull = (hull: HullGeometry): void => {
  const { vertexCount, faceCount, faceVertices, edgeCount } = hull;
  head[1] = vertexCount;
  head[2] = faceCount;
  head[3] = faceVertices.length;
  head[4] = edgeCount;
  addIntegers(head, HULL_HEAD);
  addIntegers(hull.faceStart, hull.faceStart.length);
  addIntegers(faceVertices, faceVertices.length);
  addIntegers(hull.edges, hull.edges.length);
  for (let i = 0; i < 3; i++) addFloat(hull.centre[i]);
  addFloat(hull.innerRadius);
  for (let i = 0; i < hull.vertices.length; i++) addFloat(hull.vertices[i]);
  for (let i = 0; i < hull.planes.length; i++) addFloat(hull.planes[i]);
};

const addIntegers = (list: Int32Array, length: number): void => {
  const end = packed.integerCount + length;
  if (packed.integers.length < end) packed.integers = growInt32(packed.integers, end);
  for (let i = 0; i < length; i++) packed.integers[packed.integerCount + i] = list[i];
  packed.integerCount = end;
};

const addFloat = (value: number): void => {
  if (packed.floats.length === packed.floatCount)
    packed.floats = growFloats(packed.floats, packed.floatCount + 1);
  packed.floats[packed.floatCount++] = value;
};

/** The hulls of a snapshot. */
export interface SavedHulls {
  readonly hulls: (HullGeometry | undefined)[];
  readonly users: number[];
  /** Every one of them is that of the world. */
  readonly areKnown: boolean;
}

/** The inverse of packHulls, or a refusal. A hull that the world has at the same entry is kept: a rollback builds none. */
export const unpackHulls = (integers: Part, floats: Part, known: SharedHulls['hulls']): SavedHulls => {
  const hulls: (HullGeometry | undefined)[] = [];
  const users: number[] = [];
  let areKnown = true;
  let i = 0;
  let f = 0;
  while (i < integers.length) {
    const count = integers[i++];
    const at = hulls.length;
    must(count >= 0, 'the users of a hull');
    users.push(count);
    if (count === 0) hulls.push(undefined);
    else {
      must(i < integers.length, 'a hull');
      const vertices = integers[i++];
      if (vertices === 0) {
        must(f + 3 <= floats.length, 'a hull');
        hulls.push(keptBox(known[at], floats, f) ?? readBox(floats, f));
        f += 3;
      } else {
        const size = readSize(vertices, integers, i, floats, f);
        const hull = known[at];
        hulls.push(
          hull && isSameHull(hull, size, integers, floats) ? hull : readHull(size, integers, floats),
        );
        i = size.integersEnd;
        f = size.floatsEnd;
      }
    }
    areKnown &&= hulls[at] === known[at];
  }
  must(f === floats.length, 'the hulls');
  return { hulls, users, areKnown: areKnown && hulls.length === known.length };
};

const keptBox = (hull: HullGeometry | undefined, floats: Part, f: number): HullGeometry | undefined => {
  if (hull === undefined || !isBoxHull(hull)) return undefined;
  for (let i = 0; i < 3; i++) if (hull.vertices[HALF_EXTENTS + i] !== floats[f + i]) return undefined;
  return hull;
};

const readBox = (floats: Part, f: number): HullGeometry => {
  for (let i = 0; i < 3; i++) must(floats[f + i] > 0 && floats[f + i] < Infinity, 'the size of a box');
  return boxHull(floats[f], floats[f + 1], floats[f + 2]);
};

/** Numbers of an entry, and where its lists are. */
interface HullSize {
  readonly vertices: number;
  readonly faces: number;
  readonly corners: number;
  readonly edges: number;
  readonly lists: number;
  readonly integersEnd: number;
  readonly numbers: number;
  readonly floatsEnd: number;
}

/** Floats before the vertices: centroid and inner radius. */
const MIDDLE = 4;

const readSize = (vertices: number, integers: Part, i: number, floats: Part, f: number): HullSize => {
  must(i + 3 <= integers.length, 'a hull');
  const [faces, corners, edges] = integers.subarray(i, i + 3);
  const sized = vertices >= 4 && vertices <= MAX_HULL_VERTICES && faces >= 4 && edges >= 6;
  must(sized && faces <= 2 * MAX_HULL_VERTICES && corners === 2 * edges, 'the size of a hull');
  const lists = i + 3;
  const integersEnd = lists + faces + 1 + corners + 4 * edges;
  const floatsEnd = f + MIDDLE + 3 * vertices + 4 * faces;
  must(integersEnd <= integers.length && floatsEnd <= floats.length, 'a hull');
  return { vertices, faces, corners, edges, lists, integersEnd, numbers: f, floatsEnd };
};

const isSame = (a: ArrayLike<number>, b: Part, from: number): boolean => {
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[from + i])) return false;
  return true;
};

const isSameHull = (hull: HullGeometry, size: HullSize, integers: Part, floats: Part): boolean => {
  const { vertices, faces, corners, edges, lists, numbers } = size;
  const isSized = hull.vertexCount === vertices && hull.faceCount === faces && hull.edgeCount === edges;
  if (!isSized || isBoxHull(hull)) return false;
  const at = numbers + MIDDLE;
  return (
    hull.innerRadius === floats[numbers + 3] &&
    isSame(hull.centre, floats, numbers) &&
    isSame(hull.vertices, floats, at) &&
    isSame(hull.planes, floats, at + 3 * vertices) &&
    isSame(hull.faceStart, integers, lists) &&
    isSame(hull.faceVertices, integers, lists + faces + 1) &&
    isSame(hull.edges, integers, lists + faces + 1 + corners)
  );
};

const readHull = (size: HullSize, integers: Part, floats: Part): HullGeometry => {
  const { vertices, faces, corners, edges, lists, integersEnd, numbers, floatsEnd } = size;
  for (let k = numbers; k < floatsEnd; k++) must(Number.isFinite(floats[k]), 'a hull');
  const cornersAt = lists + faces + 1;
  const edgesAt = cornersAt + corners;
  const hull: HullGeometry = {
    vertexCount: vertices,
    vertices: floatsFrom(floats.subarray(numbers + MIDDLE, numbers + MIDDLE + 3 * vertices)),
    faceCount: faces,
    planes: floatsFrom(floats.subarray(numbers + MIDDLE + 3 * vertices, floatsEnd)),
    faceStart: Int32Array.from(integers.subarray(lists, cornersAt)),
    faceVertices: Int32Array.from(integers.subarray(cornersAt, edgesAt)),
    edgeCount: edges,
    edges: Int32Array.from(integers.subarray(edgesAt, integersEnd)),
    centre: [floats[numbers], floats[numbers + 1], floats[numbers + 2]],
    innerRadius: floats[numbers + 3],
  };
  checkFaces(hull);
  checkEdges(hull);
  return hull;
};

const isBelow = (value: number, count: number): boolean => value >= 0 && value < count;

const checkFaces = ({ faceStart, faceCount, faceVertices, vertexCount }: HullGeometry): void => {
  must(faceStart[0] === 0 && faceStart[faceCount] === faceVertices.length, 'the faces of a hull');
  for (let k = 0; k < faceCount; k++) must(faceStart[k + 1] >= faceStart[k] + 3, 'a face of a hull');
  for (const vertex of faceVertices) must(isBelow(vertex, vertexCount), 'a face of a hull');
};

const checkEdges = ({ edges, vertexCount, faceCount }: HullGeometry): void => {
  for (let k = 0; k < edges.length; k++)
    must(isBelow(edges[k], k % 4 < 2 ? vertexCount : faceCount), 'an edge of a hull');
};
