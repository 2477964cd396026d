import type { ColliderHandle } from '../handles.js';
import type { World } from '../state/world.js';
import { colliderHull } from './read-colliders.js';

/**
 * Edges of a box or hull as pairs of indices: into `shape.points` of colliderDef
 * for a hull. Other shapes have none.
 */
export const hullEdges = (world: World, handle: ColliderHandle): number[] => {
  const geometry = colliderHull(world, handle);
  const pairs: number[] = [];
  for (let e = 0; geometry && e < geometry.edgeCount; e++) {
    pairs.push(geometry.edges[e * 4], geometry.edges[e * 4 + 1]);
  }
  return pairs;
};
