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
import {
  LINK,
  P,
  PENDING,
  TOUCH,
  TOUCH_K,
  TOUCH_LEVERS,
  TOUCH_RESPONSE,
  TOUR_MOTION,
} from '../../../state/articulations.js';
import { DP, MOTION, V, W } from '../../../state/bodies.js';
import { CARRY, KEPT_LEVERS, N, RA, RB, RECORD, T1 } from '../../../state/contacts.js';
import type { World } from '../../../state/world.js';
import { HELD_TOGETHER, SELF_COMPLIANCE, TOUCH_COMPLIANCE } from '../../../tuning.js';
import {
  addBodyResponse,
  addOuter,
  addToTourMotion,
  moveToCentre,
  moveToReference,
  wrench,
} from './link-frame.js';
import { addResponse } from './responses.js';
import { writeCrossResponse } from './tour.js';

/**
 * A contact of a link in six directions: forces along n, t1 and t2 at the manifold's centre, and torques about them. In
 * the order force n, torque t1, torque t2, force t1, force t2, torque n the speeds of B against A are s = J v, an
 * impulse p changes both sides by Φ Jᵀ p, and K = J Φ Jᵀ holds every effective mass of the contact: a point at (x, y)
 * has the row (1, y, -x) of the first three. Φ is the response of the link, and 1/m and I⁻¹ of a single body.
 * Where both bodies are links of one tree, K contains the effect of each side on the other.
 */

/** Scratch: speeds and impulses in the six directions. */
export const six = createFloats(6);
export const impulses = createFloats(6);
/** Scratch: the axes n, t1, t2. */
const axes = createFloats(9);

