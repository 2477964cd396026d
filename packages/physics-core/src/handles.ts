import { PhysicsError } from './errors.js';
import type { Table, TableSpec } from './state/table.js';
import type { World } from './state/world.js';
import { hasField, show } from './validate.js';

declare const brand: unique symbol;

/** A body of one world. It never fits another body, even when the slot is used again. */
export type BodyHandle = number & { readonly [brand]: 'body' };
/** A collider of one world. */
export type ColliderHandle = number & { readonly [brand]: 'collider' };
/** A joint of one world. */
export type JointHandle = number & { readonly [brand]: 'joint' };
/** Any other number, such as the id of an entity: where it is asked for, the type checker refuses a handle. */
export type NoHandle = number & { readonly [brand]?: never };

/**
 * A handle is one exact integer of 53 bits: world (9), kind (2), generation (20), slot (22).
 * The world's number detects foreign handles; it wraps after 512 worlds, and the generation of a
 * slot after half a million reuses.
 */
const SLOTS = 0x400000;
const GENERATIONS = 0x100000;
const KINDS = 4;
const WORLDS = 512;

export const HandleKind = { body: 1, collider: 2, joint: 3 } as const;
type HandleKind = (typeof HandleKind)[keyof typeof HandleKind];

const kindNames: Record<number, string> = { 1: 'body', 2: 'collider', 3: 'joint' };
const makers: Record<number, string> = { 1: 'createBody', 2: 'createCollider', 3: 'createJoint' };

export const makeHandle = (world: World, kind: HandleKind, slot: number, generation: number): number =>
  (((world.id % WORLDS) * KINDS + kind) * GENERATIONS + (generation % GENERATIONS)) * SLOTS + slot;

/**
 * Writes a handle into a column: a function that returned it would make an object of it,
 * as it is more than a small integer.
 */
export const writeHandle = (
  out: Float64Array,
  at: number,
  world: World,
  kind: HandleKind,
  slot: number,
  generation: number,
): void => {
  out[at] = (((world.id % WORLDS) * KINDS + kind) * GENERATIONS + (generation % GENERATIONS)) * SLOTS + slot;
};

/** Scratch: the handles of two bodies and of two colliders. */
export const pairHandles: Float64Array = new Float64Array(4);

/** Fills `pairHandles` for two colliders. */
export const writePairHandles = (world: World, a: number, b: number): void => {
  const { bodies, colliders } = world;
  const bodyA = colliders.body[a];
  const bodyB = colliders.body[b];
  writeHandle(pairHandles, 0, world, HandleKind.body, bodyA, bodies.generation[bodyA]);
  writeHandle(pairHandles, 1, world, HandleKind.body, bodyB, bodies.generation[bodyB]);
  writeHandle(pairHandles, 2, world, HandleKind.collider, a, colliders.generation[a]);
  writeHandle(pairHandles, 3, world, HandleKind.collider, b, colliders.generation[b]);
};

/** Checks the first argument: to leave it out is the most common mistake. */
export const requireWorld = (world: unknown): void => {
  if (hasField(world, 'bodies') && hasField(world, 'clock')) return;
  const isObject = typeof world === 'object' && world !== null;
  throw new PhysicsError(
    'wrong-type',
    `${show(world)} is not a world`,
    `Pass what createWorld returned as the first argument${isObject ? '; with bitECS pass coreWorld(world)' : ''}`,
  );
};

const tableOf = (world: World, kind: HandleKind): Table<TableSpec> => {
  if (kind === HandleKind.body) return world.bodies;
  return kind === HandleKind.collider ? world.colliders : world.joints;
};

/** The slot behind a handle, or an error that says what is wrong with it. */
const resolve = (world: World, kind: HandleKind, handle: unknown, field?: string): number => {
  requireWorld(world);
  const table = tableOf(world, kind);
  const name = kindNames[kind];
  const subject = field ?? `The ${name}`;
  if (typeof handle !== 'number' || !Number.isSafeInteger(handle) || handle < 0) {
    throw new PhysicsError(
      'wrong-type',
      `${show(handle)} is not a ${name} handle`,
      `Pass what ${makers[kind]} returned`,
    );
  }
  const slot = handle % SLOTS;
  const generation = Math.floor(handle / SLOTS) % GENERATIONS;
  const owner = Math.floor(handle / (SLOTS * GENERATIONS));
  if (owner % KINDS !== kind) {
    // A small number is mostly an entity id.
    const entity = owner === 0 ? `; with bitECS pass ${name}Of(world, entity)` : '';
    throw new PhysicsError(
      'wrong-type',
      `Handle ${handle} is a ${kindNames[owner % KINDS] ?? 'plain number'}, not a ${name}`,
      `Pass a ${name} handle${entity}`,
    );
  }
  if (Math.floor(owner / KINDS) !== world.id % WORLDS) {
    throw new PhysicsError(
      'foreign-handle',
      `${subject} belongs to another world`,
      field === undefined ? 'Pass the world in which it was created' : `Pass a ${name} of this world`,
    );
  }
  if (slot >= table.used || (generation & 1) === 0 || table.generation[slot] % GENERATIONS !== generation) {
    throw new PhysicsError(
      'stale-handle',
      `${subject} does not exist any more`,
      `Forget a handle when you destroy its ${name}`,
    );
  }
  return slot;
};

export const bodySlot = (world: World, handle: BodyHandle): number => resolve(world, HandleKind.body, handle);

/**
 * A body that may be changed. Rows of joints to the world name the hidden body that
 * stands for it, which may only be read.
 */
export const ownBodySlot = (world: World, handle: BodyHandle, field?: string): number => {
  const slot = resolve(world, HandleKind.body, handle, field);
  if (slot !== world.clock.ground) return slot;
  throw new PhysicsError(
    'wrong-type',
    `Handle ${handle} stands for the world that joints hang on, not for a body`,
    'Leave it as it is; for a joint to the world leave bodyA out',
  );
};

export const colliderSlot = (world: World, handle: ColliderHandle): number =>
  resolve(world, HandleKind.collider, handle);

export const jointSlot = (world: World, handle: JointHandle): number =>
  resolve(world, HandleKind.joint, handle);

export const bodyHandle = (world: World, slot: number): BodyHandle =>
  makeHandle(world, HandleKind.body, slot, world.bodies.generation[slot]) as BodyHandle;

export const colliderHandle = (world: World, slot: number): ColliderHandle =>
  makeHandle(world, HandleKind.collider, slot, world.colliders.generation[slot]) as ColliderHandle;

export const jointHandle = (world: World, slot: number): JointHandle =>
  makeHandle(world, HandleKind.joint, slot, world.joints.generation[slot]) as JointHandle;

const isAlive = (check: () => number): boolean => {
  try {
    check();
    return true;
  } catch {
    return false;
  }
};

/** Whether the handle still means a body of this world. */
export const bodyExists = (world: World, handle: BodyHandle): boolean =>
  isAlive(() => bodySlot(world, handle));

/** Whether the handle still means a collider of this world. */
export const colliderExists = (world: World, handle: ColliderHandle): boolean =>
  isAlive(() => colliderSlot(world, handle));

/** Whether the handle still means a joint of this world. */
export const jointExists = (world: World, handle: JointHandle): boolean =>
  isAlive(() => jointSlot(world, handle));
