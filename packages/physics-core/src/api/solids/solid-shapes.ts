import { loadHulls } from '../../collision/load-hulls.js';
import { loadSolids } from '../../collision/load-solids.js';
import { refuseUnloaded } from '../../collision/shape-code.js';
import { ShapeKind } from '../../collision/shapes/collider-shapes.js';
import { isLoaded } from '../../collision/shapes/solids.js';
import { PhysicsError } from '../../errors.js';
import type { Vec3 } from '../../math/vec3.js';
import { HULL_MAX_POINTS, MAX_SIZE, MIN_SIZE } from '../../tuning.js';
import {
  type Check,
  type Checks,
  isArray,
  listOf,
  localPosition,
  number,
  vectorOf,
  withSchema,
} from '../../validate.js';

/**
 * Bounded convex shapes as plain data. All lengths in metres, in the collider's own frame; lengths lie along the y axis,
 * the bottom is at -y. `rounding` goes around: a shape is all points within it of the sharp one, as a capsule is all
 * points within its radius of a segment.
 */
export type SolidShape =
  | { readonly kind: 'sphere'; readonly radius: number }
  | { readonly kind: 'box'; readonly halfExtents: Vec3 }
  | { readonly kind: 'capsule'; readonly radius: number; readonly halfLength: number }
  | {
      readonly kind: 'tapered-capsule';
      readonly bottomRadius: number;
      readonly topRadius: number;
      readonly halfLength: number;
    }
  | {
      readonly kind: 'cylinder';
      readonly bottomRadius: number;
      readonly topRadius: number;
      readonly halfLength: number;
      readonly rounding: number;
    }
  | { readonly kind: 'rounded-box'; readonly halfExtents: Vec3; readonly rounding: number }
  | { readonly kind: 'hull'; readonly points: readonly Vec3[] }
  | { readonly kind: 'rounded-hull'; readonly points: readonly Vec3[]; readonly rounding: number };

type Named<K extends SolidShape['kind']> = Extract<SolidShape, { kind: K }>;

/** What a collider stores of a shape besides its points: see SIZE_STRIDE. */
export type Size = readonly [number, number, number, number];

interface Spec<S extends SolidShape> {
  readonly kind: ShapeKind;
  readonly checks: Checks<Omit<S, 'kind'>>;
  /** What single fields do not tell. */
  readonly check?: (shape: S, field: string) => void;
  readonly size: (shape: S) => Size;
  readonly shape: (size: Size, points: () => readonly Vec3[]) => S;
}

const sizes = { min: MIN_SIZE, max: MAX_SIZE };
const sizeCheck = number(sizes);
/** 0 is an apex. */
const radiusCheck = number({ min: 0, max: MAX_SIZE });
const roundingCheck = number({ min: 0, max: MAX_SIZE });

const listOfPoints = listOf(localPosition);

const pointsCheck: Check = withSchema((value, field) => {
  if (!isArray(value)) {
    throw new PhysicsError(
      'wrong-type',
      `${field} is not an array`,
      'Pass an array of points: hull([[x, y, z], ...])',
    );
  }
  if (value.length > HULL_MAX_POINTS) {
    throw new PhysicsError(
      'too-many',
      `${field} has ${value.length} points and may have ${HULL_MAX_POINTS}`,
      'Take the points of a coarser mesh',
    );
  }
  listOfPoints(value, field);
  if (value.length < 4) {
    throw new PhysicsError(
      'degenerate-shape',
      `${field} has ${value.length} points, which span no volume`,
      'Give at least 4 points that span a solid',
    );
  }
  const given = value as Vec3[];
  const longest = Math.max(span(given, 0), span(given, 1), span(given, 2));
  // Equal points are left to the hull builder, which says so.
  if (longest > 0 && longest < 2 * sizes.min) {
    throw new PhysicsError(
      'degenerate-shape',
      `${field} span only ${longest} m`,
      'Give the points in metres',
    );
  }
}, listOfPoints.schema ?? {});

const span = (points: readonly Vec3[], axis: number): number => {
  let low = Infinity;
  let high = -Infinity;
  for (const point of points) {
    low = Math.min(low, point[axis]);
    high = Math.max(high, point[axis]);
  }
  return high - low;
};

const checkDiscs = ({ bottomRadius, topRadius }: Named<'cylinder'>, field: string): void => {
  if (Math.max(bottomRadius, topRadius) >= MIN_SIZE) return;
  throw new PhysicsError(
    'degenerate-shape',
    `${field}: both radii are below ${MIN_SIZE} m`,
    'Give one end a radius, or use a capsule',
  );
};

