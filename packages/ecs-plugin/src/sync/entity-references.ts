import type { BodyHandle, JointHandle } from '@tenon/physics-core';
import type { EntityId } from 'bitecs';
import type { ComponentName } from '../components/specs.js';
import { EntityError } from '../errors.js';
import { type EntityMap, placeOf } from '../state/entity-map.js';
import { type Life, lifeOf, livesElsewhere } from '../state/lives.js';
import type { PhysicsState } from '../state/physics-state.js';

/** Entities that name others: colliders their body, joints their bodies or the joints they couple. */

const keyOf = (component: ComponentName, eid: EntityId, field: string): string =>
  `${eid} ${component}.${field}`;

/** Remembers which life is meant. Called when the name is given, or as soon after as it is seen. */
export const rememberReference = (
  state: PhysicsState,
  component: ComponentName,
  eid: EntityId,
  field: string,
  target: EntityId,
): void => {
  if (target === 0 || target === eid) return;
  state.references.set(keyOf(component, eid, field), { target, life: lifeOf(state.world, target) });
};

export const dropReferences = (
  state: PhysicsState,
  component: ComponentName,
  eid: EntityId,
  fields: readonly string[],
): void => {
  for (const field of fields) state.references.delete(keyOf(component, eid, field));
};

/** The life that is meant, or an error when it is over, or never was in this world. */
const requireLife = (
  state: PhysicsState,
  component: ComponentName,
  eid: EntityId,
  field: string,
  target: EntityId,
): Life => {
  const life = lifeOf(state.world, target);
  const refuse = (code: 'stale-handle' | 'foreign-handle', what: string): never => {
    throw new EntityError(code, eid, component, field, what, 'Name an entity of this world that has physics');
  };
  if (!life) {
    return livesElsewhere(state.world, target)
      ? refuse('foreign-handle', `names entity ${target}, which belongs to another world`)
      : refuse('stale-handle', `names entity ${target}, which does not exist`);
  }
  const known = state.references.get(keyOf(component, eid, field));
  if (known?.target === target && known.life !== undefined && known.life !== life) {
    return refuse('stale-handle', `names entity ${target}, which was removed; its id has a new owner`);
  }
  rememberReference(state, component, eid, field, target);
  return life;
};

const requireMember = (
  state: PhysicsState,
  map: EntityMap,
  wanted: 'RigidBody' | 'Joint',
  component: ComponentName,
  eid: EntityId,
  field: string,
  target: EntityId,
): number => {
  if (target !== eid) requireLife(state, component, eid, field, target);
  const place = placeOf(map, target);
  if (place >= 0) return map.handles[place];
  const advice = `Add ${wanted} to entity ${target}; until then this one waits`;
  const what = target === eid ? ownEntity(state, component, eid, field) : `names entity ${target}`;
  throw new EntityError('wrong-type', eid, component, field, `${what}, which has no ${wanted}`, advice);
};

/** 0 stands for the own entity. Its id is rarely meant: bitECS may have given the id of a removed entity to the one that names it. */
const ownEntity = (state: PhysicsState, component: ComponentName, eid: EntityId, field: string): string => {
  const given = state.backing.tables[component].raw[field][eid] === eid;
  if (!given) return 'is its own entity';
  return `names the ${component.toLowerCase()}'s own entity (was entity ${eid} removed and its id used again?)`;
};

/** The body of an entity that another one names. */
export const requireBody = (
  state: PhysicsState,
  component: ComponentName,
  eid: EntityId,
  field: string,
  target: EntityId,
): BodyHandle => requireMember(state, state.bodies, 'RigidBody', component, eid, field, target) as BodyHandle;

/** The joint of an entity that another one couples. */
export const requireJoint = (
  state: PhysicsState,
  eid: EntityId,
  field: string,
  target: EntityId,
): JointHandle => requireMember(state, state.joints, 'Joint', 'Joint', eid, field, target) as JointHandle;
