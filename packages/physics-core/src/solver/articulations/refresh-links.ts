import { writeInertia } from '../../bodies/inertia.js';
import { enterJoints, writeJointRows } from '../../joints/write-joint.js';
import { createFloats } from '../../math/floats.js';
import { INDEX_BITS } from '../../math/index-bits.js';
import { refreshPoint } from '../../parts/point.js';
import type { JointContext } from '../../rows/context.js';
import {
  END_CLOSING_JOINT,
  FIRST_CLOSING_JOINT,
  FIRST_LOCK,
  IW,
  LINK,
  LINK_BODY,
  LINK_INTS,
  LINK_JOINT,
  LINK_KIND,
  LINK_MASS,
  LinkKind,
  LOCKS,
  PARENT,
  PARENT_LEVER,
  POINT_AT,
  RC,
  SHIFT,
  SIDE,
  TREE_INTS,
} from '../../state/articulations.js';
import { FRAME_A, FRAME_B } from '../../state/joints.js';
import { LEVER_A, LEVER_B, POINT_GAP, POINT_ROW } from '../../state/points.js';
import { BODY_A, BODY_B, ERROR, KIND, Kind, ROW, ROW_INTS } from '../../state/rows.js';
import type { World } from '../../state/world.js';
import { raiseWorstError } from './closing-stages.js';
import { refreshMotionSubspace } from './motion-subspace.js';

/** Writes the rows of the joints of a tree, and of those that close it, at the present poses. */
export const writeTreeRows = (world: World, from: number, to: number): void => {
  const { articulations: a } = world;
  const j = enterJoints(world);
  for (let i = from; i < to; i++) {
    const joint = a.linkInts[i * LINK_INTS + LINK_JOINT];
    if (joint >= 0) writeRowsOf(world, j, joint);
  }
  const t = a.treeOf[from] * TREE_INTS;
  for (let k = a.treeInts[t + FIRST_CLOSING_JOINT]; k < a.treeInts[t + END_CLOSING_JOINT]; k++)
    writeRowsOf(world, j, a.closing.joints.items[k]);
};

const writeRowsOf = (world: World, j: JointContext, joint: number): void => {
  const { bodies, joints, rows } = world;
  const first = joints.firstRow[joint];
  const k = first * ROW_INTS;
  if (rows.index[k + KIND] !== Kind.lonePoint) {
    j.row = first;
    writeJointRows(world, j, joint);
    return;
  }
  refreshPoint(
    rows.points,
    bodies.rotation,
    bodies.centre,
    bodies.motion,
    first * POINT_ROW,
    rows.index[k + BODY_A],
    rows.index[k + BODY_B],
  );
};

/** Inertia, levers and motion subspaces of the links of a tree from the present poses and rows. */
export const refreshLinks = (world: World, from: number, to: number): void => {
  const { articulations: a, bodies, rows } = world;
  const { links, linkInts } = a;
  const { centre } = bodies;
  for (let i = from; i < to; i++) {
    const o = (i * LINK) & INDEX_BITS;
    const k = (i * LINK_INTS) & INDEX_BITS;
    const body = linkInts[k + LINK_BODY];
    links[o + LINK_MASS] = bodies.mass[body];
    writeInertia(bodies, body, links, o + IW);
    writeReferencePoint(world, i);
    const parent = linkInts[k + PARENT];
    if (parent >= 0) {
      const p = (parent * LINK) & INDEX_BITS;
      const c = (body * 3) & INDEX_BITS;
      const d = (linkInts[parent * LINK_INTS + LINK_BODY] * 3) & INDEX_BITS;
      for (let m = 0; m < 3; m++)
        links[o + SHIFT + m] = centre[c + m] - centre[d + m] + (links[o + RC + m] - links[p + RC + m]);
    }
    if (parent >= 0 && linkInts[k + LINK_KIND] === LinkKind.general)
      writeLever(world, linkInts[k + LINK_JOINT], linkInts[k + SIDE] < 0, o + PARENT_LEVER);
    refreshMotionSubspace(a, i, rows.data);
  }
};

/**
 * Of a point the place where its force acts; of other joints the link's anchor; of a free root the centre of mass.
 */
const writeReferencePoint = (world: World, i: number): void => {
  const { articulations: a, rows } = world;
  const { links } = a;
  const o = i * LINK + RC;
  const k = i * LINK_INTS;
  const isB = a.linkInts[k + SIDE] > 0;
  const point = a.linkInts[k + POINT_AT];
  if (a.linkInts[k + LINK_KIND] === LinkKind.free) {
    for (let m = 0; m < 3; m++) links[o + m] = 0;
    return;
  }
  if (point >= 0) {
    const lever = point * POINT_ROW + (isB ? LEVER_B : LEVER_A);
    for (let m = 0; m < 3; m++) links[o + m] = rows.points[lever + m];
    return;
  }
  writeLever(world, a.linkInts[k + LINK_JOINT], isB, o);
};

/** From the centre of mass of a joint's body B, or A, to its anchor: into the links at `to`. */
const writeLever = (world: World, joint: number, isB: boolean, to: number): void => {
  const { articulations, bodies, joints, jointFloats } = world;
  const { links } = articulations;
  const body = isB ? joints.bodyB[joint] : joints.bodyA[joint];
  const anchor = joints.block[joint] + (isB ? FRAME_B : FRAME_A);
  const vx = jointFloats.data[anchor] - bodies.localCentre[body * 3];
  const vy = jointFloats.data[anchor + 1] - bodies.localCentre[body * 3 + 1];
  const vz = jointFloats.data[anchor + 2] - bodies.localCentre[body * 3 + 2];
  const x = bodies.rotation[body * 4];
  const y = bodies.rotation[body * 4 + 1];
  const z = bodies.rotation[body * 4 + 2];
  const w = bodies.rotation[body * 4 + 3];
  const tx = 2 * (y * vz - z * vy);
  const ty = 2 * (z * vx - x * vz);
  const tz = 2 * (x * vy - y * vx);
  links[to] = vx + w * tx + y * tz - z * ty;
  links[to + 1] = vy + w * ty + z * tx - x * tz;
  links[to + 2] = vz + w * tz + x * ty - y * tx;
};

/** Scratch: the result of writeWorstError. */
export const worst = createFloats(1);

/** Largest error of the locks of a tree, in `worst`: m, and half a metre a radian. */
export const writeWorstError = (world: World, from: number, to: number): void => {
  const { articulations: a, rows } = world;
  const { linkInts, lockRows } = a;
  let most = 0;
  for (let i = from; i < to; i++) {
    const k = (i * LINK_INTS) & INDEX_BITS;
    const point = linkInts[k + POINT_AT];
    if (point >= 0) {
      const p = (point * POINT_ROW) & INDEX_BITS;
      const x = rows.points[p + POINT_GAP];
      const y = rows.points[p + POINT_GAP + 1];
      const z = rows.points[p + POINT_GAP + 2];
      const gap = Math.sqrt(x * x + y * y + z * z);
      // Not `gap > most`: NaN must not pass as no error.
      if (!(gap <= most)) most = gap;
    }
    const first = linkInts[k + FIRST_LOCK];
    for (let lock = first; lock < first + linkInts[k + LOCKS]; lock++) {
      const error = Math.abs(rows.data[lockRows[lock] * ROW + ERROR]) * (point >= 0 ? 0.5 : 1);
      if (!(error <= most)) most = error;
    }
  }
  worst[0] = most;
  raiseWorstError(world, a.treeOf[from], worst);
};
