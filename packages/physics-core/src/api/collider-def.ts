import { PhysicsError } from '../errors.js';
import type { Quat } from '../math/quat.js';
import type { Vec3 } from '../math/vec3.js';
import { CombineRule, type CombineRuleName } from '../state/colliders.js';
import { MAX_COEFFICIENT, MAX_DENSITY, MAX_SPEED, MIN_DENSITY } from '../tuning.js';
import {
  bits,
  type Check,
  type Checks,
  checkFields,
  flag,
  hasField,
  localPosition,
  number,
  oneOf,
  quaternion,
  vectorWithin,
  withSchema,
} from '../validate.js';
import { type Shape, shapeCheck } from './shapes.js';

/** What can be changed while the collider exists. */
export interface ColliderChanges {
  /** kg/m³. Default 1000, water. 0 makes the collider massless. */
  readonly density?: number;
  /** Coulomb friction coefficient. Default 0.5. */
  readonly friction?: number;
  /** Part of the approach speed that an impact gives back, 0 to 1. Default 0. */
  readonly restitution?: number;
  /**
   * Resistance to rolling: torque per newton of normal force, m. Of two
   * colliders the larger counts. Default 0.
   */
  readonly rollingResistance?: number;
  /** Resistance to spinning about the normal, m. Of two colliders the larger counts. Default 0. */
  readonly twistResistance?: number;
  /**
   * How two coefficients make one. Default 'average'; of two rules the later of average,
   * minimum, multiply, maximum wins.
   */
  readonly frictionRule?: CombineRuleName;
  readonly restitutionRule?: CombineRuleName;
  /** Velocity of the surface against the body in the collider's frame, m/s: a conveyor belt. */
  readonly surfaceVelocity?: Vec3;
  /** Layers the collider is on, as bits. Default 1. */
  readonly layer?: number;
  /** Layers it touches, as bits. Two colliders touch when each is in the other's mask. Default all. */
  readonly mask?: number;
  /** A sensor reports touching but pushes nothing. Default false. */
  readonly sensor?: boolean;
  /** Each step in which it goes on touching another collider gives a persist event. Default false. */
  readonly persistEvents?: boolean;
  /** Any number you want back in events. Default 0. */
  readonly userData?: number;
}

export interface ColliderDef extends ColliderChanges {
  readonly shape: Shape;
  /** Place in the body's frame. Default: the body's origin. */
  readonly position?: Vec3;
  readonly rotation?: Quat;
}

const rule = oneOf(Object.keys(CombineRule));
const coefficient = number({ min: 0, max: MAX_COEFFICIENT });

const positiveDensity = number({ min: MIN_DENSITY, max: MAX_DENSITY });

const density: Check = withSchema(
  (value, field) => {
    if (value !== 0) positiveDensity(value, field);
  },
  { anyOf: [{ enum: [0] }, positiveDensity.schema] },
);

const changeChecks: Checks<ColliderChanges> = {
  density,
  friction: coefficient,
  restitution: number({ min: 0, max: 1 }),
  rollingResistance: coefficient,
  twistResistance: coefficient,
  frictionRule: rule,
  restitutionRule: rule,
  surfaceVelocity: vectorWithin(MAX_SPEED),
  layer: bits,
  mask: bits,
  sensor: flag,
  persistEvents: flag,
  userData: number(),
};

export const colliderChecks: Checks<ColliderDef> = {
  ...changeChecks,
  shape: shapeCheck,
  position: localPosition,
  rotation: quaternion,
};

export const checkColliderChanges = (owner: string, changes: unknown): void =>
  checkFields(owner, changes, changeChecks);

export const checkColliderDef = (owner: string, def: unknown): void => {
  if (hasField(def, 'kind')) {
    throw new PhysicsError(
      'wrong-type',
      `${owner} is a shape, not a definition`,
      'Wrap it: { shape: sphere(1) }',
    );
  }
  checkFields(owner, def, colliderChecks);
  if ((def as Partial<ColliderDef>).shape === undefined) {
    throw new PhysicsError(
      'wrong-type',
      `${owner}.shape is missing`,
      'Pass { shape: box(0.5, 0.5, 0.5) } or another shape',
    );
  }
};
