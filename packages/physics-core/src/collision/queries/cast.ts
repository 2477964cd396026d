import { createFloats, type Floats } from '../../math/floats.js';
import type { World } from '../../state/world.js';
import type { Tree } from '../broadphase/tree.js';
import { updateTrees } from '../broadphase/update-trees.js';
import { writeAabb } from '../shapes/bounds.js';
import { type ColliderShapes, isSurface, POSE_STRIDE } from '../shapes/collider-shapes.js';
import { castConvex, createCastResult } from './cast-convex.js';
import { addHit, HIT_AT, HIT_NORMAL, HIT_POINT, type Hits, NO_TRIANGLE } from './hits.js';
import { createProbePair, placeProbe } from './probe-pair.js';
import { isSeen, isWanted, type QueryRules } from './query-filter.js';
import { rayCollider, rayHit } from './ray-collider.js';
import { raySurface } from './ray-surface.js';
import { castOnSurface } from './surface-pairs.js';
import { createWalk, nextProxy, setSweptBox, startWalk } from './swept-box.js';

/**
 * Casts of rays and convex shapes into the world. Half-spaces first, which lie outside the trees, then the trees.
 * Of equally near colliders the one in the lower slot counts: the answer does not depend on how the trees were built.
 */
export const CastMode = { nearest: 0, any: 1, all: 2 } as const;
export type CastMode = (typeof CastMode)[keyof typeof CastMode];

/** Scratch: origin and direction of the cast; half extents of what is cast. */
const line = createFloats(6);
const extent = createFloats(3);
const box = createFloats(6);
const pair = createProbePair();
const result = createCastResult();
const walk = createWalk();
const limit = walk.limit;

/** Scratch: the triangle that was hit. */
const triangle = new Int32Array(1);

/** What is cast, when it is no ray. */
let probe: ColliderShapes | undefined;
let probeIndex = 0;

/**
 * Casts a ray: origin and unit direction in the first six floats of `ray`, the longest distance at `reach`. Appends what
 * it hits.
 */
export const castRayInto = (
  world: World,
  ray: Floats,
  reach: number,
  rules: QueryRules,
  mode: CastMode,
  out: Hits,
): void => {
  probe = undefined;
  for (let i = 0; i < 6; i++) line[i] = ray[i];
  // Written out: fill of an array of doubles allocates.
  extent[0] = 0;
  extent[1] = 0;
  extent[2] = 0;
  limit[0] = ray[reach];
  castInto(world, rules, mode, out);
};

/** Moves a convex shape from where it is by `displacement`. Distances are fractions of it. */
export const castShapeInto = (
  world: World,
  shapes: ColliderShapes,
  index: number,
  displacement: Floats,
  rules: QueryRules,
  mode: CastMode,
  out: Hits,
): void => {
  probe = shapes;
  probeIndex = index;
  writeAabb(shapes, index, box, 0);
  for (let i = 0; i < 3; i++) {
    line[i] = (box[i] + box[3 + i]) / 2;
    line[3 + i] = displacement[i];
    extent[i] = (box[3 + i] - box[i]) / 2;
  }
  limit[0] = 1;
  castInto(world, rules, mode, out);
};

const castInto = (world: World, rules: QueryRules, mode: CastMode, out: Hits): void => {
  const { broadphase, colliders } = world;
  const { unbounded } = broadphase;
  const first = out.count;
  updateTrees(broadphase, colliders.box);
  for (let i = 0; i < unbounded.count; i++) tryCollider(world, unbounded.items[i], rules, mode, first, out);
  setSweptBox(walk, line, extent);
  castIntoTree(world, broadphase.staticTree, rules, mode, first, out);
  castIntoTree(world, broadphase.movingTree, rules, mode, first, out);
};

const castIntoTree = (
  world: World,
  tree: Tree,
  rules: QueryRules,
  mode: CastMode,
  first: number,
  out: Hits,
): void => {
  startWalk(walk, tree);
  for (let collider = nextProxy(walk); collider >= 0; collider = nextProxy(walk))
    tryCollider(world, collider, rules, mode, first, out);
};

const tryCollider = (
  world: World,
  collider: number,
  rules: QueryRules,
  mode: CastMode,
  first: number,
  out: Hits,
): void => {
  if (!isSeen(world, rules, collider)) return;
  triangle[0] = NO_TRIANGLE;
  if (!(probe === undefined ? rayOn(world, collider) : castOn(world, collider))) return;
  const t = probe === undefined ? rayHit[0] : result.time[0];
  if (t > limit[0]) return;
  const isLast = mode === CastMode.nearest && out.count > first;
  if (isLast && t === limit[0] && collider > out.collider[first]) return;
  if (!isWanted(rules, collider)) return;
  if (isLast) out.count = first;
  const at = addHit(out, collider, triangle[0]);
  out.floats[at + HIT_AT] = t;
  for (let i = 0; i < 3; i++) {
    out.floats[at + HIT_POINT + i] =
      probe === undefined
        ? line[i] + t * line[3 + i]
        : world.colliders.pose[collider * POSE_STRIDE + i] + result.point[i];
    out.floats[at + HIT_NORMAL + i] = probe === undefined ? rayHit[1 + i] : result.normal[i];
  }
  if (mode === CastMode.nearest) limit[0] = t;
  else if (mode === CastMode.any) limit[0] = -1;
};

const rayOn = ({ colliders }: World, collider: number): boolean =>
  isSurface(colliders.kind[collider])
    ? raySurface(colliders, collider, line, limit, rayHit, triangle)
    : rayCollider(colliders, collider, line);

/** Scratch: the displacement. */
const displacement = createFloats(3);

const castOn = (world: World, collider: number): boolean => {
  placeProbe(pair, probe as ColliderShapes, probeIndex, world.colliders, collider);
  for (let i = 0; i < 3; i++) displacement[i] = line[3 + i];
  result.time[0] = limit[0];
  return isSurface(pair.kind[1])
    ? castOnSurface(pair, displacement, result, triangle)
    : castConvex(pair, displacement, result);
};
