import type { JointDefinition, World } from '../../src/index.js';
import { readVec3 } from '../../src/math/columns.js';
import { add, cross, length, type Vec3 } from '../../src/math/vec3.js';
import { INVERSE, Kind, MASS, RESPONSE } from '../../src/state/rows.js';
import { effective, gradientsOf, type Masses, massesOf, type Row, respond } from './row-math.js';
import { blocksOf, norm, note, nothing, unitsOf, visit, type Worst } from './specimens.js';

/** Rows against dense linear algebra and Newton's third law. */

export interface RowReport {
  /** R = M⁻¹Jᵀ of every row, and 1/K of every row or pair that is solved alone. */
  readonly masses: Worst;
  /** Inverse times K - 1 of every block, relative to the condition of K. */
  readonly blocks: Worst;
  /** Blocks left out because their rows depend on each other there. */
  singular: number;
  /** Force and torque of every row on all its bodies together: nothing comes from outside. */
  readonly balance: Worst;
}

export const checkRows = (definition: JointDefinition): RowReport => {
  const report: RowReport = { masses: nothing(), blocks: nothing(), balance: nothing(), singular: 0 };
  visit(definition, 4, ({ world, bodies, toWorld }, rows) => {
    const masses = massesOf(world, bodies);
    // Points and turns are solved without their response.
    noteResponses(
      report.masses,
      masses,
      rows.filter((row) => row.kind === Kind.general),
    );
    for (const unit of unitsOf(rows)) noteMass(report.masses, masses, unit);
    for (const block of blocksOf(rows)) if (!noteBlock(report.blocks, masses, block)) report.singular++;
    if (!toWorld) for (const unit of unitsOf(rows)) noteBalance(report.balance, world, unit);
  });
  return report;
};

const noteResponses = (worst: Worst, masses: Masses, rows: readonly Row[]): void => {
  for (const { name, bodyA, bodyB, data } of rows) {
    const j = Array.from(data.subarray(0, 12));
    const dense = [...respond(masses, bodyA, j.slice(0, 6)), ...respond(masses, bodyB, j.slice(6))];
    const off = norm(dense.map((x, i) => x - data[RESPONSE + i]));
    note(worst, off / Math.max(norm(dense), 1e-12), () => `${name}: response`);
  }
};

const noteMass = (worst: Worst, masses: Masses, unit: readonly Row[]): void => {
  const k = effective(masses, unit, unit);
  for (const { data, name } of unit) {
    note(worst, k > 0 ? Math.abs(data[MASS] * k - 1) : data[MASS], () => `${name}: effective mass`);
  }
};

/** Beyond this condition the last pivot of a K is rounding noise, and the kernel leaves it out. */
const SINGULAR = 1e10;

/** Returns whether the block could be checked. */
const noteBlock = (worst: Worst, masses: Masses, block: readonly Row[]): boolean => {
  const k = block.map((p) => block.map((q) => effective(masses, [p], [q])));
  const inverse = block.map(({ data }) => Array.from(data.subarray(INVERSE, INVERSE + block.length)));
  const condition = norm(k.flat()) * norm(inverse.flat());
  if (condition > SINGULAR || isDegenerate(k)) return false;
  const off = inverse.flatMap((row, i) =>
    row.map((_, c) => row.reduce((sum, x, m) => sum + x * k[m][c], i === c ? -1 : 0)),
  );
  note(worst, norm(off) / condition, () => `${block[0].name}: condition ${condition}`);
  return true;
};

/** Whether rows depend on each other: the determinant is nothing against the product of the diagonal. */
const isDegenerate = (k: readonly (readonly number[])[]): boolean => {
  const [a, b, c] = k;
  const two = a[0] * b[1] - a[1] * b[0];
  if (k.length === 2) return Math.abs(two) < a[0] * b[1] * 1e-10;
  const three = c[2] * two - c[1] * (a[0] * b[2] - a[2] * b[0]) + c[0] * (a[1] * b[2] - a[2] * b[1]);
  return Math.abs(three) < a[0] * b[1] * c[2] * 1e-10;
};

const noteBalance = (worst: Worst, world: World, unit: readonly Row[]): void => {
  let force: Vec3 = [0, 0, 0];
  let torque: Vec3 = [0, 0, 0];
  let size = 1e-12;
  for (const [body, [x, y, z, a, b, c]] of gradientsOf(unit)) {
    const lever = cross(readVec3(world.bodies.centre, body * 3), [x, y, z]);
    force = add(force, [x, y, z]);
    torque = add(torque, add(lever, [a, b, c]));
    size = Math.max(size, length([x, y, z]), length(lever), length([a, b, c]));
  }
  note(worst, Math.max(length(force), length(torque)) / size, () => `${unit[0].name}`);
};
