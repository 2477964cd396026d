import { createFloats, type Floats, growFloats } from '../../../math/floats.js';
import { pushIndex } from '../../../math/index-list.js';
import { refreshPoint } from '../../../parts/point.js';
import { expandJoint, storePointImpulses } from '../../../rows/expand-points.js';
import {
  BLOCK_K,
  FIRST_TOUR_ROW,
  LINK,
  LINK_INTS,
  P,
  THROWN,
  TOUR_ROW,
  TREE_INTS,
  UNJOINTED_K,
} from '../../../state/articulations.js';
import { MOTION, V, W } from '../../../state/bodies.js';
import { isLink } from '../../../state/links.js';
import { POINT_ROW } from '../../../state/points.js';
import {
  BLOCK,
  BODY_A,
  BODY_B,
  COUPLED,
  DIRECT,
  IN_TOUR,
  J,
  JOINT,
  KIND,
  Kind,
  LAMBDA,
  ROW,
  ROW_INTS,
} from '../../../state/rows.js';
import type { World } from '../../../state/world.js';
import { addBodyResponse, addOuter, moveToCentre, moveToReference, wrench } from './link-frame.js';
import { responseBase, responseFloats, subtractLoops } from './loop-responses.js';
import { writeResponse } from './responses.js';
import { sortByHost } from './sort-by-host.js';
import { writeCrossResponse } from './tour.js';

/**
 * Rows on links that are neither locks nor controls of the tree: soft locks and soft limits, three-axis motors, friction
 * beside a motor, joints that only limit or pull, joints to bodies with locked axes. They are solved in the tour, like
 * contacts, with the articulated response of their links, block by block (solve-tour-rows.ts): Ċ = J v, K = J Φ Jᵀ.
 */

/** Whether a tour solves the block that begins with a row. */
const isTourBlock = (world: World, row: number): boolean => {
  const { index } = world.rows;
  const k = row * ROW_INTS;
  if (index[k + DIRECT] !== 0 || index[k + BLOCK] === COUPLED || index[k + BLOCK] === 0) return false;
  return isLink(world, index[k + BODY_A]) || isLink(world, index[k + BODY_B]);
};

/** The link at which the tour solves a block. */
const hostOf = ({ articulations: a, rows: { index } }: World, row: number): number => {
  const link = a.linkOf[index[row * ROW_INTS + BODY_A]];
  return link >= 0 ? link : a.linkOf[index[row * ROW_INTS + BODY_B]];
};

/** Lists the blocks, sorted by their links, and marks their rows: no sweep solves them. */
export const listTourRows = (world: World): void => {
  const { articulations: a, rows } = world;
  const { tourRows } = a;
  tourRows.count = 0;
  for (let row = 0; row < rows.count && a.count > 0; row++)
    if (isTourBlock(world, row)) pushIndex(tourRows, row);
  sortByHost(world, tourRows, FIRST_TOUR_ROW, hostOf);
  for (let k = 0; k < tourRows.count; k++) {
    const first = tourRows.items[k];
    const end = first + rows.index[first * ROW_INTS + BLOCK];
    for (let row = first; row < end; row++) rows.index[row * ROW_INTS + DIRECT] = IN_TOUR;
  }
  if (a.tourRowFloats.length < tourRows.count * TOUR_ROW)
    a.tourRowFloats = growFloats(a.tourRowFloats, tourRows.count * TOUR_ROW);
};

/** Marks the links on which the blocks act, and what a tour visits with them. */
export const markTouredLinks = (world: World, mark: (world: World, link: number) => void): void => {
  const { articulations: a, rows } = world;
  for (let k = 0; k < a.tourRows.count; k++) {
    for (let side = BODY_A; side <= BODY_B; side++) {
      const link = a.linkOf[rows.index[a.tourRows.items[k] * ROW_INTS + side]];
      if (link >= 0) mark(world, link);
    }
  }
};

/** First block after those of link i. */
export const endOfRows = ({ articulations: a }: World, i: number): number =>
  i + 1 < a.count ? a.linkInts[(i + 1) * LINK_INTS + FIRST_TOUR_ROW] : a.tourRows.count;

