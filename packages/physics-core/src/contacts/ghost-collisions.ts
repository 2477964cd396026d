import { writeSupport } from '../collision/shapes/bounds.js';
import { POSE_STRIDE } from '../collision/shapes/collider-shapes.js';
import { edgeContact, firstEdge, nextEdge } from '../graph/contact-graph.js';
import { createFloats } from '../math/floats.js';
import { BodyType, MOTION, W } from '../state/bodies.js';
import { ContactFlag, N, PL, POINT, POINTS, PS, RA, RECORD, SLOP } from '../state/contacts.js';
import type { World } from '../state/world.js';
import { GHOST_APPROACH, GHOST_DEPTH, GHOST_SAME_NORMAL, GHOST_STEP_HEIGHT } from '../tuning.js';
import { relative, writeRelativeVelocity } from './contact-frame.js';
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

/** Scratch: the normal of the face that the body rests on, and the obstacle's support. */
const normal = createFloats(3);
const support = createFloats(1);
/** Scratch: -n as the body sees it after its turn, and the height of its lowest point along n then. */
const down = createFloats(3);
const lowest = createFloats(1);

/** Whether the body rests on a face above which the obstacle does not stand out. `side` is 1 when it is B. */
const isBelowRest = (world: World, contact: number, body: number, side: 1 | -1): boolean => {
  const { record, flags, count, bodyA, bodyB, colliderA, colliderB } = world.contacts;
  const { centre } = world.bodies;
  const r = contact * RECORD;
  const nx = side * record[r + N];
  const ny = side * record[r + N + 1];
  const nz = side * record[r + N + 2];
  const obstacle = side === 1 ? colliderA[contact] : colliderB[contact];
  const slider = side === 1 ? colliderB[contact] : colliderA[contact];
  for (let edge = firstEdge(world, body); edge >= 0; edge = nextEdge(world, edge)) {
    const other = edgeContact(edge);
    if (other === contact || count[other] === 0 || (flags[other] & NOT_RESTING) !== 0) continue;
    const o = other * RECORD;
    const sign = bodyB[other] === body ? 1 : -1;
    const x = sign * record[o + N];
    const y = sign * record[o + N + 1];
    const z = sign * record[o + N + 2];
    if (x * nx + y * ny + z * nz > 1 - GHOST_SAME_NORMAL || !isWithinSlop(world, other)) continue;
    // The points differ along the face only, so its height along the normal is that of its centre, less half of the gap.
    const a = bodyA[other] * 3;
    const height =
      x * (centre[a] + record[o + RA]) +
      y * (centre[a + 1] + record[o + RA + 1]) +
      z * (centre[a + 2] + record[o + RA + 2]) -
      0.5 * record[o + POINTS + PS];
    normal[0] = x;
    normal[1] = y;
    normal[2] = z;
    writeSupport(world.colliders, obstacle, normal, support);
    if (support[0] >= height + GHOST_STEP_HEIGHT) continue;
    writeLowest(world, slider, body);
    if (lowest[0] > height - Math.min(GHOST_DEPTH, record[o + SLOP])) return true;
  }
  return false;
};

const isWithinSlop = ({ contacts: { record, count } }: World, contact: number): boolean => {
  const p = contact * RECORD + POINTS + PS;
  const slop = record[contact * RECORD + SLOP];
  for (let i = 0; i < count[contact]; i++) if (record[p + i * POINT] <= slop) return true;
  return false;
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