const checkBalls = (
  { bottomRadius, topRadius, halfLength }: Named<'tapered-capsule'>,
  field: string,
): void => {
  if (Math.abs(bottomRadius - topRadius) < 2 * halfLength) return;
  throw new PhysicsError(
    'degenerate-shape',
    `${field}: one of its balls holds the other`,
    'Make it longer than its radii differ, or use a sphere',
  );
};

/** One line a shape. */
export const solidSpecs: { readonly [K in SolidShape['kind']]: Spec<Named<K>> } = {
  sphere: {
    kind: ShapeKind.sphere,
    checks: { radius: sizeCheck },
    size: (shape) => [shape.radius, 0, 0, 0],
    shape: ([r]) => ({ kind: 'sphere', radius: r }),
  },
  box: {
    kind: ShapeKind.box,
    checks: { halfExtents: vectorOf(sizes) },
    size: ({ halfExtents: [x, y, z] }) => [x, y, z, 0],
    shape: ([x, y, z]) => ({ kind: 'box', halfExtents: [x, y, z] }),
  },
  capsule: {
    kind: ShapeKind.capsule,
    checks: { radius: sizeCheck, halfLength: sizeCheck },
    size: (shape) => [shape.radius, shape.halfLength, 0, 0],
    shape: ([r, halfLength]) => ({ kind: 'capsule', radius: r, halfLength }),
  },
  'tapered-capsule': {
    kind: ShapeKind.taperedCapsule,
    checks: { bottomRadius: sizeCheck, topRadius: sizeCheck, halfLength: sizeCheck },
    check: checkBalls,
    size: ({ bottomRadius, topRadius, halfLength }) => [
      bottomRadius,
      topRadius,
      halfLength,
      Math.min(bottomRadius, topRadius),
    ],
    shape: ([bottomRadius, topRadius, halfLength]) => ({
      kind: 'tapered-capsule',
      bottomRadius,
      topRadius,
      halfLength,
    }),
  },
  cylinder: {
    kind: ShapeKind.cylinder,
    checks: {
      bottomRadius: radiusCheck,
      topRadius: radiusCheck,
      halfLength: sizeCheck,
      rounding: roundingCheck,
    },
    check: checkDiscs,
    size: (shape) => [shape.bottomRadius, shape.topRadius, shape.halfLength, shape.rounding],
    shape: ([bottomRadius, topRadius, halfLength, r]) => ({
      kind: 'cylinder',
      bottomRadius,
      topRadius,
      halfLength,
      rounding: r,
    }),
  },
  'rounded-box': {
    kind: ShapeKind.roundedBox,
    checks: { halfExtents: vectorOf(sizes), rounding: sizeCheck },
    size: ({ halfExtents: [x, y, z], rounding: r }) => [x, y, z, r],
    shape: ([x, y, z, r]) => ({ kind: 'rounded-box', halfExtents: [x, y, z], rounding: r }),
  },
  hull: {
    kind: ShapeKind.hull,
    checks: { points: pointsCheck },
    size: () => [0, 0, 0, 0],
    shape: (_size, points) => ({ kind: 'hull', points: points() }),
  },
  'rounded-hull': {
    kind: ShapeKind.roundedHull,
    checks: { points: pointsCheck, rounding: sizeCheck },
    size: (shape) => [0, 0, 0, shape.rounding],
    shape: ([, , , r], points) => ({ kind: 'rounded-hull', points: points(), rounding: r }),
  },
};

const isSolidName = (name: string): name is SolidShape['kind'] => Object.hasOwn(solidSpecs, name);

/** What single fields of a solid do not tell. */
export const checkSolid = (shape: SolidShape, field: string): void =>
  (solidSpecs[shape.kind] as Spec<SolidShape>).check?.(shape, field);

/** The numbers of a solid as a collider stores them; undefined for other shapes. */
export const solidSize = (shape: { readonly kind: string }): Size | undefined =>
  isSolidName(shape.kind)
    ? (solidSpecs[shape.kind] as Spec<SolidShape>).size(shape as SolidShape)
    : undefined;

/** The other way; `points` is asked for by hulls alone. Undefined for names of other shapes. */
export const solidOfSize = (
  name: string,
  numbers: Size,
  points: () => readonly Vec3[],
): SolidShape | undefined => (isSolidName(name) ? solidSpecs[name].shape(numbers, points) : undefined);

