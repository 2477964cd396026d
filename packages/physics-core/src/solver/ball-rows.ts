import { growFloats } from '../math/floats.js';
import { growInt32, pushIndex } from '../math/index-list.js';
import {
  BALL,
  BALL_APPROACH,
  BALL_CARRY,
  BALL_FRICTION,
  BALL_FRICTION_MASS,
  BALL_FRICTION_TOTAL,
  BALL_LAMBDA,
  BALL_MASS,
  BALL_MU,
  BALL_N,
  BALL_NORMAL_TO_SLIP,
  BALL_RA,
  BALL_RB,
  BALL_S,
  BALL_STIFF,
  BALL_SURFACE,
  BALL_T1,
  BALL_TOTAL,
} from '../state/balls.js';
import { II, IM, MOTION } from '../state/bodies.js';
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
} from '../state/contacts.js';
import type { World } from '../state/world.js';

/**
 * Copies the rows and takes the impulses of the step before out of `free`, as
 * warmStartContacts does it for the others.
 */
export const loadBalls = (world: World): void => {
  const { items, count } = world.balls;
  const rows = world.scratch.balls;
  // A step that threw may have left some behind.
  rows.struck.count = 0;
  world.scratch.impacted.count = 0;
  if (rows.values.length < count * BALL) {
    rows.values = growFloats(rows.values, count * BALL);
    rows.bodies = growInt32(rows.bodies, count * 2);
  }
  const { values, bodies } = rows;
  const { record, bodyA, bodyB } = world.contacts;
  const { motion, free } = world.bodies;
  for (let k = 0; k < count; k++) {
    const contact = items[k];
    const r = contact * RECORD;
    const p = r + POINTS;
    const at = k * BALL;
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
    values[at + BALL_N] = nx;
    values[at + BALL_N + 1] = ny;
    values[at + BALL_N + 2] = nz;
    values[at + BALL_RA] = rAx;
    values[at + BALL_RA + 1] = rAy;
    values[at + BALL_RA + 2] = rAz;
    values[at + BALL_RB] = rBx;
    values[at + BALL_RB + 1] = rBy;
    values[at + BALL_RB + 2] = rBz;
    values[at + BALL_CARRY] = record[r + CARRY];
    values[at + BALL_S] = record[p + PS];
    values[at + BALL_MASS] = record[p + PM];
    values[at + BALL_LAMBDA] = fn;
    values[at + BALL_STIFF] = record[r + STIFF];
    values[at + BALL_APPROACH] = 0;
    values[at + BALL_MU] = record[r + MU];
    values[at + BALL_T1] = tx;
    values[at + BALL_T1 + 1] = ty;
    values[at + BALL_T1 + 2] = tz;
    values[at + BALL_FRICTION_MASS] = record[r + FRICTION_MASS];
    values[at + BALL_FRICTION_MASS + 1] = record[r + FRICTION_MASS + 1];
    values[at + BALL_FRICTION_MASS + 2] = record[r + FRICTION_MASS + 2];
    values[at + BALL_FRICTION] = f1;
    values[at + BALL_FRICTION + 1] = f2;
    values[at + BALL_NORMAL_TO_SLIP] = record[r + NORMAL_TO_SLIP];
    values[at + BALL_NORMAL_TO_SLIP + 1] = record[r + NORMAL_TO_SLIP + 1];
    values[at + BALL_SURFACE] = record[r + SURFACE];
    values[at + BALL_SURFACE + 1] = record[r + SURFACE + 1];
    values[at + BALL_TOTAL] = 0;
    values[at + BALL_FRICTION_TOTAL] = 0;
    values[at + BALL_FRICTION_TOTAL + 1] = 0;
    record[p + PT] = 0;
    record[r + FRICTION_TOTAL] = 0;
    record[r + FRICTION_TOTAL + 1] = 0;
    record[r + APPROACH] = 0;
    if (fn === 0 && f1 === 0 && f2 === 0) continue;

    const fx = nx * fn + tx * f1 + (ny * tz - nz * ty) * f2;
    const fy = ny * fn + ty * f1 + (nz * tx - nx * tz) * f2;
    const fz = nz * fn + tz * f1 + (nx * ty - ny * tx) * f2;
    let m = a * MOTION;
    let f = a * 6;
    let lx = rAy * fz - rAz * fy;
    let ly = rAz * fx - rAx * fz;
    let lz = rAx * fy - rAy * fx;
    free[f] += motion[m + IM] * fx;
    free[f + 1] += motion[m + IM + 1] * fy;
    free[f + 2] += motion[m + IM + 2] * fz;
    free[f + 3] += motion[m + II] * lx + motion[m + II + 1] * ly + motion[m + II + 2] * lz;
    free[f + 4] += motion[m + II + 1] * lx + motion[m + II + 3] * ly + motion[m + II + 4] * lz;
    free[f + 5] += motion[m + II + 2] * lx + motion[m + II + 4] * ly + motion[m + II + 5] * lz;
    m = b * MOTION;
    f = b * 6;
    lx = rBy * fz - rBz * fy;
    ly = rBz * fx - rBx * fz;
    lz = rBx * fy - rBy * fx;
    free[f] -= motion[m + IM] * fx;
    free[f + 1] -= motion[m + IM + 1] * fy;
    free[f + 2] -= motion[m + IM + 2] * fz;
    free[f + 3] -= motion[m + II] * lx + motion[m + II + 1] * ly + motion[m + II + 2] * lz;
    free[f + 4] -= motion[m + II + 1] * lx + motion[m + II + 3] * ly + motion[m + II + 4] * lz;
    free[f + 5] -= motion[m + II + 2] * lx + motion[m + II + 4] * ly + motion[m + II + 5] * lz;
  }
};

