import { PhysicsError } from '../errors.js';
import { type JointHandle, jointSlot } from '../handles.js';
import { controlSlots } from '../joints/controls.js';
import { jointDefinitions } from '../joints/define-joint.js';
import { enterJoint, enterJoints, writeCoordinate } from '../joints/write-rows.js';
import { readVec3 } from '../math/columns.js';
import { solvePositive } from '../math/solve-positive.js';
import type { Vec3 } from '../math/vec3.js';
import { COORDINATE, frame, GRADIENT } from '../parts/context.js';
import { writeReaction } from '../solver/reaction.js';
import { solvedRows } from '../solver/spell-points.js';
import { MOTION } from '../state/bodies.js';
import { JointFlag } from '../state/joints.js';
import { ERROR, J, LAMBDA, ROLE, ROW, ROW_INTS, Role, SLOT } from '../state/rows.js';
import type { World } from '../state/world.js';
import { show } from '../validate.js';

/** Reading a joint: the same read-outs for every type. */

export interface CoordinateState {
  /** m or rad; angles of joints that count turns go on beyond half a turn. */
  readonly value: number;
  /** m/s or rad/s. */
  readonly rate: number;
}

/** All free coordinates by name, from the present poses and velocities. */
export const jointCoordinates = (world: World, handle: JointHandle): Record<string, CoordinateState> => {
  const joint = jointSlot(world, handle);
  const { coordinates, coordinateNames } = jointDefinitions()[world.joints.definition[joint]];
  const j = enterJoints(world);
  const states: Record<string, CoordinateState> = {};
  for (const [k, coordinate] of coordinates.entries()) {
    enterJoint(world, j, joint);
    writeCoordinate(j, coordinate, k);
    let rate = 0;
    for (let i = 0; i < 6; i++) {
      rate += frame[GRADIENT + i] * j.motion[j.bodyA * MOTION + i];
      rate += frame[GRADIENT + 6 + i] * j.motion[j.bodyB * MOTION + i];
    }
    states[coordinateNames[k]] = { value: frame[COORDINATE], rate };
  }
  return states;
};

/** The value of one coordinate; by default the first. */
export const jointCoordinate = (world: World, handle: JointHandle, name?: string): CoordinateState => {
  const states = jointCoordinates(world, handle);
  const wanted = name ?? Object.keys(states)[0];
  const state = states[wanted];
  if (state === undefined) {
    const known = Object.keys(states).map((key) => `'${key}'`);
    throw new PhysicsError(
      'unknown-field',
      name === undefined ? 'This joint has no coordinate' : `This joint has no coordinate ${show(name)}`,
      known.length > 0 ? `Use ${known.join(', ')}` : 'Read its error or reaction instead',
    );
  }
  return state;
};

export interface JointReaction {
  /** On B, N, world axes. */
  readonly force: Vec3;
  /** On B about its anchor, N·m, world axes. */
  readonly torque: Vec3;
}

/** Force and torque with which the joint acts on B in the last substep; zero when it was not solved. */
export const jointReaction = (world: World, handle: JointHandle): JointReaction => {
  const out = new Float64Array(6);
  writeReaction(world, jointSlot(world, handle), out);
  return { force: readVec3(out, 0), torque: readVec3(out, 3) };
};

/**
 * How far the locked rows are from holding: the largest |C| of translations, m, and
 * of angles, rad, in the last step.
 */
export const jointError = (world: World, handle: JointHandle): { linear: number; angular: number } => {
  const joint = jointSlot(world, handle);
  let linear = 0;
  let angular = 0;
  const { data, index } = solvedRows(world);
  forEachRow(world, joint, (row) => {
    if (index[row * ROW_INTS + ROLE] !== Role.lock && index[row * ROW_INTS + ROLE] !== Role.coupling) return;
    const p = row * ROW;
    const moves = [0, 1, 2, 6, 7, 8].some((i) => data[p + i] !== 0);
    if (moves) linear = Math.max(linear, Math.abs(data[p + ERROR]));
    else angular = Math.max(angular, Math.abs(data[p + ERROR]));
  });
  return { linear, angular };
};

const forEachRow = (world: World, joint: number, visit: (row: number) => void): void => {
  const first = world.joints.firstRow[joint];
  for (let row = first; row < first + world.joints.rowCount[joint]; row++) visit(row);
};

export interface CoordinateImpulses {
  /**
   * N·s or N·m·s over the last substep, positive when it increases the coordinate. Limits of several
   * coordinates together count for each.
   */
  readonly limit: number;
  readonly motor: number;
  readonly spring: number;
  readonly friction: number;
}

/**
 * What the controls of each coordinate did in the last substep. Divided by the
 * substep's length it is a force or torque.
 */
export const jointImpulses = (world: World, handle: JointHandle): Record<string, CoordinateImpulses> => {
  const joint = jointSlot(world, handle);
  const { slots, coordinateNames } = jointDefinitions()[world.joints.definition[joint]];
  const bySlot = new Float64Array(slots.length);
  const own = slots.length - controlSlots.length * coordinateNames.length;
  const shared = new Float64Array(12);
  forEachRow(world, joint, (row) => {
    const { index, data } = world.rows;
    const slot = index[row * ROW_INTS + SLOT];
    const lambda = data[row * ROW + LAMBDA];
    bySlot[slot] = lambda;
    if (slot >= own || index[row * ROW_INTS + ROLE] !== Role.limit) return;
    for (let i = 0; i < 12; i++) shared[i] += lambda * data[row * ROW + J + i];
  });
  const parts = alongCoordinates(world, joint, shared);
  return Object.fromEntries(
    coordinateNames.map((name, k) => {
      const [limit, motor, spring, friction] = bySlot.subarray(own + k * controlSlots.length);
      return [name, { limit: limit + parts[k], motor, spring, friction }];
    }),
  );
};

/**
 * What an impulse p on both bodies does along each coordinate: the f of Σ f ∇q that comes
 * nearest to p, from Σ f (∇q·∇qₖ) = p·∇qₖ. An elliptic limit is a function of both parts of the
 * swing, so there it is met exactly.
 */
const alongCoordinates = (world: World, joint: number, impulse: Float64Array): Float64Array => {
  const { coordinates } = jointDefinitions()[world.joints.definition[joint]];
  const along = new Float64Array(coordinates.length);
  if (impulse.every((x) => x === 0)) return along;
  const j = enterJoints(world);
  const gradients = coordinates.map((coordinate, k) => {
    enterJoint(world, j, joint);
    writeCoordinate(j, coordinate, k);
    return frame.slice(GRADIENT, GRADIENT + 12);
  });
  const product = (a: Float64Array, b: Float64Array): number => a.reduce((sum, x, i) => sum + x * b[i], 0);
  const matrix = gradients.map((g) => gradients.map((other) => product(g, other)));
  along.set(
    solvePositive(
      matrix,
      gradients.map((g) => product(g, impulse)),
    ),
  );
  return along;
};

export const isJointEnabled = (world: World, handle: JointHandle): boolean => {
  const joint = jointSlot(world, handle);
  return (world.joints.flags[joint] & JointFlag.enabled) !== 0;
};
