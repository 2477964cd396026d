import type { World } from '@tenon/physics-core';
import { worldStats } from '@tenon/physics-core';
import {
  BodyKind,
  BodyRecord,
  ColliderKind,
  ColliderRecord,
  type Reading,
  readBodies,
  readColliders,
} from '@tenon/physics-core/inspect';

/** The least thickness of a solid of inertia, as a part of its longest edge: a plate must still be seen from the side. */
const THINNEST = 0.03;

/**
 * The shapes to draw and to pick: all colliders, and for each dynamic body without one a solid of the same mass and inertia, as a
 * record of its own that has no collider's handle. `bodies` is read only where there is such a body.
 */
export const readShapes = (world: World, colliders: Reading, bodies: Reading, islands = false): void => {
  readColliders(world, colliders);
  if (bodiesWithColliders(colliders) === worldStats(world).bodies) return;
  readBodies(world, bodies, islands);
  const shaped = colliders.count;
  let next = 0;
  for (let body = 0; body < bodies.count; body++) {
    const bare =
      next >= shaped || colliders.floats[next * ColliderRecord.size + ColliderRecord.body] !== body;
    while (next < shaped && colliders.floats[next * ColliderRecord.size + ColliderRecord.body] === body)
      next++;
    const at = body * BodyRecord.size;
    if (
      bare &&
      bodies.floats[at + BodyRecord.type] === BodyKind.dynamic &&
      bodies.floats[at + BodyRecord.mass] > 0
    )
      appendSolid(colliders, bodies.floats, at, body);
  }
};

/** Colliders are in the order of their bodies. */
const bodiesWithColliders = ({ floats, count }: Reading): number => {
  let found = 0;
  for (let k = 0; k < count; k++) {
    const body = k * ColliderRecord.size + ColliderRecord.body;
    if (k === 0 || floats[body] !== floats[body - ColliderRecord.size]) found++;
  }
  return found;
};

const appendSolid = (shapes: Reading, bodies: Float64Array, at: number, index: number): void => {
  const out = shapes.count * ColliderRecord.size;
  if (out + ColliderRecord.size > shapes.floats.length) {
    const longer = new Float64Array(2 * shapes.floats.length);
    longer.set(shapes.floats);
    shapes.floats = longer;
  }
  shapes.count++;
  const { floats } = shapes;
  floats.fill(0, out, out + ColliderRecord.size);
  floats[out + ColliderRecord.body] = index;
  floats[out + ColliderRecord.bodyHandle] = bodies[at + BodyRecord.handle];
  floats[out + ColliderRecord.bodyType] = bodies[at + BodyRecord.type];
  floats[out + ColliderRecord.bodyAwake] = bodies[at + BodyRecord.awake];
  for (let i = 0; i < 3; i++) floats[out + ColliderRecord.pose + i] = bodies[at + BodyRecord.centre + i];
  writeRotation(floats, out + ColliderRecord.pose + 3, bodies, at + BodyRecord.principal);
  if (writeCylinder(floats, out, bodies, at)) return;
  floats[out + ColliderRecord.kind] = ColliderKind.box;
  writeHalfExtents(floats, out + ColliderRecord.dimensions, bodies, at);
  writeBounds(floats, out);
};

/** Moments that differ by less than this part are the same. */
const SAME_MOMENT = 1e-6;

/**
 * With two equal moments, as a top or a wheel has them, the solid is a cylinder about the third axis: I₃ = m r² / 2 and
 * I₁ = m (3 r² + l²) / 12. Returns false where there is none, or where all three are equal.
 */
const writeCylinder = (floats: Float64Array, out: number, bodies: Float64Array, at: number): boolean => {
  const moments = bodies.subarray(at + BodyRecord.moments, at + BodyRecord.moments + 3);
  const mass = bodies[at + BodyRecord.mass];
  const areSame = (a: number, b: number): boolean => Math.abs(a - b) <= SAME_MOMENT * Math.max(a, b);
  const axis = [0, 1, 2].find((i) => areSame(moments[(i + 1) % 3], moments[(i + 2) % 3]));
  if (axis === undefined || areSame(moments[axis], moments[(axis + 1) % 3])) return false;
  const radius = Math.sqrt((2 * moments[axis]) / mass);
  const square = (12 * moments[(axis + 1) % 3]) / mass - 3 * radius * radius;
  if (square < 0) return false;
  const halfLength = Math.max(0.5 * Math.sqrt(square), THINNEST * radius);
  // The y axis of a cylinder is its own.
  const rotation = out + ColliderRecord.pose + 3;
  for (let row = rotation; row < rotation + 9; row += 3) {
    const columns = floats.slice(row, row + 3);
    for (let i = 0; i < 3; i++) floats[row + i] = columns[(axis + 2 + i) % 3];
  }
  const size = out + ColliderRecord.dimensions;
  floats.set([radius, halfLength, radius], size);
  writeBounds(floats, out);
  floats[out + ColliderRecord.kind] = ColliderKind.cylinder;
  floats.set([radius, radius, halfLength], size);
  return true;
};

/** I₁ = m (b² + c²) / 3 and so on, with half extents a, b, c: a² = 3 (I₂ + I₃ - I₁) / 2m. */
const writeHalfExtents = (floats: Float64Array, out: number, bodies: Float64Array, at: number): void => {
  const m = at + BodyRecord.moments;
  const sum = bodies[m] + bodies[m + 1] + bodies[m + 2];
  let longest = 0;
  for (let i = 0; i < 3; i++) {
    const square = (3 * (sum - 2 * bodies[m + i])) / (2 * bodies[at + BodyRecord.mass]);
    floats[out + i] = Math.sqrt(Math.max(0, square));
    longest = Math.max(longest, floats[out + i]);
  }
  for (let i = 0; i < 3; i++) floats[out + i] = Math.max(floats[out + i], THINNEST * longest);
};

/** The matrix of a quaternion, row by row. */
const writeRotation = (floats: Float64Array, out: number, bodies: Float64Array, q: number): void => {
  const x = bodies[q];
  const y = bodies[q + 1];
  const z = bodies[q + 2];
  const w = bodies[q + 3];
  floats[out] = 1 - 2 * (y * y + z * z);
  floats[out + 1] = 2 * (x * y - w * z);
  floats[out + 2] = 2 * (x * z + w * y);
  floats[out + 3] = 2 * (x * y + w * z);
  floats[out + 4] = 1 - 2 * (x * x + z * z);
  floats[out + 5] = 2 * (y * z - w * x);
  floats[out + 6] = 2 * (x * z - w * y);
  floats[out + 7] = 2 * (y * z + w * x);
  floats[out + 8] = 1 - 2 * (x * x + y * y);
};

const writeBounds = (floats: Float64Array, out: number): void => {
  const size = out + ColliderRecord.dimensions;
  for (let i = 0; i < 3; i++) {
    const row = out + ColliderRecord.pose + 3 + 3 * i;
    let reach = 0;
    for (let k = 0; k < 3; k++) reach += Math.abs(floats[row + k]) * floats[size + k];
    floats[out + ColliderRecord.box + i] = floats[out + ColliderRecord.pose + i] - reach;
    floats[out + ColliderRecord.box + 3 + i] = floats[out + ColliderRecord.pose + i] + reach;
  }
};
