import { MAX_POINTS } from '../../../collision/narrowphase/manifold.js';
import { zeroImpulses } from '../../../contacts/warm-start-impulses.js';
import { createFloats, type Floats } from '../../../math/floats.js';
import {
  BOUNCED,
  FACTORED,
  FIRST_LINK,
  FIRST_TOUCH,
  LINK_INTS,
  PUSHED,
  TOUCH,
  TOUCH_BEFORE,
  TOUCH_CAME,
  TOUCH_K,
  TOUCH_ONE_SHOT,
  TOUCH_SPEEDS,
  TOUCHED,
  TOURED,
  TREE_INTS,
} from '../../../state/articulations.js';
import { DP, DR, MOTION } from '../../../state/bodies.js';
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
} from '../../../state/contacts.js';
import type { Substep } from '../../../state/substep.js';
import type { World } from '../../../state/world.js';
import { BOUNCE_SWEEPS, BOUNDED_SUBSTEPS, POINT_ROUNDS, TOUR_SWEEPS } from '../../../tuning.js';
import { endOfTouches } from './list-touches.js';
import { writeResponses } from './responses.js';
import { applyTouch, impulses, prepareTouch, six, warmStartTouch, writeTouchSpeeds } from './touch-frame.js';
import { closeTour, hear, openTour, returnToRoot, tell, travel } from './tour.js';
import { prepareTourRows, solveRowsAt, storeTourRows, warmStartTourRows } from './tour-rows.js';

/**
 * Contacts of articulations: one Gauss-Seidel iteration is a tour of each tree (tour.ts), and each contact is solved as
 * in the ordinary kernels (solver/contacts), in the six directions of touch-frame.ts. The law is the same: with bias,
 * penetration is removed softly and a gap may close; without, points with an impulse get the speed 0; then friction,
 * twist and rolling resistance. Impacts with restitution come before both.
 */

/** Whether contacts or rows act on links in this step. */
export const hasTours = ({ articulations: a }: World): boolean => a.touches.count + a.tourRows.count > 0;

/** Responses and masses at the present poses, where the factor is new. */
export const prepareTouches = (world: World): void => {
  const { articulations: a } = world;
  for (let tree = 0; tree < a.ends.count; tree++)
    if (isTouched(world, tree) && isFactored(world, tree))
      writeResponses(a, firstLink(world, tree), a.ends.items[tree]);
  for (let k = 0; k < a.touches.count; k++) if (isOutOfDate(world, k)) prepareTouch(world, k);
  if (a.tourRows.count > 0) prepareTourRows(world);
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

/** Marks the trees on which contacts with a persistent impulse act. */
export const markPushed = (world: World): void => {
  const { articulations: a } = world;
  for (let tree = 0; tree < a.ends.count; tree++) {
    a.treeInts[tree * TREE_INTS + PUSHED] = 0;
    if (a.treeInts[tree * TREE_INTS + BOUNCED] > 0) a.treeInts[tree * TREE_INTS + BOUNCED]--;
  }
  for (let k = 0; k < a.touches.count; k++) {
    if (isIdle(world, k)) continue;
    markTrees(world, k, PUSHED, 1);
  }
};

/** Marks the trees of both bodies of a contact. */
const markTrees = ({ articulations: a, contacts }: World, k: number, mark: number, value: number): void => {
  const linkA = a.linkOf[contacts.bodyA[a.touches.items[k]]];
  const linkB = a.linkOf[contacts.bodyB[a.touches.items[k]]];
  if (linkA >= 0) a.treeInts[a.treeOf[linkA] * TREE_INTS + mark] = value;
  if (linkB >= 0) a.treeInts[a.treeOf[linkB] * TREE_INTS + mark] = value;
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

/** The persistent impulses of all rows and contacts of the tours, into P of the links. */
export const warmStartTouches = (world: World): void => {
  const { articulations: a, contacts } = world;
  warmStartTourRows(world);
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
  measureApproaches(world);
  if (isAnyBouncing(world)) bounceTouches(world, substep);
  for (let i = 0; i < TOUR_SWEEPS; i++) sweep(world, substep, true, false);
  closeTours(world);
};

/** Without bias, after the drift. Then the impulses of impacts are cleared. */
export const relaxTouches = (world: World, substep: Substep): void => {
  openTours(world);
  for (let i = 0; i < TOUR_SWEEPS; i++) sweep(world, substep, false, i === 0);
  closeTours(world);
  storeTourRows(world);
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
      solveRowsAt(world, i, biased);
      const end = endOfTouches(world, i);
      for (let k = a.linkInts[i * LINK_INTS + FIRST_TOUCH]; k < end; k++) {
        const other = otherLink(world, k, i);
        if (!biased && isIdle(world, k)) continue;
        if (other >= 0) hear(a, i, other);
        if (biased) solveTouch(world, k, substep);
        else relaxTouch(world, k, isFirst);
        if (applyTouch(world, k) && other >= 0) tell(a, i, other);
      }
    }
    returnToRoot(a, at);
  }
};

