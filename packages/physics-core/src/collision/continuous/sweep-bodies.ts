import { isLeftOut, mayTouch } from '../../graph/contact-graph.js';
import { createFloats, floatsFrom } from '../../math/floats.js';
import { createIndexList, pushIndex } from '../../math/index-list.js';
import { BodyFlag, BodyType, isJointed } from '../../state/bodies.js';
import { ContactFlag } from '../../state/contacts.js';
import type { World } from '../../state/world.js';
import { HELD_BACK_GAP, MAX_GROUP_ROLLBACKS } from '../../tuning.js';
import { queryImmovable, queryMoving } from '../broadphase/find-pairs.js';
import { shapeCode } from '../shape-code.js';
import { writeAabb } from '../shapes/bounds.js';
import { isSurface } from '../shapes/collider-shapes.js';
import { gatherGroup, group, rollBackGroup } from './roll-back-jointed.js';
import { rollBack } from './rollback.js';
import { stayedApart } from './stayed-apart.js';
import { writeSurfaceReach, writeSweepQuery } from './sweep-measures.js';
import { sweepAgainstMoving, sweepOnto } from './sweep-moving.js';
import { MOTION_STRIDE, QUERY_STRIDE, TARGET, TIME, timeOfImpact } from './time-of-impact.js';
import { hasMovingSensor, tripMovingSensors, tripSensor } from './trip-sensors.js';
import { writeSweep } from './write-sweep.js';

/** Scratch: the sweep of the body in hand, and the box of a collider. */
const sweep = createFloats(MOTION_STRIDE);
const box = createFloats(6);
/** Scratch: how far its surface moved at most, m; and the time of its first impact as a fraction of the step. */
const reach = createFloats(1);
const impact = createFloats(1);
/** Scratch: what is asked of the time of impact. */
const query = createFloats(QUERY_STRIDE);
/** Scratch: colliders near a kinematic one; no shift. */
const near = createIndexList();
const unmoved = createFloats(3);

/**
 * Continuous collision detection (CCD). A fast body moves further in this step than a fraction of its own
 * thickness. It is swept from its pose at the start of the step against every static collider near its path,
 * and rolled back to the time of the first impact. It keeps its velocity, so the contact of the next step
 * stops or bounces it like a slow body. The poses of the colliders are still those of the start of the step.
 *
 * Kinematic bodies count as static ones while they rest. When they move, what counts is the motion relative to them
 * (sweep-moving.ts): a fast body is swept against those near its path, and then each that moves sweeps up the slow ones
 * on its own.
 *
 * A jointed body that is rolled back alone stretches its joints: a foot on the stairs by 13 cm. So all that hangs
 * together goes back to the same time, and only the core of such a body is swept, unless it is a bullet: it is rolled
 * back only when its contact failed to stop it and depenetration in the next step could push it out on the wrong side.
 *
 * Bullets come last, when all others are where they end: first against what moves, then against what does not, so that
 * nothing pushes them through a wall.
 */
export const sweepFastBodies = (world: World): void => {
  const { awake, bodies, settings, scratch } = world;
  if (!settings.continuous) return;
  const { bullets, bulletReach, movers } = scratch;
  bullets.count = 0;
  bulletReach[0] = 0;
  listMovers(world);
  for (let k = 0; k < awake.count; k++) {
    const body = awake.items[k];
    if (bodies.type[body] !== BodyType.dynamic) continue;
    const fast = isFast(world, body);
    if ((bodies.flags[body] & BodyFlag.bullet) !== 0) {
      pushIndex(bullets, body);
      bulletReach[0] = Math.max(bulletReach[0], reach[0]);
    } else if (fast) {
      sweepAgainstMoving(world, body);
      if (isFast(world, body)) sweepBody(world, body);
    }
  }
  for (let k = 0; k < movers.count; k++) sweepUp(world, movers.items[k]);
  for (let k = 0; k < bullets.count; k++) sweepAgainstMoving(world, bullets.items[k]);
  for (let k = 0; k < bullets.count; k++) {
    if (isFast(world, bullets.items[k])) sweepBody(world, bullets.items[k]);
  }
};

/** The kinematic bodies that moved in this step, and how far the surface of the fastest did. */
const listMovers = (world: World): void => {
  const { awake, bodies, broadphase, scratch } = world;
  const { movers, kinematicReach } = scratch;
  movers.count = 0;
  kinematicReach[0] = 0;
  if (broadphase.kinematic.count === 0) return;
  for (let k = 0; k < awake.count; k++) {
    const body = awake.items[k];
    if (bodies.type[body] !== BodyType.kinematic) continue;
    writeSurfaceReach(world, body, reach);
    if (reach[0] === 0) continue;
    pushIndex(movers, body);
    kinematicReach[0] = Math.max(kinematicReach[0], reach[0]);
  }
};

