import { boundingRadius, innerRadius } from '../collision/shapes/bounds.js';
import {
  combineMass,
  type MassProperties,
  transformMass,
  withMass,
} from '../collision/shapes/mass-properties.js';
import { isSolid, solids } from '../collision/shapes/solids.js';
import { setFloats } from '../math/floats.js';
import { diagonalize } from '../math/mat3.js';
import { cross, sub, type Vec3 } from '../math/vec3.js';
import { BodyFlag, BodyType, DP, disturbArticulation, II, MOTION, V, W } from '../state/bodies.js';
import type { World } from '../state/world.js';
import { EQUAL_MOMENTS } from '../tuning.js';
import { writeInverseInertia, writeInverseMass } from './inertia.js';
import { syncCentre } from './sync-pose.js';

/** Mass, centre and inertia of one collider in the body's frame, from its shape and density. */
const colliderMass = (world: World, collider: number): MassProperties | undefined => {
  const { kind, density, localPosition, localRotation } = world.colliders;
  const solid = isSolid(kind[collider]) ? solids[kind[collider]] : undefined;
  const local = solid?.mass(world.colliders, collider, density[collider]);
  if (!local || local.mass === 0) return undefined;
  const p = collider * 3;
  const q = collider * 4;
  return transformMass(
    local,
    [localPosition[p], localPosition[p + 1], localPosition[p + 2]],
    [localRotation[q], localRotation[q + 1], localRotation[q + 2], localRotation[q + 3]],
  );
};

/**
 * Recomputes mass, centre, inertia and bounds after colliders, densities, locks or the body's type changed.
 */
export const updateMass = (world: World, body: number): void => {
  const { bodies } = world;
  if ((bodies.flags[body] & BodyFlag.ownMass) === 0) writeMass(world, body, massFromColliders(world, body));
  updateInverses(world, body);
  updateBounds(world, body);
};

/** The same for a new body, whose row is zero and which has no collider yet. */
export const startMass = ({ bodies, rows }: World, body: number): void => {
  bodies.flags[body] |= BodyFlag.isotropic;
  bodies.innerRadius[body] = Infinity;
  rows.isCurrent = false;
  rows.isKept = false;
};

const massFromColliders = (world: World, body: number): MassProperties => {
  const { bodies, colliders } = world;
  const parts: MassProperties[] = [];
  for (let c = bodies.firstCollider[body]; c >= 0; c = colliders.next[c]) {
    const part = colliderMass(world, c);
    if (part) parts.push(part);
  }
  const sum = combineMass(parts);
  const given = bodies.givenMass[body];
  if (given === 0) return sum;
  return sum.mass > 0 ? withMass(sum, given) : { ...sum, mass: given };
};

/**
 * Writes mass properties in principal form. The velocity of the origin is kept, so
 * that of the centre changes with it.
 */
export const writeMass = (world: World, body: number, properties: MassProperties): void => {
  const { bodies } = world;
  const { localCentre, centre, motion, mass, moments, principal } = bodies;
  const old: Vec3 = [centre[body * 3], centre[body * 3 + 1], centre[body * 3 + 2]];
  const { moments: m, rotation } = diagonalize(properties.inertia);
  mass[body] = properties.mass;
  setFloats(localCentre, properties.centre, body * 3);
  setFloats(moments, m, body * 3);
  setFloats(principal, rotation, body * 4);
  syncCentre(world, body);
  const at = body * MOTION;
  const now: Vec3 = [centre[body * 3], centre[body * 3 + 1], centre[body * 3 + 2]];
  const change = cross([motion[at + W], motion[at + W + 1], motion[at + W + 2]], sub(now, old));
  for (let i = 0; i < 3; i++) motion[at + V + i] += change[i];
};

/** Inverse mass and inertia, zero where no impulse moves the body, and the class of its rotation. */
export const updateInverses = (world: World, body: number): void => {
  const { bodies } = world;
  disturbArticulation(bodies, body);
  const { flags, moments, principal, type, motion } = bodies;
  const dynamic = type[body] === BodyType.dynamic;
  const m = body * 3;
  const largest = Math.max(moments[m], moments[m + 1], moments[m + 2]);
  const smallest = Math.min(moments[m], moments[m + 1], moments[m + 2]);
  const isotropic = !dynamic || largest - smallest <= EQUAL_MOMENTS * largest;
  flags[body] = isotropic ? flags[body] | BodyFlag.isotropic : flags[body] & ~BodyFlag.isotropic;
  const tilted = principal[body * 4 + 3] !== 1;
  flags[body] = tilted ? flags[body] | BodyFlag.tilted : flags[body] & ~BodyFlag.tilted;
  writeInverseMass(bodies, body, dynamic);
  if (dynamic) writeInverseInertia(bodies, body);
  else motion.fill(0, body * MOTION + II, body * MOTION + DP);
  world.rows.isKept = false;
  // Masses decide the roots.
  world.articulations.builtLength = 0;
};

/** Extent and thickness about the centre of mass. */
const updateBounds = (world: World, body: number): void => {
  const { bodies, colliders } = world;
  let extent = 0;
  let inner = Infinity;
  const centre: Vec3 = [
    bodies.localCentre[body * 3],
    bodies.localCentre[body * 3 + 1],
    bodies.localCentre[body * 3 + 2],
  ];
  for (let c = bodies.firstCollider[body]; c >= 0; c = colliders.next[c]) {
    const p = colliders.localPosition;
    const offset = sub([p[c * 3], p[c * 3 + 1], p[c * 3 + 2]], centre);
    const distance = Math.sqrt(offset[0] * offset[0] + offset[1] * offset[1] + offset[2] * offset[2]);
    extent = Math.max(extent, distance + boundingRadius(colliders, c));
    inner = Math.min(inner, innerRadius(colliders, c));
  }
  bodies.extent[body] = extent;
  bodies.innerRadius[body] = inner;
};
