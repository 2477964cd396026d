import { createFloats, type Floats } from '../math/floats.js';
import { MAX_POINTS } from '../narrowphase/manifold.js';

/**
 * One impact between two bodies, solved in the contact's own coordinates. The five speeds s = (u, v1, v2, w1,
 * w2) along n, t1, t2 and about t1, t2 answer to the five impulses p = (force n, t1, t2, torque t1, t2) by
 * s ← s + K p, with K = J M⁻¹ Jᵀ of both bodies. Point i at (x_i, y_i) has the speed u_i = u + y_i w1 - x_i
 * w2 and adds λ_i (1, 0, 0, y_i, -x_i) to p.
 *
 * Law: λ_i >= 0, u_i⁺ >= target_i, λ_i (u_i⁺ - target_i) = 0; friction (f1, f2)
 * stops the slip or is μ Σλ against it.
 */
export interface Impact {
  /** Speeds before the impact. */
  readonly speeds: Floats;
  /** K, 5×5, row by row; and K of the bodies without the joints that hold them. */
  readonly k: Floats;
  readonly freeK: Floats;
  readonly x: Floats;
  readonly y: Floats;
  readonly target: Floats;
  /** 1 for points that take part. */
  readonly present: Int32Array;
  /** Coefficient of friction and wanted slip along t1 and t2. */
  readonly friction: Floats;
  /** The result: λ of each point, and f1, f2. */
  readonly lambda: Floats;
  readonly rub: Floats;
}

export const SPEEDS = 5;

export const createImpact = (): Impact => ({
  speeds: createFloats(SPEEDS),
  k: createFloats(SPEEDS * SPEEDS),
  freeK: createFloats(SPEEDS * SPEEDS),
  x: createFloats(MAX_POINTS),
  y: createFloats(MAX_POINTS),
  target: createFloats(MAX_POINTS),
  present: new Int32Array(MAX_POINTS),
  friction: createFloats(3),
  lambda: createFloats(MAX_POINTS),
  rub: createFloats(2),
});

/**
 * Rounds of normal impulse and friction: friction changes the normal speed through
 * the lever arm, so both must settle.
 */
const MAX_ROUNDS = 200;
/** Change of the impulse in a round, relative to all of it, at which an impact has settled. */
const SETTLED = 1e-9;
/**
 * Newton's law with Coulomb friction can create energy where the slip turns round (Kane & Levinson 1985).
 * Friction is then halved, this often, and in the end left out: without it the law never creates energy.
 */
const MAX_HALVINGS = 4;

const now = createFloats(SPEEDS);

export const solveImpact = (impact: Impact): void => {
  let grip = 1;
  for (let halving = 0; halving <= MAX_HALVINGS; halving++) {
    for (let k = 0; k < SPEEDS; k++) now[k] = impact.speeds[k];
    for (let i = 0; i < MAX_POINTS; i++) impact.lambda[i] = 0;
    impact.rub[0] = 0;
    impact.rub[1] = 0;
    for (let round = 0; round < MAX_ROUNDS; round++) if (settles(impact, grip)) break;
    if (grip === 0 || energyGain(impact) <= 0) return;
    grip = halving + 1 < MAX_HALVINGS ? grip / 2 : 0;
  }
};

/** By how much impulses changed in the round in hand: an array, as a returned double may be allocated. */
const change = createFloats(1);

