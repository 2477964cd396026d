import { createFloats, type Floats } from '../../../math/floats.js';
import { SIZE_STRIDE } from '../collider-shapes.js';
import { revolutionMass } from '../revolution-mass.js';
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

/**
 * The hull of two balls, of radius r0 at y = -h and r1 at y = h. Its core is the hull of a ball and a point: the same with
 * the smaller radius taken off both.
 *
 * The side is part of a cone. Its normal, in the plane of the axis and a direction e across it, is
 *   n = cos β e + sin β y,   sin β = (r0 - r1) / 2h,
 * because both balls must reach equally far along it. On the side n·x = k with k = r0 - h sin β, from y = -h + r0 sin β to
 * y = h + r1 sin β. What lies at the distance p from the axis at the height y is nearest to the place s = y - p tan β of the
 * axis.
 */
const sineOf = (size: Floats, s: number): number => (size[s] - size[s + 1]) / (2 * size[s + 2]);

/** Scratch: radius and half length, as raySphere wants them; t and normal of the best hit. */
const ball = createFloats(2);
const best = createFloats(4);

const isInside = (size: Floats, s: number, ray: Floats): boolean => {
  const h = size[s + 2];
  const sine = sineOf(size, s);
  const across = Math.sqrt(ray[0] * ray[0] + ray[2] * ray[2]);
  const foot = ray[1] - (across * sine) / Math.sqrt(1 - sine * sine);
  const place = Math.max(-h, Math.min(h, foot));
  const radius = (size[s] + size[s + 1]) / 2 - sine * place;
  const y = ray[1] - place;
  return across * across + y * y <= radius * radius;
};

/** Whether the ray enters the side; writes `hit`. */
const raySide = (size: Floats, s: number, ray: Floats): boolean => {
  const h = size[s + 2];
  const sine = sineOf(size, s);
  const cosine2 = 1 - sine * sine;
  const room = size[s] - h * sine - ray[1] * sine;
  const rate = ray[4] * sine;
  const a = (ray[3] * ray[3] + ray[5] * ray[5]) * cosine2 - rate * rate;
  const b = (ray[0] * ray[3] + ray[2] * ray[5]) * cosine2 + room * rate;
  const c = (ray[0] * ray[0] + ray[2] * ray[2]) * cosine2 - room * room;
  const square = b * b - a * c;
  if (square < 0) return false;
  const root = Math.sqrt(square);
  // Both roots of a t² + 2 b t + c, in the forms that do not cancel.
  const q = b > 0 ? -b - root : -b + root;
  const cosine = Math.sqrt(cosine2);
  for (let k = 0; k < 2; k++) {
    const t = k === 0 ? (b > 0 ? q / a : c / q) : b > 0 ? c / q : q / a;
    const y = ray[1] + t * ray[4];
    // Written so that a t which is no number fails.
    if (!(t >= 0 && y >= -h + size[s] * sine && y <= h + size[s + 1] * sine)) continue;
    const x = ray[0] + t * ray[3];
    const z = ray[2] + t * ray[5];
    const across = Math.sqrt(x * x + z * z);
    if (!(across > 0)) continue;
    hit[1] = (cosine * x) / across;
    hit[2] = sine;
    hit[3] = (cosine * z) / across;
    if (hit[1] * ray[3] + hit[2] * ray[4] + hit[3] * ray[5] >= 0) continue;
    hit[0] = t;
    return true;
  }
  return false;
};

const keepNearer = (isHit: boolean): void => {
  if (isHit && hit[0] < best[0]) for (let k = 0; k < 4; k++) best[k] = hit[k];
};

