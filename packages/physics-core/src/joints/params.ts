import { PhysicsError } from '../errors.js';
import { type Floats, setFloats } from '../math/floats.js';
import type { Quat } from '../math/quat.js';
import { asUnitQuat } from '../math/quat.js';
import type { Vec3 } from '../math/vec3.js';
import { MAX_JOINT_PARAMETER } from '../tuning.js';
import {
  type Check,
  flag,
  isArray,
  number,
  oneOf,
  quaternion,
  type Schema,
  show,
  vectorWithin,
  withSchema,
} from '../validate.js';

/**
 * Descriptions of joint parameters. One description feeds the TypeScript type, the check, the floats in the
 * joint's block, scene files, the ECS component and the sliders of the playground.
 */
export interface NumberParam {
  readonly kind: 'number';
  readonly unit: string;
  readonly default: number;
  readonly min: number;
  readonly max: number;
  /** Infinity is allowed and means "no bound". */
  readonly unlimited: boolean;
  /** Only whole numbers. */
  readonly integer: boolean;
  readonly about: string;
}

/** A lower and an upper bound; either may be infinite. */
export interface RangeParam {
  readonly kind: 'range';
  readonly unit: string;
  readonly default: readonly [number, number];
  readonly min: number;
  readonly max: number;
  /** The range must overlap this one; otherwise it could never be satisfied. */
  readonly meets: readonly [least: number, most: number];
  readonly about: string;
}

export interface ChoiceParam<Name extends string = string> {
  readonly kind: 'choice';
  readonly names: readonly Name[];
  readonly default: Name;
  readonly about: string;
}

export interface FlagParam {
  readonly kind: 'flag';
  readonly default: boolean;
  readonly about: string;
}

export interface VectorParam {
  readonly kind: 'vector';
  readonly unit: string;
  readonly default: Vec3;
  readonly about: string;
}

export interface RotationParam {
  readonly kind: 'rotation';
  readonly default: Quat;
  readonly about: string;
}

export type ParamSpec = NumberParam | RangeParam | ChoiceParam | FlagParam | VectorParam | RotationParam;
export type ParamSpecs = Readonly<Record<string, ParamSpec>>;

export type ParamValue<S> = S extends NumberParam
  ? number
  : S extends RangeParam
    ? readonly [lower: number, upper: number]
    : S extends ChoiceParam<infer Name>
      ? Name
      : S extends FlagParam
        ? boolean
        : S extends VectorParam
          ? Vec3
          : S extends RotationParam
            ? Quat
            : never;

/** The values of a set of parameters, each of them optional. */
export type ParamValues<P extends ParamSpecs> = { readonly [K in keyof P]?: ParamValue<P[K]> };

interface NumberOptions {
  readonly unit: string;
  readonly default: number;
  readonly min?: number;
  readonly max?: number;
  readonly unlimited?: boolean;
  readonly integer?: boolean;
  readonly about: string;
}

export const numberParam = (options: NumberOptions): NumberParam => ({
  kind: 'number',
  min: -MAX_JOINT_PARAMETER,
  max: MAX_JOINT_PARAMETER,
  unlimited: false,
  integer: false,
  ...options,
});

export const rangeParam = (
  unit: string,
  about: string,
  min = -MAX_JOINT_PARAMETER,
  max = MAX_JOINT_PARAMETER,
  meets: RangeParam['meets'] = [-Infinity, Infinity],
): RangeParam => ({
  kind: 'range',
  unit,
  default: [-Infinity, Infinity],
  min,
  max,
  meets,
  about,
});

export const choiceParam = <const Name extends string>(
  names: readonly Name[],
  fallback: NoInfer<Name>,
  about: string,
): ChoiceParam<Name> => ({ kind: 'choice', names, default: fallback, about });

export const flagParam = (fallback: boolean, about: string): FlagParam => ({
  kind: 'flag',
  default: fallback,
  about,
});

export const vectorParam = (unit: string, fallback: Vec3, about: string): VectorParam => ({
  kind: 'vector',
  unit,
  default: fallback,
  about,
});

export const rotationParam = (about: string): RotationParam => ({
  kind: 'rotation',
  default: [0, 0, 0, 1],
  about,
});

