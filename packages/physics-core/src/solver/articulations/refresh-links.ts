import { writeInverseInertia } from '../../bodies/inertia.js';
import { enterJoints, writeControlRows, writeJointRows } from '../../joints/write-joint.js';
import type { Floats } from '../../math/floats.js';
import { INDEX_BITS } from '../../math/index-bits.js';
import { refreshPoint } from '../../parts/point.js';
import type { JointContext } from '../../rows/context.js';
import {
  ACTIVE,
  type Articulations,
  AXIS,
  CONTROL_CLOSING,
  CONTROL_FLOATS,
  CONTROL_GRADIENT,
  CONTROL_INTS,
  CONTROL_LINK,
  CONTROLS,
  END_CLOSING_JOINT,
  END_TREE_CONTROL,
  FACTOR_ROTATION,
  FIRST_CLOSING_JOINT,
  FIRST_CONTROL,
  FIRST_FREEDOM,
  FIRST_LOCK,
  FIRST_TREE_CONTROL,
  FREEDOM,
  HAS_LIMITS,
  INVERSE_MOMENTS,
  IW,
  LEVER,
  LIMIT_AT,
  LINK,
  LINK_BODY,
  LINK_FRAME,
  LINK_INTS,
  LINK_JOINT,
  LINK_KIND,
  LINK_MOMENTS,
  LinkKind,
  LOCK_SHAPE,
  LOCKED_AXES,
  LOCKS,
  LockShape,
  NEAR,
  NOW_HIGH,
  NOW_LOW,
  PARENT,
  PARENT_ANCHOR,
  PARENT_AXIS,
  PARENT_LEVER,
  POINT_AT,
  RC,
  SHIFT,
  SIDE,
  SS,
  SWING_CONTROL,
  TREE_INTS,
  TREE_WRITES_ROWS,
  TWIST_CONTROL,
  WRITES_ROWS,
} from '../../state/articulations.js';
import { II, MOTION } from '../../state/bodies.js';
import { POINT_ROW } from '../../state/points.js';
import { BODY_A, BODY_B, ERROR, HIGH, KIND, Kind, LOW, ROW, ROW_INTS } from '../../state/rows.js';
import type { World } from '../../state/world.js';
import { STILL_ANGLE } from '../../tuning.js';
import { startLimit } from './controls/control-sums.js';
import { isAnyViolated, measureLimits, takeLimitGradients, woken } from './links/measure-limits.js';
import { measureLinks, worst, writeOuterAxis } from './links/measure-links.js';
import { countFromStart } from './links/trial-counts.js';
import { raiseWorstError } from './loops/closing-stages.js';
import { refreshMotionSubspace, writeSwingFreedoms } from './motion-subspace.js';

/**
 * Errors of the joints of a tree at the present poses: of points and of locks with a short way in the links
 * (measure-links.ts), of all others and of closing joints in their rows. The largest is in `worst`.
 */
export const measureTree = (world: World, from: number, to: number): void => {
  const { articulations: a } = world;
  measureLinks(world, from, to);
  const t = (a.treeOf[from] * TREE_INTS) & INDEX_BITS;
  if (a.treeInts[t + HAS_LIMITS] !== 0) measureLimits(world, from, to);
  else woken[0] = 0;
  const hasRows = a.treeInts[t + TREE_WRITES_ROWS] !== 0;
  if (!hasRows) return;
  countFromStart(world);
  const j = enterJoints(world);
  j.withoutPoints = true;
  for (let i = from; i < to; i++)
    if (a.linkInts[i * LINK_INTS + WRITES_ROWS] !== 0) writeLinkRows(world, j, i);
  j.withoutPoints = false;
  for (let k = a.treeInts[t + FIRST_CLOSING_JOINT]; k < a.treeInts[t + END_CLOSING_JOINT]; k++)
    writeRowsOf(world, j, a.closing.joints.items[k]);
  copyGaps(world, a.treeOf[from]);
  raiseByRows(world, from, to);
  raiseWorstError(world, a.treeOf[from], worst);
};

/** The gaps of limits whose rows are written. A row holds speeds that close them within a substep, and C of the nearer or violated end. */
const copyGaps = ({ articulations: a, rows: { data }, scratch }: World, tree: number): void => {
  const { controls, controlInts, linkInts, treeInts } = a;
  const { h } = scratch.substep;
  const end = treeInts[tree * TREE_INTS + END_TREE_CONTROL];
  for (let c = treeInts[tree * TREE_INTS + FIRST_TREE_CONTROL]; c < end; c++) {
    const isWritten = linkInts[controlInts[c * CONTROL_INTS + CONTROL_LINK] * LINK_INTS + WRITES_ROWS] !== 0;
    if (!isWritten && controlInts[c * CONTROL_INTS + CONTROL_CLOSING] < 0) continue;
    const row = controlInts[c * CONTROL_INTS + LIMIT_AT];
    const at = (row * ROW) & INDEX_BITS;
    const o = (c * CONTROL_FLOATS) & INDEX_BITS;
    controls[o + NOW_LOW] = row < 0 ? Infinity : data[at + LOW] > 0 ? data[at + ERROR] : -data[at + LOW] * h;
    controls[o + NOW_HIGH] =
      row < 0 ? Infinity : data[at + HIGH] < 0 ? -data[at + ERROR] : data[at + HIGH] * h;
  }
};

