import { type BodyHandle, type JointHandle, PhysicsError } from '@tenon/physics-core';
import { show } from '@tenon/physics-core/bulk';
import { type EntityId, query, type World } from 'bitecs';
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

/** For functions that are asked about an entity: it may have been removed, or never have been here. */
export const requireAlive = (world: World, eid: EntityId, component: ComponentName): void => {
  if (typeof eid !== 'number')
    throw new PhysicsError('wrong-type', `${show(eid)} is no entity`, 'Pass an entity id');
  if (lifeOf(world, eid)) return;
  throw livesElsewhere(world, eid)
    ? new EntityError(
        'foreign-handle',
        eid,
        component,
        '',
        'is that of an entity of another world',
        'Pass an entity of this world',
      )
    : new EntityError(
        'stale-handle',
        eid,
        component,
        '',
        'is gone: the entity does not exist (any more)',
        'Forget the id when you remove an entity',
      );
};

/** The fields that name entities. */
const FIELDS = { Collider: ['body'], Joint: ['bodyA', 'bodyB', 'jointA', 'jointB'] } as const;

/** After a restore: names mean the lives that have the ids now, also those of colliders and joints that still wait. */
export const rememberReferences = (state: PhysicsState): void => {
  const { world, backing, references } = state;
  references.clear();
  for (const component of ['Collider', 'Joint'] as const) {
    for (const eid of query(world, [backing.stores[component]])) {
      for (const field of FIELDS[component]) {
        rememberReference(state, component, eid, field, backing.tables[component].raw[field][eid]);
      }
    }
  }
};

/** References whose entity is gone or was not there yet: what cannot be told from the ids alone. */
export const brokenReferences = ({ references, world }: PhysicsState): [string, EntityId, boolean][] =>
  [...references]
    .filter(([, { target, life }]) => life === undefined || life !== lifeOf(world, target))
    .map(([key, { target, life }]) => [key, target, life !== undefined]);

/** A life that is over, of which only that is known. */
const GONE: Life = {};

export const restoreReference = (
  { references }: PhysicsState,
  key: string,
  target: EntityId,
  gone: boolean,
): void => {
  references.set(key, { target, life: gone ? GONE : undefined });
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
  const own = target === eid && state.backing.tables[component].raw[field][eid] !== eid;
  const add = `${own ? 'or add' : 'Add'} ${wanted} to entity ${target}; until then this one waits`;
  const advice = own ? `${NAME_ONE[field] ?? 'Name an entity'}, ${add}` : add;
  const what = target === eid ? ownEntity(own, component, eid) : `names entity ${target}`;
  throw new EntityError('wrong-type', eid, component, field, `${what}, which has no ${wanted}`, advice);
};

const NAME_ONE: Readonly<Record<string, string>> = {
  bodyB: 'Name the entity of the body that moves in bodyB',
  body: 'Name the entity of its body in body',
};

/** 0 stands for the own entity. Its id is rarely meant: bitECS may have given the id of a removed entity to the one that names it. */
const ownEntity = (own: boolean, component: ComponentName, eid: EntityId): string =>
  own
    ? 'was not given and so is its own entity'
    : `names the ${component.toLowerCase()}'s own entity (was entity ${eid} removed and its id used again?)`;

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
