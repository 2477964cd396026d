import { createFloats, type Floats } from '../../math/floats.js';
import { II, IM, MOTION, V } from '../../state/bodies.js';
import {
  FRICTION_LAMBDA,
  PL,
  POINT,
  POINTS,
  RECORD,
  ROLL_LAMBDA,
  TWIST_LAMBDA,
} from '../../state/contacts.js';
import { UNKNOWNS, type UnevenContacts } from '../../state/uneven-contacts.js';
import type { World } from '../../state/world.js';
import { LEAST_DIRECTION } from '../../tuning.js';
import { applyImpulses, own, writeOwnSpeeds } from './sweep-uneven-contacts.js';

/**
 * The directions of the flexible conjugate gradient method (Notay 2000), with a sweep as its preconditioner. With d the change
 * of λ by a sweep and p_j the directions so far
 *   p = d - Σ_j (d·p_j) / (p_j·p_j) p_j      λ ← λ - Σ_j (g·p_j) / (p_j·p_j) p_j
 * where a·b = aᵀ(A + Γ)b and g is the gradient of Φ (sweep-uneven-contacts.ts). All of it is measured by velocities: aᵀAb is
 * the velocity change by a times the momentum of b, so A is never formed. Unlike in the method of one direction the length of
 * each step is exact, and a slow mode is found once. Returns false where the direction is rounding: the end.
 */
export const addDirection = (uneven: UnevenContacts, slot: number, count: number): boolean => {
  const { contacts, bodies, change, directions, velocityChange, velocityDirections, momenta, norms } = uneven;
  const nl = contacts.count * UNKNOWNS;
  const nv = bodies.count * 6;
  for (let j = 0; j < count; j++) {
    if (j === slot || norms[j] === 0) continue;
    let c = 0;
    for (let i = 0; i < nv; i++) c += velocityChange[i] * momenta[j * nv + i];
    c /= norms[j];
    for (let i = 0; i < nv; i++) velocityChange[i] -= c * velocityDirections[j * nv + i];
    for (let i = 0; i < nl; i++) change[i] -= c * directions[j * nl + i];
  }
  for (let i = 0; i < nl; i++) directions[slot * nl + i] = change[i];
  for (let i = 0; i < nv; i++) velocityDirections[slot * nv + i] = velocityChange[i];
  writeMomentum(uneven, slot * nv);
  let norm = 0;
  for (let i = 0; i < nv; i++) norm += momenta[slot * nv + i] * velocityChange[i];
  norms[slot] = norm;
  return norm > LEAST_DIRECTION * Math.abs(potential[0]);
};

/** M times `velocityChange`. */
const writeMomentum = ({ bodies, velocityChange, momenta, masses }: UnevenContacts, start: number): void => {
  for (let k = 0; k < bodies.count; k++) {
    const m = k * 9;
    const v = k * 6;
    const q = start + v;
    for (let i = 0; i < 3; i++) momenta[q + i] = masses[m + i] * velocityChange[v + i];
    const x = velocityChange[v + 3];
    const y = velocityChange[v + 4];
    const z = velocityChange[v + 5];
    momenta[q + 3] = masses[m + 3] * x + masses[m + 4] * y + masses[m + 5] * z;
    momenta[q + 4] = masses[m + 4] * x + masses[m + 6] * y + masses[m + 7] * z;
    momenta[q + 5] = masses[m + 5] * x + masses[m + 7] * y + masses[m + 8] * z;
  }
};

/**
 * Steps along all directions to where Φ is least. The velocities get the wrenches of these impulses, and not the sum of the
 * velocity changes kept: those are differences, with a rounding that a long step makes visible in the momentum.
 */
export const advance = (world: World, count: number): void => {
  const { contacts, bodies, directions, change, momenta, norms, targets } = world.scratch.uneven;
  const { record } = world.contacts;
  const { motion } = world.bodies;
  const nl = contacts.count * UNKNOWNS;
  const nv = bodies.count * 6;
  for (let i = 0; i < nl; i++) change[i] = 0;
  for (let j = 0; j < count; j++) {
    if (norms[j] === 0) continue;
    let along = 0;
    for (let k = 0; k < bodies.count; k++) {
      const m = bodies.items[k] * MOTION + V;
      for (let i = 0; i < 6; i++) along += motion[m + i] * momenta[j * nv + k * 6 + i];
    }
    for (let k = 0; k < contacts.count; k++)
      for (let i = 0; i < 4; i++) along += targets[k * 4 + i] * directions[j * nl + k * UNKNOWNS + i];
    const step = -along / norms[j];
    for (let i = 0; i < nl; i++) change[i] += step * directions[j * nl + i];
  }
  for (let k = 0; k < contacts.count; k++) {
    const r = contacts.items[k] * RECORD;
    for (let i = 0; i < UNKNOWNS; i++) record[r + PLACES[i]] += change[k * UNKNOWNS + i];
  }
  applyImpulses(world, change);
};

/** Scratch: twice Φ. */
export const potential = createFloats(1);

