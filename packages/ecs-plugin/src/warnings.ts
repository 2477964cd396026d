import { type BodyHandle, bodyColliders, jointDefinitions } from '@tenon/physics-core';
import { type EntityId, hasComponent, Prefab } from 'bitecs';
import { CollisionEvents, PersistEvents, Sensor } from './components/components.js';
import { type Slot, slotsOf } from './components/joint-fields.js';
import { AUTO_MASS, BodyType } from './components/names.js';
import { rawOf } from './components/store.js';
import { handleIn } from './state/entity-map.js';
import { lifeOf } from './state/lives.js';
import type { PhysicsState } from './state/physics-state.js';

/**
 * What looks like a slip but may be meant: it is told once a world and kind, and nothing else happens. What cannot be meant is an error.
 */
export type WarningKind =
  | 'degrees'
  | 'motor-mode'
  | 'late'
  | 'no-pre'
  | 'two-clocks'
  | 'massless'
  | 'idle-tag'
  | 'two-colliders'
  | 'early-query'
  | 'unheard';

export interface Warnings {
  readonly told: Set<WarningKind>;
  readonly tell: (message: string) => void;
  /** Solve systems since stepPhysics last ran, and frames in a row that had both. */
  solved: number;
  mixed: number;
  /** The pre system has run since the last solve system. */
  prepared: boolean;
  /** Entities that were given a shape since the pre system ran, and have no collider yet. */
  readonly shaped: Set<EntityId>;
}

/** Not every host has a console. */
const host = globalThis as { readonly console?: { warn(message: string): void } };

export const createWarnings = (tell: ((message: string) => void) | undefined): Warnings => ({
  told: new Set(),
  tell: tell ?? ((message) => host.console?.warn(`Tenon: ${message}`)),
  solved: 0,
  mixed: 0,
  prepared: false,
  shaped: new Set(),
});

const warn = ({ warnings }: PhysicsState, kind: WarningKind, message: string): void => {
  if (warnings.told.has(kind)) return;
  warnings.told.add(kind);
  warnings.tell(message);
};

/** rad. Angles count revolutions, so any number may be meant; but whole numbers beyond a revolution are mostly degrees. */
const REVOLUTION = 2 * Math.PI;

const looksLikeDegrees = (value: number): boolean => Number.isInteger(value) && Math.abs(value) > REVOLUTION;

/** A joint that is new or was written to: angles that are probably in degrees. */
export const warnOfDegrees = (state: PhysicsState, eid: EntityId): void => {
  const { backing, warnings } = state;
  if (warnings.told.has('degrees')) return;
  const { raw } = backing.tables.Joint;
  for (const slot of slotsOf(raw.type[eid])) warnOfAngle(state, eid, slot, raw[slot.name][eid]);
};

/** Limits, targets of servos and rests of springs. */
export const warnOfAngle = (
  state: PhysicsState,
  eid: EntityId,
  { name, spec }: Slot,
  value: number,
): void => {
  if (!looksLikeDegrees(value)) return;
  if ((spec.kind !== 'range' && spec.kind !== 'number') || spec.unit !== 'rad') return;
  const { type } = jointDefinitions()[state.backing.tables.Joint.raw.type[eid]];
  warn(
    state,
    'degrees',
    `Entity ${eid}: Joint.${name} of the ${type} is ${value} rad, which is ${(value / REVOLUTION).toFixed(1)} revolutions. Angles are in radians: ${value}° are ${((value * Math.PI) / 180).toFixed(4)}.`,
  );
};

/** The mode of a motor in which a field of it has no effect. */
const UNUSED_IN: Readonly<Record<string, string>> = { speed: 'position', target: 'speed' };

/**
 * A joint that is new, or fields that were written: a speed for a servo, or a target for a motor that keeps a speed. What is left over from
 * an earlier mode is no slip.
 */
