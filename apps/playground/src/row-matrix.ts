import { type BodyHandle, bodyExists, type World } from '@tenon/physics-core';
import {
  allContactRows,
  allJointRows,
  BodyKind,
  BodyRecord,
  createReading,
  type JointRow,
  type Reading,
  readBodies,
  type SolverRow,
} from '@tenon/physics-core/inspect';

/** The rows that acted in the last substep as one system: the Jacobian J of all of them, and A = J M⁻¹ Jᵀ, by which they feel each other. */
export interface RowMatrix {
  readonly rows: readonly MatrixRow[];
  /** Dynamic bodies, in the order of the columns of J: six columns each, the velocity first and then the spin. */
  readonly bodies: readonly BodyHandle[];
  /** Row by row. */
  readonly jacobian: Float64Array;
  /** Row by row, symmetric. */
  readonly coupling: Float64Array;
  /** Rows that act, also those that are left out of the matrix because there are too many. */
  readonly total: number;
}

export type MatrixRow = SolverRow & Partial<Pick<JointRow, 'joint' | 'name'>>;

const DOF = 6;

const bodies = createReading();

/** The rows of the island of a body, or of the whole world; the first `most` of them. */
export const readRowMatrix = (world: World, most: number, about?: BodyHandle): RowMatrix => {
  readBodies(world, bodies, about !== undefined);
  const places = placesOf(bodies);
  const island = about === undefined ? undefined : islandOf(places.get(about));
  const belongs = ({ bodyA, bodyB }: SolverRow): boolean =>
    [bodyA, bodyB].some((body) => {
      const at = places.get(body);
      return at !== undefined && (island === undefined || islandOf(at) === island);
    });
  const acting = [...allJointRows(world), ...allContactRows(world)].filter(
    (row) => belongs(row) && (row.lambda !== 0 || row.role === 'lock' || row.role === 'coupling'),
  );
  const rows = acting.slice(0, most);
  const columns = new Map<BodyHandle, number>();
  for (const { bodyA, bodyB } of rows)
    for (const body of [bodyA, bodyB])
      if (places.has(body) && !columns.has(body)) columns.set(body, columns.size);
  const jacobian = jacobianOf(rows, columns);
  return {
    rows,
    bodies: [...columns.keys()],
    jacobian,
    coupling: couplingOf(
      jacobian,
      rows.length,
      [...columns.keys()].map((body) => places.get(body) ?? 0),
    ),
    total: acting.length,
  };
};

/** The body of a joint's rows that says which island is meant: B, or A where B is none. */
export const bodyOfRows = (world: World, rows: readonly JointRow[]): BodyHandle | undefined =>
  rows.flatMap(({ bodyA, bodyB }) => [bodyB, bodyA]).find((body) => bodyExists(world, body));

/** Where the record of each dynamic body begins. */
const placesOf = ({ floats, count }: Reading): Map<BodyHandle, number> => {
  const places = new Map<BodyHandle, number>();
  for (let k = 0; k < count; k++) {
    const at = k * BodyRecord.size;
    if (floats[at + BodyRecord.type] === BodyKind.dynamic)
      places.set(floats[at + BodyRecord.handle] as BodyHandle, at);
  }
  return places;
};

const islandOf = (at: number | undefined): number | undefined =>
  at === undefined ? undefined : bodies.floats[at + BodyRecord.island];

const jacobianOf = (rows: readonly MatrixRow[], columns: ReadonlyMap<BodyHandle, number>): Float64Array => {
  const width = DOF * columns.size;
  const jacobian = new Float64Array(rows.length * width);
  for (const [i, { bodyA, bodyB, linearA, angularA, linearB, angularB }] of rows.entries()) {
    const a = columns.get(bodyA);
    const b = columns.get(bodyB);
    if (a !== undefined) jacobian.set([...linearA, ...angularA], i * width + DOF * a);
    if (b !== undefined) jacobian.set([...linearB, ...angularB], i * width + DOF * b);
  }
  return jacobian;
};

const couplingOf = (jacobian: Float64Array, n: number, places: readonly number[]): Float64Array => {
  const width = DOF * places.length;
  const responses = new Float64Array(jacobian.length);
  for (let i = 0; i < n; i++)
    for (const [b, at] of places.entries()) writeResponse(jacobian, responses, i * width + DOF * b, at);
  const coupling = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = 0; k < width; k++) sum += jacobian[i * width + k] * responses[j * width + k];
      coupling[i * n + j] = sum;
      coupling[j * n + i] = sum;
    }
  }
  return coupling;
};

