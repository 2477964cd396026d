import { createFloats, type Floats, floatsFrom } from '../../../math/floats.js';
import {
  ADMISSIBLE_TILT,
  EDGE_BIAS,
  EDGE_BIAS_RELATIVE,
  FACE_BIAS,
  FACE_BIAS_RELATIVE,
  PARALLEL_SINE_SQUARED,
} from '../../../tuning.js';
import type { TriangleSurface } from '../../meshes/mesh-geometry.js';
import type { Triangle } from '../../meshes/surface.js';
import { clipBySides, clipScratch, keepWithinMargin, reserveClip } from '../clip.js';
import { edgeCode, FACE_CODE, packFeature, swapFeature, vertexCode } from '../feature-id.js';
import { incidentPolygon, referencePolygon } from '../hull-hull.js';
import { createPlacedHull, type PlacedHull } from '../placed-hull.js';
import { CANDIDATE_STRIDE } from '../reduce.js';
import { direction, isSupportEdge, isSupportVertex } from './admissible.js';
import { drift } from './drift.js';
import { createSheet, placeSheet } from './sheet.js';
import { addTouchPoint, touchNormal, touchPoint } from './touches.js';

/**
 * A box or hull against one triangle by the separating axis test, in the frame of the surface: the normal of the
 * triangle, the normals of the hull's faces and the cross products of edges. Any axis may show that the two are apart,
 * but only an admissible one (`admissible.ts`) may be the normal of the contact; that of the triangle always is. So the
 * edge of a triangle ahead does not stop a box that slides over it, and a plate that stands on its edge is not pushed
 * aside, however deep it has sunk.
 *
 * Two edges that cross have one point. A hull that rocks on the ridge between two triangles would then come down on either
 * of them with a corner that has none: 24 mm deep on terrain. So its vertices over such a triangle
 * are a touch of their own (`touchVertices`), along the triangle's normal.
 */

const sheet = createSheet();

/** Scratch: the triangle as both hulls are wanted by the clipping. */
const placed: PlacedHull = createPlacedHull(sheet);

