import { createFloats, type Floats } from '../math/floats.js';
import { DP, DR, II, IM, MOTION, V, W } from '../state/bodies.js';
import { CARRY, KEPT_LEVERS, N, POINT, POINTS, PS, PX, PY, RA, RB, RECORD, T1 } from '../state/contacts.js';
import type { World } from '../state/world.js';

/**
 * The mathematics of the contact kernels for code that handles one contact at a time (impacts, inspection).
 * The kernels have their own copies in locals, because they must not call a function for each contact.
 *
 * A contact's frame is n, t1, t2 = n × t1 at the manifold's centre. A wrench is the force at the
 * centre (3) and the torque (3), world axes.
 *
 * Scratch: the wrench that writeWrench writes and applyWrench reads.
 */
const wrench = createFloats(6);

/**
 * Scratch: relative motion of a contact in its frame: velocity along n, t1, t2, then angular velocity about
 * n, t1, t2.
 */
export const relative = createFloats(6);

/** Scratch: levers of A and B, world axes. */
const arms = createFloats(6);

/** Levers from both centres of mass to the world point where the force acts now. */
const writeArms = (world: World, contact: number): void => {
  const { motion } = world.bodies;
  const { record, bodyA, bodyB } = world.contacts;
  const r = contact * RECORD;
  const a = bodyA[contact] * MOTION + DP;
  const b = bodyB[contact] * MOTION + DP;
  const x = motion[b] - motion[a];
  const y = motion[b + 1] - motion[a + 1];
  const z = motion[b + 2] - motion[a + 2];
  const moves = x * x + y * y + z * z > record[r + KEPT_LEVERS];
  const carry = record[r + CARRY];
  for (let i = 0; i < 3; i++) {
    const d = moves ? motion[b + i] - motion[a + i] : 0;
    arms[i] = record[r + RA + i] + carry * d;
    arms[i + 3] = record[r + RB + i] + (carry - 1) * d;
  }
};

/** Scratch: components of a wrench along n, t1, t2, force, then torque. writeWrench reads them. */
export const components = createFloats(6);

/** Fills `wrench` from `components`. */
export const writeWrench = (world: World, contact: number): void => {
  const fn = components[0];
  const f1 = components[1];
  const f2 = components[2];
  const tn = components[3];
  const t1 = components[4];
  const t2 = components[5];
  const { record } = world.contacts;
  const r = contact * RECORD;
  const nx = record[r + N];
  const ny = record[r + N + 1];
  const nz = record[r + N + 2];
  const tx = record[r + T1];
  const ty = record[r + T1 + 1];
  const tz = record[r + T1 + 2];
  const sx = ny * tz - nz * ty;
  const sy = nz * tx - nx * tz;
  const sz = nx * ty - ny * tx;
  wrench[0] = nx * fn + tx * f1 + sx * f2;
  wrench[1] = ny * fn + ty * f1 + sy * f2;
  wrench[2] = nz * fn + tz * f1 + sz * f2;
  wrench[3] = nx * tn + tx * t1 + sx * t2;
  wrench[4] = ny * tn + ty * t1 + sy * t2;
  wrench[5] = nz * tn + tz * t1 + sz * t2;
};

/**
 * Adds ± M⁻¹ of the wrench to the velocities (v, ω as six floats) of both bodies; `stride` apart in `out`.
 */
export const applyWrench = (
  world: World,
  contact: number,
  out: Floats,
  stride: number,
  sign: number,
): void => {
  const { motion } = world.bodies;
  const { bodyA, bodyB } = world.contacts;
  writeArms(world, contact);
  applyToBody(motion, bodyA[contact] * MOTION, out, bodyA[contact] * stride, 0, -sign);
  applyToBody(motion, bodyB[contact] * MOTION, out, bodyB[contact] * stride, 3, sign);
};

/**
 * Applies the wrench in `components` as a one-shot impulse, which no λ remembers. It changes `predicted` alike: a
 * body that only had impacts in this substep still moves along its parabola, see integratePositions.
 */
export const applyOneShotWrench = (world: World, contact: number): void => {
  const { motion, predicted } = world.bodies;
  const { bodyA, bodyB } = world.contacts;
  writeWrench(world, contact);
  applyWrench(world, contact, motion, MOTION, 1);
  for (let i = 0; i < 3; i++) {
    predicted[bodyA[contact] * 3 + i] += motion[bodyA[contact] * MOTION + IM + i] * -wrench[i];
    predicted[bodyB[contact] * 3 + i] += motion[bodyB[contact] * MOTION + IM + i] * wrench[i];
  }
};

