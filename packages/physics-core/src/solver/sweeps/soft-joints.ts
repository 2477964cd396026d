import { DEPENDENT, factorise, solveFactorised } from '../../math/dense-factor.js';
import { createFloats } from '../../math/floats.js';
import { pushIndex } from '../../math/index-list.js';
import { expandJoint, storePointImpulses } from '../../rows/expand-points.js';
import { rowSpeed } from '../../rows/row-speed.js';
import { applySystem, chooseRow, createRowSystem, solveSystem, writeK } from '../../rows/row-system.js';
import { hasEffectiveMass } from '../../rows/single-row.js';
import {
  BIAS_RATE,
  BLOCK,
  DIRECT,
  IMPULSE_SCALE,
  KIND,
  Kind,
  LAMBDA,
  LOW,
  MASS_SCALE,
  ROLE,
  ROW,
  ROW_INTS,
  Role,
  SPRUNG,
  TOGETHER,
  UPPER,
} from '../../state/rows.js';
import type { World } from '../../state/world.js';

/**
 * Soft joints whose locks are more than one block, such as a soft slider: two translations and three
 * rotations. A body on a lever couples the blocks. Solved block by block, each block sees the mass of a body
 * that the others leave free: a ball of 5 cm on a lever of 2 m weighs 0.25 g instead of 1 kg, so a slider of
 * 5 Hz let it fall for metres, and the residual between the blocks made it gain speed without bound. So all
 * soft locks of such a joint are solved in one system, and each block is a spring against the mass that it
 * moves while the others hold, the Schur complement
 *   S = ((K⁻¹) of the block)⁻¹   with K = J M⁻¹ Jᵀ of all rows.
 *
 * A spring of massScale 1 - d and impulseScale d (see math/softness.ts), s = (1 - d) / d, wants Ċ + Γ λ = low
 * with the compliance Γ = S / s. Together:
 *   (K + Γ) Δλ = low - Ċ - Γ λ,   symmetric and positive definite.
 * Along a mode with K y = μ S y this is the step v⁺ = D (v - μ h ω² x), D = 1 / (1 + μ s), which is stable
 * while μ (hω)² < 2 (1 + D) / D, that is s > ((hω)² - 4 / μ) / 2. A spring that the lever makes stiffer than
 * the step allows gets twice this, as much as an implicit step has: a mode that is too fast for the step is
 * then gone in one.
 */

/** Most rows: more than the six degrees of freedom between two bodies. */
const MAX_SOFT_ROWS = 12;
/** Scratch: the system of one joint. Its matrix is K, then K + Γ. */
const system = createRowSystem(MAX_SOFT_ROWS);
/** Scratch: the first row of the block of each chosen row. */
const blocks = new Int32Array(MAX_SOFT_ROWS);
/** Scratch: K as a full matrix, and its inverse. */
const wholeK = createFloats(MAX_SOFT_ROWS * MAX_SOFT_ROWS);
const inverse = createFloats(MAX_SOFT_ROWS * MAX_SOFT_ROWS);
/** Scratch: K⁻¹ of a block, then its factors; a column of S; and the bound on the largest μ. */
const MAX_BLOCK_ROWS = 3;
const small = createFloats(MAX_BLOCK_ROWS * MAX_BLOCK_ROWS);
const column = createFloats(MAX_BLOCK_ROWS);
const mode = createFloats(1);

/** Lists the joints whose soft locks are more than one block, and takes these rows out of Gauss-Seidel. */
export const listSoftJoints = (world: World): void => {
  const { activeJoints } = world;
  const { softJoints } = world.scratch;
  softJoints.count = 0;
  if (world.rows.sprung === 0) return;
  for (let k = 0; k < activeJoints.count; k++) {
    chooseRows(world, activeJoints.items[k]);
    const { count, chosen } = system;
    if (count === 0 || blocks[0] === blocks[count - 1]) continue;
    pushIndex(softJoints, activeJoints.items[k]);
    for (let i = 0; i < count; i++) world.rows.index[chosen[i] * ROW_INTS + SPRUNG] = TOGETHER;
  }
};

/** Takes the marks of the last step from rows that were not placed anew: an articulation may solve them now. */
export const clearSoftJoints = ({ rows: { count, index, sprung } }: World): void => {
  if (sprung === 0) return;
  for (let k = SPRUNG; k < count * ROW_INTS; k += ROW_INTS) if (index[k] === TOGETHER) index[k] = 1;
};

