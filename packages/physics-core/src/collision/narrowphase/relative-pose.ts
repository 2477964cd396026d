import type { Floats } from '../../math/floats.js';

/**
 * The pose of B in A's frame, laid out like the poses: t = Raᵀ (pb - pa), then R = Raᵀ Rb row by row. `a` and
 * `b` are offsets in `pose`. Everything that follows is relative to A, so nothing is lost far from the world's
 * origin.
 */
export const writeRelativePose = (pose: Floats, a: number, b: number, out: Floats): void => {
  const x = pose[b] - pose[a];
  const y = pose[b + 1] - pose[a + 1];
  const z = pose[b + 2] - pose[a + 2];
  const b00 = pose[b + 3];
  const b01 = pose[b + 4];
  const b02 = pose[b + 5];
  const b10 = pose[b + 6];
  const b11 = pose[b + 7];
  const b12 = pose[b + 8];
  const b20 = pose[b + 9];
  const b21 = pose[b + 10];
  const b22 = pose[b + 11];
  for (let i = 0; i < 3; i++) {
    const a0 = pose[a + 3 + i];
    const a1 = pose[a + 6 + i];
    const a2 = pose[a + 9 + i];
    out[i] = a0 * x + a1 * y + a2 * z;
    out[3 + 3 * i] = a0 * b00 + a1 * b10 + a2 * b20;
    out[4 + 3 * i] = a0 * b01 + a1 * b11 + a2 * b21;
    out[5 + 3 * i] = a0 * b02 + a1 * b12 + a2 * b22;
  }
};