export const writePotential = (world: World): void => {
  const { contacts, bodies, masses, targets, compliance } = world.scratch.uneven;
  const { record, count } = world.contacts;
  const { motion } = world.bodies;
  let sum = 0;
  for (let k = 0; k < bodies.count; k++) {
    const m = bodies.items[k] * MOTION + V;
    const at = k * 9;
    for (let i = 0; i < 3; i++) sum += masses[at + i] * motion[m + i] * motion[m + i];
    const x = motion[m + 3];
    const y = motion[m + 4];
    const z = motion[m + 5];
    sum += masses[at + 3] * x * x + masses[at + 6] * y * y + masses[at + 8] * z * z;
    sum += 2 * (masses[at + 4] * x * y + masses[at + 5] * x * z + masses[at + 7] * y * z);
  }
  for (let k = 0; k < contacts.count; k++) {
    const p = contacts.items[k] * RECORD + POINTS;
    const c = compliance[k];
    if (c > 0) writeOwnSpeeds(world, contacts.items[k]);
    for (let i = 0; i < count[contacts.items[k]]; i++) {
      sum += 2 * targets[k * 4 + i] * record[p + i * POINT + PL];
      if (c > 0) sum += c * own[i] * record[p + i * POINT + PL];
    }
  }
  potential[0] = sum;
};

/** M of each body. Where rotations are locked I⁻¹ has no inverse; each axis alone is then good enough. */
export const writeBodyMasses = ({ bodies: { motion }, scratch: { uneven } }: World): void => {
  const { bodies, masses } = uneven;
  for (let k = 0; k < bodies.count; k++) {
    const m = bodies.items[k] * MOTION;
    const at = k * 9;
    for (let i = 0; i < 3; i++) masses[at + i] = motion[m + IM + i] > 0 ? 1 / motion[m + IM + i] : 0;
    const xx = motion[m + II];
    const xy = motion[m + II + 1];
    const xz = motion[m + II + 2];
    const yy = motion[m + II + 3];
    const yz = motion[m + II + 4];
    const zz = motion[m + II + 5];
    const determinant = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
    const isFull = determinant > 0;
    masses[at + 3] = isFull ? (yy * zz - yz * yz) / determinant : xx > 0 ? 1 / xx : 0;
    masses[at + 4] = isFull ? (xz * yz - xy * zz) / determinant : 0;
    masses[at + 5] = isFull ? (xy * yz - xz * yy) / determinant : 0;
    masses[at + 6] = isFull ? (xx * zz - xz * xz) / determinant : yy > 0 ? 1 / yy : 0;
    masses[at + 7] = isFull ? (xy * xz - xx * yz) / determinant : 0;
    masses[at + 8] = isFull ? (xx * yy - xy * xy) / determinant : zz > 0 ? 1 / zz : 0;
  }
};

/** Where each unknown of a contact lies in its record. */
export const PLACES = new Int32Array([
  POINTS + PL,
  POINTS + POINT + PL,
  POINTS + 2 * POINT + PL,
  POINTS + 3 * POINT + PL,
  FRICTION_LAMBDA,
  FRICTION_LAMBDA + 1,
  TWIST_LAMBDA,
  ROLL_LAMBDA,
  ROLL_LAMBDA + 1,
]);

export const copyImpulses = ({ contacts: { record }, scratch: { uneven } }: World, out: Floats): void => {
  const { items, count } = uneven.contacts;
  for (let k = 0; k < count; k++) {
    const r = items[k] * RECORD;
    for (let i = 0; i < UNKNOWNS; i++) out[k * UNKNOWNS + i] = record[r + PLACES[i]];
  }
};

export const copyVelocities = ({ bodies: { motion }, scratch: { uneven } }: World, out: Floats): void => {
  const { items, count } = uneven.bodies;
  for (let k = 0; k < count; k++) {
    const m = items[k] * MOTION + V;
    for (let i = 0; i < 6; i++) out[k * 6 + i] = motion[m + i];
  }
};

/** Scratch: |d|² and |λ|². */
export const squares = createFloats(2);

/** `change` becomes what the iteration has changed. */
export const writeChanges = (uneven: UnevenContacts): void => {
  const { contacts, bodies, kept, change, velocityKept, velocityChange } = uneven;
  let changes = 0;
  let size = 0;
  for (let i = 0; i < contacts.count * UNKNOWNS; i++) {
    const d = kept[i] - change[i];
    change[i] = d;
    changes += d * d;
    size += kept[i] * kept[i];
  }
  for (let i = 0; i < bodies.count * 6; i++) velocityChange[i] = velocityKept[i] - velocityChange[i];
  squares[0] = changes;
  squares[1] = size;
};

/** Back to what the last good iteration left. */
export const restore = ({ contacts: { record }, bodies: { motion }, scratch: { uneven } }: World): void => {
  const { contacts, bodies, kept, velocityKept } = uneven;
  for (let k = 0; k < contacts.count; k++) {
    const r = contacts.items[k] * RECORD;
    for (let i = 0; i < UNKNOWNS; i++) record[r + PLACES[i]] = kept[k * UNKNOWNS + i];
  }
  for (let k = 0; k < bodies.count; k++) {
    const m = bodies.items[k] * MOTION + V;
    for (let i = 0; i < 6; i++) motion[m + i] = velocityKept[k * 6 + i];
  }
};
