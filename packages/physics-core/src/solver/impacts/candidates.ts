import { isSurface } from '../../collision/shapes/collider-shapes.js';
import { INDEX_BITS } from '../../math/index-bits.js';
import { BodyFlag, BodyType, isJointed, MOTION, V, W } from '../../state/bodies.js';
import { ARM, ContactFlag, N, RA, RB, RECORD } from '../../state/contacts.js';
import type { Substep } from '../../state/substep.js';
import type { World } from '../../state/world.js';
import { FAST_TURN, QUICK_TEST_MARGIN } from '../../tuning.js';
import { arrival, SLOWEST } from './time-of-impact.js';

/**
 * Which contacts may be struck in this substep. The list of the step (world.impactCandidates) is made by detection;
 * most of its contacts fail the quick test here and need no further work.
 *
 * A contact is struck if a point approaches faster than SLOWEST. Without restitution this is `impactSpeed`: the solve
 * stops slower ones as well. With restitution every approach that gravity cannot give within a few substeps bounces:
 * a ball that bounces has a flight of several substeps then, and its energy can be told from what gravity adds.
 */
export const mayBeStruck = (
  world: World,
  contact: number,
  { impactSpeed, bounceSpeed }: Substep,
): boolean => {
  const bounces = (world.contacts.flags[contact] & ContactFlag.bounces) !== 0;
  arrival[SLOWEST] = bounces ? bounceSpeed : impactSpeed;
  return mayApproach(world, contact);
};

/**
 * Cheap test whether a point of the contact may approach faster than SLOWEST, without what the forces and the warm start
 * of this substep add (see writeSpeeds in strike.ts). Most contacts fail it and need no further work.
 */
export const mayApproach = (world: World, contact: number): boolean => {
  const { motion, externalChange } = world.bodies;
  const { record, bodyA, bodyB, colliderB, count } = world.contacts;
  const { externalSpin } = world.scratch.impacts;
  // Most patches of a body on a mesh have no points.
  if (count[contact] === 0 && isSurface(world.colliders.kind[colliderB[contact]])) return false;
  const r = (contact * RECORD) & INDEX_BITS;
  const a = (bodyA[contact] * MOTION) & INDEX_BITS;
  const b = (bodyB[contact] * MOTION) & INDEX_BITS;
  const ea = (bodyA[contact] * 3) & INDEX_BITS;
  const eb = (bodyB[contact] * 3) & INDEX_BITS;
  const ax = motion[a + W] - externalSpin[ea];
  const ay = motion[a + W + 1] - externalSpin[ea + 1];
  const az = motion[a + W + 2] - externalSpin[ea + 2];
  const bx = motion[b + W] - externalSpin[eb];
  const by = motion[b + W + 1] - externalSpin[eb + 1];
  const bz = motion[b + W + 2] - externalSpin[eb + 2];
  const rax = record[r + RA];
  const ray = record[r + RA + 1];
  const raz = record[r + RA + 2];
  const rbx = record[r + RB];
  const rby = record[r + RB + 1];
  const rbz = record[r + RB + 2];
  const vx = motion[b + V] - externalChange[eb] - motion[a + V] + externalChange[ea];
  const vy = motion[b + V + 1] - externalChange[eb + 1] - motion[a + V + 1] + externalChange[ea + 1];
  const vz = motion[b + V + 2] - externalChange[eb + 2] - motion[a + V + 2] + externalChange[ea + 2];
  const u =
    record[r + N] * (vx + by * rbz - bz * rby - ay * raz + az * ray) +
    record[r + N + 1] * (vy + bz * rbx - bx * rbz - az * rax + ax * raz) +
    record[r + N + 2] * (vz + bx * rby - by * rbx - ax * ray + ay * rax);
  const x = bx - ax;
  const y = by - ay;
  const z = bz - az;
  // Points lie within twice the mean distance from the centre; the levers may have changed a little since the
  // step began.
  const spin = x * x + y * y + z * z;
  const turn = 2 * record[r + ARM] * Math.sqrt(spin);
  if (u - turn < -QUICK_TEST_MARGIN * arrival[SLOWEST]) return true;
  const { substep } = world.scratch;
  const step = substep.h * world.settings.substeps;
  return spin * step * step > FAST_TURN * FAST_TURN && mayTurnThrough(world, contact, substep);
};

/**
 * Whether a body of the contact moves in the substep by more than half of what is thin: it may meet something else before. Jointed
 * bodies are left out: they move together.
 */
export const mayMeetOthers = (world: World, contact: number, { h }: Substep): boolean => {
  const { innerRadius, motion } = world.bodies;
  const a = world.contacts.bodyA[contact];
  const b = world.contacts.bodyB[contact];
  const i = a * MOTION + V;
  const j = b * MOTION + V;
  const least = Math.min(innerRadius[a], innerRadius[b]) / (2 * h);
  const square = Math.max(
    motion[i] * motion[i] + motion[i + 1] * motion[i + 1] + motion[i + 2] * motion[i + 2],
    motion[j] * motion[j] + motion[j + 1] * motion[j + 1] + motion[j + 2] * motion[j + 2],
  );
  return square > least * least && !isJointed(world, a) && !isJointed(world, b);
};

/** Whether two movable bodies turn by more than they are thick in the substep. Continuous collision stops them at what does not move. */
export const mayTurnThrough = (world: World, contact: number, substep: Substep): boolean => {
  const { innerRadius, extent, motion, flags, type } = world.bodies;
  const a = world.contacts.bodyA[contact];
  const b = world.contacts.bodyB[contact];
  const i = a * MOTION + W;
  const j = b * MOTION + W;
  const x = motion[i] - motion[j];
  const y = motion[i + 1] - motion[j + 1];
  const z = motion[i + 2] - motion[j + 2];
  const way = substep.h * Math.min(extent[a], extent[b]);
  const least = Math.min(innerRadius[a], innerRadius[b]);
  if (way * way * (x * x + y * y + z * z) <= least * least) return false;
  if ((flags[a] & flags[b] & BodyFlag.isotropic) !== 0) return false;
  if (type[a] !== BodyType.dynamic || type[b] !== BodyType.dynamic) return false;
  return !isJointed(world, a) && !isJointed(world, b);
};
