import { applyWrench, components, writeWrench } from '../contacts/contact-frame.js';
import { firstJointEdge, jointEdgeOther, nextJointEdge } from '../graph/joint-graph.js';
import { createFloats, type Floats } from '../math/floats.js';
import { createIndexList, type IndexList, pushIndex } from '../math/index-list.js';
import { writeSharedProduct } from '../parts/rows.js';
import { BodyFlag, BodyType, MOTION } from '../state/bodies.js';
import { CONTACT_BOUNCE, RECORD } from '../state/contacts.js';
import { IMPULSE, POINT_ROW } from '../state/points.js';
import {
  BLOCK,
  BODY_A,
  BODY_B,
  COUPLED,
  J,
  JOINT,
  KIND,
  Kind,
  LAMBDA,
  ROW,
  ROW_INTS,
} from '../state/rows.js';
import type { World } from '../state/world.js';
import { factorise, LOST_IN_ROUNDING, solveFactorised } from './dense-rows.js';
import { SPEEDS } from './impact-law.js';
import { isRigidLock, rowKick, writeRowResponse } from './single-row.js';
import { rowSpeed } from './solve-rows.js';
import { spellJoint } from './spell-points.js';

/**
 * Impacts of bodies on joints. A bob that strikes a wall does not bounce as a free body: its joint takes a
 * part of the impulse in the same moment. If the joint hears of it only in the sweep that follows, it undoes
 * most of the bounce, and a pendulum between two walls with e = 1 came to rest within seconds.
 *
 * The joints' rigid rows, with J and K = J M⁻¹ Jᵀ, keep the speed they have. Impulses p of the contact,
 * with the Jacobian G, then go with
 *   λ = -X p,   X = K⁻¹ J M⁻¹ Gᵀ,
 * and the contact answers with G M⁻¹ Gᵀ - (J M⁻¹ Gᵀ)ᵀ X: the law of impacts needs no change, and its
 * balance of energy holds for all bodies on the joints together. Only for contacts that bounce; what
 * does not bounce has nothing to lose.
 *
 * Before the sweep the velocity has a part that breaks the joints, M⁻¹ Jᵀ K⁻¹ J v: what gravity has just
 * added, and what the last sweep left over. The joints are about to take it away, so it takes no part in the
 * impact, whose speeds are G v - Xᵀ J v, and is there afterwards as before. It is orthogonal to all that
 * keeps the joints, so the energies of both parts add up.
 */

/**
 * The bodies that move as one in the impact in hand: those of the contact, and what joints connect with them.
 */
export const held: IndexList = createIndexList();

/** More rows than the joints of a figure have. Of a longer chain those next to the impact take part. */
const MOST = 80;
const chosen = createIndexList();
/** Which component of a wrench each of the five speeds of a contact belongs to. */
const COMPONENT = Int32Array.of(0, 1, 2, 4, 5);
/** K, then its factors. */
const matrix = createFloats(MOST * MOST);
/** R of each chosen row, 12 floats. */
const responses = createFloats(MOST * 12);
/** J M⁻¹ Gᵀ and X, five columns one after the other. */
const answer = createFloats(SPEEDS * MOST);
const solution = createFloats(SPEEDS * MOST);

/**
 * Lists the bodies of an impact and the rows that hold them. Not where a kinematic body takes part: nothing
 * stops it, and between it and joints that leave a body little way an impulse may be as large as you like. A
 * box on a slider that a lift pressed off its track left at 5e4 m/s. The sweeps deal with such a squeeze.
 */
export const gatherHeld = (world: World, contact: number): void => {
  const { bodyA, bodyB, record } = world.contacts;
  startHeld(world, contact);
  if (record[contact * RECORD + CONTACT_BOUNCE] === 0) return;
  let driven = isKinematic(world, bodyA[contact]) || isKinematic(world, bodyB[contact]);
  for (let k = 0; k < held.count && !driven; k++) driven = gatherAround(world, held.items[k]);
  if (driven) startHeld(world, contact);
};

const startHeld = ({ contacts: { bodyA, bodyB } }: World, contact: number): void => {
  held.count = 0;
  chosen.count = 0;
  pushIndex(held, bodyA[contact]);
  pushIndex(held, bodyB[contact]);
};

