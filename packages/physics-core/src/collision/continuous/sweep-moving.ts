import { multiplyInto } from '../../bodies/inertia.js';
import { writeMatrix } from '../../bodies/sync-pose.js';
import { isLeftOut, mayTouch } from '../../graph/contact-graph.js';
import { createFloats, type Floats } from '../../math/floats.js';
import { createIndexList } from '../../math/index-list.js';
import { atan2Scratch, REVOLUTION, writeAtan2, writeSinCos } from '../../math/trigonometry.js';
import { BodyFlag, BodyType, isJointed } from '../../state/bodies.js';
import { ContactFlag } from '../../state/contacts.js';
import type { World } from '../../state/world.js';
import {
  CCD_LEAST_GAP,
  CCD_NO_ROTATION,
  CCD_SINK_PART,
  SWEEP_MAX_PIECES,
  SWEEP_PIECE_ANGLE,
} from '../../tuning.js';
import { queryBox, queryKinematic } from '../broadphase/find-pairs.js';
import { shapeCode } from '../shape-code.js';
import { writeAabb } from '../shapes/bounds.js';
import { isSurface } from '../shapes/collider-shapes.js';
import { copyShape, createShapePair } from '../shapes/shape-pair.js';
import { placeAt, placeAtEnd } from './place-collider.js';
import { gatherGroup, isInGroup, rollBackGroup } from './roll-back-jointed.js';
import { rollBack } from './rollback.js';
import { stayedApart } from './stayed-apart.js';
import { writeSurfaceReach, writeSweepQuery } from './sweep-measures.js';
import {
  DISPLACEMENT,
  MOTION_STRIDE,
  PIVOT,
  QUERY_STRIDE,
  ROTATION,
  TARGET,
  TIME,
  timeOfImpact,
} from './time-of-impact.js';
import { writeSweep } from './write-sweep.js';

/**
 * Fast bodies against bodies that may move: bullets against all, others against kinematic ones. Who is fast is a matter of
 * the two: a plate that a kinematic motion takes through a ball at rest meets it like a ball that flies at the plate.
 *
 * Seen from B, the body A moves by B's motion less. Let c and q be centre and orientation over the step, t in [0, 1], and
 *   S(t) = R((1 - t) θB)
 * the rotation that B still has before it. Then
 *   c'(t) = cB(1) + S(t) (cA(t) - cB(t)),   q'(t) = S(t) qA(t)
 * is A as B sees it, drawn where B is at the end: B stands still there, and c'(1), q'(1) is A's own end. This path is cut
 * into pieces in which B turns little, each is swept as a motion of its own (time-of-impact.ts), and the first impact is
 * where A is put. So A keeps its place relative to B, whatever way B went in the rest of the step, and neither passes
 * the other. Velocities stay, as in every rollback: the contact of the next step stops or bounces the two.
 *
 * The pieces are chords of the path. A chord may be a little beside it, but the path stays in one piece, and what is on
 * one side of B at its start and on the other at its end has met B in between.
 */

/** Scratch: sweeps of both bodies, of a piece, from A's start to the impact; from B to A; A's poses relative to B's end. */
const sweepA = createFloats(MOTION_STRIDE);
const sweepB = createFloats(MOTION_STRIDE);
const piece = createFloats(MOTION_STRIDE);
const toImpact = createFloats(MOTION_STRIDE);
const offset = createFloats(3);
const fromQuat = createFloats(4);
const toQuat = createFloats(4);
const relativeQuat = createFloats(4);
const fromCentre = createFloats(3);
const toCentre = createFloats(3);
/** Scratch: a rotation, its matrix; the pose of A at its first impact; how far A's surface can have come, and B's. */
const turnQuat = createFloats(4);
const matrix = createFloats(9);
const impactCentre = createFloats(3);
const impactQuat = createFloats(4);
const reach = createFloats(1);
const otherReach = createFloats(1);
const whole = createFloats(1);
const bounds = createFloats(6);
const pieceBounds = createFloats(6);
const hits = createIndexList();
const pair = createShapePair();
/** Scratch: the time of the first impact, as a fraction of the step; what the sweep moves a group of bodies by. */
const first = createFloats(1);
const shift = createFloats(3);
/** Scratch: what is asked of the time of impact; a time; a part of a rotation; the length of a vector; sine and cosine. */
const query = createFloats(QUERY_STRIDE);
const at = createFloats(1);
const part = createFloats(1);
const length = createFloats(1);
const arc = createFloats(2);

