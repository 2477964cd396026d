import { FREED, TREE_INTS } from '../../../state/articulations.js';
import { CLOSING_IMPULSE } from '../../../state/closing-rows.js';
import { firstLink } from '../../../state/links.js';
import type { World } from '../../../state/world.js';
import { projectWithControls } from '../controls/active-set.js';
import { refreshArmatures } from '../controls/hold-freedoms.js';
import { openVelocityControls } from '../controls/open-controls.js';
import { addMotion } from '../drift.js';
import { factorArticulation } from '../loops/closing-rows.js';
import { countClosingImpulses, openClosingVelocity } from '../loops/closing-stages.js';
import { openVelocity } from './open-stages.js';
import { ONE } from './scratch.js';

/** Velocities that fit the present poses. */

/** Makes the velocities fit the present poses, with the impulses that P holds. */
export const projectVelocities = (world: World, tree: number, beforeDrift: boolean): void => {
  const { articulations: a } = world;
  const from = firstLink(world, tree);
  const to = a.ends.items[tree];
  openClosingVelocity(world, tree);
  const wasFreed = a.treeInts[tree * TREE_INTS + FREED] !== 0;
  if (wasFreed) refreshArmatures(world, tree);
  a.treeInts[tree * TREE_INTS + FREED] = 0;
  if (openVelocityControls(world, tree, beforeDrift) || wasFreed)
    factorArticulation(a, tree, from, to, false);
  projectWithControls(world, tree, from, to, true, false);
  countClosingImpulses(world, tree, CLOSING_IMPULSE, ONE);
  addMotion(world, from, to, ONE);
};

/**
 * Makes the velocities of a tree fit the present poses, for its impacts and after a rollback: with motors as they relax, without
 * springs.
 */
export const fitVelocities = (world: World, tree: number): void => {
  openVelocity(world, tree, firstLink(world, tree), world.articulations.ends.items[tree]);
  projectVelocities(world, tree, false);
};
