import { createFloats, type Floats } from '../../math/floats.js';
import { INDEX_BITS } from '../../math/index-bits.js';
import {
  type Articulations,
  CONTROL_CLOSING,
  CONTROL_FLOATS,
  CONTROL_FREEDOM,
  CONTROL_INTS,
  CONTROLS,
  DRIVE_AT,
  DRIVE_SUM,
  DUAL,
  END_TREE_CONTROL,
  FIRST_CONTROL,
  FIRST_LINK,
  FIRST_LOCK,
  FIRST_TREE_CONTROL,
  FREEDOM,
  HOLD,
  Hold,
  IW,
  LIMIT_AT,
  LIMIT_SUM,
  LINK,
  LINK_BODY,
  LINK_INTS,
  LINK_JOINT,
  LINK_MASS,
  LOCK,
  LOCKS,
  MOMENTUM,
  OUTER,
  P,
  PARENT,
  POINT_AT,
  RC,
  SHIFT,
  SIDE,
  SPRING_AT,
  SPRING_SUM,
  SS,
  TREE_INTS,
  WAS_HELD,
} from '../../state/articulations.js';
import { MOTION, V, W } from '../../state/bodies.js';
import { CLOSING, CLOSING_SUM } from '../../state/closing-rows.js';
import { IMPULSE, LEVER_A, LEVER_B, POINT_ROW } from '../../state/points.js';
import {
  BLOCK,
  BODY_A,
  BODY_B,
  DIRECT,
  J,
  KIND,
  Kind,
  LAMBDA,
  LOWER,
  ROW,
  ROW_INTS,
  UPPER,
} from '../../state/rows.js';
import type { World } from '../../state/world.js';
import { writeClosingImpulses } from './loops/closing-stages.js';
import { shareLoads } from './share-loads.js';

/**
 * λ of the rows that an articulation solved, from the balance of momentum over the substep. The joints gave a body
 *   (m v, I ω) at the end - (m v, I ω) at the start - impulses from outside
 * with external forces in the start. Summed over the subtree of a link this is the impulse (n, l) of its joint about
 * the reference point, and λ = dual · (n, l), so that Σ Jᵀλ is exactly what the joint did.
 */

/** From the impulses on the bodies to those of the joints, and λ of the rows. */
export const sumUpTree = (world: World, tree: number): void => {
  const { ends, treeInts } = world.articulations;
  const from = treeInts[tree * TREE_INTS + FIRST_LINK];
  for (let i = ends.items[tree] - 1; i >= from; i--) {
    addToParent(world, i);
    writeRowImpulses(world, i);
  }
  writeClosingImpulses(world, tree);
  shareClosingControls(world, tree);
  shareLoads(world, tree);
};

/** The impulse that joints gave a body, about its reference point, into P of the link. */
export const writeOwnImpulse = (world: World, i: number): void => {
  const { links, linkInts } = world.articulations;
  const { motion } = world.bodies;
  const o = (i * LINK) & INDEX_BITS;
  const m = (linkInts[i * LINK_INTS + LINK_BODY] * MOTION) & INDEX_BITS;
  const x = motion[m + W];
  const y = motion[m + W + 1];
  const z = motion[m + W + 2];
  const w = o + IW;
  const mass = links[o + LINK_MASS];
  const l0 = mass * motion[m + V] - links[o + MOMENTUM] - links[o + OUTER];
  const l1 = mass * motion[m + V + 1] - links[o + MOMENTUM + 1] - links[o + OUTER + 1];
  const l2 = mass * motion[m + V + 2] - links[o + MOMENTUM + 2] - links[o + OUTER + 2];
  links[o + P + 3] = l0;
  links[o + P + 4] = l1;
  links[o + P + 5] = l2;
  const n0 = links[w] * x + links[w + 1] * y + links[w + 2] * z;
  const n1 = links[w + 1] * x + links[w + 3] * y + links[w + 4] * z;
  const n2 = links[w + 2] * x + links[w + 4] * y + links[w + 5] * z;
  const rx = links[o + RC];
  const ry = links[o + RC + 1];
  const rz = links[o + RC + 2];
  // About the reference point, which lies rc from the centre: n - rc × l.
  links[o + P] = n0 - links[o + MOMENTUM + 3] - links[o + OUTER + 3] - (ry * l2 - rz * l1);
  links[o + P + 1] = n1 - links[o + MOMENTUM + 4] - links[o + OUTER + 4] - (rz * l0 - rx * l2);
  links[o + P + 2] = n2 - links[o + MOMENTUM + 5] - links[o + OUTER + 5] - (rx * l1 - ry * l0);
};

