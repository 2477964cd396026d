import { enterJoints, writeJointRows } from '../../joints/write-joint.js';
import { KIND, Kind, ROW_INTS } from '../../state/rows.js';
import type { World } from '../../state/world.js';
import { shiftImpactImpulses } from '../impacts/jointed-impacts.js';
import { finishLimitImpacts } from '../impacts/limits.js';
import { holdLimits } from './hold-limits.js';
import { solveSoftJoints } from './soft-joints.js';
import { sweepRange, sweepRows, warmStartRows } from './solve-rows.js';

/**
 * Joints in a substep. Their rows are written from the poses at the start of the step and again after every
 * position step, so that both the solve with bias and relax see the present poses: frozen Jacobians cost
 * three times the joint error.
 */

/** Warm start with the persistent λ of the last substep. */
export const warmStartJoints = (world: World): void => {
  if (world.rows.swept === 0) return;
  world.rows.expanded = false;
  warmStartRows(world);
};

/** Solve with bias: one Gauss-Seidel iteration that also removes errors. */
export const solveJoints = (world: World): void => {
  if (world.rows.count === 0) return;
  world.rows.expanded = false;
  if (world.rows.swept === 0) return;
  sweepRows(world, true);
  // Relax leaves springs out, and one iteration is not enough for stiff ones on a lever: a weld of 60 Hz
  // gained speed without bound.
  if (world.rows.sprung > 0) {
    sweepRows(world, true, true);
    solveSoftJoints(world);
  }
  holdLimits(world, true);
};

/**
 * Relax: refreshes all rows at the present poses, then one iteration without bias, which takes the speed of
 * the corrections out again.
 */
export const relaxJoints = (world: World): void => {
  if (world.rows.count === 0) return;
  world.rows.expanded = false;
  world.rows.isCurrent = true;
  if (world.rows.swept === 0) return;
  refreshAndSweep(world);
  holdLimits(world, false);
  finishLimitImpacts(world);
  shiftImpactImpulses(world, 1);
};

/**
 * Refreshes and solves joint by joint: rows do not depend on velocities, and those just written are still in
 * the cache. The kernel refreshes lone points itself.
 */
export const refreshAndSweep = (world: World): void => {
  const { activeJoints, articulations, joints, rows } = world;
  const j = enterJoints(world);
  let swept = 0;
  j.row = 0;
  for (let k = 0; k < activeJoints.count; k++) {
    const joint = activeJoints.items[k];
    // An articulation has written the rows of its joints already.
    if (articulations.count > 0 && articulations.linkOfJoint[joint] >= 0) {
      j.row += joints.rowCount[joint];
      continue;
    }
    if (joints.rowCount[joint] > 0 && rows.index[j.row * ROW_INTS + KIND] === Kind.lonePoint) {
      j.row += 3;
      continue;
    }
    writeJointRows(world, j, joint);
    sweepRange(world, swept, j.row, false, false);
    swept = j.row;
  }
  sweepRange(world, swept, j.row, false, false);
};