const applyToBody = (motion: Floats, m: number, out: Floats, at: number, arm: number, sign: number): void => {
  const fx = sign * wrench[0];
  const fy = sign * wrench[1];
  const fz = sign * wrench[2];
  const rx = arms[arm];
  const ry = arms[arm + 1];
  const rz = arms[arm + 2];
  const lx = sign * wrench[3] + ry * fz - rz * fy;
  const ly = sign * wrench[4] + rz * fx - rx * fz;
  const lz = sign * wrench[5] + rx * fy - ry * fx;
  out[at] += motion[m + IM] * fx;
  out[at + 1] += motion[m + IM + 1] * fy;
  out[at + 2] += motion[m + IM + 2] * fz;
  out[at + 3] += motion[m + II] * lx + motion[m + II + 1] * ly + motion[m + II + 2] * lz;
  out[at + 4] += motion[m + II + 1] * lx + motion[m + II + 3] * ly + motion[m + II + 4] * lz;
  out[at + 5] += motion[m + II + 2] * lx + motion[m + II + 4] * ly + motion[m + II + 5] * lz;
};

/** Fills `relative` with the velocity of B against A at the contact. */
export const writeRelativeVelocity = (world: World, contact: number): void => {
  const { bodyA, bodyB } = world.contacts;
  writeArms(world, contact);
  writeRelative(
    world,
    contact,
    world.bodies.motion,
    bodyA[contact] * MOTION + V,
    bodyB[contact] * MOTION + V,
    W - V,
  );
};

/** Fills `relative` with the displacement of B against A since the step began. */
const writeRelativeMotion = (world: World, contact: number): void => {
  const { bodyA, bodyB, record } = world.contacts;
  const r = contact * RECORD;
  for (let i = 0; i < 6; i++) arms[i] = record[r + RA + i];
  writeRelative(
    world,
    contact,
    world.bodies.motion,
    bodyA[contact] * MOTION + DP,
    bodyB[contact] * MOTION + DP,
    DR - DP,
  );
};

/** Fills `relative` with what external forces and warm starts changed in this substep of the velocity of B against A. */
export const writeRelativeChange = (world: World, contact: number): void => {
  const { bodyA, bodyB } = world.contacts;
  const { externalChange } = world.bodies;
  const { externalSpin } = world.scratch.impacts;
  const a = bodyA[contact] * 3;
  const b = bodyB[contact] * 3;
  writeArms(world, contact);
  for (let i = 0; i < 3; i++) {
    motions[i] = externalChange[a + i];
    motions[3 + i] = externalSpin[a + i];
    motions[6 + i] = externalChange[b + i];
    motions[9 + i] = externalSpin[b + i];
  }
  writeRelative(world, contact, motions, 0, 6, 3);
};

/** Scratch: velocity changes of both bodies. */
const motions = createFloats(12);

const writeRelative = (
  world: World,
  contact: number,
  motion: Floats,
  a: number,
  b: number,
  turn: number,
): void => {
  const { record } = world.contacts;
  const r = contact * RECORD;
  const ax = motion[a + turn];
  const ay = motion[a + turn + 1];
  const az = motion[a + turn + 2];
  const bx = motion[b + turn];
  const by = motion[b + turn + 1];
  const bz = motion[b + turn + 2];
  const vx = motion[b] + by * arms[5] - bz * arms[4] - motion[a] - ay * arms[2] + az * arms[1];
  const vy = motion[b + 1] + bz * arms[3] - bx * arms[5] - motion[a + 1] - az * arms[0] + ax * arms[2];
  const vz = motion[b + 2] + bx * arms[4] - by * arms[3] - motion[a + 2] - ax * arms[1] + ay * arms[0];
  const wx = bx - ax;
  const wy = by - ay;
  const wz = bz - az;
  const nx = record[r + N];
  const ny = record[r + N + 1];
  const nz = record[r + N + 2];
  const tx = record[r + T1];
  const ty = record[r + T1 + 1];
  const tz = record[r + T1 + 2];
  const sx = ny * tz - nz * ty;
  const sy = nz * tx - nx * tz;
  const sz = nx * ty - ny * tx;
  relative[0] = nx * vx + ny * vy + nz * vz;
  relative[1] = tx * vx + ty * vy + tz * vz;
  relative[2] = sx * vx + sy * vy + sz * vz;
  relative[3] = nx * wx + ny * wy + nz * wz;
  relative[4] = tx * wx + ty * wy + tz * wz;
  relative[5] = sx * wx + sy * wy + sz * wz;
};

/** Scratch: angular part of the rows force n, t1, t2 and torque t1, t2 for one body, and its product with I⁻¹. */
const rows = createFloats(15);
const responses = createFloats(15);

/**
 * J M⁻¹ Jᵀ of both bodies for force along n, t1, t2 and torque about t1, t2 at the
 * contact's centre, 5×5 row by row.
 */
