import { createFloats, type Floats, growFloats } from '../../../math/floats.js';
import { FACING_LEAST } from '../../../tuning.js';
import { type ColliderShapes, POSE_STRIDE } from '../../shapes/collider-shapes.js';
import { Feature, FeatureKind } from '../../shapes/solid.js';
import { solidFeatures } from '../../shapes/solid-features.js';

/**
 * A feature of a shape in the frame of a contact: u and v across the normal N, w along it. Its plane is w = p + q u + r v. A disc
 * that is tilted against N is an ellipse in (u, v): shorter by the cosine along the direction of the tilt.
 */
export class PlacedFeature {
  readonly own = new Feature();
  /** u, v, w per point. */
  uvw = createFloats(3 * 16);
  /** p, q, r. */
  readonly plane = createFloats(3);
  /** Outward normal in the frame of the pair, and its cosine with the direction that the feature was asked for. */
  readonly normal = createFloats(3);
  readonly facing = createFloats(1);
  /** Of a disc: u and v of the centre, radius, direction of the tilt, and 1 / cosine. */
  readonly disc = createFloats(6);
  /** Whether it is a polygon or disc whose plane can be measured along N. */
  isFlat = false;
}

/** Scratch: the frame. Rows u, v, N. */
export const contactFrame = createFloats(9);

/** Writes N and two unit directions across it; the first is across the axis that is farthest from N. */
export const writeContactFrame = (normal: Floats): void => {
  const f = contactFrame;
  const x = normal[0];
  const y = normal[1];
  const z = normal[2];
  f[6] = x;
  f[7] = y;
  f[8] = z;
  if (x * x > 1 / 3) {
    const s = 1 / Math.sqrt(x * x + y * y);
    f[0] = y * s;
    f[1] = -x * s;
    f[2] = 0;
  } else {
    const s = 1 / Math.sqrt(y * y + z * z);
    f[0] = 0;
    f[1] = z * s;
    f[2] = -y * s;
  }
  f[3] = y * f[2] - z * f[1];
  f[4] = z * f[0] - x * f[2];
  f[5] = x * f[1] - y * f[0];
};

const local = createFloats(3);

/** Writes the feature that faces sign N, in the contact frame. The pose is that of the shape's slot in the pair. */
export const placeFeature = (pair: ColliderShapes, slot: number, sign: number, out: PlacedFeature): void => {
  const { pose, kind } = pair;
  const p = slot * POSE_STRIDE;
  const f = contactFrame;
  for (let i = 0; i < 3; i++)
    local[i] = sign * (pose[p + 3 + i] * f[6] + pose[p + 6 + i] * f[7] + pose[p + 9 + i] * f[8]);
  const { own } = out;
  solidFeatures[kind[slot]].writeFeature(pair, slot, local, own);
  if (out.uvw.length < 3 * own.count) out.uvw = growFloats(out.uvw, 3 * own.count);
  for (let k = 0; k < own.count; k++) toContactFrame(pose, p, own.points, 3 * k, out.uvw, 3 * k);
  out.isFlat = false;
  if (own.kind !== FeatureKind.point) writePlane(pose, p, sign, out);
};

const toContactFrame = (pose: Floats, p: number, from: Floats, o: number, out: Floats, at: number): void => {
  const f = contactFrame;
  const x = pose[p] + pose[p + 3] * from[o] + pose[p + 4] * from[o + 1] + pose[p + 5] * from[o + 2];
  const y = pose[p + 1] + pose[p + 6] * from[o] + pose[p + 7] * from[o + 1] + pose[p + 8] * from[o + 2];
  const z = pose[p + 2] + pose[p + 9] * from[o] + pose[p + 10] * from[o + 1] + pose[p + 11] * from[o + 2];
  out[at] = f[0] * x + f[1] * y + f[2] * z;
  out[at + 1] = f[3] * x + f[4] * y + f[5] * z;
  out[at + 2] = f[6] * x + f[7] * y + f[8] * z;
};

/** Scratch: the centre of a disc. */
const centre = createFloats(3);

const writePlane = (pose: Floats, p: number, sign: number, out: PlacedFeature): void => {
  const { own, normal, plane, disc } = out;
  const f = contactFrame;
  for (let i = 0; i < 3; i++) {
    const r = p + 3 + 3 * i;
    normal[i] = pose[r] * own.normal[0] + pose[r + 1] * own.normal[1] + pose[r + 2] * own.normal[2];
  }
  const mu = f[0] * normal[0] + f[1] * normal[1] + f[2] * normal[2];
  const mv = f[3] * normal[0] + f[4] * normal[1] + f[5] * normal[2];
  const mw = f[6] * normal[0] + f[7] * normal[1] + f[8] * normal[2];
  out.facing[0] = sign * mw;
  if (own.kind === FeatureKind.line || sign * mw < FACING_LEAST) return;
  out.isFlat = true;
  plane[1] = -mu / mw;
  plane[2] = -mv / mw;
  plane[0] = out.uvw[2] - plane[1] * out.uvw[0] - plane[2] * out.uvw[1];
  if (own.kind !== FeatureKind.disc) return;
  toContactFrame(pose, p, own.disc, 0, centre, 0);
  const tilt = Math.sqrt(mu * mu + mv * mv);
  disc[0] = centre[0];
  disc[1] = centre[1];
  disc[2] = own.disc[3];
  disc[3] = tilt > 0 ? mu / tilt : 1;
  disc[4] = tilt > 0 ? mv / tilt : 0;
  disc[5] = 1 / (sign * mw);
};

/** Height of a flat feature above (u, v). */
export const heightAt = ({ plane }: PlacedFeature, u: number, v: number): number =>
  plane[0] + plane[1] * u + plane[2] * v;
