import { createFloats, type Floats } from '../../../math/floats.js';
import {
  CONTROL_FLOATS,
  END_CLOSING,
  END_CLOSING_JOINT,
  FIRST_CLOSING,
  FIRST_CLOSING_JOINT,
  LINK,
  OUTER,
  RATE0,
  RC,
  TREE_INTS,
} from '../../../state/articulations.js';
import { MOTION, V, W } from '../../../state/bodies.js';
import {
  CLOSING,
  CLOSING_ANGULAR,
  CLOSING_BODY,
  CLOSING_CONTROL,
  CLOSING_IMPULSE,
  CLOSING_INTS,
  CLOSING_LINK,
  CLOSING_PLANE,
  CLOSING_POINT,
  CLOSING_ROW,
  CLOSING_SUM,
  NEWTON_IMPULSE,
  OLD_CLOSING_ERROR,
  REFLECTED_IMPULSE,
  SIDES,
  WANTED_CHANGE,
  WEAK,
} from '../../../state/closing-rows.js';
import { IMPULSE, POINT_GAP, POINT_ROW } from '../../../state/points.js';
import { BLOCK, COUPLED, ERROR, JOINT, LAMBDA, ROW, ROW_INTS } from '../../../state/rows.js';
import type { World } from '../../../state/world.js';
import { writePlaneError, writePlaneImpulse } from './plane-rows.js';

/**
 * Closing rows in the stages of a substep: what they want, how far they are off, and what they did. Their impulses are
 * impulses from outside for the balance of the tree, from which loads and λ of its joints come.
 */

const firstRow = ({ articulations: a }: World, tree: number): number =>
  a.treeInts[tree * TREE_INTS + FIRST_CLOSING];

const endRow = ({ articulations: a }: World, tree: number): number =>
  a.treeInts[tree * TREE_INTS + END_CLOSING];

export const hasClosingRows = (world: World, tree: number): boolean =>
  firstRow(world, tree) < endRow(world, tree);

/** At the start of a substep. */
export const startClosingRows = (world: World, tree: number): void => {
  const { data } = world.articulations.closing;
  for (let r = firstRow(world, tree); r < endRow(world, tree); r++) {
    writeError(world, r);
    data[r * CLOSING + OLD_CLOSING_ERROR] = error[0];
    data[r * CLOSING + CLOSING_SUM] = 0;
  }
};

/** Scratch: C of a row, and the worst of an articulation. */
const error = createFloats(1);

const writeError = (world: World, r: number): void => {
  const { articulations: a, rows } = world;
  const { ints } = a.closing;
  if (ints[r * CLOSING_INTS + CLOSING_PLANE] > 0) {
    writePlaneError(world, r, error);
    return;
  }
  const row = ints[r * CLOSING_INTS + CLOSING_ROW];
  const point = ints[r * CLOSING_INTS + CLOSING_POINT];
  // A locked axis has none.
  if (row < 0) {
    error[0] = 0;
    return;
  }
  error[0] =
    point < 0 ? rows.data[row * ROW + ERROR] : rows.points[point * POINT_ROW + POINT_GAP + row - point];
};

/** The largest of `worst` and the errors of closing rows. A redundant row keeps the error that it has. */
export const raiseWorstError = (world: World, tree: number, worst: Floats): void => {
  const { data, ints } = world.articulations.closing;
  for (let r = firstRow(world, tree); r < endRow(world, tree); r++) {
    const o = r * CLOSING;
    if (ints[r * CLOSING_INTS + CLOSING_CONTROL] >= 0) continue;
    writeError(world, r);
    const isAngular = ints[r * CLOSING_INTS + CLOSING_ANGULAR] !== 0;
    const off = Math.abs(error[0] - data[o + WEAK] * data[o + OLD_CLOSING_ERROR]) * (isAngular ? 0.5 : 1);
    // Not `off > worst`: NaN must not pass as no error.
    if (!(off <= worst[0])) worst[0] = off;
  }
};

