import { createFloats, type Floats } from '../../../math/floats.js';
import { INDEX_BITS } from '../../../math/index-bits.js';
import { expandJoint } from '../../../rows/expand-points.js';
import {
  ARMATURE,
  type Articulations,
  BETA,
  CONTROL_FLOATS,
  CONTROL_FREEDOM,
  CONTROL_GRADIENT,
  CONTROL_INTS,
  DRIVE,
  DV,
  END_CLOSING,
  END_CLOSING_JOINT,
  END_PATH,
  END_TREE_CONTROL,
  FACTORED,
  FIRST_CLOSING,
  FIRST_CLOSING_JOINT,
  FIRST_PATH,
  FIRST_TREE_CONTROL,
  FREEDOM,
  LINK,
  P,
  P_START,
  SOLVED,
  TREE_INTS,
} from '../../../state/articulations.js';
import type { BodyTable } from '../../../state/bodies.js';
import {
  CLOSING,
  CLOSING_BODY,
  CLOSING_CONTROL,
  CLOSING_IMPULSE,
  CLOSING_INTS,
  CLOSING_LINK,
  CLOSING_PLANE,
  CLOSING_POINT,
  CLOSING_ROW,
  type ClosingRows,
  FIRST_COUPLED,
  FREE_COMPLIANCE,
  SIDES,
  WANTED_CHANGE,
} from '../../../state/closing-rows.js';
import { J, ROW } from '../../../state/rows.js';
import type { World } from '../../../state/world.js';
import { CLOSING_COMPLIANCE } from '../../../tuning.js';
import { factorTree } from '../factor.js';
import { writeCovector } from '../motion-subspace.js';
import { passLinkDown, passLinkUp, projectTree } from '../project.js';
import { acts, eliminate, isSoft, solveClosingRows, unlockedFreedom } from './closing-solve.js';
import { clearLockedChanges, hasLockedAxes } from './locked-axes.js';
import { planeRow, writePlaneAxis, writePlaneRow } from './plane-rows.js';
import { writeUnitImpulse, writeUnitRates } from './unit-impulses.js';

/**
 * Closed loops. A tree is a loop cut open; the rigid rows of the joints that were cut are closing rows, and so are rigid
 * rows that are no joint of a link: couplings, pulleys. With j the covectors of a row on its links, the projection under
 *   J dv = w
 * is that of the tree with the further impulse P + Jᵀλ, where
 *   (K + c) λ = w - J dv₀          K = J Y,  Y_r the answer of the tree to the unit impulse j_r (P = j_r, β = 0)
 * and dv₀ is the projection without λ (Featherstone 2008, chapter 8). So a solve is two projections, and the second one
 * leaves the impulses of joints and limits as they are with the loops closed. K needs only the links between the closing rows
 * and the roots (unit-impulses.ts).
 *   c   compliance: CLOSING_COMPLIANCE times l²/m + n²/I_min over the free bodies. It bounds λ near singular poses, and
 *       rows that the other joints hold already (of a loop of hinges whose axes meet in a point) bear no load.
 */

/** refreshLinks for closing rows: their covectors and free compliance at the present pose. */
export const refreshClosingRows = (world: World, tree: number): void => {
  const { articulations: a } = world;
  const t = tree * TREE_INTS;
  const { joints } = a.closing;
  for (let k = a.treeInts[t + FIRST_CLOSING_JOINT]; k < a.treeInts[t + END_CLOSING_JOINT]; k++)
    expandJoint(world, joints.items[k]);
  for (let r = a.treeInts[t + FIRST_CLOSING]; r < a.treeInts[t + END_CLOSING]; r++) refreshRow(world, r);
};

