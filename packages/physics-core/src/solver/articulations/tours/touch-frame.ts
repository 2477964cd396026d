import {
  C1,
  C2,
  CC,
  centreK,
  F11,
  F12,
  F22,
  N1,
  N2,
  NN,
  R11,
  R12,
  R22,
  S1,
  S2,
  storeMasses,
  W0,
} from '../../../contacts/contact-masses.js';
import { createFloats, type Floats } from '../../../math/floats.js';
import { INDEX_BITS } from '../../../math/index-bits.js';
import {
  LINK,
  RC,
  RESPONSE_WW,
  TOUCH,
  TOUCH_ARMS,
  TOUCH_K,
  TOUCH_LEVERS,
  TOUCH_RESPONSE,
} from '../../../state/articulations.js';
import { DP, II, IM, MOTION } from '../../../state/bodies.js';
import { CARRY, KEPT_LEVERS, N, RA, RB, RECORD, T1 } from '../../../state/contacts.js';
import type { World } from '../../../state/world.js';
import { HELD_TOGETHER, SELF_COMPLIANCE, TOUCH_COMPLIANCE } from '../../../tuning.js';
import { wrench } from './link-frame.js';
import { responseBase, responseFloats, subtractLoops } from './loop-responses.js';
import { moveResponse, shift } from './responses.js';
import { writeCrossResponse } from './tour.js';

/**
 * A contact of a link in six directions: forces along n, t1 and t2 at the manifold's centre, and torques about them. In
 * the order force n, torque t1, torque t2, force t1, force t2, torque n the speeds of B against A are s = J v, an
 * impulse p changes both sides by Φ Jᵀ p, and K = J Φ Jᵀ holds every effective mass of the contact: a point at (x, y)
 * has the row (1, y, -x) of the first three. Φ is the response of the link, and 1/m and I⁻¹ of a single body, moved from
 * the reference point, or the centre of mass, to the centre of the manifold (responses.ts). There both sides share their
 * directions, so K is their sum in the axes of the contact. Where both bodies are links of one tree, K contains the
 * effect of each side on the other.
 */

/** Scratch: the axes n, t1, t2. */
export const axes = createFloats(9);

export const writeAxes = (record: Floats, at: number): void => {
  const r = at & INDEX_BITS;
  const nx = record[r + N];
  const ny = record[r + N + 1];
  const nz = record[r + N + 2];
  const tx = record[r + T1];
  const ty = record[r + T1 + 1];
  const tz = record[r + T1 + 2];
  axes[0] = nx;
  axes[1] = ny;
  axes[2] = nz;
  axes[3] = tx;
  axes[4] = ty;
  axes[5] = tz;
  axes[6] = ny * tz - nz * ty;
  axes[7] = nz * tx - nx * tz;
  axes[8] = nx * ty - ny * tx;
};

/**
 * Levers and masses of the contact at place k of the list, at the present poses and responses. For an impact K alone, in which the
 * links of one tree answer each other exactly.
 */
export const prepareTouch = (world: World, k: number, isImpact: boolean): void => {
  const { articulations: a, contacts } = world;
  const { record } = contacts;
  const contact = a.touches.items[k];
  const r = (contact * RECORD) & INDEX_BITS;
  const t = (k * TOUCH) & INDEX_BITS;
  const floats = a.touchFloats;
  writeLevers(world, contact, t);
  writeAxes(record, r);
  writeSide(world, contacts.bodyA[contact], t, 0);
  writeSide(world, contacts.bodyB[contact], t, 1);
  const phi = t + TOUCH_RESPONSE;
  for (let m = 0; m < RESPONSE; m++) sum[m] += floats[phi + m] + floats[phi + RESPONSE + m];
  writeK(floats, t + TOUCH_K);
  if (isWithinTree(world, contact)) addCrossResponse(world, contact, t, isImpact);
  if (isImpact) return;
  for (let e = 0; e < ENTRIES.length; e += 3)
    centreK[ENTRIES[e]] = floats[t + TOUCH_K + 6 * ENTRIES[e + 1] + ENTRIES[e + 2]];
  storeMasses(record, r, contacts.count[contact], contacts.count[contact] === 1);
};

