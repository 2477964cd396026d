import { loadImpulses, storeImpulses } from '../../joints/stored-impulses.js';
import { rowSpeed } from '../../rows/row-speed.js';
import { externalRowSpeed } from '../../rows/single-row.js';
import { HIGH, JOINT, LOW, ROW, ROW_INTS } from '../../state/rows.js';
import type { World } from '../../state/world.js';

/**
 * A rigid limit that is reached within a substep faster than the impact speed is an impact: its restitution
 * applies.
 *
 * The impulses of an impact are not warm-started: the joint continues with those from before it. If the limit also
 * had an impact in the previous substep of the same step, it keeps them: it carries a load, which must build up.
 */
export const restoreLimitImpulses = (world: World): void => {
  const { rows, limitRows } = world;
  for (let k = 0; k < limitRows.count && rows.limitImpacts > 0; k++) {
    const row = limitRows.items[k];
    if (rows.impactCount[row] === 0) continue;
    if (rows.impactCount[row] === 1) loadImpulses(world, rows.index[row * ROW_INTS + JOINT]);
    rows.limitImpacts--;
  }
};

/**
 * Finds the limits that are reached in this substep, and their approach speed for the restitution. The velocities
 * include the warm start of all rows. Without it, a limb that contacts load against its limit had an impact in
 * every substep, and bodies on it vibrated; and the approach by a spring was not found.
 */
export const findLimitImpacts = (world: World): void => {
  const { rows, limitRows, settings } = world;
  for (let k = 0; k < limitRows.count; k++) {
    const row = limitRows.items[k];
    const p = row * ROW;
    const speed = rowSpeed(world, row);
    const reaches = speed < Math.min(rows.data[p + LOW], 0) || speed > Math.max(rows.data[p + HIGH], 0);
    // The velocity change by external forces is not part of the approach, or a load at rest on a limit would
    // have impacts again and again.
    const approach = reaches ? speed - externalRowSpeed(world, row) : 0;
    const isImpact = approach * speed > 0 && Math.abs(approach) > settings.impactSpeed;
    rows.approach[row] = isImpact ? approach : 0;
    rows.impactCount[row] = isImpact ? rows.impactCount[row] + 1 : 0;
    if (!isImpact) continue;
    rows.limitImpacts++;
    if (rows.impactCount[row] === 1) storeImpulses(world, rows.index[row * ROW_INTS + JOINT]);
  }
};