/** Place of the entry (i, j) of a symmetric matrix. */
export const ENTRY = Int32Array.of(0, 1, 2, 1, 3, 4, 2, 4, 5);

/** Responses of both sides and K of every block, at the present poses. */
export const prepareTourRows = (world: World): void => {
  const { articulations: a, rows } = world;
  for (let k = 0; k < a.tourRows.count; k++) {
    const row = a.tourRows.items[k];
    const count = rows.index[row * ROW_INTS + BLOCK];
    refreshTourPoint(world, row);
    for (let m = 0; m < 6; m++) {
      a.tourRowFloats[k * TOUR_ROW + BLOCK_K + m] = 0;
      a.tourRowFloats[k * TOUR_ROW + UNJOINTED_K + m] = 0;
    }
    addSide(world, k, row, count, 0);
    addSide(world, k, row, count, 1);
    addCross(world, k, row, count);
  }
};

/** Rows of points are expanded from their records; those of a lone point nobody else refreshes. */
const refreshTourPoint = (world: World, row: number): void => {
  const { articulations: a, bodies, rows } = world;
  const k = row * ROW_INTS;
  const joint = rows.index[k + JOINT];
  if (rows.index[k + KIND] < Kind.point) return;
  if (rows.index[k + KIND] === Kind.lonePoint && a.linkOfJoint[joint] < 0)
    refreshPoint(
      rows.points,
      bodies.rotation,
      bodies.centre,
      bodies.motion,
      row * POINT_ROW,
      rows.index[k + BODY_A],
      rows.index[k + BODY_B],
    );
  expandJoint(world, joint);
};

/** Scratch: the answers of a body without joints, six numbers a row. */
const free = createFloats(18);

const addSide = (world: World, k: number, row: number, count: number, side: 0 | 1): void => {
  const { articulations: a, bodies, rows } = world;
  const floats = a.tourRowFloats;
  const body = rows.index[row * ROW_INTS + (side === 0 ? BODY_A : BODY_B)];
  const link = a.linkOf[body];
  const t = k * TOUR_ROW;
  for (let i = 0; i < count; i++) {
    const to = t + 12 * i + 6 * side;
    readHalf(rows.data, row + i, side);
    for (let m = 0; m < 6; m++) {
      floats[to + m] = 0;
      free[6 * i + m] = 0;
    }
    addBodyResponse(bodies.motion, body * MOTION, free, 6 * i);
    if (link < 0) {
      for (let m = 0; m < 6; m++) floats[to + m] = free[6 * i + m];
      continue;
    }
    moveToReference(a.links, link * LINK);
    writeResponse(responseFloats(a, link), responseBase(a, link), wrench, 0, floats, to);
    moveToCentre(a.links, link * LINK, floats, to);
  }
  for (let i = 0; i < count; i++) {
    readHalf(rows.data, row + i, side);
    for (let j = i; j < count; j++) {
      const from = t + 12 * j + 6 * side;
      let sum = 0;
      let unjointed = 0;
      for (let m = 0; m < 6; m++) {
        sum += wrench[m] * floats[from + m];
        unjointed += wrench[m] * free[6 * j + m];
      }
      floats[t + BLOCK_K + ENTRY[3 * i + j]] += sum;
      floats[t + UNJOINTED_K + ENTRY[3 * i + j]] += unjointed;
    }
  }
};

/** Scratch: the motion of A under an impulse on B. */
const cross = createFloats(6);

/** Both bodies in one tree: K gains J_A (motion of A under J_Bᵀ) and its transpose. */
const addCross = (world: World, k: number, row: number, count: number): void => {
  const { articulations: a, rows } = world;
  const linkA = a.linkOf[rows.index[row * ROW_INTS + BODY_A]];
  const linkB = a.linkOf[rows.index[row * ROW_INTS + BODY_B]];
  if (linkA < 0 || linkB < 0 || a.treeOf[linkA] !== a.treeOf[linkB]) return;
  const to = k * TOUR_ROW + BLOCK_K;
  for (let j = 0; j < count; j++) {
    readHalf(rows.data, row + j, 1);
    moveToReference(a.links, linkB * LINK);
    writeCrossResponse(a, linkB, linkA, wrench, cross);
    subtractLoops(a, linkB, linkA, wrench, cross);
    moveToCentre(a.links, linkA * LINK, cross, 0);
    for (let i = 0; i < count; i++) {
      readHalf(rows.data, row + i, 0);
      let sum = 0;
      for (let m = 0; m < 6; m++) sum += wrench[m] * cross[m];
      a.tourRowFloats[to + ENTRY[3 * i + j]] += i === j ? 2 * sum : sum;
    }
  }
};

