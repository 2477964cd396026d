import { createFloats, type Floats } from '../../math/floats.js';
import {
  EDGE_BIAS,
  EDGE_BIAS_RELATIVE,
  FACE_BIAS,
  FACE_BIAS_RELATIVE,
  PARALLEL_SINE_SQUARED,
} from '../../tuning.js';
import type { ColliderShapes } from '../shapes/collider-shapes.js';
import { POSE_STRIDE, SIZE_STRIDE } from '../shapes/collider-shapes.js';
import {
  clipBySides,
  clipScratch,
  keepDeepest,
  keepWithinMargin,
  nameIncidentCorners,
  writeFaceContact,
} from './clip.js';
import { edgePair, writeEdgeContact } from './edge-contact.js';
import { edgeCode, packFeature } from './feature-id.js';
import type { Manifold } from './manifold.js';

/**
 * Box against box by the separating axis test (SAT) over fifteen axes (Gottschalk, Lin, Manocha 1996), in A's frame:
 *
 *   R = RAᵀ RB (r_ij = A_i·B_j), t = RAᵀ (pB - pA), half extents a and b, Q = |R| entry by entry
 *   axis A_i       s = |t_i| - a_i - Σ_j b_j q_ij
 *   axis B_j       s = |t·R_j| - b_j - Σ_i a_i q_ij              (R_j the j-th column)
 *   axis A_i × B_j s = (|t·L| - Σ_k a_k |L_k| - Σ_k b_k |L·B_k|) / |L|,  L = A_i × R_j
 *
 * where with i, i', i" and j, j', j" cyclic L_i = 0, L_i' = -r_i"j, L_i" = r_i'j, |L·B_j'| = q_ij",
 * |L·B_j"| = q_ij'. The largest s is the least penetration, or for boxes that are apart a lower bound of the
 * distance. The square root of |L| is only taken for an axis that can win: dividing by |L| <= 1 moves s away
 * from zero, so s > min(best, 0) is necessary. The nine cross products are written out, so that R and Q stay in
 * locals: in a loop every entry would be read from an array.
 *
 * A better bound for boxes that are apart costs nothing more: s along A's three axes says how far A is
 * from B's bounding box in A's frame, √Σ max(0, s_i)².
 *
 * Vertices are numbered by the signs of their coordinates: bit 0 for x > 0, bit 1 for y, bit 2 for z.
 */

/** Scratch: each box in the frame of the other. R row by row, then t. */
const bInA = createFloats(12);
const aInB = createFloats(12);

/**
 * Side planes of the rectangle |u| <= hu, |v| <= hv, counter-clockwise: +u, +v,
 * -u, -v. The offsets are filled in.
 */
const RECTANGLE_SIDES = 4;

