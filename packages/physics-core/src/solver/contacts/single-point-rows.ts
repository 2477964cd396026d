import { type Floats, growFloats } from '../../math/floats.js';
import { INDEX_BITS } from '../../math/index-bits.js';
import { growInt32 } from '../../math/index-list.js';
import { DP, II, IM, MOTION } from '../../state/bodies.js';
import {
  APPROACH,
  CARRY,
  FRICTION_LAMBDA,
  FRICTION_MASS,
  FRICTION_TOTAL,
  MU,
  N,
  NORMAL_TO_SLIP,
  PL,
  PM,
  POINTS,
  PS,
  PT,
  RA,
  RB,
  RECORD,
  STIFF,
  SURFACE,
  T1,
} from '../../state/contacts.js';
import {
  SINGLE,
  SINGLE_APPROACH,
  SINGLE_CARRY,
  SINGLE_FRICTION,
  SINGLE_FRICTION_MASS,
  SINGLE_FRICTION_TOTAL,
  SINGLE_LAMBDA,
  SINGLE_MASS,
  SINGLE_MU,
  SINGLE_N,
  SINGLE_NORMAL_TO_SLIP,
  SINGLE_RA,
  SINGLE_RB,
  SINGLE_S,
  SINGLE_STIFF,
  SINGLE_SURFACE,
  SINGLE_T1,
  SINGLE_TOTAL,
} from '../../state/single-points.js';
import type { World } from '../../state/world.js';

/** Copies the rows out of the records, with last step's impulses; the sums over the step start at zero. */
export const loadSinglePoints = (world: World): void => {
  const { items, count } = world.singlePointContacts;
  const rows = world.scratch.singlePoints;
  if (rows.values.length < count * SINGLE) {
    rows.values = growFloats(rows.values, count * SINGLE);
    rows.bodies = growInt32(rows.bodies, count * 2);
  }
  const { values, bodies } = rows;
  const { record, bodyA, bodyB } = world.contacts;
  for (let k = 0; k < count; k++) {
    const contact = items[k];
    const r = contact * RECORD;
    const p = r + POINTS;
    const at = k * SINGLE;
    const a = bodyA[contact];
    const b = bodyB[contact];
    bodies[2 * k] = a * MOTION;
    bodies[2 * k + 1] = b * MOTION;
    const nx = record[r + N];
    const ny = record[r + N + 1];
    const nz = record[r + N + 2];
    const tx = record[r + T1];
    const ty = record[r + T1 + 1];
    const tz = record[r + T1 + 2];
    const rAx = record[r + RA];
    const rAy = record[r + RA + 1];
    const rAz = record[r + RA + 2];
    const rBx = record[r + RB];
    const rBy = record[r + RB + 1];
    const rBz = record[r + RB + 2];
    const fn = record[p + PL];
    const f1 = record[r + FRICTION_LAMBDA];
    const f2 = record[r + FRICTION_LAMBDA + 1];
    values[at + SINGLE_N] = nx;
    values[at + SINGLE_N + 1] = ny;
    values[at + SINGLE_N + 2] = nz;
    values[at + SINGLE_RA] = rAx;
    values[at + SINGLE_RA + 1] = rAy;
    values[at + SINGLE_RA + 2] = rAz;
    values[at + SINGLE_RB] = rBx;
    values[at + SINGLE_RB + 1] = rBy;
    values[at + SINGLE_RB + 2] = rBz;
    values[at + SINGLE_CARRY] = record[r + CARRY];
    values[at + SINGLE_S] = record[p + PS];
    values[at + SINGLE_MASS] = record[p + PM];
    values[at + SINGLE_LAMBDA] = fn;
    values[at + SINGLE_STIFF] = record[r + STIFF];
    values[at + SINGLE_APPROACH] = 0;
    values[at + SINGLE_MU] = record[r + MU];
    values[at + SINGLE_T1] = tx;
    values[at + SINGLE_T1 + 1] = ty;
    values[at + SINGLE_T1 + 2] = tz;
    values[at + SINGLE_FRICTION_MASS] = record[r + FRICTION_MASS];
    values[at + SINGLE_FRICTION_MASS + 1] = record[r + FRICTION_MASS + 1];
    values[at + SINGLE_FRICTION_MASS + 2] = record[r + FRICTION_MASS + 2];
    values[at + SINGLE_FRICTION] = f1;
    values[at + SINGLE_FRICTION + 1] = f2;
    values[at + SINGLE_NORMAL_TO_SLIP] = record[r + NORMAL_TO_SLIP];
    values[at + SINGLE_NORMAL_TO_SLIP + 1] = record[r + NORMAL_TO_SLIP + 1];
    values[at + SINGLE_SURFACE] = record[r + SURFACE];
    values[at + SINGLE_SURFACE + 1] = record[r + SURFACE + 1];
    values[at + SINGLE_TOTAL] = 0;
    values[at + SINGLE_FRICTION_TOTAL] = 0;
    values[at + SINGLE_FRICTION_TOTAL + 1] = 0;
  }
};

