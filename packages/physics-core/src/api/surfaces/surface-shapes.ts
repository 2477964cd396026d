import { createField } from '../../collision/meshes/build-field.js';
import { buildMesh } from '../../collision/meshes/build-mesh.js';
import type { MeshGeometry, MeshReport, TriangleSurface } from '../../collision/meshes/mesh-geometry.js';
import { PhysicsError } from '../../errors.js';
import { floatsFrom } from '../../math/floats.js';
import { MAX_COEFFICIENT, MAX_FIELD_SIDE, MAX_SIZE, MIN_SIZE } from '../../tuning.js';
import {
  type Check,
  type Checks,
  flag,
  hasField,
  isArray,
  listOf,
  number,
  objectOf,
  oneOf,
  show,
  withSchema,
} from '../../validate.js';
import { checkShapeFields, type ShapeChecks } from '../solids/shape-fields.js';

/** Coefficients of some triangles; what is not given is that of the collider. */
export interface SurfaceMaterial {
  readonly friction?: number;
  readonly restitution?: number;
  readonly rollingResistance?: number;
  readonly twistResistance?: number;
}

/** Flat lists of numbers: arrays or typed arrays. */
type Numbers = ArrayLike<number>;

/** Triangles, for static and kinematic bodies. */
export interface MeshShape {
  readonly kind: 'mesh';
  /** x y z of each vertex. */
  readonly vertices: Numbers;
  /** Three vertices of each triangle, counter-clockwise seen from outside. */
  readonly indices: Numbers;
  /** Whether both sides of a triangle are solid. */
  readonly twoSided: boolean;
  readonly materials: readonly SurfaceMaterial[];
  /** For each triangle an index into `materials`, or -1 for that of the collider. Empty: -1 for all. */
  readonly triangleMaterials: Numbers;
}

/** Heights over a regular grid, for static and kinematic bodies. */
export interface HeightFieldShape {
  readonly kind: 'height-field';
  /** Heights along x and along z. */
  readonly columns: number;
  readonly rows: number;
  /** Size of a cell along x and along z, m. */
  readonly spacing: readonly [number, number];
  /** y, row by row: column i of row j at j * columns + i. */
  readonly heights: Numbers;
  /** Which diagonal splits a cell: 0 from its first corner to its last, 1 the other one. */
  readonly diagonal: number;
  /** For each cell, row by row, 1 where there is a hole. Empty: there is none. */
  readonly holes: Numbers;
  readonly materials: readonly SurfaceMaterial[];
  /** For each cell an index into `materials`, or -1 for that of the collider. Empty: -1 for all. */
  readonly cellMaterials: Numbers;
}

const isNumbers = (value: unknown): value is Numbers =>
  isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));

/** A flat list of numbers in a range. The name of an entry is made only for an error: there may be a million. */
const numbersWithin = (min: number, max: number, integer: boolean): Check => {
  const each = number({ min, max, integer });
  return withSchema(
    (value, field) => {
      if (!isNumbers(value)) {
        throw new PhysicsError('wrong-type', `${field} is ${show(value)}`, 'Pass a flat array of numbers');
      }
      for (let i = 0; i < value.length; i++) {
        const x = value[i];
        if (typeof x === 'number' && x >= min && x <= max && (!integer || Number.isInteger(x))) continue;
        each(x, `${field}[${i}]`);
      }
    },
    { type: 'array', items: each.schema ?? {} },
  );
};

const LARGEST_INDEX = 0x7fffffff;
const coordinates = numbersWithin(-MAX_SIZE, MAX_SIZE, false);
const indexList = numbersWithin(0, LARGEST_INDEX, true);
const materialIndices = numbersWithin(-1, LARGEST_INDEX, true);
const coefficient = number({ min: 0, max: MAX_COEFFICIENT });
const materialsCheck = listOf(
  objectOf({
    friction: coefficient,
    restitution: number({ min: 0, max: 1 }),
    rollingResistance: coefficient,
    twistResistance: coefficient,
  }),
);
const side = number({ min: 2, max: MAX_FIELD_SIDE, integer: true });
const cellSize = number({ min: MIN_SIZE, max: MAX_SIZE });
const spacingCheck: Check = withSchema(
  (value, field) => {
    if (!isNumbers(value) || value.length !== 2) {
      throw new PhysicsError('wrong-type', `${field} is ${show(value)}`, 'Pass two numbers [x, z]');
    }
    cellSize(value[0], `${field}[0]`);
    cellSize(value[1], `${field}[1]`);
  },
  { type: 'array', items: cellSize.schema ?? {}, minItems: 2, maxItems: 2 },
);

