import { MAX_POINTS } from '../../collision/narrowphase/manifold.js';
import { zeroImpulses } from '../../contacts/warm-start-impulses.js';
import { createFloats, type Floats } from '../../math/floats.js';
import {
  FACTORED,
  FIRST_LINK,
  FIRST_TOUCH,
  LINK_INTS,
  TOUCH,
  TOUCH_K,
  TOUCH_SPEEDS,
  TOUCHED,
  TOURED,
  TREE_INTS,
} from '../../state/articulations.js';
import { DP, DR, MOTION } from '../../state/bodies.js';
import {
  APPROACH,
  ARM,
  CONTACT_BOUNCE,
  CROSS,
  FRICTION_LAMBDA,
  FRICTION_MASS,
  FRICTION_TOTAL,
  MU,
  N,
  PL,
  PM,
  POINT,
  POINTS,
  POINTS_INVERSE,
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
  SPIN,
  STIFF,
  SURFACE,
  T1,
  TWIST_LAMBDA,
  TWIST_MASS,
} from '../../state/contacts.js';
import type { Substep } from '../../state/substep.js';
import type { World } from '../../state/world.js';
import { endOfTouches } from './list-touches.js';
import { writeResponses } from './responses.js';
import { applyTouch, impulses, prepareTouch, six, warmStartTouch, writeTouchSpeeds } from './touch-frame.js';
import { closeTour, hear, openTour, returnToRoot, tell, travel } from './tour.js';

/**
 * Contacts of articulations: one Gauss-Seidel iteration is a tour of each tree (tour.ts), and each contact is solved as
 * in the ordinary kernels (solver/contacts), in the six directions of touch-frame.ts. The law is the same: with bias,
 * penetration is removed softly and a gap may close; without, points with an impulse get the speed 0, or -e times the
 * speed at which they came; then friction, twist and rolling resistance.
 */

/** Responses and masses at the present poses, where the factor is new. */
export const prepareTouches = (world: World): void => {
  const { articulations: a } = world;
  for (let tree = 0; tree < a.ends.count; tree++)
    if (isTouched(world, tree) && isFactored(world, tree))
      writeResponses(a, firstLink(world, tree), a.ends.items[tree]);
  for (let k = 0; k < a.touches.count; k++) if (isOutOfDate(world, k)) prepareTouch(world, k);
  for (let tree = 0; tree < a.ends.count; tree++) a.treeInts[tree * TREE_INTS + FACTORED] = 0;
};

const isFactored = ({ articulations: a }: World, tree: number): boolean =>
  a.treeInts[tree * TREE_INTS + FACTORED] !== 0;

const isOutOfDate = (world: World, k: number): boolean => {
  const { articulations: a, contacts } = world;
  const linkA = a.linkOf[contacts.bodyA[a.touches.items[k]]];
  const linkB = a.linkOf[contacts.bodyB[a.touches.items[k]]];
  return (
    (linkA >= 0 && isFactored(world, a.treeOf[linkA])) || (linkB >= 0 && isFactored(world, a.treeOf[linkB]))
  );
};

/** Before the substeps: sums over the step start at zero. */
export const startTouches = ({ articulations: a, contacts: { record } }: World): void => {
  for (let k = 0; k < a.touches.count; k++) {
    const r = a.touches.items[k] * RECORD;
    for (let i = 0; i < MAX_POINTS; i++) record[r + POINTS + i * POINT + PT] = 0;
    record[r + FRICTION_TOTAL] = 0;
    record[r + FRICTION_TOTAL + 1] = 0;
    record[r + APPROACH] = 0;
  }
};

/** The persistent impulses of all contacts of links, into P of the links. */
export const warmStartTouches = (world: World): void => {
  const { articulations: a, contacts } = world;
  const { record } = contacts;
  for (let k = 0; k < a.touches.count; k++) {
    const r = a.touches.items[k] * RECORD;
    for (let i = 0; i < 6; i++) impulses[i] = 0;
    for (let i = 0; i < contacts.count[a.touches.items[k]]; i++) {
      const p = r + POINTS + i * POINT;
      impulses[0] += record[p + PL];
      impulses[1] += record[p + PY] * record[p + PL];
      impulses[2] -= record[p + PX] * record[p + PL];
    }
    impulses[1] += record[r + ROLL_LAMBDA];
    impulses[2] += record[r + ROLL_LAMBDA + 1];
    impulses[3] = record[r + FRICTION_LAMBDA];
    impulses[4] = record[r + FRICTION_LAMBDA + 1];
    impulses[5] = record[r + TWIST_LAMBDA];
    warmStartTouch(world, k);
  }
};

/** With bias, before the drift. */
export const solveTouches = (world: World, substep: Substep): void => {
  openTours(world);
  sweep(world, substep, true, false);
  closeTours(world);
};

