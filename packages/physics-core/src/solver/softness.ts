/**
 * Soft constraints (Catto 2011, "Soft Constraints"; Tamis 2015 §2.3): a constraint row behaves as a spring of frequency
 * `hertz` and damping ratio ζ that is integrated implicitly, so it is stable for every h. With ω = 2π·hertz, a = 2ζ + hω, b = hωa,
 * c = 1/(1 + b):
 *   biasRate     = ω / a    the part of the error removed a second
 *   massScale    = b c      the part of the effective mass used
 *   impulseScale = c        the part of λ given back
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
