import { createFloats, type Floats } from '../../math/floats.js';
import { writeSinCos } from '../../math/trigonometry.js';
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
const extent = createFloats(1);
const localAxis = createFloats(3);
const localSpin = createFloats(3);

/** Scratch: balls whose hull holds the core of the moving collider. */
const balls = new BallList();

/**
 * Offsets in a query of timeOfImpact. TARGET: m, > 0. CORE: the radius of the core that is swept, m, or WHOLE. START: what
 * counts as the separation at the start if it is less than that of the pair, m. TIME is the answer. All in one array: a
 * double that is passed or returned is allocated where the call is not inlined, and drums sweep in every step.
 */
export const TARGET = 0;
export const CORE = 1;
export const START = 2;
export const TIME = 3;
export const QUERY_STRIDE = 4;

/** CORE of a query: sweeps the whole shape. */
export const WHOLE = -1;

/** Scratch: t, place of the wall along the axis, K, the sum of the radii; sine and cosine. */
const state = createFloats(4);
const T = 0;
const WALL = 1;
const ACCELERATION = 2;
const RADII = 3;
const arc = createFloats(2);

/** Writes the pose at time t: x = c + t d + R(tθ)(x0 - c), R = R(tθ) R0, relative to the static collider. */
const moveTo = (slot: number, motion: Floats): void => {
  const t = state[T];
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
  arc[0] = angle / 2;
  writeSinCos(arc);
  const rest = rotates ? 2 * arc[0] * arc[0] : 0;
  arc[0] = angle;
  writeSinCos(arc);
  const s = rotates ? arc[0] : 0;
  const c = rotates ? arc[1] : 1;
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
const findAxis = (moving: number, query: Floats): void => {
  const towardsStatic = moving === 0 ? 1 : -1;
  let normal = gjk.normal;
  if (pair.kind[1] === ShapeKind.halfSpace) {
    for (let k = 0; k < 3; k++) axis[k] = -pair.pose[POSE_STRIDE + 4 + 3 * k];
    return;
  }
  closestPointsNear(pair, 0, 1, gjk);
  if (gjk.distance[0] === 0) {
    manifold.margin[0] = query[TARGET];
    collide(pair, 0, 1, manifold);
    normal = manifold.normal;
  }
  for (let k = 0; k < 3; k++) axis[k] = towardsStatic * normal[k];
};

/** Turns a vector of the world into the frame of the collider in `slot`. */
const toLocal = (slot: number, out: Floats): void => {
  const p = pair.pose;
  const o = slot * POSE_STRIDE;
  const x = out[0];
  const y = out[1];
  const z = out[2];
  out[0] = p[o + 3] * x + p[o + 6] * y + p[o + 9] * z;
  out[1] = p[o + 4] * x + p[o + 7] * y + p[o + 10] * z;
  out[2] = p[o + 5] * x + p[o + 8] * y + p[o + 11] * z;
};

/** Writes to `extent` the furthest that the core in `slot` reaches along sign·axis, measured from the origin. */
const writeReach = (slot: number, sign: 1 | -1): void => {
  const p = pair.pose;
  const o = slot * POSE_STRIDE;
  const offset = sign * (p[o] * axis[0] + p[o + 1] * axis[1] + p[o + 2] * axis[2]);
  extent[0] = offset;
  if (pair.kind[slot] === ShapeKind.halfSpace) return;
  for (let k = 0; k < 3; k++) localAxis[k] = sign * axis[k];
  toLocal(slot, localAxis);
  solids[pair.kind[slot]].support(pair, slot, localAxis, furthest);
  extent[0] = offset + furthest[0] * localAxis[0] + furthest[1] * localAxis[1] + furthest[2] * localAxis[2];
};

/** θ·a for a shape of revolution about the axis a, else 0. */
const ownSpin = (slot: number, motion: Floats): number => {
  if (!isRevolved(pair.kind[slot])) return 0;
  return motion[ROTATION] * start[4] + motion[ROTATION + 1] * start[7] + motion[ROTATION + 2] * start[10];
};

/** Writes K: a bound of the acceleration of a core vertex. */
const writeAccelerationBound = (moving: number, motion: Floats): void => {
  const tx = motion[ROTATION];
  const ty = motion[ROTATION + 1];
  const tz = motion[ROTATION + 2];
  const turn = Math.sqrt(tx * tx + ty * ty + tz * tz);
  state[ACCELERATION] = 0;
  if (turn === 0) return;
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
    state[ACCELERATION] = turn * Math.sqrt(most);
    return;
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
  state[ACCELERATION] = turn * orbit + (spin * swing + swing * swing) * Math.sqrt(radius);
};

const square = (x: number, y: number, z: number): number => x * x + y * y + z * z;

/**
 * Adds to t the longest time for which no core vertex can pass the wall, from the pose at time t on. Of each vertex that is the
 * smallest τ > 0 with g τ + K τ²/2 = room, in the form that does not cancel.
 */
const advance = (moving: number, motion: Floats): void => {
  const t = state[T];
  const acceleration = state[ACCELERATION];
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
  const room = state[WALL] - (p[o] * axis[0] + p[o + 1] * axis[1] + p[o + 2] * axis[2]);
  for (let k = 0; k < 3; k++) localAxis[k] = axis[k];
  toLocal(moving, localAxis);
  localSpin[0] = sx;
  localSpin[1] = sy;
  localSpin[2] = sz;
  toLocal(moving, localSpin);
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
    const root = Math.sqrt(vertexRate * vertexRate + 2 * acceleration * vertexRoom);
    let safe = Infinity;
    if (vertexRate > 0) safe = (2 * vertexRoom) / (vertexRate + root);
    else if (acceleration > 0) safe = (root - vertexRate) / acceleration;
    least = Math.min(least, safe);
  }
  state[T] = t + least;
};

