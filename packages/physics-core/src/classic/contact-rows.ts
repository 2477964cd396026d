import { enterJoints } from '../joints/write-joint.js';
import { createFloats } from '../math/floats.js';
import { context } from '../rows/context.js';
import { finishRow } from '../rows/write-rows.js';
import {
  CONTACT_BOUNCE,
  FRICTION_TOTAL,
  MU,
  N,
  PL,
  POINT,
  POINTS,
  PS,
  PT,
  PX,
  PY,
  RA,
  RB,
  RECORD,
  SURFACE,
  T1,
} from '../state/contacts.js';
import {
  BIAS_RATE,
  BLOCK,
  BODY_A,
  BODY_B,
  BOUNCE,
  DIRECT,
  ERROR,
  HIGH,
  IMPULSE_SCALE,
  JOINT,
  KIND,
  Kind,
  LAMBDA,
  LOW,
  LOWER,
  MASS_SCALE,
  RELAX_HIGH,
  RELAX_LOW,
  ROLE,
  ROW,
  ROW_INTS,
  Role,
  reserveJointRows,
  SLOT,
  SPRUNG,
  UPPER,
} from '../state/rows.js';
import type { World } from '../state/world.js';

/**
 * Contacts as rows behind those of the joints, for the classic methods: one row along the normal for each
 * point, with two of friction whose bounds follow its impulse (Tamis & Maggiore §5.3, 5.4, with μλ in
 * place of μmg; Chappuis 2013 §2.1).
 */
export const appendContactRows = (world: World, dt: number): void => {
  const { solved, contacts, rows, settings } = world;
  let points = 0;
  for (let k = 0; k < solved.count; k++) points += contacts.count[solved.items[k]];
  reserveJointRows(rows, rows.count + 3 * points);
  enterJoints(world);
  for (let k = 0; k < solved.count; k++) {
    const contact = solved.items[k];
    for (let i = 0; i < contacts.count[contact]; i++) {
      writePoint(world, contact, i, dt, settings.classicPush / dt);
    }
  }
};

/** Scratch: of the point in hand from the manifold's centre. */
const offset = createFloats(3);

const writePoint = (world: World, contact: number, i: number, dt: number, biasRate: number): void => {
  const { record } = world.contacts;
  const { data } = world.rows;
  const r = contact * RECORD;
  const p = r + POINTS + i * POINT;
  const nx = record[r + N];
  const ny = record[r + N + 1];
  const nz = record[r + N + 2];
  const tx = record[r + T1];
  const ty = record[r + T1 + 1];
  const tz = record[r + T1 + 2];
  const bx = ny * tz - nz * ty;
  const by = nz * tx - nx * tz;
  const bz = nx * ty - ny * tx;
  offset[0] = record[p + PX] * tx + record[p + PY] * bx;
  offset[1] = record[p + PX] * ty + record[p + PY] * by;
  offset[2] = record[p + PX] * tz + record[p + PY] * bz;

  const normal = writeRow(world, contact, r, nx, ny, nz, Role.contact);
  const at = normal * ROW;
  const separation = record[p + PS];
  data[at + ERROR] = separation;
  // A gap may close in the step; of a penetration k is removed. Restitution: elastic-collisions.ts.
  data[at + LOW] = separation > 0 ? -separation / dt : -biasRate * separation;
  data[at + HIGH] = Infinity;
  data[at + LOWER] = 0;
  data[at + UPPER] = Infinity;
  data[at + BIAS_RATE] = biasRate;
  data[at + BOUNCE] = record[r + CONTACT_BOUNCE];

  writeFriction(world, contact, r, normal, tx, ty, tz, -record[r + SURFACE]);
  writeFriction(world, contact, r, normal, bx, by, bz, -record[r + SURFACE + 1]);
};

const writeFriction = (
  world: World,
  contact: number,
  r: number,
  normal: number,
  x: number,
  y: number,
  z: number,
  speed: number,
): void => {
  const { data, index } = world.rows;
  const row = writeRow(world, contact, r, x, y, z, Role.friction);
  const at = row * ROW;
  index[row * ROW_INTS + SLOT] = normal;
  data[at + LOW] = speed;
  data[at + HIGH] = speed;
  data[at + RELAX_LOW] = speed;
  data[at + RELAX_HIGH] = speed;
};

