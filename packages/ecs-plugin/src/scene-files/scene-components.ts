import { type ComponentValues, PhysicsError, type SceneComponents } from '@tenon/physics-core';
import { addComponent, type EntityId, hasComponent, set, type World } from 'bitecs';
import { CollisionEvents, type Stores } from '../components/components.js';
import { tableOf } from '../components/store.js';

/**
 * What a scene file keeps of components that physics-core has no definition for: tags as components without fields,
 * RenderTransform too, because the next frame writes it.
 */
const TAGS = ['CollisionEvents', 'RenderTransform'] as const;
const DATA = ['KinematicTarget', 'Character'] as const;

const componentOf = (stores: Stores, name: (typeof TAGS)[number]): object =>
  name === 'CollisionEvents' ? CollisionEvents : stores[name];

/** The fields that users write. What the plugin writes comes with the next step. */
const inputsOf = (stores: Stores, name: (typeof DATA)[number]): readonly string[] => {
  const { names, specs } = tableOf(stores[name]);
  return names.filter((_, i) => !specs[i].output);
};

const isData = (name: string): name is (typeof DATA)[number] => (DATA as readonly string[]).includes(name);

/** The components of an entity as a scene file has them; undefined where there are none. */
export const readComponents = (
  world: World,
  stores: Stores,
  eid: EntityId,
): SceneComponents['values'] | undefined => {
  const values: Record<string, Record<string, number>> = {};
  for (const name of TAGS) if (hasComponent(world, eid, componentOf(stores, name))) values[name] = {};
  for (const name of DATA) {
    if (!hasComponent(world, eid, stores[name])) continue;
    const { raw } = tableOf(stores[name]);
    const fields = inputsOf(stores, name).map((field) => [field, raw[field][eid]] as const);
    values[name] = Object.fromEntries(fields);
  }
  return Object.keys(values).length > 0 ? values : undefined;
};

/** Refuses names that the plugin does not know, before anything is made. */
export const checkComponents = (stores: Stores, entries: readonly ComponentValues[]): void => {
  const known: readonly string[] = [...TAGS, ...DATA];
  for (const [i, { values }] of entries.entries()) {
    for (const [name, fields] of Object.entries(values)) {
      if (!known.includes(name)) throw unknown(`components[${i}]: there is no component '${name}'`, known);
      const names = isData(name) ? inputsOf(stores, name) : [];
      const other = Object.keys(fields).find((field) => !names.includes(field));
      if (other !== undefined) throw unknown(`components[${i}]: ${name} has no field '${other}'`, names);
    }
  }
};

const unknown = (what: string, names: readonly string[]): PhysicsError =>
  new PhysicsError('unknown-field', what, names.length > 0 ? `Use ${names.join(', ')}` : 'Leave it empty');

/** Gives an entity the components of an entry, which has been checked. */
export const addComponents = (
  world: World,
  stores: Stores,
  eid: EntityId,
  { values }: ComponentValues,
): void => {
  for (const name of TAGS) if (values[name]) addComponent(world, eid, componentOf(stores, name));
  for (const name of DATA) {
    const fields = values[name];
    if (fields) addComponent(world, eid, set(stores[name], fields));
  }
};
