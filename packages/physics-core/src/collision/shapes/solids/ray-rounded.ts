import { createFloats, type Floats } from '../../../math/floats.js';
import type { HullGeometry } from '../hull-geometry.js';
import { hit, hitInside } from '../solid.js';

/**
 * A ray o + t d against all within r of a hull, in closed form. The surface is made of faces moved out by r, parts of cylinders
 * around the edges and parts of balls around the vertices. Face prisms, cylinders and balls all lie inside the solid and together with
 * the hull they are the solid, so the first entry into any of them is the entry into it.
 */

/** Scratch: t and normal of the first entry; a place. */
const best = createFloats(4);
const place = createFloats(3);

/** Takes t with the normal from a point of the hull to the place at t, if it is the first. */
const take = (ray: Floats, t: number, x: number, y: number, z: number, r: number): void => {
  if (!(t >= 0 && t < best[0])) return;
  best[0] = t;
  best[1] = (ray[0] + t * ray[3] - x) / r;
  best[2] = (ray[1] + t * ray[4] - y) / r;
  best[3] = (ray[2] + t * ray[5] - z) / r;
};

/** Whether `place` lies over the face, along its normal. */
const isOverFace = (hull: HullGeometry, f: number): boolean => {
  const { vertices, planes, faceStart, faceVertices } = hull;
  const p = 4 * f;
  const end = faceStart[f + 1];
  let from = 3 * faceVertices[end - 1];
  for (let k = faceStart[f]; k < end; k++) {
    const to = 3 * faceVertices[k];
    const ex = vertices[to] - vertices[from];
    const ey = vertices[to + 1] - vertices[from + 1];
    const ez = vertices[to + 2] - vertices[from + 2];
    // e × n points out of the face.
    const outside =
      (ey * planes[p + 2] - ez * planes[p + 1]) * (place[0] - vertices[from]) +
      (ez * planes[p] - ex * planes[p + 2]) * (place[1] - vertices[from + 1]) +
      (ex * planes[p + 1] - ey * planes[p]) * (place[2] - vertices[from + 2]);
    if (outside > 0) return false;
    from = to;
  }
  return true;
};

/** Whether the origin is in the hull or a prism over a face; otherwise takes the faces that the ray enters. */
const rayFaces = (hull: HullGeometry, ray: Floats, r: number): boolean => {
  const { planes, faceCount } = hull;
  let isInHull = true;
  for (let f = 0; f < faceCount; f++) {
    const p = 4 * f;
    const height = planes[p] * ray[0] + planes[p + 1] * ray[1] + planes[p + 2] * ray[2] - planes[p + 3];
    const speed = planes[p] * ray[3] + planes[p + 1] * ray[4] + planes[p + 2] * ray[5];
    if (height > 0) isInHull = false;
    if (height > 0 && height <= r) {
      for (let i = 0; i < 3; i++) place[i] = ray[i];
      if (isOverFace(hull, f)) return true;
    }
    if (height <= r || speed >= 0) continue;
    const t = (r - height) / speed;
    for (let i = 0; i < 3; i++) place[i] = ray[i] + t * ray[3 + i];
    if (!isOverFace(hull, f)) continue;
    take(ray, t, place[0] - r * planes[p], place[1] - r * planes[p + 1], place[2] - r * planes[p + 2], r);
  }
  return isInHull;
};

/** The same for the balls around the vertices. */
const rayVertices = ({ vertices, vertexCount }: HullGeometry, ray: Floats, r: number): boolean => {
  for (let v = 0; v < 3 * vertexCount; v += 3) {
    const x = ray[0] - vertices[v];
    const y = ray[1] - vertices[v + 1];
    const z = ray[2] - vertices[v + 2];
    if (x * x + y * y + z * z <= r * r) return true;
    const b = x * ray[3] + y * ray[4] + z * ray[5];
    const u = x - b * ray[3];
    const w = y - b * ray[4];
    const s = z - b * ray[5];
    const square = r * r - (u * u + w * w + s * s);
    if (square >= 0) take(ray, -b - Math.sqrt(square), vertices[v], vertices[v + 1], vertices[v + 2], r);
  }
  return false;
};

/** And for the cylinders around the edges, between their ends: across the edge each is a circle. */
const rayEdges = ({ vertices, edges, edgeCount }: HullGeometry, ray: Floats, r: number): boolean => {
  for (let k = 0; k < edgeCount; k++) {
    const v = 3 * edges[4 * k];
    const w = 3 * edges[4 * k + 1];
    const ex = vertices[w] - vertices[v];
    const ey = vertices[w + 1] - vertices[v + 1];
    const ez = vertices[w + 2] - vertices[v + 2];
    const ee = ex * ex + ey * ey + ez * ez;
    const x = ray[0] - vertices[v];
    const y = ray[1] - vertices[v + 1];
    const z = ray[2] - vertices[v + 2];
    const start = (x * ex + y * ey + z * ez) / ee;
    const rate = (ray[3] * ex + ray[4] * ey + ray[5] * ez) / ee;
    const ox = x - start * ex;
    const oy = y - start * ey;
    const oz = z - start * ez;
    const dx = ray[3] - rate * ex;
    const dy = ray[4] - rate * ey;
    const dz = ray[5] - rate * ez;
    if (start >= 0 && start <= 1 && ox * ox + oy * oy + oz * oz <= r * r) return true;
    const a = dx * dx + dy * dy + dz * dz;
    if (a === 0) continue;
    const b = (ox * dx + oy * dy + oz * dz) / a;
    // The nearest point of the line to the edge's, free of the cancellation that b² - c has.
    const nx = ox - b * dx;
    const ny = oy - b * dy;
    const nz = oz - b * dz;
    const square = (r * r - (nx * nx + ny * ny + nz * nz)) / a;
    if (square < 0) continue;
    const t = -b - Math.sqrt(square);
    const along = start + t * rate;
    if (along < 0 || along > 1) continue;
    take(ray, t, vertices[v] + along * ex, vertices[v + 1] + along * ey, vertices[v + 2] + along * ez, r);
  }
  return false;
};

export const rayRoundedHull = (ray: Floats, hull: HullGeometry, rounding: Floats, at: number): boolean => {
  const r = rounding[at];
  best[0] = Infinity;
  if (rayFaces(hull, ray, r) || rayVertices(hull, ray, r) || rayEdges(hull, ray, r)) return hitInside(ray);
  for (let k = 0; k < 4; k++) hit[k] = best[k];
  return best[0] < Infinity;
};
