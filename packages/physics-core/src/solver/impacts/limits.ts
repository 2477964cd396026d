import { components } from '../../contacts/contact-frame.js';
import { firstJointEdge, nextJointEdge } from '../../graph/joint-graph.js';
import { refreshJoint } from '../../joints/write-joint.js';
import { rowSpeed } from '../../rows/row-speed.js';
import { hasEffectiveMass } from '../../rows/single-row.js';
import { BodyType } from '../../state/bodies.js';
import { BODY_A, BODY_B, BOUNCE, HIGH, LOW, ROW, ROW_INTS } from '../../state/rows.js';
import type { Substep } from '../../state/substep.js';
import type { World } from '../../state/world.js';
import {
  JOINTED_AHEAD,
  LIMIT_FINISH_PASSES,
  LIMIT_STRIKE_SPEED,
  LIMIT_TIME_ITERATIONS,
  LIMIT_WINDOW_ERROR,
  MAX_RESTITUTION_ITERATIONS,
} from '../../tuning.js';
import { addReached } from '../contacts/fast-contacts.js';
import { createImpact, solveImpact } from './law.js';
import { reserveIterations } from './resolve-impacts.js';
import {
  applyLimitImpulse,
  gatherLimitBodies,
  removeHeldLimitSpeed,
  writeLimitResponse,
} from './response.js';
import { storeTime, writeSince } from './strike.js';
import { AHEAD, arrival, moveAllByArrival, SINCE, WHEN } from './time-of-impact.js';

/**
 * Impacts of joint limits. To the impact stage a rigid limit is a contact with one point and no friction: its distance
 * is the gap between the coordinate and the end of its range, its speed is u = ±Ċ, negative towards the end, and its
 * impulse is λ of its row. It is struck if it reaches the end within the substep and was approaching it faster than
 * `impactSpeed` before the forces of this substep: a load that only rests on a limit, however heavy, is left to the
 * solve.
 *
 * Two limits of one joint, or of neighbours, are struck one after the other, as contacts are. Each impact holds all
 * rigid rows around it and changes Ċ of one row alone, so it cannot add energy.
 */

/** Scratch: the impact that is solved. */
const impact = createImpact();

/** Before the forces of a substep: remembers Ċ of all rigid limits. */
export const rememberLimitSpeeds = (world: World): void => {
  const { rows, limitRows } = world;
  for (let k = 0; k < limitRows.count; k++)
    rows.forcedSpeed[limitRows.items[k]] = rowSpeed(world, limitRows.items[k]);
  const { tourLimits } = world.articulations;
  for (let k = 0; k < tourLimits.count; k++)
    rows.forcedSpeed[tourLimits.items[k]] = rowSpeed(world, tourLimits.items[k]);
};

/**
 * After the warm start of the joints. Iterations go on next to what was struck, until nothing strikes, so that one
 * impact may pass through several joints.
 */
export const resolveLimitImpacts = (world: World, substep: Substep): void => {
  if (world.limitRows.count === 0) return;
  writeForcedSpeeds(world);
  reserveIterations(world);
  let found = true;
  for (let iteration = 0; iteration < MAX_RESTITUTION_ITERATIONS && found; iteration++)
    found = strikeLimits(world, iteration === 0, substep);
};

const strikeLimits = (world: World, isFirst: boolean, substep: Substep): boolean => {
  const { items, count } = world.limitRows;
  const { impacts } = world.scratch;
  const iteration = ++impacts.iteration;
  let found = false;
  for (let k = 0; k < count; k++) {
    if (!isFirst && !isNextToImpact(world, items[k], iteration - 1)) continue;
    if (!strikeLimit(world, items[k], substep)) continue;
    for (let i = 0; i < impacts.bodies.count; i++) {
      impacts.lastIteration[impacts.bodies.items[i]] = iteration;
      addReached(world, impacts.bodies.items[i], substep);
    }
    found = true;
  }
  return found;
};