/** Levers from both centres of mass. As in the ordinary kernels: see solver/contacts/solve-contacts.ts. */
const writeLevers = ({ articulations: a, bodies, contacts }: World, contact: number, at: number): void => {
  const t = at & INDEX_BITS;
  const { motion } = bodies;
  const { record } = contacts;
  const floats = a.touchFloats;
  const r = (contact * RECORD) & INDEX_BITS;
  const bodyA = (contacts.bodyA[contact] * MOTION) & INDEX_BITS;
  const bodyB = (contacts.bodyB[contact] * MOTION) & INDEX_BITS;
  const x = motion[bodyB + DP] - motion[bodyA + DP];
  const y = motion[bodyB + DP + 1] - motion[bodyA + DP + 1];
  const z = motion[bodyB + DP + 2] - motion[bodyA + DP + 2];
  const carry = record[r + CARRY];
  const moves = x * x + y * y + z * z > record[r + KEPT_LEVERS] ? 1 : 0;
  const levers = t + TOUCH_LEVERS;
  floats[levers] = record[r + RA] + carry * (moves * x);
  floats[levers + 1] = record[r + RA + 1] + carry * (moves * y);
  floats[levers + 2] = record[r + RA + 2] + carry * (moves * z);
  floats[levers + 3] = record[r + RB] + (carry - 1) * (moves * x);
  floats[levers + 4] = record[r + RB + 1] + (carry - 1) * (moves * y);
  floats[levers + 5] = record[r + RB + 2] + (carry - 1) * (moves * z);
  for (let m = 0; m < RESPONSE; m++) sum[m] = 0;
};

/** Whether both bodies are links of one tree. */
const isWithinTree = ({ articulations: a, contacts }: World, contact: number): boolean => {
  const linkA = a.linkOf[contacts.bodyA[contact]];
  const linkB = a.linkOf[contacts.bodyB[contact]];
  return linkA >= 0 && linkB >= 0 && a.treeOf[linkA] === a.treeOf[linkB];
};

/** Numbers of a response: ωω 6, ωu 9, uu 6. */
const RESPONSE = 21;
/** Scratch: the response of a single body at its centre of mass, and the sum of both sides at the contact. */
const single = createFloats(RESPONSE);
const sum = createFloats(RESPONSE);

/** Φ of one side at the contact, and the arm to it from the reference point of a link, or from the centre of mass. */
const writeSide = (world: World, body: number, at: number, side: 0 | 1): void => {
  const t = at & INDEX_BITS;
  const { articulations: a, bodies } = world;
  const { links } = a;
  const { motion } = bodies;
  const floats = a.touchFloats;
  const link = a.linkOf[body];
  const o = (link * LINK) & INDEX_BITS;
  const m = (body * MOTION) & INDEX_BITS;
  const arm = t + TOUCH_ARMS + 3 * side;
  const lever = t + TOUCH_LEVERS + 3 * side;
  const to = t + TOUCH_RESPONSE + RESPONSE * side;
  for (let i = 0; i < 3; i++) {
    floats[arm + i] = floats[lever + i] - (link >= 0 ? links[o + RC + i] : 0);
    shift[i] = floats[arm + i];
  }
  if (link >= 0) {
    moveResponse(responseFloats(a, link), responseBase(a, link) + RESPONSE_WW, floats, to);
    // Joints may hold the link in a direction: then K is rounding, and its inverse would be anything.
    for (let i = 0; i < 6; i++) sum[i] += TOUCH_COMPLIANCE * motion[m + II + i];
    sum[15] += TOUCH_COMPLIANCE * motion[m + IM];
    sum[18] += TOUCH_COMPLIANCE * motion[m + IM + 1];
    sum[20] += TOUCH_COMPLIANCE * motion[m + IM + 2];
    return;
  }
  for (let i = 0; i < 6; i++) single[i] = motion[m + II + i];
  single[15] = motion[m + IM];
  single[18] = motion[m + IM + 1];
  single[20] = motion[m + IM + 2];
  moveResponse(single, 0, floats, to);
};

/** Place in K of a direction: forces along n, t1, t2, and torques about them. */
const FORCE = Int32Array.of(0, 3, 4);
const TORQUE = Int32Array.of(5, 1, 2);

/** K from `sum` in the axes of the contact. */
const writeK = (floats: Floats, k: number): void => {
  for (let column = 0; column < 3; column++) {
    const x = axes[3 * column];
    const y = axes[3 * column + 1];
    const z = axes[3 * column + 2];
    const w0 = sum[0] * x + sum[1] * y + sum[2] * z;
    const w1 = sum[1] * x + sum[3] * y + sum[4] * z;
    const w2 = sum[2] * x + sum[4] * y + sum[5] * z;
    const m0 = sum[6] * x + sum[7] * y + sum[8] * z;
    const m1 = sum[9] * x + sum[10] * y + sum[11] * z;
    const m2 = sum[12] * x + sum[13] * y + sum[14] * z;
    const u0 = sum[15] * x + sum[16] * y + sum[17] * z;
    const u1 = sum[16] * x + sum[18] * y + sum[19] * z;
    const u2 = sum[17] * x + sum[19] * y + sum[20] * z;
    for (let row = 0; row < 3; row++) {
      const ax = axes[3 * row];
      const ay = axes[3 * row + 1];
      const az = axes[3 * row + 2];
      const mixed = ax * m0 + ay * m1 + az * m2;
      floats[k + 6 * TORQUE[row] + TORQUE[column]] = ax * w0 + ay * w1 + az * w2;
      floats[k + 6 * TORQUE[row] + FORCE[column]] = mixed;
      floats[k + 6 * FORCE[column] + TORQUE[row]] = mixed;
      floats[k + 6 * FORCE[row] + FORCE[column]] = ax * u0 + ay * u1 + az * u2;
    }
  }
};

