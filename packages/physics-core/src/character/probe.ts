import { queryBox } from '../collision/broadphase/find-pairs.js';
import { CastMode, castRayInto, castShapeInto } from '../collision/queries/cast.js';
import { createCastResult, separationOf } from '../collision/queries/cast-convex.js';
import { createHits, HIT_AT, HIT_NORMAL, HIT_POINT } from '../collision/queries/hits.js';
import { createProbePair, placeProbe } from '../collision/queries/probe-pair.js';
import { createRules, isSeen, isWanted } from '../collision/queries/query-filter.js';
import { nearestOnSurface } from '../collision/queries/surface-pairs.js';
import { writeAabb, writeSupport } from '../collision/shapes/bounds.js';
import { isSurface } from '../collision/shapes/collider-shapes.js';
import { copyShape, createShapePair } from '../collision/shapes/shape-pair.js';
import { readVec3 } from '../math/columns.js';
import { createFloats, setFloats } from '../math/floats.js';
import { createIndexList } from '../math/index-list.js';
import { add, dot, length, normalize, scale, sub, type Vec3 } from '../math/vec3.js';
import type { World } from '../state/world.js';

/** The shape of a character, which is cast through the world without its body. Plain vectors: it is no hot code. */

export interface Touch {
  readonly collider: number;
  readonly body: number;
  /** Fraction of the way of a cast, or the separation, m. */
  readonly at: number;
  readonly point: Vec3;
  /** Unit, towards the character. */
  readonly normal: Vec3;
}

const shape = createShapePair();
const rules = createRules();
const hits = createHits();
const displacement = createFloats(3);
const bounds = createFloats(6);
const near = createIndexList();
const pair = createProbePair();
const result = createCastResult();
const direction = createFloats(3);
const support = createFloats(1);
const triangle = new Int32Array(1);
/** From the origin of the body to that of its collider. */
let offset: Vec3 = [0, 0, 0];

/** Takes the shape of a collider, and sees what the collider may touch. */
export const loadCharacter = (world: World, collider: number): void => {
  const { colliders, bodies } = world;
  const body = colliders.body[collider];
  copyShape(colliders, collider, shape, 0);
  offset = sub(readVec3(colliders.pose, collider * 12), readVec3(bodies.position, body * 3));
  rules.mask = colliders.mask[collider];
  rules.excluded.length = 0;
  rules.excluded.push(body);
};

const place = (position: Vec3): void => {
  for (let i = 0; i < 3; i++) shape.pose[i] = position[i] + offset[i];
};

/** What the character first touches on its way; colliders that are named are not seen. */
export const castCharacter = (
  world: World,
  own: number,
  from: Vec3,
  by: Vec3,
  without: readonly number[] = [],
): Touch | undefined => {
  const { colliders } = world;
  place(from);
  setFloats(displacement, by, 0);
  rules.predicate = (other) =>
    (colliders.mask[other] & colliders.layer[own]) !== 0 && !without.includes(other);
  hits.count = 0;
  castShapeInto(world, shape, 0, displacement, rules, CastMode.nearest, hits);
  return hits.count === 0
    ? undefined
    : {
        collider: hits.collider[0],
        body: colliders.body[hits.collider[0]],
        at: hits.floats[HIT_AT],
        point: readVec3(hits.floats, HIT_POINT),
        normal: readVec3(hits.floats, HIT_NORMAL),
      };
};

/** What is nearest to the character, or deepest in it, within a distance. */
export const nearestTouch = (world: World, own: number, from: Vec3, reach: number): Touch | undefined => {
  const { colliders, broadphase } = world;
  place(from);
  rules.predicate = (other) => (colliders.mask[other] & colliders.layer[own]) !== 0;
  writeAabb(shape, 0, bounds, 0);
  for (let i = 0; i < 3; i++) {
    bounds[i] -= reach;
    bounds[3 + i] += reach;
  }
  queryBox(broadphase, colliders.box, bounds, near);
  let best: Touch | undefined;
  for (let k = 0; k < near.count; k++) {
    const collider = near.items[k];
    if (!isSeen(world, rules, collider) || !isWanted(rules, collider)) continue;
    placeProbe(pair, shape, 0, colliders, collider);
    result.separation[0] = best?.at ?? reach;
    if (!isSurface(pair.kind[1])) separationOf(pair, result);
    else if (!nearestOnSurface(pair, result, triangle)) continue;
    if (!(result.separation[0] < (best?.at ?? reach))) continue;
    best = {
      collider,
      body: colliders.body[collider],
      at: result.separation[0],
      point: readVec3(result.point, 0),
      normal: readVec3(result.normal, 0),
    };
  }
  return best;
};

/** How far the character reaches from the origin of its body along a direction. */
export const reachAlong = (towards: Vec3): number => {
  place([0, 0, 0]);
  setFloats(direction, towards, 0);
  writeSupport(shape, 0, direction, support);
  return support[0];
};

const ray = createFloats(7);

/**
 * The normal of the face beside an edge that the character touches: seen by a ray straight down, a little before the
 * touch (side 1) or behind it (side -1) as the character sees it. Undefined when there is none.
 */
export const faceBeside = (
  world: World,
  { point, normal }: Touch,
  up: Vec3,
  skin: number,
  side: 1 | -1,
): Vec3 | undefined => {
  const level = sub(normal, scale(up, dot(normal, up)));
  if (length(level) === 0) return normal;
  const beside = add(add(point, scale(up, skin)), scale(normalize(level), (side * skin) / 2));
  setFloats(ray, beside, 0);
  setFloats(ray, scale(up, -1), 3);
  ray[6] = 2 * skin;
  hits.count = 0;
  castRayInto(world, ray, 6, rules, CastMode.nearest, hits);
  return hits.count > 0 && hits.floats[HIT_AT] > 0 ? readVec3(hits.floats, HIT_NORMAL) : undefined;
};