export const meshChecks: Omit<Checks<MeshShape>, 'kind'> = {
  vertices: coordinates,
  indices: indexList,
  twoSided: flag,
  materials: materialsCheck,
  triangleMaterials: materialIndices,
};

export const fieldChecks: Omit<Checks<HeightFieldShape>, 'kind'> = {
  columns: side,
  rows: side,
  spacing: spacingCheck,
  heights: coordinates,
  diagonal: number({ min: 0, max: 1, integer: true }),
  holes: numbersWithin(0, 1, true),
  materials: materialsCheck,
  cellMaterials: materialIndices,
};

export const surfaceChecks: Readonly<Record<'mesh' | 'height-field', ShapeChecks>> = {
  mesh: { kind: oneOf(['mesh']), ...meshChecks },
  'height-field': { kind: oneOf(['height-field']), ...fieldChecks },
};

/** Checks a surface that was written down. */
export const checkSurface = (shape: MeshShape | HeightFieldShape, field: string): void => {
  checkShapeFields(shape, field, surfaceChecks[shape.kind]);
  if (shape.kind === 'mesh') checkMeshLists(shape, field);
  else checkFieldLists(shape, field);
};

const refuse = (what: string, whatToDo: string): never => {
  throw new PhysicsError('degenerate-shape', what, whatToDo);
};

/** What the lists of a mesh must be to each other, after each was checked by itself. */
export const checkMeshLists = (shape: MeshShape, owner: string): void => {
  const { vertices, indices, materials, triangleMaterials } = shape;
  const count = vertices.length / 3;
  if (vertices.length === 0 || indices.length === 0)
    refuse(`${owner} has no triangles`, 'Pass at least three vertices and three indices');
  if (!Number.isInteger(count))
    refuse(
      `${owner}.vertices has ${vertices.length} numbers`,
      'Pass three for each vertex: [x0, y0, z0, x1, ...]',
    );
  if (indices.length % 3 !== 0)
    refuse(`${owner}.indices has ${indices.length} entries`, 'Pass three for each triangle');
  for (let i = 0; i < indices.length; i++) {
    if (indices[i] < count) continue;
    throw new PhysicsError(
      'out-of-range',
      `${owner}.indices[${i}] is ${indices[i]}`,
      `Pass less than ${count}, the number of vertices`,
    );
  }
  checkMaterials(owner, 'triangleMaterials', triangleMaterials, indices.length / 3, materials.length);
  let span = 0;
  for (let i = 3; i < vertices.length; i++) span = Math.max(span, Math.abs(vertices[i] - vertices[i % 3]));
  if (span < MIN_SIZE) refuse(`${owner}.vertices span only ${span} m`, 'Give the vertices in metres');
};

/** What the lists of a height field must be to each other. */
export const checkFieldLists = (shape: HeightFieldShape, owner: string): void => {
  const { columns, rows, heights, holes, materials, cellMaterials, spacing } = shape;
  if (heights.length !== columns * rows) {
    refuse(`${owner}.heights has ${heights.length} entries`, `Pass columns * rows, so ${columns * rows}`);
  }
  const cells = (columns - 1) * (rows - 1);
  if (holes.length !== 0 && holes.length !== cells)
    refuse(`${owner}.holes has ${holes.length} entries`, `Pass one for each of the ${cells} cells, or none`);
  checkMaterials(owner, 'cellMaterials', cellMaterials, cells, materials.length);
  if (Math.max((columns - 1) * spacing[0], (rows - 1) * spacing[1]) > 2 * MAX_SIZE)
    refuse(`${owner} is larger than ${2 * MAX_SIZE} m`, 'Pass smaller cells or fewer of them');
};

const checkMaterials = (
  owner: string,
  field: string,
  list: Numbers,
  wanted: number,
  materials: number,
): void => {
  if (list.length !== 0 && list.length !== wanted)
    refuse(`${owner}.${field} has ${list.length} entries`, `Pass ${wanted}, or none`);
  for (let i = 0; i < list.length; i++) {
    if (list[i] < materials) continue;
    throw new PhysicsError(
      'out-of-range',
      `${owner}.${field}[${i}] is ${list[i]}`,
      `Pass less than ${materials}, the number of materials`,
    );
  }
};