/** Speeds of the points before any contact of the substep acts; 0 for contacts that bear a load already. */
const measureApproaches = (world: World): void => {
  const { articulations: a, contacts } = world;
  for (let k = 0; k < a.touches.count; k++) {
    const contact = a.touches.items[k];
    const isLoaded = !isIdle(world, k);
    if (!isLoaded) {
      writeTouchSpeeds(world, k);
      writePointSpeeds(contacts.record, contact * RECORD, contacts.count[contact]);
    }
    for (let i = 0; i < MAX_POINTS; i++)
      a.touchFloats[k * TOUCH + TOUCH_SPEEDS + i] = isLoaded ? 0 : speed[i];
  }
};

const isAnyBouncing = ({ articulations: a, contacts }: World): boolean => {
  for (let k = 0; k < a.touches.count; k++)
    if (contacts.record[a.touches.items[k] * RECORD + CONTACT_BOUNCE] > 0) return true;
  return false;
};

/**
 * Impacts with restitution: points that would reach the surface within the substep get u⁺ = -e u⁻ where they are, at most
 * a substep early. The speed is mirrored at one pose, so with e = 1 the energy stays, and the height of a bounce is right
 * but for what is left of the gap. One-shot impulses, with Coulomb friction. Where several contacts are struck at once the
 * sum of their laws may add energy; then all of these impulses are scaled down until it does not rise.
 */
const bounceTouches = (world: World, substep: Substep): void => {
  sweepBounces(world, substep, Bounce.measure);
  if (work[0] === 0) return;
  for (let i = 0; i < BOUNCE_SWEEPS; i++) sweepBounces(world, substep, Bounce.solve);
  work[0] = 0;
  work[1] = 0;
  sweepBounces(world, substep, Bounce.sum);
  // Kinetic energy changes by Σ p·(u⁻ + u⁺)/2; with the part s of all impulses by s Σ p·u⁻ + s² Σ p·(u⁺ - u⁻)/2.
  const rise = 0.5 * (work[1] - work[0]);
  if (work[0] + rise <= 0 || rise <= 0) return;
  work[2] = Math.max(-work[0] / rise, 0) - 1;
  sweepBounces(world, substep, Bounce.scale);
};

/** Scratch: Σ p·u⁻ (while measuring, the number of struck points), Σ p·u⁺, and the part of the impulses to be added. */
const work = createFloats(3);

const Bounce = { measure: 0, solve: 1, sum: 2, scale: 3 } as const;

const sweepBounces = (world: World, substep: Substep, stage: number): void => {
  const { articulations: a, contacts } = world;
  if (stage === Bounce.measure) work[0] = 0;
  for (let tree = 0; tree < a.ends.count; tree++) {
    if (!isTouched(world, tree)) continue;
    let at = -1;
    for (let i = firstLink(world, tree); i < a.ends.items[tree]; i++) {
      if (a.linkInts[i * LINK_INTS + TOURED] === 0) continue;
      at = travel(a, at, i);
      const end = endOfTouches(world, i);
      for (let k = a.linkInts[i * LINK_INTS + FIRST_TOUCH]; k < end; k++) {
        if (contacts.record[a.touches.items[k] * RECORD + CONTACT_BOUNCE] === 0) continue;
        const other = otherLink(world, k, i);
        if (other >= 0) hear(a, i, other);
        startTouch(world, k);
        if (stage === Bounce.measure) measureBounce(world, k, substep);
        else if (stage === Bounce.solve) bounceTouch(world, k);
        else if (stage === Bounce.sum) sumWork(world, k);
        else scaleBounce(world, k);
        if (applyTouch(world, k) && other >= 0) tell(a, i, other);
      }
    }
    returnToRoot(a, at);
  }
};