/** w = -J v; of a control its rate. */
export const openClosingVelocity = (world: World, tree: number): void => {
  const { articulations: a, bodies } = world;
  const { data, ints } = a.closing;
  const { motion } = bodies;
  for (let r = firstRow(world, tree); r < endRow(world, tree); r++) {
    let sum = 0;
    for (let side = 0; side < SIDES; side++) {
      const body = ints[r * CLOSING_INTS + CLOSING_BODY + side];
      const link = ints[r * CLOSING_INTS + CLOSING_LINK + side];
      if (body < 0) continue;
      const m = body * MOTION;
      const j = r * CLOSING + 6 * side;
      for (let k = 0; k < 3; k++) {
        const next = (k + 1) % 3;
        const last = (k + 2) % 3;
        const rc = link * LINK + RC;
        const turned =
          link < 0
            ? 0
            : motion[m + W + next] * a.links[rc + last] - motion[m + W + last] * a.links[rc + next];
        sum += data[j + k] * motion[m + W + k] + data[j + 3 + k] * (motion[m + V + k] + turned);
      }
    }
    const control = ints[r * CLOSING_INTS + CLOSING_CONTROL];
    data[r * CLOSING + WANTED_CHANGE] = control < 0 ? -sum : 0;
    if (control >= 0) a.controls[control * CONTROL_FLOATS + RATE0] = sum;
  }
};

/** w = -s (C - the part of the old error that stays). The scale s and the part are in arrays. */
export const openClosingPose = (world: World, tree: number, scale: Floats, keptPart: Floats): void => {
  const { data, ints } = world.articulations.closing;
  for (let r = firstRow(world, tree); r < endRow(world, tree); r++) {
    const o = r * CLOSING;
    // That of a control that holds is prescribed later (controls/open-controls.ts).
    data[o + WANTED_CHANGE] = 0;
    if (ints[r * CLOSING_INTS + CLOSING_CONTROL] >= 0) continue;
    const kept = data[o + WEAK] !== 0 ? 1 : keptPart[0];
    writeError(world, r);
    data[o + WANTED_CHANGE] = -scale[0] * (error[0] - kept * data[o + OLD_CLOSING_ERROR]);
  }
};

/** Before the Newton steps: the reflection repeats the impulses of the last velocity stage. */
export const startNewtonImpulses = (world: World, tree: number, reflects: boolean): void => {
  const { data } = world.articulations.closing;
  for (let r = firstRow(world, tree); r < endRow(world, tree); r++)
    data[r * CLOSING + NEWTON_IMPULSE] = reflects ? data[r * CLOSING + REFLECTED_IMPULSE] : 0;
};

/** After a Newton step, whose impulses count only if all of them end where the joints fit. */
export const addNewtonImpulses = (world: World, tree: number): void => {
  const { data } = world.articulations.closing;
  for (let r = firstRow(world, tree); r < endRow(world, tree); r++)
    data[r * CLOSING + NEWTON_IMPULSE] += data[r * CLOSING + CLOSING_IMPULSE];
};

/** Counts impulses, those at NEWTON_IMPULSE or CLOSING_IMPULSE, times `scale`, before the covectors change. */
export const countClosingImpulses = (world: World, tree: number, which: number, scale: Floats): void => {
  const { links, closing } = world.articulations;
  const { data, ints } = closing;
  for (let r = firstRow(world, tree); r < endRow(world, tree); r++) {
    const lambda = scale[0] * data[r * CLOSING + which];
    data[r * CLOSING + CLOSING_SUM] += lambda;
    for (let side = 0; side < SIDES; side++) {
      const link = ints[r * CLOSING_INTS + CLOSING_LINK + side];
      if (link < 0) continue;
      const o = link * LINK;
      const j = r * CLOSING + 6 * side;
      for (let k = 0; k < 3; k++) {
        const next = (k + 1) % 3;
        const last = (k + 2) % 3;
        // About the centre: n + rc × l.
        const moment =
          data[j + k] + links[o + RC + next] * data[j + 3 + last] - links[o + RC + last] * data[j + 3 + next];
        links[o + OUTER + k] += lambda * data[j + 3 + k];
        links[o + OUTER + 3 + k] += lambda * moment;
      }
    }
  }
};

