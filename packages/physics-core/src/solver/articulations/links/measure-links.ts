import { writePrincipalRotation } from '../../../bodies/inertia.js';
import { createFloats, type Floats } from '../../../math/floats.js';
import { INDEX_BITS } from '../../../math/index-bits.js';
import { atan2Scratch, writeAtan2 } from '../../../math/trigonometry.js';
import {
  ANCHOR,
  AXIS,
  BEND,
  GAP,
  GAP_SHARE,
  LEVER,
  LINK,
  LINK_BODY,
  LINK_FRAME,
  LINK_INTS,
  LINK_JOINT,
  LINK_KIND,
  LinkKind,
  LOCK_SHAPE,
  LockShape,
  PARENT,
  PARENT_ANCHOR,
  PARENT_AXIS,
  REST,
  SIDE,
} from '../../../state/articulations.js';
import { BodyFlag, type BodyTable } from '../../../state/bodies.js';
import type { World } from '../../../state/world.js';
import { CLOSE_AXES_COSINE } from '../../../tuning.js';

/**
 * Errors of the joints of a tree at the present poses, straight from anchors and axes. With R the rotation of the link's
 * principal axes and P that of its parent's, both centres x and y,
 *   point       g = x + R a - (y + P b)                           a, b anchors from the centres of mass
 *   hinge       n = P v × R u                                     u, v the axes: the link's has turned by n from the parent's
 *   fixed       φ = 2 vec(q p̄)                                   q the link's frame, p where the parent wants it
 *   square      -(P v · R u) n / n²
 * The last three are the rotation vector by which the link is off, to first order; of large angles the whole one is taken.
 * The force of a point acts on both bodies at one place, which divides the gap between the levers as the rows of a point
 * do (parts/point.ts). R is in LINK_FRAME: whatever moves a link writes it.
 */

/** Scratch: the largest error of a tree, m, with half a metre a radian. */
export const worst = createFloats(1);

/** Scratch: of a parent that is no link its centre 3, its lever 3, and its axis 3, all in world axes. */
const outer = createFloats(9);

/** Scratch: rotations of the principal axes of a link and of its parent. */
const own = createFloats(4);
const wanted = createFloats(4);

export const measureLinks = (world: World, from: number, to: number): void => {
  const { articulations: a, bodies } = world;
  const { links, linkInts } = a;
  const { centre } = bodies;
  let most = 0;
  for (let i = from; i < to; i++) {
    const o = (i * LINK) & INDEX_BITS;
    const k = (i * LINK_INTS) & INDEX_BITS;
    const c = (linkInts[k + LINK_BODY] * 3) & INDEX_BITS;
    const f = o + LINK_FRAME;
    if (linkInts[k + LINK_KIND] === LinkKind.free) {
      links[o + LEVER] = 0;
      links[o + LEVER + 1] = 0;
      links[o + LEVER + 2] = 0;
      continue;
    }
    let ax = links[o + ANCHOR];
    let ay = links[o + ANCHOR + 1];
    let az = links[o + ANCHOR + 2];
    const rx = links[f] * ax + links[f + 1] * ay + links[f + 2] * az;
    const ry = links[f + 3] * ax + links[f + 4] * ay + links[f + 5] * az;
    const rz = links[f + 6] * ax + links[f + 7] * ay + links[f + 8] * az;
    const parent = linkInts[k + PARENT];
    let gx = centre[c];
    let gy = centre[c + 1];
    let gz = centre[c + 2];
    if (parent >= 0) {
      const p = ((parent * LINK) & INDEX_BITS) + LINK_FRAME;
      const d = (linkInts[parent * LINK_INTS + LINK_BODY] * 3) & INDEX_BITS;
      ax = links[o + PARENT_ANCHOR];
      ay = links[o + PARENT_ANCHOR + 1];
      az = links[o + PARENT_ANCHOR + 2];
      gx = gx - centre[d] + (rx - (links[p] * ax + links[p + 1] * ay + links[p + 2] * az));
      gy = gy - centre[d + 1] + (ry - (links[p + 3] * ax + links[p + 4] * ay + links[p + 5] * az));
      gz = gz - centre[d + 2] + (rz - (links[p + 6] * ax + links[p + 7] * ay + links[p + 8] * az));
    } else {
      writeOuterParent(world, i);
      gx = gx - outer[0] + (rx - outer[3]);
      gy = gy - outer[1] + (ry - outer[4]);
      gz = gz - outer[2] + (rz - outer[5]);
    }
    links[o + GAP] = gx;
    links[o + GAP + 1] = gy;
    links[o + GAP + 2] = gz;
    const share = links[o + GAP_SHARE];
    links[o + LEVER] = rx - share * gx;
    links[o + LEVER + 1] = ry - share * gy;
    links[o + LEVER + 2] = rz - share * gz;
    const shape = linkInts[k + LOCK_SHAPE];
    if (linkInts[k + LINK_KIND] !== LinkKind.general) {
      const square = gx * gx + gy * gy + gz * gz;
      // Not `square > most`: NaN must not pass as no error.
      if (!(square <= most)) most = square;
    }
    if (shape === LockShape.none || shape === LockShape.rows) continue;
    if (shape === LockShape.fixed) bendFixed(world, i, parent);
    else bendAxes(links, o, parent >= 0 ? (parent * LINK) & INDEX_BITS : -1, shape === LockShape.hinge);
    const x = links[o + BEND];
    const y = links[o + BEND + 1];
    const z = links[o + BEND + 2];
    const bent = 0.25 * (x * x + y * y + z * z);
    if (!(bent <= most)) most = bent;
  }
  worst[0] = Math.sqrt(most);
};

