import { scaleCarried } from '../contacts/carried-impulses.js';
import { createFloats } from '../math/floats.js';
import { INDEX_BITS } from '../math/index-bits.js';
import { II, IM, MOTION } from '../state/bodies.js';
import {
  APPROACH,
  FRICTION_LAMBDA,
  FRICTION_TOTAL,
  N,
  PL,
  POINT,
  POINTS,
  PT,
  PX,
  PY,
  RA,
  RB,
  RECORD,
  ROLL_LAMBDA,
  T1,
  TWIST_LAMBDA,
} from '../state/contacts.js';
import type { Substep } from '../state/substep.js';
import type { World } from '../state/world.js';
import { loadBalls } from './ball-rows.js';

/**
 * Loads the impulses of the last substep of the step before: `free` becomes the velocity
 * without them, and the first velocity step puts them back on top of it. A different step
 * length scales them: λ is force times time.
 *
 * The same as writeCarriedWrench and applyWrench of contact-frame.ts in one loop, for all contacts and
 * without the calls. Nothing has moved yet in this step, so the levers are those of the record.
 */
export const warmStartContacts = (world: World, { h }: Substep): void => {
  const { clock } = world;
  if (clock.substep > 0 && clock.substep !== h) scaleImpulses(world, h / clock.substep);
  clock.substep = h;
  loadBalls(world);
  const { items, count } = world.steady;
  const { record, bodyA, bodyB, count: points } = world.contacts;
  const { motion, free } = world.bodies;
  for (let k = 0; k < count; k++) {
    const contact = items[k];
    const r = (contact * RECORD) & INDEX_BITS;
    const p0 = r + POINTS;
    const f1 = record[r + FRICTION_LAMBDA];
    const f2 = record[r + FRICTION_LAMBDA + 1];
    const twist = record[r + TWIST_LAMBDA];
    let torque1 = record[r + ROLL_LAMBDA];
    let torque2 = record[r + ROLL_LAMBDA + 1];
    let fn = 0;
    let carries = f1 !== 0 || f2 !== 0 || twist !== 0 || torque1 !== 0 || torque2 !== 0;
    const end = p0 + points[contact] * POINT;
    for (let p = p0; p < end; p += POINT) {
      const lambda = record[p + PL];
      record[p + PT] = 0;
      if (lambda === 0) continue;
      carries = true;
      fn += lambda;
      torque1 += record[p + PY] * lambda;
      torque2 -= record[p + PX] * lambda;
    }
    record[r + FRICTION_TOTAL] = 0;
    record[r + FRICTION_TOTAL + 1] = 0;
    record[r + APPROACH] = 0;
    if (!carries) continue;

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
    let f = (bodyA[contact] * 6) & INDEX_BITS;
    let rx = record[r + RA];
    let ry = record[r + RA + 1];
    let rz = record[r + RA + 2];
    let lx = ry * fz - rz * fy + ox;
    let ly = rz * fx - rx * fz + oy;
    let lz = rx * fy - ry * fx + oz;
    free[f] += motion[m + IM] * fx;
    free[f + 1] += motion[m + IM + 1] * fy;
    free[f + 2] += motion[m + IM + 2] * fz;
    free[f + 3] += motion[m + II] * lx + motion[m + II + 1] * ly + motion[m + II + 2] * lz;
    free[f + 4] += motion[m + II + 1] * lx + motion[m + II + 3] * ly + motion[m + II + 4] * lz;
    free[f + 5] += motion[m + II + 2] * lx + motion[m + II + 4] * ly + motion[m + II + 5] * lz;
    m = (bodyB[contact] * MOTION) & INDEX_BITS;
    f = (bodyB[contact] * 6) & INDEX_BITS;
    rx = record[r + RB];
    ry = record[r + RB + 1];
    rz = record[r + RB + 2];
    lx = ry * fz - rz * fy + ox;
    ly = rz * fx - rx * fz + oy;
    lz = rx * fy - ry * fx + oz;
    free[f] -= motion[m + IM] * fx;
    free[f + 1] -= motion[m + IM + 1] * fy;
    free[f + 2] -= motion[m + IM + 2] * fz;
    free[f + 3] -= motion[m + II] * lx + motion[m + II + 1] * ly + motion[m + II + 2] * lz;
    free[f + 4] -= motion[m + II + 1] * lx + motion[m + II + 3] * ly + motion[m + II + 4] * lz;
    free[f + 5] -= motion[m + II + 2] * lx + motion[m + II + 4] * ly + motion[m + II + 5] * lz;
  }
};

const ratio = createFloats(1);

const scaleImpulses = (world: World, scale: number): void => {
  const { items, count } = world.solved;
  ratio[0] = scale;
  for (let k = 0; k < count; k++) scaleCarried(world, items[k], ratio);
};
