import { settleMasses } from '../bodies/pending-mass.js';
import { bodyHandle, type JointHandle, jointHandle, jointSlot, requireWorld } from '../handles.js';
import { jointStages } from '../joint-stages.js';
import { jointDefinitions } from '../joints/define-joint.js';
import { enterJoint, enterJoints } from '../joints/write-joint.js';
import { readVec3 } from '../math/columns.js';
import { add, type Vec3 } from '../math/vec3.js';
import { frame, RB } from '../rows/context.js';
import { solvedRows } from '../rows/expand-points.js';
import { rowSpeed } from '../rows/row-speed.js';
import {
  BIAS_RATE,
  BLOCK,
  BODY_A,
  BODY_B,
  ERROR,
  HIGH,
  IMPULSE_SCALE,
  J,
  LAMBDA,
  LOW,
  LOWER,
  MASS,
  MASS_SCALE,
  ROLE,
  ROW,
  ROW_INTS,
  RowRoles,
  SLOT,
  UPPER,
} from '../state/rows.js';
import type { World } from '../state/world.js';
import type { SolverRow } from './contact-rows.js';

/** A row of a joint: a solver row that knows which joint wrote it and under which name. */
export interface JointRow extends SolverRow {
  readonly joint: JointHandle;
  /** Name of the row within the joint, such as 'point x' or 'angle motor'. */
  readonly name: string;
  /**
   * Window of Ċ that the solve with bias aims at: equal ends for an equality, the
   * gaps divided by h for a limit.
   */
  readonly window: readonly [low: number, high: number];
  /** Ċ at the present velocities. */
  readonly speed: number;
}

/** The rows of a joint as they were last solved; none when the joint sleeps or is disabled. */
export const jointRows = (world: World, handle: JointHandle): JointRow[] =>
  readJointRows(world, jointSlot(world, handle));

/** The rows of all joints that were solved in the last step, in solving order. */
export const allJointRows = (world: World): JointRow[] => {
  requireWorld(world);
  const { activeJoints } = world;
  const list: JointRow[] = [];
  for (let k = 0; k < activeJoints.count; k++) list.push(...readJointRows(world, activeJoints.items[k]));
  return list;
};

const readJointRows = (world: World, joint: number): JointRow[] => {
  jointStages.settleRows(world);
  settleMasses(world);
  const { joints } = world;
  const { index } = solvedRows(world);
  const first = joints.firstRow[joint];
  const list: JointRow[] = [];
  let head = first;
  for (let row = first; row < first + joints.rowCount[joint]; row++) {
    if (index[row * ROW_INTS + BLOCK] !== 0) head = row;
    list.push(readJointRow(world, joint, row, head));
  }
  return list;
};

const readJointRow = (world: World, joint: number, row: number, head: number): JointRow => {
  const { data, index } = world.rows;
  const p = row * ROW;
  const k = row * ROW_INTS;
  const { slots } = jointDefinitions()[world.joints.definition[joint]];
  return {
    role: RowRoles[index[k + ROLE]],
    joint: jointHandle(world, joint),
    name: slots[index[k + SLOT]],
    bodyA: bodyHandle(world, index[k + BODY_A]),
    bodyB: bodyHandle(world, index[k + BODY_B]),
    point: anchorOf(world, joint),
    linearA: readVec3(data, p + J),
    angularA: readVec3(data, p + J + 3),
    linearB: readVec3(data, p + J + 6),
    angularB: readVec3(data, p + J + 9),
    error: data[p + ERROR],
    targetSpeed: data[p + LOW] === data[p + HIGH] ? data[p + LOW] : 0,
    window: [data[p + LOW], data[p + HIGH]],
    softness: {
      biasRate: data[p + BIAS_RATE],
      massScale: data[p + MASS_SCALE],
      impulseScale: data[p + IMPULSE_SCALE],
    },
    lower: data[p + LOWER],
    upper: data[p + UPPER],
    effectiveMass: data[p + MASS],
    lambda: data[p + LAMBDA],
    speed: rowSpeed(world, row),
    block: head,
  };
};

/** Where the joint sits on B, world space. */
const anchorOf = (world: World, joint: number): Vec3 => {
  const j = enterJoints(world);
  enterJoint(world, j, joint);
  return add(readVec3(world.bodies.centre, j.bodyB * 3), readVec3(frame, RB));
};
