import { MAX_POINTS } from '../../collision/narrowphase/manifold.js';
import { isSurface, ShapeKind } from '../../collision/shapes/collider-shapes.js';
import { approach, MARGIN, TIME, writeReach } from '../../contacts/reach.js';
import { isRecyclable } from '../../contacts/recycle.js';
import { isApart, moveApart, redetect, redetectNext } from '../../contacts/redetect.js';
import { jointStages } from '../../joint-stages.js';
import { createFloats } from '../../math/floats.js';
import { INDEX_BITS } from '../../math/index-bits.js';
import { DP, DR, MOTION, V, W } from '../../state/bodies.js';
import {
  CARRY,
  ContactFlag,
  KEPT_LEVERS,
  N,
  POINT,
  POINTS,
  PS,
  PX,
  PY,
  RA,
  RB,
  RECORD,
  SLOP,
  T1,
} from '../../state/contacts.js';
import { isLink } from '../../state/links.js';
import type { Substep } from '../../state/substep.js';
import type { World } from '../../state/world.js';
import { LINKS_TOUCHING_SLOP, MAX_TIME_ITERATIONS, TOUCHING_SLOP } from '../../tuning.js';
import { hasMovedFar } from '../contacts/fast-contacts.js';
import { moveBody } from '../integrate/pose-time.js';

/**
 * Time of impact within a substep, by true distance.
 *
 * The rows of a contact are planes through its points: they tell when a point would reach the plane, τ = s / |u|.
 * For a body that turns and for a curved shape the plane is wrong: a cube at 12 rad/s was stopped in the air by a
 * plane that its corner never reached, and lost four fifths of its energy. So this is only the first step of
 * Newton's method: the bodies move on by τ, the narrowphase measures the true distance there, and its new plane
 * gives the next τ, until some point touches or the substep is over.
 *
 * Scratch: the numbers of the contact that is processed. In arrays, because a double that is passed between
 * functions is allocated.
 */
export const arrival = createFloats(4);
/** s. Time from now to the impact, negative on the way back. First, because moveBody reads the first number. */
export const WHEN = 0;
/** m/s. Points that approach more slowly are ignored. */
export const SLOWEST = 1;
/** s. Impacts later than this are ignored. */
export const AHEAD = 2;
/**
 * s. Impacts before this are ignored. Bodies that were struck in this substep were moved back at their new velocities:
 * their paths before that impact are no motion that there ever was.
 */
export const SINCE = 3;

/** Scratch: separation of each point of a contact, and its normal speed, negative where the bodies approach. */
export const separations = createFloats(MAX_POINTS);
const pointSpeeds = createFloats(MAX_POINTS);

/** Writes the time of the first impact of a point with the present planes; false when there is none. */
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

/**
 * After findFirstImpact: moves the listed bodies (scratch.impacts.bodies) to the time at which the shapes touch, and
 * gives the contact the points of these poses. WHEN is then the whole time. Returns false, with the bodies back in
 * their places, when the shapes do not touch within the substep; the contact keeps the better planes.
 */
export const advanceToImpact = (world: World, contact: number, substep: Substep): boolean => {
  let time = 0;
  let touches = false;
  if (arrival[WHEN] < arrival[SINCE]) arrival[WHEN] = arrival[SINCE];
  for (let iteration = 1; iteration <= MAX_TIME_ITERATIONS && !touches; iteration++) {
    time += arrival[WHEN];
    moveAllByArrival(world);
    const hasPoints = hasPointsHere(world, contact, substep);
    if (hasPoints) writeNextStep(world, contact);
    else arrival[WHEN] = arrival[AHEAD] - time;
    if (givesWay(world, contact)) {
      arrival[WHEN] = -time;
      moveAllByArrival(world);
      return false;
    }
    if (!hasPoints) break;
    const gap = Math.abs(nearest[0]);
    const slop = world.contacts.record[contact * RECORD + SLOP];
    const tolerance = world.scratch.impacts.ofLinks ? LINKS_TOUCHING_SLOP : TOUCHING_SLOP;
    touches = gap <= (iteration < MAX_TIME_ITERATIONS ? tolerance : 1) * slop;
    if (time + arrival[WHEN] > arrival[AHEAD]) break;
    // Not before SINCE: what penetrates already is struck at once.
    if (time + arrival[WHEN] > arrival[SINCE]) continue;
    arrival[WHEN] = arrival[SINCE] - time;
    if (arrival[WHEN] === 0) touches = true;
  }
  arrival[WHEN] = touches ? time : -time;
  if (touches) return true;
  moveAllByArrival(world);
  liftPlanes(world, contact, substep);
  return false;
};

