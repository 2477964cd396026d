import { COORDINATE, frame, GRADIENT, type JointContext } from '../rows/context.js';
import { claimRows, finishCoupled, lockRows } from '../rows/write-rows.js';
import { ERROR, J, ROW, Role } from '../state/rows.js';
import { enterJoint, writeCoordinate } from './write-joint.js';

/**
 * A coupling constrains a sum of coordinates of two other joints (gears; Tamis 2015 §2.1 gives the general
 * row):
 *   C = qA + ratio qB - offset          Ċ = JA vA + ratio JB vB
 * with JA and JB the gradients of the coordinates, each on the two bodies of its own joint. That is a pair of
 * rows that share one λ; they may have bodies in common (both wheels on one carrier), see finishCoupled. Each
 * gradient pushes both bodies of its joint oppositely, so a carrier receives the reaction of the wheels and
 * momentum is conserved. Angles count revolutions, so C does not slip.
 *
 * Both rows carry the whole C: their Ċ together is its derivative.
 */

/** Parameters of a coupling, as offsets from j.params. */
export interface CouplingParams {
  readonly ratio: number;
  readonly offset: number;
  readonly coordinateA: number;
  readonly coordinateB: number;
}

/** The rows of slots `slot` and `slot + 1`. */
export const couplingRows = (j: JointContext, slot: number, at: CouplingParams): void => {
  const { joints, joint: own, params, floats } = j;
  const first = joints.coupled[own * 2];
  const second = joints.coupled[own * 2 + 1];
  j.bodyA = joints.bodyA[first];
  j.bodyB = joints.bodyB[first];
  const row = claimRows(j, 2, Role.coupling, slot);
  const ratio = floats[params + at.ratio];
  countCoordinateOf(j, first, floats[params + at.coordinateA] | 0);
  let error = frame[COORDINATE];
  for (let i = 0; i < 12; i++) j.rows[row + J + i] = frame[GRADIENT + i];
  countCoordinateOf(j, second, floats[params + at.coordinateB] | 0);
  error += ratio * frame[COORDINATE];
  for (let i = 0; i < 12; i++) j.rows[row + ROW + J + i] = ratio * frame[GRADIENT + i];
  enterJoint(j, j, own);
  error -= floats[params + at.offset];
  j.rows[row + ERROR] = error;
  j.rows[row + ROW + ERROR] = error;
  lockRows(j, row, 2);
  finishCoupled(j, row, joints.bodyA[second], joints.bodyB[second]);
};

/** At creation: the present sum of the coordinates becomes the offset, unless one is given. */
export const prepareCoupling = (j: JointContext, at: CouplingParams, given: readonly string[]): void => {
  if (!given.includes('offset')) j.floats[j.params + at.offset] = couplingSum(j, at);
};

/** qA + ratio qB at the present poses. */
export const couplingSum = (j: JointContext, at: CouplingParams): number => {
  const { joints, joint: own, params, floats } = j;
  enterCoordinate(j, joints.coupled[own * 2], floats[params + at.coordinateA] | 0);
  const q = frame[COORDINATE];
  enterCoordinate(j, joints.coupled[own * 2 + 1], floats[params + at.coordinateB] | 0);
  const sum = q + floats[params + at.ratio] * frame[COORDINATE];
  enterJoint(j, j, own);
  return sum;
};

/**
 * Value and gradient of a coordinate of another joint; the context stays at that joint. Returns its number.
 */
const enterCoordinate = (j: JointContext, joint: number, coordinate: number): number => {
  const { coordinates } = enterJoint(j, j, joint);
  const k = Math.min(coordinate, coordinates.length - 1);
  writeCoordinate(j, coordinates[k], k);
  return k;
};

/**
 * The same, and counts revolutions: in every substep, not once a step as for other angles, or a fast wheel
 * might lose a revolution.
 */
const countCoordinateOf = (j: JointContext, joint: number, coordinate: number): void => {
  const k = enterCoordinate(j, joint, coordinate);
  j.floats[j.state + k] = frame[COORDINATE];
};
