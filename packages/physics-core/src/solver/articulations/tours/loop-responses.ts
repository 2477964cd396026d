import { type Floats, floatsFrom, growFloats } from '../../../math/floats.js';
import { growInt32 } from '../../../math/index-list.js';
import {
  type Articulations,
  BETA,
  CONTROL_FREEDOM,
  CONTROL_INTS,
  DRIVE,
  DV,
  END_CLOSING,
  END_TREE_CONTROL,
  FIRST_CLOSING,
  FIRST_LINK,
  FIRST_TREE_CONTROL,
  FREEDOM,
  LINK,
  LINK_INTS,
  P,
  PARENT,
  PENDING,
  RESPONSE_WW,
  TOUR_MOTION,
  TREE_INTS,
} from '../../../state/articulations.js';
import { CLOSING, CLOSING_IMPULSE, TOUR_IMPULSE } from '../../../state/closing-rows.js';
import type { World } from '../../../state/world.js';
import { addMotion } from '../drift.js';
import {
  addClosingImpulse,
  isReached,
  restoreInputs,
  takeInputs,
  writeUnitResponse,
} from '../loops/closing-rows.js';
import { solveClosingColumns } from '../loops/closing-solve.js';
import { countClosingImpulses } from '../loops/closing-stages.js';
import { projectTree } from '../project.js';
import { writeResponses } from './responses.js';
import { carryMotion } from './tour.js';

/**
 * Contacts and rows of closed loops. A tour moves impulses through the tree; the m closing rows of the articulation answer, too. With A
 * the motions of a link under unit impulses of the closing rows (m × 6), and K of the closing rows (closing-rows.ts), an impulse p
 * on the link makes them bear
 *   c += -Z p          Z = K⁻¹ A
 * which moves every link by Aᵀ c. So a link on which something acts, a host, answers itself with
 *   Φ' = Φ - Aᵀ Z
 * its motion in a tour is that of the tree plus Aᵀ c, and a host answers another one with Φ_ij - A_iᵀ Z_j. After the tour all links
 * get what c does to them, by one projection. So contacts see loops as exactly as trees.
 *
 * Floats of a host: Φ' 21, the pending impulse before the row in hand 6, then A, Z and the change of c by that row.
 */
const BEFORE = 21;
const FIRST_A = 27;

const closingRowsOf = ({ treeInts }: Articulations, tree: number): number =>
  treeInts[tree * TREE_INTS + END_CLOSING] - treeInts[tree * TREE_INTS + FIRST_CLOSING];

/** Before the rows and contacts of a step are listed. */
export const clearHosts = ({ closing, count }: Articulations): void => {
  if (closing.count === 0) return;
  if (closing.hostAt.length < count) closing.hostAt = growInt32(closing.hostAt, count);
  for (let i = 0; i < count; i++) closing.hostAt[i] = -1;
  closing.hostLength = 0;
};

/** Makes room for a link on which something acts, if its articulation has closing rows. */
export const addHost = (a: Articulations, link: number): void => {
  const { closing } = a;
  const rows = closingRowsOf(a, a.treeOf[link]);
  if (rows === 0 || closing.hostAt[link] >= 0) return;
  closing.hostAt[link] = closing.hostLength;
  closing.hostLength += FIRST_A + 13 * rows;
  if (closing.hostData.length < closing.hostLength)
    closing.hostData = growFloats(closing.hostData, closing.hostLength);
};

/** Place of a link in hostData; -1 if its articulation has no closing rows. */
const hostAt = ({ closing }: Articulations, link: number): number =>
  closing.count === 0 ? -1 : closing.hostAt[link];

/** out += Φ' of a link for the impulse in `impulses`, or Φ without closing rows. The base of addResponse. */
export const responseBase = (a: Articulations, link: number): number =>
  hostAt(a, link) >= 0 ? hostAt(a, link) - RESPONSE_WW : link * LINK;
export const responseFloats = (a: Articulations, link: number): Floats =>
  hostAt(a, link) >= 0 ? a.closing.hostData : a.links;

/** Responses of all links of an articulation on which something acts. */
export const writeTreeResponses = (a: Articulations, tree: number): void => {
  writeResponses(a, a.treeInts[tree * TREE_INTS + FIRST_LINK], a.ends.items[tree]);
  writeLoopResponses(a, tree);
};

