import { HIGH, JOINT, LOW, ROW, ROW_INTS } from '../state/rows.js';
import type { World } from '../state/world.js';
import { loadImpulses, storeImpulses } from './joint-impulses.js';
import { rowKick } from './single-row.js';
import { rowSpeed } from './solve-rows.js';

/**
 * A rigid limit that is reached within a substep faster than the impact speed is an impact: a part of the
 * speed comes back.
 *
 * The impulses of an impact are no guess for the next substep: the joint goes on with those it had before.
 * Unless the limit was struck in the substep before it, in the same step, too: then it bears a load, which must build up.
 */
export const forgetStrikes = (world: World): void => {
  const { rows, limitRows } = world;
  for (let k = 0; k < limitRows.count && rows.struck > 0; k++) {
    const row = limitRows.items[k];
    if (rows.strikes[row] === 0) continue;
    if (rows.strikes[row] === 1) loadImpulses(world, rows.index[row * ROW_INTS + JOINT]);
    rows.struck--;
  }
};

/**
 * Limits that will be reached, with the speed of which they give back a part. The velocities have the first guess of all
 * rows in them: without it a limb that contacts press against its stop would strike it in every substep, and
 * what stood on it trembled; and a spring that drives a joint into its stop was not seen.
 */
export const seeApproaches = (world: World): void => {
  const { rows, limitRows, settings } = world;
  for (let k = 0; k < limitRows.count; k++) {
    const row = limitRows.items[k];
    const p = row * ROW;
    const speed = rowSpeed(world, row);
    const reaches = speed < Math.min(rows.data[p + LOW], 0) || speed > Math.max(rows.data[p + HIGH], 0);
    // What forces have added in this substep is no approach, or a load that comes to rest on a stop
    // would strike it again and again.
    const approach = reaches ? speed - rowKick(world, row) : 0;
    const strikes = approach * speed > 0 && Math.abs(approach) > settings.impactSpeed;
    rows.approach[row] = strikes ? approach : 0;
    rows.strikes[row] = strikes ? rows.strikes[row] + 1 : 0;
    if (!strikes) continue;
    rows.struck++;
    if (rows.strikes[row] === 1) storeImpulses(world, rows.index[row * ROW_INTS + JOINT]);
  }
};