export const collideBoxBox = (shapes: ColliderShapes, a: number, b: number, out: Manifold): void => {
  const margin = out.margin[0];
  const { pose, size } = shapes;
  const pa = a * POSE_STRIDE;
  const pb = b * POSE_STRIDE;
  const dx = pose[pb] - pose[pa];
  const dy = pose[pb + 1] - pose[pa + 1];
  const dz = pose[pb + 2] - pose[pa + 2];
  const ax0 = pose[pa + 3];
  const ay0 = pose[pa + 6];
  const az0 = pose[pa + 9];
  const ax1 = pose[pa + 4];
  const ay1 = pose[pa + 7];
  const az1 = pose[pa + 10];
  const ax2 = pose[pa + 5];
  const ay2 = pose[pa + 8];
  const az2 = pose[pa + 11];
  const bx0 = pose[pb + 3];
  const by0 = pose[pb + 6];
  const bz0 = pose[pb + 9];
  const bx1 = pose[pb + 4];
  const by1 = pose[pb + 7];
  const bz1 = pose[pb + 10];
  const bx2 = pose[pb + 5];
  const by2 = pose[pb + 8];
  const bz2 = pose[pb + 11];
  const a0 = size[a * SIZE_STRIDE];
  const a1 = size[a * SIZE_STRIDE + 1];
  const a2 = size[a * SIZE_STRIDE + 2];
  const b0 = size[b * SIZE_STRIDE];
  const b1 = size[b * SIZE_STRIDE + 1];
  const b2 = size[b * SIZE_STRIDE + 2];

  const t0 = ax0 * dx + ay0 * dy + az0 * dz;
  const t1 = ax1 * dx + ay1 * dy + az1 * dz;
  const t2 = ax2 * dx + ay2 * dy + az2 * dz;
  const r00 = ax0 * bx0 + ay0 * by0 + az0 * bz0;
  const r01 = ax0 * bx1 + ay0 * by1 + az0 * bz1;
  const r02 = ax0 * bx2 + ay0 * by2 + az0 * bz2;
  const r10 = ax1 * bx0 + ay1 * by0 + az1 * bz0;
  const r11 = ax1 * bx1 + ay1 * by1 + az1 * bz1;
  const r12 = ax1 * bx2 + ay1 * by2 + az1 * bz2;
  const r20 = ax2 * bx0 + ay2 * by0 + az2 * bz0;
  const r21 = ax2 * bx1 + ay2 * by1 + az2 * bz1;
  const r22 = ax2 * bx2 + ay2 * by2 + az2 * bz2;
  const q00 = Math.abs(r00);
  const q01 = Math.abs(r01);
  const q02 = Math.abs(r02);
  const q10 = Math.abs(r10);
  const q11 = Math.abs(r11);
  const q12 = Math.abs(r12);
  const q20 = Math.abs(r20);
  const q21 = Math.abs(r21);
  const q22 = Math.abs(r22);

  const sA0 = Math.abs(t0) - (a0 + b0 * q00 + b1 * q01 + b2 * q02);
  const sA1 = Math.abs(t1) - (a1 + b0 * q10 + b1 * q11 + b2 * q12);
  const sA2 = Math.abs(t2) - (a2 + b0 * q20 + b1 * q21 + b2 * q22);
  const m0 = t0 * r00 + t1 * r10 + t2 * r20;
  const m1 = t0 * r01 + t1 * r11 + t2 * r21;
  const m2 = t0 * r02 + t1 * r12 + t2 * r22;
  const sB0 = Math.abs(m0) - (b0 + a0 * q00 + a1 * q10 + a2 * q20);
  const sB1 = Math.abs(m1) - (b1 + a0 * q01 + a1 * q11 + a2 * q21);
  const sB2 = Math.abs(m2) - (b2 + a0 * q02 + a1 * q12 + a2 * q22);
  const axisA = sA0 >= sA1 ? (sA0 >= sA2 ? 0 : 2) : sA1 >= sA2 ? 1 : 2;
  const axisB = sB0 >= sB1 ? (sB0 >= sB2 ? 0 : 2) : sB1 >= sB2 ? 1 : 2;
  const bestA = Math.max(sA0, sA1, sA2);
  const bestB = Math.max(sB0, sB1, sB2);

  let gap = Math.max(bestA, bestB);
  if (gap > 0) {
    const gA0 = Math.max(0, sA0);
    const gA1 = Math.max(0, sA1);
    const gA2 = Math.max(0, sA2);
    const gB0 = Math.max(0, sB0);
    const gB1 = Math.max(0, sB1);
    const gB2 = Math.max(0, sB2);
    gap = Math.sqrt(Math.max(gA0 * gA0 + gA1 * gA1 + gA2 * gA2, gB0 * gB0 + gB1 * gB1 + gB2 * gB2));
    if (gap > margin) {
      out.count = 0;
      out.gap[0] = gap;
      return;
    }
  }

  let best = Math.max(bestA, bestB);
  let floor = Math.min(best, 0);
  let edgeAxis = -1;
  let s = 0;
  s = Math.abs(t2 * r10 - t1 * r20) - (a1 * q20 + a2 * q10 + b1 * q02 + b2 * q01);
  if (s > floor) {
    const sine2 = r10 * r10 + r20 * r20;
    s = sine2 > PARALLEL_SINE_SQUARED ? s / Math.sqrt(sine2) : best;
    if (s > best) {
      best = s;
      floor = Math.min(s, 0);
      edgeAxis = 0;
    }
  }
  s = Math.abs(t2 * r11 - t1 * r21) - (a1 * q21 + a2 * q11 + b2 * q00 + b0 * q02);
  if (s > floor) {
    const sine2 = r11 * r11 + r21 * r21;
    s = sine2 > PARALLEL_SINE_SQUARED ? s / Math.sqrt(sine2) : best;
    if (s > best) {
      best = s;
      floor = Math.min(s, 0);
      edgeAxis = 1;
    }
  }
  s = Math.abs(t2 * r12 - t1 * r22) - (a1 * q22 + a2 * q12 + b0 * q01 + b1 * q00);
  if (s > floor) {
    const sine2 = r12 * r12 + r22 * r22;
    s = sine2 > PARALLEL_SINE_SQUARED ? s / Math.sqrt(sine2) : best;
    if (s > best) {
      best = s;
      floor = Math.min(s, 0);
      edgeAxis = 2;
    }
  }
  s = Math.abs(t0 * r20 - t2 * r00) - (a2 * q00 + a0 * q20 + b1 * q12 + b2 * q11);
  if (s > floor) {
    const sine2 = r20 * r20 + r00 * r00;
    s = sine2 > PARALLEL_SINE_SQUARED ? s / Math.sqrt(sine2) : best;
    if (s > best) {
      best = s;
      floor = Math.min(s, 0);
      edgeAxis = 3;
    }
  }
  s = Math.abs(t0 * r21 - t2 * r01) - (a2 * q01 + a0 * q21 + b2 * q10 + b0 * q12);
  if (s > floor) {
    const sine2 = r21 * r21 + r01 * r01;
    s = sine2 > PARALLEL_SINE_SQUARED ? s / Math.sqrt(sine2) : best;
    if (s > best) {
      best = s;
      floor = Math.min(s, 0);
      edgeAxis = 4;
    }
  }
  s = Math.abs(t0 * r22 - t2 * r02) - (a2 * q02 + a0 * q22 + b0 * q11 + b1 * q10);
  if (s > floor) {
    const sine2 = r22 * r22 + r02 * r02;
    s = sine2 > PARALLEL_SINE_SQUARED ? s / Math.sqrt(sine2) : best;
    if (s > best) {
      best = s;
      floor = Math.min(s, 0);
      edgeAxis = 5;
    }
  }
  s = Math.abs(t1 * r00 - t0 * r10) - (a0 * q10 + a1 * q00 + b1 * q22 + b2 * q21);
  if (s > floor) {
    const sine2 = r00 * r00 + r10 * r10;
    s = sine2 > PARALLEL_SINE_SQUARED ? s / Math.sqrt(sine2) : best;
    if (s > best) {
      best = s;
      floor = Math.min(s, 0);
      edgeAxis = 6;
    }
  }
  s = Math.abs(t1 * r01 - t0 * r11) - (a0 * q11 + a1 * q01 + b2 * q20 + b0 * q22);
  if (s > floor) {
    const sine2 = r01 * r01 + r11 * r11;
    s = sine2 > PARALLEL_SINE_SQUARED ? s / Math.sqrt(sine2) : best;
    if (s > best) {
      best = s;
      floor = Math.min(s, 0);
      edgeAxis = 7;
    }
  }
  s = Math.abs(t1 * r02 - t0 * r12) - (a0 * q12 + a1 * q02 + b0 * q21 + b1 * q20);
  if (s > floor) {
    const sine2 = r02 * r02 + r12 * r12;
    s = sine2 > PARALLEL_SINE_SQUARED ? s / Math.sqrt(sine2) : best;
    if (s > best) {
      best = s;
      floor = Math.min(s, 0);
      edgeAxis = 8;
    }
  }
  if (best > margin) {
    out.count = 0;
    out.gap[0] = Math.max(gap, best);
    return;
  }

  const referenceIsA = bestB <= bestA + FACE_BIAS + FACE_BIAS_RELATIVE * Math.abs(bestA);
  const face = referenceIsA ? bestA : bestB;
  bInA[0] = r00;
  bInA[1] = r01;
  bInA[2] = r02;
  bInA[3] = r10;
  bInA[4] = r11;
  bInA[5] = r12;
  bInA[6] = r20;
  bInA[7] = r21;
  bInA[8] = r22;
  bInA[9] = t0;
  bInA[10] = t1;
  bInA[11] = t2;
  edgePair[15] = best;
  if (edgeAxis >= 0 && best > face + EDGE_BIAS + EDGE_BIAS_RELATIVE * Math.abs(face)) {
    crossEdges(shapes, a, b, edgeAxis, out);
    return;
  }
  const relative = referenceIsA ? bInA : aInB;
  if (!referenceIsA) invert(bInA, aInB);
  const axis = referenceIsA ? axisA : axisB;
  const reference = referenceIsA ? a : b;
  const incident = referenceIsA ? b : a;
  incidentPolygon(size, relative, reference, incident, axis);
  const count = keepWithinMargin(clipBySides(4, RECTANGLE_SIDES), out.margin);
  if (count > 0) {
    referenceFrame(shapes, reference, axis, relative[9 + axis] >= 0 ? 1 : -1);
    writeFaceContact(count, referenceIsA, out);
    return;
  }
  if (edgeAxis >= 0) {
    // Clipping left nothing, so the faces do not lie over each other: the edges are the contact after all.
    crossEdges(shapes, a, b, edgeAxis, out);
    return;
  }
  out.count = 0;
  out.gap[0] = Math.max(0, gap);
  if (gap > 0) return;
  // Penetrating shapes always get a contact.
  incidentPolygon(size, relative, reference, incident, axis);
  keepDeepest(4);
  referenceFrame(shapes, reference, axis, relative[9 + axis] >= 0 ? 1 : -1);
  writeFaceContact(1, referenceIsA, out);
};