/** A, Z and Φ' of the hosts. */
const writeLoopResponses = (a: Articulations, tree: number): void => {
  const rows = closingRowsOf(a, tree);
  if (rows === 0) return;
  const from = a.treeInts[tree * TREE_INTS + FIRST_LINK];
  const to = a.ends.items[tree];
  const first = a.treeInts[tree * TREE_INTS + FIRST_CLOSING];
  takeInputs(a, tree);
  for (let r = 0; r < rows; r++) {
    writeUnitResponse(a, first + r);
    for (let i = from; i < to; i++) if (hostAt(a, i) >= 0) writeUnitMotion(a, i, r, first + r);
  }
  restoreInputs(a, tree);
  for (let i = from; i < to; i++) if (hostAt(a, i) >= 0) finishHost(a, tree, i, rows);
};

/** Row r of A. Links behind the paths of the closing rows are carried along by them. */
const writeUnitMotion = (a: Articulations, host: number, r: number, row: number): void => {
  const { closing, linkInts, links } = a;
  const to = closing.hostAt[host] + FIRST_A + 6 * r;
  let moved = host;
  while (moved >= 0 && closing.onPath[moved] === 0) moved = linkInts[moved * LINK_INTS + PARENT];
  if (moved < 0 || !isReached(closing, moved, row)) for (let m = 0; m < 6; m++) closing.hostData[to + m] = 0;
  else carryMotion(a, moved, host, links, moved * LINK + DV, closing.hostData, to);
};

/** Row and column in a 6 × 6 matrix of the 21 numbers of a response. */
const ROWS = Int32Array.of(0, 0, 0, 1, 1, 2, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5);
const COLUMNS = Int32Array.of(0, 1, 2, 1, 2, 2, 3, 4, 5, 3, 4, 5, 3, 4, 5, 3, 4, 5, 4, 5, 5);

const finishHost = (a: Articulations, tree: number, host: number, rows: number): void => {
  const { closing, links } = a;
  const { hostData } = closing;
  const at = closing.hostAt[host];
  const A = at + FIRST_A;
  const Z = A + 6 * rows;
  for (let m = 0; m < 6 * rows; m++) hostData[Z + m] = hostData[A + m];
  solveClosingColumns(a, tree, rows, hostData, Z);
  for (let k = 0; k < BEFORE; k++) {
    const row = A + ROWS[k];
    const column = Z + COLUMNS[k];
    let sum = links[host * LINK + RESPONSE_WW + k];
    for (let r = 0; r < 6 * rows; r += 6) sum -= hostData[row + r] * hostData[column + r];
    hostData[at + k] = sum;
  }
};

/** After writeCrossResponse: takes away what the closing rows answer on link `to` to the impulse on link `from`. */
export const subtractLoops = (
  a: Articulations,
  from: number,
  to: number,
  impulse: Floats,
  out: Floats,
): void => {
  const { hostData } = a.closing;
  if (hostAt(a, from) < 0 || hostAt(a, to) < 0) return;
  const rows = closingRowsOf(a, a.treeOf[from]);
  const A = hostAt(a, to) + FIRST_A;
  const Z = hostAt(a, from) + FIRST_A + 6 * rows;
  for (let r = 0; r < rows; r++) {
    let borne = 0;
    for (let m = 0; m < 6; m++) borne += hostData[Z + 6 * r + m] * impulse[m];
    for (let m = 0; m < 6; m++) out[m] -= hostData[A + 6 * r + m] * borne;
  }
};

/** Before a tour: the closing rows bear nothing of it yet. */
export const openLoops = (a: Articulations, tree: number): void => {
  const first = a.treeInts[tree * TREE_INTS + FIRST_CLOSING];
  for (let r = first; r < a.treeInts[tree * TREE_INTS + END_CLOSING]; r++)
    a.closing.data[r * CLOSING + TOUR_IMPULSE] = 0;
};

/** Before a row or contact of a host is solved: its motion is the true one. */
const enterLoops = (a: Articulations, link: number): void => {
  const at = hostAt(a, link);
  if (at < 0) return;
  const { links } = a;
  for (let m = 0; m < 6; m++) a.closing.hostData[at + BEFORE + m] = links[link * LINK + PENDING + m];
  addLoopMotion(a, link, 1, false);
};

