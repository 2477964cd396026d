import { createFloats, type Floats } from '../../math/floats.js';
import {
  GJK_CONVERGED,
  GJK_FLAT_TETRAHEDRON,
  GJK_FLAT_TRIANGLE,
  GJK_MAX_ITERATIONS,
  GJK_TOUCHING,
} from '../../tuning.js';
import { type ColliderShapes, POSE_STRIDE, ShapeKind, SIZE_STRIDE } from '../shapes/collider-shapes.js';
import { solids } from '../shapes/solids.js';
import { writeRelativePose } from './relative-pose.js';

/**
 * Distance between two convex cores (sphere: its centre, capsule: its segment, box, hull and cylinder: themselves).
 *
 * GJK (Gilbert, Johnson, Keerthi 1988) searches the point v of the Minkowski difference B - A that is
 * nearest to the origin. It keeps a simplex of vertices w = b - a; v is the point of the simplex nearest to
 * the origin; the next vertex is the support of B - A along -v. Because v·w / |v| is a lower bound of the
 * distance and |v| an upper one, v is the answer when v² - v·w vanishes. |v| is the distance and, with this
 * choice of sign, v points from A to B.
 *
 * Nearest point of a simplex: barycentric coordinates of the origin as ratios of signed volumes (Montanari,
 * Petrinic, Barbieri 2017). A segment from the origin into a simplex enters through a facet whose opposite
 * vertex has a coordinate <= 0, so only those facets are tested; of a simplex too flat for its signs to be
 * trusted all facets are. On a triangle v is n (n·a)/n², not the weighted sum of vertices, so
 * that the direction stays exact when the distance is small against the shapes.
 *
 * Everything runs in A's frame: nothing is lost far from the world's origin.
 */
export interface GjkResult {
  /** One element: distance between the cores, 0 when they overlap. */
  readonly distance: Floats;
  /** Unit, from A to B, world axes; zero when the cores overlap. */
  readonly normal: Floats;
  /** Nearest points on the cores of A and B, world; not meaningful when the cores overlap. */
  readonly pointA: Floats;
  readonly pointB: Floats;
}

export const createGjkResult = (): GjkResult => ({
  distance: createFloats(1),
  normal: createFloats(3),
  pointA: createFloats(3),
  pointB: createFloats(3),
});

/** Scratch: the pose of B in A's frame; v; support direction and vertices. */
const frame = createFloats(12);
const v = createFloats(3);
const direction = createFloats(3);
const vertexA = createFloats(3);
const vertexB = createFloats(3);

/** Scratch: the simplex. Vertices w = b - a and the a they came from (A's frame), and the pair of vertex indices. */
const simplexW = createFloats(12);
const simplexA = createFloats(12);
const simplexIdA = new Int32Array(4);
const simplexIdB = new Int32Array(4);
const weights = createFloats(4);

/** Scratch: the best point found while a simplex is searched. */
const bestV = createFloats(3);
const bestWeights = createFloats(4);
const bestSquared = createFloats(1);

/**
 * Writes the point of the core of collider `i` furthest along `dir` (both in its frame); returns its number, or -1 where
 * the core is curved. Boxes are written out: they are the commonest.
 */
const support = (shapes: ColliderShapes, i: number, dir: Floats, out: Floats): number => {
  const kind = shapes.kind[i];
  if (kind !== ShapeKind.box) return solids[kind].support(shapes, i, dir, out);
  const s = i * SIZE_STRIDE;
  const x = dir[0] >= 0;
  const y = dir[1] >= 0;
  const z = dir[2] >= 0;
  out[0] = x ? shapes.size[s] : -shapes.size[s];
  out[1] = y ? shapes.size[s + 1] : -shapes.size[s + 1];
  out[2] = z ? shapes.size[s + 2] : -shapes.size[s + 2];
  return (x ? 1 : 0) | (y ? 2 : 0) | (z ? 4 : 0);
};

