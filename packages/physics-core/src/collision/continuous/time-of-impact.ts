import { createFloats, type Floats } from '../../math/floats.js';
import { cos, sin } from '../../math/trigonometry.js';
import { CCD_CONVERGED, CCD_MAX_ITERATIONS, CCD_NO_ROTATION } from '../../tuning.js';
import { collide } from '../narrowphase/collide.js';
import { closestPointsNear, createGjkResult } from '../narrowphase/gjk.js';
import { createManifold } from '../narrowphase/manifold.js';
import {
  type ColliderShapes,
  coreRadius,
  hasHull,
  isRevolved,
  POSE_STRIDE,
  ShapeKind,
} from '../shapes/collider-shapes.js';
import { copyShape, createShapePair } from '../shapes/shape-pair.js';
import { BallList } from '../shapes/solid.js';
import { hullOf } from '../shapes/solids/polyhedron.js';
import { solids } from '../shapes/solids.js';

/**
 * Time of impact, for CCD: when does a moving collider first come near a static one? Conservative advancement
 * (Mirtich 1996) with a second-order bound.
 *
 * The moving collider's core vertex i is at x_i(t) = c + t d + R(tθ) ρ_i. Let n be a unit
 * axis towards the static collider and
 *   σ_n(t) = min over B of n·y - max over i of n·x_i(t) - rA - rB
 * the separation along n; the signed separation of the shapes is the maximum of σ_n over all axes, so σ_n is
 * a lower bound of it at every t. At time t the vertex has the rate
 *   g_i = n·d + n·(θ × ρ_i(t)) = n·d + (n × θ)·ρ_i(t)
 * and its acceleration is centripetal, at most K = max |θ × (θ × ρ_i)| = max |θ||θ × ρ_i|. So the vertex
 * stays below the limit L for the time τ_i that solves
 *   room_i = g_i τ + K τ² / 2,   room_i = min n·y - rA - rB - L - n·x_i(t),
 * and nothing can happen before t + min τ_i. Near the root this is Newton's method from the safe
 * side: it converges quadratically and never steps past the first impact. The axis of the next step
 * is that of the signed separation there: GJK's normal while the cores are apart, the manifold's
 * (least penetration) when they are not.
 *
 * A shape of revolution about its axis a looks the same however it spins about it. Its vertices (of polygons around its
 * discs) are then swept without that spin, s = θ·a: with the angular velocity θ - s a(t), where a(t) turns with θ. So a wheel
 * that rolls does not come near the floor with the vertices ahead of it. With |θ - s a| = |θ × a| their accelerations
 * are at most K = |θ||θ × p| + (|s||θ × a| + |θ × a|²) |x|, p from the pivot to the centre of the shape and x from there.
 *
 * The limit, and bodies that start in contact. L = min(target, σ(0) - target), with
 * σ(0) the separation at the start.
 *   - Starting at 2·target or further: L is the target.
 *   - Starting nearer, touching or penetrating: the pair may come nearer by one more target. So a body that slides,
 *     rolls or separates is never stopped. One that was stopped at the target in the last step may settle onto the
 *     surface in this one; the contact solver decides how far. Noise in the velocity of a resting body does not
 *     freeze it. Yet a body that is forced through a wall it touches is stopped after one target. This holds for
 *     every point of the body: a rod that stands on the floor and falls over is stopped at its far end.
 * Hence the result is never 0: it is at least target / (speed of the fastest point).
 *
 * Of a collider that may penetrate (that of a jointed body), only its core is swept, a sphere about its centre: while
 * the centre is on this side, the axis of least penetration leads back.
 */

/** Offsets in a sweep, the motion of a body over the step. */
export const PIVOT = 0;
export const DISPLACEMENT = 3;
export const ROTATION = 6;
export const MOTION_STRIDE = 9;

/** Scratch: the two colliders, ordered by kind, with the static one's position as the origin. */
const pair = createShapePair();

/** Scratch: the moving collider at t = 0, position relative to the pivot, and rotation matrix. */
const start = createFloats(POSE_STRIDE);

/** Scratch: the pivot at t = 0, relative to the static collider. */
const pivot = createFloats(3);
const gjk = createGjkResult();
const manifold = createManifold();

/** Scratch: unit axis from the moving to the static collider; a point of a core. */
const axis = createFloats(3);
const furthest = createFloats(3);
const localAxis = createFloats(3);
const localSpin = createFloats(3);