/**
 * The shapes do not touch in this substep, but their planes, carried on at the present velocity, may still say so: the
 * solve would stop the bodies in the air. Raises such planes until they are just not reached.
 */
const liftPlanes = (world: World, contact: number, substep: Substep): void => {
  const { h } = substep;
  const { record, count } = world.contacts;
  const clear = TOUCHING_SLOP * record[contact * RECORD + SLOP];
  if (hasMovedFar(world, contact) && !redetectHere(world, contact, substep)) return;
  writePoints(world, contact);
  for (let i = 0; i < count[contact]; i++) {
    const gap = separations[i] + h * pointSpeeds[i] - clear;
    if (pointSpeeds[i] < 0 && gap < 0) record[contact * RECORD + POINTS + i * POINT + PS] -= gap;
  }
};

/** Points and rows for the present poses. Polyhedra that hardly moved keep theirs: their planes are still right. */
export const hasPointsHere = (world: World, contact: number, substep: Substep): boolean => {
  const { bodyA, bodyB, colliderA } = world.contacts;
  // Collider A has the lower kind: if it is a polyhedron, so is B, or it is a half-space or a surface.
  const isFlat = world.colliders.kind[colliderA[contact]] >= ShapeKind.box || arrival[WHEN] === 0;
  if (isFlat && isRecyclable(world, contact, bodyA[contact], bodyB[contact])) return true;
  return redetectHere(world, contact, substep);
};

/**
 * New points for the present poses; false, with rows that do nothing, when the shapes cannot meet. A fast contact gets new
 * ones in the next substep; any other keeps these for the rest of the step: with the points of a substep alone a corner could
 * sink in while another was struck.
 */
const redetectHere = (world: World, contact: number, { h }: Substep): boolean => {
  const { bodyA, bodyB, colliderB, flags } = world.contacts;
  const isFast = (flags[contact] & ContactFlag.fast) !== 0;
  approach[TIME] = isFast ? h : h * world.settings.substeps;
  writeReach(world, bodyA[contact], bodyB[contact]);
  world.scratch.manifold.margin[0] = approach[MARGIN];
  const found = redetect(world, contact);
  if (!found) moveApart(world, contact);
  if (isSurface(world.colliders.kind[colliderB[contact]])) redetectOtherPatches(world, contact);
  return found;
};

/**
 * The patches of a body on a surface share its corners out among them, in each detection anew: with new points of one alone a
 * corner could go over to another, whose old points do not have it, and sink in by 20 mm.
 */
const redetectOtherPatches = (world: World, contact: number): void => {
  const { flags, nextPatch } = world.contacts;
  for (let member = nextPatch[contact]; member !== contact; member = nextPatch[member])
    if ((flags[member] & ContactFlag.solved) !== 0 && !redetectNext(world, member)) moveApart(world, member);
};

/** Scratch: separation of the approaching point that is nearest in time. */
const nearest = createFloats(1);

/** Scratch: the time and separation that givesWay has found of the contact in hand. */
const own = createFloats(2);

/**
 * Whether another patch of the same pair arrives before WHEN, and is to be asked first: impacts.earlierPatch. What touches already gives
 * way to none.
 */
export const givesWay = (world: World, contact: number): boolean => {
  const { impacts } = world.scratch;
  const { nextPatch, flags, count, record } = world.contacts;
  if (!impacts.asksPatches || nextPatch[contact] === contact) return false;
  own[0] = arrival[WHEN];
  own[1] = nearest[0];
  let earliest = own[0];
  if (count[contact] > 0 && !isApart(world, contact)) {
    writeNextStep(world, contact);
    if (nearest[0] <= TOUCHING_SLOP * record[contact * RECORD + SLOP]) earliest = -Infinity;
  }
  for (let member = nextPatch[contact]; member !== contact; member = nextPatch[member]) {
    if ((flags[member] & ContactFlag.solved) === 0 || count[member] === 0 || isApart(world, member)) continue;
    writeNextStep(world, member);
    if (arrival[WHEN] >= earliest) continue;
    earliest = arrival[WHEN];
    impacts.earlierPatch = member;
  }
  arrival[WHEN] = own[0];
  nearest[0] = own[1];
  return impacts.earlierPatch >= 0;
};

/** Writes to WHEN the time to the next impact, negative if it was passed; Infinity when nothing approaches. */
const writeNextStep = (world: World, contact: number): void => {
  writePoints(world, contact);
  arrival[WHEN] = Infinity;
  nearest[0] = Infinity;
  for (let i = 0; i < world.contacts.count[contact]; i++) {
    if (pointSpeeds[i] >= -arrival[SLOWEST]) continue;
    const time = separations[i] / -pointSpeeds[i];
    if (time >= arrival[WHEN]) continue;
    arrival[WHEN] = time;
    nearest[0] = separations[i];
  }
};