/** Keeps the sums at a place of the rows, or puts them back. */
export const keepClosingSums = (world: World, tree: number, at: number): void => {
  const { data } = world.articulations.closing;
  for (let r = firstRow(world, tree); r < endRow(world, tree); r++)
    data[r * CLOSING + at] = data[r * CLOSING + CLOSING_SUM];
};

export const restoreClosingSums = (world: World, tree: number, at: number): void => {
  const { data } = world.articulations.closing;
  for (let r = firstRow(world, tree); r < endRow(world, tree); r++)
    data[r * CLOSING + CLOSING_SUM] = data[r * CLOSING + at];
};

/** The sums become what they were when they were kept at `at`, which gets the difference. */
export const undoClosingSums = (world: World, tree: number, at: number): void => {
  const { data } = world.articulations.closing;
  for (let r = firstRow(world, tree); r < endRow(world, tree); r++) {
    const before = data[r * CLOSING + at];
    data[r * CLOSING + at] = data[r * CLOSING + CLOSING_SUM] - before;
    data[r * CLOSING + CLOSING_SUM] = before;
  }
};

export const addClosingSums = (world: World, tree: number, at: number, part: Floats): void => {
  const { data } = world.articulations.closing;
  for (let r = firstRow(world, tree); r < endRow(world, tree); r++)
    data[r * CLOSING + CLOSING_SUM] += part[0] * data[r * CLOSING + at];
};

/** After the last velocity stage. */
export const keepReflectedImpulses = (world: World, tree: number): void => {
  const { data } = world.articulations.closing;
  for (let r = firstRow(world, tree); r < endRow(world, tree); r++)
    data[r * CLOSING + REFLECTED_IMPULSE] = data[r * CLOSING + CLOSING_IMPULSE];
};

/** λ of the rows, for readers. */
export const writeClosingImpulses = (world: World, tree: number): void => {
  const { articulations: a, rows } = world;
  const { data, ints } = a.closing;
  for (let r = firstRow(world, tree); r < endRow(world, tree); r++) {
    const row = ints[r * CLOSING_INTS + CLOSING_ROW];
    const point = ints[r * CLOSING_INTS + CLOSING_POINT];
    const lambda = data[r * CLOSING + CLOSING_SUM];
    if (row < 0) continue;
    if (ints[r * CLOSING_INTS + CLOSING_PLANE] > 0) {
      writePlaneImpulse(world, r);
      continue;
    }
    if (point >= 0) rows.points[point * POINT_ROW + IMPULSE + row - point] = lambda;
    else rows.data[row * ROW + LAMBDA] = lambda;
    if (rows.index[row * ROW_INTS + BLOCK] === COUPLED) rows.data[(row + 1) * ROW + LAMBDA] = lambda;
  }
};

/** Reflected impulses to and from the joints, which snapshots contain. */
export const moveReflectedImpulses = (world: World, tree: number, stores: boolean): void => {
  const { articulations: a, joints } = world;
  const { data } = a.closing;
  let r = firstRow(world, tree);
  const end = a.treeInts[tree * TREE_INTS + END_CLOSING_JOINT];
  for (let k = a.treeInts[tree * TREE_INTS + FIRST_CLOSING_JOINT]; k < end; k++) {
    const joint = a.closing.joints.items[k];
    for (let m = 0; r < endRow(world, tree) && jointOf(world, r) === joint; m++, r++) {
      if (stores) joints.reflected[joint * 6 + m] = data[r * CLOSING + REFLECTED_IMPULSE];
      else data[r * CLOSING + REFLECTED_IMPULSE] = joints.reflected[joint * 6 + m];
    }
  }
};

/** The joint of a row; -1 for a locked axis. */
const jointOf = ({ articulations: a, rows }: World, r: number): number => {
  const row = a.closing.ints[r * CLOSING_INTS + CLOSING_ROW];
  return row < 0 ? -1 : rows.index[row * ROW_INTS + JOINT];
};