/** Scratch: balls whose hull holds the core of the moving collider. */
const balls = new BallList();

/** Writes the pose at time t: x = c + t d + R(tθ)(x0 - c), R = R(tθ) R0, relative to the static collider. */
const moveTo = (slot: number, motion: Floats, t: number): void => {
  const o = slot * POSE_STRIDE;
  const pose = pair.pose;
  const rx = t * motion[ROTATION];
  const ry = t * motion[ROTATION + 1];
  const rz = t * motion[ROTATION + 2];
  const angle = Math.sqrt(rx * rx + ry * ry + rz * rz);
  // R v = v cos φ + (k × v) sin φ + k (k·v)(1 - cos φ), with 1 - cos φ = 2 sin²(φ/2).
  const rotates = angle > CCD_NO_ROTATION;
  const kx = rotates ? rx / angle : 0;
  const ky = rotates ? ry / angle : 0;
  const kz = rotates ? rz / angle : 0;
  const c = rotates ? cos(angle) : 1;
  const s = rotates ? sin(angle) : 0;
  const halfSine = rotates ? sin(angle / 2) : 0;
  const rest = 2 * halfSine * halfSine;
  for (let column = 0; column < 4; column++) {
    // Column 0 is the position, columns 1 to 3 those of the matrix.
    const from = column === 0 ? 0 : 2 + column;
    const step = column === 0 ? 1 : 3;
    const x = start[from];
    const y = start[from + step];
    const z = start[from + 2 * step];
    const along = (kx * x + ky * y + kz * z) * rest;
    pose[o + from] = x * c + (ky * z - kz * y) * s + kx * along;
    pose[o + from + step] = y * c + (kz * x - kx * z) * s + ky * along;
    pose[o + from + 2 * step] = z * c + (kx * y - ky * x) * s + kz * along;
  }
  for (let k = 0; k < 3; k++) {
    pose[o + k] += pivot[k] + t * motion[DISPLACEMENT + k];
  }
};

/** GJK starts from centre to centre and not from the last pair's normal: same inputs, same bits. */
const startSearch = (): void => {
  for (let k = 0; k < 3; k++) gjk.normal[k] = pair.pose[POSE_STRIDE + k] - pair.pose[k];
};

/** Writes the axis of the signed separation of the pair at the pose it has now; starts from `gjk.normal`. */
const findAxis = (moving: number, target: number): void => {
  const towardsStatic = moving === 0 ? 1 : -1;
  let normal = gjk.normal;
  if (pair.kind[1] === ShapeKind.halfSpace) {
    for (let k = 0; k < 3; k++) axis[k] = -pair.pose[POSE_STRIDE + 4 + 3 * k];
    return;
  }
  closestPointsNear(pair, 0, 1, gjk);
  if (gjk.distance[0] === 0) {
    manifold.margin[0] = target;
    collide(pair, 0, 1, manifold);
    normal = manifold.normal;
  }
  for (let k = 0; k < 3; k++) axis[k] = towardsStatic * normal[k];
};

const toLocal = (slot: number, x: number, y: number, z: number, out: Floats): void => {
  const p = pair.pose;
  const o = slot * POSE_STRIDE;
  out[0] = p[o + 3] * x + p[o + 6] * y + p[o + 9] * z;
  out[1] = p[o + 4] * x + p[o + 7] * y + p[o + 10] * z;
  out[2] = p[o + 5] * x + p[o + 8] * y + p[o + 11] * z;
};

/** The furthest that the core in `slot` reaches along sign·axis, measured from the origin. */
const reach = (slot: number, sign: number): number => {
  const p = pair.pose;
  const o = slot * POSE_STRIDE;
  const offset = sign * (p[o] * axis[0] + p[o + 1] * axis[1] + p[o + 2] * axis[2]);
  if (pair.kind[slot] === ShapeKind.halfSpace) return offset;
  toLocal(slot, sign * axis[0], sign * axis[1], sign * axis[2], localAxis);
  solids[pair.kind[slot]].support(pair, slot, localAxis, furthest);
  return offset + furthest[0] * localAxis[0] + furthest[1] * localAxis[1] + furthest[2] * localAxis[2];
};