/** M⁻¹ Jᵀ of one body: 1/m of the force, and R I⁻¹ Rᵀ of the torque with its principal axes R. */
const writeResponse = (jacobian: Float64Array, out: Float64Array, from: number, at: number): void => {
  const { floats } = bodies;
  for (let i = 0; i < 3; i++) out[from + i] = jacobian[from + i] / floats[at + BodyRecord.mass];
  const [x, y, z, w] = floats.subarray(at + BodyRecord.principal, at + BodyRecord.principal + 4);
  const axes = [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
  ];
  for (const [k, axis] of axes.entries()) {
    const along = axis[0] * jacobian[from + 3] + axis[1] * jacobian[from + 4] + axis[2] * jacobian[from + 5];
    for (let i = 0; i < 3; i++) out[from + 3 + i] += (axis[i] * along) / floats[at + BodyRecord.moments + k];
  }
};

export interface MatrixFacts {
  /** Rows that follow from others: n minus the rank. */
  readonly redundant: number;
  /** Part of A that is not zero. */
  readonly filled: number;
  /** By this factor a Gauss-Seidel sweep over the rows shrinks the error that is left after many: 1 is no progress. */
  readonly sweepFactor: number;
}

/** Pivots below this part of the diagonal are rounding. */
const NO_PIVOT = 1e-10;
/** Sweeps after which only the slowest part of the error is left. */
const SWEEPS = 40;
const INVERSE_ITERATIONS = 3;

export const matrixFacts = (coupling: Float64Array, n: number): MatrixFacts => {
  const { l, rank } = factorise(coupling, n);
  return {
    redundant: n - rank,
    filled: n === 0 ? 0 : coupling.filter((value) => value !== 0).length / (n * n),
    sweepFactor: sweepFactor(coupling, n, l),
  };
};

/** Cholesky's factor of A, which is positive semidefinite: a row without a pivot is a combination of those before it, and its column is 0. */
const factorise = (
  coupling: Float64Array,
  n: number,
): { readonly l: Float64Array; readonly rank: number } => {
  const l = new Float64Array(n * n);
  let rank = 0;
  for (let j = 0; j < n; j++) {
    let pivot = coupling[j * n + j];
    for (let k = 0; k < j; k++) pivot -= l[j * n + k] * l[j * n + k];
    if (pivot <= NO_PIVOT * coupling[j * n + j]) continue;
    rank++;
    const root = Math.sqrt(pivot);
    for (let i = j; i < n; i++) {
      let value = coupling[i * n + j];
      for (let k = 0; k < j; k++) value -= l[i * n + k] * l[j * n + k];
      l[i * n + j] = value / root;
    }
  }
  return { l, rank };
};

/** L Lᵀ x = b in place, over the rows that have a pivot. */
const solve = (l: Float64Array, x: Float64Array, n: number): void => {
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) x[i] -= l[i * n + k] * x[k];
    x[i] = l[i * n + i] > 0 ? x[i] / l[i * n + i] : 0;
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[i] -= l[k * n + i] * x[k];
    x[i] = l[i * n + i] > 0 ? x[i] / l[i * n + i] : 0;
  }
};

/**
 * Sweeps A x = 0 and makes the energy 1 again after each: √(xᵀ A x) of the last sweep. What lies in the null space of redundant rows has
 * no energy and does not count. A few inverse iterations begin it near the slowest part, that of the least eigenvalue.
 */
const sweepFactor = (coupling: Float64Array, n: number, l: Float64Array): number => {
  const x = Float64Array.from({ length: n }, (_, i) => ((i * 7) % 5) - 1.7);
  for (let k = 0; k < INVERSE_ITERATIONS; k++) {
    solve(l, x, n);
    scale(x, 1 / Math.hypot(...x));
  }
  let factor = 0;
  for (let sweep = 0; sweep <= SWEEPS; sweep++) {
    for (let i = 0; i < n; i++) {
      const diagonal = coupling[i * n + i];
      if (diagonal > 0) x[i] -= product(coupling, i, x, n) / diagonal;
    }
    let energy = 0;
    for (let i = 0; i < n; i++) energy += x[i] * product(coupling, i, x, n);
    if (!(energy > 1e-24)) return 0;
    factor = Math.sqrt(energy);
    scale(x, 1 / factor);
  }
  return Math.min(1, factor);
};

const scale = (x: Float64Array, by: number): void => {
  for (let i = 0; i < x.length; i++) x[i] *= by;
};

const product = (coupling: Float64Array, row: number, x: Float64Array, n: number): number => {
  let sum = 0;
  for (let j = 0; j < n; j++) sum += coupling[row * n + j] * x[j];
  return sum;
};