/** Scratch: the centre of the moving collider in its frame. */
const middle = createFloats(3);

/**
 * Shrinks the moving collider to a sphere about its centre: of a hull its centroid, of any other shape its
 * origin.
 */
const shrinkToCore = (query: Floats): void => {
  middle.fill(0);
  if (hasHull(pair.kind[0])) for (let k = 0; k < 3; k++) middle[k] = hullOf(pair, 0).centre[k];
  for (let k = 0; k < 3; k++) {
    start[k] += start[3 + 3 * k] * middle[0] + start[4 + 3 * k] * middle[1] + start[5 + 3 * k] * middle[2];
  }
  pair.kind[0] = ShapeKind.sphere;
  pair.size[0] = query[CORE];
};

const loadPair = (shapes: ColliderShapes, a: number, b: number, motion: Floats, query: Floats): number => {
  const isCore = query[CORE] >= 0;
  const moving = isCore || shapes.kind[a] <= shapes.kind[b] ? 0 : 1;
  copyShape(shapes, a, pair, moving);
  copyShape(shapes, b, pair, 1 - moving);
  for (let k = 0; k < 3; k++) {
    start[k] = shapes.pose[a * POSE_STRIDE + k] - motion[PIVOT + k];
    pivot[k] = motion[PIVOT + k] - shapes.pose[b * POSE_STRIDE + k];
  }
  for (let k = 3; k < POSE_STRIDE; k++) start[k] = shapes.pose[a * POSE_STRIDE + k];
  if (isCore) shrinkToCore(query);
  return moving;
};

const writeRadii = (): void => {
  state[RADII] = coreRadius(pair, 0) + coreRadius(pair, 1);
};

/**
 * Writes to the query the first t in [0, 1] at which the moving collider `a` comes within the target of the static collider `b`,
 * or 1 when it does not. `motion` is the sweep of a's body: the pivot c, the displacement d and the rotation vector θ over
 * the step. `shapes.pose` of a is the pose at t = 0. The comment at the top says how a pair that starts nearer is treated,
 * and when only the core of a is swept. The caller may know of something that b is part of, and that a is nearer to: START.
 */
export const timeOfImpact = (
  shapes: ColliderShapes,
  a: number,
  b: number,
  motion: Floats,
  query: Floats,
): void => {
  const target = query[TARGET];
  if (shapes.kind[a] === ShapeKind.halfSpace)
    throw new Error(`collider ${a} is a half-space: it cannot move`);
  if (!(target > 0)) throw new Error(`the target distance must be positive, got ${target}`);
  const moving = loadPair(shapes, a, b, motion, query);
  writeRadii();
  writeAccelerationBound(moving, motion);
  let limit = 0;
  state[T] = 0;
  for (let iteration = 0; iteration < CCD_MAX_ITERATIONS; iteration++) {
    moveTo(moving, motion);
    if (iteration === 0) startSearch();
    findAxis(moving, query);
    writeReach(1 - moving, -1);
    const wall = -extent[0] - state[RADII];
    writeReach(moving, 1);
    const separation = wall - extent[0];
    if (iteration === 0) limit = Math.min(target, Math.min(separation, query[START]) - target);
    if (separation - limit <= CCD_CONVERGED * target) break;
    state[WALL] = wall - limit;
    advance(moving, motion);
    if (state[T] >= 1) break;
  }
  query[TIME] = Math.min(state[T], 1);
};
