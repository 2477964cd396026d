import { enterJoints, writeJointRows } from '../joints/write-rows.js';
import { KIND, Kind, ROW_INTS } from '../state/rows.js';
import type { World } from '../state/world.js';
import { shiftJolts } from './held-impacts.js';
import { forgetJoinedTwice, solveJoinedTwice } from './joined-twice.js';
import { forgetStrikes, seeApproaches } from './limit-approaches.js';
import { solveLimitImpacts } from './limit-impacts.js';
import { shiftFree } from './shift-free.js';
import { solveSoftJoints } from './soft-joints.js';
import { sweepRange, sweepRows, warmStartRows } from './solve-rows.js';

/**
 * Joints in a step. Their rows are written from the poses of the step's start and again after every position
 * step, so that each sweep, relax and push, sees where the bodies are: frozen Jacobians cost three times the
 * joint error. `free` is kept up only where contacts push.
 */

/** Sweep with bias: errors are removed, impulses of the last substep are the first guess. */
export const pushJoints = (world: World): void => {
  if (world.rows.count === 0) return;
  world.rows.spelled = false;
  shiftFree(world, world.pushed, -1);
  forgetStrikes(world);
  forgetJoinedTwice(world);
  warmStartRows(world);
  seeApproaches(world);
  sweepRows(world, true);
  // No relax sweep follows for springs, and one sweep is not enough for stiff ones on a lever: a weld of
  // 60 Hz gained speed without bound.
  if (world.rows.sprung > 0) {
    sweepRows(world, true, true);
    solveSoftJoints(world);
  }
  solveJoinedTwice(world, true);
  if (world.rows.struck > 0) solveLimitImpacts(world, true);
  shiftJolts(world, 1);
  shiftFree(world, world.pushed, 1);
};

/**
 * Rebuilds all rows from the present poses, and sweeps without bias, which takes the
 * speed of the corrections out again.
 */
export const relaxJoints = (world: World): void => {
  if (world.rows.count === 0) return;
  world.rows.spelled = false;
  shiftFree(world, world.pushed, -1);
  refreshAndSweep(world);
  world.rows.isCurrent = true;
  solveJoinedTwice(world, false);
  solveLimitImpacts(world, false);
  shiftFree(world, world.pushed, 1);
};

/**
 * Joint by joint, because rows do not depend on velocities, and those just written are still near at hand.
 * Lone points are renewed by the sweep itself.
 */
export const refreshAndSweep = (world: World): void => {
  const { activeJoints, joints, rows } = world;
  const j = enterJoints(world);
  let swept = 0;
  j.row = 0;
  for (let k = 0; k < activeJoints.count; k++) {
    const joint = activeJoints.items[k];
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
