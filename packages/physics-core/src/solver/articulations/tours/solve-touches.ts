import { bearsLoad } from '../../../contacts/bears-load.js';
import { createFloats, type Floats } from '../../../math/floats.js';
import { INDEX_BITS } from '../../../math/index-bits.js';
import {
  BOUNCED,
  DRIVEN,
  FACTORED,
  FIRST_TOUCH,
  LINK_INTS,
  LOADED,
  OPENED,
  PUSHED,
  TOUCH,
  TOUCH_SPEEDS,
  TOUR_CHANGE,
  TOUR_LOAD,
  TOURED,
  TREE,
  TREE_INTS,
} from '../../../state/articulations.js';
import { BodyType } from '../../../state/bodies.js';
import {
  APPROACH,
  ARM,
  CROSS,
  FRICTION_LAMBDA,
  FRICTION_MASS,
  FRICTION_TOTAL,
  MU,
  PL,
  PM,
  POINT,
  POINTS,
  POINTS_INVERSE,
  PT,
  PX,
  PY,
  RECORD,
  ROLL,
  ROLL_LAMBDA,
  ROLL_MASS,
  SPIN,
  STIFF,
  SURFACE,
  TWIST_LAMBDA,
  TWIST_MASS,
} from '../../../state/contacts.js';
import { firstLink } from '../../../state/links.js';
import type { Substep } from '../../../state/substep.js';
import type { World } from '../../../state/world.js';
import { SETTLED_TOUR, TOUR_SWEEPS } from '../../../tuning.js';
import { endOfTouches } from './list-touches.js';
import { closeLoops, enterBoth, leaveBoth, openLoops, writeTreeResponses } from './loop-responses.js';
import { solveRowsAt } from './solve-tour-rows.js';
import { clearImpacts, measureApproaches } from './struck-touches.js';
import { prepareTouch } from './touch-frame.js';
import { addTouchImpulses, applyTouch, impulses } from './touch-impulses.js';
import {
  bound,
  CROSS_ENTRY,
  error,
  gap,
  isIdle,
  isLive,
  isToured,
  load,
  markTrees,
  mayClose,
  next,
  now,
  old,
  otherLink,
  pair,
  solvePair,
  speed,
  startTouch,
  writeGaps,
  writeNow,
  writePointSpeeds,
  writeWarmStart,
} from './touch-points.js';
import { closeTour, openTour, pullMotion, pushImpulse, returnToRoot, travel } from './tour.js';
import { prepareTourRows, storeTourRows, warmStartTourRows } from './tour-rows.js';

/**
 * Contacts of articulations: one Gauss-Seidel iteration is a tour of each tree (tour.ts), and each contact is solved as
 * in the ordinary kernels (solver/contacts), in the six directions of touch-frame.ts. The law is the same: with bias,
 * penetration is removed softly and a gap may close; without, points with an impulse get the speed 0; then friction,
 * twist and rolling resistance. Impacts with restitution come before both, in the impact stage (link-impacts.ts).
 */

/** Whether contacts or rows act on links in this step. */
export const hasTours = ({ articulations: a }: World): boolean => a.touches.count + a.tourRows.count > 0;

