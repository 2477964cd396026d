import { createFloats, type Floats } from '../../math/floats.js';
import { type ColliderShapes, POSE_STRIDE, ShapeKind, SIZE_STRIDE } from '../shapes/collider-shapes.js';
import type { HullGeometry } from '../shapes/hull-geometry.js';
import { copyShape, createShapePair } from '../shapes/shape-pair.js';
import { castConvex, createCastResult } from './cast-convex.js';
import { hit, rayBox, rayCapsule, rayHalfSpace, rayHull, raySphere } from './ray-shapes.js';

/** Scratch: the ray in the frame of the collider. */
const local = createFloats(6);

/** t and outward unit normal, world axes, of the last ray that hit. */
export const rayHit = createFloats(4);

const toLocal = (pose: Floats, p: number, ray: Floats): void => {
  const x = ray[0] - pose[p];
  const y = ray[1] - pose[p + 1];
  const z = ray[2] - pose[p + 2];
  const u = ray[3];
  const v = ray[4];
  const w = ray[5];
  for (let i = 0; i < 3; i++) {
    const a = pose[p + 3 + i];
    const b = pose[p + 6 + i];
    const c = pose[p + 9 + i];
    local[i] = a * x + b * y + c * z;
    local[3 + i] = a * u + b * v + c * w;
  }
};

/** Whether the ray, six floats with a unit direction, hits the collider; writes to `rayHit`. */
export const rayCollider = (shapes: ColliderShapes, collider: number, ray: Floats): boolean => {
  const { pose, size } = shapes;
  const p = collider * POSE_STRIDE;
  toLocal(pose, p, ray);
  const s = collider * SIZE_STRIDE;
  let isHit = false;
  switch (shapes.kind[collider]) {
    case ShapeKind.sphere:
      isHit = raySphere(local, size, s, 0);
      break;
    case ShapeKind.capsule:
      isHit = rayCapsule(local, size, s);
      break;
    case ShapeKind.box:
      isHit = rayBox(local, size, s);
      break;
    case ShapeKind.hull:
      isHit = rayHull(local, shapes.hulls[shapes.hull[collider]] as HullGeometry);
      break;
    case ShapeKind.halfSpace:
      isHit = rayHalfSpace(local);
      break;
    default:
      return rayConvex(shapes, collider, ray);
  }
  if (!isHit) return false;
  rayHit[0] = hit[0];
  for (let i = 0; i < 3; i++) {
    const r = p + 3 + 3 * i;
    rayHit[1 + i] = pose[r] * hit[1] + pose[r + 1] * hit[2] + pose[r + 2] * hit[3];
  }
  return true;
};

/** Scratch: a point that moves along the ray, and the shape. */
const pair = createShapePair();
const cast = createCastResult();
const direction = createFloats(3);

/** Any other convex shape: a point is cast. */
const rayConvex = (shapes: ColliderShapes, collider: number, ray: Floats): boolean => {
  copyShape(shapes, collider, pair, 1);
  pair.kind[0] = ShapeKind.sphere;
  pair.size[0] = 0;
  for (let i = 0; i < 3; i++) {
    pair.pose[i] = ray[i] - shapes.pose[collider * POSE_STRIDE + i];
    direction[i] = ray[3 + i];
  }
  cast.time[0] = Infinity;
  if (!castConvex(pair, direction, cast)) return false;
  rayHit[0] = cast.time[0];
  const isInside = cast.time[0] === 0 && cast.separation[0] <= 0;
  for (let i = 0; i < 3; i++) rayHit[1 + i] = isInside ? -ray[3 + i] : cast.normal[i];
  return true;
};
