import { pushIndex } from '../math/index-list.js';
import { BodyFlag, MOTION, V, W } from '../state/bodies.js';
import type { World } from '../state/world.js';
import { MASS_AT_ONCE } from '../tuning.js';
import { markStale, stopLockedAxes } from './lifecycle.js';
import { updateMass } from './mass.js';

/**
 * The mass of a body with many colliders is a sum over all of them. Computed anew for each collider that is
 * added, n colliders cost n² (4,000 boxes on one static body took 5 s). So it waits until something reads it:
 * whatever reads mass, centre, inertia or extent of bodies calls settleMasses before.
 *
 * When it is computed shows in no bit. The sum has the order of the list of colliders, whenever it is taken,
 * and only bodies wait whose velocity does not follow their centre.
 */

/** After colliders or their densities changed. */
export const changeMass = (world: World, body: number): void => {
  const { bodies, pendingMasses } = world;
  if (mayWait(world, body)) {
    if ((bodies.flags[body] & BodyFlag.pendingMass) !== 0) return;
    bodies.flags[body] |= BodyFlag.pendingMass;
    pushIndex(pendingMasses, body);
  } else {
    settleMass(world, body);
  }
};

/** Computes what waits. Costs nothing when nothing does. */
export const settleMasses = (world: World): void => {
  const { bodies, pendingMasses } = world;
  for (let k = 0; k < pendingMasses.count; k++) {
    const body = pendingMasses.items[k];
    // Unless it was computed or destroyed in the meantime.
    if ((bodies.flags[body] & BodyFlag.pendingMass) !== 0) settleMass(world, body);
  }
  pendingMasses.count = 0;
};

/** When the centre of mass moves in a spinning body its velocity changes, but never along a locked axis. */
const settleMass = (world: World, body: number): void => {
  world.bodies.flags[body] &= ~BodyFlag.pendingMass;
  updateMass(world, body);
  stopLockedAxes(world, body);
  markStale(world, body);
};

const mayWait = (world: World, body: number): boolean => {
  const { bodies, colliders } = world;
  let c = bodies.firstCollider[body];
  for (let count = 0; count < MASS_AT_ONCE && c >= 0; count++) c = colliders.next[c];
  return c >= 0 && !velocityFollowsCentre(world, body);
};

/** The velocity of the origin stays, see writeMass. To add a zero to a velocity changes only a negative zero. */
const velocityFollowsCentre = ({ bodies: { motion } }: World, body: number): boolean => {
  for (let i = body * MOTION; i < body * MOTION + 3; i++) {
    if (motion[i + W] !== 0 || Object.is(motion[i + V], -0)) return true;
  }
  return false;
};
