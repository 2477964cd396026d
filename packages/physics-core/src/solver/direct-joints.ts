import { createFloats } from '../math/floats.js';
import { growInt32 } from '../math/index-list.js';
import { writeSharedProduct } from '../parts/rows.js';
import { BodyType } from '../state/bodies.js';
import { LOW, RELAX_LOW } from '../state/rows.js';
import type { Substep } from '../state/substep.js';
import type { World } from '../state/world.js';
import { solveActiveSet, system, takeBack, wantedAt } from './active-set.js';
import { addContacts, returnToPoint } from './direct-contacts.js';
import {
  addJointRows,
  DIRECT,
  DIRECT_GUESS,
  DIRECT_HIGH,
  DIRECT_LAMBDA,
  DIRECT_LOW,
  DIRECT_SPRING,
  DIRECT_YIELD,
  DRIVES,
  direct,
  FIRST_BODY,
  isEquality,
  ORIGIN,
  returnToRow,
  SECOND_BODY,
  SIDE,
  SOURCE,
} from './direct-rows.js';
import { factorCost, layOutRows, setRowCount } from './envelope.js';
import { shiftFree } from './shift-free.js';
import { takeImpulses } from './spell-points.js';

/**
 * Mechanisms of many joints, such as a stiff rope or a spine, are solved directly: all their locks, the limits
 * that are near, their motors and friction, and what touches them, at once. Where many joints in a row stand
 * at their stops they are a beam, and a beam of n joints needs about n⁴ sweeps to learn what it bears: two
 * sweeps in each of 4 substeps let a rope of 25 segments that lies bent on the floor fold up, degree by
 * degree. On levers the rows of one joint pull against those of the next: of 40 random trees of joints 16 did
 * not stay finite.
 *
 *   min  ½ λᵀ (K + Γ) λ + λᵀ (J v - s),   K = J M⁻¹ Jᵀ,   lower <= λ <= upper
 *
 * with s as the sweep in hand wants it, and Γ of contacts that remove overlap softly. Locks have no bounds,
 * limits and contacts only push, motors have bounds. That is the complementarity which the sweeps approach one
 * row at a time; solver/active-set.ts finds it. Without bias the result is the velocity of least energy, so it
 * never has more than before. Springs and contacts within the mechanism stay with the sweeps, which come first.
 */

/** Of each body: the first row that acts on it. */
let firstOf: Int32Array = new Int32Array(0);

/** After the sweeps with bias. */
export const pushMechanisms = (world: World, substep: Substep): void => solveMechanisms(world, true, substep);

/** After the relax sweeps. */
export const relaxMechanisms = (world: World, substep: Substep): void =>
  solveMechanisms(world, false, substep);

const solveMechanisms = (world: World, biased: boolean, substep: Substep): void => {
  const { ends } = world.mechanisms;
  if (ends.count === 0) return;
  shiftFree(world, world.pushed, -1);
  for (let k = 0; k < ends.count; k++)
    solveMechanism(world, k === 0 ? 0 : ends.items[k - 1], ends.items[k], biased, substep);
  shiftFree(world, world.pushed, 1);
};

/**
 * The joints [from, to) of the list of mechanisms. What cannot be solved in time stays as the sweeps have left
 * it.
 */
const solveMechanism = (world: World, from: number, to: number, biased: boolean, substep: Substep): void => {
  if (!placeSystem(world, from, to, biased, substep)) return;
  writeMatrix();
  let isSolved = solveActiveSet(world);
  if (isSolved && biased && writeSlower(world.settings.jointCorrectionSpeed)) {
    takeBack(world);
    slowDown();
    isSolved = solveActiveSet(world);
  }
  if (isSolved) returnImpulses(world, from, to, biased);
  else takeBack(world);
};

/**
 * Multiplications of one factorisation, about six milliseconds. A rope of 190 boxes that lies on the floor needs
 * 7e4. On one movable plate, which couples all its contacts with each other, it needs far more; a net of 10 × 10
 * bodies needs 2e7. With 3e5 a tree of 40 bodies was left to the sweeps in some substeps and solved directly in
 * others, and gained energy without bound.
 */
const MOST_COST = 2e6;