/** x' = R x + t becomes x = Rᵀ x' - Rᵀ t. */
const invert = (from: Floats, to: Floats): void => {
  for (let i = 0; i < 3; i++) {
    to[3 * i] = from[i];
    to[3 * i + 1] = from[3 + i];
    to[3 * i + 2] = from[6 + i];
    to[9 + i] = -(from[i] * from[9] + from[3 + i] * from[10] + from[6 + i] * from[11]);
  }
};

/**
 * Fills the clip scratch with the face of the incident box that opposes the reference's face and with the
 * rectangle of the reference's face. With the face normal σ X_k, the axes u and v follow k cyclically.
 */
const incidentPolygon = (
  size: Floats,
  relative: Floats,
  reference: number,
  incident: number,
  k: number,
): void => {
  const u = k < 2 ? k + 1 : 0;
  const v = k > 0 ? k - 1 : 2;
  const sigma = relative[9 + k] >= 0 ? 1 : -1;
  const q0 = Math.abs(relative[3 * k]);
  const q1 = Math.abs(relative[3 * k + 1]);
  const q2 = Math.abs(relative[3 * k + 2]);
  const j = q0 >= q1 ? (q0 >= q2 ? 0 : 2) : q1 >= q2 ? 1 : 2;
  const j1 = j < 2 ? j + 1 : 0;
  const j2 = j > 0 ? j - 1 : 2;
  const rkj = relative[3 * k + j];
  // Seen along X_k the corners ++ -+ -- +- run counter-clockwise when Y_j points
  // along X_k; otherwise one axis is mirrored.
  const mirror = rkj > 0 ? -1 : 1;
  const side = rkj * sigma > 0 ? -1 : 1;
  const hj = side * size[incident * SIZE_STRIDE + j];
  const h1 = mirror * size[incident * SIZE_STRIDE + j1];
  const h2 = size[incident * SIZE_STRIDE + j2];
  const cu = relative[9 + u] + hj * relative[3 * u + j];
  const cv = relative[9 + v] + hj * relative[3 * v + j];
  const cw = sigma * (relative[9 + k] + hj * rkj) - size[reference * SIZE_STRIDE + k];
  const e1u = h1 * relative[3 * u + j1];
  const e1v = h1 * relative[3 * v + j1];
  const e1w = sigma * h1 * relative[3 * k + j1];
  const e2u = h2 * relative[3 * u + j2];
  const e2v = h2 * relative[3 * v + j2];
  const e2w = sigma * h2 * relative[3 * k + j2];

  const { sides, sideVertices } = clipScratch;
  const { points, features } = clipScratch.polygon;
  points[0] = cu + e1u + e2u;
  points[1] = cv + e1v + e2v;
  points[2] = cw + e1w + e2w;
  points[3] = cu - e1u + e2u;
  points[4] = cv - e1v + e2v;
  points[5] = cw - e1w + e2w;
  points[6] = cu - e1u - e2u;
  points[7] = cv - e1v - e2v;
  points[8] = cw - e1w - e2w;
  points[9] = cu + e1u - e2u;
  points[10] = cv + e1v - e2v;
  points[11] = cw + e1w - e2w;
  const base = side > 0 ? 1 << j : 0;
  const plus1 = mirror > 0 ? 1 << j1 : 0;
  const minus1 = (1 << j1) - plus1;
  features[0] = base | plus1 | (1 << j2);
  features[1] = base | minus1 | (1 << j2);
  features[2] = base | minus1;
  features[3] = base | plus1;
  nameIncidentCorners(4);

  const hu = size[reference * SIZE_STRIDE + u];
  const hv = size[reference * SIZE_STRIDE + v];
  sides[0] = 1;
  sides[1] = 0;
  sides[2] = hu;
  sides[3] = 0;
  sides[4] = 1;
  sides[5] = hv;
  sides[6] = -1;
  sides[7] = 0;
  sides[8] = hu;
  sides[9] = 0;
  sides[10] = -1;
  sides[11] = hv;
  const top = sigma > 0 ? 1 << k : 0;
  sideVertices[0] = top | (1 << u);
  sideVertices[1] = top | (1 << u) | (1 << v);
  sideVertices[2] = top | (1 << v);
  sideVertices[3] = top;
};

