import type { Point } from './pose.js';

/*
 * How far along a ray a shape begins, in the frame of the shape: o + t d with t >= 0 and |d| = 1. Infinity means that
 * the ray misses, and also that it starts inside: a ray from inside a shape does not pick it. All of them solve for
 * the boundary in closed form.
 */

/** |o + t d|² = r², of which the smaller root is the entry. */
export const raySphere = (o: Point, d: Point, radius: number): number => {
  const b = dot(o, d);
  // The closest point to the centre, minus the radius: free of the cancellation that b² - c has for far spheres.
  const x = o[0] - b * d[0];
  const y = o[1] - b * d[1];
  const z = o[2] - b * d[2];
  const square = radius * radius - (x * x + y * y + z * z);
  if (square < 0) return Infinity;
  const t = -b - Math.sqrt(square);
  return t >= 0 ? t : Infinity;
};

/** Between three pairs of planes: the last entry, if it comes before the first exit. */
export const rayBox = (o: Point, d: Point, halfExtents: Point): number => {
  let enter = -Infinity;
  let exit = Infinity;
  for (let i = 0; i < 3; i++) {
    if (d[i] === 0) {
      if (Math.abs(o[i]) > halfExtents[i]) return Infinity;
      continue;
    }
    const one = (-halfExtents[i] - o[i]) / d[i];
    const other = (halfExtents[i] - o[i]) / d[i];
    enter = Math.max(enter, Math.min(one, other));
    exit = Math.min(exit, Math.max(one, other));
  }
  return enter <= exit && enter >= 0 ? enter : Infinity;
};

/** The side, where the ray enters it between the ends, or one of the two balls at the ends. */
export const rayCapsule = (o: Point, d: Point, radius: number, halfLength: number): number => {
  // Across the y axis the side is a circle: a t² + 2 b t + c = 0.
  const a = d[0] * d[0] + d[2] * d[2];
  const b = o[0] * d[0] + o[2] * d[2];
  const c = o[0] * o[0] + o[2] * o[2] - radius * radius;
  const nearest = Math.max(-halfLength, Math.min(halfLength, o[1]));
  const outside = o[1] - nearest;
  if (c + outside * outside <= 0) return Infinity;
  const square = b * b - a * c;
  if (a > 0 && square >= 0) {
    const t = (-b - Math.sqrt(square)) / a;
    const y = o[1] + t * d[1];
    if (t >= 0 && Math.abs(y) <= halfLength) return t;
  }
  const upper = raySphere([o[0], o[1] - halfLength, o[2]], d, radius);
  const lower = raySphere([o[0], o[1] + halfLength, o[2]], d, radius);
  return Math.min(upper, lower);
};

/** The plane y = 0, entered from above. */
export const rayHalfSpace = (o: Point, d: Point): number => (o[1] >= 0 && d[1] < 0 ? -o[1] / d[1] : Infinity);

/** Behind all planes of a convex hull, four numbers each: outward unit normal, and offset along it. The last entry, if it comes before the first exit. */
export const rayHull = (o: Point, d: Point, planes: ArrayLike<number>): number => {
  let enter = -Infinity;
  let exit = Infinity;
  for (let p = 0; p < planes.length; p += 4) {
    const height = planes[p] * o[0] + planes[p + 1] * o[1] + planes[p + 2] * o[2] - planes[p + 3];
    const speed = planes[p] * d[0] + planes[p + 1] * d[1] + planes[p + 2] * d[2];
    if (speed < 0) enter = Math.max(enter, -height / speed);
    else if (speed > 0) exit = Math.min(exit, -height / speed);
    else if (height > 0) return Infinity;
  }
  return enter <= exit && enter >= 0 ? enter : Infinity;
};

/** The nearest of the triangles, nine numbers each (Möller and Trumbore 1997); from behind only where both sides are solid. */
export const rayTriangles = (o: Point, d: Point, corners: ArrayLike<number>, twoSided: boolean): number => {
  let nearest = Infinity;
  for (let k = 0; k < corners.length; k += 9) {
    const a: Point = [corners[k], corners[k + 1], corners[k + 2]];
    const e: Point = [corners[k + 3] - a[0], corners[k + 4] - a[1], corners[k + 5] - a[2]];
    const f: Point = [corners[k + 6] - a[0], corners[k + 7] - a[1], corners[k + 8] - a[2]];
    const p = cross(d, f);
    const facing = dot(e, p);
    if (facing === 0 || (facing < 0 && !twoSided)) continue;
    const r: Point = [o[0] - a[0], o[1] - a[1], o[2] - a[2]];
    const u = dot(r, p) / facing;
    const q = cross(r, e);
    const v = dot(d, q) / facing;
    const t = dot(f, q) / facing;
    if (u >= 0 && v >= 0 && u + v <= 1 && t >= 0 && t < nearest) nearest = t;
  }
  return nearest;
};

const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
