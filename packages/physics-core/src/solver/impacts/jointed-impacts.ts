import { applyWrench, components, writeWrench } from '../../contacts/contact-frame.js';
import { firstJointEdge, jointEdgeOther, nextJointEdge } from '../../graph/joint-graph.js';
import { factorise, LOST_IN_ROUNDING, solveFactorised } from '../../math/dense-factor.js';
import { createFloats, type Floats } from '../../math/floats.js';
import { type IndexList, pushIndex } from '../../math/index-list.js';
import { expandJoint } from '../../rows/expand-points.js';
import { rowSpeed } from '../../rows/row-speed.js';
import { externalRowSpeed, isRigidLock, writeRowResponse } from '../../rows/single-row.js';
import { writeSharedProduct } from '../../rows/write-rows.js';
import { BodyFlag, BodyType, MOTION } from '../../state/bodies.js';
import { CONTACT_BOUNCE, RECORD } from '../../state/contacts.js';
import { startBodies } from '../../state/impact-scratch.js';
import { IMPULSE, POINT_ROW } from '../../state/points.js';
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
} from '../../state/rows.js';
import type { World } from '../../state/world.js';
import { MAX_JOINT_ROWS } from '../../tuning.js';
import { SPEEDS } from './law.js';

/**
 * Impacts of jointed bodies. A bob that hits a wall does not bounce as a free body: its joint gets a part of the
 * impulse at the same time. If the joint row is solved only in the iteration that follows, it removes most of the
 * bounce, and a pendulum between two walls with e = 1 came to rest within seconds.
 *
 * The impact keeps the speeds of the joints' rigid rows, with J and K = J M⁻¹ Jᵀ. Impulses p of the contact,
 * with the Jacobian G, then cause the joint impulses
 *   λ = -X p,   X = K⁻¹ J M⁻¹ Gᵀ,
 * and the effective inverse mass of the contact is the Schur complement of the joint rows,
 * G M⁻¹ Gᵀ - (J M⁻¹ Gᵀ)ᵀ X. The impact law needs no change, and its energy balance holds for all bodies of the
 * joints together. Only for contacts with restitution: an inelastic impact has no bounce to lose.
 *
 * Before the solve the velocity has a part that violates the joints, M⁻¹ Jᵀ K⁻¹ J v: the change by gravity in this
 * substep, and the error of the last iteration. The solve is about to remove it, so the impact ignores it: its
 * speeds are G v - Xᵀ J v, and the part is unchanged afterwards. It is orthogonal to all velocities that satisfy
 * the joints, so the energies of both parts add up.
 */

/** Which component of a wrench each of the five speeds of a contact belongs to. */
const COMPONENT = Int32Array.of(0, 1, 2, 4, 5);
/** Scratch: K, then its factors. */
const matrix = createFloats(MAX_JOINT_ROWS * MAX_JOINT_ROWS);
/** Scratch: R of each row, 12 floats. Written by buildJointSystem, valid until the end of one impact. */
const responses = createFloats(MAX_JOINT_ROWS * 12);
/** Scratch: J M⁻¹ Gᵀ and X, five columns one after the other, as long as `responses`. */
const coupling = createFloats(SPEEDS * MAX_JOINT_ROWS);
const solution = createFloats(SPEEDS * MAX_JOINT_ROWS);

/**
 * Lists the bodies of an impact and the rigid rows of their joints. No rows if one of the bodies is kinematic: its
 * mass is infinite, and between it and joints that leave a body little freedom an impulse has no bound. A box on
 * a slider that a lift pushed off its track left at 5e4 m/s. The solve handles this case.
 */
export const gatherJointed = (world: World, contact: number): void => {
  const { bodyA, bodyB, record } = world.contacts;
  startBodies(world.scratch.impacts, bodyA[contact], bodyB[contact]);
  if (record[contact * RECORD + CONTACT_BOUNCE] === 0) return;
  if (isKinematic(world, bodyA[contact]) || isKinematic(world, bodyB[contact])) return;
  if (gatherAround(world)) startBodies(world.scratch.impacts, bodyA[contact], bodyB[contact]);
};

/** The same for an impact of a limit. The rows of its own joint are always among them, without restitution no others. */
export const gatherLimited = (world: World, joint: number, bounces: boolean): void => {
  const { bodyA, bodyB } = world.joints;
  startBodies(world.scratch.impacts, bodyA[joint], bodyB[joint]);
  addRows(world, joint);
  if (!bounces || isKinematic(world, bodyA[joint]) || isKinematic(world, bodyB[joint])) return;
  if (!gatherAround(world)) return;
  startBodies(world.scratch.impacts, bodyA[joint], bodyB[joint]);
  addRows(world, joint);
};

/** Adds the joints around the listed bodies, and so on. Returns whether they lead to a kinematic body. */
const gatherAround = (world: World): boolean => {
  const { bodies } = world.scratch.impacts;
  for (let k = 0; k < bodies.count; k++) if (gatherJoints(world, bodies.items[k])) return true;
  return false;
};

