import { bearsAnyLoad } from '../contacts/bears-load.js';
import { createFloats } from '../math/floats.js';
import { rowSpeed } from '../rows/row-speed.js';
import { sweepRange } from '../solver/sweeps/solve-rows.js';
import { BodyType } from '../state/bodies.js';
import {
  BODY_A,
  BODY_B,
  BOUNCE,
  ERROR,
  JOINT,
  LAMBDA,
  MASS,
  ROLE,
  ROW,
  ROW_INTS,
  Role,
} from '../state/rows.js';
import type { World } from '../state/world.js';
import { MAX_STRUCK_JOINT_SWEEPS, SLOWEST_BOUNCE, STRUCK_JOINT_CONVERGED } from '../tuning.js';
import type { Windows } from './windows.js';

/**
 * Elastic collisions of contacts and limits (Tamis & Maggiore §8.2): a row that is struck at the speed u leaves
 * at υr = ε u, which is added to the bias of its position error and is part of both systems of §8.1.
 *
 * The text finds a collision when bodies penetrate already. Rows here look ahead, so they know the gap s ≥ 0
 * that is still open, and a stop at the surface would remove u before anything can bounce. With the speed
 * u₀ = -J v₁ at the start of the step and the acceleration a that all other rows and forces give to C,
 *   s - u₀ t + ½ a t² = 0          moment t of the impact, in [0, Δt]
 *   u = u₀ - a t                   speed of the impact
 *   υ = ε u + a (Δt - t)           Ċ at the end of the step
 *   (ε u (Δt - t) + ½ a (Δt - t)² - s) / Δt          mean of Ċ over the step
 * The bodies move by the mean and keep the end, so the path is the broken line of the real one. A row that is
 * penetrated was struck before the step: s and t are negative, as far as the approach explains it within one
 * step. What is deeper is an error of position, with the text's bias k d / Δt added.
 */
export interface Strike {
  readonly row: number;
  /** Which end of the row's window: 0 the lower, 1 the upper. */
  readonly end: number;
  /** u₀, positive. */
  readonly speed: number;
  /** Ċ at the end of the step and its mean over the step, both positive away from the limit. */
  readonly leaving: number;
  readonly mean: number;
  /** Part of a penetration that is an error of position. */
  readonly error: number;
}

/** A strike that may happen: the speed u₀ at the start of the step is known, the acceleration is not. */
export interface Approach {
  readonly row: number;
  readonly end: number;
  readonly speed: number;
  /** Gap that is open, m or rad; negative for one that was passed already. */
  readonly gap: number;
  readonly error: number;
}

const signOf = (end: number): number => (end === 0 ? 1 : -1);

/** The end of a window as the least Ċ away from the limit. */
const leastOf = (windows: Windows, row: number, end: number): number => signOf(end) * windows[row * 2 + end];

/**
 * Rows that bounce and approach. A body in flight bounces above SLOWEST_BOUNCE. Read at the velocities of the step's start.
 * Whether the gap closes in this step is decided later; twice the speed leaves room for an acceleration.
 */
export const findApproaches = (world: World, dt: number, windows: Windows): Approach[] => {
  const { rows, settings } = world;
  const found: Approach[] = [];
  for (let row = 0; row < rows.count; row++) {
    if (rows.data[row * ROW + BOUNCE] <= 0) continue;
    for (let end = 0; end < 2; end++) {
      const speed = -signOf(end) * rowSpeed(world, row);
      const least = leastOf(windows, row, end);
      if (!(speed > SLOWEST_BOUNCE * settings.impactSpeed) || -least >= 2 * speed) continue;
      if (speed <= settings.impactSpeed && !isFlight(world, row)) continue;
      // C of a violated row is that of the violated end.
      const depth = least > 0 ? Math.max(-signOf(end) * rows.data[row * ROW + ERROR], 0) : 0;
      const passed = Math.min(depth, speed * dt);
      const error = depth > 0 ? 1 - passed / depth : 1;
      found.push({ row, end, speed, gap: least > 0 ? -passed : -least * dt, error });
    }
  }
  return found;
};

/**
 * Whether a row is that of a contact with a body that bears no load. Sweeps without a warm start leave speeds in what is
 * stacked or linked, and these are no approaches.
 */
const isFlight = (world: World, row: number): boolean => {
  const { index } = world.rows;
  const k = row * ROW_INTS;
  if (index[k + ROLE] !== Role.contact) return false;
  return !bearsAnyLoad(world, index[k + BODY_A]) || !bearsAnyLoad(world, index[k + BODY_B]);
};

