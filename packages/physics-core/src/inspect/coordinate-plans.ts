import { controlSlots } from '../joints/controls.js';
import type { AxisName, CoordinateShape, HeldBy } from '../joints/coordinate-shape.js';
import { type Coordinate, type JointDefinition, jointDefinitions } from '../joints/define-joint.js';
import { GRADIENT, XA, XB, YA, YB, ZA, ZB } from '../rows/context.js';

/**
 * What the reading functions need of a coordinate, found once for each joint type. Shapes are objects of many
 * forms with names in them; here all have one form, and names are places in the frame and among the
 * parameters, which saves a tenth of the time.
 */
export interface CoordinatePlan {
  readonly coordinate: Coordinate;
  readonly kind: CoordinateShape['kind'];
  /** 1 when the unit is rad. */
  readonly angle: 0 | 1;
  /** Parts of a swing and translations along axes may belong to a group, which needs all of them. */
  readonly isPart: boolean;
  /**
   * Where in the frame the axis is whose azimuth is measured, along which a translation goes,
   * or about which a swing rotates.
   */
  readonly axis: number;
  /** Of an azimuth: the axes from and towards which it grows, and whether `axis` is one of B's. */
  readonly from: number;
  readonly to: number;
  readonly ofB: boolean;
  readonly ellipse: 0 | 1;
  /** Of a distance: where in the frame its gradient begins with its direction. */
  readonly direction: number;
  /**
   * No value is below it: an angle between two axes and a distance are never below 0, and
   * only a lower end above that limits.
   */
  readonly least: number;
  /** Places among the joint's parameters; -1 for none. */
  readonly ground: number;
  readonly lockedBy: number;
  readonly heldMode: number;
  readonly heldValue: number;
}

export interface DefinitionPlan {
  readonly definition: JointDefinition;
  /** One for each coordinate of the definition, undefined where that has no shape. */
  readonly coordinates: readonly (CoordinatePlan | undefined)[];
  /** How many of them are translations along axes, and parts of a swing. */
  readonly translations: number;
  readonly swings: number;
  /** Slots of the joint's own rows; those of the coordinates' controls follow, `controlSlots` each. */
  readonly ownSlots: number;
}

/** A cache by joint type; types never change. */
const plans: DefinitionPlan[] = [];

/**
 * The plan of a joint type by its place in jointDefinitions. Types are never
 * taken back, so a plan stays good.
 */
export const planOf = (definition: number): DefinitionPlan => {
  if (definition >= plans.length) {
    const all = jointDefinitions();
    for (let k = plans.length; k < all.length; k++) plans.push(planDefinition(all[k]));
  }
  return plans[definition];
};

const planDefinition = (definition: JointDefinition): DefinitionPlan => {
  const coordinates = definition.coordinates.map((coordinate) =>
    coordinate.shape === undefined ? undefined : planCoordinate(definition, coordinate, coordinate.shape),
  );
  const count = (kind: CoordinateShape['kind']): number =>
    coordinates.filter((plan) => plan?.kind === kind).length;
  const ownSlots = definition.slots.length - controlSlots.length * coordinates.length;
  return { definition, coordinates, translations: count('translation'), swings: count('swing'), ownSlots };
};

const axisAt: Readonly<Record<AxisName, number>> = { xA: XA, yA: YA, zA: ZA, xB: XB, yB: YB, zB: ZB };

/** All fields that some shape has. */
interface AnyShape {
  readonly of?: AxisName;
  readonly along?: AxisName;
  readonly about?: AxisName;
  readonly from?: AxisName;
  readonly to?: AxisName;
  readonly ellipse?: boolean;
  readonly body?: 'A' | 'B';
  readonly ground?: string;
  readonly lockedBy?: string;
  readonly held?: HeldBy;
}

const planCoordinate = (
  { at }: JointDefinition,
  coordinate: Coordinate,
  { kind, ...fields }: CoordinateShape,
): CoordinatePlan => {
  const shape: AnyShape = fields;
  const param = (name: string | undefined): number => (name === undefined ? -1 : at[name]);
  const axis = (name: AxisName | undefined): number => (name === undefined ? -1 : axisAt[name]);
  const { of: seen } = shape;
  return {
    coordinate,
    kind,
    angle: coordinate.unit === 'rad' ? 1 : 0,
    isPart: kind === 'swing' || kind === 'translation',
    axis: axis(seen ?? shape.along ?? shape.about),
    from: axis(shape.from),
    to: axis(shape.to),
    ofB: seen?.endsWith('B') === true,
    ellipse: shape.ellipse === true ? 1 : 0,
    direction: shape.body === 'A' ? GRADIENT : GRADIENT + 6,
    least: kind === 'cone' || kind === 'distance' || kind === 'end' ? 0 : -Infinity,
    ground: param(shape.ground),
    lockedBy: param(shape.lockedBy),
    heldMode: param(shape.held?.mode),
    heldValue: param(shape.held?.value),
  };
};
