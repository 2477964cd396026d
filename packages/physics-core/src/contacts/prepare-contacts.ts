import { MAX_POINTS, type Manifold, POINT_STRIDE } from '../narrowphase/manifold.js';
import { ShapeKind, SIZE_STRIDE } from '../shapes/collider-shapes.js';
import { II, IM, MOTION } from '../state/bodies.js';
import { FRICTION, RESTITUTION, ROLLING, TWIST } from '../state/colliders.js';
import {
  ARM,
  BOUNCE,
  CARRY,
  ContactFlag,
  CROSS,
  FRICTION_LAMBDA,
  FRICTION_MASS,
  MU,
  N,
  NORMAL_TO_SLIP,
  PL,
  PM,
  POINT,
  POINTS,
  PS,
  PT,
  PX,
  PY,
  RA,
  RB,
  RECORD,
  ROLL,
  ROLL_LAMBDA,
  ROLL_MASS,
  SEEN_A,
  SEEN_B,
  SEEN_OFFSET,
  SPIN,
  STIFF,
  SURFACE,
  T1,
  TWIST_LAMBDA,
  TWIST_MASS,
} from '../state/contacts.js';
import type { World } from '../state/world.js';
import { writeSecondTangent } from './contact-frame.js';
import { writeCombined } from './materials.js';
import { writeBlock } from './point-block.js';

const oldFeatures = new Int32Array(MAX_POINTS);
const oldLambdas = new Float64Array(MAX_POINTS);

/**
 * Writes the rows of a contact from a fresh manifold. Impulses are carried over: λ of a point by its feature, friction as the
 * world vector it was, because the tangents may have turned with the normal.
 */
export const prepareContact = (world: World, contact: number, manifold: Manifold): void => {
  const { record, features, count, flags } = world.contacts;
  const r = contact * RECORD;
  const oldCount = count[contact];
  for (let i = 0; i < oldCount; i++) {
    oldFeatures[i] = features[contact * MAX_POINTS + i];
    oldLambdas[i] = record[r + POINTS + i * POINT + PL];
  }
  count[contact] = manifold.count;
  const stale = (flags[contact] & ContactFlag.stale) !== 0;
  flags[contact] &= ~ContactFlag.stale;
  rememberPoses(world, contact);
  if (manifold.count === 0) return;

  writeFrame(world, contact, manifold);
  const lone = oldCount === 1 && manifold.count === 1;
  if (lone) writeLonePoint(world, contact, manifold);
  else writePoints(world, contact, manifold, oldCount);
  if (stale || oldCount === 0) writeMaterial(world, contact);
  writeSurfaceSpeed(world, contact);
  writeResponses(world, contact, lone);
};

/** The poses for which the points are right; while the bodies stay near them the points are kept. */
const rememberPoses = (world: World, contact: number): void => {
  const { record, bodyA, bodyB } = world.contacts;
  const { centre, rotation } = world.bodies;
  const r = contact * RECORD;
  const a = bodyA[contact];
  const b = bodyB[contact];
  for (let i = 0; i < 3; i++) record[r + SEEN_OFFSET + i] = centre[b * 3 + i] - centre[a * 3 + i];
  for (let i = 0; i < 4; i++) {
    record[r + SEEN_A + i] = rotation[a * 4 + i];
    record[r + SEEN_B + i] = rotation[b * 4 + i];
  }
};

