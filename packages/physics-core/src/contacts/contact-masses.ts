import { MAX_POINTS } from '../collision/narrowphase/manifold.js';
import { createFloats, type Floats } from '../math/floats.js';
import { INDEX_BITS } from '../math/index-bits.js';
import { DP, II, IM, MOTION } from '../state/bodies.js';
import {
  CARRY,
  ContactFlag,
  CROSS,
  FRICTION_MASS,
  KEPT_LEVERS,
  N,
  NORMAL_TO_SLIP,
  PM,
  POINT,
  POINTS,
  PX,
  PY,
  RA,
  RB,
  RECORD,
  ROLL,
  ROLL_MASS,
  SPIN,
  STIFF,
  T1,
  TO_TWIST,
  TORQUE_TO_SLIP,
  TWIST_MASS,
} from '../state/contacts.js';
import type { World } from '../state/world.js';
import { RANK_ONE_RATIO, UNEVEN_MASSES } from '../tuning.js';
import { writeBlock } from './point-block.js';

/**
 * Scratch: entries of K = J M⁻¹ Jᵀ at the centre: force along n and torques about t1 and t2 (CC ..
 * R22), tangent forces, torque about n, then what couples them.
 */
export const centreK = createFloats(21);
export const CC = 0;
export const C1 = 1;
export const C2 = 2;
export const R11 = 3;
export const R12 = 4;
export const R22 = 5;
export const F11 = 6;
export const F12 = 7;
export const F22 = 8;
export const NN = 9;
/** Slip along t1 and t2 from a normal impulse. */
export const N1 = 10;
export const N2 = 11;
/** Slip along t1 and t2 from a torque about t1, and from one about t2. */
export const S1 = 12;
export const S2 = 14;
/** Speed about n from a normal impulse, torques about t1 and t2, forces along t1 and t2. */
export const W0 = 16;

/**
 * Effective masses. With a_i = r × n + y_i t1 - x_i t2 an impulse at point i changes the speed of
 * point j by A_ij = n·M⁻¹n + a_i·I⁻¹a_j = [1, y_i, -x_i] G [1, y_j, -x_j]ᵀ, so both bodies are
 * visited once for the 3×3 matrix G.
 */
export const writeMasses = (world: World, contact: number, single: boolean): void => {
  const { record, bodyA, bodyB, count } = world.contacts;
  const { motion } = world.bodies;
  const r = contact * RECORD;
  // A single point that resists neither rolling nor twist is a force without a torque: half of the entries
  // are not needed.
  const asForce = single && record[r + ROLL] === 0 && record[r + SPIN] === 0;
  writeCentreK(motion, bodyA[contact] * MOTION, bodyB[contact] * MOTION, record, r, asForce);
  storeMasses(record, r, count[contact], single);
  record[r + STIFF] = isMovable(motion, bodyA[contact]) && isMovable(motion, bodyB[contact]) ? 0 : 1;
  markUneven(world, contact);
};

/** Fills `centreK` from the rows of both bodies in `motion`. */
export const writeCentreK = (
  motion: Floats,
  a: number,
  b: number,
  record: Floats,
  r: number,
  asForce: boolean,
): void => {
  for (let i = 0; i < centreK.length; i++) centreK[i] = 0;
  addBody(motion, a, record, r, r + RA, asForce);
  addBody(motion, b, record, r, r + RB, asForce);
};

/** Scratch: the levers of the step's start. */
const levers = createFloats(6);

/** The same at the present poses of the bodies, with the levers that the kernels use there. */
export const writeMassesHere = (world: World, contact: number): void => {
  const { record, bodyA, bodyB, count } = world.contacts;
  const { motion } = world.bodies;
  const r = contact * RECORD;
  const a = bodyA[contact] * MOTION + DP;
  const b = bodyB[contact] * MOTION + DP;
  const dx = motion[b] - motion[a];
  const dy = motion[b + 1] - motion[a + 1];
  const dz = motion[b + 2] - motion[a + 2];
  const moves = dx * dx + dy * dy + dz * dz > record[r + KEPT_LEVERS] ? 1 : 0;
  const carry = moves * record[r + CARRY];
  for (let i = 0; i < 3; i++) {
    const d = motion[b + i] - motion[a + i];
    levers[i] = record[r + RA + i];
    levers[3 + i] = record[r + RB + i];
    record[r + RA + i] += carry * d;
    record[r + RB + i] += (carry - moves) * d;
  }
  writeMasses(world, contact, count[contact] === 1);
  for (let i = 0; i < 6; i++) record[r + RA + i] = levers[i];
};

