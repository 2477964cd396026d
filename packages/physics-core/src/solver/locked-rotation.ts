import { writeAngularMomentum, writeInverseInertia, writeSpin } from '../bodies/inertia.js';
import { createFloats, type Floats } from '../math/floats.js';
import { type BodyTable, Lock, MOTION, W } from '../state/bodies.js';
import { turn } from './rotation-vector.js';

/**
 * The rotation step of a body with one locked world axis n: n·ω = 0. The lock is ideal, its torque is along
 * n. So of the angular momentum the part across n stays, with P the projection onto the plane across n:
 *   P L = const,   ω = Ĩ⁻¹ L   with   Ĩ⁻¹ = P (P I P)⁻¹ P,
 * which is the inverse inertia that a body with locks has. The torque does no work, ω·n = 0, so
 * the energy ½ L·Ĩ⁻¹L stays as well, although Ĩ⁻¹ changes with the attitude: the body goes faster
 * where it is lighter in the plane.
 *
 * Only the attitude is to be integrated, R' = ω × R with ω(R) from above; P L is carried over to the
 * last bit. The implicit midpoint rule
 *   R⁺ = exp(h ω(R½)) R,   R½ = exp(½ h ω(R½)) R
 * is symmetric in time, as the motion is, so the error of the energy swings and does not grow.
 */
export const rotateInPlane = (bodies: BodyTable, body: number, time: Floats): void => {
  const { motion } = bodies;
  const w = body * MOTION + W;
  writeAngularMomentum(bodies, body, momentum);
  const x = motion[w];
  const y = motion[w + 1];
  const z = motion[w + 2];
  const speed = Math.sqrt(x * x + y * y + z * z);
  const angle = Math.abs(time[0]) * Math.min(fastestSpin(bodies, body), MOST_FASTER * speed);
  const parts = angle > LONGEST_TURN ? Math.min(Math.ceil(angle / LONGEST_TURN), MOST_PARTS) : 1;
  half[0] = (0.5 * time[0]) / parts;
  for (let part = 0; part < parts; part++) stepMidpoint(bodies, body);
};

/** |P L| / I of the smallest moment: how fast the body can get on its way, as a rod does that turns into the plane. It stays, and so do the parts. */
const fastestSpin = ({ moments, locks }: BodyTable, body: number): number => {
  const x = locks[body] & Lock.rotationX ? 0 : momentum[0];
  const y = locks[body] & Lock.rotationY ? 0 : momentum[1];
  const z = locks[body] & Lock.rotationZ ? 0 : momentum[2];
  const least = Math.min(moments[body * 3], moments[body * 3 + 1], moments[body * 3 + 2]);
  return Math.sqrt(x * x + y * y + z * z) / least;
};

/** A needle that does not get so much faster in a substep need not be prepared for it. */
const MOST_FASTER = 1000;

/** rad. Turns are made of parts that are shorter, so that the iteration for the midpoint converges. */
const LONGEST_TURN = 0.1;
/**
 * What turns faster than 6 rad in a substep is taken in longer parts: it is not
 * seen, and must not cost a frame.
 */
const MOST_PARTS = 64;

/** Rounds of the iteration at most; each gains one to two digits. */
const MOST_ROUNDS = 24;
/** Of ω, relative: two rounds that differ less have converged. */
const CONVERGED = 1e-15;

const momentum = createFloats(3);
const half = createFloats(1);
const theta = createFloats(3);
const start = createFloats(4);

const stepMidpoint = (bodies: BodyTable, body: number): void => {
  const { motion, rotation } = bodies;
  const w = body * MOTION + W;
  for (let i = 0; i < 4; i++) start[i] = rotation[body * 4 + i];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const x = motion[w];
    const y = motion[w + 1];
    const z = motion[w + 2];
    turnFromStart(bodies, body, 1);
    const dx = motion[w] - x;
    const dy = motion[w + 1] - y;
    const dz = motion[w + 2] - z;
    if (dx * dx + dy * dy + dz * dz <= CONVERGED * CONVERGED * (x * x + y * y + z * z)) break;
  }
  turnFromStart(bodies, body, 2);
};

/**
 * Turns by so many halves of the step at the present ω from the start; ω, the inertia and the rotation
 * are then those of where it leads.
 */
const turnFromStart = (bodies: BodyTable, body: number, halves: number): void => {
  const { motion, rotation } = bodies;
  const w = body * MOTION + W;
  for (let k = 0; k < 3; k++) theta[k] = halves * half[0] * motion[w + k];
  for (let k = 0; k < 4; k++) rotation[body * 4 + k] = start[k];
  turn(bodies, body, theta);
  writeInverseInertia(bodies, body);
  writeSpin(bodies, body, momentum, motion, w);
};