/** One round over all points, then friction; true when it changed next to nothing. */
const settles = (impact: Impact, grip: number): boolean => {
  const { lambda, rub, k, freeK, friction } = impact;
  change[0] = 0;
  let load = 0;
  for (let i = 0; i < MAX_POINTS; i++) {
    if (impact.present[i] === 0) continue;
    pushPoint(impact, i);
    load += lambda[i];
  }
  const limit = grip * friction[0] * load;
  if (limit > 0 || rub[0] !== 0 || rub[1] !== 0) {
    const k11 = k[6];
    const k12 = k[7];
    const k22 = k[12];
    const determinant = k11 * k22 - k12 * k12;
    const slip1 = now[1] + friction[1];
    const slip2 = now[2] + friction[2];
    // Where one tangent cannot give way (a planar body) K has rank one, and K / trace² is its pseudo-inverse.
    const trace = k11 + k22;
    const whole = determinant > RANK * k11 * k22 && determinant > RANK * freeK[6] * freeK[12];
    const scale = whole ? 1 / determinant : trace > HELD * (freeK[6] + freeK[12]) ? 1 / (trace * trace) : 0;
    const m11 = scale * (whole ? k22 : k11);
    const m12 = scale * (whole ? -k12 : k12);
    const m22 = scale * (whole ? k11 : k22);
    let f1 = rub[0] - m11 * slip1 - m12 * slip2;
    let f2 = rub[1] - m12 * slip1 - m22 * slip2;
    const square = f1 * f1 + f2 * f2;
    if (square > limit * limit) {
      const shrink = limit / Math.sqrt(square);
      f1 *= shrink;
      f2 *= shrink;
    }
    const d1 = f1 - rub[0];
    const d2 = f2 - rub[1];
    rub[0] = f1;
    rub[1] = f2;
    for (let i = 0; i < SPEEDS; i++) now[i] += k[i * SPEEDS + 1] * d1 + k[i * SPEEDS + 2] * d2;
    change[0] += Math.abs(d1) + Math.abs(d2);
  }
  return change[0] <= SETTLED * load;
};

/** Brings one point to its target. */
const pushPoint = (impact: Impact, i: number): void => {
  const { k, lambda } = impact;
  const x = impact.x[i];
  const y = impact.y[i];
  // K (1, 0, 0, y, -x)ᵀ, and its product with the same vector: K of the point alone.
  const k0 = k[0] + y * k[3] - x * k[4];
  const k3 = k[15] + y * k[18] - x * k[19];
  const k4 = k[20] + y * k[23] - x * k[24];
  const own = k0 + y * k3 - x * k4;
  // The same without joints.
  const f = impact.freeK;
  const free =
    f[0] + y * f[3] - x * f[4] + y * (f[15] + y * f[18] - x * f[19]) - x * (f[20] + y * f[23] - x * f[24]);
  if (own <= HELD * free) return;
  const speed = now[0] + y * now[3] - x * now[4];
  const wanted = lambda[i] + (impact.target[i] - speed) / own;
  const next = wanted > 0 ? wanted : 0;
  const d = next - lambda[i];
  lambda[i] = next;
  now[0] += k0 * d;
  now[1] += (k[5] + y * k[8] - x * k[9]) * d;
  now[2] += (k[10] + y * k[13] - x * k[14]) * d;
  now[3] += k3 * d;
  now[4] += k4 * d;
  change[0] += Math.abs(d);
};

/**
 * Twice the energy that the impact adds: its impulses times the sum of the speeds before and
 * after. Exact, as s is linear in p.
 */
const energyGain = (impact: Impact): number => {
  const { speeds, lambda, rub } = impact;
  const u = speeds[0] + now[0];
  const w1 = speeds[3] + now[3];
  const w2 = speeds[4] + now[4];
  // A belt does work of its own: what counts is the slip against its surface.
  let gain =
    rub[0] * (speeds[1] + now[1] + 2 * impact.friction[1]) +
    rub[1] * (speeds[2] + now[2] + 2 * impact.friction[2]);
  let size = 0;
  for (let i = 0; i < MAX_POINTS; i++) {
    gain += lambda[i] * (u + impact.y[i] * w1 - impact.x[i] * w2);
    size += lambda[i] * Math.abs(speeds[0]);
  }
  return gain - ROUNDING * size;
};

/** A determinant below this part of the diagonal's product is rounding: the matrix has rank one. */
const RANK = 1e-9;

/**
 * Of K without joints: where they leave less of it, they hold the bodies wholly, and what is left is rounding.
 * A box welded to the world and struck by a lift left at 2e8 m/s.
 */
const HELD = 1e-8;

/** Part of the impact's work that rounding and an unsettled last round may seem to add. */
const ROUNDING = 1e-8;
