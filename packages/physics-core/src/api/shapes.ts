import { PhysicsError } from '../errors.js';
import type { Vec3 } from '../math/vec3.js';
import { MAX_POSITION } from '../tuning.js';
import {
  type Check,
  type Checks,
  checkFields,
  direction,
  hasField,
  number,
  objectSchema,
  oneOf,
  type Schema,
} from '../validate.js';
import { loadSurfaces } from './loading/load-surfaces.js';
import { surfaceCode } from './loading/surface-code.js';
import { checkShapeFields, type ShapeChecks } from './solids/shape-fields.js';
import { checkSolid, type SolidShape, solidSpecs } from './solids/solid-shapes.js';
import {
  checkFieldLists,
  checkMeshLists,
  fieldChecks,
  type HeightFieldShape,
  type MeshShape,
  meshChecks,
  type SurfaceMaterial,
  surfaceChecks,
} from './surfaces/surface-shapes.js';

/**
 * Shapes as plain data. The functions that make them check what they are given, so that an error comes from the line with
 * the mistake; createCollider checks what comes from elsewhere.
 */
export type Shape =
  | SolidShape
  | { readonly kind: 'half-space'; readonly normal: Vec3; readonly offset: number }
  | MeshShape
  | HeightFieldShape;

const offsetCheck = number({ min: -MAX_POSITION, max: MAX_POSITION });

/**
 * Everything below a plane: normal · x <= offset, also for a normal that is not of
 * length one. Only for static bodies.
 */
export const halfSpace = (normal: Vec3 = [0, 1, 0], offset = 0): Shape => {
  direction(normal, 'halfSpace(normal, offset): normal');
  offsetCheck(offset, 'halfSpace(normal, offset): offset');
  return { kind: 'half-space', normal, offset };
};

export interface MeshOptions {
  /** Whether both sides of a triangle are solid. Default false: bodies behind it do not touch it. */
  readonly twoSided?: boolean;
  /** Materials that triangles may have instead of that of the collider. */
  readonly materials?: readonly SurfaceMaterial[];
  /** For each triangle an index into `materials`, or -1. */
  readonly triangleMaterials?: ArrayLike<number>;
}

/**
 * A triangle mesh: x y z of each vertex, and three vertices of each triangle, counter-clockwise seen from outside. Only
 * for static and kinematic bodies. The lists are copied.
 */
export const mesh = (
  vertices: ArrayLike<number>,
  indices: ArrayLike<number>,
  options: MeshOptions = {},
): MeshShape => {
  checkFields('mesh(vertices, indices, options): options', options, meshOptionChecks);
  meshChecks.vertices(vertices, 'mesh(vertices, indices): vertices');
  meshChecks.indices(indices, 'mesh(vertices, indices): indices');
  const shape: MeshShape = {
    kind: 'mesh',
    vertices: Array.from(vertices),
    indices: Int32Array.from(indices),
    twoSided: options.twoSided ?? false,
    materials: options.materials ?? [],
    triangleMaterials: Int32Array.from(options.triangleMaterials ?? []),
  };
  checkMeshLists(shape, 'mesh(vertices, indices)');
  loadSurfaces();
  return shape;
};

const meshOptionChecks: Checks<MeshOptions> = {
  twoSided: meshChecks.twoSided,
  materials: meshChecks.materials,
  triangleMaterials: meshChecks.triangleMaterials,
};

export interface HeightFieldOptions {
  /** Size of a cell along x and z, m. Default [1, 1]. */
  readonly spacing?: readonly [number, number];
  /** Which diagonal splits a cell: 0 (default) from its first corner to its last, 1 the other one. */
  readonly diagonal?: number;
  /** For each cell, row by row, 1 where there is a hole. */
  readonly holes?: ArrayLike<number>;
  /** Materials that cells may have instead of that of the collider. */
  readonly materials?: readonly SurfaceMaterial[];
  /** For each cell an index into `materials`, or -1. */
  readonly cellMaterials?: ArrayLike<number>;
}

/**
 * Terrain: heights y over a regular grid of `columns` along x and `rows` along z, row by row, centred on the origin.
 * Only for static and kinematic bodies. The lists are copied.
 */
export const heightField = (
  columns: number,
  rows: number,
  heights: ArrayLike<number>,
  options: HeightFieldOptions = {},
): HeightFieldShape => {
  checkFields('heightField(columns, rows, heights, options): options', options, fieldOptionChecks);
  fieldChecks.columns(columns, 'heightField(columns, rows, heights): columns');
  fieldChecks.rows(rows, 'heightField(columns, rows, heights): rows');
  fieldChecks.heights(heights, 'heightField(columns, rows, heights): heights');
  const [x, z] = options.spacing ?? [1, 1];
  const shape: HeightFieldShape = {
    kind: 'height-field',
    columns,
    rows,
    spacing: [x, z],
    heights: Array.from(heights),
    diagonal: options.diagonal ?? 0,
    holes: Int32Array.from(options.holes ?? []),
    materials: options.materials ?? [],
    cellMaterials: Int32Array.from(options.cellMaterials ?? []),
  };
  checkFieldLists(shape, 'heightField(columns, rows, heights)');
  loadSurfaces();
  return shape;
};

const fieldOptionChecks: Checks<HeightFieldOptions> = {
  spacing: fieldChecks.spacing,
  diagonal: fieldChecks.diagonal,
  holes: fieldChecks.holes,
  materials: fieldChecks.materials,
  cellMaterials: fieldChecks.cellMaterials,
};

const solidNames = Object.keys(solidSpecs) as SolidShape['kind'][];

const plainChecks: Readonly<Record<string, ShapeChecks>> = {
  ...Object.fromEntries(
    solidNames.map((name) => [name, { kind: oneOf([name]), ...solidSpecs[name].checks }]),
  ),
  'half-space': { kind: oneOf(['half-space']), normal: direction, offset: offsetCheck },
};

export const shapeCheck: Check = (value, field) => {
  const name = hasField(value, 'kind') ? (value as Shape).kind : '';
  if (name === 'mesh' || name === 'height-field') {
    surfaceCode.check(value as MeshShape | HeightFieldShape, field);
  } else if (typeof name === 'string' && Object.hasOwn(plainChecks, name)) {
    checkShapeFields(value as Shape, field, plainChecks[name]);
    if (name !== 'half-space') checkSolid(value as SolidShape, field);
  } else {
    throw new PhysicsError(
      'wrong-type',
      `${field} is not a shape`,
      'Pass sphere(radius), box(hx, hy, hz), capsule(radius, halfLength), cylinder(radius, halfLength), hull(points), halfSpace(normal, offset), mesh(vertices, indices) or what another function for shapes gives',
    );
  }
};

/** What of shapes a scene file may have. */
export const shapeSchema = (): Schema => ({
  oneOf: Object.values({ ...plainChecks, ...surfaceChecks }).map((checks) => ({
    ...objectSchema(checks),
    required: Object.keys(checks),
  })),
});
