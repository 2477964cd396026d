import { type Floats, growFloats } from '../../../math/floats.js';
import { type ColliderShapes, coreRadius, SIZE_STRIDE } from '../collider-shapes.js';
import type { HullGeometry } from '../hull-geometry.js';
import { boxMass, hullMass } from '../mass-properties.js';
import {
  addAxis,
  addFeaturePoint,
  FeatureKind,
  hit,
  hitInside,
  type Solid,
  type SolidFeatures,
  type SolidRay,
} from '../solid.js';

/** Boxes and hulls. Their geometry is in `hulls`; names of points are its vertices. */

export const hullOf = (shapes: ColliderShapes, i: number): HullGeometry => {
  const hull = shapes.hulls[shapes.hull[i]];
  if (hull === undefined) throw new Error(`collider ${i} has no hull geometry`);
  return hull;
};

export const supportOfBox: Solid['support'] = ({ size }, i, direction, out) => {
  const s = i * SIZE_STRIDE;
  const x = direction[0] >= 0;
  const y = direction[1] >= 0;
  const z = direction[2] >= 0;
  out[0] = x ? size[s] : -size[s];
  out[1] = y ? size[s + 1] : -size[s + 1];
  out[2] = z ? size[s + 2] : -size[s + 2];
  return (x ? 1 : 0) | (y ? 2 : 0) | (z ? 4 : 0);
};

const supportVertex = ({ vertices, vertexCount }: HullGeometry, direction: Floats): number => {
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  let best = 0;
  let most = vertices[0] * x + vertices[1] * y + vertices[2] * z;
  for (let k = 1; k < vertexCount; k++) {
    const along = vertices[3 * k] * x + vertices[3 * k + 1] * y + vertices[3 * k + 2] * z;
    if (along > most) {
      most = along;
      best = k;
    }
  }
  return best;
};

export const supportOfHull: Solid['support'] = (shapes, i, direction, out) => {
  const hull = hullOf(shapes, i);
  const best = supportVertex(hull, direction);
  for (let k = 0; k < 3; k++) out[k] = hull.vertices[3 * best + k];
  return best;
};

/** Of the faces at a vertex that which faces the direction most. */
const faceAt = ({ edges, edgeCount, planes }: HullGeometry, vertex: number, direction: Floats): number => {
  let face = -1;
  let most = -Infinity;
  for (let e = 0; e < edgeCount; e++) {
    if (edges[4 * e] !== vertex && edges[4 * e + 1] !== vertex) continue;
    for (let k = 2; k < 4; k++) {
      const p = 4 * edges[4 * e + k];
      const cosine = planes[p] * direction[0] + planes[p + 1] * direction[1] + planes[p + 2] * direction[2];
      if (cosine <= most) continue;
      most = cosine;
      face = edges[4 * e + k];
    }
  }
  return face;
};

/** The face at the furthest vertex, so that the deepest point cannot be missed. */
const writeFeature: SolidFeatures['writeFeature'] = (shapes, i, direction, out) => {
  const hull = hullOf(shapes, i);
  const { vertices, faceStart, faceVertices, planes } = hull;
  const face = faceAt(hull, supportVertex(hull, direction), direction);
  const rounding = coreRadius(shapes, i);
  out.kind = FeatureKind.polygon;
  out.bend[0] = rounding;
  out.count = 0;
  for (let k = faceStart[face]; k < faceStart[face + 1]; k++) {
    const at = addFeaturePoint(out, faceVertices[k]);
    for (let j = 0; j < 3; j++)
      out.points[at + j] = vertices[3 * faceVertices[k] + j] + rounding * direction[j];
  }
  for (let j = 0; j < 3; j++) out.normal[j] = planes[4 * face + j];
};

const addAxes: SolidFeatures['addAxes'] = (shapes, i, _towards, out) => {
  const { planes, faceCount } = hullOf(shapes, i);
  for (let f = 0; f < faceCount; f++) {
    const at = addAxis(out);
    for (let j = 0; j < 3; j++) out.xyz[at + j] = planes[4 * f + j];
  }
};

export const writeBalls: Solid['writeBalls'] = (shapes, i, _axis, out) => {
  const { vertices, vertexCount } = hullOf(shapes, i);
  if (out.xyzr.length < 4 * vertexCount) out.xyzr = growFloats(out.xyzr, 4 * vertexCount);
  out.count = vertexCount;
  for (let v = 0; v < vertexCount; v++) {
    for (let j = 0; j < 3; j++) out.xyzr[4 * v + j] = vertices[3 * v + j];
    out.xyzr[4 * v + 3] = 0;
  }
};

/** Between three pairs of planes: the last entry, if it comes before the first exit. */
const rayBox = (ray: Floats, size: Floats, s: number): boolean => {
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
const rayHull = (ray: Floats, { planes, faceCount }: HullGeometry): boolean => {
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

export const boxRadius = (size: Floats, s: number): number =>
  Math.sqrt(size[s] * size[s] + size[s + 1] * size[s + 1] + size[s + 2] * size[s + 2]);

export const hullRadius = ({ vertices, vertexCount }: HullGeometry): number => {
  let most = 0;
  for (let v = 0; v < 3 * vertexCount; v += 3) {
    const d2 =
      vertices[v] * vertices[v] + vertices[v + 1] * vertices[v + 1] + vertices[v + 2] * vertices[v + 2];
    if (d2 > most) most = d2;
  }
  return Math.sqrt(most);
};

/** Rounded or not. */
export const polyhedronFeatures: SolidFeatures = { writeFeature, addAxes };

export const boxSolid: Solid = {
  writeBalls,
  support: supportOfBox,
  boundingRadius: ({ size }, i) => boxRadius(size, i * SIZE_STRIDE),
  innerRadius: (shapes, i) => hullOf(shapes, i).innerRadius,
  mass: ({ size }, i, density) => {
    const s = i * SIZE_STRIDE;
    return boxMass(size[s], size[s + 1], size[s + 2], density);
  },
};

export const boxRay: SolidRay = ({ size }, i, ray) => rayBox(ray, size, i * SIZE_STRIDE);

export const hullSolid: Solid = {
  writeBalls,
  support: supportOfHull,
  boundingRadius: (shapes, i) => hullRadius(hullOf(shapes, i)),
  innerRadius: (shapes, i) => hullOf(shapes, i).innerRadius,
  mass: (shapes, i, density) => hullMass(hullOf(shapes, i), density),
};

export const hullRay: SolidRay = (shapes, i, ray) => rayHull(ray, hullOf(shapes, i));