/** Entries of K that the masses of a contact are made of: place in centreK, row, column. */
// biome-ignore format: three numbers belong together.
const ENTRIES = Int32Array.of(
  CC, 0, 0, C1, 0, 1, C2, 0, 2, R11, 1, 1, R12, 1, 2, R22, 2, 2, F11, 3, 3, F12, 3, 4, F22, 4, 4, NN, 5, 5, N1, 0, 3, N2, 0, 4,
  S1, 3, 1, S1 + 1, 4, 1, S2, 3, 2, S2 + 1, 4, 2, W0, 5, 0, W0 + 1, 5, 1, W0 + 2, 5, 2, W0 + 3, 5, 3, W0 + 4, 5, 4,
);

/** Scratch: the motion of A under an impulse on B; K of both sides apart. */
const cross = createFloats(6);
const apart = createFloats(36);
/** Scratch: unit impulses on A in the six directions. */
const unitsA = createFloats(36);

/** Which axis each direction has, and whether it is a torque. */
const AXIS = Int32Array.of(0, 3, 6, 3, 6, 0);
const isTorque = (direction: number): boolean => direction === 1 || direction === 2 || direction === 5;

/**
 * The impulse on B moves A, too, and K = K_A + K_B - X - Xᵀ with X the motion of A under impulses on B. What the joints
 * hold together is left out.
 */
const addCrossResponse = (world: World, contact: number, at: number, isImpact: boolean): void => {
  const t = at & INDEX_BITS;
  const { articulations: a, contacts } = world;
  const floats = a.touchFloats;
  const linkA = a.linkOf[contacts.bodyA[contact]];
  const linkB = a.linkOf[contacts.bodyB[contact]];
  const k = t + TOUCH_K;
  const separate = floats[k];
  for (let m = 0; m < 36; m++) apart[m] = floats[k + m];
  for (let row = 0; row < 6; row++) {
    writeUnitWrench(floats, t + TOUCH_ARMS, row);
    for (let m = 0; m < 6; m++) unitsA[6 * row + m] = wrench[m];
  }
  for (let column = 0; column < 6; column++) {
    writeUnitWrench(floats, t + TOUCH_ARMS + 3, column);
    writeCrossResponse(a, linkB, linkA, wrench, cross);
    subtractLoops(a, linkB, linkA, wrench, cross);
    const c0 = cross[0];
    const c1 = cross[1];
    const c2 = cross[2];
    const c3 = cross[3];
    const c4 = cross[4];
    const c5 = cross[5];
    for (let row = 0; row < 6; row++) {
      const u = 6 * row;
      const product =
        unitsA[u] * c0 +
        unitsA[u + 1] * c1 +
        unitsA[u + 2] * c2 +
        unitsA[u + 3] * c3 +
        unitsA[u + 4] * c4 +
        unitsA[u + 5] * c5;
      floats[k + u + column] -= product;
      floats[k + 6 * column + row] -= product;
    }
  }
  const isHeld = floats[k] < HELD_TOGETHER * separate;
  const compliance = isImpact ? 0 : SELF_COMPLIANCE;
  for (let m = 0; m < 36; m++) floats[k + m] = isHeld ? 0 : floats[k + m] + compliance * apart[m];
};

/** The unit impulse of a direction about the reference point, into `wrench` as (n, l). */
const writeUnitWrench = (floats: Floats, arm: number, direction: number): void => {
  const x = axes[AXIS[direction]];
  const y = axes[AXIS[direction] + 1];
  const z = axes[AXIS[direction] + 2];
  const torque = isTorque(direction);
  const rx = floats[arm];
  const ry = floats[arm + 1];
  const rz = floats[arm + 2];
  wrench[0] = torque ? x : ry * z - rz * y;
  wrench[1] = torque ? y : rz * x - rx * z;
  wrench[2] = torque ? z : rx * y - ry * x;
  wrench[3] = torque ? 0 : x;
  wrench[4] = torque ? 0 : y;
  wrench[5] = torque ? 0 : z;
};
