import type { JointDef, Shape } from '@tenon/physics-core';
import { checkCollider, isJointType } from '@tenon/physics-core/bulk';
import { type EntityId, observe, onAdd, query } from 'bitecs';
import { componentNames } from '../components/components.js';
import { ShapeKind } from '../components/names.js';
import type { ComponentName } from '../components/specs.js';
import { EntityError } from '../errors.js';
import { factoryName } from '../factories/known.js';
import { contextOf } from '../state/lives.js';
import { type PhysicsState, report } from '../state/physics-state.js';

/**
 * `addEntity(world, rigidBody)` without the brackets: to bitECS a function is a component like any other, so nothing would happen,
 * without an error. An observer for each factory would cost every world dozens of queries. Instead each pre system looks whether the
 * world has come to know new components, and watches only those that are factories. Plain data of physics-core is found in the same way:
 * a shape without `collider` around it, and a joint of the function of the same name there.
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
    const slip = findSlip(component);
    if (slip === undefined) continue;
    const tell = (eid: EntityId): void =>
      report(state, new EntityError('wrong-type', eid, slip.component, '', slip.what, slip.whatToDo));
    for (const eid of query(state.world, [component])) tell(eid);
    state.unsubscribe.push(observe(state.world, onAdd(component), tell));
  }
};

interface Slip {
  readonly component: ComponentName;
  readonly what: string;
  readonly whatToDo: string;
}

const findSlip = (component: object): Slip | undefined => {
  const name = factoryName(component);
  return name === undefined ? plainData(component) : uncalled(name, component);
};

const uncalled = (name: string, factory: { readonly length?: number }): Slip => ({
  component: componentOf(name),
  what: `is missing: the factory ${name} was added, but not called`,
  whatToDo: `Call it: ${name}(${factory.length ? '...' : ''})`,
});

const plainData = (component: object): Slip | undefined => {
  if (isShape(component)) {
    const what = `is missing: the shape ${component.kind} was added by itself`;
    return { component: 'Collider', what, whatToDo: 'Wrap it: collider(shape)' };
  }
  if (!isJoint(component)) return undefined;
  const { type } = component;
  const name = type.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const what = `is missing: a joint of physics-core was added, of type ${type}`;
  const whatToDo = `Import ${name}, or what else made it, from @tenon/ecs-plugin; joints of your own need jointFactory`;
  return { component: 'Joint', what, whatToDo };
};

/** A component of the game may have a `kind` of its own: only what physics-core would take counts. */
const isShape = (component: object): component is Shape => {
  const { kind } = component as Partial<Shape>;
  if (typeof kind !== 'string' || !Object.hasOwn(ShapeKind, kind)) return false;
  try {
    checkCollider({ shape: component as Shape });
    return true;
  } catch {
    return false;
  }
};

/** In the same way for `type`: a joint also says where it is. */
const isJoint = (component: object): component is JointDef => {
  const { type } = component as Partial<JointDef>;
  if (typeof type !== 'string' || !PLACES.some((field) => Object.hasOwn(component, field))) return false;
  return isJointType(type);
};

const PLACES = ['bodyA', 'bodyB', 'jointA', 'jointB', 'anchor', 'frameA', 'frameB'] as const;

/** What the factory makes: position makes a Position, and hinge is one of those that make a Joint. */
const componentOf = (name: string): ComponentName =>
  componentNames.find((each) => each.toLowerCase() === name.toLowerCase()) ?? 'Joint';