/** Takes away what rows gave the links that sweeps have solved. */
export const takeSweptImpulses = ({ articulations: a, rows }: World): void => {
  const { data, index, points } = rows;
  let kind: number = Kind.general;
  for (let row = 0; row < rows.count; row++) {
    const k = (row * ROW_INTS) & INDEX_BITS;
    if (index[k + BLOCK] !== 0) kind = index[k + KIND];
    if (index[k + DIRECT] !== 0) continue;
    for (let side = 0; side < 2; side++) {
      const link = a.linkOf[index[k + (side === 0 ? BODY_A : BODY_B)]];
      if (link < 0) continue;
      if (kind < Kind.point) takeRow(a.links, link * LINK, data, row * ROW, side * 6);
      else if (index[k + BLOCK] !== 0) takePoint(a.links, link * LINK, points, row * POINT_ROW, side);
    }
  }
};

/** The impulse Jᵀλ of one side, about the reference point. */
const takeRow = (links: Floats, o: number, data: Floats, at: number, half: number): void => {
  const lambda = data[at + LAMBDA];
  const j = at + J + half;
  takeAt(links, o, lambda * data[j], lambda * data[j + 1], lambda * data[j + 2]);
  for (let m = 0; m < 3; m++) links[o + P + m] -= lambda * data[j + 3 + m];
};

const takePoint = (links: Floats, o: number, points: Floats, at: number, side: number): void => {
  const sign = side === 0 ? -1 : 1;
  const r = at + (side === 0 ? LEVER_A : LEVER_B);
  const x = sign * points[at + IMPULSE];
  const y = sign * points[at + IMPULSE + 1];
  const z = sign * points[at + IMPULSE + 2];
  takeAt(links, o, x, y, z);
  links[o + P] -= points[r + 1] * z - points[r + 2] * y;
  links[o + P + 1] -= points[r + 2] * x - points[r] * z;
  links[o + P + 2] -= points[r] * y - points[r + 1] * x;
};

/** Takes away a linear impulse at the centre of mass. */
const takeAt = (links: Floats, o: number, x: number, y: number, z: number): void => {
  const rx = links[o + RC];
  const ry = links[o + RC + 1];
  const rz = links[o + RC + 2];
  links[o + P] += ry * z - rz * y;
  links[o + P + 1] += rz * x - rx * z;
  links[o + P + 2] += rx * y - ry * x;
  links[o + P + 3] -= x;
  links[o + P + 4] -= y;
  links[o + P + 5] -= z;
};

const addToParent = ({ articulations: { links, linkInts } }: World, i: number): void => {
  const parent = linkInts[i * LINK_INTS + PARENT];
  if (parent < 0) return;
  const o = (i * LINK) & INDEX_BITS;
  const p = (parent * LINK) & INDEX_BITS;
  const x = links[o + SHIFT];
  const y = links[o + SHIFT + 1];
  const z = links[o + SHIFT + 2];
  const l0 = links[o + P + 3];
  const l1 = links[o + P + 4];
  const l2 = links[o + P + 5];
  links[p + P] += links[o + P] + y * l2 - z * l1;
  links[p + P + 1] += links[o + P + 1] + z * l0 - x * l2;
  links[p + P + 2] += links[o + P + 2] + x * l1 - y * l0;
  links[p + P + 3] += l0;
  links[p + P + 4] += l1;
  links[p + P + 5] += l2;
};

