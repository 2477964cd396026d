import { bodyMass, bodyRotation } from '../api/body-state.js';
import { settleMasses } from '../bodies/pending-mass.js';
import { bodyHandle, requireWorld } from '../handles.js';
import { readVec3 } from '../math/columns.js';
import { rotateSym3 } from '../math/mat3.js';
import { add, cross, dot, scale, type Vec3 } from '../math/vec3.js';
import { BodyType, MOTION, V, W } from '../state/bodies.js';
import { isLive } from '../state/table.js';
import type { World } from '../state/world.js';

/** Sums over all dynamic bodies, for tests and plots. */

const dynamicBodies = (world: World): number[] => {
  const list: number[] = [];
  settleMasses(world);
  for (let body = 0; body < world.bodies.used; body++) {
    if (isLive(world.bodies, body) && world.bodies.type[body] === BodyType.dynamic) list.push(body);
  }
  return list;
};

/** I ω in world axes. */
const spin = (world: World, body: number): Vec3 => {
  const handle = bodyHandle(world, body);
  const [xx, xy, xz, yy, yz, zz] = rotateSym3(bodyRotation(world, handle), bodyMass(world, handle).inertia);
  const [x, y, z] = readVec3(world.bodies.motion, body * MOTION + W);
  return [xx * x + xy * y + xz * z, xy * x + yy * y + yz * z, xz * x + yz * y + zz * z];
};

/** ½ m v² + ½ ω·Iω, J. */
export const kineticEnergy = (world: World): number => {
  requireWorld(world);
  const { motion, mass } = world.bodies;
  let sum = 0;
  for (const body of dynamicBodies(world)) {
    const v = readVec3(motion, body * MOTION + V);
    const w = readVec3(motion, body * MOTION + W);
    sum += 0.5 * (mass[body] * dot(v, v) + dot(w, spin(world, body)));
  }
  return sum;
};

/** -m g·x with respect to the world's origin, J. */
export const potentialEnergy = (world: World): number => {
  requireWorld(world);
  const { centre, mass, gravityScale } = world.bodies;
  let sum = 0;
  for (const body of dynamicBodies(world)) {
    sum -= mass[body] * gravityScale[body] * dot(world.settings.gravity, readVec3(centre, body * 3));
  }
  return sum;
};

export interface Momentum {
  /** kg m/s. */
  readonly linear: Vec3;
  /** About the world's origin, kg m²/s. */
  readonly angular: Vec3;
}

export const momentum = (world: World): Momentum => {
  requireWorld(world);
  const { motion, mass, centre } = world.bodies;
  let linear: Vec3 = [0, 0, 0];
  let angular: Vec3 = [0, 0, 0];
  for (const body of dynamicBodies(world)) {
    const p = scale(readVec3(motion, body * MOTION + V), mass[body]);
    linear = add(linear, p);
    angular = add(angular, add(cross(readVec3(centre, body * 3), p), spin(world, body)));
  }
  return { linear, angular };
};
