import { multiplyInto, writeAngularMomentum, writeInverseInertia, writeSpin } from '../bodies/inertia.js';
import { createFloats, type Floats } from '../math/floats.js';
import { atan2 } from '../math/trigonometry.js';
import { turn } from '../solver/rotation-vector.js';
import { DP, DR, MOTION, W } from '../state/bodies.js';
import type { World } from '../state/world.js';
import { DISPLACEMENT, PIVOT, ROTATION } from './time-of-impact.js';

/** Before the substeps: keeps the attitudes from which the bodies set out. */
export const rememberAttitudes = ({ bodies, awake, scratch, settings }: World): void => {
  if (!settings.continuous) return;
  const { rotation } = bodies;
  if (scratch.attitudes.length < rotation.length) scratch.attitudes = createFloats(rotation.length);
  const { attitudes } = scratch;
  for (let k = 0; k < awake.count; k++) {
    const b = awake.items[k] * 4;
    for (let i = b; i < b + 4; i++) attitudes[i] = rotation[i];
  }
};

const TURN = 2 * Math.PI;
const between = createFloats(4);

/**
 * The way of a body in this step: from where its centre was, how far, and by which rotation vector θ it
 * turned. θ takes the attitude of the step's start to that of its end exactly, which the sum of h ω does only
 * while the axis stays; the sum tells how many turns were made.
 */
export const writeWay = ({ bodies, scratch }: World, body: number, out: Floats): void => {
  const { motion, centre, rotation } = bodies;
  const d = body * MOTION + DP;
  const t = body * MOTION + DR;
  for (let i = 0; i < 3; i++) {
    out[PIVOT + i] = centre[body * 3 + i] - motion[d + i];
    out[DISPLACEMENT + i] = motion[d + i];
    out[ROTATION + i] = motion[t + i];
  }
  multiplyInto(between, 0, rotation, body * 4, scratch.attitudes, body * 4, -1);
  const x = between[0];
  const y = between[1];
  const z = between[2];
  const sine = Math.sqrt(x * x + y * y + z * z);
  // Whole turns, or none: there is no other axis than that of the sum.
  if (sine === 0) return;
  const angle = 2 * atan2(sine, between[3]);
  const sum = (x * motion[t] + y * motion[t + 1] + z * motion[t + 2]) / sine;
  const scale = (angle + TURN * Math.round((sum - angle) / TURN)) / sine;
  out[ROTATION] = scale * x;
  out[ROTATION + 1] = scale * y;
  out[ROTATION + 2] = scale * z;
};

const theta = createFloats(3);
const momentum = createFloats(3);

/**
 * Puts a body back to the part `time` of its way.
 *
 * In the attitude it has there the angular momentum L = I ω that it has now would belong to another energy:
 * between both lies a free motion of which the sweep sees start and end only, or a push. A rod that came back
 * to lie along L had many times the energy it came with. So L keeps its direction, and its length follows
 * from the energy: ω = s I⁻¹ L with s² = (energy now) / (energy of L in the new attitude). For a body that
 * spins about one of its axes, or does not turn, s is 1.
 */
export const putBack = (world: World, body: number, way: Floats, time: Floats): void => {
  const { bodies, scratch } = world;
  const { motion, centre, rotation } = bodies;
  const m = body * MOTION;
  writeAngularMomentum(bodies, body, momentum);
  const before = alongMomentum(motion, m + W);
  for (let i = 0; i < 3; i++) {
    centre[body * 3 + i] = way[PIVOT + i] + time[0] * way[DISPLACEMENT + i];
    motion[m + DP + i] = time[0] * way[DISPLACEMENT + i];
    theta[i] = time[0] * way[ROTATION + i];
    motion[m + DR + i] = theta[i];
  }
  for (let i = 0; i < 4; i++) rotation[body * 4 + i] = scratch.attitudes[body * 4 + i];
  turn(bodies, body, theta);
  writeInverseInertia(bodies, body);
  world.rows.isCurrent = false;
  writeSpin(bodies, body, momentum, theta, 0);
  const after = alongMomentum(theta, 0);
  if (!(before > 0 && after > 0)) return;
  const s = Math.sqrt(before / after);
  for (let k = 0; k < 3; k++) motion[m + W + k] = s * theta[k];
};

/** ω·L, twice the energy of rotation. */
const alongMomentum = (from: Floats, at: number): number =>
  from[at] * momentum[0] + from[at + 1] * momentum[1] + from[at + 2] * momentum[2];