/** Rolls a bullet back to its first impact with a body that moves, and any other body to that with a kinematic one. */
export const sweepAgainstMoving = (world: World, body: number): void => {
  const { bodies, colliders, broadphase } = world;
  const isBullet = (bodies.flags[body] & BodyFlag.bullet) !== 0;
  if (!isBullet && broadphase.kinematic.count === 0) return;
  startSweep(world, body);
  for (let c = bodies.firstCollider[body]; c >= 0; c = colliders.next[c]) {
    if (colliders.sensor[c] !== 0) continue;
    findNear(world, c, isBullet);
    for (let k = 0; k < hits.count; k++) sweepPair(world, body, c, hits.items[k]);
  }
  if (first[0] < 1) rollBackToImpact(world, body);
};

/** The same for a body and a collider of a kinematic one. Returns whether it was rolled back. */
export const sweepOnto = (world: World, collider: number, other: number): boolean => {
  const body = world.colliders.body[collider];
  startSweep(world, body);
  sweepPair(world, body, collider, other);
  if (first[0] >= 1) return false;
  rollBackToImpact(world, body);
  return true;
};

const startSweep = (world: World, body: number): void => {
  writeSurfaceReach(world, body, reach);
  writeSweep(world, body, sweepA);
  gatherGroup(world, body);
  first[0] = 1;
};

/** Everything that the collider, and bodies that come towards it, reach in this step. */
const writeBounds = ({ colliders, settings, scratch }: World, collider: number): void => {
  const pad = settings.slop + reach[0] + Math.max(scratch.bulletReach[0], scratch.kinematicReach[0]);
  writeAabb(colliders, collider, bounds, 0);
  for (let i = 0; i < 3; i++) {
    bounds[i] -= pad;
    bounds[3 + i] += pad;
  }
};

/** Writes to `hits` the colliders near the path of one of a bullet, or kinematic ones alone. */
const findNear = (world: World, collider: number, isBullet: boolean): void => {
  const { colliders, broadphase } = world;
  writeBounds(world, collider);
  if (isBullet) queryBox(broadphase, colliders.box, bounds, hits);
  else queryKinematic(broadphase, colliders.box, bounds, hits);
};

const sweepPair = (world: World, body: number, collider: number, other: number): void => {
  const { bodies, colliders, settings } = world;
  const b = colliders.body[other];
  if (bodies.type[b] === BodyType.static || colliders.sensor[other] !== 0 || isInGroup(b)) return;
  writeSurfaceReach(world, b, otherReach);
  if (reach[0] + otherReach[0] <= settings.continuousFraction * bodies.innerRadius[body]) return;
  writeOther(world, b);
  if (isSlow(world, body) || !mayTouch(world, collider, other)) return;
  if (isLeftOut(world, collider, other, ContactFlag.disabled)) return;
  writeSweepQuery(world, body, query);
  if (stayedApart(world, collider, other, query)) return;
  // A body that starts in contact may sink in by one target. A plate that turns under a thin rod takes back what the contact gave it
  // in every step, and after a few steps the rod is on the other side.
  if (bodies.type[b] === BodyType.dynamic)
    query[TARGET] = Math.max(
      Math.min(query[TARGET], CCD_SINK_PART * bodies.innerRadius[body]),
      CCD_LEAST_GAP,
    );
  sweepAgainst(world, body, collider, other);
};

/**
 * Whether A moves so little relative to B that contacts alone hold it, as a body does that a platform carries along. With
 * r = cA(0) - cB(0), its centre goes relative to B by
 *   cA(1) - cB(1) - R(θB) r = dA - dB - θB × r + ε,   |ε| <= |r| θB² / 2,
 * and its surface turns by at most |θA - θB| + |θA| |θB| / 2.
 */
