import { jointDefinitions } from '../../../joints/define-joint.js';
import { createFloats, type Floats } from '../../../math/floats.js';
import { END_CLOSING, FIRST_CLOSING, GEO, LINK, TREE_INTS } from '../../../state/articulations.js';
import {
  CLOSING,
  CLOSING_BODY,
  CLOSING_INTS,
  CLOSING_LINK,
  CLOSING_LOAD,
  CLOSING_ROW,
  CLOSING_SUM,
} from '../../../state/closing-rows.js';
import { FRAME_A, FRAME_B } from '../../../state/joints.js';
import { JOINT, ROW_INTS } from '../../../state/rows.js';
import type { World } from '../../../state/world.js';

/** Scratch: levers of both ends from the centres of mass, and the ends. */
const lever = createFloats(6);

export const keepClosingLoads = (world: World, tree: number): void => {
  const { articulations: a } = world;
  const { data } = a.closing;
  const t = tree * TREE_INTS;
  for (let r = a.treeInts[t + FIRST_CLOSING]; r < a.treeInts[t + END_CLOSING]; r++)
    data[r * CLOSING + CLOSING_LOAD] = data[r * CLOSING + CLOSING_SUM];
};

export const addRopeStiffness = (world: World, tree: number, time: Floats): void => {
  const { articulations: a, joints, rows, jointFloats, bodies } = world;
  const { data, ints } = a.closing;
  const t = tree * TREE_INTS;
  for (let r = a.treeInts[t + FIRST_CLOSING]; r < a.treeInts[t + END_CLOSING]; r++) {
    const k = r * CLOSING_INTS;
    const load = data[r * CLOSING + CLOSING_LOAD];
    if (load === 0 || ints[k + CLOSING_ROW] < 0) continue;
    const joint = rows.index[ints[k + CLOSING_ROW] * ROW_INTS + JOINT];
    if (jointDefinitions()[joints.definition[joint]].type !== 'distance') continue;
    let length = 0;
    for (let side = 0; side < 2; side++) {
      const body = ints[k + CLOSING_BODY + side];
      const at = joints.block[joint] + (side === 0 ? FRAME_A : FRAME_B);
      for (let m = 0; m < 3; m++) lever[3 * side + m] = jointFloats.data[at + m] - bodies.localCentre[body * 3 + m];
      turn(bodies.rotation, body * 4, 3 * side);
    }
    const bodyA = ints[k + CLOSING_BODY];
    const bodyB = ints[k + CLOSING_BODY + 1];
    for (let m = 0; m < 3; m++) {
      const d = bodies.centre[bodyB * 3 + m] + lever[3 + m] - bodies.centre[bodyA * 3 + m] - lever[m];
      length += d * d;
    }
    length = Math.sqrt(length);
    for (let side = 0; side < 2; side++) {
      const link = ints[k + CLOSING_LINK + side];
      if (link < 0) continue;
      const j = r * CLOSING + 6 * side + 3;
      const x = lever[3 * side];
      const y = lever[3 * side + 1];
      const z = lever[3 * side + 2];
      const square = x * x + y * y + z * z;
      const pull = load * (data[j] * x + data[j + 1] * y + data[j + 2] * z);
      const stiff = time[0] * (Math.max(pull, 0) + (Math.abs(load) * square) / Math.max(length, 1e-3));
      if (!(square > 1e-9)) continue;
      const e = stiff / square;
      const g = link * LINK + GEO;
      a.links[g] += stiff - e * x * x;
      a.links[g + 1] -= e * x * y;
      a.links[g + 2] -= e * x * z;
      a.links[g + 3] += stiff - e * y * y;
      a.links[g + 4] -= e * y * z;
      a.links[g + 5] += stiff - e * z * z;
    }
  }
};

const turn = (q: Floats, at: number, to: number): void => {
  const x = q[at];
  const y = q[at + 1];
  const z = q[at + 2];
  const w = q[at + 3];
  const tx = 2 * (y * lever[to + 2] - z * lever[to + 1]);
  const ty = 2 * (z * lever[to] - x * lever[to + 2]);
  const tz = 2 * (x * lever[to + 1] - y * lever[to]);
  lever[to] += w * tx + y * tz - z * ty;
  lever[to + 1] += w * ty + z * tx - x * tz;
  lever[to + 2] += w * tz + x * ty - y * tx;
};
