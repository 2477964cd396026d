import { bearsAnyLoad } from '../contacts/bears-load.js';
import { createFloats, type Floats } from '../math/floats.js';
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
 * that is still open, and a stop at the surface would remove u before anything can bounce. With the speed u₀ at the
 * start of the step and the acceleration a that forces give to C,
 *   s - u₀ t + ½ a t² = 0          moment t of the impact, in [0, Δt]
 *   u = u₀ - a t                   speed of the impact
 *   υ = ε u + a (Δt - t) + b       Ċ at the end of the step
 *   (ε u (Δt - t) + ½ a (Δt - t)² - s) / Δt          mean of Ċ over the step
 * The bodies move by the mean and keep the end, so the path is the broken line of the real one. A row that is
 * penetrated was struck before the step: s and t are negative, as far as the approach explains it within one
 * step. What is deeper is an error of position, with the text's bias k d / Δt added.
 *
 * u₀ and a are those of the system without the struck rows and without any bias, at the poses of this step: u₀ from the
 * velocities of before the forces, a from those of after them. The text excludes from jcv what corrects errors, and a
 * velocity that baumgarte has kept is in part such a correction; velocities of the last step along the rows of this one
 * are no acceleration either. b is what the bias of all other rows gives to Ċ where it is kept (baumgarte), so that the
 * strike adds the impulse that it has without any bias.
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

/** A strike that may happen. */
export interface Approach {
  readonly row: number;
  readonly end: number;
  /** Gap that is open, m or rad; negative for one that was passed already. */
  readonly gap: number;
  readonly error: number;
}

/** Ċ of all rows where no struck row acts. */
interface OpenSpeeds {
  /** Without forces and bias. */
  readonly before: Floats;
  /** With forces, without bias. */
  readonly after: Floats;
  /** With forces, and with the bias that is kept. */
  readonly corrected: Floats;
}

export const readRowSpeeds = (world: World): Floats => {
  const out = createFloats(world.rows.count);
  for (let row = 0; row < world.rows.count; row++) out[row] = rowSpeed(world, row);
  return out;
};

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
      found.push({ row, end, gap: least > 0 ? -passed : -least * dt, error });
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

/** Those that close their gap in this step. */
export const findStrikes = (
  world: World,
  dt: number,
  approaches: readonly Approach[],
  { before, after, corrected }: OpenSpeeds,
): Strike[] => {
  const found: Strike[] = [];
  for (const { row, end, gap, error } of approaches) {
    const speed = -signOf(end) * before[row];
    const later = -signOf(end) * after[row];
    if (speed <= 0 || gap - dt * Math.max(speed, later) >= 0) continue;
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
    const bias = signOf(end) * (corrected[row] - after[row]);
    const leaving = (returns ? bounce + a * left : 0) + bias;
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
 *
 * Other rows that bounce, on the same bodies, see what the strike sends against them. A contact with a gap is open: that is
 * an impact of the next step, and a stop at the surface would make it inelastic. A limit with a gap may lose ε times the
 * Ċ with which it opens without the strike, Moreau's Ċ⁺ ≥ -ε Ċ⁻ for all rows at once: its λ (Ċ⁺ + Ċ⁻) / 2 is the
 * energy that it adds, and a stop would add some where it opened. (Limits that are open swing far beyond their range, one
 * after the other, and what takes them back adds much more: decision 70.)
 */
export const withStrikes = (
  world: World,
  windows: Windows,
  strikes: readonly Strike[],
  speed: 'leaving' | 'mean',
  after: Floats,
): Windows => {
  const { data, index } = world.rows;
  const out = copyWindows(windows);
  const struck = struckBodies(world, strikes);
  for (let row = 0; row < world.rows.count; row++) {
    const bounce = data[row * ROW + BOUNCE];
    if (bounce <= 0 || !touches(world, row, struck)) continue;
    for (let end = 0; end < 2; end++) {
      const least = leastOf(windows, row, end);
      if (least >= 0) continue;
      const isContact = index[row * ROW_INTS + ROLE] === Role.contact;
      const opening = isContact ? Infinity : Math.max(signOf(end) * after[row], 0);
      out[row * 2 + end] = signOf(end) * Math.min(least, -bounce * opening);
    }
  }
  for (const { row, end, error, [speed]: least } of strikes)
    out[row * 2 + end] = signOf(end) * (least + error * Math.max(leastOf(windows, row, end), 0));
  return out;
};

/**
 * A struck limit and the locks of its joint share a lever: a torque on a small moment of inertia moves the far anchor
 * by much, and iterations over all rows would need hundreds to agree. So do the joints beside it, which the impact jerks.
 * So the joints of struck bodies are swept among themselves, until the impulses of the limits stay.
 */
export const sweepStruckJoints = (world: World, strikes: readonly Strike[]): void => {
  const { data, index } = world.rows;
  const limits = strikes.filter(({ row }) => index[row * ROW_INTS + JOINT] >= 0);
  if (limits.length === 0) return;
  const ranges = jointsOf(world, struckBodies(world, limits));
  for (let i = 0; i < MAX_STRUCK_JOINT_SWEEPS; i++) {
    const before = limits.map(({ row }) => data[row * ROW + LAMBDA]);
    for (const [from, to] of ranges) sweepRange(world, from, to, true, false);
    const stays = limits.every(({ row, speed }, k) => {
      const at = row * ROW;
      return Math.abs(data[at + LAMBDA] - before[k]) <= STRUCK_JOINT_CONVERGED * speed * data[at + MASS];
    });
    if (stays) break;
  }
};

/** Rows of the joints that hold one of these bodies, from and to. Those of joints come before those of contacts. */
const jointsOf = (world: World, bodies: Uint8Array): (readonly [number, number])[] => {
  const { index, count } = world.rows;
  const found: (readonly [number, number])[] = [];
  for (let from = 0, to = 0; from < count && index[from * ROW_INTS + JOINT] >= 0; from = to) {
    const joint = index[from * ROW_INTS + JOINT];
    let isTouched = false;
    for (to = from; to < count && index[to * ROW_INTS + JOINT] === joint; to++)
      isTouched ||= touches(world, to, bodies);
    if (isTouched) found.push([from, to]);
  }
  return found;
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
