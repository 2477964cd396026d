import { createFloats, type Floats } from '../math/floats.js';
import { CombineRule, FRICTION, RESTITUTION, ROLLING, TWIST } from '../state/colliders.js';
import {
  CONTACT_BOUNCE,
  ContactFlag,
  MU,
  RECORD,
  ROLL,
  ROLL_LAMBDA,
  SPIN,
  SURFACE,
  T1,
  TWIST_LAMBDA,
} from '../state/contacts.js';
import type { World } from '../state/world.js';
import { writeSecondTangent } from './contact-frame.js';

/** Coefficients of the pair, from the materials of both colliders. */
export const writeMaterial = (world: World, contact: number): void => {
  const { record } = world.contacts;
  const r = contact * RECORD;
  writeCoefficients(world, contact);
  // The impulses of the old material are cleared: single-point contacts without resistance are solved as a
  // force without a torque.
  record[r + TWIST_LAMBDA] = 0;
  record[r + ROLL_LAMBDA] = 0;
  record[r + ROLL_LAMBDA + 1] = 0;
};

/** The coefficients alone, with all impulses as they are. */
export const writeCoefficients = (world: World, contact: number): void => {
  const { record, flags, colliderA, colliderB } = world.contacts;
  const { material, rule } = world.colliders;
  const r = contact * RECORD;
  const a = colliderA[contact];
  const b = colliderB[contact];
  for (let i = 0; i < 4; i++) {
    both[i] = material[a * 4 + i];
    both[4 + i] = material[b * 4 + i];
  }
  writeTriangleMaterial(world, contact, b);
  writeCombined(record, r + MU, FRICTION, Math.max(rule[a * 2], rule[b * 2]));
  writeCombined(record, r + CONTACT_BOUNCE, RESTITUTION, Math.max(rule[a * 2 + 1], rule[b * 2 + 1]));
  record[r + ROLL] = Math.max(both[ROLLING], both[4 + ROLLING]);
  record[r + SPIN] = Math.max(both[TWIST], both[4 + TWIST]);
  flags[contact] &= ~(ContactFlag.bounces | ContactFlag.resists);
  if (record[r + CONTACT_BOUNCE] > 0) flags[contact] |= ContactFlag.bounces;
  if (record[r + ROLL] > 0 || record[r + SPIN] > 0) flags[contact] |= ContactFlag.resists;
};

/** Scratch: the materials of A and of B. */
const both = createFloats(8);

/** Where the triangles of a mesh have materials of their own, these replace those of its collider. */
const writeTriangleMaterial = ({ contacts, colliders }: World, contact: number, b: number): void => {
  const surface = contacts.surface[contact];
  const mesh = surface < 0 ? undefined : colliders.meshes[colliders.hull[b]];
  if (mesh === undefined) return;
  for (let i = 0; i < 4; i++)
    if (mesh.materials[surface * 4 + i] >= 0) both[4 + i] = mesh.materials[surface * 4 + i];
};

/** out[at] ← one coefficient of both materials. Of two different rules the later in CombineRule decides. */
const writeCombined = (out: Floats, at: number, i: number, rule: number): void => {
  const a = both[i];
  const b = both[4 + i];
  if (rule === CombineRule.average) out[at] = 0.5 * (a + b);
  else if (rule === CombineRule.minimum) out[at] = Math.min(a, b);
  else if (rule === CombineRule.multiply) out[at] = a * b;
  else out[at] = Math.max(a, b);
};

/** Speed of B's surface relative to A's along the new tangents; zero except for conveyors. */
export const writeSurfaceSpeed = (world: World, contact: number): void => {
  const { record, colliderA, colliderB } = world.contacts;
  const { surfaceVelocity } = world.colliders;
  const r = contact * RECORD;
  const a = colliderA[contact] * 3;
  const b = colliderB[contact] * 3;
  let moves = false;
  for (let i = 0; i < 3; i++) if (surfaceVelocity[a + i] !== 0 || surfaceVelocity[b + i] !== 0) moves = true;
  record[r + SURFACE] = 0;
  record[r + SURFACE + 1] = 0;
  if (!moves) return;
  writeSecondTangent(record, r, secondTangent, 0);
  addSurfaceVelocity(world, contact, colliderB[contact], 1);
  addSurfaceVelocity(world, contact, colliderA[contact], -1);
};

/** Scratch: t2 of a contact. */
const secondTangent = createFloats(3);

const addSurfaceVelocity = (world: World, contact: number, collider: number, sign: number): void => {
  const { surfaceVelocity, pose } = world.colliders;
  const { record } = world.contacts;
  const r = contact * RECORD;
  const s = collider * 3;
  for (let i = 0; i < 3; i++) {
    const m = collider * 12 + 3 + i * 3;
    const v =
      pose[m] * surfaceVelocity[s] +
      pose[m + 1] * surfaceVelocity[s + 1] +
      pose[m + 2] * surfaceVelocity[s + 2];
    record[r + SURFACE] += sign * v * record[r + T1 + i];
    record[r + SURFACE + 1] += sign * v * secondTangent[i];
  }
};
