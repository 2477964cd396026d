import { II, IM, MOTION } from '../state/bodies.js';
import { ERROR, J, RESPONSE, ROW, Role } from '../state/rows.js';
import { D, frame, type JointContext, RA, RB } from './context.js';
import { claimRows, invertThree, lockRows, response } from './rows.js';

/**
 * Two points coincide (Tamis 2015 §3.1.3, Chappuis 2013 §2.2): A sees no distance d = pB - pA. Along axes e that turn with A
 *   C = e·d          Ċ = e·(vB + ωB × rB - vA - ωA × (rA + d))
 * so J = [-e, -((rA + d) × e), e, rB × e]. The texts let the axes stand still in the world, which leaves the d out; but then the impulses on A and
 * B act in different points as long as the joint is apart, and the pair gains angular momentum from nowhere.
 *
 * Which three axes, is free: a block of three is solved for the force, not for its parts. At every refresh they are those of the world at that
 * moment, so the linear halves of J are ∓1 and λ is a force in world axes, which a spinning A does not carry around with it. The
 * products are written out for that: a third less work than by the general way, in the joint that games have most of.
 */
export const pointRows = (j: JointContext, slot: number): void => {
  const at = claimRows(j, 3, Role.lock, slot);
  const { rows } = j;
  if (j.placing) writeUnits(j, at);
  frame[RA] += frame[D];
  frame[RA + 1] += frame[D + 1];
  frame[RA + 2] += frame[D + 2];
  writeSide(j, at, j.bodyA, RA, -1);
  const ka = sideResponse;
  response[0] = ka[0];
  response[1] = ka[1];
  response[2] = ka[2];
  response[3] = ka[3];
  response[4] = ka[4];
  response[5] = ka[5];
  frame[RA] -= frame[D];
  frame[RA + 1] -= frame[D + 1];
  frame[RA + 2] -= frame[D + 2];
  writeSide(j, at + 6, j.bodyB, RB, 1);
  for (let i = 0; i < 6; i++) response[i] += sideResponse[i];
  rows[at + ERROR] = frame[D];
  rows[at + ROW + ERROR] = frame[D + 1];
  rows[at + 2 * ROW + ERROR] = frame[D + 2];
  lockRows(j, at, 3);
  invertThree(rows, at);
};

/** What does not change within a step: the linear halves of J and of the response. */
const writeUnits = ({ rows, motion, bodyA, bodyB }: JointContext, at: number): void => {
  for (let i = 0; i < 3; i++) {
    const r = at + i * ROW;
    rows[r + J + i] = -1;
    rows[r + J + 6 + i] = 1;
    rows[r + RESPONSE + i] = -motion[bodyA * MOTION + IM + i];
    rows[r + RESPONSE + 6 + i] = motion[bodyB * MOTION + IM + i];
  }
};

/** One body's part of K, in the order of `response`. */
const sideResponse = new Float64Array(6);

/**
 * The angular half of J and of the response on one body, ±(r × e) and ±I⁻¹(r × e), and its part of K, 1/m + (r × e)·I⁻¹(r × e). With
 * r × x = (0, rz, -ry), r × y = (-rz, 0, rx), r × z = (ry, -rx, 0).
 */
const writeSide = (j: JointContext, at: number, body: number, lever: number, sign: 1 | -1): void => {
  const { rows, motion } = j;
  const m = body * MOTION;
  const x = frame[lever];
  const y = frame[lever + 1];
  const z = frame[lever + 2];
  const xx = motion[m + II];
  const xy = motion[m + II + 1];
  const xz = motion[m + II + 2];
  const yy = motion[m + II + 3];
  const yz = motion[m + II + 4];
  const zz = motion[m + II + 5];
  const xX = xy * z - xz * y;
  const xY = yy * z - yz * y;
  const xZ = yz * z - zz * y;
  const yX = xz * x - xx * z;
  const yY = yz * x - xy * z;
  const yZ = zz * x - xz * z;
  const zX = xx * y - xy * x;
  const zY = xy * y - yy * x;
  const zZ = xz * y - yz * x;
  sideResponse[0] = motion[m + IM] + z * xY - y * xZ;
  sideResponse[1] = z * yY - y * yZ;
  sideResponse[2] = z * zY - y * zZ;
  sideResponse[3] = motion[m + IM + 1] + x * yZ - z * yX;
  sideResponse[4] = x * zZ - z * zX;
  sideResponse[5] = motion[m + IM + 2] + y * zX - x * zY;
  const p = at + 3;
  rows[p + 1] = sign * z;
  rows[p + 2] = -sign * y;
  rows[p + ROW] = -sign * z;
  rows[p + ROW + 2] = sign * x;
  rows[p + 2 * ROW] = sign * y;
  rows[p + 2 * ROW + 1] = -sign * x;
  const q = p + RESPONSE;
  rows[q] = sign * xX;
  rows[q + 1] = sign * xY;
  rows[q + 2] = sign * xZ;
  rows[q + ROW] = sign * yX;
  rows[q + ROW + 1] = sign * yY;
  rows[q + ROW + 2] = sign * yZ;
  rows[q + 2 * ROW] = sign * zX;
  rows[q + 2 * ROW + 1] = sign * zY;
  rows[q + 2 * ROW + 2] = sign * zZ;
};
