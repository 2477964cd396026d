import type { Floats } from '../math/floats.js';
import { INDEX_BITS } from '../math/index-bits.js';
import { writeSpring } from '../math/softness.js';
import { blockK, invertK } from '../rows/block-inverse.js';
import { CORRECTION_SPEED, H, type JointContext, LAMBDA_SCALE, times } from '../rows/context.js';
import { placeIndex } from '../rows/write-rows.js';
import { II, IM, MOTION } from '../state/bodies.js';
import { FRAME_A, FRAME_B, SOFT_DAMPING, SOFT_HERTZ } from '../state/joints.js';
import {
  ANCHOR_A,
  ANCHOR_B,
  DIAGONAL,
  IMPULSE,
  INVERSE_K,
  LEVER_A,
  LEVER_B,
  MOST_SPEED,
  POINT_BIAS_RATE,
  POINT_GAP,
  POINT_IMPULSE_SCALE,
  POINT_MASS_SCALE,
  POINT_ROW,
  POINT_SPEED,
  SHARE_A,
} from '../state/points.js';
import { KIND, Kind, ROW_INTS, Role, SPRUNG } from '../state/rows.js';
import { REDUNDANT_PIVOT } from '../tuning.js';

/**
 * Two points coincide (Tamis 2015 §3.1.3, Chappuis 2013 §2.2): no distance d = pB - pA. Along axes e that
 * rotate with a ωA + b ωB, a + b = 1,
 *   C = e·d          Ċ = e·(vB + ωB × (rB - b d) - vA - ωA × (rA + a d))
 * so J = [-e, -((rA + a d) × e), e, (rB - b d) × e]. The texts fix the axes in the world, which leaves the d
 * out; but then the impulses on A and B act at different points while the joint has an error, and the pair
 * gains angular momentum from nowhere.
 *
 * The body with the larger inertia takes most of d: a = tB / (tA + tB), with t the trace of I⁻¹, which does
 * not depend on the orientation. On a light link a long lever turns the force into spin instead of pull: with
 * all of d on A, every third light chain under a heavy load gained energy without bound.
 *
 * The choice of the three axes is free: a block of three is solved for the force as a vector. At every
 * refresh they are the present world axes, so the linear halves of J are ∓1 and λ is a force in world axes,
 * which a spinning A does not carry around with it.
 *
 * Terms: pA, pB anchors; rA, rB levers from the centres of mass to them (m); a, b shares of A and B in the
 * rotation of the axes; e unit axis; v, ω velocities of the bodies.
 */
export const pointRows = (j: JointContext, slot: number): void => {
  const first = j.row;
  j.row += 3;
  if (j.withoutPoints) return;
  if (j.placing) placePoint(j, first, slot);
  refreshPoint(j.points, j.rotation, j.centre, j.motion, first * POINT_ROW, j.bodyA, j.bodyB);
};

/** What does not change within a step. */
const placePoint = (j: JointContext, first: number, slot: number): void => {
  const { floats, points, index, block, localCentre } = j;
  const p = (first * POINT_ROW) & INDEX_BITS;
  const isSprung = floats[block + SOFT_HERTZ] > 0;
  placeIndex(j, first, 3, Role.lock, slot);
  index[first * ROW_INTS + KIND] = Kind.point;
  if (isSprung) for (let i = 0; i < 3; i++) index[(first + i) * ROW_INTS + SPRUNG] = 1;
  for (let i = 0; i < 3; i++) {
    points[p + ANCHOR_A + i] = floats[block + FRAME_A + i] - localCentre[j.bodyA * 3 + i];
    points[p + ANCHOR_B + i] = floats[block + FRAME_B + i] - localCentre[j.bodyB * 3 + i];
    points[p + IMPULSE + i] = floats[j.lambda + slot + i] * times[LAMBDA_SCALE];
  }
  if (isSprung) writeSpring(j.soft, floats, block + SOFT_HERTZ, block + SOFT_DAMPING, times, H);
  const softness = isSprung ? j.soft : j.rigid;
  points[p + POINT_BIAS_RATE] = softness.biasRate;
  points[p + POINT_MASS_SCALE] = softness.massScale;
  points[p + POINT_IMPULSE_SCALE] = softness.impulseScale;
  points[p + MOST_SPEED] = isSprung ? Infinity : times[CORRECTION_SPEED];
  const traceA = inverseInertiaTrace(j, j.bodyA);
  points[p + SHARE_A] = traceA > 0 ? 1 - traceA / (traceA + inverseInertiaTrace(j, j.bodyB)) : 1;
};

