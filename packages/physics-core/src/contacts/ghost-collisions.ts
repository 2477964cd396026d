import { writeSupport } from '../collision/shapes/bounds.js';
import { POSE_STRIDE } from '../collision/shapes/collider-shapes.js';
import { edgeContact, firstEdge, nextEdge } from '../graph/contact-graph.js';
import { createFloats } from '../math/floats.js';
import { BodyType, MOTION, W } from '../state/bodies.js';
import { ContactFlag, N, PL, POINT, POINTS, PS, PX, PY, RA, RECORD, SLOP, T1 } from '../state/contacts.js';
import type { World } from '../state/world.js';
import { GHOST_APPROACH, GHOST_DEPTH, GHOST_SAME_NORMAL, GHOST_STEP_HEIGHT } from '../tuning.js';
import { relative, secondTangent, writeRelativeVelocity } from './contact-frame.js';
import { approach, TIME } from './reach.js';

/**
 * Ghost collisions at seams. A body that slides over a floor of flush tiles gets a contact with the edge of the next
 * tile before it stands on it: with a tilted normal (a ball), or an upright one (a box that is a few µm in the
 * floor). The shapes never meet along that normal, but its plane does: a ball of 10 m/s hopped by 1.1 m.
 *
 * The body already rests on a face. While it only slides over that face, what lies at or below its plane is met along
 * the plane's normal only. So a contact is left out of this step if
 * - it bears nothing yet and approaches, and
 * - the body has another contact within the slop, with another normal, and
 * - the obstacle does not stand out above the plane of that contact by more than GHOST_STEP_HEIGHT, and
 * - the body does not reach below that plane by more than GHOST_DEPTH, now or when it has turned for the step: a box
 *   that tips over the edge of a table does meet what stands below the table top.
 * The length of the step or substep is in approach[TIME]: a double as an argument would be allocated.
 */
export const isGhost = (world: World, contact: number): boolean => {
  const { record, count, bodyA, bodyB } = world.contacts;
  const { type } = world.bodies;
  const r = contact * RECORD;
  for (let i = 0; i < count[contact]; i++) if (record[r + POINTS + i * POINT + PL] !== 0) return false;
  writeRelativeVelocity(world, contact);
  if (relative[0] * approach[TIME] > -GHOST_APPROACH) return false;
  const a = bodyA[contact];
  const b = bodyB[contact];
  if (type[b] === BodyType.dynamic && isBelowRest(world, contact, b, 1)) return true;
  return type[a] === BodyType.dynamic && isBelowRest(world, contact, a, -1);
};

/** Nothing rests on a sensor, on what is disabled, nor on what is a ghost collision itself. */
const NOT_RESTING = ContactFlag.sensor | ContactFlag.ghost | ContactFlag.disabled;

/** Scratch: the normal of the face that the body rests on, a point of that face, and the obstacle's support. */
const normal = createFloats(3);
const point = createFloats(3);
const support = createFloats(1);
/** Scratch: -n as the body sees it after its turn, and the height of its lowest point along n then. */
const down = createFloats(3);
const lowest = createFloats(1);

/** Whether the body rests on a face above which the obstacle does not stand out. `side` is 1 when it is B. */
const isBelowRest = (world: World, contact: number, body: number, side: 1 | -1): boolean => {
  const { record, flags, count, bodyB, colliderA, colliderB } = world.contacts;
  const r = contact * RECORD;
  const obstacle = side === 1 ? colliderA[contact] : colliderB[contact];
  const slider = side === 1 ? colliderB[contact] : colliderA[contact];
  for (let edge = firstEdge(world, body); edge >= 0; edge = nextEdge(world, edge)) {
    const other = edgeContact(edge);
    if (other === contact || count[other] === 0 || (flags[other] & NOT_RESTING) !== 0) continue;
    const o = other * RECORD;
    const sign = bodyB[other] === body ? 1 : -1;
    for (let i = 0; i < 3; i++) normal[i] = sign * record[o + N + i];
    const cosine =
      side * (normal[0] * record[r + N] + normal[1] * record[r + N + 1] + normal[2] * record[r + N + 2]);
    if (cosine > 1 - GHOST_SAME_NORMAL || !isWithinSlop(world, other)) continue;
    writeSurfacePoint(world, other, sign);
    writeSupport(world.colliders, obstacle, normal, support);
    const height = normal[0] * point[0] + normal[1] * point[1] + normal[2] * point[2];
    if (support[0] >= height + GHOST_STEP_HEIGHT) continue;
    writeLowest(world, slider, body);
    if (lowest[0] > height - Math.min(GHOST_DEPTH, record[o + SLOP])) return true;
  }
  return false;
};

const isWithinSlop = ({ contacts: { record, count } }: World, contact: number): boolean => {
  const p = contact * RECORD + POINTS + PS;
  for (let i = 0; i < count[contact]; i++)
    if (record[p + i * POINT] <= record[contact * RECORD + SLOP]) return true;
  return false;
};

/** The first point of a contact, on the surface of the other body: A for side 1. */
const writeSurfacePoint = (world: World, contact: number, side: number): void => {
  const { record, bodyA } = world.contacts;
  const { centre } = world.bodies;
  const r = contact * RECORD;
  const p = r + POINTS;
  const half = 0.5 * side * record[p + PS];
  for (let k = 0; k < 3; k++) {
    point[k] =
      centre[bodyA[contact] * 3 + k] +
      record[r + RA + k] +
      record[p + PX] * record[r + T1 + k] +
      record[p + PY] * secondTangent(record, r, k) -
      half * record[r + N + k];
  }
};

/**
 * Writes the height along `normal` of the lowest point of the collider when its body has turned by ω dt: the support of
 * a turned shape along d is that of the shape along Rᵀ d = d - dt ω × d, and its origin moves by dt ω × r.
 */
const writeLowest = ({ bodies, colliders }: World, collider: number, body: number): void => {
  const dt = approach[TIME];
  const { motion, centre } = bodies;
  const { pose } = colliders;
  const w = body * MOTION + W;
  const p = collider * POSE_STRIDE;
  let height = 0;
  for (let i = 0; i < 3; i++) {
    const k = (i + 1) % 3;
    const l = (i + 2) % 3;
    down[i] = dt * (motion[w + k] * normal[l] - motion[w + l] * normal[k]) - normal[i];
    const moved =
      motion[w + k] * (pose[p + l] - centre[body * 3 + l]) -
      motion[w + l] * (pose[p + k] - centre[body * 3 + k]);
    height += normal[i] * (pose[p + i] + dt * moved);
  }
  writeSupport(colliders, collider, down, support);
  lowest[0] = height - support[0] + down[0] * pose[p] + down[1] * pose[p + 1] + down[2] * pose[p + 2];
};