/** After the substeps: what the sweeps changed goes back into the records, beside what impacts left there. */
export const storeBalls = (world: World): void => {
  const { items, count } = world.balls;
  const { values } = world.scratch.balls;
  const { record } = world.contacts;
  for (let k = 0; k < count; k++) {
    const r = items[k] * RECORD;
    const at = k * BALL;
    record[r + POINTS + PL] = values[at + BALL_LAMBDA];
    record[r + POINTS + PT] += values[at + BALL_TOTAL];
    record[r + FRICTION_LAMBDA] = values[at + BALL_FRICTION];
    record[r + FRICTION_LAMBDA + 1] = values[at + BALL_FRICTION + 1];
    record[r + FRICTION_TOTAL] += values[at + BALL_FRICTION_TOTAL];
    record[r + FRICTION_TOTAL + 1] += values[at + BALL_FRICTION_TOTAL + 1];
    if (values[at + BALL_APPROACH] > record[r + APPROACH]) record[r + APPROACH] = values[at + BALL_APPROACH];
  }
};

/**
 * Hands the struck rows over to forgetImpactImpulses: their impulses go to the
 * record and are gone from the row.
 */
export const handOverStruckBalls = (world: World): void => {
  const { values, struck } = world.scratch.balls;
  const { record } = world.contacts;
  for (let k = 0; k < struck.count; k++) {
    const row = struck.items[k];
    const contact = world.balls.items[row];
    const r = contact * RECORD;
    const at = row * BALL;
    record[r + POINTS + PL] = values[at + BALL_LAMBDA];
    record[r + FRICTION_LAMBDA] = values[at + BALL_FRICTION];
    record[r + FRICTION_LAMBDA + 1] = values[at + BALL_FRICTION + 1];
    values[at + BALL_LAMBDA] = 0;
    values[at + BALL_FRICTION] = 0;
    values[at + BALL_FRICTION + 1] = 0;
    pushIndex(world.scratch.impacted, contact);
  }
  struck.count = 0;
};
