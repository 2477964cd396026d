import { jointDefinitions } from '../../../joints/define-joint.js';
import { createFloats, growFloats } from '../../../math/floats.js';
import { createIndexList, pushIndex } from '../../../math/index-list.js';
import {
  END_CLOSING_JOINT,
  FIRST_CLOSING_JOINT,
  FIRST_LINK,
  LINK_INTS,
  LINK_JOINT,
  TREE_INTS,
  TREE_WRITES_ROWS,
} from '../../../state/articulations.js';
import type { World } from '../../../state/world.js';

/**
 * Revolutions are counted where a drift ends. Newton steps and implicit rounds write rows at poses that they only try, and rows count:
 * limbs with friction that were hit by a shell came out two revolutions off. So each trial counts from where the drift began.
 */

/** Scratch: the joints of the articulation whose drift is sought, none otherwise, and their counters. */
const joints = createIndexList();
let counts = createFloats(8);
/** Whose they are: a step that threw in the middle leaves them behind, and other worlds go on. */
const owner = new Int32Array(1);

export const startTrials = (world: World, tree: number): void => {
  const { articulations: a } = world;
  const t = tree * TREE_INTS;
  joints.count = 0;
  owner[0] = world.id;
  if (a.treeInts[t + TREE_WRITES_ROWS] === 0) return;
  for (let i = a.treeInts[t + FIRST_LINK]; i < a.ends.items[tree]; i++) {
    // Also of those that write none: a gear counts the angles that it couples.
    const joint = a.linkInts[i * LINK_INTS + LINK_JOINT];
    if (joint >= 0) pushIndex(joints, joint);
  }
  for (let k = a.treeInts[t + FIRST_CLOSING_JOINT]; k < a.treeInts[t + END_CLOSING_JOINT]; k++)
    pushIndex(joints, a.closing.joints.items[k]);
  let at = 0;
  for (let n = 0; n < joints.count; n++) {
    const { coordinates, stateAt } = jointDefinitions()[world.joints.definition[joints.items[n]]];
    if (counts.length < at + coordinates.length) counts = growFloats(counts, at + coordinates.length);
    const from = world.joints.block[joints.items[n]] + stateAt;
    for (let k = 0; k < coordinates.length; k++) counts[at++] = world.jointFloats.data[from + k];
  }
};

/** Before the rows of a pose are written. */
export const countFromStart = (world: World): void => {
  if (owner[0] !== world.id) return;
  let at = 0;
  for (let n = 0; n < joints.count; n++) {
    const { coordinates, stateAt } = jointDefinitions()[world.joints.definition[joints.items[n]]];
    const to = world.joints.block[joints.items[n]] + stateAt;
    for (let k = 0; k < coordinates.length; k++) world.jointFloats.data[to + k] = counts[at++];
  }
};

/** At the end of a drift, and before a step. */
export const endTrials = (): void => {
  joints.count = 0;
};
