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
  IS_ROPE,
} from '../../../state/closing-rows.js';
import { FRAME_A, FRAME_B } from '../../../state/joints.js';
import { JOINT, LAMBDA, ROW, ROW_INTS } from '../../../state/rows.js';
import type { World } from '../../../state/world.js';
import { MIN_DIRECTION_LENGTH, MIN_LEVER_SQUARE } from '../../../tuning.js';

/**
 * Lever stiffness (stiffness.ts) of links that hang on rods and ropes. One of length d that pulls with the force f = T n at a lever r turns
 * the link back as a joint does, by (f·r)₊, and as the rod turns with its end, by T |r|² / d as well: a plank on short taut ropes is
 * stiffer than its weight tells. As an inertia, with the impulse λ = T h,
 *   h² K = h ((λ n·r)₊ + |λ| |r|² / d) (1 - r rᵀ/r²)
 */

const isRope = (world: World, r: number): boolean =>
  world.articulations.closing.ints[r * CLOSING_INTS + IS_ROPE] !== 0;

/** At the start of a step: loads of the last one, from λ. */
export const loadRopes = ({ articulations: a, rows }: World, tree: number): void => {
  const { data, ints } = a.closing;
  const t = tree * TREE_INTS;
  for (let r = a.treeInts[t + FIRST_CLOSING]; r < a.treeInts[t + END_CLOSING]; r++) {
    const row = ints[r * CLOSING_INTS + CLOSING_ROW];
    data[r * CLOSING + CLOSING_LOAD] = row < 0 ? 0 : rows.data[row * ROW + LAMBDA];
  }
};

/** At the end of a substep. */
export const keepRopeLoads = ({ articulations: a }: World, tree: number): void => {
  const { data } = a.closing;
  const t = tree * TREE_INTS;
  for (let r = a.treeInts[t + FIRST_CLOSING]; r < a.treeInts[t + END_CLOSING]; r++)
    data[r * CLOSING + CLOSING_LOAD] = data[r * CLOSING + CLOSING_SUM];
};

/** Scratch: the levers of both ends in world axes. */
const levers = createFloats(6);

/** GEO += h² K of the ropes and rods among the closing rows, of the loads that they had last. */
export const addRopeStiffness = (world: World, tree: number, time: Floats): void => {
  const { articulations: a } = world;
  const { data, ints } = a.closing;
  const t = tree * TREE_INTS;
  for (let r = a.treeInts[t + FIRST_CLOSING]; r < a.treeInts[t + END_CLOSING]; r++) {
    if (!isRope(world, r) || data[r * CLOSING + CLOSING_LOAD] === 0) continue;
    writeLevers(world, r);
    for (let side = 0; side < 2; side++)
      if (ints[r * CLOSING_INTS + CLOSING_LINK + side] >= 0) addLever(world, r, side, time);
  }
};

const writeLevers = ({ articulations: a, bodies, jointFloats, joints, rows }: World, r: number): void => {
  const { ints } = a.closing;
  const joint = rows.index[ints[r * CLOSING_INTS + CLOSING_ROW] * ROW_INTS + JOINT];
  for (let side = 0; side < 2; side++) {
    const body = ints[r * CLOSING_INTS + CLOSING_BODY + side];
    const anchor = joints.block[joint] + (side === 0 ? FRAME_A : FRAME_B);
    for (let m = 0; m < 3; m++)
      levers[3 * side + m] = jointFloats.data[anchor + m] - bodies.localCentre[body * 3 + m];
    turn(bodies.rotation, body * 4, 3 * side);
  }
};

/** The lever at `to` ← q lever q*. */
const turn = (q: Floats, at: number, to: number): void => {
  const x = q[at];
  const y = q[at + 1];
  const z = q[at + 2];
  const w = q[at + 3];
  const tx = 2 * (y * levers[to + 2] - z * levers[to + 1]);
  const ty = 2 * (z * levers[to] - x * levers[to + 2]);
  const tz = 2 * (x * levers[to + 1] - y * levers[to]);
  levers[to] += w * tx + y * tz - z * ty;
  levers[to + 1] += w * ty + z * tx - x * tz;
  levers[to + 2] += w * tz + x * ty - y * tx;
};

const addLever = ({ articulations: a, bodies }: World, r: number, side: number, time: Floats): void => {
  const { data, ints } = a.closing;
  const { centre } = bodies;
  const bodyA = ints[r * CLOSING_INTS + CLOSING_BODY] * 3;
  const bodyB = ints[r * CLOSING_INTS + CLOSING_BODY + 1] * 3;
  let length = 0;
  for (let m = 0; m < 3; m++) {
    const gap = centre[bodyB + m] + levers[3 + m] - centre[bodyA + m] - levers[m];
    length += gap * gap;
  }
  const x = levers[3 * side];
  const y = levers[3 * side + 1];
  const z = levers[3 * side + 2];
  const square = x * x + y * y + z * z;
  if (square < MIN_LEVER_SQUARE) return;
  const load = data[r * CLOSING + CLOSING_LOAD];
  // l of the covector is ± n.
  const l = r * CLOSING + 6 * side + 3;
  const pull = load * (data[l] * x + data[l + 1] * y + data[l + 2] * z);
  const across = (Math.abs(load) * square) / Math.max(Math.sqrt(length), MIN_DIRECTION_LENGTH);
  const k = time[0] * (Math.max(pull, 0) + across);
  const e = k / square;
  const g = ints[r * CLOSING_INTS + CLOSING_LINK + side] * LINK + GEO;
  a.links[g] += k - e * x * x;
  a.links[g + 1] -= e * x * y;
  a.links[g + 2] -= e * x * z;
  a.links[g + 3] += k - e * y * y;
  a.links[g + 4] -= e * y * z;
  a.links[g + 5] += k - e * z * z;
};