const refreshRow = (world: World, r: number): void => {
  const { articulations: a, bodies, rows } = world;
  const { data, ints } = a.closing;
  const k = r * CLOSING_INTS;
  let compliance = 0;
  if (ints[k + CLOSING_ROW] < 0) {
    refreshLockedAxis(a, bodies, r);
    return;
  }
  const isInPlane = ints[k + CLOSING_PLANE] > 0;
  if (isInPlane) writePlaneAxis(world, r);
  for (let side = 0; side < SIDES; side++) {
    const body = ints[k + CLOSING_BODY + side];
    const link = ints[k + CLOSING_LINK + side];
    if (isInPlane && body >= 0) writePlaneRow(world, r, side);
    const from = isInPlane ? planeRow : rows.data;
    const at = isInPlane ? 0 : (ints[k + CLOSING_ROW] + (side >> 1)) * ROW + J + 6 * (side & 1);
    const to = r * CLOSING + 6 * side;
    if (body < 0) continue;
    if (link < 0) {
      for (let m = 0; m < 3; m++) {
        data[to + m] = from[at + 3 + m];
        data[to + 3 + m] = from[at + m];
      }
      continue;
    }
    writeCovector(a.links, link * LINK, from, at, data, to);
    const { moments, mass } = bodies;
    const least = Math.min(moments[body * 3], moments[body * 3 + 1], moments[body * 3 + 2]);
    compliance += squareOf(from, at) / mass[body] + squareOf(from, at + 3) / least;
  }
  data[r * CLOSING + FREE_COMPLIANCE] = compliance;
  const control = ints[k + CLOSING_CONTROL];
  // A control without a gradient does nothing (controls/hold-freedoms.ts).
  if (control >= 0) a.controls[control * CONTROL_FLOATS + CONTROL_GRADIENT] = compliance > 0 ? 1 : 0;
};

/** Scratch: J of a locked axis, (l, n) about the centre. */
const axisRow = createFloats(6);

const refreshLockedAxis = (a: Articulations, { mass, moments }: BodyTable, r: number): void => {
  const { data, ints } = a.closing;
  const k = r * CLOSING_INTS;
  const axis = ints[k + CLOSING_POINT];
  const body = ints[k + CLOSING_BODY] * 3;
  for (let m = 0; m < 6; m++) axisRow[m] = m === axis ? 1 : 0;
  writeCovector(a.links, ints[k + CLOSING_LINK] * LINK, axisRow, 0, data, r * CLOSING);
  const least = Math.min(moments[body], moments[body + 1], moments[body + 2]);
  data[r * CLOSING + FREE_COMPLIANCE] = axis < 3 ? 1 / mass[ints[k + CLOSING_BODY]] : 1 / least;
};

const squareOf = (v: Floats, at: number): number =>
  v[at] * v[at] + v[at + 1] * v[at + 1] + v[at + 2] * v[at + 2];

/** factorTree, and K of the closing rows. Leaves P, β and drives as they are. */
export const factorArticulation = (
  a: Articulations,
  tree: number,
  from: number,
  to: number,
  stiff: boolean,
): void => {
  factorTree(a, from, to, stiff);
  a.treeInts[tree * TREE_INTS + FACTORED] = 1;
  const first = a.treeInts[tree * TREE_INTS + FIRST_CLOSING];
  const count = a.treeInts[tree * TREE_INTS + END_CLOSING] - first;
  if (count === 0) return;
  const { data, matrices } = a.closing;
  const matrix = matrices[tree];
  takeInputs(a, tree);
  for (let r = 0; r < count; r++) {
    if (!acts(a, first + r)) {
      for (let q = 0; q <= r; q++) matrix[r * count + q] = 0;
      continue;
    }
    const coupled = a.closing.ints[(first + r) * CLOSING_INTS + FIRST_COUPLED];
    writeUnitImpulse(a, first + r);
    writeUnitRates(a, matrix, r * count + coupled, first + coupled, first + r);
    for (let q = coupled; q < r; q++) if (!acts(a, first + q)) matrix[r * count + q] = 0;
    matrix[r * count + r] += isSoft(a, first + r)
      ? 1 / a.freedoms[unlockedFreedom(a, first + r) + ARMATURE]
      : CLOSING_COMPLIANCE * data[(first + r) * CLOSING + FREE_COMPLIANCE];
  }
  eliminate(a, tree, matrix, count);
  restoreInputs(a, tree);
};

