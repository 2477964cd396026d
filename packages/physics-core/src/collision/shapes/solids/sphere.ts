import type { Floats } from '../../../math/floats.js';
import { SIZE_STRIDE } from '../collider-shapes.js';
import { sphereMass } from '../mass-properties.js';
import {
  addFeaturePoint,
  FeatureKind,
  hit,
  hitInside,
  type Solid,
  type SolidFeatures,
  type SolidRay,
} from '../solid.js';

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

/** A point and a radius around it. */
export const sphereSolid: Solid = {
  support: (_shapes, _i, _direction, out) => {
    out[0] = 0;
    out[1] = 0;
    out[2] = 0;
    return 0;
  },
  writeBalls: (_shapes, _i, _axis, out) => {
    out.count = 1;
    for (let k = 0; k < 4; k++) out.xyzr[k] = 0;
  },
  boundingRadius: ({ size }, i) => size[i * SIZE_STRIDE],
  innerRadius: ({ size }, i) => size[i * SIZE_STRIDE],
  mass: ({ size }, i, density) => sphereMass(size[i * SIZE_STRIDE], density),
};

export const sphereFeatures: SolidFeatures = {
  writeFeature: ({ size }, i, direction, out) => {
    out.kind = FeatureKind.point;
    out.bend[0] = size[i * SIZE_STRIDE];
    out.count = 0;
    const at = addFeaturePoint(out, 0);
    for (let k = 0; k < 3; k++) out.points[at + k] = size[i * SIZE_STRIDE] * direction[k];
  },
  addAxes: () => {},
};

export const sphereRay: SolidRay = ({ size }, i, ray) => raySphere(ray, size, i * SIZE_STRIDE, 0);
