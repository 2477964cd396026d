import { II, IM, MOTION } from '../state/bodies.js';
import { ERROR, INVERSE, J, KIND, Kind, MASS, ROW, ROW_INTS, Role } from '../state/rows.js';
import { D, frame, type JointContext, RA, RB } from './context.js';
import { claimRows, invertThree, lockRows, response, SINGULAR, writeResponse } from './rows.js';

/**
 * Two points coincide (Tamis 2015 §3.1.3, Chappuis 2013 §2.2): A sees no distance d = pB - pA. Along axes e that turn with A
 *   C = e·d          Ċ = e·(vB + ωB × rB - vA - ωA × (rA + d))
 * so J = [-e, -((rA + d) × e), e, rB × e]. The texts let the axes stand still in the world, which leaves the d out; but then the impulses on A and
 * B act in different points as long as the joint is apart, and the pair gains angular momentum from nowhere.
 *
 * Which three axes, is free: a block of three is solved for the force, not for its parts. At every refresh they are those of the world at that
 * moment, so the linear halves of J are ∓1 and λ is a force in world axes, which a spinning A does not carry around with it. That is the
 * block most joints have, so it has a kernel of its own, solver/solve-point.ts.
 */
export const pointRows = (j: JointContext, slot: number): void => {
  const p = claimRows(j, 3, Role.lock, slot);
  const { rows } = j;
  const q = p + ROW;
  const s = q + ROW;
  const dx = frame[D];
  const dy = frame[D + 1];
  const dz = frame[D + 2];
  const ax = frame[RA] + dx;
  const ay = frame[RA + 1] + dy;
  const az = frame[RA + 2] + dz;
  const bx = frame[RB];
  const by = frame[RB + 1];
  const bz = frame[RB + 2];
  // r × x = (0, rz, -ry), r × y = (-rz, 0, rx), r × z = (ry, -rx, 0).
  rows[p + 4] = -az;
  rows[p + 5] = ay;
  rows[p + 10] = bz;
  rows[p + 11] = -by;
  rows[p + ERROR] = dx;
  rows[q + 3] = az;
  rows[q + 5] = -ax;
  rows[q + 9] = -bz;
  rows[q + 11] = bx;
  rows[q + ERROR] = dy;
  rows[s + 3] = -ay;
  rows[s + 4] = ax;
  rows[s + 9] = by;
  rows[s + 10] = -bx;
  rows[s + ERROR] = dz;
  lockRows(j, p, 3);
  writeInverse(j, p);
  if (j.placing) placePoint(j, p);
};

/** What is written once a step: the linear halves of J, and the response. */
const placePoint = (j: JointContext, at: number): void => {
  j.index[(at / ROW) * ROW_INTS + KIND] = Kind.point;
  for (let i = 0; i < 3; i++) {
    const r = at + i * ROW;
    j.rows[r + J + i] = -1;
    j.rows[r + J + 6 + i] = 1;
    writeResponse(j, r);
  }
};

/**
 * Inverse K and the mass of each row alone. With S = [s]× of the lever s = rA + d of A, and of rB of B,
 *   K = Σ (M⁻¹ + S I⁻¹ Sᵀ)
 * a third of the multiplications that J M⁻¹ Jᵀ takes.
 */
const writeInverse = (j: JointContext, p: number): void => {
  const { motion, rows } = j;
  const a = j.bodyA * MOTION;
  const b = j.bodyB * MOTION;
  const q = p + ROW;
  const s = q + ROW;
  let x = -rows[q + 5];
  let y = rows[p + 5];
  let z = -rows[p + 4];
  let xx = motion[a + II];
  let xy = motion[a + II + 1];
  let xz = motion[a + II + 2];
  let yy = motion[a + II + 3];
  let yz = motion[a + II + 4];
  let zz = motion[a + II + 5];
  // T = S I⁻¹ with S = [0, -z, y; z, 0, -x; -y, x, 0], then T Sᵀ.
  let t11 = y * xz - z * xy;
  let t12 = y * yz - z * yy;
  let t13 = y * zz - z * yz;
  let t21 = z * xx - x * xz;
  let t22 = z * xy - x * yz;
  let t23 = z * xz - x * zz;
  let k11 = motion[a + IM] + motion[b + IM] + (y * t13 - z * t12);
  let k12 = z * t11 - x * t13;
  let k13 = x * t12 - y * t11;
  let k22 = motion[a + IM + 1] + motion[b + IM + 1] + (z * t21 - x * t23);
  let k23 = x * t22 - y * t21;
  let k33 = motion[a + IM + 2] + motion[b + IM + 2] + (x * (x * yy - y * xy) - y * (x * xy - y * xx));
  x = rows[q + 11];
  y = -rows[p + 11];
  z = rows[p + 10];
  xx = motion[b + II];
  xy = motion[b + II + 1];
  xz = motion[b + II + 2];
  yy = motion[b + II + 3];
  yz = motion[b + II + 4];
  zz = motion[b + II + 5];
  t11 = y * xz - z * xy;
  t12 = y * yz - z * yy;
  t13 = y * zz - z * yz;
  t21 = z * xx - x * xz;
  t22 = z * xy - x * yz;
  t23 = z * xz - x * zz;
  k11 += y * t13 - z * t12;
  k12 += z * t11 - x * t13;
  k13 += x * t12 - y * t11;
  k22 += z * t21 - x * t23;
  k23 += x * t22 - y * t21;
  k33 += x * (x * yy - y * xy) - y * (x * xy - y * xx);

  const c11 = k22 * k33 - k23 * k23;
  const c12 = k13 * k23 - k12 * k33;
  const c13 = k12 * k23 - k13 * k22;
  const determinant = k11 * c11 + k12 * c12 + k13 * c13;
  if (determinant > SINGULAR * k11 * k22 * k33) {
    // By cofactors: one division in the chain instead of the three of LDLᵀ.
    const scale = 1 / determinant;
    const n12 = c12 * scale;
    const n13 = c13 * scale;
    const n23 = (k12 * k13 - k11 * k23) * scale;
    rows[p + INVERSE] = c11 * scale;
    rows[p + INVERSE + 1] = n12;
    rows[p + INVERSE + 2] = n13;
    rows[p + MASS] = 1 / k11;
    rows[q + INVERSE] = n12;
    rows[q + INVERSE + 1] = (k11 * k33 - k13 * k13) * scale;
    rows[q + INVERSE + 2] = n23;
    rows[q + MASS] = 1 / k22;
    rows[s + INVERSE] = n13;
    rows[s + INVERSE + 1] = n23;
    rows[s + INVERSE + 2] = (k11 * k22 - k12 * k12) * scale;
    rows[s + MASS] = 1 / k33;
  } else {
    response[0] = k11;
    response[1] = k12;
    response[2] = k13;
    response[3] = k22;
    response[4] = k23;
    response[5] = k33;
    invertThree(rows, p);
  }
};
