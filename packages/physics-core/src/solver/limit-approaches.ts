import { HIGH, JOINT, LAMBDA, LOW, ROW, ROW_INTS } from '../state/rows.js';
import type { World } from '../state/world.js';
import { loadImpulses, storeImpulses } from './joint-impulses.js';
import { rowKick } from './single-row.js';
import { rowSpeed } from './solve-rows.js';

/**
 * A rigid limit that is reached within a substep faster than the impact speed is an impact. A part of the
 * speed comes back, and the impulses are no guess for the next substep: the joint then goes on with those it
 * had before.
 */

/**
 * The part of the way to a limit that a joint must close in a substep by its present speed to count as near:
 * springs, motors and levers may double its speed before it moves.
 */
const NEAR = 0.5;

/** Before the warm start: limits that are near, with the speed that they would give back. */
export const seeApproaches = (world: World): void => {
  const { rows, limitRows, settings } = world;
  for (let k = 0; k < limitRows.count && rows.struck > 0; k++) {
    const row = limitRows.items[k];
    if (rows.approach[row] === 0) continue;
    loadImpulses(world, rows.index[row * ROW_INTS + JOINT]);
    rows.struck--;
  }
  for (let k = 0; k < limitRows.count; k++) {
    const row = limitRows.items[k];
    const p = row * ROW;
    const speed = rowSpeed(world, row);
    const isNear =
      speed < NEAR * Math.min(rows.data[p + LOW], 0) || speed > NEAR * Math.max(rows.data[p + HIGH], 0);
    // What forces have added in this substep is no approach, or a load that rests on a stop
    // would strike it again and again.
    const approach = isNear ? speed - rowKick(world, row) : 0;
    const strikes = approach * speed > 0 && Math.abs(approach) > settings.impactSpeed;
    rows.approach[row] = strikes ? approach : 0;
    if (!strikes) continue;
    rows.struck++;
    storeImpulses(world, rows.index[row * ROW_INTS + JOINT]);
  }
};

/**
 * After the sweep: a limit that did not have to push was not reached. Only now this is known. By the speed
 * before it, a spring that drives a joint into its stop made the stop push unseen, as if it did not bounce.
 */
export const dropUnreached = ({ rows, limitRows }: World): void => {
  for (let k = 0; k < limitRows.count; k++) {
    const row = limitRows.items[k];
    if (rows.approach[row] === 0 || rows.approach[row] * rows.data[row * ROW + LAMBDA] < 0) continue;
    rows.approach[row] = 0;
    rows.struck--;
  }
};