export const writeLinkFrames = (
  { articulations: { links, linkInts }, bodies }: World,
  from: number,
  to: number,
): void => {
  for (let i = from; i < to; i++)
    writeLinkFrame(bodies, linkInts[i * LINK_INTS + LINK_BODY], links, i * LINK + LINK_FRAME);
};

/** The rotation matrix of the principal axes. */
export const writeLinkFrame = (bodies: BodyTable, body: number, links: Floats, frameAt: number): void => {
  const f = frameAt & INDEX_BITS;
  const { rotation, principal, flags } = bodies;
  const b = (body * 4) & INDEX_BITS;
  let x = rotation[b];
  let y = rotation[b + 1];
  let z = rotation[b + 2];
  let w = rotation[b + 3];
  if ((flags[body] & BodyFlag.tilted) !== 0) {
    const ax = x;
    const ay = y;
    const az = z;
    const px = principal[b];
    const py = principal[b + 1];
    const pz = principal[b + 2];
    const pw = principal[b + 3];
    x = w * px + ax * pw + ay * pz - az * py;
    y = w * py - ax * pz + ay * pw + az * px;
    z = w * pz + ax * py - ay * px + az * pw;
    w = w * pw - ax * px - ay * py - az * pz;
  }
  const xx = 2 * x * x;
  const yy = 2 * y * y;
  const zz = 2 * z * z;
  const xy = 2 * x * y;
  const xz = 2 * x * z;
  const yz = 2 * y * z;
  const wx = 2 * w * x;
  const wy = 2 * w * y;
  const wz = 2 * w * z;
  links[f] = 1 - (yy + zz);
  links[f + 1] = xy - wz;
  links[f + 2] = xz + wy;
  links[f + 3] = xy + wz;
  links[f + 4] = 1 - (xx + zz);
  links[f + 5] = yz - wx;
  links[f + 6] = xz - wy;
  links[f + 7] = yz + wx;
  links[f + 8] = 1 - (xx + yy);
};

/** Centre, lever and axis of the world or of a static or kinematic body. */
const writeOuterParent = ({ articulations: a, bodies, joints }: World, i: number): void => {
  const { links, linkInts } = a;
  const o = i * LINK;
  const joint = linkInts[i * LINK_INTS + LINK_JOINT];
  const body = linkInts[i * LINK_INTS + SIDE] > 0 ? joints.bodyA[joint] : joints.bodyB[joint];
  for (let m = 0; m < 3; m++) outer[m] = bodies.centre[body * 3 + m];
  turnInto(bodies.rotation, body * 4, links, o + PARENT_ANCHOR, outer, 3);
  turnInto(bodies.rotation, body * 4, links, o + PARENT_AXIS, outer, 6);
};

/** The axis of such a parent. */
export const writeOuterAxis = (world: World, i: number, out: Floats, to: number): void => {
  writeOuterParent(world, i);
  for (let m = 0; m < 3; m++) out[to + m] = outer[6 + m];
};

/** out ← q v q̄. */
const turnInto = (q: Floats, b: number, v: Floats, at: number, out: Floats, to: number): void => {
  const x = q[b];
  const y = q[b + 1];
  const z = q[b + 2];
  const w = q[b + 3];
  const tx = 2 * (y * v[at + 2] - z * v[at + 1]);
  const ty = 2 * (z * v[at] - x * v[at + 2]);
  const tz = 2 * (x * v[at + 1] - y * v[at]);
  out[to] = v[at] + w * tx + y * tz - z * ty;
  out[to + 1] = v[at + 1] + w * ty + z * tx - x * tz;
  out[to + 2] = v[at + 2] + w * tz + x * ty - y * tx;
};

