import { requireWorld } from '../handles.js';
import { findRoot, join } from '../islands/union-find.js';
import { BodyFlag, BodyType } from '../state/bodies.js';
import { ContactFlag } from '../state/contacts.js';
import { JointFlag } from '../state/joints.js';
import { isLive } from '../state/table.js';
import type { World } from '../state/world.js';

/** Scratch: one entry for each body slot; each call fills it anew. */
let parents = new Int32Array(64);

/**
 * The island of each body slot, as its lowest slot: dynamic bodies that are connected by touching contacts
 * and joints. Sleeping bodies keep the island in which they fell asleep. The
 * array is used again by the next call.
 */
export const findIslandsOf = (world: World): Int32Array => {
  const { bodies, contacts, joints, listed } = world;
  if (parents.length < bodies.used) parents = new Int32Array(bodies.capacity);
  for (let body = 0; body < bodies.used; body++) parents[body] = body;
  for (let body = 0; body < bodies.used; body++) {
    if (bodies.awakeIndex[body] < 0 && isLive(bodies, body)) joinRing(world, body);
  }
  for (let k = 0; k < listed.count; k++) {
    const contact = listed.items[k];
    const { flags } = contacts;
    if (
      (flags[contact] & (ContactFlag.touching | ContactFlag.dead | ContactFlag.sensor)) !==
      ContactFlag.touching
    )
      continue;
    joinDynamic(world, contacts.bodyA[contact], contacts.bodyB[contact]);
  }
  for (let joint = 0; joint < joints.used; joint++) {
    if (isLive(joints, joint) && (joints.flags[joint] & JointFlag.enabled) !== 0) {
      joinDynamic(world, joints.bodyA[joint], joints.bodyB[joint]);
    }
  }
  for (let body = 0; body < bodies.used; body++) parents[body] = findRoot(parents, body);
  return parents;
};

/** The sleeping bodies of an island form a ring; a body alone is its own. */
const joinRing = (world: World, body: number): void => {
  const next = world.bodies.islandNext[body];
  if (world.bodies.type[body] === BodyType.dynamic && next !== body) joinDynamic(world, body, next);
};

const joinDynamic = (world: World, a: number, b: number): void => {
  const { type } = world.bodies;
  if (type[a] === BodyType.dynamic && type[b] === BodyType.dynamic) join(parents, a, b);
};

export interface IslandCount {
  readonly islands: number;
  /** Those of which something moves. */
  readonly awake: number;
}

/**
 * How many groups of dynamic bodies are connected by contacts and joints; a body alone is
 * one. Costs a pass over all of them.
 */
export const countIslands = (world: World): IslandCount => {
  requireWorld(world);
  const { bodies } = world;
  const rootOf = findIslandsOf(world);
  let islands = 0;
  let awake = 0;
  for (let body = 0; body < bodies.used; body++) {
    const enabled = isLive(bodies, body) && (bodies.flags[body] & BodyFlag.enabled) !== 0;
    if (!enabled || bodies.type[body] !== BodyType.dynamic || rootOf[body] !== body) continue;
    islands++;
    if (bodies.awakeIndex[body] >= 0) awake++;
  }
  return { islands, awake };
};
