import { MAX_POINTS, type Manifold, POINT_STRIDE } from '../collision/narrowphase/manifold.js';
import { isSurface, ShapeKind, SIZE_STRIDE } from '../collision/shapes/collider-shapes.js';
import { createFloats, type Floats } from '../math/floats.js';
import { INDEX_BITS } from '../math/index-bits.js';
import { BodyType, MOTION, V } from '../state/bodies.js';
import {
  ARM,
  CARRY,
  ContactFlag,
  clearPoints,
  FRICTION_LAMBDA,
  GAP,
  GAP_TURNED,
  KEPT_LEVERS,
  N,
  PL,
  POINT,
  POINTS,
  PS,
  PT,
  PX,
  PY,
  RA,
  RB,
  RECORD,
  SEEN_A,
  SEEN_B,
  SEEN_OFFSET,
  SLOP,
  T1,
  TARGET,
} from '../state/contacts.js';
import type { World } from '../state/world.js';
import { RECYCLE_PART, SLIDING_SPEED, SLOP_PART } from '../tuning.js';
import { writeMasses } from './contact-masses.js';
import { writeMaterial, writeSurfaceSpeed } from './materials.js';

/** Scratch: features and λ of the old points. */
const oldFeatures = new Int32Array(MAX_POINTS);
const oldLambdas = createFloats(MAX_POINTS);

/**
 * Writes the rows of a contact from a new manifold. Impulses are kept: λ of a point by its feature, friction as
 * a world vector, because the tangents turn with the normal.
 */
export const prepareContact = (world: World, contact: number, manifold: Manifold): void => {
  const { record, features, count, flags } = world.contacts;
  const r = contact * RECORD;
  const oldCount = count[contact];
  for (let i = 0; i < oldCount; i++) {
    oldFeatures[i] = features[contact * MAX_POINTS + i];
    oldLambdas[i] = record[r + POINTS + i * POINT + PL];
  }
  if (manifold.count === 0) clearPoints(world.contacts, contact);
  count[contact] = manifold.count;
  const stale = (flags[contact] & ContactFlag.stale) !== 0;
  // What the user said of the old points does not hold for new ones, nor when there are none.
  flags[contact] &= ~(ContactFlag.stale | ContactFlag.disabled);
  storePoses(world, contact, manifold.count > 0);
  if (manifold.count === 0) return;

  record[r + TARGET] = 0;
  clearGap(record, r);
  writeSlop(world, contact);
  writeFrame(world, contact, manifold);
  const single = oldCount === 1 && manifold.count === 1;
  if (single) writeSinglePoint(world, contact, manifold);
  else writePoints(world, contact, manifold, oldCount);
  if (stale || oldCount === 0) writeMaterial(world, contact);
  writeSurfaceSpeed(world, contact);
  writeMasses(world, contact, single);
};

/** The numbers of a contact with points that follow from others of its record, which snapshots leave out. */
export const writeFollowing = ({ contacts: { record, count } }: World, contact: number): void => {
  writeTangent(record, contact * RECORD);
  writeArm(record, contact * RECORD, count[contact]);
  clearGap(record, contact * RECORD);
};

/** A pair that is apart has them. */
const clearGap = (record: Floats, r: number): void => {
  record[r + GAP] = 0;
  record[r + GAP_TURNED] = 0;
};

/** The tangent is perpendicular to n and to the world axis that is farthest from n, so it is never near zero. */
const writeTangent = (record: Floats, at: number): void => {
  const n = (at & INDEX_BITS) + N;
  const t = (at & INDEX_BITS) + T1;
  const nx = record[n];
  const ny = record[n + 1];
  const nz = record[n + 2];
  if (nx * nx > 1 / 3) {
    const s = 1 / Math.sqrt(nx * nx + ny * ny);
    record[t] = ny * s;
    record[t + 1] = -nx * s;
    record[t + 2] = 0;
  } else {
    const s = 1 / Math.sqrt(ny * ny + nz * nz);
    record[t] = 0;
    record[t + 1] = nz * s;
    record[t + 2] = -ny * s;
  }
};

const writeArm = (record: Floats, at: number, points: number): void => {
  const r = at & INDEX_BITS;
  let arm = 0;
  for (let p = r + POINTS; p < r + POINTS + points * POINT; p += POINT)
    arm += Math.sqrt(record[p + PX] * record[p + PX] + record[p + PY] * record[p + PY]);
  record[r + ARM] = arm / points;
};