/**
 * Gathers the rows and lays K out. Returns whether it can be solved in time. Without the contacts it mostly
 * could be, but they must not be left out: a row of 60 welded boxes on a movable plate gained 5e4 J.
 */
const placeSystem = (world: World, from: number, to: number, biased: boolean, substep: Substep): boolean => {
  gatherRows(world, from, to, biased, substep);
  writeStarts(world);
  if (factorCost(system) > MOST_COST) return false;
  layOutRows(system);
  return true;
};

/**
 * In the order of elimination: points of contacts behind the first joint of their body, so that K stays narrow.
 */
const gatherRows = (world: World, from: number, to: number, biased: boolean, substep: Substep): void => {
  const { joints, mechanisms } = world;
  direct.count = 0;
  for (let m = from; m < to; m++) {
    const joint = mechanisms.joints.items[m];
    addJointRows(world, joint, biased ? LOW : RELAX_LOW);
    addContacts(world, joints.bodyA[joint], biased, substep);
    addContacts(world, joints.bodyB[joint], biased, substep);
  }
};

/** A row of K begins where one of its bodies first appears. */
const writeStarts = ({ bodies: { type, capacity } }: World): void => {
  const { count, origins } = direct;
  setRowCount(system, count);
  if (firstOf.length < capacity) firstOf = growInt32(firstOf, capacity);
  for (let i = count - 1; i >= 0; i--) {
    firstOf[origins[i * ORIGIN + FIRST_BODY]] = i;
    firstOf[origins[i * ORIGIN + SECOND_BODY]] = i;
  }
  for (let i = 0; i < count; i++) {
    const a = origins[i * ORIGIN + FIRST_BODY];
    const b = origins[i * ORIGIN + SECOND_BODY];
    const startA = type[a] === BodyType.dynamic ? firstOf[a] : i;
    const startB = type[b] === BodyType.dynamic ? firstOf[b] : i;
    system.starts[i] = startA < startB ? startA : startB;
  }
};

const writeMatrix = (): void => {
  const { count, jacobians, responses, origins, floats } = direct;
  const { starts, offsets, matrix } = system;
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
      floats[i * DIRECT + DIRECT_SPRING] + floats[i * DIRECT + DIRECT_YIELD] * diagonal;
  }
};

/** The part of their speed at which errors are removed. */
const slower = createFloats(1);

/**
 * Errors that contradict each other would ask for any impulse. Removing them may do as much work as giving
 * each row the fastest correction. Returns whether they ask for more; then they go at a part of the speed.
 */
const writeSlower = (fastest: number): boolean => {
  const { count, floats, origins } = direct;
  let work = 0;
  let most = 0;
  for (let i = 0; i < count; i++) {
    const k = system.matrix[system.offsets[i] + i];
    const d = i * DIRECT;
    if (origins[i * ORIGIN + SIDE] === 0 || k === 0 || origins[i * ORIGIN + DRIVES] !== 0) continue;
    const done = floats[wantedAt(i)] * (floats[d + DIRECT_LAMBDA] - floats[d + DIRECT_GUESS]);
    if (done > 0) work += done;
    most += (fastest * fastest) / k;
  }
  slower[0] = work > most ? Math.sqrt(most / work) : 1;
  return work > most;
};

const slowDown = (): void => {
  const { count, floats, origins } = direct;
  for (let i = 0; i < count; i++) {
    const d = i * DIRECT;
    if (origins[i * ORIGIN + DRIVES] !== 0) continue;
    const equal = isEquality(i);
    if (equal || floats[d + DIRECT_LOW] > 0) floats[d + DIRECT_LOW] *= slower[0];
    if (equal || floats[d + DIRECT_HIGH] < 0) floats[d + DIRECT_HIGH] *= slower[0];
  }
};

/** To where the rows came from. */
const returnImpulses = (world: World, from: number, to: number, biased: boolean): void => {
  const { origins, count } = direct;
  for (let i = 0; i < count; i++) {
    const source = origins[i * ORIGIN + SOURCE];
    if (source >= 0) returnToRow(world, i, source);
    else returnToPoint(world, i, source, biased);
  }
  for (let m = from; m < to; m++) takeImpulses(world, world.mechanisms.joints.items[m]);
};