/** Writes the vertex of B - A that is furthest along -v to simplex slot `n`. */
const addSupport = (shapes: ColliderShapes, a: number, b: number, n: number): void => {
  simplexIdA[n] = support(shapes, a, v, vertexA);
  const x = -v[0];
  const y = -v[1];
  const z = -v[2];
  direction[0] = frame[3] * x + frame[6] * y + frame[9] * z;
  direction[1] = frame[4] * x + frame[7] * y + frame[10] * z;
  direction[2] = frame[5] * x + frame[8] * y + frame[11] * z;
  simplexIdB[n] = support(shapes, b, direction, vertexB);
  const bx = vertexB[0];
  const by = vertexB[1];
  const bz = vertexB[2];
  const o = 3 * n;
  simplexA[o] = vertexA[0];
  simplexA[o + 1] = vertexA[1];
  simplexA[o + 2] = vertexA[2];
  simplexW[o] = frame[0] + frame[3] * bx + frame[4] * by + frame[5] * bz - vertexA[0];
  simplexW[o + 1] = frame[1] + frame[6] * bx + frame[7] * by + frame[8] * bz - vertexA[1];
  simplexW[o + 2] = frame[2] + frame[9] * bx + frame[10] * by + frame[11] * bz - vertexA[2];
};

/** Written out: a call of fill costs more than the rest of a vertex. */
const clearWeights = (): void => {
  bestWeights[0] = 0;
  bestWeights[1] = 0;
  bestWeights[2] = 0;
  bestWeights[3] = 0;
};

const considerVertex = (i: number): void => {
  const x = simplexW[3 * i];
  const y = simplexW[3 * i + 1];
  const z = simplexW[3 * i + 2];
  const squared = x * x + y * y + z * z;
  if (squared >= bestSquared[0]) return;
  bestSquared[0] = squared;
  bestV[0] = x;
  bestV[1] = y;
  bestV[2] = z;
  clearWeights();
  bestWeights[i] = 1;
};

const considerEdge = (i: number, j: number): void => {
  const ax = simplexW[3 * i];
  const ay = simplexW[3 * i + 1];
  const az = simplexW[3 * i + 2];
  const ex = simplexW[3 * j] - ax;
  const ey = simplexW[3 * j + 1] - ay;
  const ez = simplexW[3 * j + 2] - az;
  const along = -(ax * ex + ay * ey + az * ez);
  const whole = ex * ex + ey * ey + ez * ez;
  if (along <= 0) return considerVertex(i);
  if (along >= whole) return considerVertex(j);
  const t = along / whole;
  const x = ax + t * ex;
  const y = ay + t * ey;
  const z = az + t * ez;
  const squared = x * x + y * y + z * z;
  if (squared >= bestSquared[0]) return;
  bestSquared[0] = squared;
  bestV[0] = x;
  bestV[1] = y;
  bestV[2] = z;
  clearWeights();
  bestWeights[i] = 1 - t;
  bestWeights[j] = t;
};

const considerTriangle = (i: number, j: number, k: number): void => {
  const ax = simplexW[3 * i];
  const ay = simplexW[3 * i + 1];
  const az = simplexW[3 * i + 2];
  const bx = simplexW[3 * j];
  const by = simplexW[3 * j + 1];
  const bz = simplexW[3 * j + 2];
  const cx = simplexW[3 * k];
  const cy = simplexW[3 * k + 1];
  const cz = simplexW[3 * k + 2];
  const ex = bx - ax;
  const ey = by - ay;
  const ez = bz - az;
  const fx = cx - ax;
  const fy = cy - ay;
  const fz = cz - az;
  const nx = ey * fz - ez * fy;
  const ny = ez * fx - ex * fz;
  const nz = ex * fy - ey * fx;
  const nn = nx * nx + ny * ny + nz * nz;
  const flat = nn <= GJK_FLAT_TRIANGLE * (ex * ex + ey * ey + ez * ez) * (fx * fx + fy * fy + fz * fz);
  const wa = nx * (by * cz - bz * cy) + ny * (bz * cx - bx * cz) + nz * (bx * cy - by * cx);
  const wb = nx * (cy * az - cz * ay) + ny * (cz * ax - cx * az) + nz * (cx * ay - cy * ax);
  const wc = nx * (ay * bz - az * by) + ny * (az * bx - ax * bz) + nz * (ax * by - ay * bx);
  const inside = !flat && wa > 0 && wb > 0 && wc > 0;
  if (!inside) {
    if (flat || wa <= 0) considerEdge(j, k);
    if (flat || wb <= 0) considerEdge(k, i);
    if (flat || wc <= 0) considerEdge(i, j);
    return;
  }
  const height = (nx * ax + ny * ay + nz * az) / nn;
  const squared = height * height * nn;
  if (squared >= bestSquared[0]) return;
  const sum = 1 / (wa + wb + wc);
  bestSquared[0] = squared;
  bestV[0] = nx * height;
  bestV[1] = ny * height;
  bestV[2] = nz * height;
  clearWeights();
  bestWeights[i] = wa * sum;
  bestWeights[j] = wb * sum;
  bestWeights[k] = wc * sum;
};