/** Here, because every contact would be asked in every step otherwise: 4 % of the time of a pyramid of 210 boxes. */
const markUneven = ({ contacts, bodies: { motion } }: World, contact: number): void => {
  const { bodyA, bodyB, flags } = contacts;
  const a = bodyA[contact] * MOTION + IM;
  const b = bodyB[contact] * MOTION + IM;
  // The largest of the inverse masses along the axes: a locked axis has none.
  const ofA = Math.max(motion[a], motion[a + 1], motion[a + 2]);
  const ofB = Math.max(motion[b], motion[b + 1], motion[b + 2]);
  const less = Math.min(ofA, ofB);
  if (less > 0 && Math.max(ofA, ofB) > UNEVEN_MASSES * less) flags[contact] |= ContactFlag.uneven;
  else flags[contact] &= ~ContactFlag.uneven;
};

/** Writes the masses of a contact from `centreK`. */
export const storeMasses = (record: Floats, at: number, points: number, single: boolean): void => {
  const r = at & INDEX_BITS;
  if (single) {
    record[r + POINTS + PM] = centreK[CC] > 0 ? 1 / centreK[CC] : 0;
  } else {
    writePointMasses(record, r, points);
    writeBlock(record, r, points, centreK);
  }
  invertTwo(record, r + FRICTION_MASS, F11);
  invertTwo(record, r + ROLL_MASS, R11);
  record[r + NORMAL_TO_SLIP] = centreK[N1];
  record[r + NORMAL_TO_SLIP + 1] = centreK[N2];
  record[r + TORQUE_TO_SLIP] = centreK[S1];
  record[r + TORQUE_TO_SLIP + 1] = centreK[S1 + 1];
  record[r + TORQUE_TO_SLIP + 2] = centreK[S2];
  record[r + TORQUE_TO_SLIP + 3] = centreK[S2 + 1];
  record[r + TO_TWIST] = centreK[W0];
  record[r + TO_TWIST + 1] = centreK[W0 + 1];
  record[r + TO_TWIST + 2] = centreK[W0 + 2];
  record[r + TO_TWIST + 3] = centreK[W0 + 3];
  record[r + TO_TWIST + 4] = centreK[W0 + 4];
  record[r + TWIST_MASS] = centreK[NN] > 0 ? 1 / centreK[NN] : 0;
};

const isMovable = (motion: Floats, body: number): boolean =>
  motion[body * MOTION + IM] + motion[body * MOTION + IM + 1] + motion[body * MOTION + IM + 2] > 0;

/**
 * Effective mass of each point alone, and what an impulse at one does to the speed
 * of another; zero for absent points.
 */
const writePointMasses = (record: Floats, at: number, points: number): void => {
  const r = at & INDEX_BITS;
  let pair = r + CROSS;
  for (let i = 0; i < MAX_POINTS; i++) {
    const p = r + POINTS + i * POINT;
    const x = record[p + PX];
    const y = record[p + PY];
    const gc = centreK[CC] + y * centreK[C1] - x * centreK[C2];
    const g1 = centreK[C1] + y * centreK[R11] - x * centreK[R12];
    const g2 = centreK[C2] + y * centreK[R12] - x * centreK[R22];
    const own = gc + y * g1 - x * g2;
    record[p + PM] = i < points && own > 0 ? 1 / own : 0;
    for (let j = i + 1; j < MAX_POINTS; j++) {
      const q = r + POINTS + j * POINT;
      record[pair++] = j < points ? gc + record[q + PY] * g1 - record[q + PX] * g2 : 0;
    }
  }
};