/** The trace of I⁻¹ of a body, from its moments, as it must be the same number in every step. */
const inverseInertiaTrace = ({ motion, moments }: JointContext, body: number): number => {
  const i = ((body * MOTION) & INDEX_BITS) + II;
  if (motion[i] + motion[i + 3] + motion[i + 5] === 0) return 0;
  return 1 / moments[body * 3] + 1 / moments[body * 3 + 1] + 1 / moments[body * 3 + 2];
};

/**
 * Levers, gap, wanted speed and K⁻¹ from the present poses. With S = [s]× of the lever s = rA + a
 * d of A, and of r = rB - b d of B,
 *   K = Σ (M⁻¹ + S I⁻¹ Sᵀ)
 * a third of the multiplications that J M⁻¹ Jᵀ takes.
 */
export const refreshPoint = (
  points: Floats,
  rotation: Floats,
  centre: Floats,
  motion: Floats,
  p: number,
  bodyA: number,
  bodyB: number,
): void => {
  p &= INDEX_BITS;
  // r = R anchor, as v + 2w(u × v) + 2u × (u × v).
  let x = rotation[bodyA * 4];
  let y = rotation[bodyA * 4 + 1];
  let z = rotation[bodyA * 4 + 2];
  let w = rotation[bodyA * 4 + 3];
  let vx = points[p + ANCHOR_A];
  let vy = points[p + ANCHOR_A + 1];
  let vz = points[p + ANCHOR_A + 2];
  let tx = 2 * (y * vz - z * vy);
  let ty = 2 * (z * vx - x * vz);
  let tz = 2 * (x * vy - y * vx);
  const ax = vx + w * tx + y * tz - z * ty;
  const ay = vy + w * ty + z * tx - x * tz;
  const az = vz + w * tz + x * ty - y * tx;
  x = rotation[bodyB * 4];
  y = rotation[bodyB * 4 + 1];
  z = rotation[bodyB * 4 + 2];
  w = rotation[bodyB * 4 + 3];
  vx = points[p + ANCHOR_B];
  vy = points[p + ANCHOR_B + 1];
  vz = points[p + ANCHOR_B + 2];
  tx = 2 * (y * vz - z * vy);
  ty = 2 * (z * vx - x * vz);
  tz = 2 * (x * vy - y * vx);
  const bx = vx + w * tx + y * tz - z * ty;
  const by = vy + w * ty + z * tx - x * tz;
  const bz = vz + w * tz + x * ty - y * tx;
  const dx = centre[bodyB * 3] - centre[bodyA * 3] + (bx - ax);
  const dy = centre[bodyB * 3 + 1] - centre[bodyA * 3 + 1] + (by - ay);
  const dz = centre[bodyB * 3 + 2] - centre[bodyA * 3 + 2] + (bz - az);
  const share = points[p + SHARE_A];
  const sx = ax + share * dx;
  const sy = ay + share * dy;
  const sz = az + share * dz;
  const rx = bx - (1 - share) * dx;
  const ry = by - (1 - share) * dy;
  const rz = bz - (1 - share) * dz;
  points[p + LEVER_A] = sx;
  points[p + LEVER_A + 1] = sy;
  points[p + LEVER_A + 2] = sz;
  points[p + LEVER_B] = rx;
  points[p + LEVER_B + 1] = ry;
  points[p + LEVER_B + 2] = rz;
  points[p + POINT_GAP] = dx;
  points[p + POINT_GAP + 1] = dy;
  points[p + POINT_GAP + 2] = dz;
  const rate = -points[p + POINT_BIAS_RATE];
  const most = points[p + MOST_SPEED];
  const ex = rate * dx;
  const ey = rate * dy;
  const ez = rate * dz;
  points[p + POINT_SPEED] = ex > most ? most : ex < -most ? -most : ex;
  points[p + POINT_SPEED + 1] = ey > most ? most : ey < -most ? -most : ey;
  points[p + POINT_SPEED + 2] = ez > most ? most : ez < -most ? -most : ez;

  // T = S I⁻¹ with S = [0, -z, y; z, 0, -x; -y, x, 0], then T Sᵀ.
  const a = (bodyA * MOTION) & INDEX_BITS;
  const b = (bodyB * MOTION) & INDEX_BITS;
  let xx = motion[a + II];
  let xy = motion[a + II + 1];
  let xz = motion[a + II + 2];
  let yy = motion[a + II + 3];
  let yz = motion[a + II + 4];
  let zz = motion[a + II + 5];
  let t11 = sy * xz - sz * xy;
  let t12 = sy * yz - sz * yy;
  let t13 = sy * zz - sz * yz;
  let t21 = sz * xx - sx * xz;
  let t22 = sz * xy - sx * yz;
  let t23 = sz * xz - sx * zz;
  let k11 = motion[a + IM] + motion[b + IM] + (sy * t13 - sz * t12);
  let k12 = sz * t11 - sx * t13;
  let k13 = sx * t12 - sy * t11;
  let k22 = motion[a + IM + 1] + motion[b + IM + 1] + (sz * t21 - sx * t23);
  let k23 = sx * t22 - sy * t21;
  let k33 = motion[a + IM + 2] + motion[b + IM + 2] + (sx * (sx * yy - sy * xy) - sy * (sx * xy - sy * xx));
  xx = motion[b + II];
  xy = motion[b + II + 1];
  xz = motion[b + II + 2];
  yy = motion[b + II + 3];
  yz = motion[b + II + 4];
  zz = motion[b + II + 5];
  t11 = ry * xz - rz * xy;
  t12 = ry * yz - rz * yy;
  t13 = ry * zz - rz * yz;
  t21 = rz * xx - rx * xz;
  t22 = rz * xy - rx * yz;
  t23 = rz * xz - rx * zz;
  k11 += ry * t13 - rz * t12;
  k12 += rz * t11 - rx * t13;
  k13 += rx * t12 - ry * t11;
  k22 += rz * t21 - rx * t23;
  k23 += rx * t22 - ry * t21;
  k33 += rx * (rx * yy - ry * xy) - ry * (rx * xy - ry * xx);

  const c11 = k22 * k33 - k23 * k23;
  const c12 = k13 * k23 - k12 * k33;
  const c13 = k12 * k23 - k13 * k22;
  const determinant = k11 * c11 + k12 * c12 + k13 * c13;
  points[p + DIAGONAL] = k11;
  points[p + DIAGONAL + 1] = k22;
  points[p + DIAGONAL + 2] = k33;
  if (determinant > REDUNDANT_PIVOT * k11 * k22 * k33) {
    // By cofactors: one division in the chain instead of the three of LDLᵀ.
    const scale = 1 / determinant;
    points[p + INVERSE_K] = c11 * scale;
    points[p + INVERSE_K + 1] = c12 * scale;
    points[p + INVERSE_K + 2] = c13 * scale;
    points[p + INVERSE_K + 3] = (k11 * k33 - k13 * k13) * scale;
    points[p + INVERSE_K + 4] = (k12 * k13 - k11 * k23) * scale;
    points[p + INVERSE_K + 5] = (k11 * k22 - k12 * k12) * scale;
  } else {
    blockK[0] = k11;
    blockK[1] = k12;
    blockK[2] = k13;
    blockK[3] = k22;
    blockK[4] = k23;
    blockK[5] = k33;
    invertK();
    for (let i = 0; i < 6; i++) points[p + INVERSE_K + i] = blockK[i];
  }
};