/** The rows that are written at every pose. Of locks with a short way only those of the controls. */
const writeLinkRows = (world: World, j: JointContext, i: number): void => {
  const { articulations: a, joints } = world;
  const k = (i * LINK_INTS) & INDEX_BITS;
  const joint = a.linkInts[k + LINK_JOINT];
  const shape = a.linkInts[k + LOCK_SHAPE];
  j.row = joints.firstRow[joint];
  if (shape === LockShape.none || shape === LockShape.rows) {
    writeJointRows(world, j, joint);
    return;
  }
  j.row += 3 + a.linkInts[k + LOCKS];
  writeControlRows(world, j, joint);
};

const writeRowsOf = (world: World, j: JointContext, joint: number): void => {
  const { bodies, joints, rows } = world;
  const first = joints.firstRow[joint];
  const k = (first * ROW_INTS) & INDEX_BITS;
  if (rows.index[k + KIND] !== Kind.lonePoint) {
    j.row = first;
    writeJointRows(world, j, joint);
    return;
  }
  const { rotation, centre, motion } = bodies;
  const { points, index } = rows;
  refreshPoint(points, rotation, centre, motion, first * POINT_ROW, index[k + BODY_A], index[k + BODY_B]);
};

/** All rows of the joints of a tree at the present poses, for readers. */
export const writeTreeRows = (world: World, from: number, to: number): void => {
  const { linkInts } = world.articulations;
  const j = enterJoints(world);
  for (let i = from; i < to; i++) {
    const joint = linkInts[i * LINK_INTS + LINK_JOINT];
    if (joint >= 0) writeRowsOf(world, j, joint);
  }
};

/** Before trees are built from rows: those that waited to be read may be of an older pose, where they were not placed anew. */
export const refreshKeptRows = (world: World): void => {
  const { activeJoints, articulations: a } = world;
  const j = enterJoints(world);
  for (let k = 0; k < activeJoints.count && a.count > 0; k++)
    if (a.linkOfJoint[activeJoints.items[k]] >= 0) writeRowsOf(world, j, activeJoints.items[k]);
};

/** The rows of the joints that stand beside others, likewise. */
export const writeRowsBeside = (world: World): void => {
  const { beside } = world.articulations;
  const j = enterJoints(world);
  for (let k = 0; k < beside.count; k++) writeRowsOf(world, j, beside.items[k]);
};

/** Locks that have no short way. */
const raiseByRows = ({ articulations: a, rows }: World, from: number, to: number): void => {
  const { linkInts, lockRows } = a;
  let most = worst[0];
  for (let i = from; i < to; i++) {
    const k = (i * LINK_INTS) & INDEX_BITS;
    if (linkInts[k + LOCK_SHAPE] !== LockShape.rows) continue;
    const scale = linkInts[k + POINT_AT] >= 0 ? 0.5 : 1;
    const first = linkInts[k + FIRST_LOCK];
    for (let lock = first; lock < first + linkInts[k + LOCKS]; lock++) {
      const error = Math.abs(rows.data[lockRows[lock] * ROW + ERROR]) * scale;
      if (!(error <= most)) most = error;
    }
  }
  worst[0] = most;
};