/** What external forces, motors, springs and contacts have added to Ċ since then. */
const writeForcedSpeeds = (world: World): void => {
  const { rows, limitRows } = world;
  for (let k = 0; k < limitRows.count; k++) {
    const row = limitRows.items[k];
    rows.forcedSpeed[row] = rowSpeed(world, row) - rows.forcedSpeed[row];
  }
};

/**
 * One impact of a limit: the bodies move to the time at which it is reached, get the impulse, and move back by that
 * time at their new velocities. Returns whether there was an impulse; the bodies that got it are in
 * scratch.impacts.bodies.
 */
const strikeLimit = (world: World, row: number, substep: Substep): boolean => {
  const side = strikeSide(world, row, substep);
  if (side === 0) return false;
  const { rows } = world;
  rows.expanded = false;
  gatherLimitBodies(world, row);
  writeSince(world);
  const isReached =
    rows.data[row * ROW + BOUNCE] > 0 ? advanceToLimit(world, row, side, substep) : stayHere();
  if (isReached) {
    writeLimitResponse(world, row, impact);
    writeSpeed(world, row, side);
    writeTarget(world, row, side, substep);
    applyImpact(world, row, side);
    storeTime(world);
  }
  arrival[WHEN] = -arrival[WHEN];
  if (arrival[WHEN] !== 0) {
    moveAllByArrival(world);
    refreshMoved(world);
  }
  return isReached && impact.lambda[0] > 0;
};

/**
 * In relax, at the poses of the end of the substep: takes the speed with which limits without restitution have closed
 * their gaps.
 */
export const finishLimitImpacts = (world: World): void => {
  let found = world.rows.hasImpacts;
  for (let pass = 0; pass < LIMIT_FINISH_PASSES && found; pass++) found = takeClosingSpeeds(world);
};

const takeClosingSpeeds = (world: World): boolean => {
  const { rows, limitRows } = world;
  let found = false;
  for (let k = 0; k < limitRows.count; k++) {
    const row = limitRows.items[k];
    const before = rows.impactImpulse[row];
    if (before === 0 || rows.data[row * ROW + BOUNCE] > 0 || !hasEffectiveMass(world, row)) continue;
    const side = before > 0 ? 1 : -1;
    gatherLimitBodies(world, row);
    writeLimitResponse(world, row, impact);
    writeSpeed(world, row, side);
    impact.target[0] = closingSpeed(world, row, side);
    if (impact.speeds[0] >= impact.target[0] - LIMIT_WINDOW_ERROR) continue;
    applyImpact(world, row, side);
    found = true;
  }
  return found;
};

/** The end that is struck in this substep: 1 the lower one, where λ > 0, -1 the upper one, 0 none. */
const strikeSide = (world: World, row: number, { h }: Substep): -1 | 0 | 1 => {
  const { rows, settings } = world;
  const speed = rowSpeed(world, row);
  const before = speed - rows.forcedSpeed[row];
  const side = speed < 0 ? 1 : -1;
  if (-side * before <= LIMIT_STRIKE_SPEED * settings.impactSpeed || !hasEffectiveMass(world, row)) return 0;
  arrival[AHEAD] = JOINTED_AHEAD * h;
  writeTimeToLimit(world, row, side, h);
  return arrival[WHEN] <= arrival[AHEAD] ? side : 0;
};

/** Writes to WHEN the time to the end at the present speed, negative beyond it, Infinity when the limit moves away. */
const writeTimeToLimit = (world: World, row: number, side: -1 | 1, h: number): void => {
  const { data } = world.rows;
  // The window of a limit is its gap divided by h, see parts/limit.ts.
  const gap = h * (side > 0 ? -data[row * ROW + LOW] : data[row * ROW + HIGH]);
  const speed = -side * rowSpeed(world, row);
  arrival[WHEN] = speed > 0 ? gap / speed : Infinity;
};

/**
 * Without restitution the limit need not be reached at its time: the impact leaves the speed that closes the gap by the
 * end of the substep, as the window of the row does, and finishLimitImpacts takes the rest. On a curved coordinate this
 * ends at the limit, and not beyond it by the square of the rotation.
 */
