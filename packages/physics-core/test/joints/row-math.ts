import { type BodyHandle, bodyMass, bodyRotation, type JointHandle, type World } from '../../src/index.js';
import { setFloats } from '../../src/math/floats.js';
import { rotateSym3, type Sym3 } from '../../src/math/mat3.js';
import { multiply, type Quat } from '../../src/math/quat.js';
import { length, scale, type Vec3 } from '../../src/math/vec3.js';
import { solvedRows } from '../../src/rows/expand-points.js';
import { placeJointRows } from '../../src/solver/sweeps/place-rows.js';
import { MOTION } from '../../src/state/bodies.js';
import {
  BLOCK,
  BODY_A,
  BODY_B,
  KIND,
  Kind,
  ROLE,
  ROW,
  ROW_INTS,
  RowRoles,
  SLOT,
} from '../../src/state/rows.js';
import { writeSubstep } from '../../src/state/substep.js';
import { DT } from './context.js';

/** The rows of one joint taken out of the table, and slow but simple mathematics to check them with. */

export const slotOf = (handle: BodyHandle | JointHandle): number => handle % 0x400000;

/** Writes the rows of all joints from the present poses and velocities, as the step does before its first substep. */
export const placeRows = (world: World): void => {
  const { substep } = world.scratch;
  writeSubstep(substep, world.settings, DT);
  placeJointRows(world, substep);
  world.clock.substep = substep.h;
};

export interface Row {
  readonly name: string;
  readonly role: string;
  /** 1, 2 or 3 rows solved together, 4 for a coupled pair; 0 on those behind the first. */
  readonly block: number;
  /** See `Kind`, that of the first row of the block. */
  readonly kind: number;
  readonly bodyA: number;
  readonly bodyB: number;
  readonly data: number[];
}

export const readRows = (world: World, joint: JointHandle, slots: readonly string[]): Row[] => {
  const { joints } = world;
  const rows = solvedRows(world);
  const first = joints.firstRow[slotOf(joint)];
  let kind: number = Kind.general;
  return Array.from({ length: joints.rowCount[slotOf(joint)] }, (_, i): Row => {
    const k = (first + i) * ROW_INTS;
    if (rows.index[k + BLOCK] > 0) kind = rows.index[k + KIND];
    return {
      name: slots[rows.index[k + SLOT]],
      role: RowRoles[rows.index[k + ROLE]],
      block: rows.index[k + BLOCK],
      kind,
      bodyA: rows.index[k + BODY_A],
      bodyB: rows.index[k + BODY_B],
      data: rows.data.slice((first + i) * ROW, (first + i + 1) * ROW),
    };
  });
};

/** Poses of all bodies, and what joints remember of them: turn counters and the like. */
export interface Poses {
  readonly centre: readonly number[];
  readonly rotation: readonly number[];
  readonly memory: readonly number[];
}

export const savePoses = ({ bodies, jointFloats }: World): Poses => ({
  centre: bodies.centre.slice(0, bodies.used * 3),
  rotation: bodies.rotation.slice(0, bodies.used * 4),
  memory: jointFloats.data.slice(0, jointFloats.used),
});

/** The rotation by the vector r: the exponential map. */
export const exponential = (r: Vec3): Quat => {
  const angle = length(r);
  const [x, y, z] = scale(r, angle > 0 ? Math.sin(angle / 2) / angle : 0.5);
  return [x, y, z, Math.cos(angle / 2)];
};

/** Moves every body from the saved poses by its velocity for t seconds, exactly: x + tv, exp(tω) q. */
export const advancePoses = (
  { bodies, jointFloats }: World,
  { centre, rotation, memory }: Poses,
  t: number,
): void => {
  setFloats(jointFloats.data, memory, 0);
  for (let body = 0; body < bodies.used; body++) {
    const [vx, vy, vz, wx, wy, wz] = bodies.motion.slice(body * MOTION, body * MOTION + 6);
    const [x, y, z] = centre.slice(body * 3, body * 3 + 3);
    const [qx, qy, qz, qw] = rotation.slice(body * 4, body * 4 + 4);
    setFloats(bodies.centre, [x + t * vx, y + t * vy, z + t * vz], body * 3);
    setFloats(bodies.rotation, multiply(exponential([t * wx, t * wy, t * wz]), [qx, qy, qz, qw]), body * 4);
  }
};