/** Dv = Y_r on the paths of the trees that the row acts on: the others do not move. β and drives are 0. */
export const writeUnitResponse = (a: Articulations, r: number): void => {
  const { links, closing } = a;
  const { path, pathFrom, pathTo, reachedBy, root, data, ints } = closing;
  const sides = r * CLOSING_INTS + CLOSING_LINK;
  for (let side = 0; side < SIDES; side++) {
    if (ints[sides + side] < 0) continue;
    const top = root[ints[sides + side]];
    reachedBy[top] = r + 1;
    for (let k = pathFrom[top]; k < pathTo[top]; k++)
      for (let m = 0; m < 6; m++) links[path.items[k] * LINK + P + m] = 0;
  }
  for (let side = 0; side < SIDES; side++) {
    const link = ints[sides + side];
    if (link < 0) continue;
    for (let m = 0; m < 6; m++) links[link * LINK + P + m] += data[r * CLOSING + 6 * side + m];
  }
  for (let side = 0; side < SIDES; side++) {
    if (ints[sides + side] < 0 || isEarlier(closing, sides, side)) continue;
    const top = root[ints[sides + side]];
    for (let k = pathTo[top] - 1; k >= pathFrom[top]; k--) passLinkUp(a, path.items[k]);
    for (let k = pathFrom[top]; k < pathTo[top]; k++) passLinkDown(a, path.items[k]);
  }
};

/** Whether a side of a row acts on the tree of one before it. */
const isEarlier = ({ ints, root }: ClosingRows, sides: number, side: number): boolean => {
  for (let other = 0; other < side; other++)
    if (ints[sides + other] >= 0 && root[ints[sides + other]] === root[ints[sides + side]]) return true;
  return false;
};

/** Whether a link is on a tree that the unit response of a row moves; it must have been the last one. */
export const isReached = ({ reachedBy, root }: ClosingRows, link: number, r: number): boolean =>
  reachedBy[root[link]] === r + 1;

/** Scratch: j·dv of a row. An array, as a double that is returned may be allocated. */
const rate = createFloats(1);

const writeRate = ({ links, closing: { data, ints } }: Articulations, r: number): void => {
  const k = (r * CLOSING_INTS + CLOSING_LINK) & INDEX_BITS;
  let sum = 0;
  for (let side = 0; side < SIDES; side++) {
    const link = ints[k + side];
    if (link < 0) continue;
    const d = (link * LINK + DV) & INDEX_BITS;
    const j = (r * CLOSING + 6 * side) & INDEX_BITS;
    sum +=
      data[j] * links[d] +
      data[j + 1] * links[d + 1] +
      data[j + 2] * links[d + 2] +
      data[j + 3] * links[d + 3] +
      data[j + 4] * links[d + 4] +
      data[j + 5] * links[d + 5];
  }
  rate[0] = sum;
};

/** Moves P and β of the paths, and drives, to `saved`. */
export const takeInputs = (a: Articulations, tree: number): void => {
  const { links, freedoms, controlInts, treeInts } = a;
  const { path, saved } = a.closing;
  const t = tree * TREE_INTS;
  let at = 0;
  for (let k = treeInts[t + FIRST_PATH]; k < treeInts[t + END_PATH]; k++) {
    const o = path.items[k] * LINK;
    for (let m = 0; m < 6; m++) {
      saved[at++] = links[o + P + m];
      saved[at++] = links[o + BETA + m];
      links[o + BETA + m] = 0;
    }
  }
  for (let c = treeInts[t + FIRST_TREE_CONTROL]; c < treeInts[t + END_TREE_CONTROL]; c++) {
    const f = controlInts[c * CONTROL_INTS + CONTROL_FREEDOM] * FREEDOM;
    saved[at++] = freedoms[f + DRIVE];
    freedoms[f + DRIVE] = 0;
  }
};