const isKinematic = ({ bodies: { type } }: World, body: number): boolean => type[body] === BodyType.kinematic;

/** Returns whether a joint hangs the body on a kinematic one. */
const gatherAround = (world: World, body: number): boolean => {
  const { joints, bodies } = world;
  if (bodies.type[body] !== BodyType.dynamic || (bodies.flags[body] & BodyFlag.jointed) === 0) return false;
  for (let edge = firstJointEdge(world, body); edge >= 0; edge = nextJointEdge(world, edge)) {
    const joint = edge >> 1;
    if (joints.rowCount[joint] === 0 || isChosen(joints.firstRow[joint], joints.rowCount[joint])) continue;
    if (!chooseRows(world, joint)) continue;
    const other = jointEdgeOther(world, edge);
    if (isKinematic(world, other)) return true;
    if (bodies.type[other] === BodyType.dynamic && !isHeld(other)) pushIndex(held, other);
  }
  return false;
};

const isHeld = (body: number): boolean => {
  for (let k = 0; k < held.count; k++) if (held.items[k] === body) return true;
  return false;
};

const isChosen = (first: number, count: number): boolean => {
  for (let k = 0; k < chosen.count; k++)
    if (chosen.items[k] >= first && chosen.items[k] < first + count) return true;
  return false;
};

/**
 * The rigid locks of a joint; false when it has none. A coupling shares its λ between four
 * bodies and is left to the sweeps.
 */
const chooseRows = (world: World, joint: number): boolean => {
  const { rows, joints } = world;
  const first = joints.firstRow[joint];
  const end = first + joints.rowCount[joint];
  const before = chosen.count;
  if (before + end - first > MOST) return false;
  for (let row = first; row < end; row++) {
    if (rows.index[row * ROW_INTS + BLOCK] === COUPLED) break;
    if (isRigidLock(world, row)) pushIndex(chosen, row);
  }
  return chosen.count > before;
};

/** Writes what the joints of the impact in hand do: X, from the poses of the impact. */
export const seeHeld = (world: World, contact: number): void => {
  const { count } = chosen;
  if (count === 0) return;
  writeRows(world);
  writeMatrix(world.rows.data, world.rows.index);
  factorise(matrix, MOST, count, LOST_IN_ROUNDING);
  for (let c = 0; c < SPEEDS; c++) {
    writeAnswer(world, contact, c);
    for (let i = 0; i < count; i++) solution[c * MOST + i] = answer[c * MOST + i];
    solveFactorised(matrix, MOST, count, solution, c * MOST);
  }
};

/** Takes from K of the contact, 5×5, what the joints hold back. */
export const holdK = (k: Floats): void => {
  for (let a = 0; a < SPEEDS; a++) {
    for (let b = 0; b < SPEEDS; b++) {
      let sum = 0;
      for (let i = 0; i < chosen.count; i++) sum += answer[a * MOST + i] * solution[b * MOST + i];
      k[a * SPEEDS + b] -= sum;
    }
  }
};

/**
 * Takes from the five speeds of the contact what the joints are about to take away, and from `kick` the same
 * of what gravity added along the normal.
 */
export const holdSpeeds = (world: World, speeds: Floats, kick: Floats): void => {
  for (let i = 0; i < chosen.count; i++) {
    const speed = rowSpeed(world, chosen.items[i]);
    for (let c = 0; c < SPEEDS; c++) speeds[c] -= solution[c * MOST + i] * speed;
    const along = solution[i] * rowKick(world, chosen.items[i]);
    kick[0] -= along;
    kick[1] -= along;
  }
};

/**
 * J of points is not in the table while a step runs, and the responses are those of the poses of the impact.
 */
const writeRows = (world: World): void => {
  const { index } = world.rows;
  for (let i = 0; i < chosen.count; i++) {
    const row = chosen.items[i];
    const joint = index[row * ROW_INTS + JOINT];
    if (i === 0 || joint !== index[chosen.items[i - 1] * ROW_INTS + JOINT]) spellJoint(world, joint);
    writeRowResponse(world, row, responses, i * 12);
  }
};