/** Normal, tangents and centre. The friction impulse is turned into the new tangents. */
const writeFrame = (world: World, contact: number, manifold: Manifold): void => {
  const { record, bodyA, bodyB } = world.contacts;
  const { centre } = world.bodies;
  const r = contact * RECORD;
  const nx = manifold.normal[0];
  const ny = manifold.normal[1];
  const nz = manifold.normal[2];

  const f1 = record[r + FRICTION_LAMBDA];
  const f2 = record[r + FRICTION_LAMBDA + 1];
  let tx = record[r + T1];
  let ty = record[r + T1 + 1];
  let tz = record[r + T1 + 2];
  const mx = record[r + N];
  const my = record[r + N + 1];
  const mz = record[r + N + 2];
  const fx = tx * f1 + (my * tz - mz * ty) * f2;
  const fy = ty * f1 + (mz * tx - mx * tz) * f2;
  const fz = tz * f1 + (mx * ty - my * tx) * f2;

  // The tangent is perpendicular to n and to the world axis that is farthest from n, so it is never near zero.
  if (nx * nx > 1 / 3) {
    const s = 1 / Math.sqrt(nx * nx + ny * ny);
    tx = ny * s;
    ty = -nx * s;
    tz = 0;
  } else {
    const s = 1 / Math.sqrt(ny * ny + nz * nz);
    tx = 0;
    ty = nz * s;
    tz = -ny * s;
  }
  record[r + N] = nx;
  record[r + N + 1] = ny;
  record[r + N + 2] = nz;
  record[r + T1] = tx;
  record[r + T1 + 1] = ty;
  record[r + T1 + 2] = tz;
  record[r + FRICTION_LAMBDA] = fx * tx + fy * ty + fz * tz;
  record[r + FRICTION_LAMBDA + 1] =
    fx * (ny * tz - nz * ty) + fy * (nz * tx - nx * tz) + fz * (nx * ty - ny * tx);

  writeCarry(world, contact);
  writeCentre(world, manifold);
  const a = bodyA[contact] * 3;
  const b = bodyB[contact] * 3;
  for (let i = 0; i < 3; i++) {
    record[r + RA + i] = manifoldCentre[i] - centre[a + i];
    record[r + RB + i] = manifoldCentre[i] - centre[b + i];
  }
};

/**
 * Within a step the contact point wanders as the bodies slide or roll. It stays under the centre of a ball that rolls on a face, wanders
 * with the ratio of the radii between two rounded shapes, and goes with the corners of the smaller of two polyhedra.
 */
const writeCarry = (world: World, contact: number): void => {
  const { record, colliderA, colliderB, bodyA, bodyB } = world.contacts;
  const { kind, size } = world.colliders;
  const a = colliderA[contact];
  const b = colliderB[contact];
  const { extent } = world.bodies;
  const at = contact * RECORD + CARRY;
  if (kind[b] <= ShapeKind.capsule)
    record[at] = size[a * SIZE_STRIDE] / (size[a * SIZE_STRIDE] + size[b * SIZE_STRIDE]);
  else if (kind[b] === ShapeKind.halfSpace || kind[a] <= ShapeKind.capsule) record[at] = 0;
  else record[at] = extent[bodyA[contact]] / (extent[bodyA[contact]] + extent[bodyB[contact]]);
};

const manifoldCentre = new Float64Array(3);

/** Friction acts at the mean of the points that touch; a box on its edge must not rub where it hovers. */
const writeCentre = (world: World, manifold: Manifold): void => {
  const { slop } = world.settings;
  const { points, count } = manifold;
  let touching = 0;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let pass = 0; pass < 2 && touching === 0; pass++) {
    const reach = pass === 0 ? slop : Infinity;
    for (let i = 0; i < count; i++) {
      const p = i * POINT_STRIDE;
      if (points[p + 3] > reach) continue;
      touching++;
      x += points[p];
      y += points[p + 1];
      z += points[p + 2];
    }
  }
  manifoldCentre[0] = x / touching;
  manifoldCentre[1] = y / touching;
  manifoldCentre[2] = z / touching;
};

/** A single point that was one before: it is the centre, and the other points are absent already. */
const writeLonePoint = (world: World, contact: number, manifold: Manifold): void => {
  const { record, features } = world.contacts;
  const p = contact * RECORD + POINTS;
  record[p + PS] = manifold.points[3];
  record[p + PL] = oldFeatures[0] === manifold.features[0] ? oldLambdas[0] : 0;
  record[p + PT] = 0;
  features[contact * MAX_POINTS] = manifold.features[0];
};