export const restoreInputs = (a: Articulations, tree: number): void => {
  const { links, freedoms, controlInts, treeInts } = a;
  const { path, saved } = a.closing;
  const t = tree * TREE_INTS;
  let at = 0;
  for (let k = treeInts[t + FIRST_PATH]; k < treeInts[t + END_PATH]; k++) {
    const o = path.items[k] * LINK;
    for (let m = 0; m < 6; m++) {
      links[o + P + m] = saved[at++];
      links[o + BETA + m] = saved[at++];
    }
  }
  for (let c = treeInts[t + FIRST_TREE_CONTROL]; c < treeInts[t + END_TREE_CONTROL]; c++)
    freedoms[controlInts[c * CONTROL_INTS + CONTROL_FREEDOM] * FREEDOM + DRIVE] = saved[at++];
};

/** projectTree under the closing rows, whose changes are in WANTED_CHANGE. */
export const projectArticulation = (a: Articulations, tree: number, from: number, to: number): void => {
  const first = a.treeInts[tree * TREE_INTS + FIRST_CLOSING];
  const count = a.treeInts[tree * TREE_INTS + END_CLOSING] - first;
  if (count === 0) {
    projectTree(a, from, to);
    if (hasLockedAxes(a, tree)) clearLockedChanges(a, tree);
    return;
  }
  const { links, closing } = a;
  const { data, vector } = closing;
  for (let o = from * LINK; o < to * LINK; o += LINK)
    for (let m = 0; m < 6; m++) links[o + P_START + m] = links[o + P + m];
  for (let r = 0; r < count; r++) {
    const f = unlockedFreedom(a, first + r);
    // The impulse with which its control drives it.
    data[(first + r) * CLOSING + CLOSING_IMPULSE] = f < 0 ? 0 : a.freedoms[f + DRIVE];
    if (data[(first + r) * CLOSING + CLOSING_IMPULSE] !== 0) addClosingImpulse(a, first + r);
  }
  projectTree(a, from, to);
  for (let r = 0; r < count; r++) {
    writeRate(a, first + r);
    vector[r] = (isSoft(a, first + r) ? 0 : data[(first + r) * CLOSING + WANTED_CHANGE]) - rate[0];
  }
  solveClosingRows(a, tree, count, vector);
  for (let o = from * LINK; o < to * LINK; o += LINK)
    for (let m = 0; m < 6; m++) links[o + P + m] = links[o + P_START + m];
  for (let r = 0; r < count; r++) {
    data[(first + r) * CLOSING + CLOSING_IMPULSE] += vector[r];
    addClosingImpulse(a, first + r);
  }
  projectTree(a, from, to);
  if (hasLockedAxes(a, tree)) clearLockedChanges(a, tree);
  for (let r = 0; r < count; r++) writeControlChange(a, first + r);
};

const writeControlChange = (a: Articulations, r: number): void => {
  const control = a.closing.ints[r * CLOSING_INTS + CLOSING_CONTROL];
  if (control < 0) return;
  writeRate(a, r);
  a.freedoms[a.controlInts[control * CONTROL_INTS + CONTROL_FREEDOM] * FREEDOM + SOLVED] = rate[0];
};

/** P += j λ. */
export const addClosingImpulse = ({ links, closing: { data, ints } }: Articulations, r: number): void => {
  const lambda = data[r * CLOSING + CLOSING_IMPULSE];
  for (let side = 0; side < SIDES; side++) {
    const link = ints[r * CLOSING_INTS + CLOSING_LINK + side];
    if (link < 0) continue;
    for (let m = 0; m < 6; m++) links[link * LINK + P + m] += lambda * data[r * CLOSING + 6 * side + m];
  }
};
