import { settleMasses } from '../bodies/pending-mass.js';
import { HandleKind, requireWorld, writeHandle } from '../handles.js';
import { jointStages } from '../joint-stages.js';
import { ALL_ROLES, writeReaction } from '../joints/reaction.js';
import { enterJoint, enterJoints } from '../joints/write-joint.js';
import { createFloats } from '../math/floats.js';
import { needAxes } from '../parts/frame.js';
import { D, frame, type JointContext, RA, RB, XA } from '../rows/context.js';
import { solvedRows } from '../rows/expand-points.js';
import { JointFlag } from '../state/joints.js';
import {
  BLOCK,
  BODY_A,
  BODY_B,
  ERROR,
  J,
  LAMBDA,
  LOWER,
  ROLE,
  ROW,
  ROW_INTS,
  SLOT,
  UPPER,
} from '../state/rows.js';
import { isLive } from '../state/table.js';
import type { World } from '../state/world.js';
import { add3, claimRecord, clearReading, copy3, emptyReading, type Reading } from './reading.js';

export const JointRecord = {
  size: 48,
  handle: 0,
  /** Place of its type in jointDefinitions. */
  definition: 1,
  enabled: 2,
  /** Handles; 0 for the world. */
  bodyA: 3,
  bodyB: 4,
  /** World points. Of a joint that couples others: the anchors of those. */
  anchorA: 5,
  anchorB: 8,
  /** Centres of mass of the bodies. */
  centreA: 11,
  centreB: 14,
  /** World directions of the frames' axes: x, y, z of A's, then of B's. */
  axesA: 17,
  axesB: 26,
  /** On B, N, and N·m about its anchor, over the last substep. */
  force: 35,
  torque: 38,
  /** Its records in what readRows gives. */
  firstRow: 41,
  rowCount: 42,
} as const;

export const RowRecord = {
  size: 32,
  /** Which record of readJoints its joint has. */
  joint: 0,
  /** Place of its name in the slots of the joint's definition. */
  slot: 1,
  /** 0 lock, 1 limit, 2 motor, 3 spring, 4 friction, 5 coupling. */
  role: 2,
  /**
   * On the first of the rows that were solved together: how many; 0 on the others;
   * 4 for a pair that shares one λ.
   */
  block: 3,
  /** Linear A, angular A, linear B, angular B. */
  jacobian: 4,
  error: 16,
  lambda: 17,
  /** Bounds of λ. */
  lower: 18,
  upper: 19,
  /** B's anchor, and the centres of mass to which the angular parts belong. */
  point: 20,
  centreA: 23,
  centreB: 26,
} as const;

/** Scratch: force and torque of one joint. */
const reaction = createFloats(6);

/**
 * All joints in the order of allJoints. Without `reactions`, which cost about as much as
 * the rest, force and torque are 0.
 */
export const readJoints = (world: World, reading: Reading, reactions = true): void => {
  requireWorld(world);
  if (reactions) jointStages.settleRows(world);
  settleMasses(world);
  const { joints, bodies, clock } = world;
  const j = enterJoints(world);
  const out = emptyReading(reading, joints.live, JointRecord.size);
  let rows = 0;
  reaction.fill(0);
  for (let joint = 0; joint < joints.used; joint++) {
    if (!isLive(joints, joint)) continue;
    const at = reading.count * JointRecord.size;
    reading.count++;
    const a = joints.bodyA[joint];
    const b = joints.bodyB[joint];
    writeHandle(out, at + JointRecord.handle, world, HandleKind.joint, joint, joints.generation[joint]);
    out[at + JointRecord.definition] = joints.definition[joint];
    out[at + JointRecord.enabled] = (joints.flags[joint] & JointFlag.enabled) !== 0 ? 1 : 0;
    writeHandle(out, at + JointRecord.bodyA, world, HandleKind.body, a, bodies.generation[a]);
    writeHandle(out, at + JointRecord.bodyB, world, HandleKind.body, b, bodies.generation[b]);
    if (a === clock.ground) out[at + JointRecord.bodyA] = 0;
    if (b === clock.ground) out[at + JointRecord.bodyB] = 0;
    copy3(out, at + JointRecord.centreA, bodies.centre, a * 3);
    copy3(out, at + JointRecord.centreB, bodies.centre, b * 3);
    if (reactions) writeReaction(world, joint, ALL_ROLES, reaction);
    copy3(out, at + JointRecord.force, reaction, 0);
    copy3(out, at + JointRecord.torque, reaction, 3);
    enterJoint(world, j, joint);
    needAxes(j);
    for (let i = 0; i < 18; i += 3) copy3(out, at + JointRecord.axesA + i, frame, XA + i);
    writeAnchorPoints(world, j, joint, out, at);
    out[at + JointRecord.firstRow] = rows;
    out[at + JointRecord.rowCount] = joints.rowCount[joint];
    rows += joints.rowCount[joint];
  }
};

