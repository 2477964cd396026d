import type { Floats } from '../../../math/floats.js';
import { SIZE_STRIDE } from '../collider-shapes.js';
import { capsuleMass } from '../mass-properties.js';
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
import { raySphere } from './sphere.js';

/** The side, where the ray enters it between the ends, or the ball at the end that it enters first. */
const rayCapsule = (ray: Floats, size: Floats, s: number): boolean => {
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

/** A segment along y and a radius around it. */
export const capsuleSolid: Solid = {
  support: ({ size }, i, direction, out) => {
    const half = size[i * SIZE_STRIDE + 1];
    const up = direction[1] >= 0;
    out[0] = 0;
    out[1] = up ? half : -half;
    out[2] = 0;
    return up ? 1 : 0;
  },
  writeBalls: ({ size }, i, _axis, out) => {
    const half = size[i * SIZE_STRIDE + 1];
    out.count = 2;
    for (let k = 0; k < 8; k++) out.xyzr[k] = 0;
    out.xyzr[1] = -half;
    out.xyzr[5] = half;
  },
  boundingRadius: ({ size }, i) => size[i * SIZE_STRIDE] + size[i * SIZE_STRIDE + 1],
  innerRadius: ({ size }, i) => size[i * SIZE_STRIDE],
  mass: ({ size }, i, density) => capsuleMass(size[i * SIZE_STRIDE], size[i * SIZE_STRIDE + 1], density),
};

export const capsuleFeatures: SolidFeatures = {
  writeFeature: ({ size }, i, direction, out) => {
    const s = i * SIZE_STRIDE;
    out.kind = FeatureKind.line;
    out.bend[0] = size[s];
    out.count = 0;
    for (let end = 0; end < 2; end++) {
      const at = addFeaturePoint(out, end);
      for (let k = 0; k < 3; k++) out.points[at + k] = size[s] * direction[k];
      out.points[at + 1] += end === 0 ? -size[s + 1] : size[s + 1];
    }
    const across = Math.sqrt(direction[0] * direction[0] + direction[2] * direction[2]);
    out.normal[0] = across > 0 ? direction[0] / across : 1;
    out.normal[1] = 0;
    out.normal[2] = across > 0 ? direction[2] / across : 0;
  },
  addAxes: (_shapes, _i, towards, out) => {
    const across = Math.sqrt(towards[0] * towards[0] + towards[2] * towards[2]);
    const at = addAxis(out);
    out.xyz[at] = across > 0 ? towards[0] / across : 1;
    out.xyz[at + 1] = 0;
    out.xyz[at + 2] = across > 0 ? towards[2] / across : 0;
  },
};

export const capsuleRay: SolidRay = ({ size }, i, ray) => rayCapsule(ray, size, i * SIZE_STRIDE);