/** v ← v + M⁻¹ Jᵀ λ for every row. */
export const warmStartSinglePoints = (world: World): void => {
  const { count } = world.singlePointContacts;
  const { values, bodies } = world.scratch.singlePoints;
  const { motion } = world.bodies;
  for (let k = 0; k < count; k++) {
    const at = (k * SINGLE) & INDEX_BITS;
    const fn = values[at + SINGLE_LAMBDA];
    const f1 = values[at + SINGLE_FRICTION];
    const f2 = values[at + SINGLE_FRICTION + 1];
    if (fn === 0 && f1 === 0 && f2 === 0) continue;
    let m = bodies[2 * k] & INDEX_BITS;
    const b = bodies[2 * k + 1] & INDEX_BITS;
    const nx = values[at + SINGLE_N];
    const ny = values[at + SINGLE_N + 1];
    const nz = values[at + SINGLE_N + 2];
    const tx = values[at + SINGLE_T1];
    const ty = values[at + SINGLE_T1 + 1];
    const tz = values[at + SINGLE_T1 + 2];
    const dx = motion[b + DP] - motion[m + DP];
    const dy = motion[b + DP + 1] - motion[m + DP + 1];
    const dz = motion[b + DP + 2] - motion[m + DP + 2];
    const carry = values[at + SINGLE_CARRY];
    const rAx = values[at + SINGLE_RA] + carry * dx;
    const rAy = values[at + SINGLE_RA + 1] + carry * dy;
    const rAz = values[at + SINGLE_RA + 2] + carry * dz;
    const rBx = values[at + SINGLE_RB] + (carry - 1) * dx;
    const rBy = values[at + SINGLE_RB + 1] + (carry - 1) * dy;
    const rBz = values[at + SINGLE_RB + 2] + (carry - 1) * dz;

    const fx = nx * fn + tx * f1 + (ny * tz - nz * ty) * f2;
    const fy = ny * fn + ty * f1 + (nz * tx - nx * tz) * f2;
    const fz = nz * fn + tz * f1 + (nx * ty - ny * tx) * f2;
    let lx = rAy * fz - rAz * fy;
    let ly = rAz * fx - rAx * fz;
    let lz = rAx * fy - rAy * fx;
    motion[m] -= motion[m + IM] * fx;
    motion[m + 1] -= motion[m + IM + 1] * fy;
    motion[m + 2] -= motion[m + IM + 2] * fz;
    motion[m + 3] -= motion[m + II] * lx + motion[m + II + 1] * ly + motion[m + II + 2] * lz;
    motion[m + 4] -= motion[m + II + 1] * lx + motion[m + II + 3] * ly + motion[m + II + 4] * lz;
    motion[m + 5] -= motion[m + II + 2] * lx + motion[m + II + 4] * ly + motion[m + II + 5] * lz;
    m = b;
    lx = rBy * fz - rBz * fy;
    ly = rBz * fx - rBx * fz;
    lz = rBx * fy - rBy * fx;
    motion[m] += motion[m + IM] * fx;
    motion[m + 1] += motion[m + IM + 1] * fy;
    motion[m + 2] += motion[m + IM + 2] * fz;
    motion[m + 3] += motion[m + II] * lx + motion[m + II + 1] * ly + motion[m + II + 2] * lz;
    motion[m + 4] += motion[m + II + 1] * lx + motion[m + II + 3] * ly + motion[m + II + 4] * lz;
    motion[m + 5] += motion[m + II + 2] * lx + motion[m + II + 4] * ly + motion[m + II + 5] * lz;
  }
};

/**
 * Adds the sums of a row to those of its contact. An impact may have found the point anew: the row keeps its axes, so its
 * impulse goes over as the vector J = P n + F1 t1 + F2 t2.
 */
const addSums = (record: Floats, r: number, values: Floats, at: number): void => {
  const load = values[at + SINGLE_TOTAL];
  const f1 = values[at + SINGLE_FRICTION_TOTAL];
  const f2 = values[at + SINGLE_FRICTION_TOTAL + 1];
  const nx = values[at + SINGLE_N];
  const ny = values[at + SINGLE_N + 1];
  const nz = values[at + SINGLE_N + 2];
  if (nx === record[r + N] && ny === record[r + N + 1] && nz === record[r + N + 2]) {
    record[r + POINTS + PT] += load;
    record[r + FRICTION_TOTAL] += f1;
    record[r + FRICTION_TOTAL + 1] += f2;
    return;
  }
  const tx = values[at + SINGLE_T1];
  const ty = values[at + SINGLE_T1 + 1];
  const tz = values[at + SINGLE_T1 + 2];
  const x = load * nx + f1 * tx + f2 * (ny * tz - nz * ty);
  const y = load * ny + f1 * ty + f2 * (nz * tx - nx * tz);
  const z = load * nz + f1 * tz + f2 * (nx * ty - ny * tx);
  const mx = record[r + N];
  const my = record[r + N + 1];
  const mz = record[r + N + 2];
  const ux = record[r + T1];
  const uy = record[r + T1 + 1];
  const uz = record[r + T1 + 2];
  record[r + POINTS + PT] += x * mx + y * my + z * mz;
  record[r + FRICTION_TOTAL] += x * ux + y * uy + z * uz;
  record[r + FRICTION_TOTAL + 1] +=
    x * (my * uz - mz * uy) + y * (mz * ux - mx * uz) + z * (mx * uy - my * ux);
};

/** After the substeps: writes the impulses back into the records, where those of impacts are added already. */
export const storeSinglePoints = (world: World): void => {
  const { items, count } = world.singlePointContacts;
  const { values } = world.scratch.singlePoints;
  const { record } = world.contacts;
  for (let k = 0; k < count; k++) {
    const r = items[k] * RECORD;
    const at = k * SINGLE;
    record[r + POINTS + PL] = values[at + SINGLE_LAMBDA];
    addSums(record, r, values, at);
    record[r + FRICTION_LAMBDA] = values[at + SINGLE_FRICTION];
    record[r + FRICTION_LAMBDA + 1] = values[at + SINGLE_FRICTION + 1];
    if (values[at + SINGLE_APPROACH] > record[r + APPROACH])
      record[r + APPROACH] = values[at + SINGLE_APPROACH];
  }
};