/** Adds what one body contributes to `centreK`. */
const addBody = (
  motion: Floats,
  body: number,
  record: Floats,
  r: number,
  arm: number,
  asForce: boolean,
): void => {
  const nx = record[r + N];
  const ny = record[r + N + 1];
  const nz = record[r + N + 2];
  const tx = record[r + T1];
  const ty = record[r + T1 + 1];
  const tz = record[r + T1 + 2];
  const bx = ny * tz - nz * ty;
  const by = nz * tx - nx * tz;
  const bz = nx * ty - ny * tx;
  const rx = record[arm];
  const ry = record[arm + 1];
  const rz = record[arm + 2];
  const mx = motion[body + IM];
  const my = motion[body + IM + 1];
  const mz = motion[body + IM + 2];
  const xx = motion[body + II];
  const xy = motion[body + II + 1];
  const xz = motion[body + II + 2];
  const yy = motion[body + II + 3];
  const yz = motion[body + II + 4];
  const zz = motion[body + II + 5];

  const cx = ry * nz - rz * ny;
  const cy = rz * nx - rx * nz;
  const cz = rx * ny - ry * nx;
  let ix = xx * cx + xy * cy + xz * cz;
  let iy = xy * cx + yy * cy + yz * cz;
  let iz = xz * cx + yz * cy + zz * cz;
  centreK[CC] += nx * mx * nx + ny * my * ny + nz * mz * nz + cx * ix + cy * iy + cz * iz;
  const ux = ry * tz - rz * ty;
  const uy = rz * tx - rx * tz;
  const uz = rx * ty - ry * tx;
  const sx = ry * bz - rz * by;
  const sy = rz * bx - rx * bz;
  const sz = rx * by - ry * bx;
  if (!asForce) {
    centreK[C1] += tx * ix + ty * iy + tz * iz;
    centreK[C2] += bx * ix + by * iy + bz * iz;
    centreK[W0] += nx * ix + ny * iy + nz * iz;
    ix = xx * tx + xy * ty + xz * tz;
    iy = xy * tx + yy * ty + yz * tz;
    iz = xz * tx + yz * ty + zz * tz;
    centreK[R11] += tx * ix + ty * iy + tz * iz;
    centreK[R12] += bx * ix + by * iy + bz * iz;
    centreK[S1] += ux * ix + uy * iy + uz * iz;
    centreK[S1 + 1] += sx * ix + sy * iy + sz * iz;
    centreK[W0 + 1] += nx * ix + ny * iy + nz * iz;
    ix = xx * bx + xy * by + xz * bz;
    iy = xy * bx + yy * by + yz * bz;
    iz = xz * bx + yz * by + zz * bz;
    centreK[R22] += bx * ix + by * iy + bz * iz;
    centreK[S2] += ux * ix + uy * iy + uz * iz;
    centreK[S2 + 1] += sx * ix + sy * iy + sz * iz;
    centreK[W0 + 2] += nx * ix + ny * iy + nz * iz;
    ix = xx * nx + xy * ny + xz * nz;
    iy = xy * nx + yy * ny + yz * nz;
    iz = xz * nx + yz * ny + zz * nz;
    centreK[NN] += nx * ix + ny * iy + nz * iz;
    centreK[W0 + 3] += ux * ix + uy * iy + uz * iz;
    centreK[W0 + 4] += sx * ix + sy * iy + sz * iz;
  }

  ix = xx * ux + xy * uy + xz * uz;
  iy = xy * ux + yy * uy + yz * uz;
  iz = xz * ux + yz * uy + zz * uz;
  centreK[F11] += tx * mx * tx + ty * my * ty + tz * mz * tz + ux * ix + uy * iy + uz * iz;
  centreK[F12] += tx * mx * bx + ty * my * by + tz * mz * bz + sx * ix + sy * iy + sz * iz;
  centreK[N1] += nx * mx * tx + ny * my * ty + nz * mz * tz + cx * ix + cy * iy + cz * iz;
  ix = xx * sx + xy * sy + xz * sz;
  iy = xy * sx + yy * sy + yz * sz;
  iz = xz * sx + yz * sy + zz * sz;
  centreK[N2] += nx * mx * bx + ny * my * by + nz * mz * bz + cx * ix + cy * iy + cz * iz;
  centreK[F22] += bx * mx * bx + by * my * by + bz * mz * bz + sx * ix + sy * iy + sz * iz;
};

/**
 * Inverse of a symmetric 2×2 K (11, 12, 22 from `at` on). Where the bodies cannot move in one direction (locked
 * axes), only the other is solved.
 */
const invertTwo = (record: Floats, to: number, at: number): void => {
  const k11 = centreK[at];
  const k12 = centreK[at + 1];
  const k22 = centreK[at + 2];
  const determinant = k11 * k22 - k12 * k12;
  if (determinant > RANK_ONE_RATIO * k11 * k22) {
    record[to] = k22 / determinant;
    record[to + 1] = -k12 / determinant;
    record[to + 2] = k11 / determinant;
  } else {
    // Rank one: K = trace · u uᵀ, whose pseudo-inverse is K / trace².
    const trace = k11 + k22;
    const s = trace > 0 ? 1 / (trace * trace) : 0;
    record[to] = k11 * s;
    record[to + 1] = k12 * s;
    record[to + 2] = k22 * s;
  }
};