export const taperedCapsuleSolid: Solid = {
  support: ({ size }, i, direction, out) => {
    const s = i * SIZE_STRIDE;
    const x = direction[0];
    const y = direction[1];
    const z = direction[2];
    const length = Math.sqrt(x * x + y * y + z * z);
    const less = Math.min(size[s], size[s + 1]);
    const up = size[s + 2] * y + size[s + 1] * length > size[s] * length - size[s + 2] * y;
    const radius = (up ? size[s + 1] : size[s]) - less;
    const scale = length > 0 ? radius / length : 0;
    out[0] = scale * x;
    out[1] = scale * y + (up ? size[s + 2] : -size[s + 2]);
    out[2] = scale * z;
    return radius > 0 ? -1 : up ? 1 : 0;
  },
  writeBalls: ({ size }, i, _axis, out) => {
    const s = i * SIZE_STRIDE;
    const less = Math.min(size[s], size[s + 1]);
    out.count = 2;
    for (let k = 0; k < 8; k++) out.xyzr[k] = 0;
    out.xyzr[1] = -size[s + 2];
    out.xyzr[3] = size[s] - less;
    out.xyzr[5] = size[s + 2];
    out.xyzr[7] = size[s + 1] - less;
  },
  boundingRadius: ({ size }, i) => {
    const s = i * SIZE_STRIDE;
    return size[s + 2] + Math.max(size[s], size[s + 1]);
  },
  innerRadius: ({ size }, i) => Math.min(size[i * SIZE_STRIDE], size[i * SIZE_STRIDE + 1]),
  /** Two caps of balls and a frustum between the circles in which the side meets them. */
  mass: ({ size }, i, density) => {
    const s = i * SIZE_STRIDE;
    const [r0, r1, h] = [size[s], size[s + 1], size[s + 2]];
    const sine = sineOf(size, s);
    const cosine = Math.sqrt(1 - sine * sine);
    return revolutionMass(
      [
        { centre: [0, -h], radius: r0, from: [0, -1], to: [cosine, sine] },
        { centre: [0, h], radius: r1, from: [cosine, sine], to: [0, 1] },
      ],
      density,
    );
  },
};

export const taperedCapsuleFeatures: SolidFeatures = {
  writeFeature: ({ size }, i, direction, out) => {
    const s = i * SIZE_STRIDE;
    out.kind = FeatureKind.line;
    out.bend[0] = (size[s] + size[s + 1]) / 2;
    out.count = 0;
    for (let end = 0; end < 2; end++) {
      const at = addFeaturePoint(out, end);
      for (let k = 0; k < 3; k++) out.points[at + k] = size[s + end] * direction[k];
      out.points[at + 1] += end === 0 ? -size[s + 2] : size[s + 2];
    }
    const sine = sineOf(size, s);
    const cosine = Math.sqrt(1 - sine * sine);
    const across = Math.sqrt(direction[0] * direction[0] + direction[2] * direction[2]);
    out.normal[0] = across > 0 ? (cosine * direction[0]) / across : cosine;
    out.normal[1] = sine;
    out.normal[2] = across > 0 ? (cosine * direction[2]) / across : 0;
  },
  addAxes: ({ size }, i, towards, out) => {
    const sine = sineOf(size, i * SIZE_STRIDE);
    const cosine = Math.sqrt(1 - sine * sine);
    const across = Math.sqrt(towards[0] * towards[0] + towards[2] * towards[2]);
    const at = addAxis(out);
    out.xyz[at] = across > 0 ? (cosine * towards[0]) / across : cosine;
    out.xyz[at + 1] = sine;
    out.xyz[at + 2] = across > 0 ? (cosine * towards[2]) / across : 0;
  },
};

export const taperedCapsuleRay: SolidRay = ({ size }, i, ray) => {
  const s = i * SIZE_STRIDE;
  if (isInside(size, s, ray)) return hitInside(ray);
  best[0] = Infinity;
  keepNearer(raySide(size, s, ray));
  ball[1] = size[s + 2];
  ball[0] = size[s];
  keepNearer(raySphere(ray, ball, 0, -1));
  ball[0] = size[s + 1];
  keepNearer(raySphere(ray, ball, 0, 1));
  for (let k = 0; k < 4; k++) hit[k] = best[k];
  return best[0] < Infinity;
};
