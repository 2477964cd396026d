import { nearestName } from '@tenon/physics-core/bulk';
import { type EntityId, hasComponent, Prefab } from 'bitecs';
import { updateJointFields } from '../components/components.js';
import type { ComponentName } from '../components/specs.js';
import { ensureRow, type FieldTable, resetRow, watchField, writeField } from '../components/store.js';
import { isEntityId } from '../entity-id.js';
import { EntityError } from '../errors.js';
import type { JointPlan } from '../factories/joint.js';
import { jointCode } from '../optional-code.js';
import { type EntityMap, isMember } from '../state/entity-map.js';
import { lifeOf } from '../state/lives.js';
import { Mark, mark } from '../state/marks.js';
import { type PhysicsState, report } from '../state/physics-state.js';
import { noteShape } from '../warnings.js';
import { rememberReference } from './entity-references.js';

/** Values from `set(component, values)`, and what `getComponent` and prefabs read. */

const entityMapOf = (state: PhysicsState, name: ComponentName): EntityMap | undefined => {
  if (name === 'RigidBody') return state.bodies;
  if (name === 'Collider') return state.colliders;
  return name === 'Joint' ? state.joints : undefined;
};

/** Prefabs have rows like entities, but nothing says when they begin: the first values do. */
const beginPrefab = (state: PhysicsState, table: FieldTable, store: object, eid: EntityId): void => {
  const life = lifeOf(state.world, eid);
  if (!life) return;
  const filled = state.prefabs.get(life) ?? new Set();
  state.prefabs.set(life, filled);
  if (filled.has(store)) return;
  filled.add(store);
  resetRow(table, eid);
};

export const setRow = (state: PhysicsState, name: ComponentName, eid: EntityId, values: unknown): void => {
  const { backing, world } = state;
  const table = backing.tables[name];
  const given = (values ?? {}) as Record<string, unknown>;
  const fields = Object.keys(given);
  if (fields.length === 0) return;
  const prefab = hasComponent(world, eid, Prefab);
  if (prefab) beginPrefab(state, table, backing.stores[name], eid);
  ensureRow(table, eid);
  if (name === 'Joint') {
    updateJointFields(backing);
    const { plan } = values as { readonly plan?: JointPlan };
    if (plan) {
      jointCode.writePlan(state, eid, plan);
      if (!prefab && !state.quiet) mark(state.marks, eid, Mark.jointGone | Mark.jointNew);
      return;
    }
  }
  const map = prefab ? undefined : entityMapOf(state, name);
  const inSolver = map !== undefined && isMember(map, eid);
  if (name === 'Collider' && !prefab && !inSolver && fields.includes('shape')) noteShape(state, eid);
  for (const field of fields) setField(state, name, eid, field, given[field], inSolver);
};

const setField = (
  state: PhysicsState,
  name: ComponentName,
  eid: EntityId,
  field: string,
  value: unknown,
  inSolver: boolean,
): void => {
  const table = state.backing.tables[name];
  const index = table.places.get(field);
  if (index === undefined) {
    const close = nearestName(field, table.names);
    const known = table.names.slice(0, 8).join(', ');
    const others = table.names.length > 8 ? ' and others' : '';
    const advice = close === undefined ? `Use ${known}${others}` : `Did you mean '${close}'?`;
    report(state, new EntityError('unknown-field', eid, name, field, 'does not exist', advice));
    return;
  }
  if (typeof value !== 'number') {
    const choices = name === 'Joint' ? jointCode.choices(table.raw.type[eid], field) : undefined;
    const advice = `Set a number${choices ? `: ${choices}` : ''}`;
    report(state, new EntityError('wrong-type', eid, name, field, `is ${typeof value}`, advice));
    return;
  }
  const spec = table.specs[index];
  if (spec.output) return;
  if (spec.kind === 'entity' && !isEntityId(value)) {
    report(state, new EntityError('wrong-type', eid, name, field, `is ${value}`, 'Set an entity id'));
    return;
  }
  // To the solver this is a write like any other, and it must be seen as one.
  if (inSolver && table.raw[field][eid] !== value) watchField(table, field);
  if (inSolver) table.raw[field][eid] = value;
  else writeField(table, field, eid, value);
  if (spec.kind === 'entity') rememberReference(state, name, eid, field, value);
};

/** All values of a row. A prefab that was never given any has none, so that its instances begin with the defaults. */
export const getRow = (state: PhysicsState, name: ComponentName, eid: EntityId): Record<string, unknown> => {
  const { backing, world, plans } = state;
  const table = backing.tables[name];
  if (hasComponent(world, eid, Prefab)) {
    const life = lifeOf(world, eid);
    if (!life || !state.prefabs.get(life)?.has(backing.stores[name])) return {};
  }
  const plan = name === 'Joint' ? plans.get(eid) : undefined;
  if (plan) return { plan };
  return Object.fromEntries(table.names.map((field) => [field, table.raw[field][eid] ?? 0]));
};
