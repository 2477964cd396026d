import { queryBox } from '../broadphase/find-pairs.js';
import { mayTouch } from '../contacts/contact-graph.js';
import { writeAabb } from '../shapes/bounds.js';
import { turn } from '../solver/rotation-step.js';
import { BodyType, DP, DR, MOTION } from '../state/bodies.js';
import type { World } from '../state/world.js';
import { timeOfImpact } from './time-of-impact.js';

const motion = new Float64Array(9);
const box = new Float64Array(6);

/** Distance, in slops, at which a swept body stops short of the surface: near enough for the next step to make a contact. */
const STOP_SHORT = 0.5;

/**
 * Continuous collision: a body that went further in this step than a part of its own thickness is swept from where it was against
 * everything static on its way, and put back to the first impact. It keeps its velocity, so the next step's contact
 * stops or bounces it as it would a slow one. The colliders' poses are still those of the step's start here.
 */
export const sweepFastBodies = (world: World): void => {
  const { awake, bodies, settings } = world;
  if (!settings.continuous) return;
  for (let k = 0; k < awake.count; k++) {
    const body = awake.items[k];
    if (bodies.type[body] === BodyType.dynamic && isFast(world, body)) sweepBody(world, body);
  }
};

const isFast = (world: World, body: number): boolean => {
  const { bodies, settings } = world;
  const limit = settings.continuousFraction * bodies.innerRadius[body];
  return reach(world, body) > limit;
};

/** How far a surface point can have gone in this step. */
const reach = (world: World, body: number): number => {
  const { motion: m, extent } = world.bodies;
  const d = body * MOTION + DP;
  const t = body * MOTION + DR;
  const way = Math.sqrt(m[d] * m[d] + m[d + 1] * m[d + 1] + m[d + 2] * m[d + 2]);
  const angle = Math.sqrt(m[t] * m[t] + m[t + 1] * m[t + 1] + m[t + 2] * m[t + 2]);
  return way + (angle > 0 ? angle * extent[body] : 0);
};

const sweepBody = (world: World, body: number): void => {
  const { bodies, colliders } = world;
  const m = body * MOTION;
  for (let i = 0; i < 3; i++) {
    motion[i] = bodies.centre[body * 3 + i] - bodies.motion[m + DP + i];
    motion[3 + i] = bodies.motion[m + DP + i];
    motion[6 + i] = bodies.motion[m + DR + i];
  }
  let time = 1;
  for (let c = bodies.firstCollider[body]; c >= 0; c = colliders.next[c]) {
    time = Math.min(time, sweepCollider(world, body, c));
  }
  if (time < 1) putBack(world, body, time);
};

const sweepCollider = (world: World, body: number, collider: number): number => {
  const { bodies, colliders, broadphase, scratch, settings } = world;
  if (colliders.sensor[collider] !== 0) return 1;
  writeAabb(colliders, collider, box, 0);
  const pad = settings.slop + reach(world, body);
  for (let i = 0; i < 3; i++) {
    box[i] -= pad;
    box[i + 3] += pad;
  }
  queryBox(broadphase, colliders.box, box[0], box[1], box[2], box[3], box[4], box[5], scratch.hits);
  let time = 1;
  for (let k = 0; k < scratch.hits.count; k++) {
    const other = scratch.hits.items[k];
    if (bodies.type[colliders.body[other]] !== BodyType.static || colliders.sensor[other] !== 0) continue;
    if (!mayTouch(world, collider, other)) continue;
    time = Math.min(time, timeOfImpact(colliders, collider, other, motion, STOP_SHORT * settings.slop));
  }
  return time;
};

const putBack = (world: World, body: number, time: number): void => {
  const { bodies } = world;
  const m = body * MOTION;
  const undo = 1 - time;
  for (let i = 0; i < 3; i++) {
    bodies.centre[body * 3 + i] -= undo * motion[3 + i];
    bodies.motion[m + DP + i] = time * motion[3 + i];
    bodies.motion[m + DR + i] = time * motion[6 + i];
  }
  turn(bodies, body, -undo * motion[6], -undo * motion[7], -undo * motion[8]);
};