/** Without bias, after the drift; twice, as for other contacts. Then the impulses of impacts are cleared. */
export const relaxTouches = (world: World, substep: Substep): void => {
  openTours(world);
  sweep(world, substep, false, true);
  sweep(world, substep, false, false);
  closeTours(world);
  clearImpacts(world, substep);
};

const isTouched = ({ articulations: a }: World, tree: number): boolean =>
  a.treeInts[tree * TREE_INTS + TOUCHED] !== 0;

const firstLink = ({ articulations: a }: World, tree: number): number =>
  a.treeInts[tree * TREE_INTS + FIRST_LINK];

const openTours = (world: World): void => {
  const { ends } = world.articulations;
  for (let tree = 0; tree < ends.count; tree++)
    if (isTouched(world, tree)) openTour(world, firstLink(world, tree), ends.items[tree]);
};

const closeTours = (world: World): void => {
  const { ends } = world.articulations;
  for (let tree = 0; tree < ends.count; tree++)
    if (isTouched(world, tree)) closeTour(world, firstLink(world, tree), ends.items[tree]);
};

const sweep = (world: World, substep: Substep, biased: boolean, isFirst: boolean): void => {
  const { articulations: a } = world;
  for (let tree = 0; tree < a.ends.count; tree++) {
    if (!isTouched(world, tree)) continue;
    let at = -1;
    for (let i = firstLink(world, tree); i < a.ends.items[tree]; i++) {
      if (a.linkInts[i * LINK_INTS + TOURED] === 0) continue;
      at = travel(a, at, i);
      const end = endOfTouches(world, i);
      for (let k = a.linkInts[i * LINK_INTS + FIRST_TOUCH]; k < end; k++) {
        const other = otherLink(world, k, i);
        if (!biased && isIdle(world, k)) continue;
        if (other >= 0) hear(a, i, other);
        if (biased) solveTouch(world, k, substep);
        else relaxTouch(world, k, isFirst, substep);
        if (applyTouch(world, k) && other >= 0) tell(a, i, other);
      }
    }
    returnToRoot(a, at);
  }
};

/** The link on the other side of a contact that is solved at link i, or -1. */
const otherLink = ({ articulations: a, contacts }: World, k: number, i: number): number => {
  const link = a.linkOf[contacts.bodyB[a.touches.items[k]]];
  return link === i ? -1 : link;
};

/** Scratch: of each point the speed, the wanted change of it, the old and the new impulse, the separation. */
const speed = createFloats(4);
const error = createFloats(4);
const old = createFloats(4);
const next = createFloats(4);
const gap = createFloats(4);

const writePointSpeeds = (record: Floats, r: number, points: number): void => {
  for (let i = 0; i < MAX_POINTS; i++) {
    const p = r + POINTS + i * POINT;
    old[i] = i < points ? record[p + PL] : 0;
    speed[i] = i < points ? six[0] + record[p + PY] * six[1] - record[p + PX] * six[2] : 0;
  }
};

/** Separations along the motion since the step began, as in solver/contacts/solve-contacts.ts. */
const writeGaps = (world: World, contact: number): void => {
  const { record, bodyA, bodyB } = world.contacts;
  const { motion } = world.bodies;
  const r = contact * RECORD;
  const a = bodyA[contact] * MOTION;
  const b = bodyB[contact] * MOTION;
  const nx = record[r + N];
  const ny = record[r + N + 1];
  const nz = record[r + N + 2];
  const tx = record[r + T1];
  const ty = record[r + T1 + 1];
  const tz = record[r + T1 + 2];
  const qAx = motion[a + DR];
  const qAy = motion[a + DR + 1];
  const qAz = motion[a + DR + 2];
  const qBx = motion[b + DR];
  const qBy = motion[b + DR + 1];
  const qBz = motion[b + DR + 2];
  const sc =
    nx *
      (motion[b + DP] -
        motion[a + DP] +
        (qBy * record[r + RB + 2] -
          qBz * record[r + RB + 1] -
          qAy * record[r + RA + 2] +
          qAz * record[r + RA + 1])) +
    ny *
      (motion[b + DP + 1] -
        motion[a + DP + 1] +
        (qBz * record[r + RB] - qBx * record[r + RB + 2] - qAz * record[r + RA] + qAx * record[r + RA + 2])) +
    nz *
      (motion[b + DP + 2] -
        motion[a + DP + 2] +
        (qBx * record[r + RB + 1] - qBy * record[r + RB] - qAx * record[r + RA + 1] + qAy * record[r + RA]));
  const g1 = (qBx - qAx) * tx + (qBy - qAy) * ty + (qBz - qAz) * tz;
  const g2 =
    (qBx - qAx) * (ny * tz - nz * ty) + (qBy - qAy) * (nz * tx - nx * tz) + (qBz - qAz) * (nx * ty - ny * tx);
  for (let i = 0; i < MAX_POINTS; i++) {
    const p = r + POINTS + i * POINT;
    gap[i] = record[p + PS] + sc + record[p + PY] * g1 - record[p + PX] * g2;
  }
};

