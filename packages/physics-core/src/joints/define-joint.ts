import { PhysicsError } from '../errors.js';
import type { BodyHandle, JointHandle } from '../handles.js';
import type { Quat } from '../math/quat.js';
import type { Vec3 } from '../math/vec3.js';
import type { JointContext } from '../rows/context.js';
import { CONTROL } from '../state/controls.js';
import { LARGEST_BLOCK } from '../state/float-pool.js';
import { OWN } from '../state/joints.js';
import { checkFields } from '../validate.js';
import { checkJointOptions, checkNames, fieldNames } from './check-options.js';
import {
  type Controls,
  type CoordinateUnit,
  controlParams,
  controlSlots,
  dampingParam,
  hertzParam,
} from './controls.js';
import type { CoordinateShape } from './coordinate-shape.js';
import { numberParam, type ParamSpec, type ParamSpecs, type ParamValues, sizeOf } from './params.js';
import { builtInJoints } from './registry.js';

/** A place and orientation in a body. */
export interface FrameDef {
  readonly position?: Vec3;
  readonly rotation?: Quat;
}

/** What every joint takes. */
export interface CommonJointDef {
  /** The reference; without it the joint is attached to the world. */
  readonly bodyA?: BodyHandle;
  /**
   * The body that moves: coordinates are B relative to A. createJoint needs it; a definition that is made once and used for many bodies
   * gets it there: `createJoint(world, { ...knee, bodyA, bodyB })`. So the type leaves it optional, and createJoint checks it: with an
   * overload for each case, TypeScript could not call a variable that is one of several joint functions.
   */
  readonly bodyB?: BodyHandle;
  /** World point of the joint; by default the origin of B. */
  readonly anchor?: Vec3;
  /** World direction of the joint's first axis; the pose at creation is coordinate 0. */
  readonly axis?: Vec3;
  /** World direction of the second axis, for joints that have one. */
  readonly secondAxis?: Vec3;
  /** Anchors in the frames of the bodies, where each body has its own. */
  readonly anchorA?: Vec3;
  readonly anchorB?: Vec3;
  /** Frames in the bodies, instead of anchor and axis. */
  readonly frameA?: FrameDef;
  readonly frameB?: FrameDef;
  /** Softness of the locks of the joint: 0 Hz is rigid. */
  readonly hertz?: number;
  readonly dampingRatio?: number;
  /** N and N·m: under a larger load the joint breaks, with an event. */
  readonly breakForce?: number;
  readonly breakTorque?: number;
  /** Whether the two bodies may touch each other; false by default. */
  readonly collideConnected?: boolean;
  readonly enabled?: boolean;
  /** A number of yours. */
  readonly userData?: number;
}

/** Joints that couple two others. */
export interface CouplingDef {
  readonly jointA: JointHandle;
  readonly jointB: JointHandle;
}

