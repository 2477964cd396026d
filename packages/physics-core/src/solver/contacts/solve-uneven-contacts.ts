import { createFloats, type Floats } from '../../math/floats.js';
import { pushIndex } from '../../math/index-list.js';
import { II, IM, MOTION, V, W } from '../../state/bodies.js';
import {
  FRICTION_LAMBDA,
  FRICTION_TOTAL,
  PL,
  POINT,
  POINTS,
  PT,
  RECORD,
  ROLL_LAMBDA,
  TWIST_LAMBDA,
} from '../../state/contacts.js';
import { UNKNOWNS, type UnevenContacts } from '../../state/uneven-contacts.js';
import type { World } from '../../state/world.js';
import { UNEVEN_ITERATIONS, UNEVEN_RESIDUAL, UNEVEN_TURN, UNEVEN_VISITS } from '../../tuning.js';
import { relaxContacts } from './relax-contacts.js';
import { solveContacts } from './solve-contacts.js';

/**
 * Contacts around bodies of very different masses. A Gauss-Seidel iteration passes on to a light body what its own
 * mass can stop, so the load of a body a thousand times as heavy needs thousands of iterations to arrive at the floor.
 * That is one slow mode: all contacts of the column carry more. The nonsmooth nonlinear conjugate gradient method
 * finds it in a few (Silcowitz-Hansen, Niebe, Erleben 2010). With d the change of λ by an iteration,
 *   β = |d|² / |d of the iteration before|²      λ ← λ + β p      p ← d + β p
 * and p starts again from d where β > 1. All of it is impulses between two bodies, so momentum is kept.
 *
 * Without bias every iteration reduces the kinetic energy, if K is exact. It is that of the last detection, and λ + β p
 * may be out of bounds: in random piles both made the energy grow without end. So an iteration after which there is more
 * of it is undone. The last thing is an ordinary iteration, so λ is within its bounds.
 *
 * The sweep with bias stays a single one: what it lacks, the relax sweep finds, and that is what is warm-started.
 */
export const solveUnevenContacts = (world: World): void => {
  const { uneven } = world.scratch;
  if (uneven.contacts.count === 0) return;
  solveContacts(world, uneven.contacts, uneven.substep);
};

/**
 * Before each sweep: contacts of bodies that turn are cached ones for the rest of the step, because K of the last
 * detection is wrong for them.
 */
export const releaseTurning = (world: World): void => {
  const { cachedContacts, contacts, scratch } = world;
  const list = scratch.uneven.contacts;
  if (list.count === 0) return;
  let kept = 0;
  for (let k = 0; k < list.count; k++) {
    const contact = list.items[k];
    const isTurning = turns(world, contacts.bodyA[contact]) || turns(world, contacts.bodyB[contact]);
    if (isTurning) pushIndex(cachedContacts, contact);
    else list.items[kept++] = contact;
  }
  list.count = kept;
};

const turns = ({ bodies: { motion }, scratch: { substep } }: World, body: number): boolean => {
  const w = body * MOTION + W;
  const most = UNEVEN_TURN / substep.h;
  return motion[w] * motion[w] + motion[w + 1] * motion[w + 1] + motion[w + 2] * motion[w + 2] > most * most;
};

/** Scratch: |d|² and |λ|². */
const squares = createFloats(2);
/** Scratch: β, or 0 to start again. */
const beta = createFloats(1);
/** Scratch: twice the kinetic energy. */
const energy = createFloats(1);

/** After the position step, without bias. */
export const relaxUnevenContacts = (world: World): void => {
  const { uneven } = world.scratch;
  const { contacts } = uneven;
  if (contacts.count === 0) return;
  const iterations = Math.min(UNEVEN_ITERATIONS, 2 + Math.floor(UNEVEN_VISITS / contacts.count));
  writeBodyMasses(world);
  let last = 0;
  let lastEnergy = Infinity;
  beta[0] = 0;
  for (let k = 0; k < iterations; k++) {
    copyImpulses(world, uneven.change);
    copyVelocities(world, uneven.velocityChange);
    relaxContacts(world, contacts, k === 0);
    writeEnergy(world);
    if (energy[0] > lastEnergy) {
      restore(world);
      if (beta[0] === 0) return;
      beta[0] = 0;
      last = 0;
      continue;
    }
    lastEnergy = energy[0];
    copyImpulses(world, uneven.kept);
    copyVelocities(world, uneven.velocityKept);
    writeChanges(uneven);
    const isDone = squares[0] <= UNEVEN_RESIDUAL * UNEVEN_RESIDUAL * squares[1];
    if (isDone || k === iterations - 1) return;
    beta[0] = squares[0] < last ? squares[0] / last : 0;
    last = squares[0];
    advance(world);
  }
};