/**
 * Present separations and normal speeds of the points, as in the contact kernels: in one function, without calls,
 * because most candidates and most contacts of struck bodies get no further.
 */
const writePoints = (world: World, contact: number): void => {
  const { motion } = world.bodies;
  const { record, count, bodyA, bodyB } = world.contacts;
  const r = (contact * RECORD) & INDEX_BITS;
  const a = (bodyA[contact] * MOTION) & INDEX_BITS;
  const b = (bodyB[contact] * MOTION) & INDEX_BITS;
  const nx = record[r + N];
  const ny = record[r + N + 1];
  const nz = record[r + N + 2];
  const tx = record[r + T1];
  const ty = record[r + T1 + 1];
  const tz = record[r + T1 + 2];
  const sx = ny * tz - nz * ty;
  const sy = nz * tx - nx * tz;
  const sz = nx * ty - ny * tx;
  const rAx = record[r + RA];
  const rAy = record[r + RA + 1];
  const rAz = record[r + RA + 2];
  const rBx = record[r + RB];
  const rBy = record[r + RB + 1];
  const rBz = record[r + RB + 2];
  const dx = motion[b + DP] - motion[a + DP];
  const dy = motion[b + DP + 1] - motion[a + DP + 1];
  const dz = motion[b + DP + 2] - motion[a + DP + 2];
  const qAx = motion[a + DR];
  const qAy = motion[a + DR + 1];
  const qAz = motion[a + DR + 2];
  const qBx = motion[b + DR];
  const qBy = motion[b + DR + 1];
  const qBz = motion[b + DR + 2];
  const wAx = motion[a + W];
  const wAy = motion[a + W + 1];
  const wAz = motion[a + W + 2];
  const wBx = motion[b + W];
  const wBy = motion[b + W + 1];
  const wBz = motion[b + W + 2];
  const moves = dx * dx + dy * dy + dz * dz > record[r + KEPT_LEVERS] ? 1 : 0;
  const carry = moves * record[r + CARRY];
  const carryB = carry - moves;
  const lAx = rAx + carry * dx;
  const lAy = rAy + carry * dy;
  const lAz = rAz + carry * dz;
  const lBx = rBx + carryB * dx;
  const lBy = rBy + carryB * dy;
  const lBz = rBz + carryB * dz;
  const gap =
    nx * (dx + qBy * rBz - qBz * rBy - qAy * rAz + qAz * rAy) +
    ny * (dy + qBz * rBx - qBx * rBz - qAz * rAx + qAx * rAz) +
    nz * (dz + qBx * rBy - qBy * rBx - qAx * rAy + qAy * rAx);
  const speed =
    nx * (motion[b + V] + wBy * lBz - wBz * lBy - motion[a + V] - wAy * lAz + wAz * lAy) +
    ny * (motion[b + V + 1] + wBz * lBx - wBx * lBz - motion[a + V + 1] - wAz * lAx + wAx * lAz) +
    nz * (motion[b + V + 2] + wBx * lBy - wBy * lBx - motion[a + V + 2] - wAx * lAy + wAy * lAx);
  const turn1 = (qBx - qAx) * tx + (qBy - qAy) * ty + (qBz - qAz) * tz;
  const turn2 = (qBx - qAx) * sx + (qBy - qAy) * sy + (qBz - qAz) * sz;
  const spin1 = (wBx - wAx) * tx + (wBy - wAy) * ty + (wBz - wAz) * tz;
  const spin2 = (wBx - wAx) * sx + (wBy - wAy) * sy + (wBz - wAz) * sz;
  for (let i = 0; i < count[contact]; i++) {
    const p = r + POINTS + i * POINT;
    const x = record[p + PX];
    const y = record[p + PY];
    separations[i] = record[p + PS] + gap + y * turn1 - x * turn2;
    pointSpeeds[i] = speed + y * spin1 - x * spin2;
  }
};

/** Moves the listed bodies by the time WHEN at their present velocities. */
export const moveAllByArrival = (world: World): void => {
  const { bodies, ofLinks } = world.scratch.impacts;
  if (ofLinks) jointStages.moveStruckLinks(world, arrival);
  if (arrival[WHEN] === 0) return;
  for (let k = 0; k < bodies.count; k++)
    if (!ofLinks || !isLink(world, bodies.items[k])) moveBody(world, bodies.items[k], arrival);
};
