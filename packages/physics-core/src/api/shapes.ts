import { PhysicsError } from '../errors.js';
import type { Vec3 } from '../math/vec3.js';
import { MAX_POSITION } from '../tuning.js';
import {
  type Check,
  type Checks,
  checkFields,
  direction,
  number,
  objectSchema,
  oneOf,
  type Schema,
  withSchema,
} from '../validate.js';
import { loadSurfaces } from './loading/load-surfaces.js';
import { checkSolid, type SolidShape, solidSpecs } from './solids/solid-shapes.js';
import {
  checkFieldLists,
  checkMeshLists,
  fieldChecks,
  type HeightFieldShape,
  type MeshShape,
  meshChecks,
  type SurfaceMaterial,
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

const kind: Check = oneOf([...solidNames, 'half-space', 'mesh', 'height-field']);

type ShapeChecks = { readonly [K in Shape['kind']]: Checks<Extract<Shape, { kind: K }>> };

const solidChecks = Object.fromEntries(
  solidNames.map((name) => [name, { kind, ...solidSpecs[name].checks }]),
) as Pick<ShapeChecks, SolidShape['kind']>;

const checks: ShapeChecks = {
  ...solidChecks,
  'half-space': { kind, normal: direction, offset: offsetCheck },
  mesh: { kind, ...meshChecks },
  'height-field': { kind, ...fieldChecks },
};

/** All fields of a shape are required, and its kind is its own. */
const shapeSchema = (name: string, own: Readonly<Record<string, Check>>): Schema => ({
  ...objectSchema({ ...own, kind: oneOf([name]) }),
  required: Object.keys(own),
});

export const shapeCheck: Check = withSchema(
  (value, field) => {
    const given = value as Partial<Shape> | null;
    if (
      typeof given !== 'object' ||
      given === null ||
      typeof given.kind !== 'string' ||
      !Object.hasOwn(checks, given.kind)
    ) {
      throw new PhysicsError(
        'wrong-type',
        `${field} is not a shape`,
        'Pass sphere(radius), box(hx, hy, hz), capsule(radius, halfLength), cylinder(radius, halfLength), hull(points), halfSpace(normal, offset), mesh(vertices, indices) or what another function for shapes gives',
      );
    }
    const own = checks[given.kind as Shape['kind']];
    for (const name of Object.keys(own)) {
      if ((given as Record<string, unknown>)[name] === undefined) {
        throw new PhysicsError(
          'wrong-type',
          `${field}.${name} is missing`,
          `Make the shape with ${given.kind}(...)`,
        );
      }
    }
    checkFields(field, value, own as Checks<Shape>);
    if (given.kind === 'mesh') checkMeshLists(value as MeshShape, field);
    else if (given.kind === 'height-field') checkFieldLists(value as HeightFieldShape, field);
    else if (given.kind !== 'half-space') checkSolid(value as SolidShape, field);
  },
  { oneOf: Object.entries(checks).map(([name, own]) => shapeSchema(name, own)) },
);
