import { createFloats, type Floats } from '../../math/floats.js';
import { createIndexList } from '../../math/index-list.js';
import type { World } from '../../state/world.js';
import { queryBox } from '../broadphase/find-pairs.js';
import { writeAabb } from '../shapes/bounds.js';
import { type ColliderShapes, isSurface, ShapeKind } from '../shapes/collider-shapes.js';
import { isTouching } from './cast-convex.js';
import { addHit, HIT, type Hits, NO_TRIANGLE } from './hits.js';
import { createProbePair, placeProbe, pointProbe } from './probe-pair.js';
import { isSeen, isWanted, type QueryRules } from './query-filter.js';
import { touchesSurface } from './surface-pairs.js';

/** Overlaps with the world, in the order of the collider slots. Their hits carry no floats. */

/** Scratch: colliders whose padded boxes overlap; a tight box; the pair under test. */
const candidates = createIndexList();
const tight = createFloats(6);
const bounds = createFloats(6);
const pair = createProbePair();
/** Scratch: a triangle that touches. */
const triangle = new Int32Array(1);

const addOverlap = (out: Hits, collider: number): void => {
  const at = addHit(out, collider, triangle[0]);
  for (let i = at; i < at + HIT; i++) out.floats[i] = 0;
};

/** Appends the colliders that touch a convex shape; at most one when `any`. */
export const overlapShapeInto = (
  world: World,
  shapes: ColliderShapes,
  index: number,
  rules: QueryRules,
  any: boolean,
  out: Hits,
): void => {
  writeAabb(shapes, index, bounds, 0);
  queryBox(world.broadphase, world.colliders.box, bounds, candidates);
  for (let k = 0; k < candidates.count; k++) {
    const collider = candidates.items[k];
    if (!isSeen(world, rules, collider)) continue;
    placeProbe(pair, shapes, index, world.colliders, collider);
    triangle[0] = NO_TRIANGLE;
    const touches = isSurface(pair.kind[1]) ? touchesSurface(pair, triangle) : isTouching(pair);
    if (!touches || !isWanted(rules, collider)) continue;
    addOverlap(out, collider);
    if (any) return;
  }
};

/** Appends the colliders that contain a point. */
export const containsPointInto = (
  world: World,
  point: Floats,
  rules: QueryRules,
  any: boolean,
  out: Hits,
): void => {
  for (let i = 0; i < 3; i++) pointProbe.pose[i] = point[i];
  overlapShapeInto(world, pointProbe, 0, rules, any, out);
};

/** Appends the colliders whose bounding boxes overlap a box: min x y z, max x y z. */
export const overlapBoxInto = (
  world: World,
  box: Floats,
  rules: QueryRules,
  any: boolean,
  out: Hits,
): void => {
  for (let i = 0; i < 6; i++) bounds[i] = box[i];
  queryBox(world.broadphase, world.colliders.box, bounds, candidates);
  for (let k = 0; k < candidates.count; k++) {
    const collider = candidates.items[k];
    if (!isSeen(world, rules, collider) || !boxOverlaps(world, collider) || !isWanted(rules, collider))
      continue;
    triangle[0] = NO_TRIANGLE;
    addOverlap(out, collider);
    if (any) return;
  }
};

/** The padded box overlaps `bounds`: does the tight one? */
const boxOverlaps = ({ colliders }: World, collider: number): boolean => {
  if (colliders.kind[collider] === ShapeKind.halfSpace) return true;
  writeAabb(colliders, collider, tight, 0);
  for (let i = 0; i < 3; i++) if (tight[i] > bounds[3 + i] || tight[3 + i] < bounds[i]) return false;
  return true;
};