/** Stores the poses of this detection; the points are kept while the bodies stay close to them. */
const storePoses = (world: World, contact: number, hasPoints: boolean): void => {
  const { record, bodyA, bodyB, colliderB } = world.contacts;
  const { centre, rotation } = world.bodies;
  const r = contact * RECORD;
  const a = bodyA[contact];
  const b = bodyB[contact];
  for (let i = 0; i < 3; i++) record[r + SEEN_OFFSET + i] = centre[b * 3 + i] - centre[a * 3 + i];
  // Of the patches of a pair the first knows its rotations, also while others have the points.
  const isUsed = hasPoints || isSurface(world.colliders.kind[colliderB[contact]]);
  for (let i = 0; i < 4; i++) {
    record[r + SEEN_A + i] = isUsed ? rotation[a * 4 + i] : 0;
    record[r + SEEN_B + i] = isUsed ? rotation[b * 4 + i] : 0;
  }
};

/** The slop of a contact: that of the settings, or less between small bodies. */
export const writeSlop = ({ contacts, bodies: { extent }, settings }: World, contact: number): void => {
  const { record, bodyA, bodyB } = contacts;
  const least = Math.min(extent[bodyA[contact]], extent[bodyB[contact]]);
  record[contact * RECORD + SLOP] = Math.min(settings.slop, SLOP_PART * least);
};

/** Normal, tangents and centre. The friction impulse is projected onto the new tangents. */
const writeFrame = (world: World, contact: number, manifold: Manifold): void => {
  const { record, bodyA, bodyB } = world.contacts;
  const { centre } = world.bodies;
  const r = contact * RECORD;
  const nx = manifold.normal[0];
  const ny = manifold.normal[1];
  const nz = manifold.normal[2];

  const f1 = record[r + FRICTION_LAMBDA];
  const f2 = record[r + FRICTION_LAMBDA + 1];
  let tx = record[r + T1];
  let ty = record[r + T1 + 1];
  let tz = record[r + T1 + 2];
  const mx = record[r + N];
  const my = record[r + N + 1];
  const mz = record[r + N + 2];
  const fx = tx * f1 + (my * tz - mz * ty) * f2;
  const fy = ty * f1 + (mz * tx - mx * tz) * f2;
  const fz = tz * f1 + (mx * ty - my * tx) * f2;

  record[r + N] = nx;
  record[r + N + 1] = ny;
  record[r + N + 2] = nz;
  writeTangent(record, r);
  tx = record[r + T1];
  ty = record[r + T1 + 1];
  tz = record[r + T1 + 2];
  record[r + FRICTION_LAMBDA] = fx * tx + fy * ty + fz * tz;
  record[r + FRICTION_LAMBDA + 1] =
    fx * (ny * tz - nz * ty) + fy * (nz * tx - nx * tz) + fz * (nx * ty - ny * tx);

  writeCarry(world, contact);
  writeCentre(world, contact, manifold);
  const a = bodyA[contact] * 3;
  const b = bodyB[contact] * 3;
  for (let i = 0; i < 3; i++) {
    record[r + RA + i] = manifoldCentre[i] - centre[a + i];
    record[r + RB + i] = manifoldCentre[i] - centre[b + i];
  }
};

/**
 * Within a step the contact point moves as the bodies slide or roll. It stays under the centre of a ball that
 * rolls on a face, moves with the ratio of the radii between two rounded shapes, and moves with the corners of
 * the smaller of two polyhedra.
 */
const writeCarry = (world: World, contact: number): void => {
  const { record, colliderA, colliderB, bodyA, bodyB } = world.contacts;
  const { kind, size } = world.colliders;
  const a = colliderA[contact];
  const b = colliderB[contact];
  const { extent } = world.bodies;
  const at = contact * RECORD + CARRY;
  record[contact * RECORD + KEPT_LEVERS] = 0;
  if (kind[b] <= ShapeKind.capsule)
    record[at] = size[a * SIZE_STRIDE] / (size[a * SIZE_STRIDE] + size[b * SIZE_STRIDE]);
  else if (kind[b] >= ShapeKind.halfSpace || (kind[a] < ShapeKind.box && kind[b] >= ShapeKind.roundedBox))
    record[at] = 0;
  else if (kind[a] < ShapeKind.box) record[at] = shareOf(extent[bodyA[contact]], extent[bodyB[contact]]);
  else {
    const extentA = extent[bodyA[contact]];
    const extentB = extent[bodyB[contact]];
    // As far as isRecyclable keeps the points.
    const kept = Math.min(world.settings.recycleDistance, RECYCLE_PART * Math.min(extentA, extentB));
    record[at] = shareOf(extentA, extentB);
    record[contact * RECORD + KEPT_LEVERS] = slides(world, contact) ? -kept * kept : kept * kept;
  }
};