/** Floats that a parameter takes in the joint's block. */
export const sizeOf = (spec: ParamSpec): number => {
  switch (spec.kind) {
    case 'range':
      return 2;
    case 'vector':
      return 3;
    case 'rotation':
      return 4;
    default:
      return 1;
  }
};

/** Free below is '-Infinity', free above 'Infinity'. */
const rangeSchema = ({ min, max }: RangeParam): Schema => ({
  type: 'array',
  items: {
    anyOf: [{ type: 'number', minimum: min, maximum: max }, { enum: ['-0', 'Infinity', '-Infinity'] }],
  },
  minItems: 2,
  maxItems: 2,
});

const checkRange =
  (spec: RangeParam): Check =>
  (value, field) => {
    if (!isArray(value) || value.length !== 2) {
      throw new PhysicsError('wrong-type', `${field} is ${show(value)}`, 'Pass two numbers [lower, upper]');
    }
    const [lower, upper] = value as [number, number];
    for (const [i, bound] of [lower, upper].entries()) {
      if (spec.unit !== 'rad' || !(Math.abs(bound) > spec.max) || Math.abs(bound) === Infinity) continue;
      throw new PhysicsError(
        'out-of-range',
        `${field}[${i}] is ${bound} rad, more than a turn`,
        'Pass radians: degrees * Math.PI / 180',
      );
    }
    const bound = number({ min: spec.min, max: spec.max, unlimited: true });
    // Free below is -Infinity, free above Infinity.
    if (lower !== -Infinity) bound(lower === Infinity ? Number.NaN : lower, `${field}[0]`);
    bound(upper, `${field}[1]`);
    if (lower > upper) {
      throw new PhysicsError(
        'out-of-range',
        `${field} is reversed: ${lower} is above ${upper}`,
        'Pass the lower bound first',
      );
    }
    checkMeeting(spec, lower, upper, field);
  };

const checkMeeting = (
  { meets: [least, most], unit }: RangeParam,
  lower: number,
  upper: number,
  field: string,
): void => {
  if (lower <= most && upper >= least) return;
  const found = `${field} is ${show([lower, upper])}`;
  if (least === most) {
    throw new PhysicsError(
      'out-of-range',
      `${found}, which does not contain ${least}`,
      `Pass a range with ${least} in it, and turn the frames of the joint to where its middle shall be`,
    );
  }
  const reach = most < Infinity ? `from ${least} to ${most} ${unit}` : `never below ${least} ${unit}`;
  throw new PhysicsError(
    'out-of-range',
    `${found}, but the coordinate is ${reach}`,
    'Pass a range that it can be in',
  );
};

/** The check of a value from the user. */
export const checkOf = (spec: ParamSpec): Check => {
  switch (spec.kind) {
    case 'number':
      return number(spec);
    case 'range':
      return withSchema(checkRange(spec), rangeSchema(spec));
    case 'choice':
      return oneOf(spec.names);
    case 'flag':
      return flag;
    case 'vector':
      return vectorWithin(MAX_JOINT_PARAMETER);
    case 'rotation':
      return quaternion;
  }
};

/** Writes a checked value into the floats. */
export const writeParam = (spec: ParamSpec, value: unknown, floats: Floats, at: number): void => {
  switch (spec.kind) {
    case 'number':
      floats[at] = value as number;
      break;
    case 'flag':
      floats[at] = value === true ? 1 : 0;
      break;
    case 'choice':
      floats[at] = spec.names.indexOf(value as string);
      break;
    case 'rotation':
      setFloats(floats, asUnitQuat(value as Quat), at);
      break;
    default:
      setFloats(floats, value as readonly number[], at);
  }
};

export const readParam = (spec: ParamSpec, floats: Floats, at: number): unknown => {
  switch (spec.kind) {
    case 'number':
      return floats[at];
    case 'flag':
      return floats[at] !== 0;
    case 'choice':
      return spec.names[floats[at]];
    default:
      return floats.slice(at, at + sizeOf(spec));
  }
};

/** The value that a joint's definition gives for the parameter at a path, or undefined: `['motor', 'speed']` is `def.motor.speed`. */
export const paramAt = (def: object, path: readonly string[]): unknown => {
  let value: unknown = def;
  for (const name of path) value = (value as Record<string, unknown> | undefined)?.[name];
  return value;
};