/** Speeds from both bodies; no impulse yet. */
const startTouch = (world: World, k: number): void => {
  writeTouchSpeeds(world, k);
  for (let i = 0; i < 6; i++) impulses[i] = 0;
};

const solveTouch = (world: World, k: number, step: Substep): void => {
  const { articulations: a, contacts } = world;
  const { record } = contacts;
  const contact = a.touches.items[k];
  const r = contact * RECORD;
  const points = contacts.count[contact];
  startTouch(world, k);
  writePointSpeeds(record, r, points);
  writeGaps(world, contact);
  const softness = record[r + STIFF] === 0 ? step.soft : step.stiff;
  for (let i = 0; i < points; i++) {
    a.touchFloats[k * TOUCH + TOUCH_SPEEDS + i] = speed[i];
    error[i] =
      speed[i] +
      (gap[i] > 0 ? gap[i] / step.h : Math.max(softness.biasRate * gap[i], -step.maxDepenetrationSpeed));
  }
  solveBlock(record, r, points, softness.massScale, softness.impulseScale, false);
  let approach = record[r + APPROACH];
  for (let i = 0; i < points; i++) if (next[i] > old[i] && -speed[i] > approach) approach = -speed[i];
  record[r + APPROACH] = approach;
  addPoints(world, k, points);
};

/**
 * λ of the points from their errors: all at once while all push, else one after the other. Points that are apart are
 * rigid, others soft. `waits`: a point without an impulse stays without one.
 */
const solveBlock = (
  record: Floats,
  r: number,
  points: number,
  massScale: number,
  impulseScale: number,
  waits: boolean,
): void => {
  const m = r + POINTS_INVERSE;
  const keep = 1 - impulseScale;
  let together = points > 1 && record[m] !== 0;
  for (let i = 0; i < points && together; i++) {
    let sum = 0;
    for (let j = 0; j < points; j++) sum += record[m + INVERSE_ENTRY[i * 4 + j]] * error[j];
    next[i] = keep * old[i] - massScale * sum;
    if (next[i] < 0 || (waits && old[i] === 0)) together = false;
  }
  if (together) return;
  for (let i = 0; i < points; i++) {
    let e = error[i];
    for (let j = 0; j < i; j++) e += record[r + CROSS + CROSS_ENTRY[j * 4 + i]] * (next[j] - old[j]);
    const mass = record[r + POINTS + i * POINT + PM];
    const isApart = !waits && gap[i] > 0;
    const wanted = isApart ? old[i] - mass * e : keep * old[i] - mass * massScale * e;
    next[i] = wanted < 0 || (waits && old[i] === 0) ? 0 : wanted;
  }
};

/** Places of the symmetric inverse, and of the effect of one point on a later one. */
const INVERSE_ENTRY = Int32Array.of(0, 1, 2, 3, 1, 4, 5, 6, 2, 5, 7, 8, 3, 6, 8, 9);
const CROSS_ENTRY = Int32Array.of(0, 0, 1, 2, 0, 0, 3, 4, 0, 0, 0, 5, 0, 0, 0, 0);

/** Stores λ of the points and adds their change to the impulses of the contact. */
const addPoints = (world: World, k: number, points: number): void => {
  const { record } = world.contacts;
  const r = world.articulations.touches.items[k] * RECORD;
  for (let i = 0; i < points; i++) {
    const p = r + POINTS + i * POINT;
    const change = next[i] - old[i];
    record[p + PL] = next[i];
    impulses[0] += change;
    impulses[1] += record[p + PY] * change;
    impulses[2] -= record[p + PX] * change;
  }
};

/** Speeds after the impulses so far: s + K p, into `now`. */
const writeNow = ({ articulations: a }: World, k: number): void => {
  const at = k * TOUCH + TOUCH_K;
  for (let row = 0; row < 6; row++) {
    let sum = six[row];
    for (let column = 0; column < 6; column++) sum += a.touchFloats[at + 6 * row + column] * impulses[column];
    now[row] = sum;
  }
};

/** Scratch: speeds of the contact while it is being solved. */
const now = createFloats(6);

