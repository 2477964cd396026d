import { createIndexList, growInt32, type IndexList } from '../../../math/index-list.js';
import { LINK_INTS } from '../../../state/articulations.js';
import type { World } from '../../../state/world.js';

/** Scratch: the sorted list. */
const sorted = createIndexList();

/**
 * Sorts a list by the links at which a tour solves its items, by counting, stable. Afterwards the integer `field` of a
 * link is the place of its first item, and that of the next link the end.
 */
export const sortByHost = (
  world: World,
  list: IndexList,
  field: number,
  hostOf: (world: World, item: number) => number,
): void => {
  const { linkInts, count } = world.articulations;
  for (let i = 0; i < count; i++) linkInts[i * LINK_INTS + field] = 0;
  for (let k = 0; k < list.count; k++) linkInts[hostOf(world, list.items[k]) * LINK_INTS + field]++;
  let next = 0;
  for (let i = 0; i < count; i++) {
    const own = linkInts[i * LINK_INTS + field];
    linkInts[i * LINK_INTS + field] = next;
    next += own;
  }
  if (sorted.items.length < list.count) sorted.items = growInt32(sorted.items, list.count);
  for (let k = 0; k < list.count; k++)
    sorted.items[linkInts[hostOf(world, list.items[k]) * LINK_INTS + field]++] = list.items[k];
  for (let k = 0; k < list.count; k++) list.items[k] = sorted.items[k];
  // Each place now holds the end of its link; go back to the beginnings.
  for (let i = count - 1; i > 0; i--) linkInts[i * LINK_INTS + field] = linkInts[(i - 1) * LINK_INTS + field];
  if (count > 0) linkInts[field] = 0;
};