const stayHere = (): true => {
  arrival[WHEN] = 0;
  return true;
};

/**
 * Moves the bodies to the time at which the limit is reached; the rows are written there, and WHEN is the whole time.
 * Newton's method, because most coordinates are curved. False if it is not reached in this substep after all.
 */
const advanceToLimit = (world: World, row: number, side: -1 | 1, { h }: Substep): boolean => {
  let time = 0;
  for (let iteration = 0; iteration < LIMIT_TIME_ITERATIONS; iteration++) {
    if (time + arrival[WHEN] > arrival[AHEAD]) {
      arrival[WHEN] = time;
      return false;
    }
    // Not before the last impact of these bodies; what is beyond the end already is struck at once.
    if (time + arrival[WHEN] < arrival[SINCE]) arrival[WHEN] = arrival[SINCE] - time;
    if (arrival[WHEN] === 0) break;
    time += arrival[WHEN];
    moveAllByArrival(world);
    refreshMoved(world);
    writeTimeToLimit(world, row, side, h);
  }
  arrival[WHEN] = time;
  return true;
};

/**
 * u⁺ = -e u⁻ at the time τ of the impact. Of the speed that forces have added for the whole substep, the part (1 - τ/h)
 * comes after the impact and has no restitution: what the forces do in the substep is then F (u⁻ τ + u⁺ (h - τ)), the
 * work on the way there and back, and no energy comes from nowhere. (Jointed bodies move by h v, and a form that takes
 * v for the velocity in the middle of the substep conserves more over many hits, but the energy of a step may rise:
 * falling figures gained up to 270 %.)
 */
const writeTarget = (world: World, row: number, side: -1 | 1, { h }: Substep): void => {
  const { data, forcedSpeed } = world.rows;
  const { speeds, target } = impact;
  const e = data[row * ROW + BOUNCE];
  const later = side * (1 - arrival[WHEN] / h) * forcedSpeed[row];
  target[0] = e > 0 ? Math.max(later - e * (speeds[0] - later), 0) : closingSpeed(world, row, side);
};

/** The speed, not positive, that closes what is left of the gap in a substep. */
const closingSpeed = ({ rows: { data } }: World, row: number, side: -1 | 1): number =>
  Math.min(side * data[row * ROW + (side > 0 ? LOW : HIGH)], 0);

/** After writeLimitResponse: the speed of the one point of the impact, without what violates the joints. */
const writeSpeed = (world: World, row: number, side: -1 | 1): void => {
  const { speeds, present, friction, x, y } = impact;
  speeds.fill(0);
  speeds[0] = rowSpeed(world, row);
  removeHeldLimitSpeed(world, speeds);
  speeds[0] *= side;
  present.fill(0);
  friction.fill(0);
  present[0] = 1;
  x[0] = 0;
  y[0] = 0;
};

const applyImpact = (world: World, row: number, side: -1 | 1): void => {
  solveImpact(impact);
  components.fill(0);
  components[0] = side * impact.lambda[0];
  applyLimitImpulse(world, row);
};

/** Rows of all joints of the listed bodies for their present poses: their gaps have changed. */
const refreshMoved = (world: World): void => {
  const { items, count } = world.scratch.impacts.bodies;
  for (let k = 0; k < count; k++) {
    if (world.bodies.type[items[k]] !== BodyType.dynamic) continue;
    for (let edge = firstJointEdge(world, items[k]); edge >= 0; edge = nextJointEdge(world, edge))
      refreshJoint(world, edge >> 1);
  }
};

/** Whether the limit acts on a body that got an impulse in the last iteration. */
const isNextToImpact = ({ rows, scratch }: World, row: number, lastIteration: number): boolean => {
  const { lastIteration: last } = scratch.impacts;
  const k = row * ROW_INTS;
  return last[rows.index[k + BODY_A]] >= lastIteration || last[rows.index[k + BODY_B]] >= lastIteration;
};
