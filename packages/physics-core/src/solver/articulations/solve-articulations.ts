import { createFloats } from '../../math/floats.js';
import { growInt32 } from '../../math/index-list.js';
import { storePointImpulses } from '../../rows/expand-points.js';
import { writeSharedProduct } from '../../rows/write-rows.js';
import { BodyType } from '../../state/bodies.js';
import { LOW, RELAX_LOW } from '../../state/rows.js';
import type { Substep } from '../../state/substep.js';
import type { World } from '../../state/world.js';
import { MAX_FACTOR_COST } from '../../tuning.js';
import { solveActiveSet, undoSolve, wantedAt } from './active-set.js';
import { addContacts, writeBackToPoint } from './articulation-contacts.js';
import {
  addJointRows,
  DIRECT,
  DIRECT_COMPLIANCE,
  DIRECT_HIGH,
  DIRECT_LAMBDA,
  DIRECT_LOW,
  DIRECT_SPRING,
  DIRECT_START,
  DRIVES,
  FIRST_BODY,
  isEquality,
  ORIGIN,
  SECOND_BODY,
  SIDE,
  SOURCE,
  writeBackToRow,
} from './articulation-rows.js';
import { factorCost, layOutRows, setRowCount } from './envelope.js';

/**
 * Articulations of many joints, such as a stiff rope or a spine, are solved directly: all their locks, the
 * limits that are near, their motors and friction, and their contacts, in one system. Gauss-Seidel needs too
 * many iterations there. Where all joints of a path are at their limits, the path is a beam, and a beam of n
 * joints takes about n⁴ iterations to find its loads: two iterations in each of 4 substeps let a rope of 25
 * segments that lies bent on the floor fold up, degree by degree. On levers the rows of one joint work
 * against those of the next: of 40 random trees of joints 16 did not stay finite.
 *
 *   min  ½ λᵀ (K + Γ) λ + λᵀ (J v - s),   K = J M⁻¹ Jᵀ,   lower <= λ <= upper
 *
 * with s the speeds that the present stage (bias or relax) wants, and Γ the compliance of contacts that
 * remove penetration softly. Locks have no bounds, limits and contacts only push, motors have bounds.
 * Gauss-Seidel approaches the same complementarity problem one row at a time; active-set.ts solves it.
 * Without bias the result is the velocity of least energy, so the solve never adds energy. Springs, and
 * contacts within the articulation, stay with Gauss-Seidel, which comes first.
 */

/** After Gauss-Seidel with bias. */
export const solveArticulations = (world: World, substep: Substep): void =>
  solveAllArticulations(world, true, substep);

/** After Gauss-Seidel without bias. */
export const relaxArticulations = (world: World, substep: Substep): void =>
  solveAllArticulations(world, false, substep);

const solveAllArticulations = (world: World, biased: boolean, substep: Substep): void => {
  const { ends } = world.articulations;
  if (ends.count === 0) return;
  for (let k = 0; k < ends.count; k++)
    solveArticulation(world, k === 0 ? 0 : ends.items[k - 1], ends.items[k], biased, substep);
};

/**
 * Solves the articulation of the listed joints [from, to). A system that is too large, or does not end, keeps
 * what Gauss-Seidel left.
 */
const solveArticulation = (
  world: World,
  from: number,
  to: number,
  biased: boolean,
  substep: Substep,
): void => {
  if (!assembleSystem(world, from, to, biased, substep)) return;
  writeMatrix(world);
  let isSolved = solveActiveSet(world);
  if (isSolved && biased && writeBiasScale(world)) {
    undoSolve(world);
    scaleBias(world);
    isSolved = solveActiveSet(world);
  }
  if (isSolved) writeBackImpulses(world, from, to, biased);
  else undoSolve(world);
};

/**
 * Collects the rows and lays out K. Returns whether the cost allows a solve. Without the contacts it mostly
 * would, but they must not be left out: 60 welded boxes on a movable plate gained 5e4 J.
 */
const assembleSystem = (
  world: World,
  from: number,
  to: number,
  biased: boolean,
  substep: Substep,
): boolean => {
  gatherRows(world, from, to, biased, substep);
  writeStarts(world);
  const { system } = world.articulations;
  if (factorCost(system) > MAX_FACTOR_COST) return false;
  layOutRows(system);
  return true;
};

/**
 * Adds rows in the order of elimination: contact points after the first joint of their body, so that K stays
 * narrow.
 */
