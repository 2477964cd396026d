import * as core from '@tenon/physics-core';
import { hasField, show } from '@tenon/physics-core/bulk';
import { type EntityId, set } from 'bitecs';
import { backingOf, type Stores, sharedStores, updateJointFields } from '../components/components.js';
import type { JointFieldsOf, JointFunction, JointTypeName } from '../components/joint-types.js';
import type { EntityRef } from '../entity-id.js';
import { loadJointCode } from '../load-code.js';
import type { ComponentValues } from './body.js';
import { dryRunJoint } from './dry-run.js';
import { rememberFactories } from './known.js';
import { requireEntity, requireOptions, requireTag } from './require.js';

/** A joint's definition with entities where physics-core has handles, and `tag` for its user data. */
export interface EntityEnds {
  /** The reference. Default: the world. */
  readonly bodyA?: EntityRef;
  /** The body that moves. Default: the joint's own entity. */
  readonly bodyB?: EntityRef;
  /** A number of yours; events carry it. Default 0. */
  readonly tag?: number;
}

/** Of joints that couple others: the entities with those joints. */
export interface CoupledEnds {
  readonly jointA: EntityRef;
  readonly jointB: EntityRef;
  readonly tag?: number;
}

type Ends = 'bodyA' | 'bodyB' | 'jointA' | 'jointB' | 'userData' | 'type';

export type EntityJointDef<D> = Omit<D, Ends> &
  (D extends core.CommonJointDef & { readonly jointA: unknown } ? CoupledEnds : EntityEnds);

export type EntityJoint<F extends JointFunction> = (
  def: EntityJointDef<Parameters<F>[0]>,
) => ComponentValues<Stores['Joint']>;

/** What the Joint component keeps until the joint is made: poses at that moment decide the frames. */
export interface JointPlan {
  readonly type: string;
  readonly bodyA?: EntityId;
  readonly bodyB?: EntityId;
  readonly jointA?: EntityId;
  readonly jointB?: EntityId;
  readonly tag?: number;
  readonly [field: string]: unknown;
}

const ENTITY_FIELDS = ['bodyA', 'bodyB', 'jointA', 'jointB'] as const;

const requireJointFunction = (joint: unknown): void => {
  if (typeof joint === 'function') return;
  throw new core.PhysicsError(
    'wrong-type',
    `${show(joint)} is no joint function`,
    'Pass hinge or another joint of @tenon/physics-core, or what defineJoint returned',
  );
};

const refuseUserData = (def: object): void => {
  if (hasField(def, 'userData'))
    throw new core.PhysicsError('unknown-field', "The joint has no field 'userData'", 'Use tag');
};

/**
 * The ECS form of a joint function of physics-core, also of one that the game defined with defineJoint: the same fields, but with entity
 * ids. Its parameters become fields of the Joint component.
 */
export const jointFactory = <F extends JointFunction>(
  joint: F,
  stores: Stores = sharedStores,
): EntityJoint<F> => {
  requireJointFunction(joint);
  loadJointCode();
  const factory: EntityJoint<F> = (def) => {
    requireOptions(def, 'The joint');
    updateJointFields(backingOf(stores));
    refuseUserData(def);
    const { tag, ...given } = def as { readonly tag?: number };
    // A joint function copies its fields, so entity ids pass through as they are.
    const rest = joint(given as never);
    const plan = { ...rest, ...(tag === undefined ? {} : { tag }) } as unknown as JointPlan;
    for (const field of ENTITY_FIELDS) requireEntity(plan[field], `${plan.type}.${field}`);
    requireTag(tag, `${plan.type}.tag`);
    dryRunJoint(rest);
    return set(stores.Joint, { plan });
  };
  const { definition } = joint as { readonly definition?: core.JointDefinition };
  if (definition) rememberFactories({ [definition.type]: factory });
  return factory;
};

/** The Joint store with the fields of a joint type of the game: `jointFields(winch).winchSpeed[eid] = 2`. */
export const jointFields = <F extends JointFunction>(
  _joint: F,
  stores: Stores = sharedStores,
): Readonly<Record<JointFieldsOf<F>, Float64Array>> & Stores['Joint'] => {
  loadJointCode();
  updateJointFields(backingOf(stores));
  return stores.Joint as Readonly<Record<JointFieldsOf<F>, Float64Array>> & Stores['Joint'];
};

/** Short forms of the distance joint: they define no type of their own. */
const shortForms = { rod: core.rod, rope: core.rope, spring: core.spring, strut: core.strut } as const;

type JointFunctions = Pick<typeof core, JointTypeName> & typeof shortForms;

export type JointFactories = { readonly [N in keyof JointFunctions]: EntityJoint<JointFunctions[N]> };

/** Whatever physics-core exports with a joint definition; a new joint type needs no line here. */
const jointFunctions = (): [string, JointFunction][] =>
  Object.entries<unknown>({ ...core, ...shortForms }).filter(
    (entry): entry is [string, JointFunction] =>
      typeof entry[1] === 'function' && ('definition' in entry[1] || Object.hasOwn(shortForms, entry[0])),
  );

/** One factory for each joint function of physics-core. */
export const jointFactories = (stores: Stores): JointFactories =>
  Object.fromEntries(
    jointFunctions().map(([name, joint]) => [name, jointFactory(joint, stores)]),
  ) as unknown as JointFactories;