/** M of each body. Where rotations are locked I⁻¹ has no inverse; each axis alone is then good enough for α. */
const writeBodyMasses = ({ bodies: { motion }, scratch: { uneven } }: World): void => {
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

const writeEnergy = ({ bodies: { motion }, scratch: { uneven } }: World): void => {
  const { bodies, masses } = uneven;
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
  energy[0] = sum;
};

/** Where each unknown of a contact lies in its record. */
const PLACES = new Int32Array([
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
/** Where its sum over the step lies. */
const SUMS = new Int32Array([
  POINTS + PT,
  POINTS + POINT + PT,
  POINTS + 2 * POINT + PT,
  POINTS + 3 * POINT + PT,
  FRICTION_TOTAL,
  FRICTION_TOTAL + 1,
]);

const copyImpulses = ({ contacts: { record }, scratch: { uneven } }: World, out: Floats): void => {
  const { items, count } = uneven.contacts;
  for (let k = 0; k < count; k++) {
    const r = items[k] * RECORD;
    for (let i = 0; i < UNKNOWNS; i++) out[k * UNKNOWNS + i] = record[r + PLACES[i]];
  }
};

const copyVelocities = ({ bodies: { motion }, scratch: { uneven } }: World, out: Floats): void => {
  const { items, count } = uneven.bodies;
  for (let k = 0; k < count; k++) {
    const m = items[k] * MOTION + V;
    for (let i = 0; i < 6; i++) out[k * 6 + i] = motion[m + i];
  }
};

/** `change` becomes what the iteration has changed. */
const writeChanges = (uneven: UnevenContacts): void => {
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

/** λ ← λ + β p with the velocities, then p ← d + β p. */
const advance = ({ contacts: { record }, bodies: { motion }, scratch: { uneven } }: World): void => {
  const { contacts, bodies, change, direction, velocityChange, velocityDirection } = uneven;
  const by = beta[0];
  for (let k = 0; k < contacts.count; k++) {
    const r = contacts.items[k] * RECORD;
    for (let i = 0; i < UNKNOWNS; i++) {
      const at = k * UNKNOWNS + i;
      const step = by === 0 ? 0 : by * direction[at];
      record[r + PLACES[i]] += step;
      if (i < SUMS.length) record[r + SUMS[i]] += step;
      direction[at] = change[at] + step;
    }
  }
  for (let k = 0; k < bodies.count; k++) {
    const m = bodies.items[k] * MOTION + V;
    for (let i = 0; i < 6; i++) {
      const at = k * 6 + i;
      const step = by === 0 ? 0 : by * velocityDirection[at];
      motion[m + i] += step;
      velocityDirection[at] = velocityChange[at] + step;
    }
  }
};

/** Back to what the last good iteration left. */
const restore = ({ contacts: { record }, bodies: { motion }, scratch: { uneven } }: World): void => {
  const { contacts, bodies, kept, velocityKept } = uneven;
  for (let k = 0; k < contacts.count; k++) {
    const r = contacts.items[k] * RECORD;
    for (let i = 0; i < UNKNOWNS; i++) {
      const lambda = kept[k * UNKNOWNS + i];
      if (i < SUMS.length) record[r + SUMS[i]] += lambda - record[r + PLACES[i]];
      record[r + PLACES[i]] = lambda;
    }
  }
  for (let k = 0; k < bodies.count; k++) {
    const m = bodies.items[k] * MOTION + V;
    for (let i = 0; i < 6; i++) motion[m + i] = velocityKept[k * 6 + i];
  }
};
