import { createFloats, type Floats } from '../../../math/floats.js';
import { createIndexList } from '../../../math/index-list.js';
import { MIN_STRETCH, WIDER_MARGINS } from '../../../tuning.js';
import type { TriangleSurface } from '../../meshes/mesh-geometry.js';
import { createTriangle, loadTriangle, queryTriangles, triangleMaterial } from '../../meshes/surface.js';
import { type ColliderShapes, isPolyhedron, POSE_STRIDE, ShapeKind } from '../../shapes/collider-shapes.js';
import type { HullGeometry } from '../../shapes/hull-geometry.js';
import type { Manifold } from '../manifold.js';
import { createPlacedHull, placeInFrameOf } from '../placed-hull.js';
import { convexTouch } from './convex-touch.js';
import { crossesEdge, touchHull, touchVertices } from './hull-triangle.js';
import { gatherPatches, patches } from './patches.js';
import { core, loadCore, touchRounded } from './rounded-triangle.js';
import { clearTouches, endTouch } from './touches.js';

/**
 * A convex shape A against a surface of triangles B: contacts with all triangles near A, in the frame of B, gathered
 * into patches.
 */

const hits = createIndexList();
const triangle = createTriangle();
const placed = createPlacedHull();
/** Scratch: the box around A, the centre of A. */
const bounds = createFloats(6);
const centre = createFloats(3);

/**
 * Writes the patches of colliders `a` and `b` within `margin`; returns how many. With none, `gap` gets a lower bound of
 * the distance.
 */
export const collideSurface = (
  shapes: ColliderShapes,
  a: number,
  b: number,
  margin: Floats,
  gap: Floats,
): number => {
  const surface = shapes.meshes[shapes.hull[b]] as TriangleSurface;
  const rounded = shapes.kind[a] <= ShapeKind.capsule;
  const flat = isPolyhedron(shapes.kind[a]);
  if (rounded) placeRounded(shapes, a, b);
  else if (flat) placePolyhedron(shapes, a, b);
  else convexTouch.placeConvex(shapes, a, b, centre, bounds);
  for (let i = 0; i < 3; i++) {
    bounds[i] -= margin[0];
    bounds[3 + i] += margin[0];
  }
  clearTouches();
  // What the query leaves out is further than the margin.
  gap[0] = margin[0];
  queryTriangles(surface, bounds, hits);
  for (let k = 0; k < hits.count; k++) {
    loadTriangle(surface, hits.items[k], triangle);
    if (!faceCentre(surface.twoSided, gap)) continue;
    if (rounded) touchRounded(surface, triangle, margin);
    else if (flat) touchHull(surface, triangle, placed, margin);
    else convexTouch.touchConvex(surface, triangle, margin);
    endTouch(triangle.plane, triangleMaterial(surface, hits.items[k]));
    if (!flat) continue;
    touchVertices(triangle, placed, margin, crossesEdge());
    endTouch(triangle.plane, triangleMaterial(surface, hits.items[k]));
  }
  const single = shapes.kind[a] === ShapeKind.sphere;
  const count = gatherPatches(shapes.pose, b * POSE_STRIDE, margin, single);
  for (let k = 0; rounded && k < count; k++) {
    dropClosePoints(patches[k].manifold);
    nameAlongCore(patches[k].manifold, shapes.pose, a);
  }
  return count;
};

/**
 * After collideSurface has found nothing: raises `gap` above the margin where all triangles are further, so that what flies needs no
 * test in each step. The distance of a triangle is at least that of the boxes around both, and at least the height of A's box above
 * its plane.
 */
export const widenGap = (shapes: ColliderShapes, b: number, margin: Floats, gap: Floats): void => {
  const surface = shapes.meshes[shapes.hull[b]] as TriangleSurface;
  // What lies behind a surface touches when it comes to the front.
  if (gap[0] < margin[0]) return;
  let least = distanceToBounds(surface) + margin[0];
  if (least <= margin[0]) {
    const further = WIDER_MARGINS * margin[0];
    for (let i = 0; i < 3; i++) {
      bounds[i] -= further;
      bounds[3 + i] += further;
    }
    queryTriangles(surface, bounds, hits);
    for (let i = 0; i < 3; i++) {
      bounds[i] += further + margin[0];
      bounds[3 + i] -= further + margin[0];
    }
    least = further + margin[0];
    for (let k = 0; k < hits.count && least > margin[0]; k++) {
      loadTriangle(surface, hits.items[k], triangle);
      least = Math.min(least, distanceAtLeast());
    }
  }
  if (least > gap[0]) gap[0] = least;
};