/** Half of J, (linear, angular) in the table, into `wrench` as (n, l). */
export const readHalf = (data: Floats, row: number, side: 0 | 1): void => {
  const at = row * ROW + J + 6 * side;
  for (let m = 0; m < 3; m++) {
    wrench[m] = data[at + 3 + m];
    wrench[3 + m] = data[at + m];
  }
};

/** Adds the persistent impulses of all rows to P of links, and to the velocity of single bodies. */
export const warmStartTourRows = (world: World): void => {
  const { articulations: a, rows } = world;
  for (let k = 0; k < a.tourRows.count; k++) {
    const first = a.tourRows.items[k];
    const count = rows.index[first * ROW_INTS + BLOCK];
    for (let i = 0; i < count; i++) {
      change[0] = rows.data[(first + i) * ROW + LAMBDA];
      if (change[0] === 0) continue;
      for (let side = 0; side < 2; side++) {
        const body = rows.index[first * ROW_INTS + (side === 0 ? BODY_A : BODY_B)];
        const link = a.linkOf[body];
        if (link < 0) {
          addToBody(world, k, i, body, side);
          continue;
        }
        readHalf(rows.data, first + i, side === 0 ? 0 : 1);
        for (let m = 0; m < 6; m++) wrench[m] *= change[0];
        addOuter(a.links, link * LINK);
        addToInput(a.links, link * LINK);
      }
    }
  }
};

/** P of a link gets the impulse in `wrench`, which acts at its centre of mass. */
const addToInput = (links: Floats, o: number): void => {
  moveToReference(links, o);
  for (let m = 0; m < 6; m++) links[o + P + m] += wrench[m];
};

/** Once more to P of the links of articulations that begin anew (throwing-warm-start.ts). The impulses have been counted. */
export const repeatTourRows = ({ articulations: a, rows }: World): void => {
  for (let k = 0; k < a.tourRows.count; k++) {
    const first = a.tourRows.items[k];
    for (let row = first; row < first + rows.index[first * ROW_INTS + BLOCK]; row++) {
      for (let side = 0; side < 2; side++) {
        const link = a.linkOf[rows.index[first * ROW_INTS + (side === 0 ? BODY_A : BODY_B)]];
        if (link < 0 || a.treeInts[a.treeOf[link] * TREE_INTS + THROWN] === 0) continue;
        readHalf(rows.data, row, side === 0 ? 0 : 1);
        for (let m = 0; m < 6; m++) wrench[m] *= rows.data[row * ROW + LAMBDA];
        addToInput(a.links, link * LINK);
      }
    }
  }
};

/** Scratch: Δλ of a row. Doubles that are passed or returned may be allocated. */
export const change = createFloats(1);

/** v ← v + Φ Jᵀ Δλ of a single body, for row i of block k. */
export const addToBody = (world: World, k: number, i: number, body: number, side: number): void => {
  const { articulations: a, bodies } = world;
  const c = k * TOUR_ROW + 12 * i + 6 * side;
  for (let m = 0; m < 3; m++) {
    bodies.motion[body * MOTION + W + m] += change[0] * a.tourRowFloats[c + m];
    bodies.motion[body * MOTION + V + m] += change[0] * a.tourRowFloats[c + 3 + m];
  }
};

/** Points keep their impulses in records of their own. */
export const storeTourRows = (world: World): void => {
  const { articulations: a, rows } = world;
  for (let k = 0; k < a.tourRows.count; k++) {
    const row = a.tourRows.items[k];
    if (rows.index[row * ROW_INTS + KIND] >= Kind.point)
      storePointImpulses(world, rows.index[row * ROW_INTS + JOINT]);
  }
};
