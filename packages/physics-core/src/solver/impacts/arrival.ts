import { MAX_POINTS } from '../../collision/narrowphase/manifold.js';
import { relative, writeRelativeVelocity, writeSeparations } from '../../contacts/contact-frame.js';
import { createFloats } from '../../math/floats.js';
import { DP, MOTION, V, W } from '../../state/bodies.js';
import { ARM, N, POINT, POINTS, PX, PY, RA, RB, RECORD } from '../../state/contacts.js';
import type { World } from '../../state/world.js';
import { QUICK_TEST_MARGIN } from '../../tuning.js';
import { rotateBody } from '../integrate/rotation-step.js';

/**
 * Time of impact of the points of a contact within a substep, and moving bodies to that time and back.
 *
 * Scratch: the numbers of the contact that is processed. In arrays, because a double that is passed between
 * functions is allocated.
 */
export const arrival = createFloats(3);
/** s. Time from now to the impact, negative on the way back. First, because rotateBody reads the first number. */
export const WHEN = 0;
/** m/s. Points that approach more slowly are ignored. */
export const SLOWEST = 1;
/** s. Impacts later than this are ignored. */
export const AHEAD = 2;

/** Scratch: separation of each point of a contact, and its normal speed, negative where the bodies approach. */
export const separations = createFloats(MAX_POINTS);
export const pointSpeeds = createFloats(MAX_POINTS);

/**
 * Cheap test whether a point of the contact may approach faster than SLOWEST. Most contacts fail it and need no
 * further work.
 */
export const mayApproach = (world: World, contact: number): boolean => {
  const { motion } = world.bodies;
  const { record, bodyA, bodyB } = world.contacts;
  const r = contact * RECORD;
  const a = bodyA[contact] * MOTION;
  const b = bodyB[contact] * MOTION;
  const ax = motion[a + W];
  const ay = motion[a + W + 1];
  const az = motion[a + W + 2];
  const bx = motion[b + W];
  const by = motion[b + W + 1];
  const bz = motion[b + W + 2];
  const rax = record[r + RA];
  const ray = record[r + RA + 1];
  const raz = record[r + RA + 2];
  const rbx = record[r + RB];
  const rby = record[r + RB + 1];
  const rbz = record[r + RB + 2];
  const u =
    record[r + N] * (motion[b + V] + by * rbz - bz * rby - motion[a + V] - ay * raz + az * ray) +
    record[r + N + 1] * (motion[b + V + 1] + bz * rbx - bx * rbz - motion[a + V + 1] - az * rax + ax * raz) +
    record[r + N + 2] * (motion[b + V + 2] + bx * rby - by * rbx - motion[a + V + 2] - ax * ray + ay * rax);
  const x = bx - ax;
  const y = by - ay;
  const z = bz - az;
  // Points lie within twice the mean distance from the centre; the levers may have changed a little since the
  // step began.
  const turn = 2 * record[r + ARM] * Math.sqrt(x * x + y * y + z * z);
  return u - turn < -QUICK_TEST_MARGIN * arrival[SLOWEST];
};

/** Writes the time of the first impact of a point; false when there is none. */
export const findFirstImpact = (world: World, contact: number): boolean => {
  writePoints(world, contact);
  let first = Infinity;
  for (let i = 0; i < world.contacts.count[contact]; i++) {
    const speed = pointSpeeds[i];
    const gap = separations[i] > 0 ? separations[i] : 0;
    if (speed >= -arrival[SLOWEST] || gap + arrival[AHEAD] * speed >= 0) continue;
    const time = gap / -speed;
    if (time < first) first = time;
  }
  arrival[WHEN] = first;
  return first < Infinity;
};

/** Present separations and normal speeds of the points. */
export const writePoints = (world: World, contact: number): void => {
  const { record, count } = world.contacts;
  writeSeparations(world, contact, separations);
  writeRelativeVelocity(world, contact);
  for (let i = 0; i < count[contact]; i++) {
    const p = contact * RECORD + POINTS + i * POINT;
    pointSpeeds[i] = relative[0] + record[p + PY] * relative[4] - record[p + PX] * relative[5];
  }
};

/** Moves a body by the time WHEN at its present velocity; the rotation step conserves angular momentum. */
export const moveByArrival = (world: World, body: number): void => {
  const { bodies } = world;
  const { motion, centre } = bodies;
  const time = arrival[WHEN];
  if (time === 0) return;
  const m = body * MOTION;
  for (let i = 0; i < 3; i++) {
    const d = time * motion[m + V + i];
    centre[body * 3 + i] += d;
    motion[m + DP + i] += d;
  }
  rotateBody(bodies, body, arrival);
};