/** Inertia, levers and motion subspaces of the links of a tree at the poses that were measured last. */
export const refreshLinks = (world: World, from: number, to: number): void => {
  const { articulations: a, bodies, rows } = world;
  const { links, linkInts } = a;
  const { centre, motion, rotation } = bodies;
  for (let i = from; i < to; i++) {
    const o = (i * LINK) & INDEX_BITS;
    const k = (i * LINK_INTS) & INDEX_BITS;
    const body = linkInts[k + LINK_BODY];
    const b = (body * 4) & INDEX_BITS;
    links[o + FACTOR_ROTATION] = rotation[b];
    links[o + FACTOR_ROTATION + 1] = rotation[b + 1];
    links[o + FACTOR_ROTATION + 2] = rotation[b + 2];
    links[o + FACTOR_ROTATION + 3] = rotation[b + 3];
    writeRotated(links, o + LINK_FRAME, o + LINK_MOMENTS, links, o + IW);
    writeRotated(links, o + LINK_FRAME, o + INVERSE_MOMENTS, motion, ((body * MOTION) & INDEX_BITS) + II);
    if (linkInts[k + LOCKED_AXES] !== 0) writeInverseInertia(bodies, body);
    links[o + RC] = links[o + LEVER];
    links[o + RC + 1] = links[o + LEVER + 1];
    links[o + RC + 2] = links[o + LEVER + 2];
    const parent = linkInts[k + PARENT];
    if (parent >= 0) {
      const p = (parent * LINK) & INDEX_BITS;
      const c = (body * 3) & INDEX_BITS;
      const d = (linkInts[parent * LINK_INTS + LINK_BODY] * 3) & INDEX_BITS;
      links[o + SHIFT] = centre[c] - centre[d] + (links[o + RC] - links[p + RC]);
      links[o + SHIFT + 1] = centre[c + 1] - centre[d + 1] + (links[o + RC + 1] - links[p + RC + 1]);
      links[o + SHIFT + 2] = centre[c + 2] - centre[d + 2] + (links[o + RC + 2] - links[p + RC + 2]);
      if (linkInts[k + LINK_KIND] === LinkKind.general)
        rotateInto(links, p + LINK_FRAME, o + PARENT_ANCHOR, links, o + PARENT_LEVER);
    }
    const shape = linkInts[k + LOCK_SHAPE];
    const isLimited = linkInts[k + SWING_CONTROL] >= 0 || linkInts[k + TWIST_CONTROL] >= 0;
    if (isLimited) refreshLimits(world, i);
    if (linkInts[k + LINK_KIND] <= LinkKind.ball || shape === LockShape.fixed) continue;
    if (shape === LockShape.hinge) writeHingeFreedom(a, i);
    else if (isLimited) continue;
    else if (shape === LockShape.square) writeSquareFreedoms(world, i);
    else refreshMotionSubspace(a, i, rows.data);
  }
};

/** Whether no link has turned by more than STILL_ANGLE since the factor was made. */
export const isStill = ({ articulations: a, bodies }: World, from: number, to: number): boolean => {
  const { links, linkInts } = a;
  const { rotation } = bodies;
  for (let i = from; i < to; i++) {
    const q = ((i * LINK) & INDEX_BITS) + FACTOR_ROTATION;
    const b = (linkInts[i * LINK_INTS + LINK_BODY] * 4) & INDEX_BITS;
    const x = rotation[b] - links[q];
    const y = rotation[b + 1] - links[q + 1];
    const z = rotation[b + 2] - links[q + 2];
    const w = rotation[b + 3] - links[q + 3];
    // The length is half of the angle.
    if (!(4 * (x * x + y * y + z * z + w * w) < STILL_ANGLE * STILL_ANGLE)) return false;
  }
  return true;
};

/** Limits that are near are active; a swing-twist joint without active limits is a ball. */
const refreshLimits = (world: World, i: number): void => {
  const { linkInts } = world.articulations;
  const k = (i * LINK_INTS) & INDEX_BITS;
  const near = linkInts[k + NEAR];
  if (near !== 0) activate(world, i);
  else {
    linkInts[k + ACTIVE] = 0;
    if (linkInts[k + LOCK_SHAPE] === LockShape.none) linkInts[k + LINK_KIND] = LinkKind.ball;
  }
};

/** Of a link whose limits are not active, and that is beyond one of them. */
export const activateLimits = (world: World, i: number): void => {
  const { linkInts } = world.articulations;
  const k = (i * LINK_INTS) & INDEX_BITS;
  const isLimited = linkInts[k + SWING_CONTROL] >= 0 || linkInts[k + TWIST_CONTROL] >= 0;
  if (isLimited && linkInts[k + ACTIVE] === 0 && isAnyViolated(world, i)) activate(world, i);
};

const activate = (world: World, i: number): void => {
  const { articulations: a } = world;
  const { linkInts } = a;
  const k = (i * LINK_INTS) & INDEX_BITS;
  if (linkInts[k + ACTIVE] === 0)
    for (let c = linkInts[k + FIRST_CONTROL]; c < linkInts[k + FIRST_CONTROL] + linkInts[k + CONTROLS]; c++)
      startLimit(a.controls, c);
  linkInts[k + ACTIVE] = 1;
  // The gradient of a hinge is its freedom.
  if (linkInts[k + LOCK_SHAPE] !== LockShape.none) return;
  linkInts[k + LINK_KIND] = LinkKind.spherical;
  takeLimitGradients(a, i);
  writeSwingFreedoms(a, i);
};

