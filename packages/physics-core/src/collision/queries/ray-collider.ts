import { createFloats, type Floats } from '../../math/floats.js';
import { type ColliderShapes, POSE_STRIDE, ShapeKind } from '../shapes/collider-shapes.js';
import { hit, hitInside } from '../shapes/solid.js';
import { solidRays } from '../shapes/solid-rays.js';

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

/** The plane y = 0, entered from above. */
const rayHalfSpace = (ray: Floats): boolean => {
  if (ray[1] <= 0) return hitInside(ray);
  if (!(ray[4] < 0)) return false;
  hit[0] = -ray[1] / ray[4];
  hit[1] = 0;
  hit[2] = 1;
  hit[3] = 0;
  return true;
};

/** Whether the ray, six floats with a unit direction, hits the collider; writes to `rayHit`. */
export const rayCollider = (shapes: ColliderShapes, collider: number, ray: Floats): boolean => {
  const { pose, kind } = shapes;
  const p = collider * POSE_STRIDE;
  toLocal(pose, p, ray);
  const isPlane = kind[collider] === ShapeKind.halfSpace;
  const isHit = isPlane ? rayHalfSpace(local) : solidRays[kind[collider]](shapes, collider, local);
  if (!isHit) return false;
  rayHit[0] = hit[0];
  for (let i = 0; i < 3; i++) {
    const r = p + 3 + 3 * i;
    rayHit[1 + i] = pose[r] * hit[1] + pose[r + 1] * hit[2] + pose[r + 2] * hit[3];
  }
  return true;
};
