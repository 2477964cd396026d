import type { Point } from './pose.js';

/** Relative to the size of the hull: closer to a plane than this counts as on it. */
const FLAT = 1e-9;

/**
 * The edges of the convex hull of some points as pairs of point numbers, for drawing. Two points are joined by an edge
 * if the hull lies on one side of two different planes through both. This tries all planes, which takes the fourth
 * power of the number of points: meant for hulls of some dozen points, once and not every frame.
 */
export const hullEdges = (points: readonly Point[]): number[] => {
  const size = Math.max(...points.flat().map(Math.abs));
  const edges: number[] = [];
  for (let i = 0; i < points.length; i++) {
    for (let j = i + 1; j < points.length; j++) {
      if (isEdge(points, i, j, size)) edges.push(i, j);
    }
  }
  return edges;
};

const isEdge = (points: readonly Point[], i: number, j: number, size: number): boolean => {
  let first: Point | undefined;
  for (let k = 0; k < points.length; k++) {
    const normal = supportingNormal(points, i, j, k, size);
    if (normal === undefined) continue;
    if (first === undefined) first = normal;
    else if (dot(first, normal) < 1 - FLAT) return true;
  }
  return false;
};

/** Outward unit normal of the plane through three of the points, if no point lies outside of it. */
const supportingNormal = (
  points: readonly Point[],
  i: number,
  j: number,
  k: number,
  size: number,
): Point | undefined => {
  const across = cross(sub(points[j], points[i]), sub(points[k], points[i]));
  const length = Math.hypot(...across);
  if (length <= FLAT * size * size) return undefined;
  let above = false;
  let below = false;
  for (const point of points) {
    const height = dot(across, sub(point, points[i])) / length;
    if (height > FLAT * size) above = true;
    if (height < -FLAT * size) below = true;
  }
  if (above && below) return undefined;
  const sign = (above ? -1 : 1) / length;
  return [across[0] * sign, across[1] * sign, across[2] * sign];
};

const sub = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
