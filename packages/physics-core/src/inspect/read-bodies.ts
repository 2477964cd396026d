import { settleMasses } from '../bodies/pending-mass.js';
import { HandleKind, requireWorld, writeHandle } from '../handles.js';
import { BodyFlag, MOTION, V, W } from '../state/bodies.js';
import { isLive } from '../state/table.js';
import type { World } from '../state/world.js';
import { findIslandsOf } from './islands.js';
import { copy3, emptyReading, type Reading } from './reading.js';

export const BodyRecord = {
  size: 32,
  handle: 0,
  /** Of BodyKind. */
  type: 1,
  /** 1 when it is awake; static bodies never are. */
  awake: 2,
  /** Bodies with the same number are connected by contacts and joints. */
  island: 3,
  enabled: 4,
  /** Origin, m. */
  position: 5,
  /** Centre of mass, m. */
  centre: 8,
  /** m/s, rad/s. */
  velocity: 11,
  spin: 14,
  mass: 17,
  /** Principal moments of inertia, kg·m². */
  moments: 18,
  /** Orientation of the principal axes in the world, a quaternion. */
  principal: 21,
  /** Orientation of the body, a quaternion. */
  rotation: 25,
} as const;

/**
 * All bodies in the order of allBodies. Without `islands`, which cost about as
 * much as the rest, their field is 0.
 */
export const readBodies = (world: World, reading: Reading, islands = true): void => {
  requireWorld(world);
  settleMasses(world);
  const { bodies } = world;
  const { type, awakeIndex, flags, generation, position, centre, motion, mass, moments, rotation } = bodies;
  const islandOf = islands ? findIslandsOf(world) : undefined;
  const out = emptyReading(reading, bodies.live, BodyRecord.size);
  for (let body = 0; body < bodies.used; body++) {
    if (!isLive(bodies, body) || body === world.clock.ground) continue;
    const at = reading.count * BodyRecord.size;
    reading.count++;
    writeHandle(out, at + BodyRecord.handle, world, HandleKind.body, body, generation[body]);
    out[at + BodyRecord.type] = type[body];
    out[at + BodyRecord.awake] = awakeIndex[body] >= 0 ? 1 : 0;
    out[at + BodyRecord.island] = islandOf === undefined ? 0 : islandOf[body];
    out[at + BodyRecord.enabled] = (flags[body] & BodyFlag.enabled) !== 0 ? 1 : 0;
    copy3(out, at + BodyRecord.position, position, body * 3);
    copy3(out, at + BodyRecord.centre, centre, body * 3);
    copy3(out, at + BodyRecord.velocity, motion, body * MOTION + V);
    copy3(out, at + BodyRecord.spin, motion, body * MOTION + W);
    out[at + BodyRecord.mass] = mass[body];
    copy3(out, at + BodyRecord.moments, moments, body * 3);
    writePrincipal(world, body, out, at + BodyRecord.principal);
    copy3(out, at + BodyRecord.rotation, rotation, body * 4);
    out[at + BodyRecord.rotation + 3] = rotation[body * 4 + 3];
  }
};

/** The body's rotation after that of its principal axes. */
const writePrincipal = (world: World, body: number, out: Float64Array, at: number): void => {
  const { rotation, principal } = world.bodies;
  const q = body * 4;
  const ax = rotation[q];
  const ay = rotation[q + 1];
  const az = rotation[q + 2];
  const aw = rotation[q + 3];
  const bx = principal[q];
  const by = principal[q + 1];
  const bz = principal[q + 2];
  const bw = principal[q + 3];
  out[at] = aw * bx + ax * bw + ay * bz - az * by;
  out[at + 1] = aw * by - ax * bz + ay * bw + az * bx;
  out[at + 2] = aw * bz + ax * by - ay * bx + az * bw;
  out[at + 3] = aw * bw - ax * bx - ay * by - az * bz;
};
