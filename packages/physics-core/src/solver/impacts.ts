import { MAX_POINTS } from '../narrowphase/manifold.js';
import { DP, DR, MOTION, V, W } from '../state/bodies.js';
import {
  APPROACH,
  BOUNCE,
  CROSS,
  ContactFlag,
  FRICTION_LAMBDA,
  FRICTION_MASS,
  FRICTION_TOTAL,
  MU,
  N,
  PL,
  PM,
  POINT,
  POINTS,
  PT,
  PX,
  PY,
  RECORD,
  ROLL_LAMBDA,
  TWIST_LAMBDA,
} from '../state/contacts.js';
import type { World } from '../state/world.js';
import {
  applyWrench,
  relative,
  writeCarriedWrench,
  writeRelativeVelocity,
  writeSeparations,
  writeWrench,
} from './contact-frame.js';
import { turn } from './rotation-step.js';

/**
 * Blows. A contact whose points arrive fast is treated as an event inside the substep, before the sweep, by Newton's law for every
 * point that arrives within the substep: u⁺ = -e u⁻, solved for all points of the manifold together so that a box landing flat does
 * not tip. Restitution once at the end of the step instead (as most engines do it) measures the speed up to 16 ms too early and
 * lets neighbours share the blow first: a Newton's cradle then loses most of its energy.
 *
 * The blow falls at τ = s / |u⁻| after the substep's start. Both bodies are shifted by τ (v⁻ - v⁺), so that the position step of h v⁺
 * takes them first to the surface and then away from it.
 *
 * One blow can make another contact approach: sweeps go on until none does, so a blow runs through a row of touching balls.
 */
export const resolveBlows = (world: World, h: number): void => {
  const { items, count } = world.striking;
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    let struck = false;
    for (let k = 0; k < count; k++) if (strike(world, items[k], h)) struck = true;
    if (!struck) return;
  }
};

/** A blow passes one ball a sweep in the worst order; what is left over after so many is left to the sweep. */
const MAX_SWEEPS = 32;
/** Gauss-Seidel sweeps over the points of one manifold; four coupled points settle to 1e-6 in about as many. */
const POINT_SWEEPS = 16;

const separation = new Float64Array(MAX_POINTS);
const speed = new Float64Array(MAX_POINTS);
const target = new Float64Array(MAX_POINTS);
const impulse = new Float64Array(MAX_POINTS);
const before = new Float64Array(12);

const strike = (world: World, contact: number, h: number): boolean => {
  const { bodies, contacts } = world;
  const { bodyA, bodyB } = contacts;
  const time = writeArrivals(world, contact, h);
  if (time < 0) return false;
  solvePoints(world, contact);

  const a = bodyA[contact];
  const b = bodyB[contact];
  rememberVelocity(world, a, 0);
  rememberVelocity(world, b, 6);
  let force = 0;
  let t1 = 0;
  let t2 = 0;
  const r = contact * RECORD;
  for (let i = 0; i < contacts.count[contact]; i++) {
    const p = r + POINTS + i * POINT;
    force += impulse[i];
    t1 += contacts.record[p + PY] * impulse[i];
    t2 -= contacts.record[p + PX] * impulse[i];
    contacts.record[p + PT] += impulse[i];
  }
  writeWrench(world, contact, force, 0, 0, 0, t1, t2);
  applyWrench(world, contact, bodies.motion, MOTION, 1);
  applyWrench(world, contact, bodies.free, 6, 1);
  rub(world, contact, force);
  shift(world, a, 0, time);
  shift(world, b, 6, time);
  return true;
};

/** Fills speed and target of the points that arrive within the substep; returns the time of the first arrival or -1. */
const writeArrivals = (world: World, contact: number, h: number): number => {
  const { record, count } = world.contacts;
  const { impactSpeed } = world.settings;
  const r = contact * RECORD;
  writeRelativeVelocity(world, contact);
  const [u, w1, w2] = [relative[0], relative[4], relative[5]];
  writeSeparations(world, contact, separation);
  const kick = relativeKick(world, contact);
  let time = -1;
  for (let i = 0; i < count[contact]; i++) {
    const p = r + POINTS + i * POINT;
    const arriving = u + record[p + PY] * w1 - record[p + PX] * w2;
    const gap = separation[i] > 0 ? separation[i] : 0;
    speed[i] = arriving;
    if (arriving < -impactSpeed && gap + h * arriving < 0) {
      const arrival = gap / -arriving;
      // Gravity has its say before and after the blow: the kick of the whole substep is already in `arriving`.
      const later = kick * (1 - arrival / h);
      const leaving = later - record[r + BOUNCE] * (arriving - later);
      target[i] = leaving > 0 ? leaving : 0;
      if (time < 0 || arrival < time) time = arrival;
      if (-arriving > record[r + APPROACH]) record[r + APPROACH] = -arriving;
    } else {
      // A point that does not arrive itself is only kept from being driven in by the blow on the others.
      target[i] = arriving < 0 ? arriving : 0;
    }
  }
  return time;
};

