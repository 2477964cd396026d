import { writeAngularMomentum, writeInverseInertia, writeSpin } from '../../bodies/inertia.js';
import { createFloats, type Floats } from '../../math/floats.js';
import { type BodyTable, Lock, MOTION, W } from '../../state/bodies.js';
import {
  MAX_MIDPOINT_ITERATIONS,
  MAX_PART_ANGLE,
  MAX_PARTS,
  MAX_SPIN_GAIN,
  MIDPOINT_CONVERGED,
} from '../../tuning.js';
import { turn } from './rotation-vector.js';

/**
 * The rotation step of a body with one locked world axis n: n·ω = 0. The lock is ideal, its torque is along
 * n. So of the angular momentum the part across n stays, with P the projection onto the plane across n:
 *   P L = const,   ω = Ĩ⁻¹ L   with   Ĩ⁻¹ = P (P I P)⁻¹ P,
 * which is the inverse inertia of a body with locks. The torque does no work, ω·n = 0, so the energy
 * ½ L·Ĩ⁻¹L stays constant as well, although Ĩ⁻¹ changes with the orientation: the body turns faster where its
 * inertia in the plane is smaller.
 *
 * Only the orientation is integrated, R' = ω × R with ω(R) from above; P L is kept to the last bit. The
 * implicit midpoint rule
 *   R⁺ = exp(h ω(R½)) R,   R½ = exp(½ h ω(R½)) R
 * is symmetric in time, as the motion is, so the error of the energy oscillates and does not grow.
 */
export const rotateInPlane = (bodies: BodyTable, body: number, time: Floats): void => {
  const { motion } = bodies;
  const w = body * MOTION + W;
  writeAngularMomentum(bodies, body, momentum);
  const x = motion[w];
  const y = motion[w + 1];
  const z = motion[w + 2];
  const speed = Math.sqrt(x * x + y * y + z * z);
  const angle = Math.abs(time[0]) * Math.min(fastestSpin(bodies, body), MAX_SPIN_GAIN * speed);
  const parts = angle > MAX_PART_ANGLE ? Math.min(Math.ceil(angle / MAX_PART_ANGLE), MAX_PARTS) : 1;
  half[0] = (0.5 * time[0]) / parts;
  for (let part = 0; part < parts; part++) stepMidpoint(bodies, body);
};

/**
 * |P L| / I with the smallest moment I: the largest ω that the body can reach, as a rod does when it turns into
 * the plane. It is constant, so the number of parts of the step is, too.
 */
const fastestSpin = ({ moments, locks }: BodyTable, body: number): number => {
  const x = locks[body] & Lock.rotationX ? 0 : momentum[0];
  const y = locks[body] & Lock.rotationY ? 0 : momentum[1];
  const z = locks[body] & Lock.rotationZ ? 0 : momentum[2];
  const least = Math.min(moments[body * 3], moments[body * 3 + 1], moments[body * 3 + 2]);
  return Math.sqrt(x * x + y * y + z * z) / least;
};

/** Scratch: L, half the time of a part, its rotation vector, and the rotation at its start. */
const momentum = createFloats(3);
const half = createFloats(1);
const theta = createFloats(3);
const start = createFloats(4);

const stepMidpoint = (bodies: BodyTable, body: number): void => {
  const { motion, rotation } = bodies;
  const w = body * MOTION + W;
  for (let i = 0; i < 4; i++) start[i] = rotation[body * 4 + i];
  for (let round = 0; round < MAX_MIDPOINT_ITERATIONS; round++) {
    const x = motion[w];
    const y = motion[w + 1];
    const z = motion[w + 2];
    rotateFromStart(bodies, body, 1);
    const dx = motion[w] - x;
    const dy = motion[w + 1] - y;
    const dz = motion[w + 2] - z;
    if (dx * dx + dy * dy + dz * dz <= MIDPOINT_CONVERGED * MIDPOINT_CONVERGED * (x * x + y * y + z * z))
      break;
  }
  rotateFromStart(bodies, body, 2);
};

/**
 * Rotates from the start of the part by so many halves of it at the present ω. Then writes rotation, inertia
 * and ω of the orientation it reaches.
 */
const rotateFromStart = (bodies: BodyTable, body: number, halves: number): void => {
  const { motion, rotation } = bodies;
  const w = body * MOTION + W;
  for (let k = 0; k < 3; k++) theta[k] = halves * half[0] * motion[w + k];
  for (let k = 0; k < 4; k++) rotation[body * 4 + k] = start[k];
  turn(bodies, body, theta);
  writeInverseInertia(bodies, body);
  writeSpin(bodies, body, momentum, motion, w);
};