/** A definition as the factories return it and createJoint takes it: plain data. */
export interface JointDef extends CommonJointDef, Partial<CouplingDef> {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface Coordinate {
  readonly unit: CoordinateUnit;
  /** Writes value and gradient into the frame, see rows/context.ts; anchors and axes are there already. */
  readonly write: (j: JointContext) => void;
  /** The angle counts revolutions: it continues beyond ±π. */
  readonly countsRevolutions?: boolean;
  /** A length, which has its minimum at 0, so a lower limit of 0 has no effect. */
  readonly neverNegative?: boolean;
  /**
   * Limits must overlap this range, or they are refused: the values that the coordinate can have, or those
   * that its own limit rows need. For lengths, all that are not negative.
   */
  readonly limitsMeet?: readonly [least: number, most: number];
  /** The joint's own rows enforce the limits of this coordinate, not the ordinary limit row. */
  readonly ownLimit?: boolean;
  /** Its geometry, for drawing and for the solver of loops. */
  readonly shape?: CoordinateShape;
  readonly about: string;
}

/** The joint's own parameters, as offsets from j.params. */
export type ParamOffsets<P extends ParamSpecs> = { readonly [K in keyof P]: number };

export interface JointOptions<
  P extends ParamSpecs,
  C extends string,
  T extends string,
  K extends boolean = boolean,
> {
  readonly type: T;
  readonly about: string;
  /** World direction of the frame's x axis when the user gives none. */
  readonly defaultAxis?: Vec3;
  /** Without an anchor from the user each body is anchored at its own origin, not both at the same point. */
  readonly ownAnchors?: boolean;
  /** Names of the joint's own rows, one for each λ it keeps. */
  readonly slots: readonly string[];
  /**
   * Own rows whose Jacobian is a rate that is no derivative of a coordinate (angular velocity): C is 0 there.
   */
  readonly rateSlots?: readonly string[];
  readonly params?: P;
  readonly coordinates?: Readonly<Record<C, Coordinate>>;
  /**
   * Writes the joint's own rows with parts; the rows of the controls of its coordinates follow automatically.
   */
  readonly rows: (j: JointContext, at: ParamOffsets<P>) => void;
  /** At creation, after frames and given parameters: fills those that were not given. */
  readonly prepare?: (j: JointContext, at: ParamOffsets<P>, given: readonly string[]) => void;
  /** After creation and after every change: sets what follows from the parameters that were given. */
  readonly adapt?: (j: JointContext, at: ParamOffsets<P>, given: readonly string[]) => void;
  /**
   * For a joint that constrains a sum of coordinates to its parameter `offset`: the present sum. When the
   * frames change, the offset changes with it.
   */
  readonly sum?: (j: JointContext, at: ParamOffsets<P>) => number;
  /**
   * Which rows the joint has, and all their numbers, follow from parameters and poses alone: not from earlier
   * states, and not from anything outside. While neither changes between two steps, the rows of the last
   * substep are reused as they are.
   */
  readonly placeOnce?: boolean;
  /**
   * Its parts are points and angular rows, which need no anchors in the frame: RA, RB and D stay unwritten.
   */
  readonly withoutAnchors?: boolean;
  /**
   * Its motor rows are its constraint, not a drive of a free coordinate: their C counts as the error of the
   * joint.
   */
  readonly motorsHold?: boolean;
  /** The joint connects no bodies of its own but couples coordinates of two other joints. */
  readonly couples?: K;
}

/** A parameter of a definition, with its index in the block of the joint. */
export interface ParamEntry {
  readonly path: readonly string[];
  readonly spec: ParamSpec;
  readonly at: number;
}

type Hook = (j: JointContext, at: never, given: readonly string[]) => void;

export interface JointDefinition {
  readonly type: string;
  readonly about: string;
  readonly defaultAxis: Vec3;
  readonly ownAnchors: boolean;
  readonly slots: readonly string[];
  readonly rateSlots: readonly string[];
  readonly coordinateNames: readonly string[];
  readonly coordinates: readonly Coordinate[];
  /** Of each coordinate the parameter that locks it, as an offset from the own parameters; -1 for none. */
  readonly lockedBy: readonly number[];
  /** All parameters: of every joint, of the coordinates' controls, own ones. */
  readonly params: readonly ParamEntry[];
  readonly at: Readonly<Record<string, number>>;
  readonly rows: (j: JointContext, at: never) => void;
  readonly prepare?: Hook;
  readonly adapt?: Hook;
  readonly sum?: (j: JointContext, at: never) => number;
  readonly couples: boolean;
  readonly placeOnce: boolean;
  readonly withoutAnchors: boolean;
  readonly motorsHold: boolean;
  /**
   * Layout of the block: where the controls, the own parameters, the revolution counters and λ begin, and its
   * size.
   */
  readonly controlsAt: number;
  readonly paramsAt: number;
  readonly stateAt: number;
  readonly lambdaAt: number;
  readonly size: number;
}

/** With one coordinate its controls are fields of the joint; with several each has a field of its name. */
type ControlFields<C extends string> = [C] extends [never]
  ? unknown
  : IsUnion<C> extends true
    ? { readonly [K in C]?: Controls }
    : Controls;
type IsUnion<T, U = T> = T extends unknown ? ([U] extends [T] ? false : true) : never;

export type DefOf<P extends ParamSpecs, C extends string, K extends boolean = false> = (K extends true
  ? CouplingDef & Omit<CommonJointDef, 'bodyA' | 'bodyB'>
  : CommonJointDef) &
  ParamValues<P> &
  ControlFields<C> & {
    /** For coordinates that count revolutions: the value near which each begins; 0 by default. */
    readonly startNear?: { readonly [Name in C]?: number };
  };

/** Makes a definition of one joint type, and knows how the type works. */
export type JointFactory<
  P extends ParamSpecs,
  C extends string,
  T extends string,
  K extends boolean = false,
> = ((def: DefOf<P, C, K>) => JointDef & { readonly type: T }) & { readonly definition: JointDefinition };

const commonParams: readonly (readonly [path: readonly string[], spec: ParamSpec])[] = [
  [['hertz'], hertzParam(0, 'Softness of the rows that hold the joint together; 0 is rigid.')],
  [['dampingRatio'], dampingParam(1)],
  [
    ['breakForce'],
    numberParam({
      unit: 'N',
      default: Infinity,
      min: 0,
      unlimited: true,
      about: 'Force at which the joint breaks.',
    }),
  ],
  [
    ['breakTorque'],
    numberParam({
      unit: 'N·m',
      default: Infinity,
      min: 0,
      unlimited: true,
      about: 'Torque at which the joint breaks.',
    }),
  ],
];

/** Floats of the frames, before the common parameters. */
const FRAMES = 14;

const BUILT_IN_COUNT = Object.keys(builtInJoints).length;

const definitions: JointDefinition[] = [];

/** The joint types by their number. Places of built-in types that nothing has loaded are empty. */
export const jointDefinitions = (): readonly JointDefinition[] => definitions;

/** The number of a type, -1 if it is not defined. */
export const definitionIndex = (type: string): number =>
  definitions.findIndex((entry) => entry?.type === type);

/** The number of a type that is being defined. It does not depend on the order in which built-in types load. */
const numberFor = (type: string): number =>
  Object.hasOwn(builtInJoints, type)
    ? builtInJoints[type as keyof typeof builtInJoints]
    : Math.max(definitions.length, BUILT_IN_COUNT);

/** Gives a type its number. */
export const registerJoint = (definition: JointDefinition): void => {
  definitions[numberFor(definition.type)] = definition;
};

/**
 * Defines a joint type: its parameters, its rows made of parts, its coordinates. From that come validation,
 * limits, motors, springs and friction on every coordinate, read-outs, inspection, snapshots and scene files.
 * Call it once, when the module loads.
 */
export const defineJoint = <
  const P extends ParamSpecs = Readonly<Record<never, never>>,
  C extends string = never,
  const T extends string = string,
  const K extends boolean = false,
>(
  options: JointOptions<P, C, T, K>,
): JointFactory<P, C, T, K> => {
  checkJointOptions(options);
  if (definitionIndex(options.type) >= 0) {
    throw new PhysicsError(
      'out-of-range',
      `A joint type '${options.type}' exists already`,
      'Choose another name, and define a type once; after a hot reload of the module reload the page',
    );
  }
  const definition = layOut(options);
  registerJoint(definition);
  const { type } = options;
  const names = fieldNames(definition);
  const factory = (def: DefOf<P, C, K>) => {
    checkFields(type, def, names);
    return { ...def, type } as JointDef & { readonly type: T };
  };
  return Object.assign(factory, { definition });
};

const layOut = <P extends ParamSpecs, C extends string, T extends string>(
  options: JointOptions<P, C, T>,
): JointDefinition => {
  const coordinates = Object.entries<Coordinate>(options.coordinates ?? {});
  const params: ParamEntry[] = [];
  let next = FRAMES;
  const place = (path: readonly string[], spec: ParamSpec): number => {
    const at = next;
    params.push({ path, spec, at });
    next += sizeOf(spec);
    return at;
  };
  for (const [path, spec] of commonParams) place(path, spec);
  const controlsAt = next;
  for (const [name, coordinate] of coordinates) {
    const prefix = coordinates.length === 1 ? [] : [name];
    const meets = coordinate.limitsMeet ?? (coordinate.neverNegative === true ? [0, Infinity] : undefined);
    for (const [path, spec] of controlParams(coordinate.unit, coordinate.countsRevolutions, meets))
      place([...prefix, ...path], spec);
  }
  const paramsAt = next;
  const at: Record<string, number> = {};
  for (const [name, spec] of Object.entries(options.params ?? {})) at[name] = place([name], spec) - paramsAt;
  const stateAt = next;
  const lambdaAt = stateAt + coordinates.length;
  const slots = [
    ...options.slots,
    ...coordinates.flatMap(([name]) => controlSlots.map((slot) => `${name} ${slot}`)),
  ];
  checkNames(options.type, params, slots);
  const size = lambdaAt + slots.length;
  if (controlsAt !== OWN || paramsAt !== OWN + CONTROL * coordinates.length || size > LARGEST_BLOCK) {
    throw new PhysicsError(
      'too-many',
      `Joint type '${options.type}' needs ${size} numbers`,
      `Use fewer parameters and rows: ${LARGEST_BLOCK} numbers at most`,
    );
  }
  return {
    type: options.type,
    about: options.about,
    defaultAxis: options.defaultAxis ?? [1, 0, 0],
    ownAnchors: options.ownAnchors ?? false,
    slots,
    rateSlots: options.rateSlots ?? [],
    coordinateNames: coordinates.map(([name]) => name),
    coordinates: coordinates.map(([, coordinate]) => coordinate),
    lockedBy: coordinates.map(([, { shape }]) =>
      shape !== undefined && 'lockedBy' in shape && shape.lockedBy !== undefined ? at[shape.lockedBy] : -1,
    ),
    params,
    at,
    rows: options.rows as (j: JointContext, at: never) => void,
    ...(options.prepare ? { prepare: options.prepare as Hook } : {}),
    ...(options.adapt ? { adapt: options.adapt as Hook } : {}),
    ...(options.sum ? { sum: options.sum as (j: JointContext, at: never) => number } : {}),
    couples: options.couples ?? false,
    placeOnce: options.placeOnce ?? false,
    withoutAnchors: options.withoutAnchors ?? false,
    motorsHold: options.motorsHold ?? false,
    controlsAt,
    paramsAt,
    stateAt,
    lambdaAt,
    size,
  };
};