/** Derivative from values at -2, -1, 1 and 2 times `step`, right to the fourth order. */
export const derivative = ([m2, m1, p1, p2]: readonly number[], step: number): number =>
  (8 * (p1 - m1) - (p2 - m2)) / (12 * step);

/** Solves A x = b by elimination with pivoting. */
const solve = (a: readonly (readonly number[])[], b: readonly number[]): number[] => {
  const n = b.length;
  const m = a.map((row, i) => [...row, b[i]]);
  for (let k = 0; k < n; k++) {
    let best = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(m[i][k]) > Math.abs(m[best][k])) best = i;
    [m[k], m[best]] = [m[best], m[k]];
    for (let i = k + 1; i < n; i++) {
      const f = m[i][k] / m[k][k];
      for (let j = k; j <= n; j++) m[i][j] -= f * m[k][j];
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let i = n - 1; i >= 0; i--) {
    let sum = m[i][n];
    for (let j = i + 1; j < n; j++) sum -= m[i][j] * x[j];
    x[i] = sum / m[i][i];
  }
  return x;
};

const full = ([xx, xy, xz, yy, yz, zz]: Sym3): number[][] => [
  [xx, xy, xz],
  [xy, yy, yz],
  [xz, yz, zz],
];

/** Mass and world inertia of every body of a world as a user reads them, and its inverse; bodies that are not named do not move. */
export type Masses = ReadonlyMap<number, { mass: number; inertia: Sym3; inverse: readonly number[][] }>;

const axes = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

export const massesOf = (world: World, bodies: readonly BodyHandle[]): Masses =>
  new Map(
    bodies.map((body) => {
      const { mass, inertia: local } = bodyMass(world, body);
      const inertia = rotateSym3(bodyRotation(world, body), local);
      return [slotOf(body), { mass, inertia, inverse: axes.map((axis) => solve(full(inertia), axis)) }];
    }),
  );

/** M⁻¹ g of one body: the change of its velocity by the impulse g (three linear, three angular). */
export const respond = (masses: Masses, body: number, [x, y, z, a, b, c]: readonly number[]): number[] => {
  const own = masses.get(body);
  if (!own) return [0, 0, 0, 0, 0, 0];
  const { mass, inverse } = own;
  const turn = inverse.map((row) => row[0] * a + row[1] * b + row[2] * c);
  return [x / mass, y / mass, z / mass, ...turn];
};

/** The rows' gradients by body, those of several rows with one λ added up. */
export const gradientsOf = (rows: readonly Row[]): Map<number, number[]> => {
  const sums = new Map<number, number[]>();
  const add = (body: number, data: readonly number[], at: number): void => {
    const sum = sums.get(body) ?? [0, 0, 0, 0, 0, 0];
    for (let i = 0; i < 6; i++) sum[i] += data[at + i];
    sums.set(body, sum);
  };
  for (const { bodyA, bodyB, data } of rows) {
    add(bodyA, data, 0);
    add(bodyB, data, 6);
  }
  return sums;
};

/** J₁ M⁻¹ J₂ᵀ. */
export const effective = (masses: Masses, first: readonly Row[], second: readonly Row[]): number => {
  const right = gradientsOf(second);
  let sum = 0;
  for (const [body, g] of gradientsOf(first)) {
    const h = right.get(body);
    if (!h) continue;
    const response = respond(masses, body, h);
    for (let i = 0; i < 6; i++) sum += g[i] * response[i];
  }
  return sum;
};

/** Ċ of some rows together, and the sum of the absolute values of its terms as a scale. */
export const rateOf = ({ bodies }: World, rows: readonly Row[]): { rate: number; size: number } => {
  let rate = 0;
  let size = 0;
  for (const { bodyA, bodyB, data } of rows) {
    for (let i = 0; i < 12; i++) {
      const term = data[i] * bodies.motion[(i < 6 ? bodyA : bodyB) * MOTION + (i % 6)];
      rate += term;
      size += Math.abs(term);
    }
  }
  return { rate, size };
};