/**
 * J = [-n, -(rA + o) × n, n, (rB + o) × n] with the point's offset o from the
 * manifold's centre. Returns the row.
 */
const writeRow = (
  world: World,
  contact: number,
  r: number,
  x: number,
  y: number,
  z: number,
  role: number,
): number => {
  const { record, bodyA, bodyB } = world.contacts;
  const { rows } = world;
  const { data, index } = rows;
  const row = rows.count++;
  const at = row * ROW;
  const k = row * ROW_INTS;
  const ax = record[r + RA] + offset[0];
  const ay = record[r + RA + 1] + offset[1];
  const az = record[r + RA + 2] + offset[2];
  const bx = record[r + RB] + offset[0];
  const by = record[r + RB + 1] + offset[1];
  const bz = record[r + RB + 2] + offset[2];
  data[at] = -x;
  data[at + 1] = -y;
  data[at + 2] = -z;
  data[at + 3] = az * y - ay * z;
  data[at + 4] = ax * z - az * x;
  data[at + 5] = ay * x - ax * y;
  data[at + 6] = x;
  data[at + 7] = y;
  data[at + 8] = z;
  data[at + 9] = by * z - bz * y;
  data[at + 10] = bz * x - bx * z;
  data[at + 11] = bx * y - by * x;
  data[at + ERROR] = 0;
  data[at + MASS_SCALE] = 1;
  data[at + IMPULSE_SCALE] = 0;
  data[at + LOWER] = 0;
  data[at + UPPER] = 0;
  data[at + LAMBDA] = 0;
  data[at + BIAS_RATE] = 0;
  data[at + BOUNCE] = -1;
  index[k + BODY_A] = bodyA[contact];
  index[k + BODY_B] = bodyB[contact];
  index[k + JOINT] = -1;
  index[k + SLOT] = 0;
  index[k + ROLE] = role;
  index[k + BLOCK] = 1;
  index[k + SPRUNG] = 0;
  index[k + DIRECT] = 0;
  index[k + KIND] = Kind.general;
  context.bodyA = bodyA[contact];
  context.bodyB = bodyB[contact];
  finishRow(context, at);
  return row;
};

/** Bounds of the friction rows from the normal impulses as they are now. */
export const boundFriction = (world: World, first: number): void => {
  const { rows, solved, contacts } = world;
  const { data, index } = rows;
  let row = first;
  for (let k = 0; k < solved.count; k++) {
    const contact = solved.items[k];
    const mu = contacts.record[contact * RECORD + MU];
    for (let i = 0; i < contacts.count[contact]; i++, row += 3) {
      for (let f = row + 1; f < row + 3; f++) {
        const bound = mu * data[index[f * ROW_INTS + SLOT] * ROW + LAMBDA];
        data[f * ROW + LOWER] = -bound;
        data[f * ROW + UPPER] = bound;
      }
    }
  }
};

/** Copies the impulses to the contacts' records, from which read-outs and events take them. */
export const storeContactImpulses = (world: World, first: number): void => {
  const { rows, solved, contacts } = world;
  const { record } = contacts;
  let row = first;
  for (let k = 0; k < solved.count; k++) {
    const contact = solved.items[k];
    const r = contact * RECORD;
    record[r + FRICTION_TOTAL] = 0;
    record[r + FRICTION_TOTAL + 1] = 0;
    for (let i = 0; i < contacts.count[contact]; i++, row += 3) {
      const p = r + POINTS + i * POINT;
      record[p + PL] = rows.data[row * ROW + LAMBDA];
      record[p + PT] = record[p + PL];
      record[r + FRICTION_TOTAL] += rows.data[(row + 1) * ROW + LAMBDA];
      record[r + FRICTION_TOTAL + 1] += rows.data[(row + 2) * ROW + LAMBDA];
    }
  }
};
