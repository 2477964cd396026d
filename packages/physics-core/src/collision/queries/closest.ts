import { createFloats, type Floats } from '../../math/floats.js';
import type { World } from '../../state/world.js';
import { BOX_STRIDE, MAX_DEPTH, NO_NODE, type Tree } from '../broadphase/tree.js';
import { updateTrees } from '../broadphase/update-trees.js';
import { isSurface, POSE_STRIDE } from '../shapes/collider-shapes.js';
import { createCastResult, separationOf } from './cast-convex.js';
import { addHit, HIT_AT, HIT_NORMAL, HIT_POINT, type Hits, NO_TRIANGLE } from './hits.js';
import { createProbePair, placeProbe, pointProbe } from './probe-pair.js';
import { isSeen, isWanted, type QueryRules } from './query-filter.js';
import { nearestOnSurface } from './surface-pairs.js';

/**
 * The surface nearest to a point, by branch and bound: a subtree whose box is further than the best so far has nothing
 * better. Inside a solid the distance is negative, the depth below the nearest surface; the deepest counts as nearest.
 * Of equally near colliders the one in the lower slot counts.
 */

/** Scratch: the point; the best distance so far; nodes to visit and their distances. */
const point = createFloats(3);
const best = createFloats(1);
const nodes = new Int32Array(MAX_DEPTH);
const pair = createProbePair();
const result = createCastResult();
/** Scratch: the nearest triangle. */
const triangle = new Int32Array(1);

/** Appends the collider nearest to the point in the first three floats, if it is within the distance at `reach`. */
export const closestPointInto = (
  world: World,
  from: Floats,
  reach: number,
  rules: QueryRules,
  out: Hits,
): void => {
  const { broadphase, colliders } = world;
  const first = out.count;
  for (let i = 0; i < 3; i++) {
    point[i] = from[i];
    pointProbe.pose[i] = point[i];
  }
  best[0] = from[reach];
  updateTrees(broadphase, colliders.box);
  for (let i = 0; i < broadphase.unbounded.count; i++)
    tryCollider(world, broadphase.unbounded.items[i], rules, first, out);
  searchTree(world, broadphase.staticTree, rules, first, out);
  searchTree(world, broadphase.movingTree, rules, first, out);
};

const searchTree = (world: World, tree: Tree, rules: QueryRules, first: number, out: Hits): void => {
  if (tree.root === NO_NODE) return;
  const { boxes, left, right } = tree;
  let top = 0;
  nodes[top++] = tree.root;
  while (top > 0) {
    const node = nodes[--top];
    if (boxDistance(boxes, node) > Math.max(best[0], 0)) continue;
    const a = left[node];
    if (a < 0) {
      tryCollider(world, -1 - a, rules, first, out);
      continue;
    }
    const b = right[node];
    const nearA = boxDistance(boxes, a) <= boxDistance(boxes, b);
    nodes[top++] = nearA ? b : a;
    nodes[top++] = nearA ? a : b;
  }
};

/** From the point to a node's box; 0 inside. */
const boxDistance = (boxes: Floats, node: number): number => {
  const at = node * BOX_STRIDE;
  let square = 0;
  for (let i = 0; i < 3; i++) {
    const below = boxes[at + i] - point[i];
    const above = point[i] - boxes[at + 3 + i];
    const outside = below > 0 ? below : above > 0 ? above : 0;
    square += outside * outside;
  }
  return Math.sqrt(square);
};

const tryCollider = (world: World, collider: number, rules: QueryRules, first: number, out: Hits): void => {
  if (!isSeen(world, rules, collider)) return;
  placeProbe(pair, pointProbe, 0, world.colliders, collider);
  triangle[0] = NO_TRIANGLE;
  if (!isSurface(pair.kind[1])) separationOf(pair, result);
  else {
    result.separation[0] = best[0];
    if (!nearestOnSurface(pair, result, triangle)) return;
  }
  const distance = result.separation[0];
  if (distance > best[0]) return;
  const isLast = out.count > first;
  if (isLast && distance === best[0] && collider > out.collider[first]) return;
  if (!isWanted(rules, collider)) return;
  if (isLast) out.count = first;
  best[0] = distance;
  const at = addHit(out, collider, triangle[0]);
  out.floats[at + HIT_AT] = distance;
  for (let i = 0; i < 3; i++) {
    out.floats[at + HIT_POINT + i] = world.colliders.pose[collider * POSE_STRIDE + i] + result.point[i];
    out.floats[at + HIT_NORMAL + i] = result.normal[i];
  }
};
