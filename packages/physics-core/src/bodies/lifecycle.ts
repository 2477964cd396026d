import {
  addProxy,
  addUnbounded,
  isKinematicProxy,
  ProxyGroup,
  proxyMoved,
  removeProxy,
} from '../collision/broadphase/broadphase.js';
import { POSE_STRIDE, ShapeKind } from '../collision/shapes/collider-shapes.js';
import { destroyContact, edgeContact, firstEdge, nextEdge } from '../graph/contact-graph.js';
import { addAwake, removeAwake, wakeBody, wakeNeighbours } from '../islands/wake.js';
import { BodyFlag, BodyType, MOTION, V } from '../state/bodies.js';
import { ContactFlag } from '../state/contacts.js';
import type { World } from '../state/world.js';
import { placeCollider, syncColliders, writeFatBox } from './sync-pose.js';

/**
 * What happens to the world around a body when it appears, changes or goes:
 * proxies, contacts, the list of the awake.
 */

/** Makes a new or enabled body take part. */
export const enterWorld = (world: World, body: number): void => {
  const { bodies, colliders } = world;
  bodies.islandNext[body] = body;
  for (let c = bodies.firstCollider[body]; c >= 0; c = colliders.next[c]) enterCollider(world, c);
  if (bodies.type[body] !== BodyType.static) addAwake(world, body);
};

/** Takes a body out: its contacts end, what rested on it wakes. */
export const leaveWorld = (world: World, body: number): void => {
  const { bodies, colliders } = world;
  wakeBody(world, body);
  wakeNeighbours(world, body);
  dropContacts(world, body);
  for (let c = bodies.firstCollider[body]; c >= 0; c = colliders.next[c]) removeProxy(world.broadphase, c);
  removeAwake(world, body);
};

export const isEnabled = (world: World, body: number): boolean =>
  (world.bodies.flags[body] & BodyFlag.enabled) !== 0;

/** After the user moved a body or gave it a velocity: the next step grows its boxes, if it has any. */
export const markBoxesStale = ({ bodies }: World, body: number): void => {
  if (bodies.firstCollider[body] >= 0) bodies.flags[body] |= BodyFlag.staleBoxes;
};

/** Gives a collider of an enabled body its place in the broadphase. */
export const enterCollider = (world: World, collider: number): void => {
  const { colliders } = world;
  const body = colliders.body[collider];
  placeCollider(world, body, collider);
  markBoxesStale(world, body);
  colliders.moved[collider] = 1;
  if (colliders.kind[collider] !== ShapeKind.halfSpace) writeFatBox(world, body, collider, 0);
  addColliderProxy(world, collider);
};

/** Adds a collider whose pose and box are up to date to the broadphase. */
export const addColliderProxy = (world: World, collider: number): void => {
  const { broadphase, colliders } = world;
  const group = proxyGroupOf(world, collider);
  if (group === ProxyGroup.unbounded) {
    const { pose } = colliders;
    const p = collider * POSE_STRIDE;
    // The normal is the local y axis: the second column of the rotation matrix.
    const [x, y, z] = [pose[p + 4], pose[p + 7], pose[p + 10]];
    addUnbounded(broadphase, collider, x, y, z, x * pose[p] + y * pose[p + 1] + z * pose[p + 2]);
  } else {
    addProxy(broadphase, collider, group, colliders.box, isOfKinematic(world, collider));
  }
};

/** The group to which the proxy of a collider belongs. */
const proxyGroupOf = (
  { colliders, bodies }: World,
  collider: number,
): Exclude<ProxyGroup, typeof ProxyGroup.none> => {
  if (colliders.kind[collider] === ShapeKind.halfSpace) return ProxyGroup.unbounded;
  return bodies.type[colliders.body[collider]] === BodyType.static ? ProxyGroup.static : ProxyGroup.moving;
};

const isOfKinematic = ({ colliders, bodies }: World, collider: number): boolean =>
  colliders.kind[collider] !== ShapeKind.halfSpace &&
  bodies.type[colliders.body[collider]] === BodyType.kinematic;

/** Whether the proxy of a collider is as addColliderProxy would add it, but for its box or plane. */
export const hasRightProxy = (world: World, collider: number): boolean =>
  world.broadphase.group[collider] === proxyGroupOf(world, collider) &&
  isKinematicProxy(world.broadphase, collider) === isOfKinematic(world, collider);

/** After a teleport: colliders follow, old contact points are dropped, neighbours wake. */
export const movedByUser = (world: World, body: number): void => {
  const { bodies, colliders, broadphase } = world;
  if (!isEnabled(world, body)) return;
  wakeBody(world, body);
  wakeNeighbours(world, body);
  markStale(world, body);
  markBoxesStale(world, body);
  for (let c = bodies.firstCollider[body]; c >= 0; c = colliders.next[c]) {
    if (colliders.kind[c] === ShapeKind.halfSpace) {
      removeProxy(broadphase, c);
      enterCollider(world, c);
    }
  }
  syncColliders(world, body, 0);
};

/** A locked axis has no inverse mass, so no force would ever stop a velocity along it. */
export const stopLockedAxes = (world: World, body: number): void => {
  const { motion, locks } = world.bodies;
  for (let i = 0; i < 6; i++) if ((locks[body] & (1 << i)) !== 0) motion[body * MOTION + V + i] = 0;
};

/** Points and rows of the body's contacts are computed anew in the next step. */
export const markStale = (world: World, body: number): void => {
  for (let edge = firstEdge(world, body); edge >= 0; edge = nextEdge(world, edge)) {
    world.contacts.flags[edgeContact(edge)] |= ContactFlag.stale;
  }
};

const dropContacts = (world: World, body: number): void => {
  for (let edge = firstEdge(world, body); edge >= 0; edge = firstEdge(world, body)) {
    destroyContact(world, edgeContact(edge));
  }
};

/** Ends the contacts of one collider and searches its pairs again: its filter, kind or place changed. */
export const refilterCollider = (world: World, collider: number): void => {
  const { colliders, broadphase } = world;
  const body = colliders.body[collider];
  wakeBody(world, body);
  wakeNeighbours(world, body);
  dropColliderContacts(world, collider);
  if (!isEnabled(world, body)) return;
  proxyMoved(broadphase, collider);
  colliders.moved[collider] = 1;
};

export const dropColliderContacts = (world: World, collider: number): void => {
  const { contacts, colliders } = world;
  let edge = firstEdge(world, colliders.body[collider]);
  while (edge >= 0) {
    const next = nextEdge(world, edge);
    const contact = edgeContact(edge);
    if (contacts.colliderA[contact] === collider || contacts.colliderB[contact] === collider) {
      destroyContact(world, contact);
    }
    edge = next;
  }
};
