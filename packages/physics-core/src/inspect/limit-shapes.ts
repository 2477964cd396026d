import { settleMasses } from '../bodies/pending-mass.js';
import { type JointHandle, jointSlot } from '../handles.js';
import { jointStages } from '../joint-stages.js';
import { type JointDefinition, jointDefinitions } from '../joints/define-joint.js';
import { enterJoints } from '../joints/write-joint.js';
import { readVec3 } from '../math/columns.js';
import { cos, REVOLUTION, sin } from '../math/trigonometry.js';
import { add, scale, type Vec3 } from '../math/vec3.js';
import type { World } from '../state/world.js';
import { CoordinateRecord as C, ShapeKinds } from './coordinate-record.js';
import { writeSwingReach } from './limit-groups.js';
import { readCoordinatesOf } from './read-coordinates.js';
import { createReading } from './reading.js';

interface Limit {
  /** Which coordinates of the joint it limits: one, the parts of a swing, or the translations of a box. */
  readonly coordinates: readonly string[];
  /** Its row is active: λ was not 0 in the last substep. */
  readonly active: boolean;
}

interface Range {
  /** rad or m; infinite where there is no limit. */
  readonly lower: number;
  readonly upper: number;
  readonly value: number;
}

/**
 * An angle about an axis: a hand at `value` between two stops. A direction at the angle θ is
 * cos θ · zero + sin θ · axis × zero.
 */
export interface SectorLimit extends Limit, Range {
  readonly kind: 'sector';
  readonly origin: Vec3;
  readonly axis: Vec3;
  readonly zero: Vec3;
  /** Whole revolutions in the value: 0 within half a revolution of zero. */
  readonly revolutions: number;
}

/** A translation along a line, from `origin` at 0. */
export interface SegmentLimit extends Limit, Range {
  readonly kind: 'segment';
  readonly origin: Vec3;
  readonly direction: Vec3;
}

/** B's axis stays within the half angle `upper` of `axis`, and outside of `lower`. */
export interface ConeLimit extends Limit, Range {
  readonly kind: 'cone';
  readonly apex: Vec3;
  readonly axis: Vec3;
  /** B's axis now. */
  readonly current: Vec3;
}

/** B's axis stays where the parts of its swing are within an ellipse or a box of their ranges. */
export interface SwingLimit extends Limit {
  readonly kind: 'swing';
  readonly apex: Vec3;
  /** A's x, y and z axis: x is the middle, the swing is about y and z. */
  readonly basis: readonly [x: Vec3, y: Vec3, z: Vec3];
  /** Ranges about y and z, rad: of an ellipse the semi-axes, lower ones negative. */
  readonly semiAxes: readonly [
    y: readonly [lower: number, upper: number],
    z: readonly [lower: number, upper: number],
  ];
  readonly ellipse: boolean;
  /** The direction of B's axis on the edge when the swing is about cos(azimuth) y + sin(azimuth) z. */
  readonly boundary: (azimuth: number) => Vec3;
  /** B's axis now, and its swing in rad. */
  readonly current: Vec3;
  readonly angle: number;
  /** rad from there to the edge along the great circle from the middle; negative outside. */
  readonly distance: number;
}

/**
 * B's axis stays between two half circles from pole to pole of `axis`, at the
 * azimuths lower and upper from `zero`.
 */
export interface LuneLimit extends Limit, Range {
  readonly kind: 'lune';
  readonly origin: Vec3;
  readonly axis: Vec3;
  readonly zero: Vec3;
  /** B's axis now. */
  readonly current: Vec3;
}

/** A point stays between two spheres; `lower` and `upper` are their radii. */
export interface ShellLimit extends Limit, Range {
  readonly kind: 'shell';
  readonly centre: Vec3;
  readonly point: Vec3;
}

/** B's anchor stays in a box along A's axes; a locked axis has no width, a free one is infinite. */
export interface BoxLimit extends Limit {
  readonly kind: 'box';
  readonly origin: Vec3;
  readonly basis: readonly [x: Vec3, y: Vec3, z: Vec3];
  readonly lower: Vec3;
  readonly upper: Vec3;
  readonly value: Vec3;
}

