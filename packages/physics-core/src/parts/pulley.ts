import { COORDINATE, frame, GRADIENT, type JointContext, RA, RB } from '../rows/context.js';
import { MIN_DIRECTION_LENGTH } from '../tuning.js';

/**
 * The two ends of a rope over pulleys (planar notes 002 §1.8). The end at A runs from the world point gA to
 * A's anchor, u = xA + rA - gA:
 *   lA = |u|          l̇A = n·(vA + ωA × rA), n = u / lA, because gA is fixed
 * so A's half of the gradient is [n, rA × n]; B's likewise. `groundAt` is the index of g in the floats of the
 * joint.
 */
export const writeLengthA = (j: JointContext, groundAt: number): void => {
  writeEnd(j, j.bodyA, RA, groundAt, GRADIENT);
  for (let i = 6; i < 12; i++) frame[GRADIENT + i] = 0;
};

export const writeLengthB = (j: JointContext, groundAt: number): void => {
  writeEnd(j, j.bodyB, RB, groundAt, GRADIENT + 6);
  for (let i = 0; i < 6; i++) frame[GRADIENT + i] = 0;
};

/** lA + ratio · lB, the length of the whole rope. */
export const writeRope = (j: JointContext, groundA: number, groundB: number, ratioAt: number): void => {
  const ratio = j.floats[ratioAt];
  writeEnd(j, j.bodyA, RA, groundA, GRADIENT);
  const lengthA = frame[COORDINATE];
  writeEnd(j, j.bodyB, RB, groundB, GRADIENT + 6);
  frame[COORDINATE] = lengthA + ratio * frame[COORDINATE];
  for (let i = 6; i < 12; i++) frame[GRADIENT + i] *= ratio;
};

const writeEnd = (j: JointContext, body: number, lever: number, groundAt: number, out: number): void => {
  const { centre, floats } = j;
  const rx = frame[lever];
  const ry = frame[lever + 1];
  const rz = frame[lever + 2];
  const x = centre[body * 3] + rx - floats[groundAt];
  const y = centre[body * 3 + 1] + ry - floats[groundAt + 1];
  const z = centre[body * 3 + 2] + rz - floats[groundAt + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  const straight = length > MIN_DIRECTION_LENGTH;
  const nx = straight ? x / length : 0;
  const ny = straight ? y / length : -1;
  const nz = straight ? z / length : 0;
  frame[COORDINATE] = length;
  frame[out] = nx;
  frame[out + 1] = ny;
  frame[out + 2] = nz;
  frame[out + 3] = ry * nz - rz * ny;
  frame[out + 4] = rz * nx - rx * nz;
  frame[out + 5] = rx * ny - ry * nx;
};
