import type { Floats } from './floats.js';

/**
 * Soft constraints (Catto 2011, "Soft Constraints"; Tamis 2015 §2.4): a constraint row behaves as a spring of
 * frequency `hertz` and damping ratio ζ that is integrated implicitly, so it is stable for every h. With
 * ω = 2π·hertz, a = 2ζ + hω, b = hωa, c = 1/(1 + b):
 *   biasRate     = ω / a    the part of the error removed a second
 *   massScale    = b c      the part of the effective mass used
 *   impulseScale = c        the part of λ given back
 * With the effective mass m this is the compliance (CFM) γ = 1/(b m): massScale = 1/(1 + γm) and
 * impulseScale = γm/(1 + γm).
 */
export interface Softness {
  biasRate: number;
  massScale: number;
  impulseScale: number;
}

export const createSoftness = (): Softness => ({ biasRate: 0, massScale: 1, impulseScale: 0 });

export const writeSoftness = (out: Softness, hertz: number, dampingRatio: number, h: number): void => {
  const omega = 2 * Math.PI * hertz;
  const a = 2 * dampingRatio + h * omega;
  const b = h * omega * a;
  const c = 1 / (1 + b);
  out.biasRate = omega / a;
  out.massScale = b * c;
  out.impulseScale = c;
};

/**
 * A spring that a user asked for, by frequency and damping ratio ζ of the free oscillation against the row's
 * effective mass. Wanted of v⁺ = d (v - h ω² x), the general implicit step with a fixed point where it
 * belongs (x = g/ω² under a load g): the decay of the oscillator, det = d = exp(-2ζωh). (Catto's coefficients
 * above are the same step with d = 1/(1 + 2ζωh + ω²h²), which adds ωh/2 to ζ: at 5 Hz and 240 substeps a
 * second 0.065, as much as a soft spring has.) The exponential is taken to the third order, and (ωh)⁴ damps
 * springs too stiff for the substep, which would otherwise oscillate.
 *   massScale = 1 - d      impulseScale = d      biasRate = d hω² / (1 - d)
 * The decay is right to the fourth order, rest exactly, the frequency to ζωh/2. The frequency is capped at a
 * quarter of the substep rate. Numbers come in arrays: see rows/context.ts.
 */
export const writeSpring = (
  out: Softness,
  floats: Floats,
  hertzAt: number,
  dampingAt: number,
  times: Floats,
  hAt: number,
): void => {
  const h = times[hAt];
  const w = Math.min(2 * Math.PI * floats[hertzAt] * h, STIFFEST);
  const u = 2 * floats[dampingAt] * w;
  // 1/d - 1, without the cancellation that a soft spring would suffer.
  const s = u * (1 + u * (1 / 2 + u / 6)) + w * w * (w * w);
  out.massScale = s / (1 + s);
  out.impulseScale = 1 / (1 + s);
  out.biasRate = s > 0 ? (w * w) / (h * s) : 0;
};

/** ωh of a spring at a quarter of the substep rate. */
const STIFFEST = Math.PI / 2;
