import { MOTION, V, W } from '../../state/bodies.js';
import { ARM, CONTACT_BOUNCE, N, PL, POINT, POINTS, RA, RB, RECORD } from '../../state/contacts.js';
import type { Substep } from '../../state/substep.js';
import type { World } from '../../state/world.js';
import { BOUNCE_FALLS, QUICK_TEST_MARGIN, SLOWEST_BOUNCE } from '../../tuning.js';
import { arrival, SLOWEST } from './time-of-impact.js';

/**
 * Which contacts may be struck in this substep. The list of the step (world.impactCandidates) is made by detection;
 * most of its contacts fail the quick test here and need no further work.
 *
 * A contact is struck if a point approaches faster than SLOWEST. Without restitution this is `impactSpeed`: the solve
 * stops slower ones as well. With restitution every approach that gravity cannot give within a few substeps bounces:
 * a ball that bounces has a flight of several substeps then, and its energy can be told from what gravity adds. A
 * contact that bears a load is at rest, whatever its neighbours shake: it keeps the full `impactSpeed`.
 */
export const writeSlowest = (world: World, contact: number, { h }: Substep): void => {
  const { settings, contacts } = world;
  const { impactSpeed, gravity } = settings;
  const r = contact * RECORD;
  arrival[SLOWEST] = impactSpeed;
  if (contacts.record[r + CONTACT_BOUNCE] === 0 || isLoaded(world, contact)) return;
  const fall =
    BOUNCE_FALLS * h * Math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2]);
  arrival[SLOWEST] = Math.min(impactSpeed, Math.max(fall, SLOWEST_BOUNCE * impactSpeed));
};

const isLoaded = ({ contacts: { record, count } }: World, contact: number): boolean => {
  const r = contact * RECORD + POINTS;
  for (let i = 0; i < count[contact]; i++) if (record[r + i * POINT + PL] > 0) return true;
  return false;
};

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
