import type { Manifold } from '../collision/narrowphase/manifold.js';
import type { ColliderShapes } from '../collision/shapes/collider-shapes.js';
import type { World } from '../state/world.js';

/** Contacts with meshes and height fields. Empty until loadPatches fills it in: before that no world has such a shape. */
export interface PatchStages {
  /** Finds the patches of a pair and writes them to its contacts, of which `first` is the first; returns how many. */
  detectPatches: (world: World, first: number) => number;
  /** The manifold of a contact that is one patch of its pair, at the poses in `pair`, or one without points. */
  collidePatch: (world: World, contact: number, pair: ColliderShapes) => Manifold;
  /**
   * The same for another contact of the pair that collidePatch saw last, at the same poses and margin: all patches have been
   * found and shared out already. Undefined when something else was tested since.
   */
  nextPatch: (world: World, contact: number) => Manifold | undefined;
  /** Makes as many contacts of a pair as it can have patches. */
  reservePatches: (world: World, contact: number) => void;
  /** At the end of a step: nothing is remembered of its surfaces. */
  endPatches: () => void;
}

export const patchStages: PatchStages = {
  detectPatches: () => 0,
  collidePatch: (world) => world.scratch.manifold,
  nextPatch: () => undefined,
  reservePatches: () => undefined,
  endPatches: () => undefined,
};