/** Sweeps the slow bodies near the path of a kinematic one against it, and what it takes along against static ones. */
const sweepUp = (world: World, mover: number): void => {
  const { bodies, colliders, broadphase, settings } = world;
  for (let c = bodies.firstCollider[mover]; c >= 0; c = colliders.next[c]) {
    if (colliders.sensor[c] !== 0) continue;
    writeSurfaceReach(world, mover, reach);
    writeAabb(colliders, c, box, 0);
    const pad = settings.slop + reach[0];
    for (let i = 0; i < 3; i++) {
      box[i] -= pad;
      box[i + 3] += pad;
    }
    queryMoving(broadphase, colliders.box, box, near);
    for (let k = 0; k < near.count; k++) {
      const body = colliders.body[near.items[k]];
      if (bodies.type[body] !== BodyType.dynamic || bodies.awakeIndex[body] < 0) continue;
      if ((bodies.flags[body] & BodyFlag.bullet) !== 0 || colliders.sensor[near.items[k]] !== 0) continue;
      // A fast one has met all kinematic ones already.
      if (isFast(world, body)) continue;
      if (sweepOnto(world, near.items[k], c) && isFast(world, body)) sweepBody(world, body);
    }
  }
};

/** Writes `reach`; true when it is more than the allowed fraction of the body's thickness. */
const isFast = (world: World, body: number): boolean => {
  writeSurfaceReach(world, body, reach);
  return reach[0] > world.settings.continuousFraction * world.bodies.innerRadius[body];
};

/** Lowers `impact` to the time of the first impact of a body, and writes its sweep. Returns whether anything is near its path. */
const findImpact = (world: World, body: number): boolean => {
  const { bodies, colliders } = world;
  let swept = false;
  for (let c = bodies.firstCollider[body]; c >= 0; c = colliders.next[c]) {
    if (colliders.sensor[c] !== 0 || !findObstacles(world, c)) continue;
    if (!swept) writeSweep(world, body, sweep);
    swept = true;
    writeSweepQuery(world, body, query);
    query[TARGET] *= nearness[0];
    sweepCollider(world, c);
  }
  return swept;
};

/** Scratch: how near a body may come, as a part of the gap that is left. */
const nearness = floatsFrom([1]);

const sweepBody = (world: World, body: number): void => {
  impact[0] = 1;
  const swept = findImpact(world, body);
  const passesMoving = hasMovingSensor(world, body);
  if (!swept && passesMoving) writeSweep(world, body, sweep);
  if (impact[0] < 1 && !isJointed(world, body)) rollBack(world, body, sweep, impact);
  if (swept) tripSensors(world, body);
  if (passesMoving) tripMovingSensors(world, body, sweep, impact);
  if (impact[0] >= 1 || !isJointed(world, body)) return;
  gatherGroup(world, body);
  rollBackGroup(world, impact, unmoved);
  holdBackGroup(world);
};

/**
 * Links that are fitted to their joints after the rollback may be moved into an obstacle: of 60 random throws at 100 m/s one left
 * a link outside the room. So all are swept once more, and go back further. What finds no place stays where the step began,
 * where joints fit and nothing was passed. Half of the gap is enough here: fitting always moves links a little, and with the whole
 * gap a tree stayed where it was in every step, with the speed of its fall.
 */
const holdBackGroup = (world: World): void => {
  for (let round = 0; round < MAX_GROUP_ROLLBACKS; round++) {
    nearness[0] = HELD_BACK_GAP;
    findGroupImpact(world);
    nearness[0] = 1;
    if (impact[0] === 1) return;
    if (round === MAX_GROUP_ROLLBACKS - 1) impact[0] = 0;
    else findGroupImpact(world);
    rollBackGroup(world, impact, unmoved);
  }
};

/** Writes to `impact` the time of the first impact of the group. */
const findGroupImpact = (world: World): void => {
  impact[0] = 1;
  for (let k = 0; k < group.count; k++) if (isFast(world, group.items[k])) findImpact(world, group.items[k]);
};

const tripSensors = (world: World, body: number): void => {
  const { bodies, colliders, scratch } = world;
  for (let c = bodies.firstCollider[body]; c >= 0; c = colliders.next[c]) {
    if (colliders.sensor[c] !== 0 || !findObstacles(world, c)) continue;
    for (let k = 0; k < scratch.hits.count; k++) {
      const other = scratch.hits.items[k];
      if (colliders.sensor[other] !== 0 && !isSurface(colliders.kind[other]))
        tripSensor(world, c, other, sweep, impact);
    }
  }
};

/** Lists in `hits` the immovable colliders near the path of a collider; false when there is none. */
const findObstacles = ({ colliders, broadphase, scratch, settings }: World, collider: number): boolean => {
  writeAabb(colliders, collider, box, 0);
  const pad = settings.slop + reach[0];
  for (let i = 0; i < 3; i++) {
    box[i] -= pad;
    box[i + 3] += pad;
  }
  queryImmovable(broadphase, colliders.box, box, scratch.hits);
  return scratch.hits.count > 0;
};

const sweepCollider = (world: World, collider: number): void => {
  const { colliders, scratch } = world;
  for (let k = 0; k < scratch.hits.count; k++) {
    const other = scratch.hits.items[k];
    if (colliders.sensor[other] !== 0 || !mayTouch(world, collider, other)) continue;
    if (isLeftOut(world, collider, other, ContactFlag.ghost | ContactFlag.disabled)) continue;
    if (stayedApart(world, collider, other, query)) continue;
    if (isSurface(colliders.kind[other]))
      shapeCode.surfaceImpact(colliders, collider, other, sweep, query, box);
    else timeOfImpact(colliders, collider, other, sweep, query);
    if (query[TIME] < impact[0]) impact[0] = query[TIME];
  }
};