const writeMatrix = (data: Floats, index: Int32Array): void => {
  for (let i = 0; i < chosen.count; i++) {
    const row = chosen.items[i];
    const a = index[row * ROW_INTS + BODY_A];
    const b = index[row * ROW_INTS + BODY_B];
    for (let k = 0; k <= i; k++) {
      const other = chosen.items[k] * ROW_INTS;
      const otherA = index[other + BODY_A];
      const otherB = index[other + BODY_B];
      writeSharedProduct(data, row * ROW + J, a, b, responses, k * 12, otherA, otherB, matrix, i * MOST + k);
    }
  }
};

const kept = createFloats(12);

/** Column c of J M⁻¹ Gᵀ: by how much one unit of the contact's impulse changes the speeds of the rows. */
const writeAnswer = (world: World, contact: number, c: number): void => {
  const { motion } = world.bodies;
  const a = world.contacts.bodyA[contact] * MOTION;
  const b = world.contacts.bodyB[contact] * MOTION;
  for (let i = 0; i < 6; i++) {
    kept[i] = motion[a + i];
    kept[6 + i] = motion[b + i];
    motion[a + i] = 0;
    motion[b + i] = 0;
  }
  components.fill(0);
  components[COMPONENT[c]] = 1;
  writeWrench(world, contact);
  applyWrench(world, contact, motion, MOTION, 1);
  for (let i = 0; i < chosen.count; i++) answer[c * MOST + i] = pairSpeed(world, chosen.items[i], a, b);
  for (let i = 0; i < 6; i++) {
    motion[a + i] = kept[i];
    motion[b + i] = kept[6 + i];
  }
};

/** Ċ of a row from the two bodies at a and b alone. */
const pairSpeed = (
  { rows: { data, index }, bodies: { motion } }: World,
  row: number,
  a: number,
  b: number,
): number => {
  let sum = 0;
  for (let side = 0; side < 2; side++) {
    const body = index[row * ROW_INTS + BODY_A + side] * MOTION;
    if (body !== a && body !== b) continue;
    for (let m = 0; m < 6; m++) sum += data[row * ROW + J + 6 * side + m] * motion[body + m];
  }
  return sum;
};

/**
 * After the impact, with its impulse in `components`: what the joints bore in it, to their bodies, and to
 * `jolt` for whoever asks what they bear.
 */
export const applyHeld = (world: World): void => {
  const { rows, bodies } = world;
  const { motion, free } = bodies;
  for (let i = 0; i < chosen.count; i++) {
    const row = chosen.items[i];
    let l = 0;
    for (let c = 0; c < SPEEDS; c++) l -= solution[c * MOST + i] * components[COMPONENT[c]];
    rows.jolt[row] += l;
    for (let side = 0; side < 2; side++) {
      const body = rows.index[row * ROW_INTS + BODY_A + side];
      const p = i * 12 + 6 * side;
      for (let m = 0; m < 6; m++) {
        motion[body * MOTION + m] += responses[p + m] * l;
        free[body * 6 + m] += responses[p + m] * l;
      }
    }
  }
  if (chosen.count > 0) rows.jolted = true;
};

/**
 * Adds what the rows bore in impacts of this substep to their λ, or takes it out again. It is in the
 * velocities already; λ has it from the sweep with bias to the end of the substep, for reactions and break
 * thresholds, and no longer: it is no guess for the next one.
 */
export const shiftJolts = ({ rows }: World, sign: 1 | -1): void => {
  if (!rows.jolted) return;
  for (let row = 0; row < rows.count; row++) {
    const jolt = sign * rows.jolt[row];
    if (rows.index[row * ROW_INTS + KIND] < Kind.point) rows.data[row * ROW + LAMBDA] += jolt;
    else {
      for (let i = 0; i < 3; i++) rows.points[row * POINT_ROW + IMPULSE + i] += sign * rows.jolt[row + i];
      row += 2;
    }
  }
};

/** Before the impacts of a substep. */
export const forgetJolts = (world: World): void => {
  const { rows } = world;
  if (!rows.jolted) return;
  shiftJolts(world, -1);
  rows.jolt.fill(0, 0, rows.count);
  rows.jolted = false;
};