/** R diag(v) Rᵀ as xx, xy, xz, yy, yz, zz. */
const writeRotated = (links: Floats, frame: number, moments: number, out: Floats, outAt: number): void => {
  const f = frame & INDEX_BITS;
  const v = moments & INDEX_BITS;
  const to = outAt & INDEX_BITS;
  const r0 = links[f];
  const r1 = links[f + 1];
  const r2 = links[f + 2];
  const r3 = links[f + 3];
  const r4 = links[f + 4];
  const r5 = links[f + 5];
  const r6 = links[f + 6];
  const r7 = links[f + 7];
  const r8 = links[f + 8];
  const a = links[v];
  const b = links[v + 1];
  const c = links[v + 2];
  const a0 = a * r0;
  const b1 = b * r1;
  const c2 = c * r2;
  const a3 = a * r3;
  const b4 = b * r4;
  const c5 = c * r5;
  out[to] = a0 * r0 + b1 * r1 + c2 * r2;
  out[to + 1] = a0 * r3 + b1 * r4 + c2 * r5;
  out[to + 2] = a0 * r6 + b1 * r7 + c2 * r8;
  out[to + 3] = a3 * r3 + b4 * r4 + c5 * r5;
  out[to + 4] = a3 * r6 + b4 * r7 + c5 * r8;
  out[to + 5] = a * r6 * r6 + b * r7 * r7 + c * r8 * r8;
};

/** out ← R v. */
const rotateInto = (links: Floats, frame: number, at: number, out: Floats, outAt: number): void => {
  const f = frame & INDEX_BITS;
  const v = at & INDEX_BITS;
  const to = outAt & INDEX_BITS;
  const x = links[v];
  const y = links[v + 1];
  const z = links[v + 2];
  out[to] = links[f] * x + links[f + 1] * y + links[f + 2] * z;
  out[to + 1] = links[f + 3] * x + links[f + 4] * y + links[f + 5] * z;
  out[to + 2] = links[f + 6] * x + links[f + 7] * y + links[f + 8] * z;
};

/** The axis, along which the angle of B against A grows. */
const writeHingeFreedom = ({ links, linkInts, freedoms, controls }: Articulations, i: number): void => {
  const o = (i * LINK) & INDEX_BITS;
  const k = (i * LINK_INTS) & INDEX_BITS;
  const s = ((linkInts[k + FIRST_FREEDOM] * FREEDOM) & INDEX_BITS) + SS;
  rotateInto(links, o + LINK_FRAME, o + AXIS, freedoms, s);
  if (linkInts[k + SIDE] < 0) {
    freedoms[s] = -freedoms[s];
    freedoms[s + 1] = -freedoms[s + 1];
    freedoms[s + 2] = -freedoms[s + 2];
  }
  if (linkInts[k + CONTROLS] === 0) return;
  const g = ((linkInts[k + FIRST_CONTROL] * CONTROL_FLOATS) & INDEX_BITS) + CONTROL_GRADIENT;
  for (let m = 0; m < 3; m++) controls[g + m] = freedoms[s + m];
};

/**
 * Rotations across the normal n of both axes: about the link's own axis u, and about n × u, which lies in the plane of both.
 * Along each other they have no normal; any direction across them is taken, the one that measure-links.ts takes.
 */
const writeSquareFreedoms = (world: World, i: number): void => {
  const { links, linkInts, freedoms } = world.articulations;
  const o = (i * LINK) & INDEX_BITS;
  const k = (i * LINK_INTS) & INDEX_BITS;
  const s = ((linkInts[k + FIRST_FREEDOM] * FREEDOM) & INDEX_BITS) + SS;
  const parent = linkInts[k + PARENT];
  if (parent >= 0) rotateInto(links, parent * LINK + LINK_FRAME, o + PARENT_AXIS, freedoms, s);
  else writeOuterAxis(world, i, freedoms, s);
  rotateInto(links, o + LINK_FRAME, o + AXIS, freedoms, s + FREEDOM);
  makeSquare(freedoms, s, s + FREEDOM);
};

/** p ← n × u with the unit normal n of p and u. */
const makeSquare = (freedoms: Floats, p: number, u: number): void => {
  const ux = freedoms[u];
  const uy = freedoms[u + 1];
  const uz = freedoms[u + 2];
  let nx = freedoms[p + 1] * uz - freedoms[p + 2] * uy;
  let ny = freedoms[p + 2] * ux - freedoms[p] * uz;
  let nz = freedoms[p] * uy - freedoms[p + 1] * ux;
  if (!(nx * nx + ny * ny + nz * nz > 0)) {
    const isX = Math.abs(ux) < 0.6;
    const along = isX ? ux : uy;
    nx = (isX ? 1 : 0) - along * ux;
    ny = (isX ? 0 : 1) - along * uy;
    nz = -along * uz;
  }
  const scale = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
  freedoms[p] = scale * (ny * uz - nz * uy);
  freedoms[p + 1] = scale * (nz * ux - nx * uz);
  freedoms[p + 2] = scale * (nx * uy - ny * ux);
};