/** Returns true when the origin is inside; otherwise tests the faces it may be nearest to. */
const considerTetrahedron = (): boolean => {
  const w = simplexW;
  // Cross products of the vertices c × d and a × b give the four volumes with the origin.
  const px = w[7] * w[11] - w[8] * w[10];
  const py = w[8] * w[9] - w[6] * w[11];
  const pz = w[6] * w[10] - w[7] * w[9];
  const qx = w[1] * w[5] - w[2] * w[4];
  const qy = w[2] * w[3] - w[0] * w[5];
  const qz = w[0] * w[4] - w[1] * w[3];
  const va = w[3] * px + w[4] * py + w[5] * pz;
  const vb = -(w[0] * px + w[1] * py + w[2] * pz);
  const vc = w[9] * qx + w[10] * qy + w[11] * qz;
  const vd = -(w[6] * qx + w[7] * qy + w[8] * qz);
  const ex = w[3] - w[0];
  const ey = w[4] - w[1];
  const ez = w[5] - w[2];
  const fx = w[6] - w[0];
  const fy = w[7] - w[1];
  const fz = w[8] - w[2];
  const gx = w[9] - w[0];
  const gy = w[10] - w[1];
  const gz = w[11] - w[2];
  const volume = ex * (fy * gz - fz * gy) + ey * (fz * gx - fx * gz) + ez * (fx * gy - fy * gx);
  const lengths =
    (ex * ex + ey * ey + ez * ez) * (fx * fx + fy * fy + fz * fz) * (gx * gx + gy * gy + gz * gz);
  const flat = volume * volume <= GJK_FLAT_TETRAHEDRON * GJK_FLAT_TETRAHEDRON * lengths;
  const sign = volume > 0 ? 1 : -1;
  const outA = flat || sign * va <= 0;
  const outB = flat || sign * vb <= 0;
  const outC = flat || sign * vc <= 0;
  const outD = flat || sign * vd <= 0;
  if (outA) considerTriangle(1, 2, 3);
  if (outB) considerTriangle(0, 2, 3);
  if (outC) considerTriangle(0, 1, 3);
  if (outD) considerTriangle(0, 1, 2);
  return !(outA || outB || outC || outD);
};

const isDuplicate = (n: number): boolean => {
  if (simplexIdA[n] < 0 || simplexIdB[n] < 0) return false;
  for (let i = 0; i < n; i++) {
    if (simplexIdA[i] === simplexIdA[n] && simplexIdB[i] === simplexIdB[n]) return true;
  }
  return false;
};

const moveVertex = (from: number, to: number): void => {
  simplexW[3 * to] = simplexW[3 * from];
  simplexW[3 * to + 1] = simplexW[3 * from + 1];
  simplexW[3 * to + 2] = simplexW[3 * from + 2];
  simplexA[3 * to] = simplexA[3 * from];
  simplexA[3 * to + 1] = simplexA[3 * from + 1];
  simplexA[3 * to + 2] = simplexA[3 * from + 2];
  simplexIdA[to] = simplexIdA[from];
  simplexIdB[to] = simplexIdB[from];
};

/** Keeps the vertices that carry the best point; returns how many. */
const keepBest = (n: number): number => {
  let kept = 0;
  for (let i = 0; i < n; i++) {
    if (bestWeights[i] <= 0) continue;
    weights[kept] = bestWeights[i];
    if (kept < i) moveVertex(i, kept);
    kept++;
  }
  v[0] = bestV[0];
  v[1] = bestV[1];
  v[2] = bestV[2];
  return kept;
};

