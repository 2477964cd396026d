import { createFloats, type Floats, floatsFrom } from '../../../math/floats.js';
import { cos, sin } from '../../../math/trigonometry.js';
import { ROUND_RAY_CONVERGED, ROUND_RAY_MAX_ITERATIONS } from '../../../tuning.js';
import { SIZE_STRIDE } from '../collider-shapes.js';
import { revolutionMass } from '../revolution-mass.js';
import {
  addAxis,
  addFeaturePoint,
  type BallList,
  type Feature,
  FeatureKind,
  hit,
  hitInside,
  type Solid,
  type SolidFeatures,
  type SolidRay,
} from '../solid.js';

/**
 * A tapered cylinder: the hull of two discs across y, of radius r0 at y = -h and r1 at y = h, and all within `rounding` of
 * it. With r1 = 0 it is a cone. The normal of its side, in the plane of the axis and a direction e across it, is
 *   n = cos β e + sin β y,   tan β = (r0 - r1) / 2h.
 *
 * Names of points: 0 to 7 around the bottom, 8 to 15 around the top, and 32 and 33 for the point of each rim that is furthest
 * along the direction in hand, which is also an end of the line in which the side touches.
 */
const FIXED = 8;
const FURTHEST = 32;

/** Directions of the fixed points of a rim, x and z of each. */
const D = Math.sqrt(0.5);
const rim = floatsFrom([1, 0, D, D, 0, 1, -D, D, -1, 0, -D, -D, 0, -1, D, -D]);

/** Corners of the polygon around a rim. */
const CORNERS = 16;
const cornersBy = (turn: (angle: number) => number): Floats =>
  floatsFrom(
    Array.from(
      { length: CORNERS },
      (_, k) => turn((2 * Math.PI * (k + 0.5)) / CORNERS) / cos(Math.PI / CORNERS),
    ),
  );
const cornerCos = cornersBy(cos);
const cornerSin = cornersBy(sin);

/** Scratch: a unit direction across the axis, x and z. */
const across = createFloats(2);

/** Writes the direction of v across the axis, and returns its length; x where there is none. */
const writeAcross = (v: Floats): number => {
  const length = Math.sqrt(v[0] * v[0] + v[2] * v[2]);
  across[0] = length > 0 ? v[0] / length : 1;
  across[1] = length > 0 ? v[2] / length : 0;
  return length;
};

/** Length of a side in the plane of the axis. */
const sideOf = (size: Floats, s: number): number => {
  const step = size[s] - size[s + 1];
  return Math.sqrt(4 * size[s + 2] * size[s + 2] + step * step);
};

/** Writes the side's normal in the plane of the axis and `across`. */
const writeSideNormal = (size: Floats, s: number, out: Floats, at: number): void => {
  const inverse = 1 / sideOf(size, s);
  const cosine = 2 * size[s + 2] * inverse;
  out[at] = cosine * across[0];
  out[at + 1] = (size[s] - size[s + 1]) * inverse;
  out[at + 2] = cosine * across[1];
};

/** Adds the point of the rim at an end that lies towards `across`, moved by the rounding. */
const addFurthest = (size: Floats, s: number, end: number, direction: Floats, out: Feature): void => {
  const at = addFeaturePoint(out, FURTHEST + end);
  const rounding = size[s + 3];
  out.points[at] = size[s + end] * across[0] + rounding * direction[0];
  out.points[at + 1] = (end === 0 ? -size[s + 2] : size[s + 2]) + rounding * direction[1];
  out.points[at + 2] = size[s + end] * across[1] + rounding * direction[2];
};

const writeDisc = (size: Floats, s: number, end: number, direction: Floats, out: Feature): void => {
  const radius = size[s + end];
  const rounding = size[s + 3];
  const y = (end === 0 ? -size[s + 2] : size[s + 2]) + rounding * direction[1];
  out.kind = FeatureKind.disc;
  for (let k = 0; k < FIXED; k++) {
    const at = addFeaturePoint(out, FIXED * end + k);
    out.points[at] = radius * rim[2 * k] + rounding * direction[0];
    out.points[at + 1] = y;
    out.points[at + 2] = radius * rim[2 * k + 1] + rounding * direction[2];
  }
  addFurthest(size, s, end, direction, out);
  out.normal[0] = 0;
  out.normal[1] = end === 0 ? -1 : 1;
  out.normal[2] = 0;
  out.disc[0] = rounding * direction[0];
  out.disc[1] = y;
  out.disc[2] = rounding * direction[2];
  out.disc[3] = radius;
};