const NAMES = ['friction', 'restitution', 'rollingResistance', 'twistResistance'] as const;

const flatMaterials = (materials: readonly SurfaceMaterial[]): number[] =>
  materials.flatMap((material) => NAMES.map((name) => material[name] ?? -1));

const namedMaterials = (flat: ArrayLike<number>): SurfaceMaterial[] =>
  Array.from({ length: flat.length / NAMES.length }, (_, k) =>
    Object.fromEntries(
      NAMES.map((name, i) => [name, flat[k * NAMES.length + i]] as const).filter(([, value]) => value >= 0),
    ),
  );

/** Surfaces that were built already: a mesh of a thousand colliders is built once. */
const built = new WeakMap<object, TriangleSurface>();
/** And the shape that makes a surface again. */
const shapes = new WeakMap<TriangleSurface, MeshShape | HeightFieldShape>();

/** The geometry of a checked shape. */
export const surfaceOf = (shape: MeshShape | HeightFieldShape): TriangleSurface => {
  const known = built.get(shape);
  if (known) return known;
  const surface = shape.kind === 'mesh' ? buildMeshShape(shape) : buildFieldShape(shape);
  built.set(shape, surface);
  return surface;
};

const buildMeshShape = ({ materials, triangleMaterials, ...rest }: MeshShape): MeshGeometry =>
  buildMesh({ ...rest, materials: flatMaterials(materials), materialOf: triangleMaterials });

const buildFieldShape = (shape: HeightFieldShape): TriangleSurface =>
  createField({
    columns: shape.columns,
    rows: shape.rows,
    spacingX: shape.spacing[0],
    spacingZ: shape.spacing[1],
    heights: floatsFrom(shape.heights),
    diagonal: shape.diagonal,
    holes: Int32Array.from(shape.holes),
    materialOf: Int32Array.from(shape.cellMaterials),
    materials: floatsFrom(flatMaterials(shape.materials)),
    twoSided: false,
  });

/** The shape that makes a surface again, the same object each time. Triangles that were left out have equal corners. */
export const shapeOfSurface = (surface: TriangleSurface): MeshShape | HeightFieldShape => {
  const known = shapes.get(surface);
  if (known) return known;
  const shape = surface.isField
    ? {
        kind: 'height-field' as const,
        columns: surface.columns,
        rows: surface.rows,
        spacing: [surface.spacingX, surface.spacingZ] as const,
        heights: Array.from(surface.heights),
        diagonal: surface.diagonal,
        holes: Array.from(surface.holes),
        materials: namedMaterials(surface.materials),
        cellMaterials: Array.from(surface.materialOf),
      }
    : meshShapeOf(surface);
  shapes.set(surface, shape);
  built.set(shape, surface);
  return shape;
};

const meshShapeOf = (mesh: MeshGeometry): MeshShape => {
  const { source, report, materialOf } = mesh;
  const count = source.length + report.dropped;
  const indices = new Array<number>(3 * count).fill(0);
  const triangleMaterials = new Array<number>(materialOf.length > 0 ? count : 0).fill(-1);
  for (let t = 0; t < source.length; t++) {
    for (let k = 0; k < 3; k++) indices[3 * source[t] + k] = mesh.indices[3 * t + k];
    if (materialOf.length > 0) triangleMaterials[source[t]] = materialOf[t];
  }
  return {
    kind: 'mesh',
    vertices: Array.from(mesh.vertices),
    indices,
    twoSided: mesh.twoSided,
    materials: namedMaterials(mesh.materials),
    triangleMaterials,
  };
};

/** What welding and cleaning did to a mesh; a builder of levels prints it. */
export const meshReport = (
  shape: MeshShape,
): MeshReport & { readonly triangles: number; readonly vertices: number } => {
  if (!hasField(shape, 'kind') || shape.kind !== 'mesh')
    throw new PhysicsError(
      'wrong-type',
      `${show(shape)} is no mesh`,
      'Pass what mesh(vertices, indices) returned',
    );
  const { triangleCount, vertexCount, report } = surfaceOf(shape) as MeshGeometry;
  return { triangles: triangleCount, vertices: vertexCount, ...report };
};
