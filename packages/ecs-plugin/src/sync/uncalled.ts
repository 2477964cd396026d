import { type EntityId, observe, onAdd, query } from 'bitecs';
import { componentNames } from '../components/components.js';
import type { ComponentName } from '../components/specs.js';
import { EntityError } from '../errors.js';
import { factoryName } from '../factories/known.js';
import { contextOf } from '../state/lives.js';
import { type PhysicsState, report } from '../state/physics-state.js';

/**
 * `addEntity(world, rigidBody)` without the brackets: to bitECS a function is a component like any other, so nothing would happen,
 * without an error. An observer for each factory would cost every world dozens of queries. Instead each pre system looks whether the
 * world has come to know new components, and watches only those that are factories.
 */
export const findUncalledFactories = (state: PhysicsState): void => {
  // The rest is a function of its own: here its closures would be allocated in every frame.
  if (contextOf(state.world).componentMap.size !== state.componentCount) watchNewFactories(state);
};

const watchNewFactories = (state: PhysicsState): void => {
  const { componentMap } = contextOf(state.world);
  const fresh = [...componentMap.keys()].slice(state.componentCount);
  state.componentCount = componentMap.size;
  for (const component of fresh) {
    const name = factoryName(component);
    if (name === undefined) continue;
    const tell = (eid: EntityId): void => report(state, uncalled(name, component, eid));
    for (const eid of query(state.world, [component])) tell(eid);
    state.unsubscribe.push(observe(state.world, onAdd(component), tell));
  }
};

const uncalled = (name: string, factory: { readonly length?: number }, eid: EntityId): EntityError => {
  const call = `${name}(${factory.length ? '...' : ''})`;
  const what = `is missing: the factory ${name} was added, but not called`;
  return new EntityError('wrong-type', eid, componentOf(name), '', what, `Call it: ${call}`);
};

/** What the factory makes: position makes a Position, and hinge is one of those that make a Joint. */
const componentOf = (name: string): ComponentName =>
  componentNames.find((each) => each.toLowerCase() === name.toLowerCase()) ?? 'Joint';
