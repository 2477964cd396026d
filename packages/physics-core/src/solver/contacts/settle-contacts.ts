import { isUnloaded } from '../../contacts/bears-load.js';
import { createFloats, type Floats } from '../../math/floats.js';
import { BodyFlag, BodyType, II, MOTION, W } from '../../state/bodies.js';
import {
  ContactFlag,
  MU,
  N,
  PL,
  PM,
  POINT,
  POINTS,
  RA,
  RB,
  RECORD,
  ROLL,
  SPIN,
  STIFF,
} from '../../state/contacts.js';
import type { Substep } from '../../state/substep.js';
import type { World } from '../../state/world.js';
import {
  SETTLED_ROTATION,
  SETTLING_ROLL,
  SETTLING_ROLL_MOVABLE,
  SETTLING_SPEEDS,
  TWIST_OF_PATCH,
} from '../../tuning.js';

/**
 * Where sleeping is on, what touches at one or two points comes to rest. Rigid shapes that touch at a point roll and spin
 * without any resistance, so one ball that spins in its place, or rocks between two others, would keep the whole heap
 * awake in which it lies. Real contacts are patches:
 *
 *   twist     |τ| <= 3π/16 μ N a + s, a² = R δ      a disc of radius a under the pressure of Hertz that slips about its normal
 *   rolling   |τ| <= s                               hysteresis
 *   s = c R N (1 - v²/v₀²) for v < v₀, else 0        slow rotation
 *
 * R is the lever, N = λ / h the load, δ = λ / (m h ω²) the penetration at which the contact's own spring (effective mass m,
 * frequency ω) bears it, v = R |ωB - ωA|. c is what the rule of sleep has anyway: a ball on a slope of less than 0.8° is
 * asleep before it is as fast as `sleepSpeed`. Faster rolling and all sliding are as the materials say.
 *
 * Both are torques between the two bodies, so momentum is kept, and they end at zero speed, so energy only decreases. Once
 * a step, before the substeps, with the persistent impulses of the last one: what bounces loses nothing, and friction makes
 * the velocities fit. A resistance that the materials give replaces the one here. Jointed bodies are left alone,
 * and so are bodies that may not sleep: the balls of a pool table.
 */
export const settleContacts = (world: World, substep: Substep): void => {
  if (!world.settings.sleeping) return;
  const { record, count, flags } = world.contacts;
  const { items, count: solved } = world.solved;
  writeStiffness(substep);
  const least = SETTLED_ROTATION * world.settings.sleepSpeed;
  values[LEAST] = least * least;
  for (let k = 0; k < solved; k++) {
    const contact = items[k];
    if (count[contact] > 2 || (flags[contact] & LEFT_OUT) !== 0) continue;
    const r = contact * RECORD;
    if (!writeRotation(world, contact) || isUnloaded(record, r)) continue;
    writeLever(world, contact);
    if (count[contact] === 1 && record[r + SPIN] === 0) resistTwist(world, contact);
    if (record[r + ROLL] === 0) resistRolling(world, contact);
  }
};

/** Their impulses are not persistent, or there are none. */
const LEFT_OUT = ContactFlag.fast | ContactFlag.sensor | ContactFlag.ghost | ContactFlag.disabled;

/** Scratch. In an array, because doubles that are passed between functions are allocated. */
const values = createFloats(14);
/** ωB - ωA across the normal, and along it. */
const ROLLING = 0;
const TWISTING = 3;
/** Of a torque: its axis, the speed about it, the largest impulse in a step. */
const AXIS = 4;
const SPEED = 7;
const LARGEST = 8;
const LEVER = 9;
/** m h ω² / m of two movable bodies, and where one cannot move. */
const SOFT = 10;
const STIFFER = 11;
/** s, as an impulse of the step. */
const SLOW = 12;
/** ω² of what rests already. */
const LEAST = 13;

/** With b = massScale / impulseScale = h ω (2ζ + h ω) and biasRate = ω / (2ζ + h ω): h ω² = b biasRate. */
const writeStiffness = ({ soft, stiff }: Substep): void => {
  values[SOFT] = (soft.massScale / soft.impulseScale) * soft.biasRate;
  values[STIFFER] = (stiff.massScale / stiff.impulseScale) * stiff.biasRate;
};

/** Returns whether the bodies turn against each other, both may sleep, and none is jointed. */
const writeRotation = ({ contacts, bodies: { motion, flags } }: World, contact: number): boolean => {
  const { record, bodyA, bodyB } = contacts;
  const a = bodyA[contact];
  const b = bodyB[contact];
  const wa = a * MOTION + W;
  const wb = b * MOTION + W;
  const x = motion[wb] - motion[wa];
  const y = motion[wb + 1] - motion[wa + 1];
  const z = motion[wb + 2] - motion[wa + 2];
  if (x * x + y * y + z * z <= values[LEAST]) return false;
  if (((flags[a] | flags[b]) & BodyFlag.jointed) !== 0) return false;
  if ((flags[a] & flags[b] & BodyFlag.maySleep) === 0) return false;
  const n = contact * RECORD + N;
  const twisting = x * record[n] + y * record[n + 1] + z * record[n + 2];
  values[TWISTING] = twisting;
  values[ROLLING] = x - twisting * record[n];
  values[ROLLING + 1] = y - twisting * record[n + 1];
  values[ROLLING + 2] = z - twisting * record[n + 2];
  return true;
};