/** Speeds before the impacts, and which points are struck. */
const measureBounce = (world: World, k: number, step: Substep): void => {
  const { articulations: a, contacts } = world;
  const contact = a.touches.items[k];
  const points = contacts.count[contact];
  const t = k * TOUCH;
  writePointSpeeds(contacts.record, contact * RECORD, points);
  writeGaps(world, contact);
  for (let i = 0; i < MAX_POINTS; i++) {
    const isStruck = i < points && -speed[i] > step.impactSpeed && gap[i] + step.h * speed[i] < 0;
    a.touchFloats[t + TOUCH_CAME + i] = isStruck ? speed[i] : 0;
    if (isStruck) work[0]++;
  }
  for (let i = 0; i < 6; i++) {
    a.touchFloats[t + TOUCH_BEFORE + i] = six[i];
    a.touchFloats[t + TOUCH_ONE_SHOT + i] = 0;
  }
};

const sumWork = ({ articulations: a }: World, k: number): void => {
  const t = k * TOUCH;
  for (let i = 0; i < 6; i++) {
    work[0] += a.touchFloats[t + TOUCH_ONE_SHOT + i] * a.touchFloats[t + TOUCH_BEFORE + i];
    work[1] += a.touchFloats[t + TOUCH_ONE_SHOT + i] * six[i];
  }
};

const scaleBounce = ({ articulations: a }: World, k: number): void => {
  for (let i = 0; i < 6; i++) impulses[i] = work[2] * a.touchFloats[k * TOUCH + TOUCH_ONE_SHOT + i];
};

const bounceTouch = (world: World, k: number): void => {
  const { articulations: a, contacts } = world;
  const { record } = contacts;
  const contact = a.touches.items[k];
  const r = contact * RECORD;
  const points = contacts.count[contact];
  const before = k * TOUCH + TOUCH_CAME;
  writePointSpeeds(record, r, points);
  for (let i = 0; i < points; i++) next[i] = 0;
  for (let round = 0; round < POINT_ROUNDS; round++) {
    for (let i = 0; i < points; i++) {
      const came = a.touchFloats[before + i];
      if (came === 0) continue;
      let u = speed[i] + record[r + CONTACT_BOUNCE] * came;
      for (let j = 0; j < points; j++) {
        const entry = j < i ? CROSS_ENTRY[j * 4 + i] : CROSS_ENTRY[i * 4 + j];
        if (j !== i) u += record[r + CROSS + entry] * next[j];
      }
      const wanted = -record[r + POINTS + i * POINT + PM] * u;
      next[i] = wanted > 0 ? wanted : 0;
    }
  }
  load[0] = 0;
  for (let i = 0; i < points; i++) {
    const p = r + POINTS + i * POINT;
    load[0] += next[i];
    record[p + PT] += next[i];
    impulses[0] += next[i];
    impulses[1] += record[p + PY] * next[i];
    impulses[2] -= record[p + PX] * next[i];
    if (next[i] > 0 && -a.touchFloats[before + i] > record[r + APPROACH])
      record[r + APPROACH] = -a.touchFloats[before + i];
  }
  if (load[0] === 0) return;
  markTrees(world, k, BOUNCED, BOUNDED_SUBSTEPS);
  writeNow(world, k);
  pair[0] = now[3] + record[r + SURFACE];
  pair[1] = now[4] + record[r + SURFACE + 1];
  slip[0] = 0;
  slip[1] = 0;
  bound[0] = record[r + MU] * load[0];
  solvePair(record, r + FRICTION_MASS, slip, 0);
  impulses[3] += pair[0];
  impulses[4] += pair[1];
  record[r + FRICTION_TOTAL] += pair[0];
  record[r + FRICTION_TOTAL + 1] += pair[1];
  for (let i = 0; i < 6; i++) a.touchFloats[k * TOUCH + TOUCH_ONE_SHOT + i] += impulses[i];
};

/** Scratch: the friction impulse of an impact, which is not kept. */
const slip = createFloats(2);

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
    error[i] =
      speed[i] +
      (gap[i] > 0 ? gap[i] / step.h : Math.max(softness.biasRate * gap[i], -step.maxDepenetrationSpeed));
  }
  scales[0] = softness.massScale;
  scales[1] = softness.impulseScale;
  solveBlock(record, r, points, false);
  let approach = record[r + APPROACH];
  const came = k * TOUCH + TOUCH_SPEEDS;
  for (let i = 0; i < points; i++)
    if (next[i] > old[i] && -a.touchFloats[came + i] > approach) approach = -a.touchFloats[came + i];
  record[r + APPROACH] = approach;
  addPoints(world, k, points);
};