export type LimitShape =
  | SectorLimit
  | SegmentLimit
  | ConeLimit
  | SwingLimit
  | LuneLimit
  | ShellLimit
  | BoxLimit;

/**
 * The limits of a joint as shapes in world space, from the numbers with which
 * the solver computes its limit rows.
 */
export const limitShapes = (world: World, handle: JointHandle): LimitShape[] => {
  const joint = jointSlot(world, handle);
  jointStages.settleRows(world);
  settleMasses(world);
  const definition = jointDefinitions()[world.joints.definition[joint]];
  const reading = createReading();
  readCoordinatesOf(world, enterJoints(world), joint, 0, reading);
  const shapes: LimitShape[] = [];
  for (let r = 0; r < reading.count; r++) {
    const at = r * C.size;
    const record = reading.floats.slice(at, at + C.size);
    if (record[C.limited] !== 0 && record[C.grouped] === 0) shapes.push(makeShape(definition, record));
  }
  return shapes;
};

const makeShape = (definition: JointDefinition, record: Float64Array): LimitShape => {
  const at = (offset: number): Vec3 => readVec3(record, offset);
  const kind = record[C.kind];
  const limit = { coordinates: namesOf(definition, record), active: record[C.limitLambda] !== 0 };
  const range = { ...limit, lower: record[C.lower], upper: record[C.upper], value: record[C.value] };
  const origin = at(C.origin);
  const basis = [at(C.x), at(C.y), at(C.z)] as const;
  const current = at(C.pointer);
  switch (kind) {
    case ShapeKinds.sector: {
      const revolutions = Math.floor(range.value / REVOLUTION + 0.5);
      return { kind: 'sector', ...range, origin, axis: basis[0], zero: basis[1], revolutions };
    }
    case ShapeKinds.segment:
      return { kind: 'segment', ...range, origin, direction: basis[0] };
    case ShapeKinds.cone:
      return { kind: 'cone', ...range, apex: origin, axis: basis[0], current };
    case ShapeKinds.lune:
      return { kind: 'lune', ...range, origin, axis: basis[0], zero: basis[1], current };
    case ShapeKinds.shell:
      return { kind: 'shell', ...range, centre: origin, point: add(origin, scale(current, range.value)) };
    case ShapeKinds.box:
      return { kind: 'box', ...limit, origin, basis, ...boxRanges(record) };
    default:
      return makeSwing(limit, origin, basis, current, record);
  }
};

const namesOf = ({ coordinates, coordinateNames }: JointDefinition, record: Float64Array): string[] => {
  if (record[C.coordinate] >= 0) return [coordinateNames[record[C.coordinate]]];
  const kind = record[C.kind] === ShapeKinds.box ? 'translation' : 'swing';
  return coordinateNames.filter((_, k) => coordinates[k].shape?.kind === kind);
};

const boxRanges = (record: Float64Array) => {
  const each = (i: number): Vec3 => [
    record[C.ranges + i],
    record[C.ranges + 3 + i],
    record[C.ranges + 6 + i],
  ];
  return { lower: each(0), upper: each(1), value: each(2) };
};

const reachOf = (record: Float64Array, ny: number, nz: number): Float64Array => {
  const reach = new Float64Array(1);
  writeSwingReach(record, 0, Float64Array.of(ny, nz), 0, reach, 0);
  return reach;
};

const makeSwing = (
  limit: Limit,
  apex: Vec3,
  basis: readonly [Vec3, Vec3, Vec3],
  current: Vec3,
  record: Float64Array,
): SwingLimit => ({
  kind: 'swing',
  ...limit,
  apex,
  basis,
  semiAxes: [
    [record[C.ranges + 3], record[C.ranges + 4]],
    [record[C.ranges + 6], record[C.ranges + 7]],
  ],
  ellipse: record[C.ellipse] !== 0,
  boundary: (azimuth) => {
    const ny = cos(azimuth);
    const nz = sin(azimuth);
    const [reach] = reachOf(record, ny, nz);
    // The swing about n takes x to cos α x + sin α (n × x), and n × x = nz y - ny z.
    const across = add(scale(basis[1], nz), scale(basis[2], -ny));
    return add(scale(basis[0], cos(reach)), scale(across, sin(reach)));
  },
  current,
  angle: record[C.value],
  distance: record[C.reach] - record[C.value],
});
