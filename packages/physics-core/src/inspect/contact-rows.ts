import { settleMasses } from '../bodies/pending-mass.js';
import { type BodyHandle, bodyHandle, bodySlot, requireWorld } from '../handles.js';
import { readVec3 } from '../math/columns.js';
import type { Floats } from '../math/floats.js';
import type { Softness } from '../math/softness.js';
import { add, cross, scale, type Vec3 } from '../math/vec3.js';
import {
  ARM,
  ContactFlag,
  FRICTION_LAMBDA,
  FRICTION_MASS,
  MU,
  N,
  PL,
  PM,
  POINT,
  POINTS,
  PS,
  PX,
  PY,
  RA,
  RB,
  RECORD,
  ROLL,
  ROLL_LAMBDA,
  ROLL_MASS,
  SPIN,
  STIFF,
  SURFACE,
  T1,
  TWIST_LAMBDA,
  TWIST_MASS,
} from '../state/contacts.js';
import type { JointRowRole } from '../state/rows.js';
import type { World } from '../state/world.js';

export type RowRole = 'contact' | 'friction' | 'twist' | 'rolling' | JointRowRole;

/**
 * One row of the solver as it was last solved: Ċ = linearA·vA + angularA·ωA + linearB·vB + angularB·ωB, with
 * the impulse λ along it. Inspection reads, it never writes.
 */
export interface SolverRow {
  readonly role: RowRole;
  readonly bodyA: BodyHandle;
  readonly bodyB: BodyHandle;
  /** Where the force pair acts, world space. */
  readonly point: Vec3;
  readonly linearA: Vec3;
  readonly angularA: Vec3;
  readonly linearB: Vec3;
  readonly angularB: Vec3;
  /** C: the separation in metres for a contact row; friction has no position error. */
  readonly error: number;
  /** Target of Ċ. */
  readonly targetSpeed: number;
  readonly softness: Softness;
  /** Bounds of λ. Friction and rolling are bounded as a disc over their two rows: these are its radius. */
  readonly lower: number;
  readonly upper: number;
  /** 1 / (J M⁻¹ Jᵀ) of the row alone. */
  readonly effectiveMass: number;
  /** N·s or N·m·s over the last substep. */
  readonly lambda: number;
  /** Rows of equal block were solved together. */
  readonly block: number;
}

const RIGID: Softness = { biasRate: 0, massScale: 1, impulseScale: 0 };

/** Rows of all contacts of a body that were solved in the last step. */
export const contactRows = (world: World, handle: BodyHandle): SolverRow[] => {
  const body = bodySlot(world, handle);
  settleMasses(world);
  const { bodyA, bodyB } = world.contacts;
  return rowsWhere(world, (contact) => bodyA[contact] === body || bodyB[contact] === body);
};

/** Rows of all contacts that were solved in the last step, in solving order. */
export const allContactRows = (world: World): SolverRow[] => rowsWhere(world, () => true);

const rowsWhere = (world: World, wanted: (contact: number) => boolean): SolverRow[] => {
  requireWorld(world);
  const { solved, contacts } = world;
  const rows: SolverRow[] = [];
  for (let k = 0; k < solved.count; k++) {
    const contact = solved.items[k];
    const gone = (contacts.flags[contact] & ContactFlag.dead) !== 0 || contacts.count[contact] === 0;
    if (!gone && wanted(contact)) rows.push(...readRows(world, contact));
  }
  return rows;
};

/** Geometry of a contact as the kernel used it. */
interface Frame {
  readonly n: Vec3;
  readonly t1: Vec3;
  readonly t2: Vec3;
  readonly armA: Vec3;
  readonly armB: Vec3;
  readonly centre: Vec3;
}

const readFrame = (world: World, contact: number): Frame => {
  const { record, bodyA } = world.contacts;
  const { centre } = world.bodies;
  const r = contact * RECORD;
  const n = readVec3(record, r + N);
  const t1 = readVec3(record, r + T1);
  const armA = readVec3(record, r + RA);
  const armB = readVec3(record, r + RB);
  return { n, t1, t2: cross(n, t1), armA, armB, centre: add(readVec3(centre, bodyA[contact] * 3), armA) };
};

const readRows = (world: World, contact: number): SolverRow[] => {
  const { record, count } = world.contacts;
  const r = contact * RECORD;
  const frame = readFrame(world, contact);
  const { n, t1, t2 } = frame;
  let load = 0;
  const rows: SolverRow[] = [];
  const soft = record[r + STIFF] === 0 ? world.scratch.substep.soft : world.scratch.substep.stiff;
  for (let i = 0; i < count[contact]; i++) {
    const p = r + POINTS + i * POINT;
    const offset = add(scale(t1, record[p + PX]), scale(t2, record[p + PY]));
    load += record[p + PL];
    rows.push({
      ...forceRow(world, contact, frame, n, offset),
      role: 'contact',
      error: record[p + PS],
      softness: { ...soft },
      lower: 0,
      upper: Infinity,
      effectiveMass: record[p + PM],
      lambda: record[p + PL],
    });
  }
  const none: Vec3 = [0, 0, 0];
  const friction = record[r + MU] * load;
  const tangents = [t1, t2] as const;
  for (const [i, t] of tangents.entries()) {
    rows.push({
      ...forceRow(world, contact, frame, t, none),
      role: 'friction',
      targetSpeed: -record[r + SURFACE + i],
      lower: -friction,
      upper: friction,
      effectiveMass: alone(record, r + FRICTION_MASS, i),
      lambda: record[r + FRICTION_LAMBDA + i],
    });
  }
  const twist = (record[r + MU] * record[r + ARM] + record[r + SPIN]) * load;
  rows.push({
    ...torqueRow(world, contact, frame, n),
    role: 'twist',
    lower: -twist,
    upper: twist,
    effectiveMass: record[r + TWIST_MASS],
    lambda: record[r + TWIST_LAMBDA],
  });
  const rolling = record[r + ROLL] * load;
  for (const [i, t] of tangents.entries()) {
    rows.push({
      ...torqueRow(world, contact, frame, t),
      role: 'rolling',
      lower: -rolling,
      upper: rolling,
      effectiveMass: alone(record, r + ROLL_MASS, i),
      lambda: record[r + ROLL_LAMBDA + i],
    });
  }
  return rows;
};

/** 1 / K_ii from the stored inverse of the 2×2 K: K_11 = m22 / det m. */
const alone = (record: Floats, at: number, i: number): number => {
  const [m11, m12, m22] = record.slice(at, at + 3);
  const determinant = m11 * m22 - m12 * m12;
  const other = i === 0 ? m22 : m11;
  return other !== 0 ? determinant / other : 0;
};

const base = (world: World, contact: number, point: Vec3) => ({
  bodyA: bodyHandle(world, world.contacts.bodyA[contact]),
  bodyB: bodyHandle(world, world.contacts.bodyB[contact]),
  point,
  error: 0,
  targetSpeed: 0,
  softness: RIGID,
  block: contact,
});

const forceRow = (world: World, contact: number, frame: Frame, axis: Vec3, offset: Vec3) => ({
  ...base(world, contact, add(frame.centre, offset)),
  linearA: scale(axis, -1),
  angularA: scale(cross(add(frame.armA, offset), axis), -1),
  linearB: axis,
  angularB: cross(add(frame.armB, offset), axis),
});

const torqueRow = (world: World, contact: number, frame: Frame, axis: Vec3) => ({
  ...base(world, contact, frame.centre),
  linearA: [0, 0, 0] as Vec3,
  angularA: scale(axis, -1),
  linearB: [0, 0, 0] as Vec3,
  angularB: axis,
});
