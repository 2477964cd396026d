import { requireWorld } from '../handles.js';
import { BodyFlag, BodyType } from '../state/bodies.js';
import { ContactFlag } from '../state/contacts.js';
import { JointFlag } from '../state/joints.js';
import { isLive } from '../state/table.js';
import type { World } from '../state/world.js';

/** One entry for each body slot, of the world last looked at. */
let parents = new Int32Array(64);

/**
 * The island of each body slot, as its lowest slot: what hangs together by touching contacts
 * and joints between dynamic bodies. Sleepers keep the island in which they fell asleep. The
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
  for (let body = 0; body < bodies.used; body++) parents[body] = findRoot(body);
  return parents;
};

/** Sleepers form a ring; a body alone is its own. */
const joinRing = (world: World, body: number): void => {
  const next = world.bodies.islandNext[body];
  if (world.bodies.type[body] === BodyType.dynamic && next !== body) joinDynamic(world, body, next);
};

const joinDynamic = (world: World, a: number, b: number): void => {
  const { type } = world.bodies;
  if (type[a] !== BodyType.dynamic || type[b] !== BodyType.dynamic) return;
  const rootA = findRoot(a);
  const rootB = findRoot(b);
  if (rootA < rootB) parents[rootB] = rootA;
  else parents[rootA] = rootB;
};

const findRoot = (body: number): number => {
  let root = body;
  while (parents[root] !== root) {
    parents[root] = parents[parents[root]];
    root = parents[root];
  }
  return root;
};

export interface IslandCount {
  readonly islands: number;
  /** Those of which something moves. */
  readonly awake: number;
}

/**
 * How many groups of dynamic bodies hang together by contacts and joints; a body alone is
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
