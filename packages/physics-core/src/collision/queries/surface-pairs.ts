import { createFloats, type Floats } from '../../math/floats.js';
import { createIndexList } from '../../math/index-list.js';
import type { TriangleSurface } from '../meshes/mesh-geometry.js';
import { createTriangle, loadTriangle, queryTriangles } from '../meshes/surface.js';
import { createSheet, placeSheet } from '../narrowphase/surfaces/sheet.js';
import { writeAabb } from '../shapes/bounds.js';
import { type ColliderShapes, POSE_STRIDE, ShapeKind } from '../shapes/collider-shapes.js';
import { type CastResult, castConvex, createCastResult, isTouching, separationOf } from './cast-convex.js';

/**
 * A convex shape, slot 0 of a pair, against a mesh or height field, slot 1: against the triangles near it, each as a hull
 * of two faces. A triangle of one side is not there for shapes whose origin is behind it.
 */

const triangle = createTriangle();
const hits = createIndexList();

const sheet = createSheet();

/** Scratch: the box of slot 0, and that of its sweep in the frame of the surface. */
const box = createFloats(6);
const bounds = createFloats(6);
/** Scratch: where slot 0 starts, and its result for one triangle. */
const start = createFloats(3);
const one = createCastResult();

/** Takes the surface out of slot 1 and leaves a triangle there, to be loaded. */
const openSurface = (pair: ColliderShapes): TriangleSurface => {
  const surface = pair.meshes[1] as TriangleSurface;
  pair.kind[1] = ShapeKind.hull;
  pair.hulls[1] = sheet;
  for (let i = 0; i < 3; i++) start[i] = pair.pose[i];
  return surface;
};

/** Loads a triangle; false when slot 0 is behind it and it has one side. */
const load = (pair: ColliderShapes, surface: TriangleSurface, index: number): boolean => {
  const { pose } = pair;
  loadTriangle(surface, index, triangle);
  const { plane } = triangle;
  placeSheet(sheet, triangle);
  for (let i = 0; i < 3; i++) pair.pose[i] = start[i];
  if (surface.twoSided) return true;
  let height = -plane[3];
  for (let i = 0; i < 3; i++) {
    const r = POSE_STRIDE + 3 + 3 * i;
    const n = pose[r] * plane[0] + pose[r + 1] * plane[1] + pose[r + 2] * plane[2];
    height += n * (pose[i] - pose[POSE_STRIDE + i]);
  }
  return height >= 0;
};

/** Lists the triangles near slot 0 while it moves by part of a displacement, or around it within a distance. */
const findTriangles = (
  pair: ColliderShapes,
  surface: TriangleSurface,
  displacement: Floats | undefined,
  reach: Floats,
): void => {
  const { pose } = pair;
  writeAabb(pair, 0, box, 0);
  for (let k = 0; k < 3; k++) {
    const d = displacement === undefined ? 0 : Math.min(reach[0], 1) * displacement[k];
    const around = displacement === undefined ? reach[0] : 0;
    box[k] += Math.min(d, 0) - around - pose[POSE_STRIDE + k];
    box[3 + k] += Math.max(d, 0) + around - pose[POSE_STRIDE + k];
  }
  for (let i = 0; i < 3; i++) {
    bounds[i] = 0;
    bounds[3 + i] = 0;
    for (let k = 0; k < 3; k++) {
      const r = pose[POSE_STRIDE + 3 + 3 * k + i];
      bounds[i] += Math.min(r * box[k], r * box[3 + k]);
      bounds[3 + i] += Math.max(r * box[k], r * box[3 + k]);
    }
  }
  queryTriangles(surface, bounds, hits);
};

const sourceOf = (surface: TriangleSurface, index: number): number =>
  surface.isField ? index : surface.source[index];

const copyResult = (out: CastResult): void => {
  out.time[0] = one.time[0];
  out.separation[0] = one.separation[0];
  for (let i = 0; i < 3; i++) {
    out.normal[i] = one.normal[i];
    out.point[i] = one.point[i];
  }
};