/** What gravity and forces added to the normal speed in this substep. */
const relativeKick = (world: World, contact: number): number => {
  const { kick } = world.bodies;
  const { record, bodyA, bodyB } = world.contacts;
  const n = contact * RECORD + N;
  const a = bodyA[contact] * 3;
  const b = bodyB[contact] * 3;
  return (
    record[n] * (kick[b] - kick[a]) +
    record[n + 1] * (kick[b + 1] - kick[a + 1]) +
    record[n + 2] * (kick[b + 2] - kick[a + 2])
  );
};

/** Impulses >= 0 that bring every point to its target speed or more. */
const solvePoints = (world: World, contact: number): void => {
  const { record, count } = world.contacts;
  const r = contact * RECORD;
  const points = count[contact];
  impulse.fill(0);
  for (let sweep = 0; sweep < POINT_SWEEPS; sweep++) {
    for (let i = 0; i < points; i++) {
      let u = speed[i];
      for (let j = 0; j < points; j++) if (j !== i) u += record[r + crossIndex(i, j)] * impulse[j];
      const next = (target[i] - u) * record[r + POINTS + i * POINT + PM];
      impulse[i] = next > 0 ? next : 0;
    }
  }
};

/** Where the response of points i and j stands in the record: 01, 02, 03, 12, 13, 23. */
const crossIndex = (i: number, j: number): number => {
  const low = i < j ? i : j;
  const high = i < j ? j : i;
  return CROSS + (low === 0 ? high - 1 : low + high);
};

/** Friction of the blow: the tangential impulse that stops the slip, at most μ times the blow. */
const rub = (world: World, contact: number, force: number): void => {
  const { record } = world.contacts;
  const r = contact * RECORD;
  writeRelativeVelocity(world, contact);
  const [slip1, slip2] = [relative[1], relative[2]];
  const m12 = record[r + FRICTION_MASS + 1];
  let f1 = -record[r + FRICTION_MASS] * slip1 - m12 * slip2;
  let f2 = -m12 * slip1 - record[r + FRICTION_MASS + 2] * slip2;
  const limit = record[r + MU] * force;
  const size = Math.sqrt(f1 * f1 + f2 * f2);
  if (size > limit) {
    f1 *= limit / size;
    f2 *= limit / size;
  }
  record[r + FRICTION_TOTAL] += f1;
  record[r + FRICTION_TOTAL + 1] += f2;
  writeWrench(world, contact, 0, f1, f2, 0, 0, 0);
  applyWrench(world, contact, world.bodies.motion, MOTION, 1);
  applyWrench(world, contact, world.bodies.free, 6, 1);
};

const rememberVelocity = (world: World, body: number, at: number): void => {
  const { motion } = world.bodies;
  for (let i = 0; i < 6; i++) before[at + i] = motion[body * MOTION + V + i];
};

/** Moves a body by τ (v⁻ - v⁺), τ (ω⁻ - ω⁺). */
const shift = (world: World, body: number, at: number, time: number): void => {
  const { motion, centre } = world.bodies;
  const m = body * MOTION;
  for (let i = 0; i < 3; i++) {
    const d = time * (before[at + i] - motion[m + V + i]);
    centre[body * 3 + i] += d;
    motion[m + DP + i] += d;
  }
  const x = time * (before[at + 3] - motion[m + W]);
  const y = time * (before[at + 4] - motion[m + W + 1]);
  const z = time * (before[at + 5] - motion[m + W + 2]);
  motion[m + DR] += x;
  motion[m + DR + 1] += y;
  motion[m + DR + 2] += z;
  turn(world.bodies, body, x, y, z);
};

/**
 * After the relax sweep: the impulse of a contact that was struck in this substep belongs to the past. It moves from λ into the
 * bodies' `free` velocity; as a first guess for the next substep it would throw the bodies apart again.
 */
export const settleStruck = (world: World): void => {
  const { items, count } = world.solved;
  const { flags, record, count: points } = world.contacts;
  for (let k = 0; k < count; k++) {
    const contact = items[k];
    if ((flags[contact] & ContactFlag.struck) === 0) continue;
    flags[contact] &= ~ContactFlag.struck;
    writeCarriedWrench(world, contact);
    applyWrench(world, contact, world.bodies.free, 6, 1);
    const r = contact * RECORD;
    for (let i = 0; i < points[contact]; i++) record[r + POINTS + i * POINT + PL] = 0;
    record[r + FRICTION_LAMBDA] = 0;
    record[r + FRICTION_LAMBDA + 1] = 0;
    record[r + TWIST_LAMBDA] = 0;
    record[r + ROLL_LAMBDA] = 0;
    record[r + ROLL_LAMBDA + 1] = 0;
  }
};
