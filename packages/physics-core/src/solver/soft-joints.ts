import { createFloats, type Floats } from '../math/floats.js';
import { createIndexList, pushIndex } from '../math/index-list.js';
import { H, times } from '../parts/context.js';
import {
  BIAS_RATE,
  BLOCK,
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
} from '../state/rows.js';
import type { World } from '../state/world.js';
import { DEPENDENT, factorise, solveFactorised } from './dense-rows.js';
import { applySystem, chooseRow, createRowSystem, solveSystem, writeK } from './row-system.js';
import { isAnswered } from './single-row.js';
import { rowSpeed } from './solve-rows.js';
import { spellJoint, takeImpulses } from './spell-points.js';

/**
 * Soft joints whose locks are more than one block, such as a soft slider: two ways across and three
 * angles. A body on a lever couples the blocks. Block by block, each sees the mass of a body that the
 * others let go: a ball of 5 cm on a lever of 2 m weighs 0.25 g instead of 1 kg, so a slider of 5 Hz
 * let it fall for metres, and what the sweeps left over between the blocks made it gain speed without
 * bound. So all soft locks of such a joint are solved at once, and each block is a spring against the
 * mass that it moves while the others hold:
 *   S = ((K⁻¹) of the block)⁻¹   with K = J M⁻¹ Jᵀ of all rows.
 *
 * A spring of massScale 1 - d and impulseScale d (see math/softness.ts), s = (1 - d) / d, wants Ċ + Γ
 * λ = low with Γ = S / s. Together:
 *   (K + Γ) Δλ = low - Ċ - Γ λ,   symmetric and positive.
 * Along a mode with K y = μ S y this is the step v⁺ = D (v - μ h ω² x), D = 1 / (1 + μ s), which does
 * not ring up while μ (hω)² < 2 (1 + D) / D, that is s > ((hω)² - 4 / μ) / 2. A spring that the lever
 * makes stiffer than the step allows gets twice this, as much as an implicit step has: what is too fast
 * for the step is then gone in one.
 */

const soft = createIndexList();

/** More than the six ways in which two bodies can move against each other. */
const MOST = 12;
/** Its matrix is K, then K + Γ. */
const system = createRowSystem(MOST);
/** The first row of the block of each chosen row. */
const blocks = new Int32Array(MOST);
const wholeK = createFloats(MOST * MOST);
const inverse = createFloats(MOST * MOST);
/** K⁻¹ of a block, then its factors; a column of S; and the largest μ. */
const LARGEST = 3;
const small = createFloats(LARGEST * LARGEST);
const column = createFloats(LARGEST);
const mode = createFloats(1);

/** Lists the joints whose soft locks are more than one block, and takes these rows out of the sweeps. */
export const listSoftJoints = (world: World): void => {
  const { activeJoints } = world;
  soft.count = 0;
  if (world.rows.sprung === 0) return;
  for (let k = 0; k < activeJoints.count; k++) {
    chooseRows(world, activeJoints.items[k]);
    const { count, chosen } = system;
    if (count === 0 || blocks[0] === blocks[count - 1]) continue;
    pushIndex(soft, activeJoints.items[k]);
    for (let i = 0; i < count; i++) world.rows.index[chosen[i] * ROW_INTS + SPRUNG] = TOGETHER;
  }
};

/** After the sweeps with bias. */
export const solveSoftJoints = (world: World): void => {
  for (let k = 0; k < soft.count; k++) solveTogether(world, soft.items[k]);
};

/** Soft locks without a bound. */
const chooseRows = (world: World, joint: number): void => {
  const { joints } = world;
  const { index, data } = world.rows;
  const first = joints.firstRow[joint];
  let block = first;
  system.count = 0;
  for (let row = first; row < first + joints.rowCount[joint] && system.count < MOST; row++) {
    const k = row * ROW_INTS;
    if (index[k + BLOCK] !== 0) block = row;
    if (index[k + SPRUNG] === 0 || index[k + ROLE] !== Role.lock) continue;
    const isPoint = index[block * ROW_INTS + KIND] >= Kind.point;
    if (!isPoint && (data[block * ROW + UPPER] < Infinity || !isAnswered(world, row))) continue;
    blocks[system.count] = block;
    chooseRow(world, system, row);
  }
};

const solveTogether = (world: World, joint: number): void => {
  const { chosen, vector } = system;
  spellJoint(world, joint);
  chooseRows(world, joint);
  const { count } = system;
  writeInverse(world);
  for (let i = 0; i < count; i++) vector[i] = -rowSpeed(world, chosen[i]);
  for (let from = 0; from < count; from = endOfBlock(from))
    addSpring(world.rows.data, from, endOfBlock(from));
  solveSystem(system);
  applySystem(world, system);
  takeImpulses(world, joint);
};

/** K, its inverse, and the sum of all μ, which is no less than the largest. */
const writeInverse = (world: World): void => {
  const { count, matrix } = system;
  writeK(world, system);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k <= i; k++) {
      wholeK[i * MOST + k] = matrix[i * MOST + k];
      wholeK[k * MOST + i] = matrix[i * MOST + k];
    }
  }
  factorise(matrix, MOST, count, DEPENDENT);
  mode[0] = 0;
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < count; k++) inverse[i * MOST + k] = i === k ? 1 : 0;
    solveFactorised(matrix, MOST, count, inverse, i * MOST);
    for (let k = 0; k < count; k++)
      if (blocks[i] === blocks[k]) mode[0] += inverse[i * MOST + k] * wholeK[i * MOST + k];
  }
  for (let i = 0; i < count; i++) for (let k = 0; k <= i; k++) matrix[i * MOST + k] = wholeK[i * MOST + k];
};

const endOfBlock = (from: number): number => {
  let end = from + 1;
  while (end < system.count && blocks[end] === blocks[from]) end++;
  return end;
};

/** Adds Γ of a block to the matrix, and low - Γ λ to the right side. */
const addSpring = (data: Floats, from: number, end: number): void => {
  const { chosen, matrix, vector } = system;
  const p = chosen[from] * ROW;
  const asked = data[p + MASS_SCALE] / data[p + IMPULSE_SCALE];
  const square = data[p + BIAS_RATE] * times[H] * asked;
  const s = Math.max(asked, square - 4 / mode[0]);
  const size = end - from;
  for (let i = 0; i < size; i++)
    for (let k = 0; k <= i; k++) small[i * LARGEST + k] = inverse[(from + i) * MOST + from + k];
  factorise(small, LARGEST, size, DEPENDENT);
  for (let k = 0; k < size; k++) {
    for (let i = 0; i < size; i++) column[i] = i === k ? 1 : 0;
    solveFactorised(small, LARGEST, size, column, 0);
    for (let i = 0; i < size; i++) {
      if (i >= k) matrix[(from + i) * MOST + from + k] += column[i] / s;
      vector[from + i] -= (column[i] / s) * data[chosen[from + k] * ROW + LAMBDA];
    }
    vector[from + k] += (data[chosen[from + k] * ROW + LOW] * asked) / s;
  }
};
