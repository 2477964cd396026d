import { MAX_POINTS } from '../../collision/narrowphase/manifold.js';
import { disc, keepInDisc } from '../../math/disc.js';
import { createFloats, type Floats } from '../../math/floats.js';
import {
  ENERGY_ROUNDING,
  FULLY_HELD_RATIO,
  IMPACT_CONVERGED,
  MAX_FRICTION_HALVINGS,
  MAX_IMPACT_ITERATIONS,
  RANK_ONE_RATIO,
} from '../../tuning.js';

/**
 * One impact between two bodies, solved in the contact's own coordinates. The five speeds s = (u, v1, v2, w1,
 * w2) along n, t1, t2 and about t1, t2 change with the five impulses p = (force n, t1, t2, torque t1, t2) by
 * s ← s + K p, with K = J M⁻¹ Jᵀ of both bodies. Point i at (x_i, y_i) has the speed u_i = u + y_i w1 - x_i
 * w2 and adds λ_i (1, 0, 0, y_i, -x_i) to p.
 *
 * Law: λ_i >= 0, u_i⁺ >= target_i, λ_i (u_i⁺ - target_i) = 0; friction (f1, f2)
 * stops the slip or is μ Σλ against it.
 */
export interface Impact {
  /** Speeds before the impact. */
  readonly speeds: Floats;
  /** K, 5×5, row by row, with the joints of the bodies; and K of the bodies without joints. */
  readonly k: Floats;
  readonly unjointedK: Floats;
  readonly x: Floats;
  readonly y: Floats;
  readonly target: Floats;
  /** 1 for points that touch at the time of impact. */
  readonly present: Int32Array;
  /** Coefficient of friction, then the surface velocity along t1 and t2. */
  readonly friction: Floats;
  /** The result: λ of each point, and f1, f2. */
  readonly lambda: Floats;
  readonly frictionImpulse: Floats;
}

export const SPEEDS = 5;

export const createImpact = (): Impact => ({
  speeds: createFloats(SPEEDS),
  k: createFloats(SPEEDS * SPEEDS),
  unjointedK: createFloats(SPEEDS * SPEEDS),
  x: createFloats(MAX_POINTS),
  y: createFloats(MAX_POINTS),
  target: createFloats(MAX_POINTS),
  present: new Int32Array(MAX_POINTS),
  friction: createFloats(3),
  lambda: createFloats(MAX_POINTS),
  frictionImpulse: createFloats(2),
});

/** Scratch: the speeds with the impulses so far. */
const now = createFloats(SPEEDS);

/** Scratch: part of the friction that is used, and the energy that the impact adds. */
const frictionScale = createFloats(1);
const gain = createFloats(1);

/** Scratch: the changes of the five speeds by a unit impulse at each point, and the inverse of the point's own K. */
const columns = createFloats(MAX_POINTS * SPEEDS);
const pointMass = createFloats(MAX_POINTS);

export const solveImpact = (impact: Impact): void => {
  frictionScale[0] = 1;
  for (let i = 0; i < MAX_POINTS; i++) if (impact.present[i] === 1) writeColumn(impact, i);
  for (let halving = 0; halving <= MAX_FRICTION_HALVINGS; halving++) {
    for (let k = 0; k < SPEEDS; k++) now[k] = impact.speeds[k];
    for (let i = 0; i < MAX_POINTS; i++) impact.lambda[i] = 0;
    impact.frictionImpulse[0] = 0;
    impact.frictionImpulse[1] = 0;
    for (let iteration = 0; iteration < MAX_IMPACT_ITERATIONS; iteration++) if (iterate(impact)) break;
    if (frictionScale[0] === 0 || impact.friction[0] === 0) return;
    writeGain(impact);
    if (gain[0] <= 0) return;
    frictionScale[0] = halving + 1 < MAX_FRICTION_HALVINGS ? frictionScale[0] / 2 : 0;
  }
};

/** Scratch: change of the impulses in an iteration. In an array, because a returned double may be allocated. */
const change = createFloats(1);

/** Scratch: the inverse of K of the tangents. */
const frictionMass = createFloats(3);