export const warnOfMotors = (state: PhysicsState, eid: EntityId, written?: readonly string[]): void => {
  if (state.warnings.told.has('motor-mode')) return;
  const { raw } = state.backing.tables.Joint;
  for (const slot of slotsOf(raw.type[eid])) {
    if (written && !written.includes(slot.name)) continue;
    const used = usedField(slot);
    if (used !== undefined && raw[used][eid] === 0) warnOfMotor(state, eid, slot);
  }
};

/** Of the speed and of the target of a motor the other one's field. */
const usedField = ({ name, path }: Slot): string | undefined => {
  const field = path[path.length - 1];
  if (path[path.length - 2] !== 'motor' || UNUSED_IN[field] === undefined) return undefined;
  return field === 'speed' ? name.replace(/Speed$/, 'Target') : name.replace(/Target$/, 'Speed');
};

/** One number of a motor. */
export const warnOfMotor = (state: PhysicsState, eid: EntityId, { name, path }: Slot): void => {
  const { raw } = state.backing.tables.Joint;
  const field = path[path.length - 1];
  const unusedIn = UNUSED_IN[field];
  if (path[path.length - 2] !== 'motor' || unusedIn === undefined || raw[name][eid] === 0) return;
  const modeField = `${name.slice(0, -field.length)}Mode`;
  const mode = slotsOf(raw.type[eid]).find((slot) => slot.name === modeField);
  if (mode?.spec.kind !== 'choice' || mode.spec.names[raw[modeField][eid]] !== unusedIn) return;
  const meant = unusedIn === 'speed' ? 'position' : 'speed';
  const { type } = jointDefinitions()[raw.type[eid]];
  warn(
    state,
    'motor-mode',
    `Entity ${eid}: Joint.${name} of the ${type} is ${raw[name][eid]}, which does nothing, because the mode of its motor is '${unusedIn}'. For it to count set Joint.${modeField} to ${mode.spec.names.indexOf(meant)} ('${meant}').`,
  );
};

/** Entities that had physics components before createPhysics, and nothing but defaults in them. */
export const warnOfLostValues = (state: PhysicsState, adopted: readonly EntityId[]): void => {
  const { backing, world } = state;
  const names = ['RigidBody', 'Collider', 'Joint', 'Position'] as const;
  const isBlank = (eid: EntityId): boolean =>
    names.every((name) => {
      const { names: fields, specs, raw } = backing.tables[name];
      if (!hasComponent(world, eid, backing.stores[name])) return true;
      return fields.every((field, i) => raw[field][eid] === specs[i].default);
    });
  const blank = adopted.filter(isBlank);
  if (blank.length === 0) return;
  warn(
    state,
    'late',
    `${blank.length === 1 ? `Entity ${blank[0]} had` : `${blank.length} entities, such as ${blank[0]}, had`} physics components before createPhysics, all with default values. bitECS drops values that are set before that: call createPhysics(world) first, then add entities.`,
  );
};

export const notePre = ({ warnings }: PhysicsState): void => {
  warnings.prepared = true;
  if (warnings.shaped.size > 0) warnings.shaped.clear();
};

/** An entity is given a shape, before its collider is made. */
export const noteShape = (state: PhysicsState, eid: EntityId): void => {
  const { shaped } = state.warnings;
  if (shaped.has(eid)) {
    warn(
      state,
      'two-colliders',
      `Entity ${eid} was given two colliders. An entity has one, and the later of them counts. Put the others of its body on entities of their own: collider(shape, { body: ${eid} }).`,
    );
  }
  shaped.add(eid);
};

/** The solve system runs. Several may follow one pre system, but not when entities wait to be seen. */
export const noteSolve = (state: PhysicsState): void => {
  const { warnings, marks } = state;
  if (!warnings.prepared && marks.count > 0) {
    warn(
      state,
      'no-pre',
      'physicsSolve ran without physicsPre, so components that were added or removed since are not seen. Run physicsPre, physicsSolve and physicsPost in this order.',
    );
  }
  warnings.prepared = false;
  warnings.solved++;
};

