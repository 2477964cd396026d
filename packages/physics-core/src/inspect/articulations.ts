import { requireWorld } from '../handles.js';
import {
  IMPLICIT_STEPS,
  LOCAL_SUBSTEPS,
  NEWTON_STEPS,
  SIGMA,
  TREE,
  TREE_INTS,
} from '../state/articulations.js';
import type { World } from '../state/world.js';

export interface ArticulationStats {
  /** Groups of bodies whose joints are solved together and exactly. What is swept or asleep does not count. */
  readonly articulations: number;
  /** Their bodies. */
  readonly links: number;
  /** Rows of the joints that close loops. */
  readonly closingRows: number;
  /** The largest stiffness number σ = h² K / I, 0 without articulations. */
  readonly stiffness: number;
  /** Newton steps of all of them, in all substeps. */
  readonly newtonSteps: number;
  /** Substeps that were implicit, of all of them. */
  readonly implicitSubsteps: number;
  /** Parts of the last substep of the articulation that had the most; 0 without articulations. */
  readonly localSubsteps: number;
}

/** The articulations of the last step, and what they took. */
export const articulationStats = (world: World): ArticulationStats => {
  requireWorld(world);
  const { count, closing, ends, treeInts, trees } = world.articulations;
  let stiffness = 0;
  let newtonSteps = 0;
  let implicitSubsteps = 0;
  let localSubsteps = 0;
  for (let tree = 0; tree < ends.count; tree++) {
    const t = tree * TREE_INTS;
    stiffness = Math.max(stiffness, trees[tree * TREE + SIGMA]);
    newtonSteps += treeInts[t + NEWTON_STEPS];
    implicitSubsteps += treeInts[t + IMPLICIT_STEPS];
    localSubsteps = Math.max(localSubsteps, treeInts[t + LOCAL_SUBSTEPS]);
  }
  return {
    articulations: ends.count,
    links: count,
    closingRows: closing.count,
    stiffness,
    newtonSteps,
    implicitSubsteps,
    localSubsteps,
  };
};