/**
 * After it was solved: the change of c by its impulse, whose part in its own motion Φ' contains already; its motion is that of the tree
 * again.
 */
const leaveLoops = (a: Articulations, link: number): void => {
  const at = hostAt(a, link);
  if (at < 0) return;
  const { links } = a;
  const { hostData } = a.closing;
  const rows = closingRowsOf(a, a.treeOf[link]);
  const Z = at + FIRST_A + 6 * rows;
  for (let r = 0; r < rows; r++) {
    let borne = 0;
    for (let m = 0; m < 6; m++)
      borne += hostData[Z + 6 * r + m] * (links[link * LINK + PENDING + m] - hostData[at + BEFORE + m]);
    hostData[Z + 6 * rows + r] = -borne;
  }
  addLoopMotion(a, link, -1, true);
};

export const enterBoth = (a: Articulations, link: number, other: number): void => {
  if (a.closing.count === 0) return;
  enterLoops(a, link);
  if (other >= 0) enterLoops(a, other);
};

export const leaveBoth = (a: Articulations, link: number, other: number): void => {
  if (a.closing.count === 0) return;
  leaveLoops(a, link);
  if (other >= 0) leaveLoops(a, other);
  countLoops(a, link);
  if (other >= 0) countLoops(a, other);
};

/** After all hosts of a row or contact were left. */
const countLoops = (a: Articulations, link: number): void => {
  const at = hostAt(a, link);
  if (at < 0) return;
  const tree = a.treeOf[link];
  const rows = closingRowsOf(a, tree);
  const first = a.treeInts[tree * TREE_INTS + FIRST_CLOSING];
  const change = at + FIRST_A + 12 * rows;
  for (let r = 0; r < rows; r++)
    a.closing.data[(first + r) * CLOSING + TOUR_IMPULSE] += a.closing.hostData[change + r];
};

/** Motion of a host += sign Aᵀ c, with the change of c by its own impulse or without. */
const addLoopMotion = (a: Articulations, link: number, sign: 1 | -1, isChanged: boolean): void => {
  const { closing, links } = a;
  const { data, hostData } = closing;
  const tree = a.treeOf[link];
  const rows = closingRowsOf(a, tree);
  const first = a.treeInts[tree * TREE_INTS + FIRST_CLOSING];
  const A = closing.hostAt[link] + FIRST_A;
  const motion = link * LINK + TOUR_MOTION;
  for (let r = 0; r < rows; r++) {
    let c = data[(first + r) * CLOSING + TOUR_IMPULSE];
    if (isChanged) c += hostData[A + 12 * rows + r];
    if (c === 0) continue;
    for (let m = 0; m < 6; m++) links[motion + m] += sign * c * hostData[A + 6 * r + m];
  }
};

const ONE = floatsFrom([1]);

/** After a tour, when the velocities are those of the tree: all links get what c does to them. */
export const closeLoops = (world: World, tree: number): void => {
  const { articulations: a } = world;
  const t = tree * TREE_INTS;
  const first = a.treeInts[t + FIRST_CLOSING];
  const end = a.treeInts[t + END_CLOSING];
  if (first === end) return;
  const from = a.treeInts[t + FIRST_LINK];
  const to = a.ends.items[tree];
  for (let o = from * LINK; o < to * LINK; o += LINK) {
    for (let m = 0; m < 6; m++) {
      a.links[o + P + m] = 0;
      a.links[o + BETA + m] = 0;
    }
  }
  for (let c = a.treeInts[t + FIRST_TREE_CONTROL]; c < a.treeInts[t + END_TREE_CONTROL]; c++)
    a.freedoms[a.controlInts[c * CONTROL_INTS + CONTROL_FREEDOM] * FREEDOM + DRIVE] = 0;
  for (let r = first; r < end; r++) {
    a.closing.data[r * CLOSING + CLOSING_IMPULSE] = a.closing.data[r * CLOSING + TOUR_IMPULSE];
    addClosingImpulse(a, r);
  }
  projectTree(a, from, to);
  addMotion(world, from, to, ONE);
  countClosingImpulses(world, tree, CLOSING_IMPULSE, ONE);
};