const identity = floatsFrom([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);

/** Scratch: the best axis of two edges, N (0-2), and its separation (3). */
const edgeAxis = createFloats(4);
let edgeOfHull = -1;
let edgeOfTriangle = -1;
let crossed = false;

/**
 * Adds the points of one triangle, whose plane is turned towards the hull's centre, to the touch in hand; writes its
 * normal to `touchNormal`.
 */
export const touchHull = (
  surface: TriangleSurface,
  triangle: Triangle,
  hull: PlacedHull,
  margin: Floats,
): void => {
  crossed = false;
  const own = lowestAlong(hull, triangle.plane) - triangle.plane[3];
  if (own > margin[0]) return;
  const open = openEdges(triangle, hull, own);
  if (open === 0 && own >= -FACE_BIAS) {
    placeSheet(sheet, triangle);
    addClipped(placed, 0, hull, triangle, true, margin);
    return;
  }
  const face = bestFace(surface, triangle, hull, own, margin);
  if (face === SEPARATED) return;
  const best = face >= 0 ? lowestCorner[0] : own;
  edgeOfHull = -1;
  if (open !== 0 && bestEdges(surface, triangle, hull, best, open, margin)) return;
  placeSheet(sheet, triangle);
  if (edgeOfHull >= 0 && edgeAxis[3] > best + EDGE_BIAS + EDGE_BIAS_RELATIVE * Math.abs(best)) {
    addEdges(triangle, hull);
    return;
  }
  if (face >= 0 && addClipped(hull, face, placed, triangle, false, margin)) return;
  if (edgeOfHull >= 0 && face >= 0) addEdges(triangle, hull);
  else if (own <= margin[0]) addClipped(placed, 0, hull, triangle, true, margin);
};

/** Whether touchHull has found two edges that cross. */
export const crossesEdge = (): boolean => crossed;

/**
 * Adds the vertices of the hull that come over the triangle and sink below its plane, as far from it as the margin at most; with `all`
 * also those that lie over it already. In a valley a vertex slides on one slope and meets the other within the step.
 */
export const touchVertices = (
  { corners, plane }: Triangle,
  { vertices, hull }: PlacedHull,
  margin: Floats,
  all: boolean,
): void => {
  for (let i = 0; i < 3; i++) touchNormal[i] = plane[i];
  for (let v = 0; v < hull.vertexCount; v++) {
    const x = vertices[3 * v];
    const y = vertices[3 * v + 1];
    const z = vertices[3 * v + 2];
    const height = plane[0] * x + plane[1] * y + plane[2] * z - plane[3];
    if (Math.abs(height) > margin[0]) continue;
    const dx = drift[0] + drift[4] * z - drift[5] * y;
    const dy = drift[1] + drift[5] * x - drift[3] * z;
    const dz = drift[2] + drift[3] * y - drift[4] * x;
    const end = height + plane[0] * dx + plane[1] * dy + plane[2] * dz;
    // Above the plane: over a ridge a vertex is below that of the next slope, and never meets it.
    const sinks = height >= 0 && end < 0;
    if (!all && !sinks) continue;
    let over = true;
    let comes = sinks;
    for (let k = 0; k < 3 && (over || comes); k++) {
      const a = 3 * k;
      const b = k < 2 ? a + 3 : 0;
      const fx = corners[b] - corners[a];
      const fy = corners[b + 1] - corners[a + 1];
      const fz = corners[b + 2] - corners[a + 2];
      // f × n points out of the triangle.
      const ox = fy * plane[2] - fz * plane[1];
      const oy = fz * plane[0] - fx * plane[2];
      const oz = fx * plane[1] - fy * plane[0];
      const outwards = ox * (x - corners[a]) + oy * (y - corners[a + 1]) + oz * (z - corners[a + 2]);
      over = over && outwards <= 0;
      comes = comes && outwards + ox * dx + oy * dy + oz * dz <= 0;
    }
    if (over ? !all : !comes) continue;
    touchPoint[0] = x - 0.5 * height * plane[0];
    touchPoint[1] = y - 0.5 * height * plane[1];
    touchPoint[2] = z - 0.5 * height * plane[2];
    touchPoint[3] = height;
    addTouchPoint(packFeature(vertexCode(v), FACE_CODE));
  }
};

let lowestVertex = 0;

/** n·x of the hull's vertex that is lowest along the plane's normal. */
const lowestAlong = ({ vertices, hull }: PlacedHull, plane: Floats): number => {
  let lowest = Infinity;
  for (let o = 0; o < 3 * hull.vertexCount; o += 3) {
    const x = plane[0] * vertices[o] + plane[1] * vertices[o + 1] + plane[2] * vertices[o + 2];
    if (x >= lowest) continue;
    lowest = x;
    lowestVertex = o;
  }
  return lowest;
};

/**
 * The edges of the triangle across which an axis may separate more than its normal n, a bit each. Let y be the lowest vertex of the
 * hull, at the height s over the plane, o the direction out of the triangle across an edge and q = o·(y - a) for a point a of the
 * edge. Along N = n cos θ + o sin θ the hull is no higher over the edge than y, s cos θ + q sin θ, and for 0 <= θ <= 90° that is at
 * most s where q <= min(0, s).
 *
 * With none, y lies over the triangle, at p + s n. A face of the hull with the normal m then leaves p, which belongs to the triangle,
 * at the height -s m·n at most: also no more than s, but for what a penetration is deep.
 */
const openEdges = ({ corners, plane }: Triangle, { vertices }: PlacedHull, own: number): number => {
  const v = lowestVertex;
  const least = Math.min(0, own);
  let open = 0;
  for (let k = 0; k < 3; k++) {
    const a = 3 * k;
    const b = k < 2 ? a + 3 : 0;
    const fx = corners[b] - corners[a];
    const fy = corners[b + 1] - corners[a + 1];
    const fz = corners[b + 2] - corners[a + 2];
    // f × n points out of the triangle.
    const q =
      (fy * plane[2] - fz * plane[1]) * (vertices[v] - corners[a]) +
      (fz * plane[0] - fx * plane[2]) * (vertices[v + 1] - corners[a + 1]) +
      (fx * plane[1] - fy * plane[0]) * (vertices[v + 2] - corners[a + 2]);
    if (q > 0 || q * q < least * least * (fx * fx + fy * fy + fz * fz)) open |= 1 << k;
  }
  return open;
};

const SEPARATED = -2;

/**
 * Scratch, per face of the hull with the normal m: bit k is set where m·f > 0 for the edge f that starts at corner k of the triangle,
 * bit 3 + k where m·f < 0, and UP where the face looks away from the triangle.
 */
let sides: Int32Array = new Int32Array(16);
const UP = 64;
/** Scratch: height of the triangle's lowest corner over the best face. */
const lowestCorner = createFloats(1);

/** The admissible face of the hull that beats the triangle's own normal, -1 when none does, or SEPARATED. */
const bestFace = (
  surface: TriangleSurface,
  { corners, vertices, plane }: Triangle,
  { planes, hull }: PlacedHull,
  own: number,
  margin: Floats,
): number => {
  let best = own + FACE_BIAS + FACE_BIAS_RELATIVE * Math.abs(own);
  let face = -1;
  if (sides.length < hull.faceCount) sides = new Int32Array(2 * hull.faceCount);
  const nx = plane[0];
  const ny = plane[1];
  const nz = plane[2];
  for (let f = 0; f < hull.faceCount; f++) {
    const p = 4 * f;
    const x = planes[p];
    const y = planes[p + 1];
    const z = planes[p + 2];
    const a = x * corners[0] + y * corners[1] + z * corners[2];
    const b = x * corners[3] + y * corners[4] + z * corners[5];
    const c = x * corners[6] + y * corners[7] + z * corners[8];
    const cosine = nx * x + ny * y + nz * z;
    const height = Math.min(a, b, c) - planes[p + 3];
    if (height > margin[0]) return SEPARATED;
    sides[f] =
      (b > a ? 1 : b < a ? 8 : 0) |
      (c > b ? 2 : c < b ? 16 : 0) |
      (a > c ? 4 : a < c ? 32 : 0) |
      (cosine > 0 ? UP : 0);
    if (height <= best || cosine > ADMISSIBLE_TILT) continue;
    direction[0] = -x;
    direction[1] = -y;
    direction[2] = -z;
    if (!isSupportVertex(surface, vertices[a <= b && a <= c ? 0 : b <= c ? 1 : 2])) continue;
    best = height;
    face = f;
    lowestCorner[0] = height;
  }
  return face;
};

/**
 * The admissible pair of edges that separates most, in `edgeAxis`. True when some pair shows that the two are apart. An
 * edge of the hull with the face normals m1 and m2 is its support along -N if -N lies between them, so if m1·f and m2·f
 * differ in sign for the edge f of the triangle; that is the triangle's support along N if N does not lead inwards.
 */
const bestEdges = (
  surface: TriangleSurface,
  { corners, vertices: names, plane }: Triangle,
  { vertices, planes, hull }: PlacedHull,
  best: number,
  open: number,
  margin: Floats,
): boolean => {
  let most = best;
  const { edges, edgeCount } = hull;
  for (let e = 0; e < edgeCount; e++) {
    const left = sides[edges[4 * e + 2]];
    const right = sides[edges[4 * e + 3]];
    // On the upper side of the hull: it is no support along -N for an N above the triangle.
    if ((left & right & UP) !== 0) continue;
    const crossing = ((left & (right >> 3)) | ((left >> 3) & right)) & open;
    if (crossing === 0) continue;
    const m1 = 4 * edges[4 * e + 2];
    const m2 = 4 * edges[4 * e + 3];
    const v = 3 * edges[4 * e];
    const w = 3 * edges[4 * e + 1];
    const ex = vertices[w] - vertices[v];
    const ey = vertices[w + 1] - vertices[v + 1];
    const ez = vertices[w + 2] - vertices[v + 2];
    for (let k = 0; k < 3; k++) {
      if ((crossing & (1 << k)) === 0) continue;
      const next = k < 2 ? k + 1 : 0;
      const a = 3 * k;
      const b = 3 * next;
      const fx = corners[b] - corners[a];
      const fy = corners[b + 1] - corners[a + 1];
      const fz = corners[b + 2] - corners[a + 2];
      const f2 = fx * fx + fy * fy + fz * fz;
      let x = ey * fz - ez * fy;
      let y = ez * fx - ex * fz;
      let z = ex * fy - ey * fx;
      const cross2 = x * x + y * y + z * z;
      if (cross2 <= PARALLEL_SINE_SQUARED * f2 * (ex * ex + ey * ey + ez * ez)) continue;
      const inwards =
        x * (planes[m1] + planes[m2]) +
        y * (planes[m1 + 1] + planes[m2 + 1]) +
        z * (planes[m1 + 2] + planes[m2 + 2]);
      const scale = (inwards > 0 ? -1 : 1) / Math.sqrt(cross2);
      x *= scale;
      y *= scale;
      z *= scale;
      // f × n points out of the triangle.
      const outwards =
        x * (fy * plane[2] - fz * plane[1]) +
        y * (fz * plane[0] - fx * plane[2]) +
        z * (fx * plane[1] - fy * plane[0]);
      if (outwards < 0) continue;
      const separation =
        x * (vertices[v] - corners[a]) +
        y * (vertices[v + 1] - corners[a + 1]) +
        z * (vertices[v + 2] - corners[a + 2]);
      if (separation > margin[0]) return true;
      if (separation <= most || x * plane[0] + y * plane[1] + z * plane[2] < 0) continue;
      direction[0] = x;
      direction[1] = y;
      direction[2] = z;
      if (!isSupportEdge(surface, names[k], names[next])) continue;
      most = separation;
      edgeOfHull = e;
      edgeOfTriangle = k;
      edgeAxis[0] = x;
      edgeAxis[1] = y;
      edgeAxis[2] = z;
      edgeAxis[3] = separation;
    }
  }
  return false;
};

/** The point where the two edges come nearest to each other, as in `edge-contact.ts`. */
const addEdges = ({ corners, vertices: names }: Triangle, { vertices, hull }: PlacedHull): void => {
  crossed = true;
  const v = hull.edges[4 * edgeOfHull];
  const w = hull.edges[4 * edgeOfHull + 1];
  const a = 3 * edgeOfTriangle;
  const b = edgeOfTriangle < 2 ? a + 3 : 0;
  let ee = 0;
  let ff = 0;
  let ef = 0;
  let er = 0;
  let fr = 0;
  for (let i = 0; i < 3; i++) {
    const e = vertices[3 * w + i] - vertices[3 * v + i];
    const f = corners[b + i] - corners[a + i];
    const r = corners[a + i] - vertices[3 * v + i];
    ee += e * e;
    ff += f * f;
    ef += e * f;
    er += e * r;
    fr += f * r;
  }
  const across = ee * ff - ef * ef;
  const s = across > 0 ? Math.max(0, Math.min(1, (er * ff - ef * fr) / across)) : 0.5;
  const t = Math.max(0, Math.min(1, (ef * s - fr) / ff));
  for (let i = 0; i < 3; i++) {
    const p = vertices[3 * v + i] + s * (vertices[3 * w + i] - vertices[3 * v + i]);
    const q = corners[a + i] + t * (corners[b + i] - corners[a + i]);
    touchPoint[i] = 0.5 * (p + q);
    touchNormal[i] = edgeAxis[i];
  }
  touchPoint[3] = edgeAxis[3];
  const k = edgeOfTriangle;
  addTouchPoint((edgeCode(v, w) << 16) | shortName(names[k], names[k < 2 ? k + 1 : 0]));
};

/**
 * Clips a face of one against the other and adds what is within the margin; false when nothing is left. Features name
 * the hull's part first, then the triangle's by the vertices of the surface, so that neighbours agree on them.
 */
const addClipped = (
  reference: PlacedHull,
  face: number,
  incident: PlacedHull,
  { vertices: names }: Triangle,
  byTriangle: boolean,
  margin: Floats,
): boolean => {
  reserveClip(reference.hull.vertexCount, incident.hull.vertexCount);
  const sides = referencePolygon(reference, face, identity, 0);
  const corners = incidentPolygon(reference, face, incident);
  const count = keepWithinMargin(clipBySides(corners, sides), margin);
  if (count === 0) return false;
  const { frame } = clipScratch;
  const { points, features } = clipScratch.polygon;
  const sign = byTriangle ? 1 : -1;
  for (let i = 0; i < 3; i++) touchNormal[i] = sign * frame[9 + i];
  for (let k = 0; k < count; k++) {
    const o = k * CANDIDATE_STRIDE;
    const half = 0.5 * points[o + 2];
    for (let i = 0; i < 3; i++)
      touchPoint[i] =
        frame[i] + points[o] * frame[3 + i] + points[o + 1] * frame[6 + i] + half * frame[9 + i];
    touchPoint[3] = points[o + 2];
    const feature = byTriangle ? swapFeature(features[k]) : features[k];
    addTouchPoint((feature & ~0xffff) | surfaceCode(feature & 0xffff, names));
  }
  return true;
};

/** The code of a triangle's part with the names of the surface's vertices instead of 0, 1 and 2. */
export const surfaceCode = (code: number, names: Int32Array): number =>
  code === FACE_CODE ? FACE_CODE : shortName(names[code >> 8], names[code & 0xff]);

/** 16 bits for a vertex (twice the same) or edge of the surface; never that of a face. */
export const shortName = (v: number, w: number): number => {
  let hash = Math.imul(Math.min(v, w), 0x9e3779b1) ^ Math.imul(Math.max(v, w), 0x85ebca77);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash >>> 16) | 1;
};