const addPolygon = (size: Floats, s: number, end: number, out: BallList): void => {
  const radius = size[s + end];
  const y = end === 0 ? -size[s + 2] : size[s + 2];
  const corners = radius > 0 ? CORNERS : 1;
  for (let k = 0; k < corners; k++) {
    const o = 4 * out.count++;
    const c = radius * cornerCos[k];
    const d = radius * cornerSin[k];
    out.xyzr[o] = c * across[0] - d * across[1];
    out.xyzr[o + 1] = y;
    out.xyzr[o + 2] = c * across[1] + d * across[0];
    out.xyzr[o + 3] = 0;
  }
};

/** Radius at a height: middle + taper y. */
const isInside = (size: Floats, s: number, ray: Floats): boolean => {
  const h = size[s + 2];
  const radius = (size[s] + size[s + 1]) / 2 + ((size[s + 1] - size[s]) / (2 * h)) * ray[1];
  return Math.abs(ray[1]) <= h && ray[0] * ray[0] + ray[2] * ray[2] <= radius * radius;
};

/** The first entry through the discs and the side, which is (k + m y)² = x² + z². */
const raySharp = (size: Floats, s: number, ray: Floats): boolean => {
  if (isInside(size, s, ray)) return hitInside(ray);
  const h = size[s + 2];
  // Through the disc that faces the origin of the ray.
  const end = ray[4] < 0 ? 1 : 0;
  const disc = ((end === 0 ? -h : h) - ray[1]) / ray[4];
  if (ray[4] !== 0 && disc >= 0) {
    const x = ray[0] + disc * ray[3];
    const z = ray[2] + disc * ray[5];
    if (x * x + z * z <= size[s + end] * size[s + end]) {
      hit[0] = disc;
      hit[1] = 0;
      hit[2] = end === 0 ? -1 : 1;
      hit[3] = 0;
      return true;
    }
  }
  const m = (size[s + 1] - size[s]) / (2 * h);
  const k = (size[s] + size[s + 1]) / 2 + m * ray[1];
  const a = ray[3] * ray[3] + ray[5] * ray[5] - m * m * ray[4] * ray[4];
  const b = ray[0] * ray[3] + ray[2] * ray[5] - k * m * ray[4];
  const c = ray[0] * ray[0] + ray[2] * ray[2] - k * k;
  const square = b * b - a * c;
  if (square < 0) return false;
  const root = Math.sqrt(square);
  const q = b > 0 ? -b - root : -b + root;
  for (let n = 0; n < 2; n++) {
    const t = n === 0 ? (b > 0 ? q / a : c / q) : b > 0 ? c / q : q / a;
    // Written so that a t which is no number fails.
    if (!(t >= 0 && Math.abs(ray[1] + t * ray[4]) <= h)) continue;
    point[0] = ray[0] + t * ray[3];
    point[2] = ray[2] + t * ray[5];
    writeAcross(point);
    writeSideNormal(size, s, hit, 1);
    if (hit[1] * ray[3] + hit[2] * ray[4] + hit[3] * ray[5] >= 0) continue;
    hit[0] = t;
    return true;
  }
  return false;
};

/** Scratch: a point of the ray; the point of the core nearest to it in the plane of the axis, p and y, and its squared distance. */
const point = createFloats(3);
const nearest = createFloats(3);

const tryNearest = (p: number, y: number, q: number, v: number): void => {
  const square = (p - q) * (p - q) + (y - v) * (y - v);
  if (square >= nearest[2]) return;
  nearest[0] = q;
  nearest[1] = v;
  nearest[2] = square;
};

/** The nearest point of a core that does not hold `point`. */
const writeNearest = (size: Floats, s: number): void => {
  const h = size[s + 2];
  const p = writeAcross(point);
  const y = point[1];
  nearest[2] = Infinity;
  tryNearest(p, y, Math.min(p, size[s]), -h);
  tryNearest(p, y, Math.min(p, size[s + 1]), h);
  const step = size[s + 1] - size[s];
  const along = ((p - size[s]) * step + (y + h) * 2 * h) / (step * step + 4 * h * h);
  const t = Math.max(0, Math.min(1, along));
  tryNearest(p, y, size[s] + t * step, -h + 2 * h * t);
};

/**
 * With a rounding r the surface has parts of a torus. The distance from the core is convex along the ray, so Newton's method
 * on distance - r, from the origin of the ray, never passes the first root and converges quadratically.
 */