/** A lower bound of the distance between the triangle and the box around A. */
const distanceAtLeast = (): number => {
  const { corners, plane } = triangle;
  let square = 0;
  let height = -plane[3];
  let half = 0;
  for (let i = 0; i < 3; i++) {
    const low = Math.min(corners[i], corners[3 + i], corners[6 + i]);
    const high = Math.max(corners[i], corners[3 + i], corners[6 + i]);
    const d = Math.max(0, low - bounds[3 + i], bounds[i] - high);
    square += d * d;
    height += 0.5 * plane[i] * (bounds[i] + bounds[3 + i]);
    half += 0.5 * Math.abs(plane[i]) * (bounds[3 + i] - bounds[i]);
  }
  return Math.max(Math.sqrt(square), Math.abs(height) - half);
};

/** Turns the triangle towards the centre of A; false when that is behind a surface that is solid on one side. */
const faceCentre = (twoSided: boolean, gap: Floats): boolean => {
  const { corners, vertices, plane } = triangle;
  const height = plane[0] * centre[0] + plane[1] * centre[1] + plane[2] * centre[2] - plane[3];
  if (height >= 0) return true;
  if (!twoSided) {
    // It touches when it comes to the front.
    gap[0] = Math.min(gap[0], -height);
    return false;
  }
  for (let i = 0; i < 4; i++) plane[i] = -plane[i];
  for (let i = 0; i < 3; i++) {
    const x = corners[3 + i];
    corners[3 + i] = corners[6 + i];
    corners[6 + i] = x;
  }
  const v = vertices[1];
  vertices[1] = vertices[2];
  vertices[2] = v;
  return true;
};

const placeRounded = (shapes: ColliderShapes, a: number, b: number): void => {
  loadCore(shapes, a, b);
  for (let i = 0; i < 3; i++) {
    const reach = core[7] + Math.abs(core[3 + i]) * core[6];
    centre[i] = core[i];
    bounds[i] = core[i] - reach;
    bounds[3 + i] = core[i] + reach;
  }
};

const placePolyhedron = (shapes: ColliderShapes, a: number, b: number): void => {
  const hull = shapes.hulls[shapes.hull[a]] as HullGeometry;
  placeInFrameOf(placed, hull, shapes.pose, a, b);
  const { vertices } = placed;
  for (let i = 0; i < 3; i++) {
    let low = Infinity;
    let high = -Infinity;
    for (let o = i; o < 3 * hull.vertexCount; o += 3) {
      low = Math.min(low, vertices[o]);
      high = Math.max(high, vertices[o]);
    }
    centre[i] = placed.centre[i];
    bounds[i] = low;
    bounds[3 + i] = high;
  }
};

/** Distance of the padded box around A from the box around the surface. */
const distanceToBounds = ({ bounds: all }: TriangleSurface): number => {
  let square = 0;
  for (let i = 0; i < 3; i++) {
    const d = Math.max(0, all[i] - bounds[3 + i], bounds[i] - all[3 + i]);
    square += d * d;
  }
  return Math.sqrt(square);
};

/** Two points of a capsule that nearly coincide are one: the first, which is the deeper one. */
const dropClosePoints = (manifold: Manifold): void => {
  const { points } = manifold;
  if (manifold.count !== 2) return;
  let square = 0;
  for (let i = 0; i < 3; i++) square += (points[4 + i] - points[i]) * (points[4 + i] - points[i]);
  const least = MIN_STRETCH * core[7];
  if (square < least * least) manifold.count = 1;
};

/** Feature ids of a capsule's points: 0 for a lone one, else 1, 2, ... from the core's lower end to its upper. */
const nameAlongCore = ({ count, points, features }: Manifold, pose: Floats, a: number): void => {
  const p = a * POSE_STRIDE;
  for (let i = 0; i < count; i++) {
    let rank = count === 1 ? 0 : 1;
    for (let j = 0; j < count; j++) {
      let ahead = 0;
      for (let k = 0; k < 3; k++) ahead += pose[p + 4 + 3 * k] * (points[4 * i + k] - points[4 * j + k]);
      if (ahead > 0 || (ahead === 0 && j < i)) rank++;
    }
    features[i] = rank;
  }
};