/** As castConvex. Of triangles touched at the start the deepest counts. */
export const castOnSurface = (
  pair: ColliderShapes,
  displacement: Floats,
  out: CastResult,
  which: Int32Array,
): boolean => {
  const surface = openSurface(pair);
  findTriangles(pair, surface, displacement, out.time);
  let found = false;
  for (let k = 0; k < hits.count; k++) {
    if (!load(pair, surface, hits.items[k])) continue;
    one.time[0] = out.time[0];
    if (!castConvex(pair, displacement, one)) continue;
    const better = one.time[0] < out.time[0] || (one.time[0] === 0 && one.separation[0] < out.separation[0]);
    if (found && !better) continue;
    found = true;
    copyResult(out);
    which[0] = sourceOf(surface, hits.items[k]);
  }
  return found;
};

/** Scratch: no distance around a shape. */
const nowhere = createFloats(1);

/** As isTouching; writes the first triangle that touches. */
export const touchesSurface = (pair: ColliderShapes, which: Int32Array): boolean => {
  const surface = openSurface(pair);
  findTriangles(pair, surface, undefined, nowhere);
  for (let k = 0; k < hits.count; k++) {
    if (!load(pair, surface, hits.items[k]) || !isTouching(pair)) continue;
    which[0] = sourceOf(surface, hits.items[k]);
    return true;
  }
  return false;
};

/** Scratch: how far around the point triangles are looked for. */
const around = createFloats(1);

/**
 * The triangle nearest to the shape in slot 0, if it is within the separation in `out`: first among those close by, then
 * among ever more, until what was found is nearer than what was not looked at.
 */
export const nearestOnSurface = (pair: ColliderShapes, out: CastResult, which: Int32Array): boolean => {
  const surface = openSurface(pair);
  const reach = out.separation[0];
  const size = sizeOf(surface);
  let found = false;
  around[0] = Math.min(reach, size / surfaceCells(surface) + distanceTo(pair, surface.bounds));
  for (;;) {
    for (let i = 0; i < 3; i++) pair.pose[i] = start[i];
    findTriangles(pair, surface, undefined, around);
    for (let k = 0; k < hits.count; k++) {
      if (!load(pair, surface, hits.items[k])) continue;
      separationOf(pair, one);
      if (one.separation[0] > out.separation[0] || (found && one.separation[0] === out.separation[0]))
        continue;
      found = true;
      copyResult(out);
      which[0] = sourceOf(surface, hits.items[k]);
    }
    const enough = found && out.separation[0] <= around[0];
    if (enough || around[0] >= reach || hits.count >= triangleCount(surface)) return found;
    around[0] = Math.min(reach, 2 * around[0]);
  }
};

const triangleCount = (surface: TriangleSurface): number => {
  if (!surface.isField) return surface.triangleCount;
  let holes = 0;
  for (let i = 0; i < surface.holes.length; i++) if (surface.holes[i] !== 0) holes++;
  return 2 * ((surface.columns - 1) * (surface.rows - 1) - holes);
};

/** About how many triangles there are from side to side. */
const surfaceCells = (surface: TriangleSurface): number => Math.max(1, Math.sqrt(triangleCount(surface) / 2));

const sizeOf = ({ bounds: b }: TriangleSurface): number => Math.max(b[3] - b[0], b[4] - b[1], b[5] - b[2]);

/** From the origin of slot 0 to the box of the surface. */
const distanceTo = ({ pose }: ColliderShapes, b: Floats): number => {
  let square = 0;
  for (let i = 0; i < 3; i++) {
    let x = 0;
    for (let k = 0; k < 3; k++) x += pose[POSE_STRIDE + 3 + 3 * k + i] * (pose[k] - pose[POSE_STRIDE + k]);
    const outside = Math.max(b[i] - x, x - b[3 + i], 0);
    square += outside * outside;
  }
  return Math.sqrt(square);
};
