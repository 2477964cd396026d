import type { Floats } from '../math/floats.js';
import { frame, RB } from '../rows/context.js';
import { expandJoint } from '../rows/expand-points.js';
import { BODY_A, BODY_B, J, LAMBDA, ROLE, ROW, ROW_INTS } from '../state/rows.js';
import type { World } from '../state/world.js';
import { enterJoint, enterJoints } from './write-joint.js';

export const ALL_ROLES = -1;

/**
 * The reaction of a joint on B, from its rows and nowhere else: Σ Jᵀλ / h as force and torque about B's
 * anchor, world axes; over all rows or those of one role.
 */
export const writeReaction = (world: World, joint: number, role: number, out: Floats): void => {
  const { joints, rows, clock } = world;
  for (let i = 0; i < 6; i++) out[i] = 0;
  const first = joints.firstRow[joint];
  const end = first + joints.rowCount[joint];
  if (end === first || clock.substep === 0) return;
  expandJoint(world, joint);
  for (let row = first; row < end; row++) {
    if (role !== ALL_ROLES && rows.index[row * ROW_INTS + ROLE] !== role) continue;
    // A coupling acts on the bodies of the joints it couples; its reaction is what acts on its own B, on
    // either side.
    const force = rows.data[row * ROW + LAMBDA] / clock.substep;
    if (rows.index[row * ROW_INTS + BODY_B] === joints.bodyB[joint])
      addHalf(out, rows.data, row * ROW + J + 6, force);
    if (rows.index[row * ROW_INTS + BODY_A] === joints.bodyB[joint])
      addHalf(out, rows.data, row * ROW + J, force);
  }
  // The rows' torque is about the centre of mass; about the anchor it is less by r × F.
  enterJoint(world, enterJoints(world), joint);
  const x = frame[RB];
  const y = frame[RB + 1];
  const z = frame[RB + 2];
  out[3] -= y * out[2] - z * out[1];
  out[4] -= z * out[0] - x * out[2];
  out[5] -= x * out[1] - y * out[0];
};

const addHalf = (out: Floats, rows: Floats, at: number, force: number): void => {
  for (let i = 0; i < 6; i++) out[i] += rows[at + i] * force;
};
