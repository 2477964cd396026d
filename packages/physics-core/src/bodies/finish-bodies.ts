import { BodyFlag, DP, DR, MOTION } from '../state/bodies.js';
import type { World } from '../state/world.js';
import { landOnTarget } from './kinematic.js';
import { syncColliders, syncOrigin } from './sync-pose.js';

/** After the substeps: poses for the user and for the next detection, and the way the body went. */
export const finishBodies = (world: World, dt: number): void => {
  const { bodies, awake } = world;
  const { motion, travel, turned, extent, force, torque, flags } = bodies;
  for (let k = 0; k < awake.count; k++) {
    const body = awake.items[k];
    if ((flags[body] & BodyFlag.hasTarget) !== 0) landOnTarget(world, body);
    else syncOrigin(world, body);
    syncColliders(world, body, dt);
    const d = body * MOTION + DP;
    const t = body * MOTION + DR;
    const way = Math.sqrt(
      motion[d] * motion[d] + motion[d + 1] * motion[d + 1] + motion[d + 2] * motion[d + 2],
    );
    const turn = Math.sqrt(
      motion[t] * motion[t] + motion[t + 1] * motion[t + 1] + motion[t + 2] * motion[t + 2],
    );
    const turnWay = turn > 0 ? turn * extent[body] : 0;
    turned[body] += turnWay;
    travel[body] += way + turnWay;
    for (let i = 0; i < 3; i++) {
      force[body * 3 + i] = 0;
      torque[body * 3 + i] = 0;
    }
  }
};