/** Scratch: mass scale and impulse scale of the points, arguments of solveBlock; and the load of a contact. */
const scales = createFloats(2);
const load = createFloats(1);

/**
 * λ of the points from their errors: all at once while all push, else one after the other. Points that are apart are
 * rigid, others soft. `waits`: a point without an impulse stays without one.
 */
const solveBlock = (record: Floats, r: number, points: number, waits: boolean): void => {
  const m = r + POINTS_INVERSE;
  const massScale = scales[0];
  const impulseScale = scales[1];
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

const relaxTouch = (world: World, k: number, isFirst: boolean): void => {
  const { articulations: a, contacts } = world;
  const { record } = contacts;
  const contact = a.touches.items[k];
  const r = contact * RECORD;
  const points = contacts.count[contact];
  startTouch(world, k);
  writePointSpeeds(record, r, points);
  for (let i = 0; i < points; i++) error[i] = speed[i];
  scales[0] = 1;
  scales[1] = 0;
  solveBlock(record, r, points, true);
  const counted = isFirst ? 0 : 1;
  load[0] = 0;
  for (let i = 0; i < points; i++) {
    load[0] += next[i];
    record[r + POINTS + i * POINT + PT] += next[i] - counted * old[i];
  }
  addPoints(world, k, points);
  resistSliding(world, k, counted);
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

/** Scratch: two impulses, and the bound of their length. */
const bound = createFloats(1);
const pair = createFloats(2);

/** Friction, then twist and rolling resistance, each within its bound and with the result of those before. */
const resistSliding = (world: World, k: number, counted: number): void => {
  const { record } = world.contacts;
  const r = world.articulations.touches.items[k] * RECORD;
  const mu = record[r + MU];
  writeNow(world, k);
  pair[0] = now[3] + record[r + SURFACE];
  pair[1] = now[4] + record[r + SURFACE + 1];
  const old1 = record[r + FRICTION_LAMBDA];
  const old2 = record[r + FRICTION_LAMBDA + 1];
  bound[0] = mu * load[0];
  solvePair(record, r + FRICTION_MASS, record, r + FRICTION_LAMBDA);
  impulses[3] += pair[0];
  impulses[4] += pair[1];
  record[r + FRICTION_TOTAL] += record[r + FRICTION_LAMBDA] - counted * old1;
  record[r + FRICTION_TOTAL + 1] += record[r + FRICTION_LAMBDA + 1] - counted * old2;
  const twistLimit = (mu * record[r + ARM] + record[r + SPIN]) * load[0];
  if (twistLimit > 0 || record[r + TWIST_LAMBDA] !== 0) {
    writeNow(world, k);
    const twist = record[r + TWIST_LAMBDA];
    const wanted = twist - record[r + TWIST_MASS] * now[5];
    record[r + TWIST_LAMBDA] = Math.min(Math.max(wanted, -twistLimit), twistLimit);
    impulses[5] += record[r + TWIST_LAMBDA] - twist;
  }
  const rollLimit = record[r + ROLL] * load[0];
  if (rollLimit > 0 || record[r + ROLL_LAMBDA] !== 0 || record[r + ROLL_LAMBDA + 1] !== 0) {
    writeNow(world, k);
    pair[0] = now[1];
    pair[1] = now[2];
    bound[0] = rollLimit;
    solvePair(record, r + ROLL_MASS, record, r + ROLL_LAMBDA);
    impulses[1] += pair[0];
    impulses[2] += pair[1];
  }
};

/** λ ← λ - M s within a disc. `pair` holds the speeds, then the changes of λ. */
const solvePair = (record: Floats, mass: number, lambda: Floats, at: number): void => {
  const limit = bound[0];
  const old1 = lambda[at];
  const old2 = lambda[at + 1];
  let f1 = old1 - record[mass] * pair[0] - record[mass + 1] * pair[1];
  let f2 = old2 - record[mass + 1] * pair[0] - record[mass + 2] * pair[1];
  const square = f1 * f1 + f2 * f2;
  if (square > limit * limit) {
    const shrink = limit / Math.sqrt(square);
    f1 *= shrink;
    f2 *= shrink;
  }
  lambda[at] = f1;
  lambda[at + 1] = f2;
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