const writePoints = (world: World, contact: number, manifold: Manifold, oldCount: number): void => {
  const { record, features } = world.contacts;
  const r = contact * RECORD;
  const nx = record[r + N];
  const ny = record[r + N + 1];
  const nz = record[r + N + 2];
  const tx = record[r + T1];
  const ty = record[r + T1 + 1];
  const tz = record[r + T1 + 2];
  let arm = 0;
  for (let i = 0; i < manifold.count; i++) {
    const m = i * POINT_STRIDE;
    const p = r + POINTS + i * POINT;
    const dx = manifold.points[m] - manifoldCentre[0];
    const dy = manifold.points[m + 1] - manifoldCentre[1];
    const dz = manifold.points[m + 2] - manifoldCentre[2];
    const x = dx * tx + dy * ty + dz * tz;
    const y = dx * (ny * tz - nz * ty) + dy * (nz * tx - nx * tz) + dz * (nx * ty - ny * tx);
    const feature = manifold.features[i];
    record[p + PX] = x;
    record[p + PY] = y;
    record[p + PS] = manifold.points[m + 3];
    record[p + PL] = 0;
    record[p + PT] = 0;
    for (let j = 0; j < oldCount; j++) if (oldFeatures[j] === feature) record[p + PL] = oldLambdas[j];
    features[contact * MAX_POINTS + i] = feature;
    arm += Math.sqrt(x * x + y * y);
  }
  // The kernel always reads four points; absent ones are at the centre and weigh nothing.
  for (let p = r + POINTS + manifold.count * POINT; p < r + POINTS + MAX_POINTS * POINT; p++) record[p] = 0;
  record[r + ARM] = arm / manifold.count;
};

const writeMaterial = (world: World, contact: number): void => {
  const { record, flags, colliderA, colliderB } = world.contacts;
  const { material, rule } = world.colliders;
  const r = contact * RECORD;
  const a = colliderA[contact];
  const b = colliderB[contact];
  writeCombined(
    record,
    r + MU,
    material,
    a * 4 + FRICTION,
    b * 4 + FRICTION,
    Math.max(rule[a * 2], rule[b * 2]),
  );
  writeCombined(
    record,
    r + BOUNCE,
    material,
    a * 4 + RESTITUTION,
    b * 4 + RESTITUTION,
    Math.max(rule[a * 2 + 1], rule[b * 2 + 1]),
  );
  record[r + ROLL] = Math.max(material[a * 4 + ROLLING], material[b * 4 + ROLLING]);
  record[r + SPIN] = Math.max(material[a * 4 + TWIST], material[b * 4 + TWIST]);
  flags[contact] &= ~(ContactFlag.bounces | ContactFlag.resists);
  if (record[r + BOUNCE] > 0) flags[contact] |= ContactFlag.bounces;
  if (record[r + ROLL] > 0 || record[r + SPIN] > 0) flags[contact] |= ContactFlag.resists;
  // What the old material held back is let go: contacts of balls without resistance are solved as a force alone.
  record[r + TWIST_LAMBDA] = 0;
  record[r + ROLL_LAMBDA] = 0;
  record[r + ROLL_LAMBDA + 1] = 0;
};

/** Speed of B's surface against A's in the new tangents; zero but for conveyors. */
const writeSurfaceSpeed = (world: World, contact: number): void => {
  const { record, colliderA, colliderB } = world.contacts;
  const { surfaceVelocity } = world.colliders;
  const r = contact * RECORD;
  const a = colliderA[contact] * 3;
  const b = colliderB[contact] * 3;
  let moves = false;
  for (let i = 0; i < 3; i++) if (surfaceVelocity[a + i] !== 0 || surfaceVelocity[b + i] !== 0) moves = true;
  record[r + SURFACE] = 0;
  record[r + SURFACE + 1] = 0;
  if (!moves) return;
  writeSecondTangent(record, r, secondTangent, 0);
  addSurfaceVelocity(world, contact, colliderB[contact], 1);
  addSurfaceVelocity(world, contact, colliderA[contact], -1);
};

const secondTangent = new Float64Array(3);

const addSurfaceVelocity = (world: World, contact: number, collider: number, sign: number): void => {
  const { surfaceVelocity, pose } = world.colliders;
  const { record } = world.contacts;
  const r = contact * RECORD;
  const s = collider * 3;
  for (let i = 0; i < 3; i++) {
    const m = collider * 12 + 3 + i * 3;
    const v =
      pose[m] * surfaceVelocity[s] +
      pose[m + 1] * surfaceVelocity[s + 1] +
      pose[m + 2] * surfaceVelocity[s + 2];
    record[r + SURFACE] += sign * v * record[r + T1 + i];
    record[r + SURFACE + 1] += sign * v * secondTangent[i];
  }
};