const writeRowImpulses = ({ articulations: a, rows }: World, i: number): void => {
  const { links, linkInts, locks, lockRows, controlInts, freedoms } = a;
  const k = (i * LINK_INTS) & INDEX_BITS;
  const p = ((i * LINK) & INDEX_BITS) + P;
  if (linkInts[k + LINK_JOINT] < 0) return;
  const point = linkInts[k + POINT_AT];
  if (point >= 0) {
    const at = ((point * POINT_ROW) & INDEX_BITS) + IMPULSE;
    const side = linkInts[k + SIDE];
    rows.points[at] = side * links[p + 3];
    rows.points[at + 1] = side * links[p + 4];
    rows.points[at + 2] = side * links[p + 5];
  }
  const first = linkInts[k + FIRST_LOCK];
  for (let lock = first; lock < first + linkInts[k + LOCKS]; lock++) {
    let sum = 0;
    for (let m = 0; m < 6; m++) sum += locks[lock * LOCK + DUAL + m] * links[p + m];
    rows.data[lockRows[lock] * ROW + LAMBDA] = sum;
  }
  const firstControl = linkInts[k + FIRST_CONTROL];
  for (let c = firstControl; c < firstControl + linkInts[k + CONTROLS]; c++) {
    const s = ((controlInts[c * CONTROL_INTS + CONTROL_FREEDOM] * FREEDOM) & INDEX_BITS) + SS;
    let sum = 0;
    for (let m = 0; m < 6; m++) sum += freedoms[s + m] * links[p + m];
    total[0] = sum;
    shareImpulse(a, rows.data, c);
  }
};

/** Rows of controls of joints that close loops. */
const shareClosingControls = ({ articulations: a, rows }: World, tree: number): void => {
  const end = a.treeInts[tree * TREE_INTS + END_TREE_CONTROL];
  for (let c = a.treeInts[tree * TREE_INTS + FIRST_TREE_CONTROL]; c < end; c++) {
    const closing = a.controlInts[c * CONTROL_INTS + CONTROL_CLOSING];
    if (closing < 0) continue;
    total[0] = a.closing.data[closing * CLOSING + CLOSING_SUM];
    shareImpulse(a, rows.data, c);
  }
};

/** Scratch: the impulse along the freedom of a control. */
const total = createFloats(1);

/** Divides it among the rows of the control: what drive and spring did not do, the limit did. */
const shareImpulse = ({ controls, controlInts }: Articulations, data: Floats, c: number): void => {
  const k = (c * CONTROL_INTS) & INDEX_BITS;
  const o = (c * CONTROL_FLOATS) & INDEX_BITS;
  const limit = controlInts[k + LIMIT_AT];
  const spring = controlInts[k + SPRING_AT];
  const drive = controlInts[k + DRIVE_AT];
  const hold = controlInts[k + HOLD];
  const isLimited = limit >= 0 && (controls[o + WAS_HELD] !== 0 || controls[o + LIMIT_SUM] !== 0);
  let left = total[0];
  if (limit >= 0 && !isLimited) data[limit * ROW + LAMBDA] = 0;
  if (drive >= 0) {
    const isEffort = data[drive * ROW + LOWER] === data[drive * ROW + UPPER];
    // A motor at its bound gives that, whatever the levers did to the balance within the substep.
    const isLast = !isLimited && spring < 0 && !isEffort && hold <= Hold.motor;
    const lambda = isLast ? left : isEffort ? data[drive * ROW + LOWER] : controls[o + DRIVE_SUM];
    data[drive * ROW + LAMBDA] = lambda;
    left -= lambda;
  }
  if (spring >= 0) {
    const lambda = isLimited ? controls[o + SPRING_SUM] : left;
    data[spring * ROW + LAMBDA] = lambda;
    left -= lambda;
  }
  if (isLimited) data[limit * ROW + LAMBDA] = left;
};