const relaxTouch = (world: World, k: number, isFirst: boolean, step: Substep): void => {
  const { articulations: a, contacts } = world;
  const { record } = contacts;
  const contact = a.touches.items[k];
  const r = contact * RECORD;
  const points = contacts.count[contact];
  startTouch(world, k);
  writePointSpeeds(record, r, points);
  const bounce = record[r + CONTACT_BOUNCE];
  for (let i = 0; i < points; i++) {
    const before = a.touchFloats[k * TOUCH + TOUCH_SPEEDS + i];
    error[i] = speed[i] + (bounce > 0 && -before > step.impactSpeed ? bounce * before : 0);
  }
  solveBlock(record, r, points, 1, 0, true);
  const counted = isFirst ? 0 : 1;
  let load = 0;
  for (let i = 0; i < points; i++) {
    load += next[i];
    record[r + POINTS + i * POINT + PT] += next[i] - counted * old[i];
  }
  addPoints(world, k, points);
  resistSliding(world, k, load, counted);
};

/** Whether a contact has no impulse at all. */
const isIdle = ({ articulations: a, contacts }: World, k: number): boolean => {
  const { record } = contacts;
  const contact = a.touches.items[k];
  const r = contact * RECORD;
  for (let i = 0; i < contacts.count[contact]; i++)
    if (record[r + POINTS + i * POINT + PL] !== 0) return false;
  return (
    record[r + FRICTION_LAMBDA] === 0 &&
    record[r + FRICTION_LAMBDA + 1] === 0 &&
    record[r + TWIST_LAMBDA] === 0 &&
    record[r + ROLL_LAMBDA] === 0 &&
    record[r + ROLL_LAMBDA + 1] === 0
  );
};

/** Scratch: two impulses. */
const pair = createFloats(2);

/** Friction, then twist and rolling resistance, each within its bound and with the result of those before. */
const resistSliding = (world: World, k: number, load: number, counted: number): void => {
  const { record } = world.contacts;
  const r = world.articulations.touches.items[k] * RECORD;
  const mu = record[r + MU];
  writeNow(world, k);
  pair[0] = now[3] + record[r + SURFACE];
  pair[1] = now[4] + record[r + SURFACE + 1];
  const old1 = record[r + FRICTION_LAMBDA];
  const old2 = record[r + FRICTION_LAMBDA + 1];
  solvePair(record, r + FRICTION_MASS, r + FRICTION_LAMBDA, mu * load);
  impulses[3] += pair[0];
  impulses[4] += pair[1];
  record[r + FRICTION_TOTAL] += record[r + FRICTION_LAMBDA] - counted * old1;
  record[r + FRICTION_TOTAL + 1] += record[r + FRICTION_LAMBDA + 1] - counted * old2;
  const twistLimit = (mu * record[r + ARM] + record[r + SPIN]) * load;
  if (twistLimit > 0 || record[r + TWIST_LAMBDA] !== 0) {
    writeNow(world, k);
    const twist = record[r + TWIST_LAMBDA];
    const wanted = twist - record[r + TWIST_MASS] * now[5];
    record[r + TWIST_LAMBDA] = Math.min(Math.max(wanted, -twistLimit), twistLimit);
    impulses[5] += record[r + TWIST_LAMBDA] - twist;
  }
  const rollLimit = record[r + ROLL] * load;
  if (rollLimit > 0 || record[r + ROLL_LAMBDA] !== 0 || record[r + ROLL_LAMBDA + 1] !== 0) {
    writeNow(world, k);
    pair[0] = now[1];
    pair[1] = now[2];
    solvePair(record, r + ROLL_MASS, r + ROLL_LAMBDA, rollLimit);
    impulses[1] += pair[0];
    impulses[2] += pair[1];
  }
};

/** λ ← λ - M s within a disc. `pair` holds the speeds, then the changes of λ. */
const solvePair = (record: Floats, mass: number, at: number, limit: number): void => {
  const old1 = record[at];
  const old2 = record[at + 1];
  let f1 = old1 - record[mass] * pair[0] - record[mass + 1] * pair[1];
  let f2 = old2 - record[mass + 1] * pair[0] - record[mass + 2] * pair[1];
  const square = f1 * f1 + f2 * f2;
  if (square > limit * limit) {
    const shrink = limit / Math.sqrt(square);
    f1 *= shrink;
    f2 *= shrink;
  }
  record[at] = f1;
  record[at + 1] = f2;
  pair[0] = f1 - old1;
  pair[1] = f2 - old2;
};

/** The impulse of an impact is no load of the next substep. */
const clearImpacts = (world: World, step: Substep): void => {
  const { articulations: a, contacts } = world;
  for (let k = 0; k < a.touches.count; k++) {
    const contact = a.touches.items[k];
    let before = 0;
    for (let i = 0; i < contacts.count[contact]; i++)
      before = Math.min(before, a.touchFloats[k * TOUCH + TOUCH_SPEEDS + i]);
    if (-before > step.impactSpeed) zeroImpulses(world, contact);
  }
};