/** Responses of A and B at the centre: force along n and torques about t1 and t2 (cc .. 22), tangent forces, torque about n. */
const response = new Float64Array(12);
const CC = 0;
const C1 = 1;
const C2 = 2;
const R11 = 3;
const R12 = 4;
const R22 = 5;
const F11 = 6;
const F12 = 7;
const F22 = 8;
const NN = 9;
/** Slip along t1 and t2 from a normal impulse. */
const N1 = 10;
const N2 = 11;

/**
 * Effective masses. With a_i = r × n + y_i t1 - x_i t2 the response of point j to point i is
 * A_ij = n·M⁻¹n + a_i·I⁻¹a_j = [1, y_i, -x_i] G [1, y_j, -x_j]ᵀ, so both bodies are visited once for the 3×3 matrix G.
 */
const writeResponses = (world: World, contact: number, lone: boolean): void => {
  const { record, bodyA, bodyB, count } = world.contacts;
  const { motion } = world.bodies;
  const r = contact * RECORD;
  for (let i = 0; i < response.length; i++) response[i] = 0;
  // A lone point that resists neither rolling nor twist acts as a force alone: half of the numbers are not asked for.
  const asForce = lone && record[r + ROLL] === 0 && record[r + SPIN] === 0;
  addResponse(motion, bodyA[contact] * MOTION, record, r, r + RA, asForce);
  addResponse(motion, bodyB[contact] * MOTION, record, r, r + RB, asForce);

  if (lone) {
    record[r + POINTS + PM] = response[CC] > 0 ? 1 / response[CC] : 0;
  } else {
    writePointMasses(record, r, count[contact]);
    writeBlock(record, r, count[contact], response);
  }
  writeInverse(record, r + FRICTION_MASS, F11);
  writeInverse(record, r + ROLL_MASS, R11);
  record[r + NORMAL_TO_SLIP] = response[N1];
  record[r + NORMAL_TO_SLIP + 1] = response[N2];
  record[r + TWIST_MASS] = response[NN] > 0 ? 1 / response[NN] : 0;
  record[r + STIFF] = isMovable(motion, bodyA[contact]) && isMovable(motion, bodyB[contact]) ? 0 : 1;
};

const isMovable = (motion: Float64Array, body: number): boolean =>
  motion[body * MOTION + IM] + motion[body * MOTION + IM + 1] + motion[body * MOTION + IM + 2] > 0;

/** Effective mass of each point alone, and what an impulse at one does to the speed of another; zero for absent points. */
const writePointMasses = (record: Float64Array, r: number, points: number): void => {
  let pair = r + CROSS;
  for (let i = 0; i < MAX_POINTS; i++) {
    const p = r + POINTS + i * POINT;
    const x = record[p + PX];
    const y = record[p + PY];
    const gc = response[CC] + y * response[C1] - x * response[C2];
    const g1 = response[C1] + y * response[R11] - x * response[R12];
    const g2 = response[C2] + y * response[R12] - x * response[R22];
    const own = gc + y * g1 - x * g2;
    record[p + PM] = i < points && own > 0 ? 1 / own : 0;
    for (let j = i + 1; j < MAX_POINTS; j++) {
      const q = r + POINTS + j * POINT;
      record[pair++] = j < points ? gc + record[q + PY] * g1 - record[q + PX] * g2 : 0;
    }
  }
};