/** a / (a + b), also for a body that has a half-space, whose extent is infinite. */
const shareOf = (a: number, b: number): number => (a < Infinity ? a / (a + b) : 1);

/**
 * Whether two movable bodies slide over each other. Their levers follow: kept ones lead to two points that are apart by the
 * way they slid, and the pair of forces then turns them, so that they gain angular momentum.
 */
const slides = ({ contacts, bodies: { motion, type } }: World, contact: number): boolean => {
  const { record, bodyA, bodyB } = contacts;
  if (type[bodyA[contact]] !== BodyType.dynamic || type[bodyB[contact]] !== BodyType.dynamic) return false;
  const a = bodyA[contact] * MOTION + V;
  const b = bodyB[contact] * MOTION + V;
  const n = contact * RECORD + N;
  const x = motion[b] - motion[a];
  const y = motion[b + 1] - motion[a + 1];
  const z = motion[b + 2] - motion[a + 2];
  const along = x * record[n] + y * record[n + 1] + z * record[n + 2];
  return x * x + y * y + z * z - along * along > SLIDING_SPEED * SLIDING_SPEED;
};

/** Scratch: centre of the manifold, world axes. */
const manifoldCentre = createFloats(3);

/** Friction acts at the mean of the touching points: a box on its edge has no friction where it is in the air. */
const writeCentre = ({ contacts: { record } }: World, contact: number, manifold: Manifold): void => {
  const { points, count } = manifold;
  let touching = 0;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let pass = 0; pass < 2 && touching === 0; pass++) {
    const reach = pass === 0 ? record[contact * RECORD + SLOP] : Infinity;
    for (let i = 0; i < count; i++) {
      const p = i * POINT_STRIDE;
      if (points[p + 3] > reach) continue;
      touching++;
      x += points[p];
      y += points[p + 1];
      z += points[p + 2];
    }
  }
  manifoldCentre[0] = x / touching;
  manifoldCentre[1] = y / touching;
  manifoldCentre[2] = z / touching;
};

/** One point, as before: it is the centre, and the other points are absent already. */
const writeSinglePoint = (world: World, contact: number, manifold: Manifold): void => {
  const { record, features } = world.contacts;
  const p = contact * RECORD + POINTS;
  record[p + PS] = manifold.points[3];
  record[p + PL] = oldFeatures[0] === manifold.features[0] ? oldLambdas[0] : 0;
  record[p + PT] = 0;
  features[contact * MAX_POINTS] = manifold.features[0];
};

const writePoints = (world: World, contact: number, manifold: Manifold, oldCount: number): void => {
  const { record, features } = world.contacts;
  const r = contact * RECORD;
  const nx = record[r + N];
  const ny = record[r + N + 1];
  const nz = record[r + N + 2];
  const tx = record[r + T1];
  const ty = record[r + T1 + 1];
  const tz = record[r + T1 + 2];
  for (let i = 0; i < manifold.count; i++) {
    const m = i * POINT_STRIDE;
    const p = r + POINTS + i * POINT;
    const dx = manifold.points[m] - manifoldCentre[0];
    const dy = manifold.points[m + 1] - manifoldCentre[1];
    const dz = manifold.points[m + 2] - manifoldCentre[2];
    const x = dx * tx + dy * ty + dz * tz;
    const y = dx * (ny * tz - nz * ty) + dy * (nz * tx - nx * tz) + dz * (nx * ty - ny * tx);
    const feature = manifold.features[i];
    record[p + PX] = x;
    record[p + PY] = y;
    record[p + PS] = manifold.points[m + 3];
    record[p + PL] = 0;
    record[p + PT] = 0;
    for (let j = 0; j < oldCount; j++) if (oldFeatures[j] === feature) record[p + PL] = oldLambdas[j];
    features[contact * MAX_POINTS + i] = feature;
  }
  // The kernel always reads four points; absent ones are at the centre, with effective mass 0.
  for (let p = r + POINTS + manifold.count * POINT; p < r + POINTS + MAX_POINTS * POINT; p++) record[p] = 0;
  writeArm(record, r, manifold.count);
};