const writeAnchorPoints = (
  world: World,
  j: JointContext,
  joint: number,
  out: Float64Array,
  at: number,
): void => {
  const { coupled } = world.joints;
  if (coupled[joint * 2] < 0) {
    writePoint(world, j.bodyA, RA, out, at + JointRecord.anchorA);
    writePoint(world, j.bodyB, RB, out, at + JointRecord.anchorB);
    return;
  }
  enterJoint(world, j, coupled[joint * 2]);
  writePoint(world, j.bodyB, RB, out, at + JointRecord.anchorA);
  enterJoint(world, j, coupled[joint * 2 + 1]);
  writePoint(world, j.bodyB, RB, out, at + JointRecord.anchorB);
};

/** Centre of a body plus a lever in the frame. */
const writePoint = (world: World, body: number, lever: number, out: Float64Array, at: number): void =>
  add3(out, at, world.bodies.centre, body * 3, frame, lever);

/** The rows that the last step solved, joint by joint in the order of readJoints. */
export const readRows = (world: World, reading: Reading): void => {
  requireWorld(world);
  jointStages.settleRows(world);
  settleMasses(world);
  solvedRows(world);
  const { joints } = world;
  const j = enterJoints(world);
  clearReading(reading);
  let index = 0;
  for (let joint = 0; joint < joints.used; joint++) {
    if (!isLive(joints, joint)) continue;
    const first = joints.firstRow[joint];
    const end = first + joints.rowCount[joint];
    if (end > first) enterJoint(world, j, joint);
    for (let row = first; row < end; row++) writeRow(world, j, reading, joint, row, index);
    index++;
  }
};

const writeRow = (
  world: World,
  j: JointContext,
  reading: Reading,
  joint: number,
  row: number,
  index: number,
): void => {
  const { data, index: ints } = world.rows;
  const at = claimRecord(reading, RowRecord.size);
  const out = reading.floats;
  const p = row * ROW;
  const k = row * ROW_INTS;
  out[at + RowRecord.joint] = index;
  out[at + RowRecord.slot] = ints[k + SLOT];
  out[at + RowRecord.role] = ints[k + ROLE];
  out[at + RowRecord.block] = ints[k + BLOCK];
  for (let i = 0; i < 12; i += 3) copy3(out, at + RowRecord.jacobian + i, data, p + J + i);
  out[at + RowRecord.error] = data[p + ERROR];
  out[at + RowRecord.lambda] = data[p + LAMBDA];
  out[at + RowRecord.lower] = data[p + LOWER];
  out[at + RowRecord.upper] = data[p + UPPER];
  enterCoupled(world, j, joint, ints[k + BODY_A], ints[k + BODY_B]);
  copy3(out, at + RowRecord.centreA, j.centre, j.bodyA * 3);
  copy3(out, at + RowRecord.centreB, j.centre, j.bodyB * 3);
  for (let i = 0; i < 3; i++) {
    out[at + RowRecord.point + i] = j.centre[j.bodyA * 3 + i] + frame[RA + i] + frame[D + i];
  }
};

/** The rows of a coupling act on the bodies of the joints that it couples, and at their anchors. */
const enterCoupled = (world: World, j: JointContext, joint: number, bodyA: number, bodyB: number): void => {
  const { coupled } = world.joints;
  if (coupled[joint * 2] < 0) return;
  enterJoint(world, j, coupled[joint * 2]);
  if (j.bodyA !== bodyA || j.bodyB !== bodyB) enterJoint(world, j, coupled[joint * 2 + 1]);
};

/** Length of the last substep, s: λ divided by it is a force. 0 before the first step. */
export const substepLength = (world: World): number => {
  requireWorld(world);
  return world.clock.substep;
};

/** Length of the last whole step, s: impulses of contacts are sums over it. 0 before the first step. */
export const stepLength = (world: World): number => {
  requireWorld(world);
  const { clock, settings } = world;
  return settings.method === 'soft-step' ? substepLength(world) * settings.substeps : clock.substep;
};