const isSlow = (world: World, body: number): boolean => {
  const { extent, innerRadius } = world.bodies;
  const tx = sweepB[ROTATION];
  const ty = sweepB[ROTATION + 1];
  const tz = sweepB[ROTATION + 2];
  const x = sweepA[PIVOT] - sweepB[PIVOT];
  const y = sweepA[PIVOT + 1] - sweepB[PIVOT + 1];
  const z = sweepA[PIVOT + 2] - sweepB[PIVOT + 2];
  const dx = sweepA[DISPLACEMENT] - sweepB[DISPLACEMENT] - (ty * z - tz * y);
  const dy = sweepA[DISPLACEMENT + 1] - sweepB[DISPLACEMENT + 1] - (tz * x - tx * z);
  const dz = sweepA[DISPLACEMENT + 2] - sweepB[DISPLACEMENT + 2] - (tx * y - ty * x);
  const ax = sweepA[ROTATION];
  const ay = sweepA[ROTATION + 1];
  const az = sweepA[ROTATION + 2];
  const turnB = tx * tx + ty * ty + tz * tz;
  const turn = (ax - tx) * (ax - tx) + (ay - ty) * (ay - ty) + (az - tz) * (az - tz);
  const beside = 0.5 * Math.sqrt(x * x + y * y + z * z) * turnB;
  const angle = Math.sqrt(turn) + 0.5 * Math.sqrt(turnB * (ax * ax + ay * ay + az * az));
  const way = Math.sqrt(dx * dx + dy * dy + dz * dz) + beside;
  // The extent may be infinite, and 0 times that is no number.
  return (
    way + (angle > 0 ? angle * extent[body] : 0) <= world.settings.continuousFraction * innerRadius[body]
  );
};

/** Writes the sweep of the other body; one that sleeps has none. */
const writeOther = (world: World, b: number): void => {
  if (world.bodies.awakeIndex[b] >= 0) return writeSweep(world, b, sweepB);
  for (let i = 0; i < 3; i++) {
    sweepB[PIVOT + i] = world.bodies.centre[b * 3 + i];
    sweepB[DISPLACEMENT + i] = 0;
    sweepB[ROTATION + i] = 0;
  }
};

const sweepAgainst = (world: World, body: number, collider: number, other: number): void => {
  const { colliders } = world;
  copyShape(colliders, collider, pair, 0);
  copyShape(colliders, other, pair, 1);
  placeAtEnd(world, other, pair, 1);
  writeLength(sweepB, ROTATION);
  const pieces = Math.min(SWEEP_MAX_PIECES, 1 + Math.floor(length[0] / SWEEP_PIECE_ANGLE));
  at[0] = 0;
  writeRelativePose(world, body, toCentre, toQuat);
  for (let k = 0; k < pieces && k / pieces < first[0]; k++) {
    for (let i = 0; i < 3; i++) fromCentre[i] = toCentre[i];
    for (let i = 0; i < 4; i++) fromQuat[i] = toQuat[i];
    at[0] = (k + 1) / pieces;
    writeRelativePose(world, body, toCentre, toQuat);
    writePiece(pieces);
    placeAt(world, collider, pair, 0, fromCentre, 0, fromQuat, 0);
    if (isSurface(pair.kind[1]))
      shapeCode.surfaceImpact(pair, 0, 1, piece, query, boundsOfPiece(world, body));
    else timeOfImpact(pair, 0, 1, piece, query);
    if (!(query[TIME] < 1)) continue;
    if ((k + query[TIME]) / pieces >= first[0]) return;
    first[0] = (k + query[TIME]) / pieces;
    keepImpactPose();
    return;
  }
};

/** Everything that A reaches in a piece. */
const boundsOfPiece = ({ bodies }: World, body: number): Floats => {
  writeLength(piece, ROTATION);
  const pad = query[TARGET] + (length[0] > 0 ? length[0] * bodies.extent[body] : 0);
  writeAabb(pair, 0, pieceBounds, 0);
  for (let i = 0; i < 3; i++) {
    const d = piece[DISPLACEMENT + i];
    pieceBounds[i] += (d < 0 ? d : 0) - pad;
    pieceBounds[3 + i] += (d > 0 ? d : 0) + pad;
  }
  return pieceBounds;
};

/** Keeps the pose of A at the time of the piece that the query has found. */
const keepImpactPose = (): void => {
  for (let i = 0; i < 3; i++) impactCentre[i] = piece[PIVOT + i] + query[TIME] * piece[DISPLACEMENT + i];
  part[0] = query[TIME];
  writeTurn(piece);
  multiplyInto(impactQuat, 0, turnQuat, 0, fromQuat, 0, 1);
};

const writeLength = (v: Floats, first: number): void => {
  length[0] = Math.sqrt(v[first] * v[first] + v[first + 1] * v[first + 1] + v[first + 2] * v[first + 2]);
};

