import { PhysicsError } from '../errors.js';
import { diagonalize, type Sym3 } from '../math/mat3.js';
import type { Quat } from '../math/quat.js';
import type { Vec3 } from '../math/vec3.js';
import { type BodyTypeName, Lock, PLANAR_LOCKS } from '../state/bodies.js';
import {
  MAX_MASS,
  MAX_MOMENT,
  MAX_MOMENT_RATIO,
  MAX_POSITION,
  MAX_RATE,
  MAX_SPEED,
  MIN_MASS,
  MIN_MOMENT,
} from '../tuning.js';
import {
  type Check,
  type Checks,
  checkFields,
  flag,
  listOf,
  localPosition,
  number,
  objectSchema,
  oneOf,
  quaternion,
  symmetricWithin,
  vectorOf,
  vectorWithin,
  withSchema,
} from '../validate.js';

export type LockName = keyof typeof Lock;

export interface BodyMass {
  /** kg. */
  readonly mass: number;
  /** Centre of mass in the body's frame, m. Default: the origin. */
  readonly centre?: Vec3;
  /**
   * About the centre, kg m²: three moments about the body's axes, or the full
   * tensor [xx, xy, xz, yy, yz, zz].
   */
  readonly inertia: Vec3 | Sym3;
}

export interface BodyDef {
  /** 'dynamic' (default), 'kinematic' (moved by you, pushes others) or 'static'. */
  readonly type?: BodyTypeName;
  /** Origin of the body, m. */
  readonly position?: Vec3;
  readonly rotation?: Quat;
  /** Velocity of the centre of mass, m/s. */
  readonly linearVelocity?: Vec3;
  /** rad/s, world axes. */
  readonly angularVelocity?: Vec3;
  /**
   * Total mass, kg; shape and inertia still come from the colliders. 'auto' (default): from their densities.
   */
  readonly mass?: number | 'auto';
  /** Mass, centre and inertia given outright; the colliders then do not matter for them. */
  readonly massProperties?: BodyMass;
  /** Factor on the world's gravity. Default 1. */
  readonly gravityScale?: number;
  /** Decay of the velocity, 1/s. Default 0. */
  readonly linearDamping?: number;
  readonly angularDamping?: number;
  /** World axes along or about which the body must not move. Default none. */
  readonly locks?: readonly LockName[];
  /** Motion in the x-y plane only, for 2D games: locks z, rotationX and rotationY. */
  readonly planar?: boolean;
  /** m/s. Default: no cap. */
  readonly maxLinearSpeed?: number;
  /** rad/s. Default: no cap. */
  readonly maxAngularSpeed?: number;
  /** Default true. A disabled body is not simulated and touches nothing, but keeps its state. */
  readonly enabled?: boolean;
  /** Default true. False keeps what it touches awake, too, and slow rolling is not braked. */
  readonly maySleep?: boolean;
  /** Whether it passes through dynamic bodies at no speed; no body passes static and kinematic ones. Default false. */
  readonly bullet?: boolean;
  /** Any number you want back, for example an entity id. A number, so that snapshots hold it. Default 0. */
  readonly userData?: number;
}

/** Any field of a definition, to be changed at run time. */
export type BodyChanges = BodyDef;

const position = vectorWithin(MAX_POSITION);
const velocity = vectorWithin(MAX_SPEED);
const massNumber = number({ min: MIN_MASS, max: MAX_MASS });
const threeMoments = vectorOf({ min: MIN_MOMENT, max: MAX_MOMENT });
const fullTensor = symmetricWithin(MAX_MOMENT);
const inertia: Check = withSchema(
  (value, field) => {
    const diagonal = (value as ArrayLike<unknown> | null)?.length === 3;
    (diagonal ? threeMoments : fullTensor)(value, field);
    const moments = diagonal ? (value as Vec3) : diagonalize(value as Sym3).moments;
    const smallest = Math.min(...moments);
    if (!(smallest > 0 && Math.max(...moments) <= MAX_MOMENT_RATIO * smallest)) {
      throw new PhysicsError(
        'out-of-range',
        `${field} is not the tensor of a solid`,
        'Pass a positive definite tensor whose principal moments differ by less than 1e9',
      );
    }
  },
  { anyOf: [threeMoments.schema, fullTensor.schema] },
);

const massChecks: Checks<BodyMass> = { mass: massNumber, centre: localPosition, inertia };

const massProperties: Check = withSchema(
  (value, field) => {
    checkFields(field, value, massChecks);
    const { mass, inertia: tensor } = value as Partial<BodyMass>;
    if (mass === undefined || tensor === undefined) {
      throw new PhysicsError(
        'wrong-type',
        `${field} lacks mass or inertia`,
        'Give both, or only mass: number',
      );
    }
  },
  { ...objectSchema(massChecks), required: ['mass', 'inertia'] },
);

export const bodyChecks: Checks<BodyDef> = {
  type: oneOf(['dynamic', 'kinematic', 'static']),
  position,
  rotation: quaternion,
  linearVelocity: velocity,
  angularVelocity: velocity,
  mass: withSchema(
    (value, field) => {
      if (value !== 'auto') massNumber(value, field);
    },
    { anyOf: [massNumber.schema, { enum: ['auto'] }] },
  ),
  massProperties,
  gravityScale: number({ min: -MAX_RATE, max: MAX_RATE }),
  linearDamping: number({ min: 0, max: MAX_RATE }),
  angularDamping: number({ min: 0, max: MAX_RATE }),
  locks: listOf(oneOf(Object.keys(Lock))),
  planar: flag,
  maxLinearSpeed: number({ min: 0, unlimited: true }),
  maxAngularSpeed: number({ min: 0, unlimited: true }),
  enabled: flag,
  maySleep: flag,
  bullet: flag,
  userData: number(),
};

export const checkBodyDef = (
  owner: string,
  def: unknown,
  checks: Readonly<Record<string, Check>> = bodyChecks,
): void => {
  checkFields(owner, def, checks);
  const { mass, massProperties: given } = def as BodyDef;
  if (mass !== undefined && given !== undefined) {
    throw new PhysicsError('out-of-range', `${owner} has both mass and massProperties`, 'Give one of them');
  }
};

/** Locked axes after a change: `locks` names them all anew, `planar` adds or takes away its three. */
export const lockBits = ({ locks, planar }: BodyDef, present: number): number => {
  const named = locks === undefined ? present : locks.reduce((bits, name) => bits | Lock[name], 0);
  if (planar === undefined) return named;
  return planar ? named | PLANAR_LOCKS : named & ~PLANAR_LOCKS;
};

export const lockNames = (bits: number): LockName[] =>
  (Object.keys(Lock) as LockName[]).filter((name) => (bits & Lock[name]) !== 0);

export const inertiaOf = (given: Vec3 | Sym3): Sym3 => {
  if (given.length === 6) return given;
  const [x, y, z] = given;
  return [x, 0, 0, y, 0, z];
};
