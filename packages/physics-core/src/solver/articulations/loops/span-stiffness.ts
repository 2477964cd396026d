import { createFloats, type Floats } from '../../../math/floats.js';
import { rotateFloats } from '../../../math/rotate-floats.js';
import { END_CLOSING, FIRST_CLOSING, LINK, TREE_INTS } from '../../../state/articulations.js';
import {
  CLOSING,
  CLOSING_BODY,
  CLOSING_INTS,
  CLOSING_LINK,
  CLOSING_LOAD,
  CLOSING_ROW,
  CLOSING_SPAN,
  CLOSING_SUM,
} from '../../../state/closing-rows.js';
import { FRAME_A, FRAME_B } from '../../../state/joints.js';
import { JOINT, LAMBDA, ROW, ROW_INTS } from '../../../state/rows.js';
import type { World } from '../../../state/world.js';
import { MIN_DIRECTION_LENGTH, MIN_LEVER_SQUARE } from '../../../tuning.js';
import { addLeverStiffness, lever } from '../lever-stiffness.js';

/**
 * Lever stiffness (stiffness.ts) of links that hang on spans: rods, ropes, struts and springs that close loops. A rotation φ of the link
 * moves the end of the span by φ × r. A span that pulls with T turns the link back as a joint does, by (f·r)₊, and as it turns with its end
 * by T/d |(φ × r) across n|² as well, which is at most T |r|²/d |φ|²: a plank on short taut ropes is stiffer than its weight tells.
 *   h² K = h ((λ n·r)₊ + |λ| |r|² / d) (1 - r rᵀ/r²)
 * Compression has the opposite sign: its geometric stiffness is negative, and an end under it leaves its place at the rate at which one
 * under tension oscillates. It counts with |λ|: K must not make the inertia less, and the bound is that of what a substep has to resolve.
 *
 *   r   lever of the end of the span from the centre of mass, world axes   m
 *   n   direction of the span, d its length                                1, m
 *   T   tension; λ = T h its impulse in the last substep                   N, N·s
 *   f   T n                                                                N
 *   h   time of the substep                                                s
 *   φ   rotation of the link                                               rad
 *   K   stiffness against φ; GEO has h² K                                  N·m, kg·m²
 */

const isSpan = ({ articulations: { closing } }: World, r: number): boolean =>
  closing.ints[r * CLOSING_INTS + CLOSING_SPAN] !== 0;

/** At the start of a step: loads of the last one, from λ. */
export const loadSpans = (world: World, tree: number): void => {
  const { articulations: a, rows } = world;
  const { data, ints } = a.closing;
  const t = tree * TREE_INTS;
  for (let r = a.treeInts[t + FIRST_CLOSING]; r < a.treeInts[t + END_CLOSING]; r++)
    if (isSpan(world, r))
      data[r * CLOSING + CLOSING_LOAD] = rows.data[ints[r * CLOSING_INTS + CLOSING_ROW] * ROW + LAMBDA];
};

/** At the end of a substep. */
export const keepSpanLoads = (world: World, tree: number): void => {
  const { articulations: a } = world;
  const { data } = a.closing;
  const t = tree * TREE_INTS;
  for (let r = a.treeInts[t + FIRST_CLOSING]; r < a.treeInts[t + END_CLOSING]; r++)
    if (isSpan(world, r)) data[r * CLOSING + CLOSING_LOAD] = data[r * CLOSING + CLOSING_SUM];
};

/** Scratch: the levers of both ends in world axes. */
const levers = createFloats(6);

/** GEO += h² K of the spans among the closing rows, of the loads that they had last. */
export const addSpanStiffness = (world: World, tree: number, time: Floats): void => {
  const { articulations: a } = world;
  const { data, ints } = a.closing;
  const t = tree * TREE_INTS;
  for (let r = a.treeInts[t + FIRST_CLOSING]; r < a.treeInts[t + END_CLOSING]; r++) {
    if (!isSpan(world, r) || data[r * CLOSING + CLOSING_LOAD] === 0) continue;
    writeLevers(world, r);
    for (let side = 0; side < 2; side++)
      if (ints[r * CLOSING_INTS + CLOSING_LINK + side] >= 0) addEnd(world, r, side, time);
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
    rotateFloats(bodies.rotation, body * 4, levers, 3 * side);
  }
};

const addEnd = ({ articulations: a, bodies }: World, r: number, side: number, time: Floats): void => {
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
  lever[0] = x;
  lever[1] = y;
  lever[2] = z;
  lever[3] = k;
  addLeverStiffness(a.links, ints[r * CLOSING_INTS + CLOSING_LINK + side] * LINK);
};
