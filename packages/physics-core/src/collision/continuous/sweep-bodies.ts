import { isLeftOut, mayTouch } from '../../graph/contact-graph.js';
import { createFloats } from '../../math/floats.js';
import { pushIndex } from '../../math/index-list.js';
import { LINK_BODY, LINK_INTS } from '../../state/articulations.js';
import { ARTICULATION, BodyFlag, BodyType, DISTURBED, REFLECTION } from '../../state/bodies.js';
import { ContactFlag } from '../../state/contacts.js';
import { firstLink, isLink } from '../../state/links.js';
import type { World } from '../../state/world.js';
import { queryImmovable } from '../broadphase/find-pairs.js';
import { shapeCode } from '../shape-code.js';
import { writeAabb } from '../shapes/bounds.js';
import { isSurface } from '../shapes/collider-shapes.js';
import { sweepBullet } from './bullets.js';
import { rollBack, writeSweep } from './rollback.js';
import { stopGap, writeSurfaceReach } from './sweep-measures.js';
import { MOTION_STRIDE, timeOfImpact } from './time-of-impact.js';
import { hasMovingSensor, tripMovingSensors, tripSensor } from './trip-sensors.js';

/** Scratch: the sweep of the body in hand, and the box of a collider. */
const sweep = createFloats(MOTION_STRIDE);
const box = createFloats(6);
/** Scratch: how far its surface moved at most, m; and the time of its first impact as a fraction of the step. */
const reach = createFloats(1);
const impact = createFloats(1);

/**
 * Continuous collision detection (CCD). A fast body moves further in this step than a fraction of its own
 * thickness. It is swept from its pose at the start of the step against every static collider near its path,
 * and rolled back to the time of the first impact. It keeps its velocity, so the contact of the next step
 * stops or bounces it like a slow body. The poses of the colliders are still those of the start of the step.
 *
 * A jointed body that is rolled back alone stretches its joints: a foot on the stairs by 13 cm. So only the
 * centre of such a body is swept. It is rolled back only when its contact failed to stop it and depenetration
 * in the next step could push it out on the wrong side. An articulation is rolled back as a whole.
 *
 * Bullets come last, when all others are where they end: first against what moves, then against what does not, so that
 * nothing pushes them through a wall.
 */
export const sweepFastBodies = (world: World): void => {
  const { awake, bodies, settings, scratch } = world;
  if (!settings.continuous) return;
  const { bullets, bulletReach } = scratch;
  bullets.count = 0;
  bulletReach[0] = 0;
  for (let k = 0; k < awake.count; k++) {
    const body = awake.items[k];
    if (bodies.type[body] !== BodyType.dynamic) continue;
    const fast = isFast(world, body);
    if ((bodies.flags[body] & BodyFlag.bullet) !== 0) {
      pushIndex(bullets, body);
      bulletReach[0] = Math.max(bulletReach[0], reach[0]);
    } else if (fast) sweepBody(world, body);
  }
  for (let k = 0; k < bullets.count; k++) sweepBullet(world, bullets.items[k]);
  for (let k = 0; k < bullets.count; k++) {
    if (isFast(world, bullets.items[k])) sweepBody(world, bullets.items[k]);
  }
};

/** Writes `reach`; true when it is more than the allowed fraction of the body's thickness. */
const isFast = (world: World, body: number): boolean => {
  writeSurfaceReach(world, body, reach);
  return reach[0] > world.settings.continuousFraction * world.bodies.innerRadius[body];
};

const sweepBody = (world: World, body: number): void => {
  const { bodies, colliders } = world;
  const jointed = (bodies.flags[body] & BodyFlag.jointed) !== 0;
  let swept = false;
  impact[0] = 1;
  for (let c = bodies.firstCollider[body]; c >= 0; c = colliders.next[c]) {
    if (colliders.sensor[c] !== 0 || !findObstacles(world, c)) continue;
    if (!swept) writeSweep(world, body, sweep);
    swept = true;
    sweepCollider(world, c, jointed);
  }
  const passesMoving = hasMovingSensor(world, body);
  if (!swept && passesMoving) writeSweep(world, body, sweep);
  if (impact[0] < 1 && !isLink(world, body)) rollBack(world, body, sweep, impact);
  if (swept) tripSensors(world, body);
  if (passesMoving) tripMovingSensors(world, body, sweep, impact);
  if (impact[0] < 1 && isLink(world, body)) rollBackAll(world, body);
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

/** All links of an articulation go back to the same time. What its joints did at the end is no reflection any more. */
const rollBackAll = (world: World, body: number): void => {
  const { articulations: a, bodies } = world;
  const tree = a.treeOf[a.linkOf[body]];
  for (let i = firstLink(world, tree); i < a.ends.items[tree]; i++) {
    const other = a.linkInts[i * LINK_INTS + LINK_BODY];
    writeSweep(world, other, sweep);
    rollBack(world, other, sweep, impact);
    bodies.articulation[other * ARTICULATION + REFLECTION] = DISTURBED;
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

const sweepCollider = (world: World, collider: number, jointed: boolean): void => {
  const { colliders, scratch, settings } = world;
  for (let k = 0; k < scratch.hits.count; k++) {
    const other = scratch.hits.items[k];
    if (colliders.sensor[other] !== 0 || !mayTouch(world, collider, other)) continue;
    if (isLeftOut(world, collider, other, ContactFlag.ghost | ContactFlag.disabled)) continue;
    const gap = stopGap(settings);
    const time = isSurface(colliders.kind[other])
      ? shapeCode.surfaceImpact(colliders, collider, other, sweep, gap, jointed, box)
      : timeOfImpact(colliders, collider, other, sweep, gap, jointed);
    if (time < impact[0]) impact[0] = time;
  }
};
