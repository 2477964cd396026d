import { proxyMoved } from '../collision/broadphase/broadphase.js';
import { writeAabb } from '../collision/shapes/bounds.js';
import { POSE_STRIDE, ShapeKind } from '../collision/shapes/collider-shapes.js';
import { createFloats, type Floats } from '../math/floats.js';
import { INDEX_BITS } from '../math/index-bits.js';
import { DP, disturbArticulation, MOTION, V } from '../state/bodies.js';
import type { World } from '../state/world.js';
import { BOX_PART, STEPS_AHEAD } from '../tuning.js';
import { multiplyInto } from './inertia.js';

/** Scratch: of the body in hand, its row-major rotation matrix; of a collider, its rotation and tight box. */
const matrix = createFloats(9);
const quaternion = createFloats(4);
const tight = createFloats(6);

/** Writes the matrix of a unit quaternion into `out`, row by row. */
export const writeMatrix = (q: Floats, i: number, out: Floats, at: number): void => {
  const x = q[i];
  const y = q[i + 1];
  const z = q[i + 2];
  const w = q[i + 3];
  out[at] = 1 - 2 * (y * y + z * z);
  out[at + 1] = 2 * (x * y - w * z);
  out[at + 2] = 2 * (x * z + w * y);
  out[at + 3] = 2 * (x * y + w * z);
  out[at + 4] = 1 - 2 * (x * x + z * z);
  out[at + 5] = 2 * (y * z - w * x);
  out[at + 6] = 2 * (x * z - w * y);
  out[at + 7] = 2 * (y * z + w * x);
  out[at + 8] = 1 - 2 * (x * x + y * y);
};

/** The origin follows the centre of mass: after the solver moved the body. */
export const syncOrigin = (world: World, body: number): void => moveByCentre(world, body, -1, true);

/** The centre of mass follows the origin: after the user moved the body. */
export const syncCentre = (world: World, body: number): void => {
  world.rows.isCurrent = false;
  disturbArticulation(world.bodies, body);
  moveByCentre(world, body, 1, false);
};

const moveByCentre = (world: World, body: number, sign: number, toOrigin: boolean): void => {
  const { centre, position, rotation, localCentre } = world.bodies;
  const from = toOrigin ? centre : position;
  const to = toOrigin ? position : centre;
  const c = (body * 3) & INDEX_BITS;
  const x = localCentre[c];
  const y = localCentre[c + 1];
  const z = localCentre[c + 2];
  if (x === 0 && y === 0 && z === 0) {
    to[c] = from[c];
    to[c + 1] = from[c + 1];
    to[c + 2] = from[c + 2];
    return;
  }
  writeMatrix(rotation, body * 4, matrix, 0);
  for (let i = 0; i < 3; i++) {
    to[c + i] = from[c + i] + sign * (matrix[i * 3] * x + matrix[i * 3 + 1] * y + matrix[i * 3 + 2] * z);
  }
};

/** Brings the poses and boxes of a body's colliders up to date with the body. */
export const syncColliders = (world: World, body: number, dt: number): void => {
  const { colliders, bodies } = world;
  placeColliders(world, body);
  for (let c = bodies.firstCollider[body]; c >= 0; c = colliders.next[c]) growBox(world, body, c, dt);
};

/** Brings the pose of one collider up to date. */
export const placeCollider = (world: World, body: number, collider: number): void => {
  writeMatrix(world.bodies.rotation, body * 4, matrix, 0);
  writeColliderPose(world, body, collider);
};

/** Brings the poses alone up to date. */
export const placeColliders = (world: World, body: number): void => {
  const { colliders, bodies } = world;
  const first = bodies.firstCollider[body];
  if (first < 0) return;
  writeMatrix(bodies.rotation, body * 4, matrix, 0);
  for (let c = first; c >= 0; c = colliders.next[c]) writeColliderPose(world, body, c);
};