const gatherRows = (world: World, from: number, to: number, biased: boolean, substep: Substep): void => {
  const { joints, articulations } = world;
  articulations.rows.count = 0;
  for (let m = from; m < to; m++) {
    const joint = articulations.joints.items[m];
    addJointRows(world, joint, biased ? LOW : RELAX_LOW);
    addContacts(world, joints.bodyA[joint], biased, substep);
    addContacts(world, joints.bodyB[joint], biased, substep);
  }
};

/** A row of K begins at the first row that acts on one of its bodies. */
const writeStarts = ({ bodies: { type, capacity }, articulations }: World): void => {
  const { rows, system } = articulations;
  const { count, origins } = rows;
  setRowCount(system, count);
  if (articulations.firstRowOf.length < capacity)
    articulations.firstRowOf = growInt32(articulations.firstRowOf, capacity);
  const { firstRowOf } = articulations;
  for (let i = count - 1; i >= 0; i--) {
    firstRowOf[origins[i * ORIGIN + FIRST_BODY]] = i;
    firstRowOf[origins[i * ORIGIN + SECOND_BODY]] = i;
  }
  for (let i = 0; i < count; i++) {
    const a = origins[i * ORIGIN + FIRST_BODY];
    const b = origins[i * ORIGIN + SECOND_BODY];
    const startA = type[a] === BodyType.dynamic ? firstRowOf[a] : i;
    const startB = type[b] === BodyType.dynamic ? firstRowOf[b] : i;
    system.starts[i] = startA < startB ? startA : startB;
  }
};

const writeMatrix = ({ articulations }: World): void => {
  const { count, jacobians, responses, origins, floats } = articulations.rows;
  const { starts, offsets, matrix } = articulations.system;
  for (let i = 0; i < count; i++) {
    const a = origins[i * ORIGIN + FIRST_BODY];
    const b = origins[i * ORIGIN + SECOND_BODY];
    for (let k = starts[i]; k <= i; k++) {
      const otherA = origins[k * ORIGIN + FIRST_BODY];
      const otherB = origins[k * ORIGIN + SECOND_BODY];
      writeSharedProduct(jacobians, i * 12, a, b, responses, k * 12, otherA, otherB, matrix, offsets[i] + k);
    }
    const diagonal = matrix[offsets[i] + i];
    floats[i * DIRECT + DIRECT_SPRING] *= diagonal;
    matrix[offsets[i] + i] +=
      floats[i * DIRECT + DIRECT_SPRING] + floats[i * DIRECT + DIRECT_COMPLIANCE] * diagonal;
  }
};

/** Scratch: factor on the bias speeds. */
const biasScale = createFloats(1);

/**
 * Contradicting errors would ask for impulses without bound. So the bias may do as much work as correcting
 * each row alone at the fastest speed. Returns whether it did more; then `biasScale` reduces the bias speeds
 * to that work.
 */
const writeBiasScale = ({ articulations, settings }: World): boolean => {
  const { rows: direct, system } = articulations;
  const { count, floats, origins } = direct;
  const fastest = settings.jointCorrectionSpeed;
  let work = 0;
  let most = 0;
  for (let i = 0; i < count; i++) {
    const k = system.matrix[system.offsets[i] + i];
    const d = i * DIRECT;
    if (origins[i * ORIGIN + SIDE] === 0 || k === 0 || origins[i * ORIGIN + DRIVES] !== 0) continue;
    const done = floats[wantedAt(direct, i)] * (floats[d + DIRECT_LAMBDA] - floats[d + DIRECT_START]);
    if (done > 0) work += done;
    most += (fastest * fastest) / k;
  }
  biasScale[0] = work > most ? Math.sqrt(most / work) : 1;
  return work > most;
};

const scaleBias = ({ articulations: { rows: direct } }: World): void => {
  const { count, floats, origins } = direct;
  for (let i = 0; i < count; i++) {
    const d = i * DIRECT;
    if (origins[i * ORIGIN + DRIVES] !== 0) continue;
    const equal = isEquality(direct, i);
    if (equal || floats[d + DIRECT_LOW] > 0) floats[d + DIRECT_LOW] *= biasScale[0];
    if (equal || floats[d + DIRECT_HIGH] < 0) floats[d + DIRECT_HIGH] *= biasScale[0];
  }
};

/** Writes λ back to the rows and contact points. */
const writeBackImpulses = (world: World, from: number, to: number, biased: boolean): void => {
  const { origins, count } = world.articulations.rows;
  for (let i = 0; i < count; i++) {
    const source = origins[i * ORIGIN + SOURCE];
    if (source >= 0) writeBackToRow(world, i, source);
    else writeBackToPoint(world, i, source, biased);
  }
  for (let m = from; m < to; m++) storePointImpulses(world, world.articulations.joints.items[m]);
};