export const writeContactK = (world: World, contact: number, out: Floats): void => {
  const { bodyA, bodyB } = world.contacts;
  writeArms(world, contact);
  for (let i = 0; i < 25; i++) out[i] = 0;
  writeAxes(world.contacts.record, contact * RECORD);
  addBodyK(world, bodyA[contact] * MOTION, 0, out);
  addBodyK(world, bodyB[contact] * MOTION, 3, out);
};

/** Scratch: n, t1 and t2 of a contact. */
const axes = createFloats(9);

const writeAxes = (record: Floats, r: number): void => {
  for (let i = 0; i < 3; i++) {
    axes[i] = record[r + N + i];
    axes[3 + i] = record[r + T1 + i];
  }
  writeSecondTangent(record, r, axes, 6);
};

/** t2 = n × t1. */
export const writeSecondTangent = (record: Floats, r: number, out: Floats, at: number): void => {
  const nx = record[r + N];
  const ny = record[r + N + 1];
  const nz = record[r + N + 2];
  const tx = record[r + T1];
  const ty = record[r + T1 + 1];
  const tz = record[r + T1 + 2];
  out[at] = ny * tz - nz * ty;
  out[at + 1] = nz * tx - nx * tz;
  out[at + 2] = nx * ty - ny * tx;
};

const addBodyK = (world: World, m: number, arm: number, out: Floats): void => {
  const { motion } = world.bodies;
  // A body that cannot move.
  const linear = motion[m + IM] + motion[m + IM + 1] + motion[m + IM + 2];
  if (linear + motion[m + II] + motion[m + II + 3] + motion[m + II + 5] === 0) return;
  for (let a = 0; a < 9; a += 3) {
    rows[a] = arms[arm + 1] * axes[a + 2] - arms[arm + 2] * axes[a + 1];
    rows[a + 1] = arms[arm + 2] * axes[a] - arms[arm] * axes[a + 2];
    rows[a + 2] = arms[arm] * axes[a + 1] - arms[arm + 1] * axes[a];
  }
  for (let i = 0; i < 6; i++) rows[9 + i] = axes[3 + i];
  for (let row = 0; row < 15; row += 3) {
    const x = rows[row];
    const y = rows[row + 1];
    const z = rows[row + 2];
    responses[row] = motion[m + II] * x + motion[m + II + 1] * y + motion[m + II + 2] * z;
    responses[row + 1] = motion[m + II + 1] * x + motion[m + II + 3] * y + motion[m + II + 4] * z;
    responses[row + 2] = motion[m + II + 2] * x + motion[m + II + 4] * y + motion[m + II + 5] * z;
  }
  for (let a = 0; a < 5; a++) {
    for (let b = 0; b < 5; b++) {
      const i = a * 3;
      const j = b * 3;
      let sum = rows[i] * responses[j] + rows[i + 1] * responses[j + 1] + rows[i + 2] * responses[j + 2];
      if (a < 3 && b < 3) {
        sum += motion[m + IM] * axes[i] * axes[j];
        sum += motion[m + IM + 1] * axes[i + 1] * axes[j + 1];
        sum += motion[m + IM + 2] * axes[i + 2] * axes[j + 2];
      }
      out[a * 5 + b] += sum;
    }
  }
};

/** J of Ċ = n·(vB + ωB × rB - vA - ωA × rA) at one point, 12 floats in the order of joint rows. */
export const writePointRow = (
  world: World,
  contact: number,
  point: number,
  out: Floats,
  at: number,
): void => {
  const { record } = world.contacts;
  const p = contact * RECORD + POINTS + point * POINT;
  writeArms(world, contact);
  writeAxes(record, contact * RECORD);
  for (let i = 0; i < 3; i++) {
    const offset = record[p + PX] * axes[3 + i] + record[p + PY] * axes[6 + i];
    arms[i] += offset;
    arms[3 + i] += offset;
    out[at + i] = -axes[i];
    out[at + 6 + i] = axes[i];
  }
  for (let i = 0; i < 3; i++) {
    const j = (i + 1) % 3;
    const k = (i + 2) % 3;
    out[at + 3 + i] = arms[k] * axes[j] - arms[j] * axes[k];
    out[at + 9 + i] = arms[3 + j] * axes[k] - arms[3 + k] * axes[j];
  }
};

/** Component i of t2 = n × t1. */
export const secondTangent = (record: Floats, r: number, i: number): number => {
  const j = (i + 1) % 3;
  const k = (i + 2) % 3;
  return record[r + N + j] * record[r + T1 + k] - record[r + N + k] * record[r + T1 + j];
};

/** Separation of each point now, into `out`. */
export const writeSeparations = (world: World, contact: number, out: Floats): void => {
  const { record, count } = world.contacts;
  const r = contact * RECORD;
  writeRelativeMotion(world, contact);
  for (let i = 0; i < count[contact]; i++) {
    const p = r + POINTS + i * POINT;
    out[i] = record[p + PS] + relative[0] + record[p + PY] * relative[4] - record[p + PX] * relative[5];
  }
};
