import { headForTarget, stopAfterArrival } from './bodies/kinematic.js';
import { syncColliders } from './bodies/sync-pose.js';
import { startBody } from './islands/wake.js';
import { BodyFlag } from './state/bodies.js';
import { dropDestroyed, dropPublished } from './state/events.js';
import type { World } from './state/world.js';

/** Drops the events of the last step and prepares every awake body for this one. */
export const beginStep = (world: World, dt: number): void => {
  const { awake, bodies, clock, events } = world;
  clock.stepping = true;
  dropPublished(events);
  if (events.count > 0) dropDestroyed(events, bodies.generation);
  for (let k = 0; k < awake.count; k++) {
    const body = awake.items[k];
    const flags = bodies.flags[body];
    if ((flags & BodyFlag.arrived) !== 0) stopAfterArrival(world, body);
    if ((flags & BodyFlag.hasTarget) !== 0) headForTarget(world, body, dt);
    // Else a body that was given 30 m/s is no pair with what it meets half a metre on.
    if ((flags & (BodyFlag.hasTarget | BodyFlag.staleBoxes)) !== 0) {
      bodies.flags[body] &= ~BodyFlag.staleBoxes;
      syncColliders(world, body, dt);
    }
    startBody(world, body);
  }
};