/** Responses and masses at the present poses, where the factor is new. */
export const prepareTouches = (world: World): void => {
  const { articulations: a } = world;
  let some = false;
  for (let tree = 0; tree < a.ends.count; tree++) {
    if (!isToured(world, tree) || !isFactored(world, tree)) continue;
    writeTreeResponses(a, tree);
    some = true;
  }
  if (!some) return;
  for (let k = 0; k < a.touches.count; k++)
    if (isLive(world, k) && isOutOfDate(world, k)) prepareTouch(world, k, false);
  if (a.tourRows.count > 0) prepareTourRows(world);
  // Of the others the responses were not written: they may be touched in the next step, with the same factor.
  for (let tree = 0; tree < a.ends.count; tree++)
    if (isToured(world, tree)) a.treeInts[tree * TREE_INTS + FACTORED] = 0;
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

/**
 * Marks the trees on which contacts with a persistent impulse act, and those that are loaded in this substep: driven, or with a contact
 * that acts or may. Contacts between trees are solved in both or in none.
 */
export const markLoaded = (world: World): void => {
  const { articulations: a } = world;
  for (let tree = 0; tree < a.ends.count; tree++) {
    a.treeInts[tree * TREE_INTS + PUSHED] = 0;
    a.treeInts[tree * TREE_INTS + OPENED] = 0;
    a.treeInts[tree * TREE_INTS + LOADED] = a.treeInts[tree * TREE_INTS + DRIVEN];
    if (a.treeInts[tree * TREE_INTS + BOUNCED] > 0) a.treeInts[tree * TREE_INTS + BOUNCED]--;
  }
  for (let k = 0; k < a.touches.count; k++) {
    const contact = a.touches.items[k];
    const { bodyA, bodyB } = world.contacts;
    if (a.linkOf[bodyA[contact]] >= 0 && bearsLoad(world, contact, bodyA[contact]))
      markTrees(world, k, PUSHED, 1);
    else if (a.linkOf[bodyB[contact]] >= 0 && bearsLoad(world, contact, bodyB[contact]))
      markTrees(world, k, PUSHED, 1);
    if (mayAct(world, k)) markTrees(world, k, LOADED, 1);
  }
  let spreads = true;
  while (spreads) {
    spreads = false;
    for (let k = 0; k < a.touches.count; k++) if (spreadLoad(world, k)) spreads = true;
  }
};

/** A contact with an impulse, one that may close, and what the impact stage or the kernels of single bodies have a part in. */
const mayAct = (world: World, k: number): boolean => {
  const { articulations: a, bodies, contacts } = world;
  const contact = a.touches.items[k];
  const bodyA = contacts.bodyA[contact];
  const bodyB = contacts.bodyB[contact];
  if (!isIdle(world, k)) return true;
  if (a.linkOf[bodyA] < 0 && bodies.type[bodyA] === BodyType.dynamic) return true;
  if (a.linkOf[bodyB] < 0 && bodies.type[bodyB] === BodyType.dynamic) return true;
  return mayClose(world, contact);
};

/** Where one tree of a contact is loaded, marks the other, too. Returns whether it was not. */
const spreadLoad = (world: World, k: number): boolean => {
  const { articulations: a, contacts } = world;
  const linkA = a.linkOf[contacts.bodyA[a.touches.items[k]]];
  const linkB = a.linkOf[contacts.bodyB[a.touches.items[k]]];
  if (linkA < 0 || linkB < 0) return false;
  const loadedA = a.treeInts[a.treeOf[linkA] * TREE_INTS + LOADED];
  const loadedB = a.treeInts[a.treeOf[linkB] * TREE_INTS + LOADED];
  if (loadedA === loadedB) return false;
  markTrees(world, k, LOADED, 1);
  return true;
};

/** The persistent impulses of all rows and contacts of the tours, into P of the links. */
export const warmStartTouches = (world: World): void => {
  const { touches } = world.articulations;
  warmStartTourRows(world);
  for (let k = 0; k < touches.count; k++) {
    writeWarmStart(world, k, 1);
    addTouchImpulses(world, k);
  }
};

/** With bias, before the drift. */
export const solveTouches = (world: World, substep: Substep): void => {
  openTours(world);
  measureApproaches(world);
  tour(world, substep, true);
  closeTours(world);
  storeTourRows(world);
};

/** Without bias, after the drift. Then the impulses of impacts are cleared. */
export const relaxTouches = (world: World, substep: Substep): void => {
  openTours(world);
  tour(world, substep, false);
  closeTours(world);
  storeTourRows(world);
  clearImpacts(world, substep);
};

const openTours = (world: World): void => {
  const { ends } = world.articulations;
  for (let tree = 0; tree < ends.count; tree++)
    if (isToured(world, tree)) {
      openTour(world, firstLink(world, tree), ends.items[tree]);
      openLoops(world.articulations, tree);
    }
};

const closeTours = (world: World): void => {
  const { ends } = world.articulations;
  for (let tree = 0; tree < ends.count; tree++)
    if (isToured(world, tree)) {
      closeTour(world, firstLink(world, tree), ends.items[tree]);
      closeLoops(world, tree);
    }
};

/** Iterations over all trees until their contacts are settled; at rest the warm start has settled them. */
const tour = (world: World, substep: Substep, biased: boolean): void => {
  const { ends, trees } = world.articulations;
  for (let tree = 0; tree < ends.count; tree++) {
    trees[tree * TREE + TOUR_CHANGE] = 1;
    trees[tree * TREE + TOUR_LOAD] = 0;
  }
  for (let i = 0; i < TOUR_SWEEPS; i++) if (!sweep(world, substep, biased, i === 0)) return;
};

/** One iteration over the trees that the last one did not leave settled. Returns whether there was any. */
const sweep = (world: World, substep: Substep, biased: boolean, isFirst: boolean): boolean => {
  const { articulations: a } = world;
  const { trees } = a;
  let some = false;
  for (let tree = 0; tree < a.ends.count; tree++) {
    const o = (tree * TREE) & INDEX_BITS;
    if (!isToured(world, tree) || trees[o + TOUR_CHANGE] <= SETTLED_TOUR * trees[o + TOUR_LOAD]) continue;
    some = true;
    trees[o + TOUR_CHANGE] = 0;
    trees[o + TOUR_LOAD] = 0;
    let at = -1;
    for (let i = firstLink(world, tree); i < a.ends.items[tree]; i++) {
      if (a.linkInts[i * LINK_INTS + TOURED] === 0) continue;
      at = travel(a, at, i);
      solveRowsAt(world, i, biased);
      const end = endOfTouches(world, i);
      for (let k = a.linkInts[i * LINK_INTS + FIRST_TOUCH]; k < end; k++) {
        const other = otherLink(world, k, i);
        if (!biased && isIdle(world, k)) continue;
        if (other >= 0) pullMotion(a, i, other);
        enterBoth(a, i, other);
        if (biased) solveTouch(world, k, substep);
        else relaxTouch(world, k, isFirst);
        const isPushed = applyTouch(world, k);
        leaveBoth(a, i, other);
        if (!isPushed) continue;
        if (other >= 0) pushImpulse(a, i, other);
        countChange(world, k, tree, other);
      }
    }
    returnToRoot(a, at);
  }
  return some;
};

/** What a contact changed, against what it bears, to both trees that feel it. */
const countChange = (world: World, k: number, tree: number, other: number): void => {
  const { articulations: a, contacts } = world;
  const { trees } = a;
  const contact = a.touches.items[k];
  let bears = 0;
  for (let i = 0; i < contacts.count[contact]; i++)
    bears += contacts.record[contact * RECORD + POINTS + i * POINT + PL];
  const change = Math.abs(impulses[0]) + Math.abs(impulses[3]) + Math.abs(impulses[4]);
  trees[tree * TREE + TOUR_CHANGE] += change;
  trees[tree * TREE + TOUR_LOAD] += bears;
  if (other < 0 || a.treeOf[other] === tree) return;
  trees[a.treeOf[other] * TREE + TOUR_CHANGE] += change;
  trees[a.treeOf[other] * TREE + TOUR_LOAD] += bears;
};

const solveTouch = (world: World, k: number, step: Substep): void => {
  const { articulations: a, contacts } = world;
  const { record } = contacts;
  const contact = a.touches.items[k];
  const r = (contact * RECORD) & INDEX_BITS;
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
  const came = ((k * TOUCH) & INDEX_BITS) + TOUCH_SPEEDS;
  for (let i = 0; i < points; i++)
    if (next[i] > old[i] && -a.touchFloats[came + i] > approach) approach = -a.touchFloats[came + i];
  record[r + APPROACH] = approach;
  addPoints(world, k, points);
};

/** Scratch: mass scale and impulse scale of the points, arguments of solveBlock. */
const scales = createFloats(2);

/**
 * λ of the points from their errors: all at once while all push, else one after the other. Points that are apart are
 * rigid, others soft. `waits`: a point without an impulse stays without one.
 */
const solveBlock = (record: Floats, contactAt: number, points: number, waits: boolean): void => {
  const r = contactAt & INDEX_BITS;
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

/** Places of the symmetric inverse. */
const INVERSE_ENTRY = Int32Array.of(0, 1, 2, 3, 1, 4, 5, 6, 2, 5, 7, 8, 3, 6, 8, 9);

/** Stores λ of the points and adds their change to the impulses of the contact. */
const addPoints = (world: World, k: number, points: number): void => {
  const { record } = world.contacts;
  const r = (world.articulations.touches.items[k] * RECORD) & INDEX_BITS;
  for (let i = 0; i < points; i++) {
    const p = r + POINTS + i * POINT;
    const change = next[i] - old[i];
    record[p + PL] = next[i];
    impulses[0] += change;
    impulses[1] += record[p + PY] * change;
    impulses[2] -= record[p + PX] * change;
  }
};

const relaxTouch = (world: World, k: number, isFirst: boolean): void => {
  const { articulations: a, contacts } = world;
  const { record } = contacts;
  const contact = a.touches.items[k];
  const r = (contact * RECORD) & INDEX_BITS;
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

/** Friction, then twist and rolling resistance, each within its bound and with the result of those before. */
const resistSliding = (world: World, k: number, counted: number): void => {
  const { record } = world.contacts;
  const r = (world.articulations.touches.items[k] * RECORD) & INDEX_BITS;
  const mu = record[r + MU];
  const floats = world.articulations.touchFloats;
  writeNow(floats, k, 3);
  writeNow(floats, k, 4);
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
    writeNow(floats, k, 5);
    const twist = record[r + TWIST_LAMBDA];
    const wanted = twist - record[r + TWIST_MASS] * now[5];
    record[r + TWIST_LAMBDA] = Math.min(Math.max(wanted, -twistLimit), twistLimit);
    impulses[5] += record[r + TWIST_LAMBDA] - twist;
  }
  const rollLimit = record[r + ROLL] * load[0];
  if (rollLimit > 0 || record[r + ROLL_LAMBDA] !== 0 || record[r + ROLL_LAMBDA + 1] !== 0) {
    writeNow(floats, k, 1);
    writeNow(floats, k, 2);
    pair[0] = now[1];
    pair[1] = now[2];
    bound[0] = rollLimit;
    solvePair(record, r + ROLL_MASS, record, r + ROLL_LAMBDA);
    impulses[1] += pair[0];
    impulses[2] += pair[1];
  }
};
