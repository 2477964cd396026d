import type { World } from '../../src/index.js';
import { readVec3 } from '../../src/math/columns.js';
import { add, cross, length, type Vec3 } from '../../src/math/vec3.js';
import { INVERSE, Kind, MASS, RESPONSE } from '../../src/state/rows.js';
import type { Specimen } from './random-joints.js';
import { effective, gradientsOf, type Masses, type Row, respond } from './row-math.js';
import { blocksOf, norm, note, unitsOf, type Worst } from './specimens.js';

/** Rows against dense linear algebra and Newton's third law. */

export interface RowReport {
  /** R = M⁻¹Jᵀ of every row, and 1/K of every row or pair that is solved alone. */
  readonly masses: Worst;
  /** Inverse times K - 1 of every block, relative to the condition of K. */
  readonly blocks: Worst;
  /** Force and torque of every row on all its bodies together: nothing comes from outside. */
  readonly balance: Worst;
}

export const noteRows = (
  { masses: worst, blocks, balance }: RowReport,
  { world, toWorld }: Specimen,
  rows: readonly Row[],
  masses: Masses,
): void => {
  const units = unitsOf(rows);
  // Points and turns are solved without their response.
  noteResponses(
    worst,
    masses,
    rows.filter((row) => row.kind === Kind.general),
  );
  for (const unit of units) noteMass(worst, masses, unit);
  for (const block of blocksOf(rows)) noteBlock(blocks, masses, block);
  if (!toWorld) for (const unit of units) noteBalance(balance, world, unit);
};

const noteResponses = (worst: Worst, masses: Masses, rows: readonly Row[]): void => {
  for (const { name, bodyA, bodyB, data } of rows) {
    const j = Array.from(data.slice(0, 12));
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

const noteBlock = (worst: Worst, masses: Masses, block: readonly Row[]): void => {
  const k = block.map((p) => block.map((q) => effective(masses, [p], [q])));
  const inverse = block.map(({ data }) => Array.from(data.slice(INVERSE, INVERSE + block.length)));
  const condition = norm(k.flat()) * norm(inverse.flat());
  const off = inverse.flatMap((row, i) =>
    row.map((_, c) => row.reduce((sum, x, m) => sum + x * k[m][c], i === c ? -1 : 0)),
  );
  note(worst, norm(off) / condition, () => `${block[0].name}: condition ${condition}`);
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
