import { createFloats, type Floats } from '../../../math/floats.js';
import { ADMISSIBLE_TILT, EDGE_LEVEL } from '../../../tuning.js';
import type { TriangleSurface } from '../../meshes/mesh-geometry.js';
import type { Triangle } from '../../meshes/surface.js';
import { writeAabb } from '../../shapes/bounds.js';
import {
  type ColliderShapes,
  coreRadius,
  hasHull,
  POSE_STRIDE,
  ShapeKind,
} from '../../shapes/collider-shapes.js';
import { copyShape, createShapePair } from '../../shapes/shape-pair.js';
import { hullOf } from '../../shapes/solids/polyhedron.js';
import { axis, findAxisFrom, measureAlong } from '../convex/axis.js';
import { candidates, clipFeatures } from '../convex/clip-features.js';
import { writeContact } from '../convex/collide-convex.js';
import { contactFrame, PlacedFeature, placeFeature, writeContactFrame } from '../convex/placed-feature.js';
import { FACE_CODE } from '../feature-id.js';
import { createManifold, POINT_STRIDE } from '../manifold.js';
import { CANDIDATE_STRIDE } from '../reduce.js';
import { writeRelativePose } from '../relative-pose.js';
import { direction, isOpenRim, isSupportEdge, isSupportVertex } from './admissible.js';
import { shortName, surfaceCode } from './hull-triangle.js';
import { createSheet, placeSheet } from './sheet.js';
import { addTouchPoint, touchNormal, touchPoint } from './touches.js';

/**
 * Any convex shape A against one triangle, in the frame of the surface. The axis is climbed to from the triangle's own
 * normal n (`convex/axis.ts`). What it leads to shows whether the two are apart; it is the normal of the contact only if it
 * is admissible at the edge or vertex that is met (`admissible.ts`). Otherwise n is, with the part of A's lowest feature that
 * lies over the triangle.
 */

/** Scratch: A in slot 0 and the triangle in slot 1, in the frame of the surface. */
const createTrianglePair = (): ColliderShapes => {
  const made = createShapePair();
  for (let i = 0; i < 3; i++) made.pose[POSE_STRIDE + 3 + 4 * i] = 1;
  return made;
};
const pair = createTrianglePair();
const sheet = createSheet();
const featureA = new PlacedFeature();
const featureB = new PlacedFeature();
const manifold = createManifold();
/** Scratch: straight down on the triangle; how far A is above its plane. */
const down = createFloats(3);
const own = createFloats(2);

/** Places A; writes its centre and box. */
export const placeConvex = (
  shapes: ColliderShapes,
  a: number,
  b: number,
  centre: Floats,
  bounds: Floats,
): void => {
  copyShape(shapes, a, pair, 0);
  writeRelativePose(shapes.pose, b * POSE_STRIDE, a * POSE_STRIDE, pair.pose);
  pair.kind[1] = ShapeKind.hull;
  pair.hull[1] = 1;
  pair.hulls[1] = sheet;
  writeAabb(pair, 0, bounds, 0);
  for (let i = 0; i < 3; i++) centre[i] = pair.pose[i];
  if (!hasHull(pair.kind[0])) return;
  const middle = hullOf(pair, 0).centre;
  for (let i = 0; i < 3; i++) {
    const r = 3 + 3 * i;
    centre[i] += pair.pose[r] * middle[0] + pair.pose[r + 1] * middle[1] + pair.pose[r + 2] * middle[2];
  }
};

/**
 * Adds the points of one triangle, whose plane is turned towards A's centre, to the touch in hand; writes its normal to
 * `touchNormal`.
 */
export const touchConvex = (surface: TriangleSurface, triangle: Triangle, margin: Floats): void => {
  const { plane } = triangle;
  placeSheet(sheet, triangle);
  for (let i = 0; i < 3; i++) down[i] = -plane[i];
  measureAlong(pair, down, own);
  const radius = coreRadius(pair, 0);
  if (own[0] - radius > margin[0]) return;
  findAxisFrom(pair, down);
  if (axis[3] - radius > margin[0]) return;
  for (let i = 0; i < 3; i++) direction[i] = -axis[i];
  const facing = direction[0] * plane[0] + direction[1] * plane[1] + direction[2] * plane[2];
  const isFace = facing >= 1 - 0.5 * ADMISSIBLE_TILT * ADMISSIBLE_TILT;
  if (!isFace) {
    const part = touchedPart(triangle);
    if (
      (facing >= -ADMISSIBLE_TILT || isOnRim(surface, triangle, part)) &&
      isAdmissible(surface, triangle, part)
    ) {
      addTilted(triangle, part, margin);
      return;
    }
  }
  addOverFace(triangle, margin);
};