const isKinematic = ({ bodies: { type } }: World, body: number): boolean => type[body] === BodyType.kinematic;

/** Returns whether a joint connects the body with a kinematic one. */
const gatherJoints = (world: World, body: number): boolean => {
  const { joints, bodies } = world;
  const { impacts } = world.scratch;
  if (bodies.type[body] !== BodyType.dynamic || (bodies.flags[body] & BodyFlag.jointed) === 0) return false;
  for (let edge = firstJointEdge(world, body); edge >= 0; edge = nextJointEdge(world, edge)) {
    const joint = edge >> 1;
    if (
      joints.rowCount[joint] === 0 ||
      areListed(impacts.rows, joints.firstRow[joint], joints.rowCount[joint])
    )
      continue;
    if (!addRows(world, joint)) continue;
    const other = jointEdgeOther(world, edge);
    if (isKinematic(world, other)) return true;
    if (bodies.type[other] === BodyType.dynamic && !isListed(impacts.bodies, other))
      pushIndex(impacts.bodies, other);
  }
  return false;
};

const isListed = (bodies: IndexList, body: number): boolean => {
  for (let k = 0; k < bodies.count; k++) if (bodies.items[k] === body) return true;
  return false;
};

/** Whether one of `count` rows from `first` on is listed. */
const areListed = (rows: IndexList, first: number, count: number): boolean => {
  for (let k = 0; k < rows.count; k++)
    if (rows.items[k] >= first && rows.items[k] < first + count) return true;
  return false;
};

/**
 * Adds the rigid locks of a joint; false when it has none. A coupling shares its λ between four bodies and is not
 * used.
 */
const addRows = (world: World, joint: number): boolean => {
  const { rows, joints } = world;
  const chosen = world.scratch.impacts.rows;
  const first = joints.firstRow[joint];
  const end = first + joints.rowCount[joint];
  const before = chosen.count;
  if (before + end - first > MAX_JOINT_ROWS) return false;
  for (let row = first; row < end; row++) {
    if (rows.index[row * ROW_INTS + BLOCK] === COUPLED) break;
    if (isRigidLock(world, row)) pushIndex(chosen, row);
  }
  return chosen.count > before;
};

/** Writes X of the joint rows for a contact, for the poses at the time of impact. */
export const buildJointSystem = (world: World, contact: number): void => {
  factoriseRows(world);
  for (let c = 0; c < SPEEDS; c++) {
    writeCoupling(world, contact, c);
    solveColumn(world, c);
  }
};

/** The same for a limit, whose only column is its row, with the response R at 0 in `response`. */
export const buildLimitSystem = (world: World, limit: number, response: Floats): void => {
  const { data, index } = world.rows;
  const { items, count } = world.scratch.impacts.rows;
  const otherA = index[limit * ROW_INTS + BODY_A];
  const otherB = index[limit * ROW_INTS + BODY_B];
  factoriseRows(world);
  for (let i = 0; i < count; i++) {
    const k = items[i] * ROW_INTS;
    const j = items[i] * ROW + J;
    writeSharedProduct(
      data,
      j,
      index[k + BODY_A],
      index[k + BODY_B],
      response,
      0,
      otherA,
      otherB,
      coupling,
      i,
    );
  }
  solveColumn(world, 0);
};

const factoriseRows = (world: World): void => {
  writeRows(world);
  writeMatrix(world);
  factorise(matrix, MAX_JOINT_ROWS, world.scratch.impacts.rows.count, LOST_IN_ROUNDING);
};

const solveColumn = ({ scratch }: World, c: number): void => {
  const { count } = scratch.impacts.rows;
  for (let i = 0; i < count; i++) solution[c * MAX_JOINT_ROWS + i] = coupling[c * MAX_JOINT_ROWS + i];
  solveFactorised(matrix, MAX_JOINT_ROWS, count, solution, c * MAX_JOINT_ROWS);
};

/**
 * Subtracts the effect of the joints from the first `columns` rows and columns of K, 5×5: the Schur complement of the
 * joint rows.
 */
export const subtractJointResponse = (world: World, k: Floats, columns: number): void => {
  const { count } = world.scratch.impacts.rows;
  for (let a = 0; a < columns; a++) {
    for (let b = 0; b < columns; b++) {
      let sum = 0;
      for (let i = 0; i < count; i++)
        sum += coupling[a * MAX_JOINT_ROWS + i] * solution[b * MAX_JOINT_ROWS + i];
      k[a * SPEEDS + b] -= sum;
    }
  }
};

/**
 * Subtracts from the first `columns` speeds of the impact the part that violates the joints, and from `externalChange`
 * the same part of the change by external forces along the normal.
 */
export const removeJointSpeeds = (
  world: World,
  speeds: Floats,
  externalChange: Floats,
  columns: number,
): void => {
  const chosen = world.scratch.impacts.rows;
  for (let i = 0; i < chosen.count; i++) {
    const speed = rowSpeed(world, chosen.items[i]);
    for (let c = 0; c < columns; c++) speeds[c] -= solution[c * MAX_JOINT_ROWS + i] * speed;
    const along = solution[i] * externalRowSpeed(world, chosen.items[i]);
    externalChange[0] -= along;
    externalChange[1] -= along;
  }
};