/** One iteration over all points, then friction; true when it has converged. */
const iterate = (impact: Impact): boolean => {
  const { lambda, frictionImpulse, k, unjointedK, friction } = impact;
  change[0] = 0;
  let load = 0;
  for (let i = 0; i < MAX_POINTS; i++) {
    if (impact.present[i] === 0) continue;
    solvePoint(impact, i);
    load += lambda[i];
  }
  const limit = frictionScale[0] * friction[0] * load;
  if (limit > 0 || frictionImpulse[0] !== 0 || frictionImpulse[1] !== 0) {
    const k11 = k[6];
    const k12 = k[7];
    const k22 = k[12];
    const determinant = k11 * k22 - k12 * k12;
    const slip1 = now[1] + friction[1];
    const slip2 = now[2] + friction[2];
    // Where the bodies cannot move along one tangent (a planar body) K has rank one, and K / trace² is its
    // pseudo-inverse.
    const trace = k11 + k22;
    const whole =
      determinant > RANK_ONE_RATIO * k11 * k22 &&
      determinant > RANK_ONE_RATIO * unjointedK[6] * unjointedK[12];
    const scale = whole
      ? 1 / determinant
      : trace > FULLY_HELD_RATIO * (unjointedK[6] + unjointedK[12])
        ? 1 / (trace * trace)
        : 0;
    frictionMass[0] = scale * (whole ? k22 : k11);
    frictionMass[1] = scale * (whole ? -k12 : k12);
    frictionMass[2] = scale * (whole ? k11 : k22);
    disc[0] = frictionImpulse[0] - frictionMass[0] * slip1 - frictionMass[1] * slip2;
    disc[1] = frictionImpulse[1] - frictionMass[1] * slip1 - frictionMass[2] * slip2;
    disc[2] = limit;
    keepInDisc(frictionMass, 0);
    const d1 = disc[0] - frictionImpulse[0];
    const d2 = disc[1] - frictionImpulse[1];
    frictionImpulse[0] = disc[0];
    frictionImpulse[1] = disc[1];
    for (let i = 0; i < SPEEDS; i++) now[i] += k[i * SPEEDS + 1] * d1 + k[i * SPEEDS + 2] * d2;
    change[0] += Math.abs(d1) + Math.abs(d2);
  }
  return change[0] <= IMPACT_CONVERGED * load;
};

/** K (1, 0, 0, y, -x)ᵀ of a point, and its product with the same vector: K of the point alone. */
const writeColumn = (impact: Impact, i: number): void => {
  const { k, unjointedK: f } = impact;
  const x = impact.x[i];
  const y = impact.y[i];
  const c = i * SPEEDS;
  for (let row = 0; row < SPEEDS; row++) {
    const at = row * SPEEDS;
    columns[c + row] = k[at] + y * k[at + 3] - x * k[at + 4];
  }
  const pointK = columns[c] + y * columns[c + 3] - x * columns[c + 4];
  // The same without joints.
  const unjointed =
    f[0] + y * f[3] - x * f[4] + y * (f[15] + y * f[18] - x * f[19]) - x * (f[20] + y * f[23] - x * f[24]);
  pointMass[i] = pointK <= FULLY_HELD_RATIO * unjointed ? 0 : 1 / pointK;
};

/** Gives one point its target speed. */
const solvePoint = (impact: Impact, i: number): void => {
  const { lambda } = impact;
  const speed = now[0] + impact.y[i] * now[3] - impact.x[i] * now[4];
  const wanted = lambda[i] + pointMass[i] * (impact.target[i] - speed);
  const next = wanted > 0 ? wanted : 0;
  const d = next - lambda[i];
  if (d === 0) return;
  lambda[i] = next;
  const c = i * SPEEDS;
  now[0] += columns[c] * d;
  now[1] += columns[c + 1] * d;
  now[2] += columns[c + 2] * d;
  now[3] += columns[c + 3] * d;
  now[4] += columns[c + 4] * d;
  change[0] += Math.abs(d);
};

/**
 * Twice the energy change by the impact: its impulses times the sum of the speeds before and after. Exact, because
 * s is linear in p.
 */
const writeGain = (impact: Impact): void => {
  const { speeds, lambda, frictionImpulse } = impact;
  const u = speeds[0] + now[0];
  const w1 = speeds[3] + now[3];
  const w2 = speeds[4] + now[4];
  // A conveyor does work: only the slip relative to its surface counts.
  let sum =
    frictionImpulse[0] * (speeds[1] + now[1] + 2 * impact.friction[1]) +
    frictionImpulse[1] * (speeds[2] + now[2] + 2 * impact.friction[2]);
  let size = 0;
  for (let i = 0; i < MAX_POINTS; i++) {
    sum += lambda[i] * (u + impact.y[i] * w1 - impact.x[i] * w2);
    size += lambda[i] * Math.abs(speeds[0]);
  }
  gain[0] = sum - ENERGY_ROUNDING * size;
};