/** Which corners are furthest along `direction`, as bits. */
const touchedPart = ({ corners }: Triangle): number => {
  let top = -Infinity;
  let size = 0;
  for (let k = 0; k < 9; k += 3) {
    const x = direction[0] * corners[k] + direction[1] * corners[k + 1] + direction[2] * corners[k + 2];
    top = Math.max(top, x);
    for (let i = 0; i < 3; i++) size = Math.max(size, Math.abs(corners[k + i] - corners[i]));
  }
  let bits = 0;
  for (let k = 0; k < 3; k++) {
    const o = 3 * k;
    const x = direction[0] * corners[o] + direction[1] * corners[o + 1] + direction[2] * corners[o + 2];
    if (x >= top - EDGE_LEVEL * size) bits |= 1 << k;
  }
  return bits;
};

const isOnRim = (surface: TriangleSurface, { vertices }: Triangle, part: number): boolean => {
  for (let k = 0; k < 3; k++) {
    const next = k < 2 ? k + 1 : 0;
    const has = (part & (1 << k)) !== 0 || (part & (1 << next)) !== 0;
    if (has && isOpenRim(surface, vertices[k], vertices[next])) return true;
  }
  return false;
};

const isAdmissible = (surface: TriangleSurface, { vertices }: Triangle, part: number): boolean => {
  if (part === 7) return false;
  const first = part & 1 ? 0 : part & 2 ? 1 : 2;
  const last = part & 4 ? 2 : part & 2 ? 1 : 0;
  return first === last
    ? isSupportVertex(surface, vertices[first])
    : isSupportEdge(surface, vertices[first], vertices[last]);
};

/** Adds the contact along `axis`, with an edge or vertex. */
const addTilted = ({ vertices }: Triangle, part: number, margin: Floats): void => {
  manifold.margin[0] = margin[0];
  writeContact(pair, featureA, featureB, manifold);
  const { points, features } = manifold;
  const first = part & 1 ? 0 : part & 2 ? 1 : 2;
  const last = part & 4 ? 2 : part & 2 ? 1 : 0;
  for (let k = 0; k < manifold.count; k++) {
    for (let i = 0; i < 4; i++) touchPoint[i] = points[k * POINT_STRIDE + i];
    const feature = features[k];
    // Lone points and those of lines have no code for the triangle's part.
    const isNamed = feature >>> 16 !== 0;
    const code = isNamed
      ? surfaceCode(feature & 0xffff, vertices)
      : shortName(vertices[first], vertices[last]);
    addTouchPoint((isNamed ? feature & ~0xffff : feature << 16) | code);
  }
  for (let i = 0; i < 3; i++) touchNormal[i] = -manifold.normal[i];
};

/** Adds what lies over the triangle of A's lowest feature. */
const addOverFace = ({ vertices, plane }: Triangle, margin: Floats): void => {
  writeContactFrame(down);
  placeFeature(pair, 0, 1, featureA);
  placeFeature(pair, 1, -1, featureB);
  clipFeatures(featureA, featureB);
  const { points, middle, features } = candidates;
  for (let i = 0; i < 3; i++) touchNormal[i] = plane[i];
  for (let k = 0; k < candidates.count; k++) {
    const o = k * CANDIDATE_STRIDE;
    if (points[o + 2] > margin[0]) continue;
    const f = contactFrame;
    for (let i = 0; i < 3; i++)
      touchPoint[i] = points[o] * f[i] + points[o + 1] * f[3 + i] + middle[k] * f[6 + i];
    touchPoint[3] = points[o + 2];
    const code = features[k] & 0xffff;
    addTouchPoint((features[k] & ~0xffff) | (code === FACE_CODE ? code : surfaceCode(code, vertices)));
  }
};
