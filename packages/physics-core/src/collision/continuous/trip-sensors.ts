import {
  addPairEvent,
  createContact,
  edgeContact,
  firstEdge,
  mayTouch,
  nextEdge,
} from '../../graph/contact-graph.js';
import { createFloats, type Floats } from '../../math/floats.js';
import { BodyType, DP, MOTION } from '../../state/bodies.js';
import { ContactFlag } from '../../state/contacts.js';
import { EVENT_POINT, EventKind } from '../../state/events.js';
import type { World } from '../../state/world.js';
import { CCD_LEAST_GAP } from '../../tuning.js';
import { findPair } from '../broadphase/pair-set.js';
import { isTouching } from '../queries/cast-convex.js';
import { placeProbe } from '../queries/probe-pair.js';
import { isSurface, POSE_STRIDE } from '../shapes/collider-shapes.js';
import { copyShape, createShapePair } from '../shapes/shape-pair.js';
import { placeAtEnd } from './place-collider.js';
import {
  CORE,
  DISPLACEMENT,
  MOTION_STRIDE,
  QUERY_STRIDE,
  START,
  TARGET,
  TIME,
  timeOfImpact,
  WHOLE,
} from './time-of-impact.js';

/**
 * A fast body trips the sensors that it passes within a step: their touching begins here, and ends when the end of the
 * step finds the two apart. Events of both are in the same step then.
 */

/** Scratch: a sweep relative to a sensor that moves; collider and sensor at the end of the step. */
const relative = createFloats(MOTION_STRIDE);
const pair = createShapePair();
const query = createFloats(QUERY_STRIDE);

/** Trips a sensor that does not move, if the collider passes it before `until`, a fraction of the step. */
export const tripSensor = (
  world: World,
  collider: number,
  sensor: number,
  sweep: Floats,
  until: Floats,
): void => {
  if (!mayTouch(world, collider, sensor)) return;
  const known = findPair(world.pairs, collider, sensor);
  if (known >= 0 && (world.contacts.flags[known] & ContactFlag.touching) !== 0) return;
  if (!meets(world, collider, sensor, sweep, until)) return;
  if (!isAtEnd(world, collider, sensor))
    trip(world, known >= 0 ? known : createContact(world, collider, sensor), collider);
};

/** Whether the two touch when the step begins, or come to touch in it. */
const meets = (world: World, collider: number, sensor: number, sweep: Floats, until: Floats): boolean => {
  const { colliders } = world;
  placeProbe(pair, colliders, collider, colliders, sensor);
  if (isTouching(pair)) return true;
  query[TARGET] = CCD_LEAST_GAP;
  query[CORE] = WHOLE;
  query[START] = Infinity;
  timeOfImpact(colliders, collider, sensor, sweep, query);
  return query[TIME] < until[0];
};

/** Whether the two touch when the step is over: then the next step finds it as usual. */
const isAtEnd = (world: World, collider: number, sensor: number): boolean => {
  copyShape(world.colliders, collider, pair, 0);
  copyShape(world.colliders, sensor, pair, 1);
  placeAtEnd(world, collider, pair, 0);
  placeAtEnd(world, sensor, pair, 1);
  return isTouching(pair);
};

/** The event has no contact point: it names the place where the collider was when the step began. */
const trip = (world: World, contact: number, collider: number): void => {
  const { contacts, colliders, events } = world;
  contacts.flags[contact] |= ContactFlag.touching;
  const offset = addPairEvent(world, contact, EventKind.begin);
  for (let i = 0; i < 3; i++)
    events.data[offset + EVENT_POINT + i] = colliders.pose[collider * POSE_STRIDE + i];
};

/** Whether a contact edge of a body leads to a sensor that moves and is not touched. */
const isMovingSensor = ({ contacts, bodies, colliders }: World, edge: number): boolean => {
  const contact = edgeContact(edge);
  const { flags, colliderA, colliderB } = contacts;
  if ((flags[contact] & (ContactFlag.sensor | ContactFlag.touching)) !== ContactFlag.sensor) return false;
  const own = (edge & 1) === 0 ? colliderA[contact] : colliderB[contact];
  const other = (edge & 1) === 0 ? colliderB[contact] : colliderA[contact];
  if (colliders.sensor[own] !== 0 || isSurface(colliders.kind[other])) return false;
  return bodies.type[colliders.body[other]] !== BodyType.static;
};

export const hasMovingSensor = (world: World, body: number): boolean => {
  for (let edge = firstEdge(world, body); edge >= 0; edge = nextEdge(world, edge))
    if (isMovingSensor(world, edge)) return true;
  return false;
};

/** Trips sensors of moving bodies, of those whose padded boxes overlap. Their rotation within the step is left out. */
export const tripMovingSensors = (world: World, body: number, sweep: Floats, until: Floats): void => {
  const { contacts, bodies, colliders } = world;
  for (let edge = firstEdge(world, body); edge >= 0; edge = nextEdge(world, edge)) {
    if (!isMovingSensor(world, edge)) continue;
    const contact = edgeContact(edge);
    const isA = (edge & 1) === 0;
    const own = isA ? contacts.colliderA[contact] : contacts.colliderB[contact];
    const sensor = isA ? contacts.colliderB[contact] : contacts.colliderA[contact];
    const other = colliders.body[sensor];
    for (let i = 0; i < MOTION_STRIDE; i++) relative[i] = sweep[i];
    if (bodies.awakeIndex[other] >= 0)
      for (let i = 0; i < 3; i++) relative[DISPLACEMENT + i] -= bodies.motion[other * MOTION + DP + i];
    if (!meets(world, own, sensor, relative, until)) continue;
    if (!isAtEnd(world, own, sensor)) trip(world, contact, own);
  }
};