const writeAxes = (record: Floats, r: number): void => {
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

/** Which axis each direction has, and whether it is a torque. */
const AXIS = Int32Array.of(0, 3, 6, 3, 6, 0);
const isTorque = (direction: number): boolean => direction === 1 || direction === 2 || direction === 5;

/** Levers and masses of the contact at place k of the list, at the present poses and responses. */
export const prepareTouch = (world: World, k: number): void => {
  const { articulations: a, bodies, contacts } = world;
  const { motion } = bodies;
  const { record } = contacts;
  const contact = a.touches.items[k];
  const r = contact * RECORD;
  const t = k * TOUCH;
  const floats = a.touchFloats;
  const bodyA = contacts.bodyA[contact] * MOTION;
  const bodyB = contacts.bodyB[contact] * MOTION;
  let square = 0;
  for (let m = 0; m < 3; m++) {
    wrench[m] = motion[bodyB + DP + m] - motion[bodyA + DP + m];
    square += wrench[m] * wrench[m];
  }
  // As in the ordinary kernels: see solver/contacts/solve-contacts.ts.
  const moves = square > record[r + KEPT_LEVERS] ? 1 : 0;
  for (let m = 0; m < 3; m++) {
    floats[t + TOUCH_LEVERS + m] = record[r + RA + m] + moves * record[r + CARRY] * wrench[m];
    floats[t + TOUCH_LEVERS + 3 + m] = record[r + RB + m] + moves * (record[r + CARRY] - 1) * wrench[m];
  }
  writeAxes(record, r);
  for (let m = 0; m < 36; m++) floats[t + TOUCH_K + m] = 0;
  addSide(world, contacts.bodyA[contact], t, 0);
  addSide(world, contacts.bodyB[contact], t, 1);
  if (isWithinTree(world, contact)) addCrossResponse(world, contact, t);
  for (let e = 0; e < ENTRIES.length; e += 3)
    centreK[ENTRIES[e]] = floats[t + TOUCH_K + 6 * ENTRIES[e + 1] + ENTRIES[e + 2]];
  storeMasses(record, r, contacts.count[contact], contacts.count[contact] === 1);
};

/** Whether both bodies are links of one tree. */
const isWithinTree = ({ articulations: a, contacts }: World, contact: number): boolean => {
  const linkA = a.linkOf[contacts.bodyA[contact]];
  const linkB = a.linkOf[contacts.bodyB[contact]];
  return linkA >= 0 && linkB >= 0 && a.treeOf[linkA] === a.treeOf[linkB];
};

/** Scratch: the responses of the link as a single body. */
const free = createFloats(36);

/** Entries of K that the masses of a contact are made of: place in centreK, row, column. */
// biome-ignore format: three numbers belong together.
const ENTRIES = Int32Array.of(
  CC, 0, 0, C1, 0, 1, C2, 0, 2, R11, 1, 1, R12, 1, 2, R22, 2, 2, F11, 3, 3, F12, 3, 4, F22, 4, 4, NN, 5, 5, N1, 0, 3, N2, 0, 4,
  S1, 3, 1, S1 + 1, 4, 1, S2, 3, 2, S2 + 1, 4, 2, W0, 5, 0, W0 + 1, 5, 1, W0 + 2, 5, 2, W0 + 3, 5, 3, W0 + 4, 5, 4,
);

/** Φ Jᵀ of one side, and its part of K. */
const addSide = (world: World, body: number, t: number, side: 0 | 1): void => {
  const { articulations: a } = world;
  const floats = a.touchFloats;
  const lever = t + TOUCH_LEVERS + 3 * side;
  const link = a.linkOf[body];
  const first = t + TOUCH_RESPONSE + 36 * side;
  for (let m = 0; m < 36; m++) floats[first + m] = 0;
  for (let direction = 0; direction < 6; direction++) {
    writeUnitWrench(floats, lever, direction);
    const to = first + 6 * direction;
    if (link >= 0) {
      for (let m = 0; m < 6; m++) free[6 * direction + m] = 0;
      addBodyResponse(world.bodies.motion, body * MOTION, free, 6 * direction);
      moveToReference(a.links, link * LINK);
      addResponse(a.links, link * LINK, wrench, 0, floats, to);
      moveToCentre(a.links, link * LINK, floats, to);
    } else addBodyResponse(world.bodies.motion, body * MOTION, floats, to);
  }
  for (let row = 0; row < 6; row++) {
    writeUnitWrench(floats, lever, row);
    for (let column = 0; column < 6; column++) {
      let sum = 0;
      for (let m = 0; m < 6; m++) sum += wrench[m] * floats[first + 6 * column + m];
      // Joints may hold the link in a direction: then K is rounding, and its inverse would be anything.
      for (let m = 0; m < 6 && link >= 0; m++) sum += TOUCH_COMPLIANCE * wrench[m] * free[6 * column + m];
      floats[t + TOUCH_K + 6 * row + column] += sum;
    }
  }
};

/** Scratch: the motion of A under an impulse on B, and K of both sides without the other. */
const cross = createFloats(6);
const apart = createFloats(36);

/**
 * Both bodies are links of one tree: an impulse on B moves A, too. K loses M + Mᵀ, M = J_A (motion of A under J_Bᵀ).
 * If hardly anything of K is left, the joints hold the links against each other, and the contact can do nothing.
 */
const addCrossResponse = (world: World, contact: number, t: number): void => {
  const { articulations: a, contacts } = world;
  const floats = a.touchFloats;
  const linkA = a.linkOf[contacts.bodyA[contact]];
  const linkB = a.linkOf[contacts.bodyB[contact]];
  const k = t + TOUCH_K;
  const separate = floats[k];
  for (let m = 0; m < 36; m++) apart[m] = floats[k + m];
  for (let column = 0; column < 6; column++) {
    writeUnitWrench(floats, t + TOUCH_LEVERS + 3, column);
    moveToReference(a.links, linkB * LINK);
    writeCrossResponse(a, linkB, linkA, wrench, cross);
    moveToCentre(a.links, linkA * LINK, cross, 0);
    for (let row = 0; row < 6; row++) {
      writeUnitWrench(floats, t + TOUCH_LEVERS, row);
      let sum = 0;
      for (let m = 0; m < 6; m++) sum += wrench[m] * cross[m];
      floats[k + 6 * row + column] -= sum;
      floats[k + 6 * column + row] -= sum;
    }
  }
  const isHeld = floats[k] < HELD_TOGETHER * separate;
  for (let m = 0; m < 36; m++) floats[k + m] = isHeld ? 0 : floats[k + m] + SELF_COMPLIANCE * apart[m];
};

/** The unit impulse of a direction about the centre of mass, into `wrench` as (n, l). */
const writeUnitWrench = (floats: Floats, lever: number, direction: number): void => {
  const x = axes[AXIS[direction]];
  const y = axes[AXIS[direction] + 1];
  const z = axes[AXIS[direction] + 2];
  const torque = isTorque(direction);
  const rx = floats[lever];
  const ry = floats[lever + 1];
  const rz = floats[lever + 2];
  wrench[0] = torque ? x : ry * z - rz * y;
  wrench[1] = torque ? y : rz * x - rx * z;
  wrench[2] = torque ? z : rx * y - ry * x;
  wrench[3] = torque ? 0 : x;
  wrench[4] = torque ? 0 : y;
  wrench[5] = torque ? 0 : z;
};

/** Speeds of B against A in the six directions, into `six`. */
export const writeTouchSpeeds = (world: World, k: number): void => {
  const { articulations: a, contacts } = world;
  const contact = a.touches.items[k];
  const t = k * TOUCH;
  writeAxes(contacts.record, contact * RECORD);
  for (let i = 0; i < 6; i++) six[i] = 0;
  addSpeeds(world, contacts.bodyA[contact], t + TOUCH_LEVERS, -1);
  addSpeeds(world, contacts.bodyB[contact], t + TOUCH_LEVERS + 3, 1);
};

const addSpeeds = (world: World, body: number, lever: number, sign: 1 | -1): void => {
  const { articulations: a, bodies } = world;
  const floats = a.touchFloats;
  const link = a.linkOf[body];
  if (link >= 0) {
    const o = link * LINK;
    for (let i = 0; i < 6; i++) wrench[i] = a.links[o + TOUR_MOTION + i];
    moveToCentre(a.links, o, wrench, 0);
  } else {
    for (let i = 0; i < 3; i++) {
      wrench[i] = bodies.motion[body * MOTION + W + i];
      wrench[3 + i] = bodies.motion[body * MOTION + V + i];
    }
  }
  const w0 = sign * wrench[0];
  const w1 = sign * wrench[1];
  const w2 = sign * wrench[2];
  const rx = floats[lever];
  const ry = floats[lever + 1];
  const rz = floats[lever + 2];
  const vx = sign * wrench[3] + w1 * rz - w2 * ry;
  const vy = sign * wrench[4] + w2 * rx - w0 * rz;
  const vz = sign * wrench[5] + w0 * ry - w1 * rx;
  six[0] += vx * axes[0] + vy * axes[1] + vz * axes[2];
  six[1] += w0 * axes[3] + w1 * axes[4] + w2 * axes[5];
  six[2] += w0 * axes[6] + w1 * axes[7] + w2 * axes[8];
  six[3] += vx * axes[3] + vy * axes[4] + vz * axes[5];
  six[4] += vx * axes[6] + vy * axes[7] + vz * axes[8];
  six[5] += w0 * axes[0] + w1 * axes[1] + w2 * axes[2];
};

/**
 * Applies `impulses` to both sides: motion of the link and pending impulse, or velocity of the body. Returns whether
 * there was any.
 */
export const applyTouch = (world: World, k: number): boolean => {
  const { articulations: a, contacts } = world;
  let some = false;
  for (let i = 0; i < 6; i++) if (impulses[i] !== 0) some = true;
  if (!some) return false;
  const contact = a.touches.items[k];
  writeAxes(contacts.record, contact * RECORD);
  applySide(world, contacts.bodyA[contact], k * TOUCH, 0, -1);
  applySide(world, contacts.bodyB[contact], k * TOUCH, 1, 1);
  return true;
};

const applySide = (world: World, body: number, t: number, side: 0 | 1, sign: 1 | -1): void => {
  const { articulations: a, bodies } = world;
  const floats = a.touchFloats;
  const { links } = a;
  const first = t + TOUCH_RESPONSE + 36 * side;
  const link = a.linkOf[body];
  if (link < 0) {
    const m = body * MOTION;
    for (let direction = 0; direction < 6; direction++) {
      const p = sign * impulses[direction];
      if (p === 0) continue;
      for (let i = 0; i < 3; i++) {
        bodies.motion[m + W + i] += p * floats[first + 6 * direction + i];
        bodies.motion[m + V + i] += p * floats[first + 6 * direction + 3 + i];
      }
    }
    return;
  }
  const o = link * LINK;
  for (let i = 0; i < 6; i++) wrench[i] = 0;
  for (let direction = 0; direction < 6; direction++) {
    const p = sign * impulses[direction];
    for (let i = 0; i < 6; i++) wrench[i] += p * floats[first + 6 * direction + i];
  }
  addToTourMotion(links, o);
  writeTouchWrench(world, t, side, sign);
  addOuter(links, o);
  moveToReference(links, o);
  for (let i = 0; i < 6; i++) links[o + PENDING + i] += wrench[i];
};

/** The impulses in `impulses` on one side about its centre of mass, into `wrench` as (n, l). */
const writeTouchWrench = (world: World, t: number, side: 0 | 1, sign: 1 | -1): void => {
  const floats = world.articulations.touchFloats;
  const lever = t + TOUCH_LEVERS + 3 * side;
  const rx = floats[lever];
  const ry = floats[lever + 1];
  const rz = floats[lever + 2];
  for (let i = 0; i < 3; i++) {
    wrench[3 + i] = sign * (impulses[0] * axes[i] + impulses[3] * axes[3 + i] + impulses[4] * axes[6 + i]);
    wrench[i] = sign * (impulses[5] * axes[i] + impulses[1] * axes[3 + i] + impulses[2] * axes[6 + i]);
  }
  wrench[0] += ry * wrench[5] - rz * wrench[4];
  wrench[1] += rz * wrench[3] - rx * wrench[5];
  wrench[2] += rx * wrench[4] - ry * wrench[3];
};

/** Adds the impulses in `impulses` to P of links, and to the velocity of single bodies: warm starts and impacts. */
export const addTouchImpulses = (world: World, k: number): void => {
  const { articulations: a, bodies, contacts } = world;
  let some = false;
  for (let i = 0; i < 6; i++) if (impulses[i] !== 0) some = true;
  if (!some) return;
  const contact = a.touches.items[k];
  writeAxes(contacts.record, contact * RECORD);
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? contacts.bodyA[contact] : contacts.bodyB[contact];
    const link = a.linkOf[body];
    writeTouchWrench(world, k * TOUCH, side === 0 ? 0 : 1, side === 0 ? -1 : 1);
    if (link >= 0) {
      addOuter(a.links, link * LINK);
      moveToReference(a.links, link * LINK);
      for (let i = 0; i < 6; i++) a.links[link * LINK + P + i] += wrench[i];
    } else {
      for (let i = 0; i < 6; i++) moved[i] = 0;
      addBodyResponse(bodies.motion, body * MOTION, moved, 0);
      for (let i = 0; i < 3; i++) {
        bodies.motion[body * MOTION + W + i] += moved[i];
        bodies.motion[body * MOTION + V + i] += moved[3 + i];
      }
    }
  }
};

/** Scratch: the change of velocity of a single body. */
const moved = createFloats(6);