/** The name of a solid by its kind, or undefined. */
export const solidName = (kind: number): SolidShape['kind'] | undefined =>
  (Object.keys(solidSpecs) as SolidShape['kind'][]).find((name) => solidSpecs[name].kind === kind);

/** Checks the fields of a new shape in the words of the function that makes it. */
const made = <S extends SolidShape>(call: string, shape: S): S => {
  const spec = solidSpecs[shape.kind] as unknown as Spec<S>;
  for (const [name, check] of Object.entries(spec.checks) as [string, Check][])
    check((shape as unknown as Record<string, unknown>)[name], `${call}: ${name}`);
  spec.check?.(shape, call);
  return shape;
};

export const sphere = (radius: number): SolidShape => made('sphere(radius)', { kind: 'sphere', radius });

/** A box of half extents hx, hy, hz. */
export const box = (hx: number, hy: number, hz: number): SolidShape => {
  checkExtents('box(hx, hy, hz)', hx, hy, hz);
  return { kind: 'box', halfExtents: [hx, hy, hz] };
};

const checkExtents = (call: string, hx: number, hy: number, hz: number): void => {
  sizeCheck(hx, `${call}: hx`);
  sizeCheck(hy, `${call}: hy`);
  sizeCheck(hz, `${call}: hz`);
};

/** All points within `rounding` of a box of half extents hx, hy, hz. */
export const roundedBox = (hx: number, hy: number, hz: number, rounding: number): SolidShape => {
  checkExtents('roundedBox(hx, hy, hz, rounding)', hx, hy, hz);
  return loaded('roundedBox(hx, hy, hz, rounding)', {
    kind: 'rounded-box',
    halfExtents: [hx, hy, hz],
    rounding,
  });
};

/** All points within `radius` of a segment of half length `halfLength` along the local y axis. */
export const capsule = (radius: number, halfLength: number): SolidShape =>
  made('capsule(radius, halfLength)', { kind: 'capsule', radius, halfLength });

/** As `made`, for a shape that not every bundle has. */
const loaded = <S extends SolidShape>(call: string, shape: S): S => {
  made(call, shape);
  loadSolids();
  return shape;
};

/** Refuses a solid that was written down, and whose code nothing has loaded. */
export const requireLoaded = ({ kind }: SolidShape): void => {
  if (!isLoaded(solidSpecs[kind].kind)) refuseUnloaded(kind, 'Make the shape with its function');
};

/** The hull of two balls with their centres `halfLength` below and above the origin. */
export const taperedCapsule = (bottomRadius: number, topRadius: number, halfLength: number): SolidShape =>
  loaded('taperedCapsule(bottomRadius, topRadius, halfLength)', {
    kind: 'tapered-capsule',
    bottomRadius,
    topRadius,
    halfLength,
  });

/** A cylinder along the local y axis, from -halfLength to halfLength, and all points within `rounding` of it. */
export const cylinder = (radius: number, halfLength: number, rounding = 0): SolidShape => {
  radiusCheck(radius, 'cylinder(radius, halfLength, rounding): radius');
  return loaded('cylinder(radius, halfLength, rounding)', {
    kind: 'cylinder',
    bottomRadius: radius,
    topRadius: radius,
    halfLength,
    rounding,
  });
};

/** A cone (`cone` is the joint) with its base at -halfLength and its apex at halfLength of the local y axis, and all points within `rounding` of it. */
export const coneShape = (radius: number, halfLength: number, rounding = 0): SolidShape => {
  radiusCheck(radius, 'coneShape(radius, halfLength, rounding): radius');
  return loaded('coneShape(radius, halfLength, rounding)', {
    kind: 'cylinder',
    bottomRadius: radius,
    topRadius: 0,
    halfLength,
    rounding,
  });
};

/** A cylinder with two radii, and all points within `rounding` of it. */
export const taperedCylinder = (
  bottomRadius: number,
  topRadius: number,
  halfLength: number,
  rounding = 0,
): SolidShape =>
  loaded('taperedCylinder(bottomRadius, topRadius, halfLength, rounding)', {
    kind: 'cylinder',
    bottomRadius,
    topRadius,
    halfLength,
    rounding,
  });

/** The convex hull of points. */
export const hull = (points: readonly Vec3[]): SolidShape => {
  const shape = made('hull(points)', { kind: 'hull', points });
  loadHulls();
  return shape;
};

/** All points within `rounding` of the convex hull of points. */
export const roundedHull = (points: readonly Vec3[], rounding: number): SolidShape => {
  const shape = loaded('roundedHull(points, rounding)', { kind: 'rounded-hull', points, rounding });
  loadHulls();
  return shape;
};
