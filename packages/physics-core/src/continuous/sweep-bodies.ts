import { hasImmovable, queryImmovable } from '../broadphase/find-pairs.js';
import { mayTouch } from '../graph/contact-graph.js';
import { createFloats } from '../math/floats.js';
import { writeAabb } from '../shapes/bounds.js';
import { BodyFlag, BodyType, DP, DR, MOTION } from '../state/bodies.js';
import type { World } from '../state/world.js';
import { putBack, writeWay } from './put-back.js';
import { MOTION_STRIDE, timeOfImpact } from './time-of-impact.js';

const motion = createFloats(MOTION_STRIDE);
const box = createFloats(6);
/** Of the body in hand: how far its surface went, and when it first met something, as a part of the step. */
const reach = createFloats(1);
const impact = createFloats(1);

/**
 * Distance, in slops, at which a swept body stops short of the surface: near enough
 * for the next step to make a contact.
 */
const STOP_SHORT = 0.5;

/**
 * Continuous collision: a body that went further in this step than a part of its own thickness is swept from
 * where it was against everything static on its way, and put back to the first impact. It keeps its
 * velocity, so the next step's contact stops or bounces it as it would a slow one. The colliders' poses are
 * still those of the step's start here.
 *
 * A body on joints that is put back alone is torn from what it hangs on: a foot on the stairs by 13 cm. So of
 * such a body only the middle is swept. It is put back when its contact did not hold it and the next one
 * could push it out on the wrong side, and not before.
 */
export const sweepFastBodies = (world: World): void => {
  const { awake, bodies, settings } = world;
  if (!settings.continuous || !hasImmovable(world.broadphase, world.colliders.box)) return;
  for (let k = 0; k < awake.count; k++) {
    const body = awake.items[k];
    if (bodies.type[body] === BodyType.dynamic && isFast(world, body)) sweepBody(world, body);
  }
};

/**
 * Notes in `reach` how far a surface point can have gone in this step; true when
 * that is far for the body's thickness.
 */
const isFast = (world: World, body: number): boolean => {
  const { motion: m, extent, innerRadius } = world.bodies;
  const d = body * MOTION + DP;
  const t = body * MOTION + DR;
  const way = Math.sqrt(m[d] * m[d] + m[d + 1] * m[d + 1] + m[d + 2] * m[d + 2]);
  const angle = Math.sqrt(m[t] * m[t] + m[t + 1] * m[t + 1] + m[t + 2] * m[t + 2]);
  const farthest = way + (angle > 0 ? angle * extent[body] : 0);
  reach[0] = farthest;
  return farthest > world.settings.continuousFraction * innerRadius[body];
};

const sweepBody = (world: World, body: number): void => {
  const { bodies, colliders } = world;
  const held = (bodies.flags[body] & BodyFlag.jointed) !== 0;
  let swept = false;
  impact[0] = 1;
  for (let c = bodies.firstCollider[body]; c >= 0; c = colliders.next[c]) {
    if (colliders.sensor[c] !== 0 || !findObstacles(world, c)) continue;
    if (!swept) writeWay(world, body, motion);
    swept = true;
    sweepCollider(world, c, held);
  }
  if (impact[0] < 1) putBack(world, body, motion, impact);
};

/** Lists in `hits` what is immovable on the way of a collider; false when nothing is. */
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

const sweepCollider = (world: World, collider: number, held: boolean): void => {
  const { colliders, scratch, settings } = world;
  for (let k = 0; k < scratch.hits.count; k++) {
    const other = scratch.hits.items[k];
    if (colliders.sensor[other] !== 0 || !mayTouch(world, collider, other)) continue;
    const time = timeOfImpact(colliders, collider, other, motion, STOP_SHORT * settings.slop, held);
    if (time < impact[0]) impact[0] = time;
  }
};