/**
 * Expands J of points, which is not in the table during a step, and writes the responses for the poses at the time
 * of impact.
 */
const writeRows = (world: World): void => {
  const { index } = world.rows;
  const chosen = world.scratch.impacts.rows;
  for (let i = 0; i < chosen.count; i++) {
    const row = chosen.items[i];
    const joint = index[row * ROW_INTS + JOINT];
    if (i === 0 || joint !== index[chosen.items[i - 1] * ROW_INTS + JOINT]) expandJoint(world, joint);
    writeRowResponse(world, row, responses, i * 12);
  }
};

const writeMatrix = ({ rows: { data, index }, scratch }: World): void => {
  const chosen = scratch.impacts.rows;
  for (let i = 0; i < chosen.count; i++) {
    const row = chosen.items[i];
    const a = index[row * ROW_INTS + BODY_A];
    const b = index[row * ROW_INTS + BODY_B];
    for (let k = 0; k <= i; k++) {
      const other = chosen.items[k] * ROW_INTS;
      const otherA = index[other + BODY_A];
      const otherB = index[other + BODY_B];
      writeSharedProduct(
        data,
        row * ROW + J,
        a,
        b,
        responses,
        k * 12,
        otherA,
        otherB,
        matrix,
        i * MAX_JOINT_ROWS + k,
      );
    }
  }
};

/** Scratch: velocities of the two bodies of the contact while writeCoupling uses their place. */
const velocities = createFloats(12);

/** Column c of J M⁻¹ Gᵀ: change of the row speeds by a unit of the contact's impulse. */
const writeCoupling = (world: World, contact: number, c: number): void => {
  const { motion } = world.bodies;
  const chosen = world.scratch.impacts.rows;
  const a = world.contacts.bodyA[contact] * MOTION;
  const b = world.contacts.bodyB[contact] * MOTION;
  for (let i = 0; i < 6; i++) {
    velocities[i] = motion[a + i];
    velocities[6 + i] = motion[b + i];
    motion[a + i] = 0;
    motion[b + i] = 0;
  }
  components.fill(0);
  components[COMPONENT[c]] = 1;
  writeWrench(world, contact);
  applyWrench(world, contact, motion, MOTION, 1);
  for (let i = 0; i < chosen.count; i++)
    coupling[c * MAX_JOINT_ROWS + i] = pairSpeed(world, chosen.items[i], a, b);
  for (let i = 0; i < 6; i++) {
    motion[a + i] = velocities[i];
    motion[b + i] = velocities[6 + i];
  }
};

/** Ċ of a row with the velocities of only the two bodies at a and b. */
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
 * After the impact, with its impulse in the first `columns` of `components`: applies the joint impulses to the bodies
 * and adds them to `impactImpulse`, for reactions.
 */
export const applyJointImpulses = (world: World, columns: number): void => {
  const { rows, bodies } = world;
  const { motion } = bodies;
  const chosen = world.scratch.impacts.rows;
  for (let i = 0; i < chosen.count; i++) {
    const row = chosen.items[i];
    let l = 0;
    for (let c = 0; c < columns; c++) l -= solution[c * MAX_JOINT_ROWS + i] * components[COMPONENT[c]];
    rows.impactImpulse[row] += l;
    for (let side = 0; side < 2; side++) {
      const body = rows.index[row * ROW_INTS + BODY_A + side];
      const p = i * 12 + 6 * side;
      for (let m = 0; m < 6; m++) {
        motion[body * MOTION + m] += responses[p + m] * l;
      }
    }
  }
  rows.hasImpacts = true;
};

/**
 * Adds the impact impulses of this substep to λ of the rows, or subtracts them again. The velocities include them
 * already. λ includes them from the end of the substep on, for reactions and break thresholds; they are not
 * warm-started in the next one. Not before: relax would take the impulse of a limit, which only pushes, for a load and
 * give it back.
 */
export const shiftImpactImpulses = ({ rows }: World, sign: 1 | -1): void => {
  if (!rows.hasImpacts) return;
  for (let row = 0; row < rows.count; row++) {
    const impactImpulse = sign * rows.impactImpulse[row];
    if (rows.index[row * ROW_INTS + KIND] < Kind.point) rows.data[row * ROW + LAMBDA] += impactImpulse;
    else {
      for (let i = 0; i < 3; i++)
        rows.points[row * POINT_ROW + IMPULSE + i] += sign * rows.impactImpulse[row + i];
      row += 2;
    }
  }
};

/** Before the impacts of a substep. */
export const clearRowImpacts = (world: World): void => {
  const { rows } = world;
  if (!rows.hasImpacts) return;
  shiftImpactImpulses(world, -1);
  rows.impactImpulse.fill(0, 0, rows.count);
  rows.hasImpacts = false;
};
