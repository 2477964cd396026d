import { MAX_SLIP_ITERATIONS, SLIP_CONVERGED } from '../tuning.js';
import { createFloats, type Floats } from './floats.js';
import { INDEX_BITS } from './index-bits.js';

/**
 * Coulomb's law for a pair of impulses λ of which only the length is bounded, as for friction and rolling resistance. With s the slip,
 * M = K⁻¹ (11, 12, 22) and u = λ - M s the λ that would stop it, outside of the disc of all λ that are allowed this is the one with
 * the least energy ½ (λ - u)ᵀ K (λ - u):
 *   (1 + σ M) λ = u      with σ > 0 so that |λ| is the bound
 * Then the slip that is left is -σ λ: friction is against it. u cut to the bound points against M s instead, which is another
 * direction wherever the bodies answer differently along the two tangents: a wheel that slips sideways would not begin to
 * roll, and a plank that slides obliquely leaves its line.
 */

/** Scratch: λ, and the bound of its length. In an array, as doubles that are passed or returned may be allocated. */
export const disc = createFloats(3);

/** Brings λ of `disc` into it. σ by Newton's method on 1 / |λ|, which is nearly a straight line. */
export const keepInDisc = (mass: Floats, massAt: number): void => {
  const m = massAt & INDEX_BITS;
  const u1 = disc[0];
  const u2 = disc[1];
  const limit = disc[2];
  if (u1 * u1 + u2 * u2 <= limit * limit) return;
  if (limit === 0) {
    disc[0] = 0;
    disc[1] = 0;
    return;
  }
  const m11 = mass[m];
  const m12 = mass[m + 1];
  const m22 = mass[m + 2];
  const trace = m11 + m22;
  const product = Math.max(m11 * m22 - m12 * m12, 0);
  // (1 + σ M)⁻¹ = (1 + σ adj M) / (1 + σ tr M + σ² det M)
  const g1 = m22 * u1 - m12 * u2;
  const g2 = m11 * u2 - m12 * u1;
  let f1 = u1;
  let f2 = u2;
  let length = Math.sqrt(f1 * f1 + f2 * f2);
  let sigma = 0;
  for (let i = 0; i < MAX_SLIP_ITERATIONS && length > limit * (1 + SLIP_CONVERGED); i++) {
    const scale = 1 / (1 + sigma * (trace + sigma * product));
    // (1 + σ M)⁻¹ M λ
    const h1 = (m11 * f1 + m12 * f2 + sigma * product * f1) * scale;
    const h2 = (m12 * f1 + m22 * f2 + sigma * product * f2) * scale;
    const slope = f1 * h1 + f2 * h2;
    if (!(slope > 0)) break;
    sigma += (length * length * (length / limit - 1)) / slope;
    const inverse = 1 / (1 + sigma * (trace + sigma * product));
    f1 = (u1 + sigma * g1) * inverse;
    f2 = (u2 + sigma * g2) * inverse;
    length = Math.sqrt(f1 * f1 + f2 * f2);
  }
  // What is left of the error, and what has no mass to answer with.
  const shrink = limit / length;
  disc[0] = f1 * shrink;
  disc[1] = f2 * shrink;
};