/** Frames in a row that ran a solve system of their own beside stepPhysics: one may be meant. */
const MOST_MIXED = 3;

/** stepPhysics begins, which runs a solve system itself. */
export const noteStepPhysics = (state: PhysicsState): void => {
  const { warnings } = state;
  warnings.mixed = warnings.solved > 1 ? warnings.mixed + 1 : 0;
  warnings.solved = 0;
  if (warnings.mixed < MOST_MIXED) return;
  warn(
    state,
    'two-clocks',
    'stepPhysics and physicsSolve both run in every frame, so time passes twice. stepPhysics runs the three systems itself: use one or the other.',
  );
};

/** New bodies whose colliders have been made. */
export const warnOfNoMass = (state: PhysicsState, eid: EntityId, colliders: number): void => {
  if (colliders > 0) return;
  const { type, mass, inertiaXX } = rawOf(state.backing.stores.RigidBody);
  if (type[eid] !== BodyType.dynamic || mass[eid] !== AUTO_MASS || inertiaXX[eid] !== 0) return;
  warn(
    state,
    'massless',
    `Entity ${eid}: the body has neither a collider nor a mass, so nothing moves it, gravity neither. Add collider(...), or give rigidBody a mass.`,
  );
};

/** Tags that mean something on colliders, and on which entities of bodies they do, too. */
const COLLIDER_TAGS = [
  ['Sensor', Sensor, false],
  ['CollisionEvents', CollisionEvents, true],
  ['PersistEvents', PersistEvents, true],
] as const;

/** An entity whose tags have changed, after the colliders of this frame were made. */
export const warnOfIdleTags = (state: PhysicsState, eid: EntityId): void => {
  const { world, backing, bodies, core, warnings } = state;
  if (warnings.told.has('idle-tag') || !lifeOf(world, eid)) return;
  if (hasComponent(world, eid, backing.stores.Collider) || hasComponent(world, eid, Prefab)) return;
  for (const [name, tag, countsForBodies] of COLLIDER_TAGS) {
    if (!hasComponent(world, eid, tag)) continue;
    const body = handleIn(bodies, eid) as BodyHandle | undefined;
    if (countsForBodies && body !== undefined && bodyColliders(core, body).length > 0) continue;
    const where =
      body === undefined || !countsForBodies
        ? 'Add it to the entity that has the collider, or add collider(...) to this one.'
        : 'Its body has no collider: add collider(...) to this entity, or collider(shape, { body }) to another.';
    warn(
      state,
      'idle-tag',
      `Entity ${eid} has the tag ${name} but no collider, so it ${name === 'Sensor' ? 'senses nothing' : 'reports nothing'}. ${where}`,
    );
  }
};

/** A query in a world in which nothing has been made yet, though entities wait for it. */
export const warnOfEarlyQuery = (state: PhysicsState): void => {
  if (state.colliders.count > 0 || state.marks.count === 0) return;
  warn(
    state,
    'early-query',
    'A query ran before the first step, and finds nothing: entities that were added are seen after the next stepPhysics or physicsPre. Call physicsPre(world) before it.',
  );
};

/** Two colliders touch, somebody observes such events, and nobody in the world asks for any. */
export const warnOfUnheard = (state: PhysicsState, kind: 'begin' | 'hit'): void => {
  const { warnings, events } = state;
  if (warnings.told.has('unheard') || !events.listeners.get(kind)?.size) return;
  // Once anything is wanted the game knows how to ask.
  if (events.wanted.includes(1)) warnings.told.add('unheard');
  else
    warn(
      state,
      'unheard',
      `An observer waits for '${kind}', and such events happen, but no entity asks for its own. Add the tag CollisionEvents to one of the two entities, or Sensor to a zone.`,
    );
};