/** θ·a for a shape of revolution about the axis a, else 0. */
const ownSpin = (slot: number, motion: Floats): number => {
  if (!isRevolved(pair.kind[slot])) return 0;
  return motion[ROTATION] * start[4] + motion[ROTATION + 1] * start[7] + motion[ROTATION + 2] * start[10];
};

/** K: a bound of the acceleration of a core vertex. */
const accelerationBound = (moving: number, motion: Floats): number => {
  const tx = motion[ROTATION];
  const ty = motion[ROTATION + 1];
  const tz = motion[ROTATION + 2];
  const turn = Math.sqrt(tx * tx + ty * ty + tz * tz);
  if (turn === 0) return 0;
  for (let k = 0; k < 3; k++) localAxis[k] = 0;
  solids[pair.kind[moving]].writeBalls(pair, moving, localAxis, balls);
  const { xyzr } = balls;
  if (!isRevolved(pair.kind[moving])) {
    let most = 0;
    for (let k = 0; k < 4 * balls.count; k += 4) {
      const x = start[0] + start[3] * xyzr[k] + start[4] * xyzr[k + 1] + start[5] * xyzr[k + 2];
      const y = start[1] + start[6] * xyzr[k] + start[7] * xyzr[k + 1] + start[8] * xyzr[k + 2];
      const z = start[2] + start[9] * xyzr[k] + start[10] * xyzr[k + 1] + start[11] * xyzr[k + 2];
      most = Math.max(most, square(ty * z - tz * y, tz * x - tx * z, tx * y - ty * x));
    }
    return turn * Math.sqrt(most);
  }
  const px = start[0];
  const py = start[1];
  const pz = start[2];
  const ax = start[4];
  const ay = start[7];
  const az = start[10];
  const orbit = Math.sqrt(square(ty * pz - tz * py, tz * px - tx * pz, tx * py - ty * px));
  const swing = Math.sqrt(square(ty * az - tz * ay, tz * ax - tx * az, tx * ay - ty * ax));
  let radius = 0;
  for (let k = 0; k < 4 * balls.count; k += 4)
    radius = Math.max(radius, square(xyzr[k], xyzr[k + 1], xyzr[k + 2]));
  const spin = Math.abs(ownSpin(moving, motion));
  return turn * orbit + (spin * swing + swing * swing) * Math.sqrt(radius);
};

const square = (x: number, y: number, z: number): number => x * x + y * y + z * z;

/** Smallest τ > 0 with g τ + K τ²/2 = room, for room > 0, in the form that does not cancel. */
const safeTime = (room: number, rate: number, acceleration: number): number => {
  const root = Math.sqrt(rate * rate + 2 * acceleration * room);
  if (rate > 0) return (2 * room) / (rate + root);
  return acceleration > 0 ? (root - rate) / acceleration : Infinity;
};

/**
 * The longest time for which no core vertex can pass `wall`, a place along the
 * axis, from the pose at time t on.
 */
const safeAdvance = (
  moving: number,
  motion: Floats,
  t: number,
  wall: number,
  acceleration: number,
): number => {
  const p = pair.pose;
  const o = moving * POSE_STRIDE;
  // (n × θ)·ρ, with ρ = (position - pivot at t) + R vertex.
  const sx = axis[1] * motion[ROTATION + 2] - axis[2] * motion[ROTATION + 1];
  const sy = axis[2] * motion[ROTATION] - axis[0] * motion[ROTATION + 2];
  const sz = axis[0] * motion[ROTATION + 1] - axis[1] * motion[ROTATION];
  const fromPivotX = p[o] - pivot[0] - t * motion[DISPLACEMENT];
  const fromPivotY = p[o + 1] - pivot[1] - t * motion[DISPLACEMENT + 1];
  const fromPivotZ = p[o + 2] - pivot[2] - t * motion[DISPLACEMENT + 2];
  const translation =
    axis[0] * motion[DISPLACEMENT] + axis[1] * motion[DISPLACEMENT + 1] + axis[2] * motion[DISPLACEMENT + 2];
  const rate = translation + sx * fromPivotX + sy * fromPivotY + sz * fromPivotZ;
  const room = wall - (p[o] * axis[0] + p[o + 1] * axis[1] + p[o + 2] * axis[2]);
  toLocal(moving, axis[0], axis[1], axis[2], localAxis);
  toLocal(moving, sx, sy, sz, localSpin);
  // n × (θ - s a) in the frame of a shape of revolution, where a is y.
  const spin = ownSpin(moving, motion);
  localSpin[0] += spin * localAxis[2];
  localSpin[2] -= spin * localAxis[0];
  solids[pair.kind[moving]].writeBalls(pair, moving, localAxis, balls);
  const { xyzr } = balls;
  let least = Infinity;
  for (let k = 0; k < 4 * balls.count; k += 4) {
    const x = xyzr[k];
    const y = xyzr[k + 1];
    const z = xyzr[k + 2];
    const vertexRoom = room - (x * localAxis[0] + y * localAxis[1] + z * localAxis[2]) - xyzr[k + 3];
    const vertexRate = rate + x * localSpin[0] + y * localSpin[1] + z * localSpin[2];
    least = Math.min(least, safeTime(vertexRoom, vertexRate, acceleration));
  }
  return least;
};

