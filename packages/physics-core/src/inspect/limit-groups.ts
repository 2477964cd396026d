import { frame, type JointContext, RA, XA, XB, YA, ZA } from '../rows/context.js';
import { MIN_SWING_SEMI_AXIS } from '../tuning.js';
import type { CoordinatePlan, DefinitionPlan } from './coordinate-plans.js';
import { CoordinateRecord as C, ShapeKinds } from './coordinate-record.js';
import { add3, claimRecord, copy3, type Reading } from './reading.js';

/**
 * Limits of several coordinates that make one shape: a box of translations, a cone of both parts of a swing.
 */

/**
 * Translations along A's axes bound a box where there are two or more; one alone is a rail.
 * `first`: the joint's first record.
 */
export const writeBoxGroup = (
  j: JointContext,
  plan: DefinitionPlan,
  reading: Reading,
  first: number,
): void => {
  if (plan.translations < 2 || !groupMembers(plan, reading, first, 'translation')) return;
  const at = claimGroup(reading, first, ShapeKinds.box);
  const out = reading.floats;
  // An axis without a coordinate is locked at 0.
  for (let r = first; r < reading.count - 1; r++) {
    const member = memberPlan(plan, reading, r);
    if (member?.kind === 'translation') writeRange(out, r * C.size, at + C.ranges + member.axis - XA);
  }
  add3(out, at + C.origin, j.centre, j.bodyA * 3, frame, RA);
  writeAxesOfA(out, at);
};

/** Scratch: the axis of the swing, y and z. */
const axis = new Float64Array(2);

/** Both parts of a swing bound one region of B's axis. */
export const writeSwingGroup = (plan: DefinitionPlan, reading: Reading, first: number): void => {
  if (plan.swings === 0 || !groupMembers(plan, reading, first, 'swing')) return;
  const at = claimGroup(reading, first, ShapeKinds.swing);
  const out = reading.floats;
  for (let r = first; r < reading.count - 1; r++) {
    const member = memberPlan(plan, reading, r);
    if (member?.kind !== 'swing') continue;
    writeRange(out, r * C.size, at + C.ranges + member.axis - XA);
    out[at + C.ellipse] = member.ellipse;
    out.copyWithin(at + C.origin, r * C.size + C.origin, r * C.size + C.origin + 3);
  }
  writeAxesOfA(out, at);
  const y = out[at + C.ranges + 5];
  const z = out[at + C.ranges + 8];
  const angle = Math.sqrt(y * y + z * z);
  out[at + C.value] = angle;
  axis[0] = angle > 0 ? y / angle : 1;
  axis[1] = angle > 0 ? z / angle : 0;
  writeSwingReach(out, at, axis, 0, out, at + C.reach);
};

/**
 * How far the swing of the record at `at` may go about the unit axis (0, ny, nz), whose two numbers lie at
 * `axisAt`: rad, at most half a revolution, written to `outAt`. Ellipse: 1 / √F with F = ny²/ay² + nz²/az² as in
 * parts/angles/swing-limit.ts. Box: to the nearer side.
 */
export const writeSwingReach = (
  record: Float64Array,
  at: number,
  axes: Float64Array,
  axisAt: number,
  out: Float64Array,
  outAt: number,
): void => {
  const ny = axes[axisAt];
  const nz = axes[axisAt + 1];
  const lowerY = record[at + C.ranges + 3];
  const upperY = record[at + C.ranges + 4];
  const lowerZ = record[at + C.ranges + 6];
  const upperZ = record[at + C.ranges + 7];
  const sideY = ny < 0 ? -lowerY : upperY;
  const sideZ = nz < 0 ? -lowerZ : upperZ;
  if (record[at + C.ellipse] !== 0) {
    const ay = Math.max(sideY, MIN_SWING_SEMI_AXIS);
    const az = Math.max(sideZ, MIN_SWING_SEMI_AXIS);
    const root = Math.sqrt((ny * ny) / (ay * ay) + (nz * nz) / (az * az));
    out[outAt] = root > 0 ? Math.min(1 / root, Math.PI) : Math.PI;
    return;
  }
  const wayY = ny === 0 ? Infinity : sideY / Math.abs(ny);
  const wayZ = nz === 0 ? Infinity : sideZ / Math.abs(nz);
  out[outAt] = Math.max(0, Math.min(wayY, wayZ, Math.PI));
};

/** The plan of the coordinate in a record; none for a group. */
const memberPlan = (
  { coordinates }: DefinitionPlan,
  { floats }: Reading,
  record: number,
): CoordinatePlan | undefined => {
  const place = floats[record * C.size + C.coordinate];
  return place < 0 ? undefined : coordinates[place];
};

/** Marks the members of a group; returns whether one of them is limited. */
const groupMembers = (
  plan: DefinitionPlan,
  reading: Reading,
  first: number,
  kind: 'translation' | 'swing',
): boolean => {
  let limited = false;
  for (let r = first; r < reading.count; r++) {
    if (memberPlan(plan, reading, r)?.kind !== kind) continue;
    reading.floats[r * C.size + C.grouped] = 1;
    limited ||= reading.floats[r * C.size + C.limited] !== 0;
  }
  return limited;
};

const claimGroup = (reading: Reading, first: number, kind: number): number => {
  const at = claimRecord(reading, C.size);
  const out = reading.floats;
  for (let i = 0; i < C.size; i++) out[at + i] = 0;
  out[at + C.joint] = out[first * C.size + C.joint];
  out[at + C.handle] = out[first * C.size + C.handle];
  out[at + C.coordinate] = -1;
  out[at + C.kind] = kind;
  out[at + C.limited] = 1;
  out[at + C.angle] = kind === ShapeKinds.swing ? 1 : 0;
  return at;
};

/** Range and value of a member, and its λ for the group. */
const writeRange = (out: Float64Array, member: number, at: number): void => {
  const group = at - (at % C.size);
  const locked = out[member + C.locked] !== 0;
  out[at] = locked ? 0 : out[member + C.lower];
  out[at + 1] = locked ? 0 : out[member + C.upper];
  out[at + 2] = out[member + C.value];
  if (out[member + C.limitLambda] !== 0) out[group + C.limitLambda] = out[member + C.limitLambda];
};

const writeAxesOfA = (out: Float64Array, at: number): void => {
  copy3(out, at + C.x, frame, XA);
  copy3(out, at + C.y, frame, YA);
  copy3(out, at + C.z, frame, ZA);
  copy3(out, at + C.pointer, frame, XB);
};
