import { createFloats, type Floats } from '../../math/floats.js';
import type { HullGeometry } from '../shapes/hull-geometry.js';

/**
 * Where a ray o + t d, |d| = 1, enters a shape, in the frame of the shape and in closed form. Each function returns
 * whether it does at a t >= 0, and writes t and the outward unit normal there to `hit`. A ray that starts inside hits at
 * t = 0 with the normal -d, because it has met no surface.
 */

/** t, then the normal. */
export const hit = createFloats(4);

const hitInside = (ray: Floats): boolean => {
  hit[0] = 0;
  for (let i = 0; i < 3; i++) hit[1 + i] = -ray[3 + i];
  return true;
};

/**
 * |o + t d|² = r² for the ball at an end of a capsule, whose size is radius and half length: `end` is 1 or -1, and 0 for a
 * ball of its own. Numbers are read from arrays here, because a double passed to a function that is not inlined is
 * allocated.
 */
export const raySphere = (ray: Floats, size: Floats, s: number, end: number): boolean => {
  const radius = size[s];
  const ox = ray[0];
  const oy = end === 0 ? ray[1] : ray[1] - end * size[s + 1];
  const oz = ray[2];
  if (ox * ox + oy * oy + oz * oz <= radius * radius) return hitInside(ray);
  const b = ox * ray[3] + oy * ray[4] + oz * ray[5];
  // From the nearest point to the centre: free of the cancellation that b² - c has for far spheres.
  const x = ox - b * ray[3];
  const up = oy - b * ray[4];
  const z = oz - b * ray[5];
  const square = radius * radius - (x * x + up * up + z * z);
  if (b > 0 || square < 0) return false;
  const root = Math.sqrt(square);
  hit[0] = -b - root;
  hit[1] = (x - root * ray[3]) / radius;
  hit[2] = (up - root * ray[4]) / radius;
  hit[3] = (z - root * ray[5]) / radius;
  return true;
};

/** The side, where the ray enters it between the ends, or the ball at the end that it enters first. */
export const rayCapsule = (ray: Floats, size: Floats, s: number): boolean => {
  const radius = size[s];
  const half = size[s + 1];
  const nearest = Math.max(-half, Math.min(half, ray[1]));
  const outside = ray[1] - nearest;
  const across = ray[0] * ray[0] + ray[2] * ray[2];
  if (across + outside * outside <= radius * radius) return hitInside(ray);
  // Across the y axis the side is a circle: with s = t·√a, the nearest point of the line to the axis as above.
  const a = ray[3] * ray[3] + ray[5] * ray[5];
  if (a === 0) return raySphere(ray, size, s, ray[1] > 0 ? 1 : -1);
  const b = (ray[0] * ray[3] + ray[2] * ray[5]) / a;
  const x = ray[0] - b * ray[3];
  const z = ray[2] - b * ray[5];
  const square = (radius * radius - (x * x + z * z)) / a;
  if (square < 0) return false;
  const t = -b - Math.sqrt(square);
  const y = ray[1] + t * ray[4];
  if (y > half) return raySphere(ray, size, s, 1);
  if (y < -half) return raySphere(ray, size, s, -1);
  if (t < 0) return false;
  hit[0] = t;
  hit[1] = (ray[0] + t * ray[3]) / radius;
  hit[2] = 0;
  hit[3] = (ray[2] + t * ray[5]) / radius;
  return true;
};

/** Between three pairs of planes: the last entry, if it comes before the first exit. */
export const rayBox = (ray: Floats, size: Floats, s: number): boolean => {
  let enter = -Infinity;
  let exit = Infinity;
  let axis = 0;
  for (let i = 0; i < 3; i++) {
    const o = ray[i];
    const d = ray[3 + i];
    const h = size[s + i];
    if (d === 0) {
      if (o > h || o < -h) return false;
      continue;
    }
    const first = ((d > 0 ? -h : h) - o) / d;
    const last = ((d > 0 ? h : -h) - o) / d;
    if (first > enter) {
      enter = first;
      axis = i;
    }
    if (last < exit) exit = last;
  }
  if (enter > exit || exit < 0) return false;
  if (enter < 0) return hitInside(ray);
  hit[0] = enter;
  hit[1] = 0;
  hit[2] = 0;
  hit[3] = 0;
  hit[1 + axis] = ray[3 + axis] > 0 ? -1 : 1;
  return true;
};

/** Behind all planes of a hull: the last entry, if it comes before the first exit. */
export const rayHull = (ray: Floats, { planes, faceCount }: HullGeometry): boolean => {
  let enter = -Infinity;
  let exit = Infinity;
  let face = 0;
  for (let f = 0; f < faceCount; f++) {
    const p = 4 * f;
    const height = planes[p] * ray[0] + planes[p + 1] * ray[1] + planes[p + 2] * ray[2] - planes[p + 3];
    const speed = planes[p] * ray[3] + planes[p + 1] * ray[4] + planes[p + 2] * ray[5];
    if (speed === 0) {
      if (height > 0) return false;
      continue;
    }
    const t = -height / speed;
    if (speed > 0) exit = Math.min(exit, t);
    else if (t > enter) {
      enter = t;
      face = f;
    }
  }
  if (enter > exit || exit < 0) return false;
  if (enter < 0) return hitInside(ray);
  hit[0] = enter;
  for (let i = 0; i < 3; i++) hit[1 + i] = planes[4 * face + i];
  return true;
};

/** The plane y = 0, entered from above. */
export const rayHalfSpace = (ray: Floats): boolean => {
  if (ray[1] <= 0) return hitInside(ray);
  if (!(ray[4] < 0)) return false;
  hit[0] = -ray[1] / ray[4];
  hit[1] = 0;
  hit[2] = 1;
  hit[3] = 0;
  return true;
};
