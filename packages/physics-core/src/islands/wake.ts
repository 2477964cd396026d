import { edgeContact, edgeOther, firstEdge, listContact, nextEdge } from '../graph/contact-graph.js';
import { firstJointEdge, jointEdgeOther, nextJointEdge } from '../graph/joint-graph.js';
import { INDEX_BITS } from '../math/index-bits.js';
import { pushIndex } from '../math/index-list.js';
import { BodyFlag, BodyType, DP, MOTION } from '../state/bodies.js';
import { ContactFlag } from '../state/contacts.js';
import { addEvent, EVENT_A, EventKind } from '../state/events.js';
import type { World } from '../state/world.js';

export const isAwake = (world: World, body: number): boolean => world.bodies.awakeIndex[body] >= 0;

/** The body has not rested yet, as far as the rule of sleep knows. */
export const restartRest = ({ bodies }: World, body: number): void => {
  bodies.sleepTimer[body] = 0;
  bodies.sway.fill(0, body * 6, body * 6 + 6);
};

/** Wakes a body and all that fell asleep with it. Static and disabled bodies never wake. */
export const wakeBody = (world: World, body: number): void => {
  const { bodies } = world;
  restartRest(world, body);
  if (isAwake(world, body)) return;
  let member = body;
  do {
    const next = bodies.islandNext[member];
    bodies.islandNext[member] = member;
    wakeOne(world, member);
    member = next;
  } while (member !== body);
};

const wakeOne = (world: World, body: number): void => {
  const { bodies, contacts, events } = world;
  if (bodies.type[body] === BodyType.static || (bodies.flags[body] & BodyFlag.enabled) === 0) return;
  addAwake(world, body);
  for (let edge = firstEdge(world, body); edge >= 0; edge = nextEdge(world, edge)) {
    const contact = edgeContact(edge);
    if ((contacts.flags[contact] & ContactFlag.listed) === 0) listContact(world, contact);
  }
  const offset = addEvent(events, EventKind.wake);
  events.data[offset + EVENT_A] = body;
  events.data[offset + EVENT_A + 1] = bodies.generation[body];
};

/** Adds a body to the awake list and clears what an earlier step left in it. */
export const addAwake = (world: World, body: number): void => {
  const { bodies, awake } = world;
  bodies.awakeIndex[body] = awake.count;
  restartRest(world, body);
  pushIndex(awake, body);
  startBody(world, body);
};

/**
 * Clears what belongs to one step: motion since it began, and velocity changes in a substep. Bodies that are not awake have none, so
 * that snapshots need not store it.
 */
export const startBody = ({ bodies: { motion, predicted, externalChange } }: World, body: number): void => {
  const m = (body * MOTION + DP) & INDEX_BITS;
  const c = (body * 3) & INDEX_BITS;
  for (let i = 0; i < 6; i++) motion[m + i] = 0;
  for (let i = 0; i < 3; i++) {
    predicted[c + i] = 0;
    externalChange[c + i] = 0;
  }
};

/** Takes a body off the list, keeping the order of the others. */
export const removeAwake = (world: World, body: number): void => {
  const { bodies, awake } = world;
  const at = bodies.awakeIndex[body];
  if (at < 0) return;
  awake.items.copyWithin(at, at + 1, awake.count);
  awake.count--;
  for (let k = at; k < awake.count; k++) bodies.awakeIndex[awake.items[k]] = k;
  bodies.awakeIndex[body] = -1;
  startBody(world, body);
};

/** Wakes every body that has a contact or a joint with this one: what it rests on is about to change. */
export const wakeNeighbours = (world: World, body: number): void => {
  for (let edge = firstJointEdge(world, body); edge >= 0; edge = nextJointEdge(world, edge)) {
    const other = jointEdgeOther(world, edge);
    if (world.bodies.type[other] !== BodyType.static) wakeBody(world, other);
  }
  for (let edge = firstEdge(world, body); edge >= 0; edge = nextEdge(world, edge)) {
    const other = edgeOther(world, edge);
    if (world.bodies.type[other] !== BodyType.static) wakeBody(world, other);
  }
};
