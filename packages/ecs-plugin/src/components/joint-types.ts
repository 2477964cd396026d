import type * as core from '@tenon/physics-core';

/** The types of the Joint component's fields, made from the definitions of the joint types like the fields themselves. */

/** Any function of physics-core that makes a joint definition: hinge, but also rope, which is a kind of distance. */
export type JointFunction = (def: never) => core.JointDef;

type Join<P extends string, K extends string> = `${P}${Capitalize<K>}`;

/** Fields of the core's definitions that are not parameters. */
type NotParams =
  | Exclude<keyof core.CommonJointDef, 'hertz' | 'dampingRatio' | 'breakForce' | 'breakTorque'>
  | 'jointA'
  | 'jointB';

/**
 * Parameters lie at most three levels deep (`twist.motor.speed`), which is spelled out: of a type that calls itself, TypeScript before 5.9
 * says that it is too deep.
 */
type FlatNames<T> = { [K in keyof T & string]-?: Flat1<NonNullable<T[K]>, K> }[keyof T & string];

type Flat1<V, Name extends string> = V extends Plain
  ? FlatName<V, Name>
  : { [K in keyof V & string]-?: Flat2<NonNullable<V[K]>, Join<Name, K>> }[keyof V & string];

type Flat2<V, Name extends string> = V extends Plain
  ? FlatName<V, Name>
  : { [K in keyof V & string]-?: FlatName<NonNullable<V[K]>, Join<Name, K>> }[keyof V & string];

/** A parameter, and not a group of them. */
type Plain = string | number | boolean | readonly number[];

type FlatName<V, Name extends string> = V extends string | number | boolean
  ? Name
  : V extends readonly [number, number]
    ? `${Name}Lower` | `${Name}Upper`
    : V extends readonly [number, number, number]
      ? `${Name}X` | `${Name}Y` | `${Name}Z`
      : V extends readonly [number, number, number, number]
        ? `${Name}X` | `${Name}Y` | `${Name}Z` | `${Name}W`
        : never;

/** Names of the fields that a joint type adds to the Joint component. */
export type JointFieldsOf<F extends JointFunction> = FlatNames<Omit<Parameters<F>[0], NotParams>>;

/** All names of physics-core that stand for a joint type: they carry its definition. */
export type JointTypeName = {
  [K in keyof typeof core]: (typeof core)[K] extends JointFunction & {
    readonly definition: core.JointDefinition;
  }
    ? K
    : never;
}[keyof typeof core];

export type BuiltInJointFields = {
  readonly [N in { [K in JointTypeName]: JointFieldsOf<(typeof core)[K]> }[JointTypeName]]: Float64Array;
};