/** World pose = body pose ∘ local pose; `matrix` holds the body's rotation. */
const writeColliderPose = (world: World, body: number, collider: number): void => {
  const { pose, localPosition, localRotation } = world.colliders;
  const { position, rotation } = world.bodies;
  const at = (collider * POSE_STRIDE) & INDEX_BITS;
  const l = (collider * 3) & INDEX_BITS;
  const x = localPosition[l];
  const y = localPosition[l + 1];
  const z = localPosition[l + 2];
  for (let i = 0; i < 3; i++) {
    pose[at + i] = position[body * 3 + i] + matrix[i * 3] * x + matrix[i * 3 + 1] * y + matrix[i * 3 + 2] * z;
  }
  const r = (collider * 4) & INDEX_BITS;
  if (localRotation[r + 3] === 1) {
    for (let i = 0; i < 9; i++) pose[at + 3 + i] = matrix[i];
    return;
  }
  multiplyInto(quaternion, 0, rotation, body * 4, localRotation, r, 1);
  writeMatrix(quaternion, 0, pose, at + 3);
};

/**
 * The padded box must hold the shape, the speculative margin and the motion of the next step. While it does,
 * the broadphase is not updated.
 */
const growBox = (world: World, body: number, collider: number, dt: number): void => {
  const { colliders, bodies, settings } = world;
  if (colliders.kind[collider] === ShapeKind.halfSpace) return;
  const { box } = colliders;
  const { motion } = bodies;
  writeAabb(colliders, collider, tight, 0);
  const b = (collider * 6) & INDEX_BITS;
  const v = ((body * MOTION) & INDEX_BITS) + V;
  const margin = settings.speculativeMargin;
  let inside = true;
  for (let i = 0; i < 3; i++) {
    const way = motion[v + i] * dt;
    const low = tight[i] - margin + (way < 0 ? way : 0);
    const high = tight[i + 3] + margin + (way > 0 ? way : 0);
    if (low < box[b + i] || high > box[b + i + 3]) inside = false;
  }
  if (inside) return;
  writeFatBox(world, body, collider, dt);
  colliders.moved[collider] = 1;
  proxyMoved(world.broadphase, collider);
};

/**
 * Within a step: grows the boxes of a body that an impact threw out of them, so that the next findPairs sees what is ahead. They
 * hold its motion since the step began, and that of `time` more at the present velocity. Returns whether one of them grew.
 */
export const growThrown = ({ colliders, bodies, broadphase }: World, body: number, time: number): boolean => {
  const { box } = colliders;
  const { motion } = bodies;
  const m = body * MOTION;
  let grew = false;
  for (let c = bodies.firstCollider[body]; c >= 0; c = colliders.next[c]) {
    if (colliders.kind[c] === ShapeKind.halfSpace) continue;
    writeAabb(colliders, c, tight, 0);
    let inside = true;
    for (let i = 0; i < 3; i++) {
      const sweep = motion[m + DP + i] + time * motion[m + V + i];
      const low = tight[i] + Math.min(sweep, 0);
      const high = tight[i + 3] + Math.max(sweep, 0);
      if (low >= box[c * 6 + i] && high <= box[c * 6 + i + 3]) continue;
      inside = false;
      box[c * 6 + i] = Math.min(box[c * 6 + i], low);
      box[c * 6 + i + 3] = Math.max(box[c * 6 + i + 3], high);
    }
    if (inside) continue;
    colliders.moved[c] = 1;
    proxyMoved(broadphase, c);
    grew = true;
  }
  return grew;
};

/**
 * The padded box of a collider at its pose, reaching ahead along its velocity. Small bodies have little padding: in a heap with
 * wide boxes most pairs of neighbours never touch.
 */
export const writeFatBox = (world: World, body: number, collider: number, dt: number): void => {
  const { colliders, bodies, settings } = world;
  const { box } = colliders;
  const b = (collider * 6) & INDEX_BITS;
  const v = ((body * MOTION) & INDEX_BITS) + V;
  writeAabb(colliders, collider, tight, 0);
  const side = Math.max(tight[3] - tight[0], tight[4] - tight[1], tight[5] - tight[2]);
  const pad = settings.speculativeMargin + Math.min(settings.boxMargin, BOX_PART * side);
  for (let i = 0; i < 3; i++) {
    const way = bodies.motion[v + i] * dt * STEPS_AHEAD;
    box[b + i] = tight[i] - pad + (way < 0 ? way : 0);
    box[b + i + 3] = tight[i + 3] + pad + (way > 0 ? way : 0);
  }
};
