import { multiplyInto, writeAngularMomentum, writeInverseInertia, writeSpin } from '../../bodies/inertia.js';
import { createFloats, type Floats } from '../../math/floats.js';
import { atan2, REVOLUTION } from '../../math/trigonometry.js';
import { turn } from '../../solver/integrate/rotation-vector.js';
import { DP, DR, isJointed, MOTION, V, W } from '../../state/bodies.js';
import type { World } from '../../state/world.js';
import { OFF_AXIS } from '../../tuning.js';
import { isRevolved, POSE_STRIDE, ShapeKind } from '../shapes/collider-shapes.js';
import { DISPLACEMENT, PIVOT, ROTATION } from './time-of-impact.js';

/**
 * Before the substeps: stores the orientation in which each awake body starts the step. The CCD sweep and its
 * rollback start from there.
 */
export const rememberOrientations = ({ bodies, awake, scratch, settings }: World): void => {
  if (!settings.continuous) return;
  const { rotation } = bodies;
  if (scratch.orientations.length < rotation.length) scratch.orientations = createFloats(rotation.length);
  const { orientations } = scratch;
  for (let k = 0; k < awake.count; k++) {
    const b = awake.items[k] * 4;
    for (let i = b; i < b + 4; i++) orientations[i] = rotation[i];
  }
};

/** Scratch: the rotation from the start of the step to its end. */
const between = createFloats(4);

/**
 * The sweep of a body, which is its motion over the step: the centre at the start, the displacement and the
 * rotation vector θ. θ takes the orientation at the start exactly to that at the end. The sum of h ω does so
 * only while the axis stays; it decides the number of whole revolutions.
 */
export const writeSweep = (world: World, body: number, out: Floats): void => {
  const { bodies, scratch } = world;
  const { motion, centre, rotation } = bodies;
  const d = body * MOTION + DP;
  const t = body * MOTION + DR;
  for (let i = 0; i < 3; i++) {
    out[PIVOT + i] = centre[body * 3 + i] - motion[d + i];
    out[DISPLACEMENT + i] = motion[d + i];
    out[ROTATION + i] = motion[t + i];
  }
  multiplyInto(between, 0, rotation, body * 4, scratch.orientations, body * 4, -1);
  if (isRound(world, body)) {
    writeSwing(world, body, out);
    return;
  }
  const x = between[0];
  const y = between[1];
  const z = between[2];
  const sine = Math.sqrt(x * x + y * y + z * z);
  // Whole revolutions, or none: the sum of h ω is then the only axis there is.
  if (sine === 0) return;
  const angle = 2 * atan2(sine, between[3]);
  const sum = (x * motion[t] + y * motion[t + 1] + z * motion[t + 2]) / sine;
  const scale = (angle + REVOLUTION * Math.round((sum - angle) / REVOLUTION)) / sine;
  out[ROTATION] = scale * x;
  out[ROTATION + 1] = scale * y;
  out[ROTATION + 2] = scale * z;
};

/** Whether the body is one shape of revolution that turns about its own axis, and no joint sees its spin. */
const isRound = (world: World, body: number): boolean => {
  const { bodies, colliders } = world;
  const collider = bodies.firstCollider[body];
  if (collider < 0 || colliders.next[collider] >= 0 || isJointed(world, body)) return false;
  const kind = colliders.kind[collider];
  return kind !== ShapeKind.sphere && isRevolved(kind) && isCentred(world, body, collider);
};

/**
 * Whether the centre of mass lies on the axis a of a shape: |d × a| is small, with d from the centre of mass to the shape. In the frame
 * of the body, where the sums have hardly a rounding error.
 */
const isCentred = ({ bodies, colliders }: World, body: number, collider: number): boolean => {
  const { localRotation: q, localPosition } = colliders;
  const r = collider * 4;
  const ax = 2 * (q[r] * q[r + 1] - q[r + 2] * q[r + 3]);
  const ay = 1 - 2 * (q[r] * q[r] + q[r + 2] * q[r + 2]);
  const az = 2 * (q[r + 1] * q[r + 2] + q[r] * q[r + 3]);
  const dx = localPosition[collider * 3] - bodies.localCentre[body * 3];
  const dy = localPosition[collider * 3 + 1] - bodies.localCentre[body * 3 + 1];
  const dz = localPosition[collider * 3 + 2] - bodies.localCentre[body * 3 + 2];
  const x = dy * az - dz * ay;
  const y = dz * ax - dx * az;
  const z = dx * ay - dy * ax;
  return x * x + y * y + z * z < OFF_AXIS * OFF_AXIS;
};

/**
 * The spin of a shape of revolution about its own axis a moves nothing. Of its rotation q = `between` only the shortest one
 * counts that takes a to where it ends, R a = a + 2 w (q × a) + 2 q × (q × a). The whole rotation is about an axis near a, and
 * on that path the shape wobbles: a rod that spun at 730 rad/s seemed to strike the floor in every step.
 */