const addResponse = (
  motion: Float64Array,
  body: number,
  record: Float64Array,
  r: number,
  arm: number,
  asForce: boolean,
): void => {
  const nx = record[r + N];
  const ny = record[r + N + 1];
  const nz = record[r + N + 2];
  const tx = record[r + T1];
  const ty = record[r + T1 + 1];
  const tz = record[r + T1 + 2];
  const bx = ny * tz - nz * ty;
  const by = nz * tx - nx * tz;
  const bz = nx * ty - ny * tx;
  const rx = record[arm];
  const ry = record[arm + 1];
  const rz = record[arm + 2];
  const mx = motion[body + IM];
  const my = motion[body + IM + 1];
  const mz = motion[body + IM + 2];
  const xx = motion[body + II];
  const xy = motion[body + II + 1];
  const xz = motion[body + II + 2];
  const yy = motion[body + II + 3];
  const yz = motion[body + II + 4];
  const zz = motion[body + II + 5];

  const cx = ry * nz - rz * ny;
  const cy = rz * nx - rx * nz;
  const cz = rx * ny - ry * nx;
  let ix = xx * cx + xy * cy + xz * cz;
  let iy = xy * cx + yy * cy + yz * cz;
  let iz = xz * cx + yz * cy + zz * cz;
  response[CC] += nx * mx * nx + ny * my * ny + nz * mz * nz + cx * ix + cy * iy + cz * iz;
  if (!asForce) {
    response[C1] += tx * ix + ty * iy + tz * iz;
    response[C2] += bx * ix + by * iy + bz * iz;
    ix = xx * tx + xy * ty + xz * tz;
    iy = xy * tx + yy * ty + yz * tz;
    iz = xz * tx + yz * ty + zz * tz;
    response[R11] += tx * ix + ty * iy + tz * iz;
    response[R12] += bx * ix + by * iy + bz * iz;
    ix = xx * bx + xy * by + xz * bz;
    iy = xy * bx + yy * by + yz * bz;
    iz = xz * bx + yz * by + zz * bz;
    response[R22] += bx * ix + by * iy + bz * iz;
    ix = xx * nx + xy * ny + xz * nz;
    iy = xy * nx + yy * ny + yz * nz;
    iz = xz * nx + yz * ny + zz * nz;
    response[NN] += nx * ix + ny * iy + nz * iz;
  }

  const ux = ry * tz - rz * ty;
  const uy = rz * tx - rx * tz;
  const uz = rx * ty - ry * tx;
  const sx = ry * bz - rz * by;
  const sy = rz * bx - rx * bz;
  const sz = rx * by - ry * bx;
  ix = xx * ux + xy * uy + xz * uz;
  iy = xy * ux + yy * uy + yz * uz;
  iz = xz * ux + yz * uy + zz * uz;
  response[F11] += tx * mx * tx + ty * my * ty + tz * mz * tz + ux * ix + uy * iy + uz * iz;
  response[F12] += tx * mx * bx + ty * my * by + tz * mz * bz + sx * ix + sy * iy + sz * iz;
  response[N1] += nx * mx * tx + ny * my * ty + nz * mz * tz + cx * ix + cy * iy + cz * iz;
  ix = xx * sx + xy * sy + xz * sz;
  iy = xy * sx + yy * sy + yz * sz;
  iz = xz * sx + yz * sy + zz * sz;
  response[N2] += nx * mx * bx + ny * my * by + nz * mz * bz + cx * ix + cy * iy + cz * iz;
  response[F22] += bx * mx * bx + by * my * by + bz * mz * bz + sx * ix + sy * iy + sz * iz;
};

/** Inverse of a symmetric 2×2 response (11, 12, 22 from `at` on); where one direction cannot respond (locked axes) only the other is solved. */
const writeInverse = (record: Float64Array, to: number, at: number): void => {
  const k11 = response[at];
  const k12 = response[at + 1];
  const k22 = response[at + 2];
  const determinant = k11 * k22 - k12 * k12;
  if (determinant > RANK * k11 * k22) {
    record[to] = k22 / determinant;
    record[to + 1] = -k12 / determinant;
    record[to + 2] = k11 / determinant;
  } else {
    // Rank one: K = trace · u uᵀ, whose pseudo-inverse is K / trace².
    const trace = k11 + k22;
    const s = trace > 0 ? 1 / (trace * trace) : 0;
    record[to] = k11 * s;
    record[to + 1] = k12 * s;
    record[to + 2] = k22 * s;
  }
};

/** A determinant below this part of the diagonal's product is rounding: the matrix has rank one. */
const RANK = 1e-9;