/**
 * Runs GJK from the direction in v; leaves v, the simplex and its weights. Returns the number of
 * vertices, 0 when the cores overlap.
 */
const iterate = (shapes: ColliderShapes, a: number, b: number): number => {
  addSupport(shapes, a, b, 0);
  bestSquared[0] = Infinity;
  considerVertex(0);
  let count = keepBest(1);
  let largest = 0;
  for (let iteration = 0; iteration < GJK_MAX_ITERATIONS; iteration++) {
    const squared = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    addSupport(shapes, a, b, count);
    const x = simplexW[3 * count];
    const y = simplexW[3 * count + 1];
    const z = simplexW[3 * count + 2];
    largest = Math.max(largest, x * x + y * y + z * z);
    if (squared <= GJK_TOUCHING * largest || squared === 0) return 0;
    if (isDuplicate(count)) return count;
    if (squared - (v[0] * x + v[1] * y + v[2] * z) <= GJK_CONVERGED * squared) return count;
    bestSquared[0] = Infinity;
    if (count === 1) considerEdge(0, 1);
    else if (count === 2) considerTriangle(0, 1, 2);
    else if (considerTetrahedron()) return 0;
    // Rounding hides any further progress: this is as near as doubles get.
    if (!(bestSquared[0] < squared)) return count;
    count = keepBest(count + 1);
  }
  return count;
};

/** out ← R out. */
const rotateInPlace = (pose: Floats, o: number, out: Floats): void => {
  const x = out[0];
  const y = out[1];
  const z = out[2];
  out[0] = pose[o + 3] * x + pose[o + 4] * y + pose[o + 5] * z;
  out[1] = pose[o + 6] * x + pose[o + 7] * y + pose[o + 8] * z;
  out[2] = pose[o + 9] * x + pose[o + 10] * y + pose[o + 11] * z;
};

/** Writes what `iterate` has left, in world coordinates. */
const writeResult = (pose: Floats, oa: number, count: number, out: GjkResult): void => {
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = 0; i < count; i++) {
    x += weights[i] * simplexA[3 * i];
    y += weights[i] * simplexA[3 * i + 1];
    z += weights[i] * simplexA[3 * i + 2];
  }
  const distance = count === 0 ? 0 : Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  const inverse = count === 0 ? 0 : 1 / distance;
  out.distance[0] = distance;
  out.pointA[0] = x;
  out.pointA[1] = y;
  out.pointA[2] = z;
  for (let i = 0; i < 3; i++) out.normal[i] = v[i] * inverse;
  rotateInPlace(pose, oa, out.pointA);
  rotateInPlace(pose, oa, out.normal);
  for (let i = 0; i < 3; i++) {
    out.pointA[i] += pose[oa + i];
    out.pointB[i] = out.pointA[i] + out.normal[i] * distance;
  }
};

/** Distance, normal and nearest points of the cores of colliders `a` and `b`. Half-spaces are not allowed. */
export const closestPoints = (shapes: ColliderShapes, a: number, b: number, out: GjkResult): void => {
  const oa = a * POSE_STRIDE;
  writeRelativePose(shapes.pose, oa, b * POSE_STRIDE, frame);
  v[0] = frame[0];
  v[1] = frame[1];
  v[2] = frame[2];
  writeResult(shapes.pose, oa, iterate(shapes, a, b), out);
};

/**
 * The same with a warm start, faster when the caller knows roughly the answer: `out.normal` holds the
 * direction to start from. The distance does not depend on it beyond rounding; of several nearest points
 * (parallel features) it may choose others.
 */
export const closestPointsNear = (shapes: ColliderShapes, a: number, b: number, out: GjkResult): void => {
  const pose = shapes.pose;
  const oa = a * POSE_STRIDE;
  writeRelativePose(pose, oa, b * POSE_STRIDE, frame);
  const x = out.normal[0];
  const y = out.normal[1];
  const z = out.normal[2];
  v[0] = pose[oa + 3] * x + pose[oa + 6] * y + pose[oa + 9] * z;
  v[1] = pose[oa + 4] * x + pose[oa + 7] * y + pose[oa + 10] * z;
  v[2] = pose[oa + 5] * x + pose[oa + 8] * y + pose[oa + 11] * z;
  writeResult(pose, oa, iterate(shapes, a, b), out);
};
