import { multiplyInto, writeAngularMomentum } from '../../bodies/inertia.js';
import { createFloats, type Floats } from '../../math/floats.js';
import { atan2, REVOLUTION, writeSinCos } from '../../math/trigonometry.js';
import { DP, DR, isJointed, MOTION, W } from '../../state/bodies.js';
import type { World } from '../../state/world.js';
import { OFF_AXIS, SWING_END } from '../../tuning.js';
import { isRevolved, POSE_STRIDE, ShapeKind } from '../shapes/collider-shapes.js';
import { DISPLACEMENT, PIVOT, ROTATION } from './time-of-impact.js';

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
 * The spin of a shape of revolution about its own axis a moves nothing. What counts is how a swings from where it starts, p, to where
 * it ends, q. The rotation of the body is about an axis near a when it spins fast, and on that path the shape wobbles: a rod that
 * spun at 730 rad/s seemed to strike the floor in every step.
 *
 * A free top that is alike about a swings about its angular momentum L: with the moment I across a,
 *   dL/dt = 0,   da/dt = Ω × a,   Ω = L / I,   L × a = I (ω × a)
 * so θ = Δt Ω, exactly. After an impact within the step it is a guess, and what the guess says along q - p is left out: about what
 * remains, p can turn to q. The angle follows from p and q, the guess decides the number of whole revolutions. The shortest way from p to q
 * is another one where a swings by more than half a revolution: a thin rod that flew off after its impact was swept back into the
 * surface, was held there, and came out on the far side.
 */
const writeSwing = (world: World, body: number, out: Floats): void => {
  writeAxes(world, body);
  if (leadsToEnd(out)) return;
  writeGuess(world, body);
  const dx = ends[3] - ends[0];
  const dy = ends[4] - ends[1];
  const dz = ends[5] - ends[2];
  const square = dx * dx + dy * dy + dz * dz;
  const along = square > 0 ? (guess[0] * dx + guess[1] * dy + guess[2] * dz) / square : 0;
  writeGuessLength();
  const least = SWING_END * guessLength[0];
  guess[0] -= along * dx;
  guess[1] -= along * dy;
  guess[2] -= along * dz;
  writeGuessLength();
  if (guessLength[0] <= least) guess.fill(0);
  writeTurnAboutGuess(out);
};

/** Scratch: p (0-2) and q (3-5); the guess of θ and its length; L; sine and cosine. */
const ends = createFloats(6);
const guess = createFloats(3);
const guessLength = createFloats(1);
const momentum = createFloats(3);
const arc = createFloats(2);

/** q = p + 2 w (b × p) + 2 b × (b × p), with the rotation `between` as (b, w). */
const writeAxes = ({ bodies, colliders }: World, body: number): void => {
  // The pose of the collider is still that of the start of the step.
  const pose = bodies.firstCollider[body] * POSE_STRIDE;
  const px = colliders.pose[pose + 4];
  const py = colliders.pose[pose + 7];
  const pz = colliders.pose[pose + 10];
  const bx = between[0];
  const by = between[1];
  const bz = between[2];
  const tx = 2 * (by * pz - bz * py);
  const ty = 2 * (bz * px - bx * pz);
  const tz = 2 * (bx * py - by * px);
  ends[0] = px;
  ends[1] = py;
  ends[2] = pz;
  ends[3] = px + between[3] * tx + by * tz - bz * ty;
  ends[4] = py + between[3] * ty + bz * tx - bx * tz;
  ends[5] = pz + between[3] * tz + bx * ty - by * tx;
};

/** Whether the sum of h ω takes p to q: it does where the axis of the rotation stays, and after a rollback, which writes it. */
const leadsToEnd = (out: Floats): boolean => {
  const x = out[ROTATION];
  const y = out[ROTATION + 1];
  const z = out[ROTATION + 2];
  const angle = Math.sqrt(x * x + y * y + z * z);
  arc[0] = angle;
  writeSinCos(arc);
  const s = angle > 0 ? arc[0] / angle : 1;
  const c = arc[1];
  const along = angle > 0 ? ((x * ends[0] + y * ends[1] + z * ends[2]) * (1 - c)) / (angle * angle) : 0;
  const ex = c * ends[0] + s * (y * ends[2] - z * ends[1]) + along * x - ends[3];
  const ey = c * ends[1] + s * (z * ends[0] - x * ends[2]) + along * y - ends[4];
  const ez = c * ends[2] + s * (x * ends[1] - y * ends[0]) + along * z - ends[5];
  return ex * ex + ey * ey + ez * ez < SWING_END * SWING_END;
};

/** Writes Δt L / I to `guess`, with what the body has at the end of the step; 0 where a stays. */
const writeGuess = ({ bodies, settings, scratch }: World, body: number): void => {
  const w = body * MOTION + W;
  const { motion } = bodies;
  writeAngularMomentum(bodies, body, momentum);
  let across = 0;
  let square = 0;
  for (let i = 0; i < 3; i++) {
    const j = i === 2 ? 0 : i + 1;
    const k = i === 0 ? 2 : i - 1;
    const turning = motion[w + j] * ends[3 + k] - motion[w + k] * ends[3 + j];
    across += turning * (momentum[j] * ends[3 + k] - momentum[k] * ends[3 + j]);
    square += turning * turning;
  }
  const scale = across > 0 ? (settings.substeps * scratch.substep.h * square) / across : 0;
  for (let i = 0; i < 3; i++) guess[i] = scale * momentum[i];
};

/** Not as a returned number, which would be allocated. */
const writeGuessLength = (): void => {
  guessLength[0] = Math.sqrt(guess[0] * guess[0] + guess[1] * guess[1] + guess[2] * guess[2]);
};

/** The turn about the guess that takes p to q, as often around as the guess says; without a guess the shortest turn. */
const writeTurnAboutGuess = (out: Floats): void => {
  const cx = ends[1] * ends[5] - ends[2] * ends[4];
  const cy = ends[2] * ends[3] - ends[0] * ends[5];
  const cz = ends[0] * ends[4] - ends[1] * ends[3];
  writeGuessLength();
  const size = guessLength[0];
  const cosine = ends[0] * ends[3] + ends[1] * ends[4] + ends[2] * ends[5];
  if (size === 0) {
    const sine = Math.sqrt(cx * cx + cy * cy + cz * cz);
    const scale = sine > 0 ? atan2(sine, cosine) / sine : 0;
    out[ROTATION] = scale * cx;
    out[ROTATION + 1] = scale * cy;
    out[ROTATION + 2] = scale * cz;
    return;
  }
  // What p and q have along the unit axis k is the same; the rest of p turns to the rest of q.
  const alongP = (guess[0] * ends[0] + guess[1] * ends[1] + guess[2] * ends[2]) / size;
  const alongQ = (guess[0] * ends[3] + guess[1] * ends[4] + guess[2] * ends[5]) / size;
  const sine = (guess[0] * cx + guess[1] * cy + guess[2] * cz) / size;
  const angle = atan2(sine, cosine - alongP * alongQ);
  const scale = (angle + REVOLUTION * Math.round((size - angle) / REVOLUTION)) / size;
  for (let i = 0; i < 3; i++) out[ROTATION + i] = scale * guess[i];
};
