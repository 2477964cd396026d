import { firstJointEdge, jointEdgeOther, nextJointEdge } from '../../graph/joint-graph.js';
import { createFloats, type Floats } from '../../math/floats.js';
import { isRigidLock } from '../../rows/single-row.js';
import { FRAME_A, FRAME_B, JointFlag } from '../../state/joints.js';
import type { World } from '../../state/world.js';
import { JOINT_TOLERANCE } from '../../tuning.js';
import { isHinge } from './held-frames.js';
import { definitionOf, isDynamic } from './joint-model.js';

/**
 * Ball joints and hinges between the same two bodies, on one line: the hinges of a door, the two points that hold each plank of a
 * bridge to the next. Together they are one hinge about the line through their anchors, which needs no closing rows: the joint of
 * the link takes its shape, and the others stand beside it. With a the anchors of A and b those of B, each in its own body, joint i
 * stands beside joint 0 on the axis u of A and v of B if
 *   aᵢ - a₀ = s u,   bᵢ - b₀ = s v      with the same s
 * and if the axes of hinges lie along u and v. The axis is that of a hinge, or leads to the first ball joint that is apart from joint 0.
 * How they share their load: share-loads.ts.
 */

/** Scratch: anchors of a joint against those of joint 0, and axes, first in A, then in B. */
const offset = createFloats(6);
const axis = createFloats(6);
const other = createFloats(6);

/** Whether a joint stands beside another one, which is the joint of a link. */
export const standsBeside = (world: World, joint: number, chosen: number): boolean => {
  if (joint === chosen || !isPlain(world, joint) || !hasSameBodies(world, joint, chosen)) return false;
  writeOffset(world, joint, chosen, offset);
  const isApart = squareOf(offset, 0) > CLOSE || squareOf(offset, 3) > CLOSE;
  if (isHinge(world, chosen)) writeAxis(world, chosen, chosen, axis);
  else if (!isPlain(world, chosen)) return false;
  else if (!isApart) return isBall(world, joint);
  else {
    const second = findSecond(world, chosen);
    if (second < 0) return false;
    writeDirection(world, second, chosen, axis);
  }
  const along = dot(offset, 0, axis, 0);
  for (let m = 0; m < 6; m++) offset[m] -= along * axis[m];
  if (squareOf(offset, 0) > CLOSE || squareOf(offset, 3) > CLOSE) return false;
  if (isBall(world, joint)) return true;
  writeAxis(world, joint, chosen, other);
  const sign = dot(other, 0, axis, 0) < 0 ? -1 : 1;
  for (let m = 0; m < 6; m++) other[m] -= sign * axis[m];
  return squareOf(other, 0) <= CLOSE && squareOf(other, 3) <= CLOSE;
};

/** The joint beside a ball joint that gives the axis of both; -1 if there is none. The first, whatever the order of edges. */
export const findSecond = (world: World, chosen: number): number => {
  if (!isBall(world, chosen) || !isPlain(world, chosen)) return -1;
  const { bodyA, bodyB } = world.joints;
  let second = -1;
  // The body that is not shared by the whole world.
  const from = isDynamic(world, bodyB[chosen]) ? bodyB[chosen] : bodyA[chosen];
  const to = from === bodyB[chosen] ? bodyA[chosen] : bodyB[chosen];
  for (let edge = firstJointEdge(world, from); edge >= 0; edge = nextJointEdge(world, edge)) {
    const joint = edge >> 1;
    if (jointEdgeOther(world, edge) !== to || joint === chosen || (second >= 0 && joint > second)) continue;
    if (!isBall(world, joint) || !isPlain(world, joint)) continue;
    writeOffset(world, joint, chosen, other);
    const lengthA = Math.sqrt(squareOf(other, 0));
    const lengthB = Math.sqrt(squareOf(other, 3));
    if (lengthA > JOINT_TOLERANCE && Math.abs(lengthA - lengthB) <= JOINT_TOLERANCE) second = joint;
  }
  return second;
};

/** Unit vectors from the anchors of one joint to those of another between the same bodies, in the bodies of `chosen`. */
export const writeDirection = (world: World, joint: number, chosen: number, out: Floats): void => {
  writeOffset(world, joint, chosen, out);
  const scaleA = 1 / Math.sqrt(squareOf(out, 0));
  const scaleB = 1 / Math.sqrt(squareOf(out, 3));
  for (let m = 0; m < 3; m++) {
    out[m] *= scaleA;
    out[3 + m] *= scaleB;
  }
};

const CLOSE = JOINT_TOLERANCE * JOINT_TOLERANCE;

/** By its type: three rows of a point may be those of a joint whose limits are far and have no rows at present. */
const isBall = (world: World, joint: number): boolean => definitionOf(world, joint).type === 'ball';

/** A ball joint or hinge of rigid locks alone, that acts. */
const isPlain = (world: World, joint: number): boolean => {
  const { firstRow, rowCount, flags } = world.joints;
  if ((flags[joint] & JointFlag.enabled) === 0) return false;
  if (rowCount[joint] !== (isBall(world, joint) ? 3 : isHinge(world, joint) ? 5 : -1)) return false;
  for (let row = firstRow[joint]; row < firstRow[joint] + rowCount[joint]; row++)
    if (!isRigidLock(world, row)) return false;
  return true;
};

const hasSameBodies = ({ joints: { bodyA, bodyB } }: World, i: number, k: number): boolean =>
  (bodyA[i] === bodyA[k] && bodyB[i] === bodyB[k]) || (bodyA[i] === bodyB[k] && bodyB[i] === bodyA[k]);

/** Where the frame of a joint on body A or B of `chosen` lies. */
const frameAt = (world: World, joint: number, chosen: number, isB: boolean): number => {
  const { bodyA, block } = world.joints;
  const isSwapped = bodyA[joint] !== bodyA[chosen];
  return block[joint] + (isB !== isSwapped ? FRAME_B : FRAME_A);
};

const writeOffset = (world: World, joint: number, chosen: number, out: Floats): void => {
  const { data } = world.jointFloats;
  for (let side = 0; side < 2; side++) {
    const at = frameAt(world, joint, chosen, side === 1);
    const from = frameAt(world, chosen, chosen, side === 1);
    for (let m = 0; m < 3; m++) out[3 * side + m] = data[at + m] - data[from + m];
  }
};

/** The axis of a hinge, x of its frames, in the bodies of `chosen`. */
const writeAxis = (world: World, joint: number, chosen: number, out: Floats): void => {
  const { data } = world.jointFloats;
  for (let side = 0; side < 2; side++) {
    const q = frameAt(world, joint, chosen, side === 1) + 3;
    out[3 * side] = 1 - 2 * (data[q + 1] * data[q + 1] + data[q + 2] * data[q + 2]);
    out[3 * side + 1] = 2 * (data[q] * data[q + 1] + data[q + 3] * data[q + 2]);
    out[3 * side + 2] = 2 * (data[q] * data[q + 2] - data[q + 3] * data[q + 1]);
  }
};

const dot = (u: Floats, i: number, v: Floats, k: number): number =>
  u[i] * v[k] + u[i + 1] * v[k + 1] + u[i + 2] * v[k + 2];

const squareOf = (v: Floats, at: number): number => dot(v, at, v, at);