const writeSwing = ({ bodies, colliders }: World, body: number, out: Floats): void => {
  // The pose of the collider is still that of the start of the step.
  const p = bodies.firstCollider[body] * POSE_STRIDE;
  const ax = colliders.pose[p + 4];
  const ay = colliders.pose[p + 7];
  const az = colliders.pose[p + 10];
  const qx = between[0];
  const qy = between[1];
  const qz = between[2];
  const tx = 2 * (qy * az - qz * ay);
  const ty = 2 * (qz * ax - qx * az);
  const tz = 2 * (qx * ay - qy * ax);
  const bx = ax + between[3] * tx + qy * tz - qz * ty;
  const by = ay + between[3] * ty + qz * tx - qx * tz;
  const bz = az + between[3] * tz + qx * ty - qy * tx;
  const x = ay * bz - az * by;
  const y = az * bx - ax * bz;
  const z = ax * by - ay * bx;
  const sine = Math.sqrt(x * x + y * y + z * z);
  const scale = sine > 0 ? atan2(sine, ax * bx + ay * by + az * bz) / sine : 0;
  out[ROTATION] = scale * x;
  out[ROTATION + 1] = scale * y;
  out[ROTATION + 2] = scale * z;
};

/** Scratch: part of the rotation vector, then ω; and L. */
const theta = createFloats(3);
const momentum = createFloats(3);

/**
 * CCD rollback: moves a body back to the fraction `time` of its sweep.
 *
 * The inertia I depends on the orientation, so the present angular momentum L = I ω has another energy in the
 * orientation of the rollback. The sweep interpolates between start and end and does not contain the motion in
 * between, nor an impulse. With L kept whole, a rod that was rolled back until it lay along L had many times
 * the energy it came with. So L keeps its direction, and its length follows from the energy: ω = s I⁻¹ L with
 * s² = (energy now) / (energy of L in the new orientation). For a body that rotates about one of its principal
 * axes, or not at all, s is 1.
 */
export const rollBack = (world: World, body: number, sweep: Floats, time: Floats): void => {
  const { bodies, scratch } = world;
  const { motion, centre, rotation } = bodies;
  const m = body * MOTION;
  takeBackFall(world, body, sweep, time);
  writeAngularMomentum(bodies, body, momentum);
  const before = alongMomentum(motion, m + W);
  for (let i = 0; i < 3; i++) {
    centre[body * 3 + i] = sweep[PIVOT + i] + time[0] * sweep[DISPLACEMENT + i];
    motion[m + DP + i] = time[0] * sweep[DISPLACEMENT + i];
    theta[i] = time[0] * sweep[ROTATION + i];
    motion[m + DR + i] = theta[i];
  }
  for (let i = 0; i < 4; i++) rotation[body * 4 + i] = scratch.orientations[body * 4 + i];
  turn(bodies, body, theta);
  writeInverseInertia(bodies, body);
  world.rows.isCurrent = false;
  writeSpin(bodies, body, momentum, theta, 0);
  const after = alongMomentum(theta, 0);
  if (!(before > 0 && after > 0)) return;
  const s = Math.sqrt(before / after);
  for (let k = 0; k < 3; k++) motion[m + W + k] = s * theta[k];
};

/** ω·L, twice the rotational energy. */
const alongMomentum = (from: Floats, at: number): number =>
  from[at] * momentum[0] + from[at + 1] * momentum[1] + from[at + 2] * momentum[2];

/**
 * A body in free flight that is rolled back by the displacement d has not done the fall of d yet. With the change c of
 * its velocity by external forces in a substep h, so a = c / h, the speed u along c follows from the energy:
 *   u² ← u² - 2 a·d
 * Without this it kept the speed of a fall that it does again, and a box that tumbled on a floor gained 3 % energy in
 * 30 s.
 */
const takeBackFall = (
  { bodies, settings, scratch }: World,
  body: number,
  sweep: Floats,
  time: Floats,
): void => {
  const { motion, predicted, externalChange } = bodies;
  const v = body * MOTION + V;
  const c = body * 3;
  if (motion[v] !== predicted[c] || motion[v + 1] !== predicted[c + 1] || motion[v + 2] !== predicted[c + 2])
    return;
  let square = 0;
  let along = 0;
  let fall = 0;
  for (let i = 0; i < 3; i++) {
    square += externalChange[c + i] * externalChange[c + i];
    along += externalChange[c + i] * motion[v + i];
    fall += externalChange[c + i] * sweep[DISPLACEMENT + i];
  }
  if (square === 0) return;
  const lost = 1 - time[0];
  const speed = Math.sqrt(Math.max(0, (along * along) / square - (2 * lost * fall) / scratch.substep.h));
  const isUpward = along < lost * settings.substeps * square;
  const change = ((isUpward ? -speed : speed) * Math.sqrt(square) - along) / square;
  for (let i = 0; i < 3; i++) motion[v + i] += change * externalChange[c + i];
};