/** The world frame of the reference face that `incidentPolygon` worked in. */
const referenceFrame = (shapes: ColliderShapes, reference: number, k: number, sigma: number): void => {
  const { pose, size } = shapes;
  const { frame } = clipScratch;
  const p = reference * POSE_STRIDE;
  const u = k < 2 ? k + 1 : 0;
  const v = k > 0 ? k - 1 : 2;
  const h = size[reference * SIZE_STRIDE + k];
  for (let i = 0; i < 3; i++) {
    const row = p + 3 + 3 * i;
    const n = sigma * pose[row + k];
    frame[i] = pose[p + i] + h * n;
    frame[3 + i] = pose[row + u];
    frame[6 + i] = pose[row + v];
    frame[9 + i] = n;
  }
};

/**
 * Edge i of A across edge j of B, axis = 3 i + j; the separation is already in `edgePair`. The
 * normal's signs choose which of the four parallel edges of each box: on A the one furthest along it,
 * on B the one furthest against it.
 */
const crossEdges = (shapes: ColliderShapes, a: number, b: number, axis: number, out: Manifold): void => {
  const { size } = shapes;
  const i = axis < 3 ? 0 : axis < 6 ? 1 : 2;
  const j = axis - 3 * i;
  const i1 = i < 2 ? i + 1 : 0;
  const i2 = i > 0 ? i - 1 : 2;
  const l1 = -bInA[3 * i2 + j];
  const l2 = bInA[3 * i1 + j];
  const toB = l1 * bInA[9 + i1] + l2 * bInA[9 + i2] >= 0 ? 1 : -1;
  const scale = toB / Math.sqrt(l1 * l1 + l2 * l2);
  const n1 = scale * l1;
  const n2 = scale * l2;
  const e = edgePair;
  e[12 + i] = 0;
  e[12 + i1] = n1;
  e[12 + i2] = n2;
  const h1 = size[a * SIZE_STRIDE + i1];
  const h2 = size[a * SIZE_STRIDE + i2];
  e[i] = 0;
  e[i1] = n1 > 0 ? h1 : -h1;
  e[i2] = n2 > 0 ? h2 : -h2;
  e[3 + i] = size[a * SIZE_STRIDE + i];
  e[3 + i1] = 0;
  e[3 + i2] = 0;
  const baseA = (n1 > 0 ? 1 << i1 : 0) | (n2 > 0 ? 1 << i2 : 0);

  let cx = bInA[9];
  let cy = bInA[10];
  let cz = bInA[11];
  let baseB = 0;
  for (let k = 0; k < 3; k++) {
    const hk = size[b * SIZE_STRIDE + k];
    const bx = bInA[k];
    const by = bInA[3 + k];
    const bz = bInA[6 + k];
    if (k === j) {
      e[9] = hk * bx;
      e[10] = hk * by;
      e[11] = hk * bz;
      continue;
    }
    const against = bx * e[12] + by * e[13] + bz * e[14] < 0;
    const h = against ? hk : -hk;
    if (against) baseB |= 1 << k;
    cx += h * bx;
    cy += h * by;
    cz += h * bz;
  }
  e[6] = cx;
  e[7] = cy;
  e[8] = cz;
  const feature = packFeature(edgeCode(baseA, baseA | (1 << i)), edgeCode(baseB, baseB | (1 << j)));
  writeEdgeContact(shapes.pose, a, feature, out);
};
