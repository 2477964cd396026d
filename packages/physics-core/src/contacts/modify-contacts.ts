import { PhysicsError } from '../errors.js';
import { writePairView } from '../graph/pair-view.js';
import type { ContactView } from '../hooks.js';
import { createFloats } from '../math/floats.js';
import {
  CONTACT_BOUNCE,
  ContactFlag,
  MU,
  N,
  POINT,
  POINTS,
  PS,
  RA,
  RECORD,
  SURFACE,
  T1,
  TARGET,
} from '../state/contacts.js';
import type { World } from '../state/world.js';
import { MAX_COEFFICIENT, MAX_SPEED } from '../tuning.js';
import { show } from '../validate.js';
import { relative, writeRelativeVelocity, writeSecondTangent } from './contact-frame.js';
import { writeCoefficients, writeSurfaceSpeed } from './materials.js';
import { zeroImpulses, zeroTotals } from './warm-start-impulses.js';

/**
 * The contact modifier of the user: asked once a step about every contact that would be solved, in the order of
 * detection, and again when the points of a fast contact are found anew within the step. Every call begins with what the
 * materials say, so nothing has to be remembered but the target separation s*: the points hold s - s*, which makes the
 * contact s - s* ≥ 0 for every solver alike, and the record holds s*.
 */
interface View extends ContactView {
  bodyA: number;
  bodyB: number;
  colliderA: number;
  colliderB: number;
  userDataA: number;
  userDataB: number;
  readonly position: [x: number, y: number, z: number];
  readonly normal: [x: number, y: number, z: number];
  readonly velocity: [x: number, y: number, z: number];
  separation: number;
}

/** Scratch: whether the hook disabled the contact in hand. */
const answer = { isDisabled: false };

// Fields that begin with a fraction are doubles to V8 from the start, and are written in place.
const view: View = {
  bodyA: 0.5,
  bodyB: 0.5,
  colliderA: 0.5,
  colliderB: 0.5,
  userDataA: 0.5,
  userDataB: 0.5,
  position: [0.5, 0.5, 0.5],
  normal: [0.5, 0.5, 0.5],
  velocity: [0.5, 0.5, 0.5],
  separation: 0.5,
  friction: 0.5,
  restitution: 0.5,
  surfaceVelocity: [0.5, 0.5, 0.5],
  targetSeparation: 0.5,
  disable: () => {
    answer.isDisabled = true;
  },
};

/** Asks about the contacts that can be solved in this step, and takes those out that are disabled. */
export const modifyContacts = (world: World): void => {
  const { flags } = world.contacts;
  const { solvable } = world.scratch;
  let kept = 0;
  for (let k = 0; k < solvable.count; k++) {
    const contact = solvable.items[k];
    if (modifyContact(world, contact)) {
      flags[contact] &= ~ContactFlag.disabled;
      solvable.items[kept++] = contact;
    } else {
      flags[contact] |= ContactFlag.disabled;
      clearImpulses(world, contact);
    }
  }
  solvable.count = kept;
};

/** Nothing of the last step acts on in a contact that is disabled, or is read as its impulse. */
const clearImpulses = (world: World, contact: number): void => {
  zeroImpulses(world, contact);
  zeroTotals(world, contact);
};

/** Asks about one contact and writes what changed to its record; false when it is disabled. */
export const modifyContact = (world: World, contact: number): boolean => {
  const hook = world.hooks.modifyContact;
  if (hook === undefined) return true;
  const { contacts } = world;
  writeCoefficients(world, contact);
  writeSurfaceSpeed(world, contact);
  view.targetSeparation = 0;
  moveTarget(world, contact);
  writePairView(world, view, contacts.colliderA[contact], contacts.colliderB[contact]);
  writeView(world, contact);
  answer.isDisabled = false;
  hook(view);
  if (answer.isDisabled) return false;
  checkView(world);
  readView(world, contact);
  return true;
};

/** Scratch: t2 of a contact. */
const t2 = createFloats(3);

const writeView = (world: World, contact: number): void => {
  const { record, count, bodyA } = world.contacts;
  const { centre } = world.bodies;
  const r = contact * RECORD;
  writeSecondTangent(record, r, t2, 0);
  writeRelativeVelocity(world, contact);
  for (let i = 0; i < 3; i++) {
    const n = record[r + N + i];
    const t1 = record[r + T1 + i];
    view.position[i] = centre[bodyA[contact] * 3 + i] + record[r + RA + i];
    view.normal[i] = n;
    view.velocity[i] = relative[0] * n + relative[1] * t1 + relative[2] * t2[i];
    view.surfaceVelocity[i] = record[r + SURFACE] * t1 + record[r + SURFACE + 1] * t2[i];
  }
  let deepest = Infinity;
  for (let i = 0; i < count[contact]; i++) deepest = Math.min(deepest, record[r + POINTS + i * POINT + PS]);
  view.separation = deepest;
  view.friction = record[r + MU];
  view.restitution = record[r + CONTACT_BOUNCE];
};

const readView = (world: World, contact: number): void => {
  const { record, flags } = world.contacts;
  const { surfaceVelocity: v } = view;
  const r = contact * RECORD;
  record[r + MU] = view.friction;
  record[r + CONTACT_BOUNCE] = view.restitution;
  if (view.restitution > 0) flags[contact] |= ContactFlag.bounces;
  else flags[contact] &= ~ContactFlag.bounces;
  record[r + SURFACE] = v[0] * record[r + T1] + v[1] * record[r + T1 + 1] + v[2] * record[r + T1 + 2];
  record[r + SURFACE + 1] = v[0] * t2[0] + v[1] * t2[1] + v[2] * t2[2];
  moveTarget(world, contact);
};

/** The points go from s less the old target to s less that of the view. */
const moveTarget = ({ contacts: { record, count } }: World, contact: number): void => {
  const r = contact * RECORD;
  const target = view.targetSeparation;
  const change = record[r + TARGET] - target;
  if (change === 0) return;
  record[r + TARGET] = target;
  for (let i = 0; i < count[contact]; i++) record[r + POINTS + i * POINT + PS] += change;
};

const checkView = ({ settings: { speculativeMargin } }: World): void => {
  const { friction, restitution, targetSeparation, surfaceVelocity: v } = view;
  if (typeof friction !== 'number' || !(friction >= 0 && friction <= MAX_COEFFICIENT))
    refuse('friction', friction, `0 to ${MAX_COEFFICIENT}`);
  if (typeof restitution !== 'number' || !(restitution >= 0 && restitution <= 1))
    refuse('restitution', restitution, '0 to 1');
  if (
    typeof targetSeparation !== 'number' ||
    !(targetSeparation > -Infinity && targetSeparation <= speculativeMargin)
  )
    refuse('targetSeparation', targetSeparation, `any below 0 to speculativeMargin, ${speculativeMargin}`);
  for (let i = 0; i < 3; i++)
    if (typeof v[i] !== 'number' || !(v[i] >= -MAX_SPEED && v[i] <= MAX_SPEED))
      refuse('surfaceVelocity', v[i], `${-MAX_SPEED} to ${MAX_SPEED}`);
};

const refuse = (field: string, value: unknown, range: string): never => {
  const code =
    typeof value !== 'number' ? 'wrong-type' : Number.isFinite(value) ? 'out-of-range' : 'not-finite';
  throw new PhysicsError(code, `modifyContact set ${field} to ${show(value)}`, `Set a number from ${range}`);
};