/** turnQuat ← the rotation by `part` of the rotation vector of a sweep. */
const writeTurn = (sweep: Floats): void => {
  writeLength(sweep, ROTATION);
  const turns = length[0] > CCD_NO_ROTATION;
  arc[0] = (part[0] * length[0]) / 2;
  writeSinCos(arc);
  const s = turns ? arc[0] / length[0] : 0;
  for (let i = 0; i < 3; i++) turnQuat[i] = s * sweep[ROTATION + i];
  turnQuat[3] = turns ? arc[1] : 1;
};

/** c'(t) and q'(t), with t in `at`: where B at its end sees A. */
const writeRelativePose = (world: World, body: number, centre: Floats, quat: Floats): void => {
  const t = at[0];
  part[0] = t;
  writeTurn(sweepA);
  multiplyInto(quat, 0, turnQuat, 0, world.scratch.orientations, body * 4, 1);
  part[0] = 1 - t;
  writeTurn(sweepB);
  multiplyInto(relativeQuat, 0, turnQuat, 0, quat, 0, 1);
  for (let i = 0; i < 4; i++) quat[i] = relativeQuat[i];
  writeMatrix(turnQuat, 0, matrix, 0);
  for (let i = 0; i < 3; i++) {
    offset[i] =
      sweepA[PIVOT + i] + t * sweepA[DISPLACEMENT + i] - (sweepB[PIVOT + i] + t * sweepB[DISPLACEMENT + i]);
  }
  for (let i = 0; i < 3; i++) {
    centre[i] =
      sweepB[PIVOT + i] +
      sweepB[DISPLACEMENT + i] +
      matrix[3 * i] * offset[0] +
      matrix[3 * i + 1] * offset[1] +
      matrix[3 * i + 2] * offset[2];
  }
};

/** The motion between the two ends of a piece. Alone, it keeps A's whole revolutions. */
const writePiece = (pieces: number): void => {
  for (let i = 0; i < 3; i++) {
    piece[PIVOT + i] = fromCentre[i];
    piece[DISPLACEMENT + i] = toCentre[i] - fromCentre[i];
    piece[ROTATION + i] = (sweepA[ROTATION + i] - sweepB[ROTATION + i]) / pieces;
  }
  writeLength(sweepB, ROTATION);
  if (pieces === 1 && length[0] <= CCD_NO_ROTATION) return;
  writeRotationBetween(piece);
};

/** Replaces the rotation vector by the exact one of fromQuat to toQuat that is nearest to it. */
const writeRotationBetween = (out: Floats): void => {
  multiplyInto(turnQuat, 0, toQuat, 0, fromQuat, 0, -1);
  writeLength(turnQuat, 0);
  const sine = length[0];
  if (sine === 0) return;
  atan2Scratch[0] = sine;
  atan2Scratch[1] = turnQuat[3];
  writeAtan2();
  const angle = 2 * atan2Scratch[0];
  const guess =
    (turnQuat[0] * out[ROTATION] + turnQuat[1] * out[ROTATION + 1] + turnQuat[2] * out[ROTATION + 2]) / sine;
  const scale = (angle + REVOLUTION * Math.round((guess - angle) / REVOLUTION)) / sine;
  for (let i = 0; i < 3; i++) out[ROTATION + i] = scale * turnQuat[i];
};

/**
 * Rolls A back, or on, to the pose of its impact: a sweep from its start to there, to its end. What hangs on it by joints
 * goes back to the same time, and is shifted with it.
 */
const rollBackToImpact = (world: World, body: number): void => {
  const { orientations } = world.scratch;
  if (isJointed(world, body)) {
    for (let i = 0; i < 3; i++)
      shift[i] = impactCentre[i] - sweepA[PIVOT + i] - first[0] * sweepA[DISPLACEMENT + i];
    rollBackGroup(world, first, shift);
    return;
  }
  for (let i = 0; i < 3; i++) {
    toImpact[PIVOT + i] = sweepA[PIVOT + i];
    toImpact[DISPLACEMENT + i] = impactCentre[i] - sweepA[PIVOT + i];
    toImpact[ROTATION + i] = first[0] * sweepA[ROTATION + i];
  }
  for (let i = 0; i < 4; i++) {
    fromQuat[i] = orientations[body * 4 + i];
    toQuat[i] = impactQuat[i];
  }
  writeRotationBetween(toImpact);
  whole[0] = 1;
  rollBack(world, body, toImpact, whole);
};