const rayRounded = (size: Floats, s: number, ray: Floats): boolean => {
  if (isInside(size, s, ray)) return hitInside(ray);
  const rounding = size[s + 3];
  let t = 0;
  for (let iteration = 0; iteration < ROUND_RAY_MAX_ITERATIONS; iteration++) {
    for (let k = 0; k < 3; k++) point[k] = ray[k] + t * ray[3 + k];
    writeNearest(size, s);
    const distance = Math.sqrt(nearest[2]);
    const gap = distance - rounding;
    if (iteration === 0 && gap <= 0) return hitInside(ray);
    const radial = (Math.sqrt(point[0] * point[0] + point[2] * point[2]) - nearest[0]) / distance;
    hit[1] = radial * across[0];
    hit[2] = (point[1] - nearest[1]) / distance;
    hit[3] = radial * across[1];
    const rate = hit[1] * ray[3] + hit[2] * ray[4] + hit[3] * ray[5];
    if (gap > 0 && rate >= 0) return false;
    const step = gap > 0 ? -gap / rate : 0;
    t += step;
    hit[0] = t;
    if (gap <= ROUND_RAY_CONVERGED * rounding) return true;
  }
  // It grazes: nearer than doubles tell, but not inside.
  return false;
};

export const cylinderSolid: Solid = {
  support: ({ size }, i, direction, out) => {
    const s = i * SIZE_STRIDE;
    const radial = writeAcross(direction);
    const up =
      size[s + 2] * direction[1] + size[s + 1] * radial > size[s] * radial - size[s + 2] * direction[1];
    const radius = up ? size[s + 1] : size[s];
    out[0] = radius * across[0];
    out[1] = up ? size[s + 2] : -size[s + 2];
    out[2] = radius * across[1];
    return radius > 0 ? -1 : up ? 1 : 0;
  },
  writeBalls: ({ size }, i, axis, out) => {
    writeAcross(axis);
    out.count = 0;
    addPolygon(size, i * SIZE_STRIDE, 0, out);
    addPolygon(size, i * SIZE_STRIDE, 1, out);
  },
  boundingRadius: ({ size }, i) => {
    const s = i * SIZE_STRIDE;
    const r = Math.max(size[s], size[s + 1]);
    return Math.sqrt(r * r + size[s + 2] * size[s + 2]) + size[s + 3];
  },
  innerRadius: (shapes, i) => {
    const { size } = shapes;
    const s = i * SIZE_STRIDE;
    const h = size[s + 2];
    const y = cylinderSolid.mass(shapes, i, 1).centre[1];
    const radius = (size[s] + size[s + 1]) / 2 + ((size[s + 1] - size[s]) / (2 * h)) * y;
    return Math.min(h + y, h - y, (radius * 2 * h) / sideOf(size, s)) + size[s + 3];
  },
  mass: ({ size }, i, density) => {
    const s = i * SIZE_STRIDE;
    const [r0, r1, h, rounding] = [size[s], size[s + 1], size[s + 2], size[s + 3]];
    const side = sideOf(size, s);
    const normal: readonly [number, number] = [(2 * h) / side, (r0 - r1) / side];
    const bottom: readonly [number, number] = [0, -1];
    const top: readonly [number, number] = [0, 1];
    return revolutionMass(
      [
        { centre: [0, -h], radius: rounding, from: bottom, to: bottom },
        { centre: [r0, -h], radius: rounding, from: bottom, to: normal },
        { centre: [r1, h], radius: rounding, from: normal, to: top },
        { centre: [0, h], radius: rounding, from: top, to: top },
      ],
      density,
    );
  },
};

export const cylinderFeatures: SolidFeatures = {
  /** A disc or the side, whichever faces the direction more. An apex is an end of the side. */
  writeFeature: ({ size }, i, direction, out) => {
    const s = i * SIZE_STRIDE;
    const end = direction[1] > 0 ? 1 : 0;
    const radial = writeAcross(direction);
    writeSideNormal(size, s, out.normal, 0);
    out.count = 0;
    const facing = (radial * 2 * size[s + 2] + direction[1] * (size[s] - size[s + 1])) / sideOf(size, s);
    if (size[s + end] > 0 && Math.abs(direction[1]) > facing) {
      writeDisc(size, s, end, direction, out);
      return;
    }
    out.kind = FeatureKind.line;
    out.bend[0] = (size[s] + size[s + 1]) / 2 + size[s + 3];
    addFurthest(size, s, 0, direction, out);
    addFurthest(size, s, 1, direction, out);
  },
  addAxes: ({ size }, i, towards, out) => {
    for (let end = 0; end < 2; end++) {
      const at = addAxis(out);
      out.xyz[at] = 0;
      out.xyz[at + 1] = end === 0 ? -1 : 1;
      out.xyz[at + 2] = 0;
    }
    writeAcross(towards);
    writeSideNormal(size, i * SIZE_STRIDE, out.xyz, addAxis(out));
  },
};

export const cylinderRay: SolidRay = ({ size }, i, ray) => {
  const s = i * SIZE_STRIDE;
  return size[s + 3] > 0 ? rayRounded(size, s, ray) : raySharp(size, s, ray);
};
