import { scaleAccumulated } from '../../contacts/warm-start-impulses.js';
import { createFloats } from '../../math/floats.js';
import { INDEX_BITS } from '../../math/index-bits.js';
import type { IndexList } from '../../math/index-list.js';
import { BodyType, DP, II, IM, MOTION } from '../../state/bodies.js';
import {
  CARRY,
  FRICTION_LAMBDA,
  KEPT_LEVERS,
  N,
  PL,
  POINT,
  POINTS,
  PX,
  PY,
  RA,
  RB,
  RECORD,
  ROLL_LAMBDA,
  T1,
  TWIST_LAMBDA,
} from '../../state/contacts.js';
import type { Substep } from '../../state/substep.js';
import type { World } from '../../state/world.js';
import { findUnevenContacts } from './find-uneven-contacts.js';
import { loadSinglePoints, warmStartSinglePoints } from './single-point-rows.js';
import { warmStartUneven } from './solve-uneven-contacts.js';

/**
 * Warm start: v ← v + M⁻¹ Jᵀ λ with the persistent λ of every cached contact, at the levers of the present poses.
 * One-shot impulses (impacts, shock propagation, fast contacts) are in no λ and are never warm-started.
 */
export const warmStartContacts = (world: World): void => {
  const { uneven } = world.scratch;
  if (world.cachedContacts.count + world.singlePointContacts.count + uneven.contacts.count === 0) return;
  warmStartSinglePoints(world);
  warmStartCached(world, world.cachedContacts);
  warmStartUneven(world);
  addToExternalChange(world);
};

const warmStartCached = (world: World, contacts: IndexList): void => {
  const { items, count } = contacts;
  const { record, bodyA, bodyB } = world.contacts;
  const { motion } = world.bodies;
  for (let k = 0; k < count; k++) {
    const contact = items[k];
    const r = (contact * RECORD) & INDEX_BITS;
    const p0 = r + POINTS;
    const f1 = record[r + FRICTION_LAMBDA];
    const f2 = record[r + FRICTION_LAMBDA + 1];
    const twist = record[r + TWIST_LAMBDA];
    const p1 = p0 + POINT;
    const p2 = p1 + POINT;
    const p3 = p2 + POINT;
    const l0 = record[p0 + PL];
    const l1 = record[p1 + PL];
    const l2 = record[p2 + PL];
    const l3 = record[p3 + PL];
    const roll1 = record[r + ROLL_LAMBDA];
    const roll2 = record[r + ROLL_LAMBDA + 1];
    // No impulse of a point is negative, and absent points have none.
    const fn = l0 + l1 + l2 + l3;
    if (fn === 0 && f1 === 0 && f2 === 0 && twist === 0 && roll1 === 0 && roll2 === 0) continue;
    const torque1 =
      roll1 + record[p0 + PY] * l0 + record[p1 + PY] * l1 + record[p2 + PY] * l2 + record[p3 + PY] * l3;
    const torque2 =
      roll2 - record[p0 + PX] * l0 - record[p1 + PX] * l1 - record[p2 + PX] * l2 - record[p3 + PX] * l3;

    const nx = record[r + N];
    const ny = record[r + N + 1];
    const nz = record[r + N + 2];
    const tx = record[r + T1];
    const ty = record[r + T1 + 1];
    const tz = record[r + T1 + 2];
    const bx = ny * tz - nz * ty;
    const by = nz * tx - nx * tz;
    const bz = nx * ty - ny * tx;
    const fx = nx * fn + tx * f1 + bx * f2;
    const fy = ny * fn + ty * f1 + by * f2;
    const fz = nz * fn + tz * f1 + bz * f2;
    const ox = nx * twist + tx * torque1 + bx * torque2;
    const oy = ny * twist + ty * torque1 + by * torque2;
    const oz = nz * twist + tz * torque1 + bz * torque2;

    let m = (bodyA[contact] * MOTION) & INDEX_BITS;
    const b = (bodyB[contact] * MOTION) & INDEX_BITS;
    const dx = motion[b + DP] - motion[m + DP];
    const dy = motion[b + DP + 1] - motion[m + DP + 1];
    const dz = motion[b + DP + 2] - motion[m + DP + 2];
    const moves = dx * dx + dy * dy + dz * dz > record[r + KEPT_LEVERS] ? 1 : 0;
    const carry = moves * record[r + CARRY];
    let rx = record[r + RA] + carry * dx;
    let ry = record[r + RA + 1] + carry * dy;
    let rz = record[r + RA + 2] + carry * dz;
    let lx = ry * fz - rz * fy + ox;
    let ly = rz * fx - rx * fz + oy;
    let lz = rx * fy - ry * fx + oz;
    motion[m] -= motion[m + IM] * fx;
    motion[m + 1] -= motion[m + IM + 1] * fy;
    motion[m + 2] -= motion[m + IM + 2] * fz;
    motion[m + 3] -= motion[m + II] * lx + motion[m + II + 1] * ly + motion[m + II + 2] * lz;
    motion[m + 4] -= motion[m + II + 1] * lx + motion[m + II + 3] * ly + motion[m + II + 4] * lz;
    motion[m + 5] -= motion[m + II + 2] * lx + motion[m + II + 4] * ly + motion[m + II + 5] * lz;
    m = b;
    rx = record[r + RB] + (carry - moves) * dx;
    ry = record[r + RB + 1] + (carry - moves) * dy;
    rz = record[r + RB + 2] + (carry - moves) * dz;
    lx = ry * fz - rz * fy + ox;
    ly = rz * fx - rx * fz + oy;
    lz = rx * fy - ry * fx + oz;
    motion[m] += motion[m + IM] * fx;
    motion[m + 1] += motion[m + IM + 1] * fy;
    motion[m + 2] += motion[m + IM + 2] * fz;
    motion[m + 3] += motion[m + II] * lx + motion[m + II + 1] * ly + motion[m + II + 2] * lz;
    motion[m + 4] += motion[m + II + 1] * lx + motion[m + II + 3] * ly + motion[m + II + 4] * lz;
    motion[m + 5] += motion[m + II + 2] * lx + motion[m + II + 4] * ly + motion[m + II + 5] * lz;
  }
};

/** What a warm start changes is a force that acts in this substep, as gravity is: the law of impacts needs their sum. */
const addToExternalChange = ({ bodies, awake }: World): void => {
  const { motion, predicted, externalChange, type } = bodies;
  const { items, count } = awake;
  for (let k = 0; k < count; k++) {
    if (type[items[k]] !== BodyType.dynamic) continue;
    const m = (items[k] * MOTION) & INDEX_BITS;
    const t = (items[k] * 3) & INDEX_BITS;
    externalChange[t] += motion[m] - predicted[t];
    externalChange[t + 1] += motion[m + 1] - predicted[t + 1];
    externalChange[t + 2] += motion[m + 2] - predicted[t + 2];
  }
};

/** Before the substeps: scales λ if the substep has another length, as λ is force times time. */
export const startContacts = (world: World, substep: Substep): void => {
  const { clock } = world;
  const { h } = substep;
  if (clock.substep > 0 && clock.substep !== h) scaleAllImpulses(world, h / clock.substep);
  clock.substep = h;
  findUnevenContacts(world);
  loadSinglePoints(world);
};

/** Scratch: the factor, in an array for scaleAccumulated. */
const ratio = createFloats(1);

const scaleAllImpulses = (world: World, scale: number): void => {
  const { items, count } = world.solved;
  ratio[0] = scale;
  for (let k = 0; k < count; k++) scaleAccumulated(world, items[k], ratio);
};