/** Scratch: the centre of the moving collider in its frame. */
const middle = createFloats(3);

/** Sweeps the whole shape, not only its core. */
export const WHOLE = -1;

/**
 * Shrinks the moving collider to a sphere about its centre: of a hull its centroid, of any other shape its
 * origin.
 */
const shrinkToCore = (radius: number): void => {
  middle.fill(0);
  if (hasHull(pair.kind[0])) for (let k = 0; k < 3; k++) middle[k] = hullOf(pair, 0).centre[k];
  for (let k = 0; k < 3; k++) {
    start[k] += start[3 + 3 * k] * middle[0] + start[4 + 3 * k] * middle[1] + start[5 + 3 * k] * middle[2];
  }
  pair.kind[0] = ShapeKind.sphere;
  pair.size[0] = radius;
};

const loadPair = (shapes: ColliderShapes, a: number, b: number, motion: Floats, core: number): number => {
  const moving = core >= 0 || shapes.kind[a] <= shapes.kind[b] ? 0 : 1;
  copyShape(shapes, a, pair, moving);
  copyShape(shapes, b, pair, 1 - moving);
  for (let k = 0; k < 3; k++) {
    start[k] = shapes.pose[a * POSE_STRIDE + k] - motion[PIVOT + k];
    pivot[k] = motion[PIVOT + k] - shapes.pose[b * POSE_STRIDE + k];
  }
  for (let k = 3; k < POSE_STRIDE; k++) start[k] = shapes.pose[a * POSE_STRIDE + k];
  if (core >= 0) shrinkToCore(core);
  return moving;
};

/**
 * The first t in [0, 1] at which the moving collider `a` comes within `target` (m, > 0) of the static
 * collider `b`, or 1 when it does not. `motion` is the sweep of a's body: the pivot c, the displacement d and the
 * rotation vector θ over the step. `shapes.pose` of a is the pose at t = 0. The comment at the top says how a
 * pair that starts nearer is treated, and when only the core of a is swept, a sphere of the radius `core`, m. The caller may know of something that b is
 * part of, and that a is nearer to: `startSeparation` then counts as the separation at the start.
 */
export const timeOfImpact = (
  shapes: ColliderShapes,
  a: number,
  b: number,
  motion: Floats,
  target: number,
  core = WHOLE,
  startSeparation = Infinity,
): number => {
  if (shapes.kind[a] === ShapeKind.halfSpace)
    throw new Error(`collider ${a} is a half-space: it cannot move`);
  if (!(target > 0)) throw new Error(`the target distance must be positive, got ${target}`);
  const moving = loadPair(shapes, a, b, motion, core);
  const radii = coreRadius(pair, 0) + coreRadius(pair, 1);
  const acceleration = accelerationBound(moving, motion);
  let limit = 0;
  let t = 0;
  for (let iteration = 0; iteration < CCD_MAX_ITERATIONS; iteration++) {
    moveTo(moving, motion, t);
    if (iteration === 0) startSearch();
    findAxis(moving, target);
    const wall = -reach(1 - moving, -1) - radii;
    const separation = wall - reach(moving, 1);
    if (iteration === 0) limit = Math.min(target, Math.min(separation, startSeparation) - target);
    if (separation - limit <= CCD_CONVERGED * target) return t;
    t += safeAdvance(moving, motion, t, wall - limit, acceleration);
    if (t >= 1) return 1;
  }
  return t;
};