/** Two axes that stay parallel, or square. */
const bendAxes = (links: Floats, at: number, p: number, isHinge: boolean): void => {
  const o = at & INDEX_BITS;
  const f = o + LINK_FRAME;
  const ux = links[o + AXIS];
  const uy = links[o + AXIS + 1];
  const uz = links[o + AXIS + 2];
  const cx = links[f] * ux + links[f + 1] * uy + links[f + 2] * uz;
  const cy = links[f + 3] * ux + links[f + 4] * uy + links[f + 5] * uz;
  const cz = links[f + 6] * ux + links[f + 7] * uy + links[f + 8] * uz;
  let px = outer[6];
  let py = outer[7];
  let pz = outer[8];
  if (p >= 0) {
    const e = p + LINK_FRAME;
    const vx = links[o + PARENT_AXIS];
    const vy = links[o + PARENT_AXIS + 1];
    const vz = links[o + PARENT_AXIS + 2];
    px = links[e] * vx + links[e + 1] * vy + links[e + 2] * vz;
    py = links[e + 3] * vx + links[e + 4] * vy + links[e + 5] * vz;
    pz = links[e + 6] * vx + links[e + 7] * vy + links[e + 8] * vz;
  }
  let nx = py * cz - pz * cy;
  let ny = pz * cx - px * cz;
  let nz = px * cy - py * cx;
  const cosine = px * cx + py * cy + pz * cz;
  const square = nx * nx + ny * ny + nz * nz;
  let scale = isHinge ? 1 : -cosine / square;
  const isFar = isHinge ? cosine < CLOSE_AXES_COSINE : !(square > CLOSE_AXES_COSINE);
  if (isFar) {
    // The whole angle: between the axes, or what they miss of a right one.
    const sine = Math.sqrt(square);
    atan2Scratch[0] = isHinge ? sine : -cosine;
    atan2Scratch[1] = isHinge ? cosine : sine;
    writeAtan2();
    scale = sine > 0 ? atan2Scratch[0] / sine : 0;
    if (!(sine > 0)) {
      // Axes along each other, opposite ones of a hinge: every axis across them leads back.
      const isX = Math.abs(cx) < 0.6;
      const along = isX ? cx : cy;
      const length = Math.sqrt(1 - along * along);
      scale = atan2Scratch[0] / length;
      nx = (isX ? 1 : 0) - along * cx;
      ny = (isX ? 0 : 1) - along * cy;
      nz = -along * cz;
    }
  }
  links[o + BEND] = scale * nx;
  links[o + BEND + 1] = scale * ny;
  links[o + BEND + 2] = scale * nz;
};

/** No rotation against the parent: φ = 2 vec(q p̄), p = parent's frame · REST. */
const bendFixed = (world: World, i: number, parent: number): void => {
  const { articulations: a, bodies, joints } = world;
  const { links, linkInts } = a;
  const o = i * LINK;
  const k = i * LINK_INTS;
  writePrincipalRotation(bodies, linkInts[k + LINK_BODY], own);
  if (parent >= 0) writePrincipalRotation(bodies, linkInts[parent * LINK_INTS + LINK_BODY], wanted);
  else {
    const joint = linkInts[k + LINK_JOINT];
    const body = linkInts[k + SIDE] > 0 ? joints.bodyA[joint] : joints.bodyB[joint];
    for (let m = 0; m < 4; m++) wanted[m] = bodies.rotation[body * 4 + m];
  }
  const ax = wanted[0];
  const ay = wanted[1];
  const az = wanted[2];
  const aw = wanted[3];
  const bx = links[o + REST];
  const by = links[o + REST + 1];
  const bz = links[o + REST + 2];
  const bw = links[o + REST + 3];
  const px = aw * bx + ax * bw + ay * bz - az * by;
  const py = aw * by - ax * bz + ay * bw + az * bx;
  const pz = aw * bz + ax * by - ay * bx + az * bw;
  const pw = aw * bw - ax * bx - ay * by - az * bz;
  const x = own[0];
  const y = own[1];
  const z = own[2];
  const w = own[3];
  const ex = x * pw - w * px - y * pz + z * py;
  const ey = y * pw - w * py - z * px + x * pz;
  const ez = z * pw - w * pz - x * py + y * px;
  const ew = w * pw + x * px + y * py + z * pz;
  const sign = ew < 0 ? -1 : 1;
  let scale = 2 * sign;
  if (sign * ew < CLOSE_AXES_COSINE) {
    const sine = Math.sqrt(ex * ex + ey * ey + ez * ez);
    atan2Scratch[0] = sine;
    atan2Scratch[1] = sign * ew;
    writeAtan2();
    scale = (2 * sign * atan2Scratch[0]) / sine;
  }
  links[o + BEND] = scale * ex;
  links[o + BEND + 1] = scale * ey;
  links[o + BEND + 2] = scale * ez;
};