/** The shorter of the levers; that of a body that cannot move does not count. Then s, as an impulse of the step. */
const writeLever = ({ contacts, bodies: { type }, settings }: World, contact: number): void => {
  const { record, bodyA, bodyB, count } = contacts;
  let shortest = Infinity;
  for (let side = 0; side < 2; side++) {
    const r = contact * RECORD + (side === 0 ? RA : RB);
    const body = side === 0 ? bodyA[contact] : bodyB[contact];
    if (type[body] !== BodyType.dynamic) continue;
    const square = record[r] * record[r] + record[r + 1] * record[r + 1] + record[r + 2] * record[r + 2];
    if (square < shortest) shortest = square;
  }
  values[LEVER] = shortest < Infinity ? Math.sqrt(shortest) : 0;
  const x = values[ROLLING];
  const y = values[ROLLING + 1];
  const z = values[ROLLING + 2];
  const turning = x * x + y * y + z * z + values[TWISTING] * values[TWISTING];
  const fastest = SETTLING_SPEEDS * settings.sleepSpeed;
  const slow = fastest > 0 ? 1 - (values[LEVER] * values[LEVER] * turning) / (fastest * fastest) : 0;
  const p = contact * RECORD + POINTS + PL;
  const load = count[contact] === 2 ? record[p] + record[p + POINT] : record[p];
  const part = record[contact * RECORD + STIFF] === 0 ? SETTLING_ROLL_MOVABLE : SETTLING_ROLL;
  values[SLOW] = slow > 0 ? part * values[LEVER] * load * settings.substeps * slow : 0;
};

const resistTwist = (world: World, contact: number): void => {
  const { record } = world.contacts;
  const r = contact * RECORD;
  const load = record[r + POINTS + PL];
  const stiffness = record[r + POINTS + PM] * (record[r + STIFF] === 0 ? values[SOFT] : values[STIFFER]);
  const patch = stiffness > 0 ? Math.sqrt((values[LEVER] * load) / stiffness) : 0;
  for (let i = 0; i < 3; i++) values[AXIS + i] = record[r + N + i];
  values[SPEED] = values[TWISTING];
  values[LARGEST] = TWIST_OF_PATCH * record[r + MU] * patch * load * world.settings.substeps + values[SLOW];
  applyTorque(world, contact);
};

const resistRolling = (world: World, contact: number): void => {
  const x = values[ROLLING];
  const y = values[ROLLING + 1];
  const z = values[ROLLING + 2];
  const rolling = Math.sqrt(x * x + y * y + z * z);
  if (rolling === 0 || values[SLOW] === 0) return;
  values[AXIS] = x / rolling;
  values[AXIS + 1] = y / rolling;
  values[AXIS + 2] = z / rolling;
  values[SPEED] = rolling;
  values[LARGEST] = values[SLOW];
  applyTorque(world, contact);
};

/** An impulse about the axis that brings the speed about it towards zero, by at most the largest one. */
const applyTorque = (world: World, contact: number): void => {
  const { motion } = world.bodies;
  const a = world.contacts.bodyA[contact] * MOTION;
  const b = world.contacts.bodyB[contact] * MOTION;
  response[0] = 0;
  addResponse(motion, a + II);
  addResponse(motion, b + II);
  if (response[0] <= 0) return;
  const most = values[LARGEST];
  response[1] = Math.max(-most, Math.min(values[SPEED] / response[0], most));
  turn(motion, a);
  response[1] = -response[1];
  turn(motion, b);
};

/** Scratch: K about the axis, and the impulse. */
const response = createFloats(2);

const addResponse = (motion: Floats, i: number): void => {
  const x = values[AXIS];
  const y = values[AXIS + 1];
  const z = values[AXIS + 2];
  response[0] += motion[i] * x * x + motion[i + 3] * y * y + motion[i + 5] * z * z;
  response[0] += 2 * (motion[i + 1] * x * y + motion[i + 2] * x * z + motion[i + 4] * y * z);
};

const turn = (motion: Floats, m: number): void => {
  const x = response[1] * values[AXIS];
  const y = response[1] * values[AXIS + 1];
  const z = response[1] * values[AXIS + 2];
  const i = m + II;
  motion[m + W] += motion[i] * x + motion[i + 1] * y + motion[i + 2] * z;
  motion[m + W + 1] += motion[i + 1] * x + motion[i + 3] * y + motion[i + 4] * z;
  motion[m + W + 2] += motion[i + 2] * x + motion[i + 4] * y + motion[i + 5] * z;
};