/** After Gauss-Seidel with bias. */
export const solveSoftJoints = (world: World): void => {
  const { softJoints } = world.scratch;
  for (let k = 0; k < softJoints.count; k++) solveTogether(world, softJoints.items[k]);
};

/** Chooses the soft locks without a bound. */
const chooseRows = (world: World, joint: number): void => {
  const { joints } = world;
  const { index, data } = world.rows;
  const first = joints.firstRow[joint];
  let block = first;
  system.count = 0;
  for (let row = first; row < first + joints.rowCount[joint] && system.count < MAX_SOFT_ROWS; row++) {
    const k = row * ROW_INTS;
    if (index[k + BLOCK] !== 0) block = row;
    if (index[k + SPRUNG] === 0 || index[k + ROLE] !== Role.lock || index[k + DIRECT] !== 0) continue;
    const isPoint = index[block * ROW_INTS + KIND] >= Kind.point;
    if (!isPoint && (data[block * ROW + UPPER] < Infinity || !hasEffectiveMass(world, row))) continue;
    blocks[system.count] = block;
    chooseRow(world, system, row);
  }
};

const solveTogether = (world: World, joint: number): void => {
  const { chosen, vector } = system;
  expandJoint(world, joint);
  chooseRows(world, joint);
  const { count } = system;
  writeInverse(world);
  for (let i = 0; i < count; i++) vector[i] = -rowSpeed(world, chosen[i]);
  for (let from = 0; from < count; from = endOfBlock(from)) addSpring(world, from, endOfBlock(from));
  solveSystem(system);
  applySystem(world, system);
  storePointImpulses(world, joint);
};

/** Writes K, its inverse, and the sum of all μ, which is no less than the largest. */
const writeInverse = (world: World): void => {
  const { count, matrix } = system;
  writeK(world, system);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k <= i; k++) {
      wholeK[i * MAX_SOFT_ROWS + k] = matrix[i * MAX_SOFT_ROWS + k];
      wholeK[k * MAX_SOFT_ROWS + i] = matrix[i * MAX_SOFT_ROWS + k];
    }
  }
  factorise(matrix, MAX_SOFT_ROWS, count, DEPENDENT);
  mode[0] = 0;
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < count; k++) inverse[i * MAX_SOFT_ROWS + k] = i === k ? 1 : 0;
    solveFactorised(matrix, MAX_SOFT_ROWS, count, inverse, i * MAX_SOFT_ROWS);
    for (let k = 0; k < count; k++)
      if (blocks[i] === blocks[k]) mode[0] += inverse[i * MAX_SOFT_ROWS + k] * wholeK[i * MAX_SOFT_ROWS + k];
  }
  for (let i = 0; i < count; i++)
    for (let k = 0; k <= i; k++) matrix[i * MAX_SOFT_ROWS + k] = wholeK[i * MAX_SOFT_ROWS + k];
};

const endOfBlock = (from: number): number => {
  let end = from + 1;
  while (end < system.count && blocks[end] === blocks[from]) end++;
  return end;
};

/** Adds Γ of a block to the matrix, and low - Γ λ to the right side. */
const addSpring = ({ rows: { data }, scratch }: World, from: number, end: number): void => {
  const { chosen, matrix, vector } = system;
  const p = chosen[from] * ROW;
  const asked = data[p + MASS_SCALE] / data[p + IMPULSE_SCALE];
  const square = data[p + BIAS_RATE] * scratch.substep.h * asked;
  const s = Math.max(asked, square - 4 / mode[0]);
  const size = end - from;
  for (let i = 0; i < size; i++)
    for (let k = 0; k <= i; k++)
      small[i * MAX_BLOCK_ROWS + k] = inverse[(from + i) * MAX_SOFT_ROWS + from + k];
  factorise(small, MAX_BLOCK_ROWS, size, DEPENDENT);
  for (let k = 0; k < size; k++) {
    for (let i = 0; i < size; i++) column[i] = i === k ? 1 : 0;
    solveFactorised(small, MAX_BLOCK_ROWS, size, column, 0);
    for (let i = 0; i < size; i++) {
      if (i >= k) matrix[(from + i) * MAX_SOFT_ROWS + from + k] += column[i] / s;
      vector[from + i] -= (column[i] / s) * data[chosen[from + k] * ROW + LAMBDA];
    }
    vector[from + k] += (data[chosen[from + k] * ROW + LOW] * asked) / s;
  }
};
