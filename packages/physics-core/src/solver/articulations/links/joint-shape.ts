import { multiplyInto } from '../../../bodies/inertia.js';
import { createFloats, type Floats, floatsFrom } from '../../../math/floats.js';
import {
  ANCHOR,
  AXIS,
  GAP_SHARE,
  INVERSE_MOMENTS,
  LINK,
  LINK_BODY,
  LINK_INTS,
  LINK_JOINT,
  LINK_KIND,
  LINK_MASS,
  LINK_MOMENTS,
  LinkKind,
  LOCK_SHAPE,
  LockShape,
  PARENT,
  PARENT_ANCHOR,
  PARENT_AXIS,
  POINT_AT,
  REST,
  SECOND_JOINT,
  SIDE,
  SPIN_AXIS,
} from '../../../state/articulations.js';
import { FRAME_A, FRAME_B } from '../../../state/joints.js';
import { POINT_ROW, SHARE_A } from '../../../state/points.js';
import type { World } from '../../../state/world.js';
import { writeDirection } from '../parallel-joints.js';
import { writeFarBounds } from './measure-limits.js';

/**
 * What the poses do not change: mass, moments, and the anchors and axes of the joint in the principal axes of both links. The
 * axis of a hinge is x of both frames; that of a universal joint x of A's and y of B's.
 */
export const writeJointShapes = (world: World, from: number, to: number): void => {
  const { articulations: a, bodies } = world;
  for (let i = from; i < to; i++) {
    const o = i * LINK;
    const k = i * LINK_INTS;
    const body = a.linkInts[k + LINK_BODY];
    a.links[o + LINK_MASS] = bodies.mass[body];
    for (let m = 0; m < 3; m++) {
      a.links[o + LINK_MOMENTS + m] = bodies.moments[body * 3 + m];
      a.links[o + INVERSE_MOMENTS + m] = 1 / bodies.moments[body * 3 + m];
    }
    a.linkInts[k + SPIN_AXIS] = spinAxis(a.links, o + INVERSE_MOMENTS);
    if (a.linkInts[k + LINK_KIND] !== LinkKind.free) writeShape(world, i);
  }
};

/** The axis whose other two inverse moments are closest. */
const spinAxis = (v: Floats, at: number): number => {
  const gap0 = Math.abs(v[at + 1] - v[at + 2]);
  const gap1 = Math.abs(v[at + 2] - v[at]);
  const gap2 = Math.abs(v[at] - v[at + 1]);
  return gap0 <= gap1 && gap0 <= gap2 ? 0 : gap1 <= gap2 ? 1 : 2;
};

/** Scratch: axes of frames, and rotations of both joint frames against the axes of the link and of its parent. */
const X = floatsFrom([1, 0, 0]);
const Y = floatsFrom([0, 1, 0]);
const own = createFloats(4);
const other = createFloats(4);

const writeShape = (world: World, i: number): void => {
  const { articulations: a, joints, rows } = world;
  const { links, linkInts } = a;
  const o = i * LINK;
  const k = i * LINK_INTS;
  const joint = linkInts[k + LINK_JOINT];
  const isB = linkInts[k + SIDE] > 0;
  const parent = isB ? joints.bodyA[joint] : joints.bodyB[joint];
  const isLink = linkInts[k + PARENT] >= 0;
  writeFrameOf(world, linkInts[k + LINK_BODY], joint, isB, true, links, o + ANCHOR, own);
  writeFrameOf(world, parent, joint, !isB, isLink, links, o + PARENT_ANCHOR, other);
  const point = linkInts[k + POINT_AT];
  const share = point < 0 ? 0 : rows.points[point * POINT_ROW + SHARE_A];
  links[o + GAP_SHARE] = point < 0 ? 0 : isB ? 1 - share : share;
  const shape = linkInts[k + LOCK_SHAPE];
  if (shape === LockShape.fixed) multiplyInto(links, o + REST, other, 0, own, 0, -1);
  if (shape === LockShape.hinge || shape === LockShape.square) {
    const isSquare = shape === LockShape.square;
    rotateBy(own, isSquare && isB ? Y : X, 0, links, o + AXIS);
    rotateBy(other, isSquare && !isB ? Y : X, 0, links, o + PARENT_AXIS);
  }
  if (linkInts[k + SECOND_JOINT] >= 0) writeCommonAxis(world, i);
  writeFarBounds(world, i);
};

/** The axis through the anchors of two ball joints. */
const writeCommonAxis = (world: World, i: number): void => {
  const { articulations: a, joints } = world;
  const { links, linkInts } = a;
  const o = i * LINK;
  const k = i * LINK_INTS;
  const joint = linkInts[k + LINK_JOINT];
  const isB = linkInts[k + SIDE] > 0;
  writeDirection(world, linkInts[k + SECOND_JOINT], joint, direction);
  writeInverse(world, linkInts[k + LINK_BODY]);
  rotateBy(inverse, direction, isB ? 3 : 0, links, o + AXIS);
  if (linkInts[k + PARENT] >= 0) {
    writeInverse(world, isB ? joints.bodyA[joint] : joints.bodyB[joint]);
    rotateBy(inverse, direction, isB ? 0 : 3, links, o + PARENT_AXIS);
  } else for (let m = 0; m < 3; m++) links[o + PARENT_AXIS + m] = direction[(isB ? 0 : 3) + m];
};

/** Scratch: the direction of an axis in A, and in B. */
const direction = createFloats(6);

/**
 * The anchor from the centre of mass, and the rotation of the joint's frame, of one body: in its principal axes if it is a link,
 * else in its own axes.
 */
const writeFrameOf = (
  world: World,
  body: number,
  joint: number,
  isB: boolean,
  isLink: boolean,
  out: Floats,
  to: number,
  turn: Floats,
): void => {
  const { bodies, joints, jointFloats } = world;
  const at = joints.block[joint] + (isB ? FRAME_B : FRAME_A);
  for (let m = 0; m < 3; m++) anchor[m] = jointFloats.data[at + m] - bodies.localCentre[body * 3 + m];
  for (let m = 0; m < 4; m++) turn[m] = jointFloats.data[at + 3 + m];
  for (let m = 0; m < 3; m++) out[to + m] = anchor[m];
  if (!isLink) return;
  writeInverse(world, body);
  rotateBy(inverse, anchor, 0, out, to);
  multiplyInto(turn, 0, inverse, 0, turn, 0, 1);
};

const writeInverse = ({ bodies: { principal } }: World, body: number): void => {
  for (let m = 0; m < 3; m++) inverse[m] = -principal[body * 4 + m];
  inverse[3] = principal[body * 4 + 3];
};

/** Scratch: an anchor, and the inverse of the rotation of the principal axes. */
const anchor = createFloats(3);
const inverse = createFloats(4);

const rotateBy = (q: Floats, v: Floats, at: number, out: Floats, to: number): void => {
  const x = q[0];
  const y = q[1];
  const z = q[2];
  const w = q[3];
  const vx = v[at];
  const vy = v[at + 1];
  const vz = v[at + 2];
  const tx = 2 * (y * vz - z * vy);
  const ty = 2 * (z * vx - x * vz);
  const tz = 2 * (x * vy - y * vx);
  out[to] = vx + w * tx + y * tz - z * ty;
  out[to + 1] = vy + w * ty + z * tx - x * tz;
  out[to + 2] = vz + w * tz + x * ty - y * tx;
};
