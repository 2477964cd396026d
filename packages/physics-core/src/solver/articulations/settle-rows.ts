import { storeImpulses, storeLonePoint } from '../../joints/stored-impulses.js';
import { INDEX_BITS } from '../../math/index-bits.js';
import {
  CONTROL_INTS,
  CONTROLS,
  DRIVEN,
  END_CLOSING,
  END_CLOSING_JOINT,
  FIRST_CLOSING,
  FIRST_CLOSING_JOINT,
  FIRST_CONTROL,
  FIRST_LINK,
  HAS_LOCKED_AXES,
  LIMIT_AT,
  LINK_INTS,
  LINK_JOINT,
  ROWS_DUE,
  TREE_INTS,
} from '../../state/articulations.js';
import { JointFlag } from '../../state/joints.js';
import { LAMBDA, ROW } from '../../state/rows.js';
import type { World } from '../../state/world.js';
import { sumUpTree, takeSweptImpulses, writeOwnImpulse } from './articulation-impulses.js';
import { refreshDuals } from './motion-subspace.js';
import { writeRowsBeside, writeTreeRows } from './refresh-links.js';
import { shareBeside } from './share-loads.js';

/**
 * When the rows of articulations and their λ (articulation-impulses.ts) are written: within a step where joints may break, at its end
 * where the next one needs them, else when they are read (decision 75).
 */

/** Writes all of them. */
export const writeArticulationImpulses = (world: World): void => {
  const { ends, treeInts } = world.articulations;
  for (let tree = 0; tree < ends.count; tree++) treeInts[tree * TREE_INTS + ROWS_DUE] = 0;
  writeImpulses(world);
};

/**
 * After the last substep: the same, but the rows and λ of articulations without drives, closing rows and rows of others wait until
 * settleRows, because no later step needs them. The momenta of the bodies are taken at once, so velocities may change meanwhile.
 * Whoever reads rows or λ of joints, or changes poses, masses, joints or settings, calls settleRows before. Figures that hang in
 * limits took a sixth of their step for rows that nobody read.
 */
export const finishArticulationImpulses = (world: World): void => {
  const { beside, ends, linkOfJoint, treeInts, treeOf } = world.articulations;
  for (let tree = 0; tree < ends.count; tree++)
    treeInts[tree * TREE_INTS + ROWS_DUE] = mayWait(world, tree) ? 1 : 0;
  for (let k = 0; k < beside.count; k++)
    treeInts[treeOf[linkOfJoint[beside.items[k]]] * TREE_INTS + ROWS_DUE] = 0;
  writeImpulses(world);
};

/** Whether the next step needs no λ of its joints: nothing of them is warm-started, and no row may come to be solved otherwise. */
const mayWait = (world: World, tree: number): boolean => {
  const { treeInts } = world.articulations;
  const t = (tree * TREE_INTS) & INDEX_BITS;
  return (
    !world.rows.hasImpacts &&
    treeInts[t + DRIVEN] === 0 &&
    treeInts[t + HAS_LOCKED_AXES] === 0 &&
    treeInts[t + FIRST_CLOSING] === treeInts[t + END_CLOSING] &&
    treeInts[t + FIRST_CLOSING_JOINT] === treeInts[t + END_CLOSING_JOINT] &&
    areRowsFixed(world, tree)
  );
};

/** Whether all its joints have the same rows in every step, unless a user changes them. */
const areRowsFixed = ({ articulations: a, joints }: World, tree: number): boolean => {
  for (let i = a.treeInts[tree * TREE_INTS + FIRST_LINK]; i < a.ends.items[tree]; i++) {
    const joint = a.linkInts[i * LINK_INTS + LINK_JOINT];
    if (joint >= 0 && (joints.flags[joint] & (JointFlag.placed | JointFlag.lonePoint)) === 0) return false;
  }
  return true;
};

/** Tree by tree, as its links stay in the cache. */
const writeImpulses = (world: World): void => {
  const { articulations: a, rows } = world;
  const { ends, treeInts } = a;
  const isAnySwept = rows.swept > 0;
  for (let tree = 0; tree < ends.count; tree++) {
    const from = treeInts[tree * TREE_INTS + FIRST_LINK];
    for (let i = from; i < ends.items[tree]; i++) writeOwnImpulse(world, i);
    if (treeInts[tree * TREE_INTS + ROWS_DUE] !== 0) {
      rows.isDue = true;
      continue;
    }
    refreshRows(world, from, ends.items[tree]);
    if (!isAnySwept) sumUpTree(world, tree);
  }
  if (isAnySwept) {
    takeSweptImpulses(world);
    for (let tree = 0; tree < ends.count; tree++)
      if (treeInts[tree * TREE_INTS + ROWS_DUE] === 0) sumUpTree(world, tree);
  }
  if (a.beside.count === 0) return;
  writeRowsBeside(world);
  shareBeside(world);
};

const refreshRows = (world: World, from: number, to: number): void => {
  const { articulations: a, rows } = world;
  clearLimits(world, from, to);
  writeTreeRows(world, from, to);
  for (let i = from; i < to; i++) refreshDuals(a, i, rows.data);
};

/**
 * The relax window of a limit depends on λ in its row. No sweep relaxes these rows, and their λ is as old as the last call of
 * settleRows: with 0 they are the same whenever they are read.
 */
const clearLimits = ({ articulations: a, rows }: World, from: number, to: number): void => {
  const first = a.linkInts[from * LINK_INTS + FIRST_CONTROL];
  const last = ((to - 1) * LINK_INTS) & INDEX_BITS;
  const end = a.linkInts[last + FIRST_CONTROL] + a.linkInts[last + CONTROLS];
  for (let c = first; c < end; c++) {
    const limit = a.controlInts[c * CONTROL_INTS + LIMIT_AT];
    if (limit >= 0) rows.data[limit * ROW + LAMBDA] = 0;
  }
};

/** Writes the rows and λ that wait, and stores λ in the joints. Costs nothing when nothing waits. */
export const settleRows = (world: World): void => {
  const { articulations: a, joints, rows } = world;
  if (!rows.isDue) return;
  rows.isDue = false;
  rows.expanded = false;
  for (let tree = 0; tree < a.ends.count; tree++) {
    const t = (tree * TREE_INTS) & INDEX_BITS;
    if (a.treeInts[t + ROWS_DUE] === 0) continue;
    a.treeInts[t + ROWS_DUE] = 0;
    const from = a.treeInts[t + FIRST_LINK];
    refreshRows(world, from, a.ends.items[tree]);
    sumUpTree(world, tree);
    for (let i = from; i < a.ends.items[tree]; i++) {
      const joint = a.linkInts[i * LINK_INTS + LINK_JOINT];
      if (joint < 0) continue;
      if ((joints.flags[joint] & JointFlag.lonePoint) !== 0) storeLonePoint(world, joint);
      else storeImpulses(world, joint);
    }
  }
};
