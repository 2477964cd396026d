import { ERROR, ROW, Role } from '../state/rows.js';
import { D, frame, type JointContext, RA, RB, SCRATCH } from './context.js';
import { claimRows, finishBlock, lockRows } from './rows.js';

/**
 * Two points coincide (Tamis 2015 §3.1.3, Chappuis 2013 §2.2): their distance d = pB - pA along the three axes e of body A is zero,
 *   C = e·d          Ċ = e·(vB + ωB × rB - vA - ωA × (rA + d))
 * so J = [-e, -((rA + d) × e), e, rB × e]. The texts take the axes of the world, which leaves the d out; but then the impulses on A and B act
 * in different points as long as the joint is apart, and the pair gains angular momentum from nowhere. Three rows, solved together.
 */
export const pointRows = (j: JointContext, slot: number): void => {
  const at = claimRows(j, 3, Role.lock, slot);
  const { rows } = j;
  writeBodyAxes(j);
  const dx = frame[D];
  const dy = frame[D + 1];
  const dz = frame[D + 2];
  const ax = frame[RA] + dx;
  const ay = frame[RA + 1] + dy;
  const az = frame[RA + 2] + dz;
  const bx = frame[RB];
  const by = frame[RB + 1];
  const bz = frame[RB + 2];
  for (let i = 0; i < 3; i++) {
    const r = at + i * ROW;
    const x = frame[E + 3 * i];
    const y = frame[E + 3 * i + 1];
    const z = frame[E + 3 * i + 2];
    rows[r] = -x;
    rows[r + 1] = -y;
    rows[r + 2] = -z;
    rows[r + 3] = az * y - ay * z;
    rows[r + 4] = ax * z - az * x;
    rows[r + 5] = ay * x - ax * y;
    rows[r + 6] = x;
    rows[r + 7] = y;
    rows[r + 8] = z;
    rows[r + 9] = by * z - bz * y;
    rows[r + 10] = bz * x - bx * z;
    rows[r + 11] = bx * y - by * x;
    rows[r + ERROR] = x * dx + y * dy + z * dz;
  }
  lockRows(j, at, 3);
  finishBlock(j, at, 3);
};

/** Axes of body A. */
const E = SCRATCH;

/** The columns of A's rotation matrix. */
const writeBodyAxes = ({ rotation, bodyA }: JointContext): void => {
  const q = bodyA * 4;
  const x = rotation[q];
  const y = rotation[q + 1];
  const z = rotation[q + 2];
  const w = rotation[q + 3];
  frame[E] = 1 - 2 * (y * y + z * z);
  frame[E + 1] = 2 * (x * y + w * z);
  frame[E + 2] = 2 * (x * z - w * y);
  frame[E + 3] = 2 * (x * y - w * z);
  frame[E + 4] = 1 - 2 * (x * x + z * z);
  frame[E + 5] = 2 * (y * z + w * x);
  frame[E + 6] = 2 * (x * z + w * y);
  frame[E + 7] = 2 * (y * z - w * x);
  frame[E + 8] = 1 - 2 * (x * x + y * y);
};
