import { BOX_STRIDE, NO_NODE, type Tree } from '../collision/broadphase/tree.js';
import { isSurface, POSE_STRIDE, SIZE_STRIDE } from '../collision/shapes/collider-shapes.js';
import type { HullGeometry } from '../collision/shapes/hull-geometry.js';
import { type ColliderHandle, colliderSlot, HandleKind, requireWorld, writeHandle } from '../handles.js';
import { isLive } from '../state/table.js';
import type { World } from '../state/world.js';
import { claimRecord, clearReading, copy3, emptyReading, type Reading } from './reading.js';

export const ColliderRecord = {
  size: 32,
  handle: 0,
  /** Which record of readBodies its body has. */
  body: 1,
  /** Of ColliderKind. */
  kind: 2,
  sensor: 3,
  /**
   * Sphere: radius. Capsule: radius, half length along its y axis. Tapered capsule and cylinder: radius at the bottom and at the top,
   * half length. Box: half extents. Three floats.
   */
  dimensions: 4,
  /** World position, then the rotation matrix row by row. A half-space is solid below its plane y = 0. */
  pose: 7,
  /** The padded bounding box of the broadphase: least x, y, z, then largest. Half-spaces have none. */
  box: 19,
  /** Of its body, as BodyRecord has them. */
  bodyHandle: 25,
  bodyType: 26,
  bodyAwake: 27,
  /** Radius around a cylinder, box or hull, 0 where it is sharp; the smaller radius of a tapered capsule. */
  rounding: 28,
} as const;

/** All colliders, body by body in the order of readBodies. */
export const readColliders = (world: World, reading: Reading): void => {
  requireWorld(world);
  const { bodies, colliders } = world;
  const { next, generation, kind, sensor, size, pose, box } = colliders;
  const out = emptyReading(reading, colliders.live, ColliderRecord.size);
  let index = 0;
  for (let body = 0; body < bodies.used; body++) {
    if (!isLive(bodies, body) || body === world.clock.ground) continue;
    const awake = bodies.awakeIndex[body] >= 0 ? 1 : 0;
    for (let c = bodies.firstCollider[body]; c >= 0; c = next[c]) {
      const at = reading.count * ColliderRecord.size;
      reading.count++;
      writeHandle(out, at + ColliderRecord.handle, world, HandleKind.collider, c, generation[c]);
      out[at + ColliderRecord.body] = index;
      out[at + ColliderRecord.kind] = kind[c];
      out[at + ColliderRecord.sensor] = sensor[c];
      copy3(out, at + ColliderRecord.dimensions, size, c * SIZE_STRIDE);
      out[at + ColliderRecord.rounding] = size[c * SIZE_STRIDE + 3];
      for (let i = 0; i < 12; i += 3) copy3(out, at + ColliderRecord.pose + i, pose, c * POSE_STRIDE + i);
      copy3(out, at + ColliderRecord.box, box, c * BOX_STRIDE);
      copy3(out, at + ColliderRecord.box + 3, box, c * BOX_STRIDE + 3);
      writeHandle(out, at + ColliderRecord.bodyHandle, world, HandleKind.body, body, bodies.generation[body]);
      out[at + ColliderRecord.bodyType] = bodies.type[body];
      out[at + ColliderRecord.bodyAwake] = awake;
    }
    index++;
  }
};

/**
 * The geometry of a box or hull as collision detection uses it, in the collider's frame. Other
 * shapes have none. Do not write to it.
 */
export const colliderHull = (world: World, handle: ColliderHandle): HullGeometry | undefined => {
  const collider = colliderSlot(world, handle);
  const { hull, hulls, kind } = world.colliders;
  return isSurface(kind[collider]) ? undefined : hulls[hull[collider]];
};

export const TreeRecord = {
  size: 8,
  /** Least x, y, z, then largest. */
  box: 0,
  /** 0 for leaves. */
  height: 6,
  /** 1 in the tree of what moves, 0 in that of static colliders. */
  moving: 7,
} as const;

/** The nodes of the broadphase's two trees. */
export const readTree = (world: World, reading: Reading): void => {
  requireWorld(world);
  clearReading(reading);
  readNodes(world.broadphase.staticTree, reading, 0);
  readNodes(world.broadphase.movingTree, reading, 1);
};

/** Scratch: nodes of the tree still to be read. */
let stack = new Int32Array(64);

const readNodes = (tree: Tree, reading: Reading, moving: number): void => {
  if (tree.root === NO_NODE) return;
  if (stack.length < tree.height[tree.root] + 2) stack = new Int32Array(2 * tree.height[tree.root] + 4);
  let top = 0;
  stack[top++] = tree.root;
  while (top > 0) {
    const node = stack[--top];
    const at = claimRecord(reading, TreeRecord.size);
    for (let i = 0; i < 6; i++) reading.floats[at + i] = tree.boxes[node * BOX_STRIDE + i];
    reading.floats[at + TreeRecord.height] = tree.height[node];
    reading.floats[at + TreeRecord.moving] = moving;
    if (tree.left[node] < 0) continue;
    stack[top++] = tree.right[node];
    stack[top++] = tree.left[node];
  }
};