/** Those that close their gap in this step. Read at the velocities that all other rows leave. */
export const findStrikes = (world: World, dt: number, approaches: readonly Approach[]): Strike[] => {
  const found: Strike[] = [];
  for (const { row, end, speed, gap, error } of approaches) {
    const later = -signOf(end) * rowSpeed(world, row);
    if (gap - dt * Math.max(speed, later) >= 0) continue;
    const a = (speed - later) / dt;
    // u at the gap, from u² = u₀² - 2 a s; 0 if a stops the approach before.
    const u = Math.sqrt(Math.max(speed * speed - 2 * a * gap, 0));
    // t = (u₀ - u) / a without the division by an a that is nearly 0.
    const t = Math.min(Math.max((2 * gap) / (speed + u), -dt), dt);
    const left = dt - t;
    const bounce = world.rows.data[row * ROW + BOUNCE] * u;
    // Where the forces press back to the limit within the step, nothing is left of the bounce.
    const returns = bounce + 0.5 * a * left > 0;
    const way = returns ? left * (bounce + 0.5 * a * left) : 0;
    const leaving = returns ? bounce + a * left : 0;
    found.push({ row, end, speed, leaving, mean: (way - gap) / dt, error });
  }
  return found;
};

/** Windows in which rows are open at the ends where they are approached. */
export const openAt = (windows: Windows, ends: readonly { row: number; end: number }[]): Windows => {
  const out = copyWindows(windows);
  for (const { row, end } of ends) out[row * 2 + end] = -signOf(end) * Infinity;
  return out;
};

/**
 * Windows of a system with strikes: the struck rows have υr besides the bias that their window has already.
 * Other rows that bounce, on the same bodies, are open while they have a gap: what the strike sends against
 * them is an impact of the next step, and a stop at the surface would make it inelastic.
 */
export const withStrikes = (
  world: World,
  windows: Windows,
  strikes: readonly Strike[],
  speed: 'leaving' | 'mean',
): Windows => {
  const out = copyWindows(windows);
  const struck = struckBodies(world, strikes);
  for (let row = 0; row < world.rows.count; row++) {
    if (world.rows.data[row * ROW + BOUNCE] <= 0 || !touches(world, row, struck)) continue;
    for (let end = 0; end < 2; end++) {
      if (leastOf(windows, row, end) < 0) out[row * 2 + end] = -signOf(end) * Infinity;
    }
  }
  for (const { row, end, error, [speed]: least } of strikes)
    out[row * 2 + end] = signOf(end) * (least + error * Math.max(leastOf(windows, row, end), 0));
  return out;
};

/**
 * A struck limit and the locks of its joint share a lever: a torque on a small moment of inertia moves the far anchor
 * by much, and iterations over all rows would need hundreds to agree. So the rows of such a joint are swept among
 * themselves, until the impulse of the limit stays.
 */
export const sweepStruckJoints = (world: World, strikes: readonly Strike[]): void => {
  const { data, index, count } = world.rows;
  for (const { row, speed } of strikes) {
    const joint = index[row * ROW_INTS + JOINT];
    if (joint < 0) continue;
    let [from, to] = [row, row + 1];
    while (from > 0 && index[(from - 1) * ROW_INTS + JOINT] === joint) from--;
    while (to < count && index[to * ROW_INTS + JOINT] === joint) to++;
    const at = row * ROW;
    const enough = STRUCK_JOINT_CONVERGED * speed * data[at + MASS];
    for (let i = 0; i < MAX_STRUCK_JOINT_SWEEPS; i++) {
      const before = data[at + LAMBDA];
      sweepRange(world, from, to, true, false);
      if (Math.abs(data[at + LAMBDA] - before) <= enough) break;
    }
  }
};

const copyWindows = (windows: Windows): Windows => {
  const out = createFloats(windows.length);
  for (let i = 0; i < windows.length; i++) out[i] = windows[i];
  return out;
};

/** 1 for every dynamic body of a struck row. */
const struckBodies = ({ rows, bodies }: World, strikes: readonly Strike[]): Uint8Array => {
  const struck = new Uint8Array(bodies.type.length);
  for (const { row } of strikes) {
    for (const side of [BODY_A, BODY_B]) {
      const body = rows.index[row * ROW_INTS + side];
      if (bodies.type[body] === BodyType.dynamic) struck[body] = 1;
    }
  }
  return struck;
};

const touches = ({ rows }: World, row: number, struck: Uint8Array): boolean =>
  struck[rows.index[row * ROW_INTS + BODY_A]] === 1 || struck[rows.index[row * ROW_INTS + BODY_B]] === 1;
