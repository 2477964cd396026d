import { jointStages } from '../joint-stages.js';
import { INDEX_BITS } from '../math/index-bits.js';
import { pushIndex } from '../math/index-list.js';
import { BodyFlag, DP, DR, MOTION } from '../state/bodies.js';
import type { World } from '../state/world.js';
import { LOST_BEYOND } from '../tuning.js';
import { writeInverseInertia } from './inertia.js';
import { landOnTarget } from './kinematic.js';
import { syncCentre, syncColliders, syncOrigin } from './sync-pose.js';

/** One comparison for everything: a sum with a NaN or an infinity in it is not below any limit. */
const isFinitePose = (world: World, body: number): boolean => {
  const { motion, centre, rotation } = world.bodies;
  const m = (body * MOTION) & INDEX_BITS;
  const c = (body * 3) & INDEX_BITS;
  const q = (body * 4) & INDEX_BITS;
  const place = Math.abs(centre[c]) + Math.abs(centre[c + 1]) + Math.abs(centre[c + 2]);
  const turn = rotation[q] + rotation[q + 1] + rotation[q + 2] + rotation[q + 3];
  const speed = Math.abs(motion[m]) + Math.abs(motion[m + 1]) + Math.abs(motion[m + 2]);
  const spin = Math.abs(motion[m + 3]) + Math.abs(motion[m + 4]) + Math.abs(motion[m + 5]);
  return place + Math.abs(turn) + speed + spin < LOST_BEYOND;
};

/**
 * A body whose pose or velocity is no longer finite goes back to its last finite pose, at rest.
 * stepWorld then disables it and throws.
 */
const stopLost = (world: World, body: number): void => {
  const { motion, rotation } = world.bodies;
  jointStages.settleRows(world);
  for (let i = 0; i < 3; i++) rotation[body * 4 + i] = 0;
  rotation[body * 4 + 3] = 1;
  for (let i = 0; i < 6; i++) {
    motion[body * MOTION + i] = 0;
    motion[body * MOTION + DP + i] = 0;
  }
  syncCentre(world, body);
  writeInverseInertia(world.bodies, body);
  pushIndex(world.scratch.lost, body);
};

/** After the substeps: updates the poses of bodies and colliders for the user and for the next detection. */
export const finishBodies = (world: World, dt: number): void => {
  const { bodies, awake } = world;
  const { motion, travel, turned, spun, extent, force, torque, flags } = bodies;
  for (let k = 0; k < awake.count; k++) {
    const body = awake.items[k];
    if (!isFinitePose(world, body)) stopLost(world, body);
    if ((flags[body] & BodyFlag.hasTarget) !== 0) landOnTarget(world, body);
    else syncOrigin(world, body);
    syncColliders(world, body, dt);
    const d = ((body * MOTION) & INDEX_BITS) + DP;
    const t = ((body * MOTION) & INDEX_BITS) + DR;
    const way = Math.sqrt(
      motion[d] * motion[d] + motion[d + 1] * motion[d + 1] + motion[d + 2] * motion[d + 2],
    );
    const turn = Math.sqrt(
      motion[t] * motion[t] + motion[t + 1] * motion[t + 1] + motion[t + 2] * motion[t + 2],
    );
    const turnWay = turn > 0 ? turn * extent[body] : 0;
    spun[body] += turn;
    turned[body] += turnWay;
    travel[body] += way + turnWay;
    for (let i = 0; i < 3; i++) {
      force[body * 3 + i] = 0;
      torque[body * 3 + i] = 0;
    }
  }
};
