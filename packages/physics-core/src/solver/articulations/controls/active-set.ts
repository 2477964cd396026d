import type { Floats } from '../../../math/floats.js';
import { INDEX_BITS } from '../../../math/index-bits.js';
import {
  type Articulations,
  BETA,
  BETA_START,
  BORNE,
  CHANGE_HIGH,
  CHANGE_LOW,
  CONTROL_CLOSING,
  CONTROL_FLOATS,
  CONTROL_FREEDOM,
  CONTROL_INTS,
  CONTROL_LINK,
  DRIVE,
  DRIVE_STIFFNESS,
  DRIVES,
  END_ACTIVE,
  FIRST_TREE_CONTROL,
  FREEDOM,
  GOAL,
  HOLD,
  Hold,
  INVERSE_D,
  LEAST,
  LIMIT_SUM,
  LINK,
  MOST,
  NOW_HIGH,
  NOW_LOW,
  P,
  P_START,
  PROJECTIONS,
  SOLVED,
  SS,
  SWITCHED,
  TAU,
  TREE_INTS,
  WANTED,
} from '../../../state/articulations.js';
import { CLOSING, CLOSING_IMPULSE, WANTED_CHANGE } from '../../../state/closing-rows.js';
import type { World } from '../../../state/world.js';
import {
  ACTIVE_SET_ROUNDS,
  CONTRADICTED_SPEED,
  LIMIT_REACHED,
  PIVOT_TRIES,
  PULLING_IMPULSE,
  VIOLATED_SPEED,
} from '../../../tuning.js';
import { factorArticulation, projectArticulation } from '../loops/closing-rows.js';
import { jointImpulse, writeJointImpulse } from '../project.js';
import { sumUp } from './control-sums.js';
import { applyHold } from './hold-freedoms.js';
import { pushAtLimit, releasedState } from './motor-at-limit.js';

/**
 * The active set of a projection: the limits and motors that hold in it. Which limits are reached is found by block
 * principal pivoting (Júdice & Pires 1994): project, see which controls are wrong, change all of them; when that leaves no
 * fewer wrong ones for some rounds, change only the last, which ends because the matrix is positive definite. A round is
 * a factor and a projection.
 */

/**
 * projectTree with controls. `drives`: a velocity stage, in which motors act; in a pose stage those that hold, hold.
 */
export const projectWithControls = (
  world: World,
  tree: number,
  from: number,
  to: number,
  drives: boolean,
  stiff: boolean,
): void => {
  const { articulations: a } = world;
  const first = a.treeInts[tree * TREE_INTS + FIRST_TREE_CONTROL];
  const end = a.treeInts[tree * TREE_INTS + END_ACTIVE];
  a.treeInts[tree * TREE_INTS + PROJECTIONS]++;
  if (first === end) {
    projectArticulation(a, tree, from, to);
    return;
  }
  if (releaseGone(world, tree)) factorArticulation(a, tree, from, to, stiff);
  keepStart(a, from, to);
  for (let n = first; n < end; n++) addDrive(a, a.active[n], drives, 1);
  let fewest = end - first + 1;
  let tries = PIVOT_TRIES;
  for (let round = 0; ; round++) {
    for (let n = first; n < end; n++) prescribe(a, a.active[n], drives);
    projectArticulation(a, tree, from, to);
    let wrong = 0;
    let last = -1;
    for (let n = first; n < end; n++) {
      const c = a.active[n];
      const wanted = judge(a, c, drives);
      a.controlInts[c * CONTROL_INTS + WANTED] = wanted;
      if (wanted === a.controlInts[c * CONTROL_INTS + HOLD]) continue;
      wrong++;
      last = n;
    }
    if (round === ACTIVE_SET_ROUNDS) break;
    if (wrong === 0) {
      last = contradictingDrive(a, first, end);
      if (last < 0) break;
      a.controlInts[a.active[last] * CONTROL_INTS + WANTED] = Hold.free;
      tries = 0;
    } else if (wrong < fewest) {
      fewest = wrong;
      tries = PIVOT_TRIES;
    } else tries--;
    for (let n = tries > 0 ? first : last; n < (tries > 0 ? end : last + 1); n++)
      change(world, a.active[n], drives);
    a.treeInts[tree * TREE_INTS + PROJECTIONS]++;
    a.treeInts[tree * TREE_INTS + SWITCHED] = 1;
    factorArticulation(a, tree, from, to, stiff);
    restoreStart(a, from, to);
  }
  for (let n = first; n < end; n++) sumUp(a, a.active[n], drives);
};

/**
 * A limit that holds may have none in the pose that a drift led to, such as the edge of a lune behind its pole: then it lets go. Returns
 * whether the factor is out of date.
 */
const releaseGone = (world: World, tree: number): boolean => {
  const { articulations: a } = world;
  const end = a.treeInts[tree * TREE_INTS + END_ACTIVE];
  let some = false;
  for (let n = a.treeInts[tree * TREE_INTS + FIRST_TREE_CONTROL]; n < end; n++) {
    const c = a.active[n];
    const o = (c * CONTROL_FLOATS) & INDEX_BITS;
    const hold = a.controlInts[c * CONTROL_INTS + HOLD];
    const isGone =
      (hold === Hold.low && a.controls[o + CHANGE_LOW] === -Infinity) ||
      (hold === Hold.high && a.controls[o + CHANGE_HIGH] === Infinity);
    if (!isGone) continue;
    a.controlInts[c * CONTROL_INTS + HOLD] = Hold.free;
    applyHold(world, c);
    some = true;
  }
  if (some) a.treeInts[tree * TREE_INTS + SWITCHED] = 1;
  return some;
};

const keepStart = ({ links }: Articulations, from: number, to: number): void => {
  for (let i = from; i < to; i++) {
    copySix(links, i, P, P_START);
    copySix(links, i, BETA, BETA_START);
  }
};

const restoreStart = ({ links }: Articulations, from: number, to: number): void => {
  for (let i = from; i < to; i++) {
    copySix(links, i, P_START, P);
    copySix(links, i, BETA_START, BETA);
  }
};

/** Written out: a loop over the six takes three times as long. */
const copySix = (links: Floats, i: number, from: number, to: number): void => {
  const a = (i * LINK + from) & INDEX_BITS;
  const b = (i * LINK + to) & INDEX_BITS;
  links[b] = links[a];
  links[b + 1] = links[a + 1];
  links[b + 2] = links[a + 2];
  links[b + 3] = links[a + 3];
  links[b + 4] = links[a + 4];
  links[b + 5] = links[a + 5];
};

/** Adds the impulse of a drive that does not hold to its freedom, or with -1 takes it away. */
const addDrive = (a: Articulations, control: number, drives: boolean, sign: 1 | -1): void => {
  const { controls, controlInts, freedoms } = a;
  const o = (control * CONTROL_FLOATS) & INDEX_BITS;
  const hold = controlInts[control * CONTROL_INTS + HOLD];
  if (!drives || hold < Hold.motor) return;
  const f = (controlInts[control * CONTROL_INTS + CONTROL_FREEDOM] * FREEDOM) & INDEX_BITS;
  const stiffness = controls[o + DRIVE_STIFFNESS];
  if (hold === Hold.most) freedoms[f + DRIVE] += sign * controls[o + MOST];
  else if (hold === Hold.least) freedoms[f + DRIVE] += sign * controls[o + LEAST];
  else if (stiffness < Infinity) freedoms[f + DRIVE] += sign * stiffness * controls[o + GOAL];
};

/** β of a locked freedom: the wanted change of its rate. */
const prescribe = (a: Articulations, control: number, drives: boolean): void => {
  const { links, controls, controlInts, freedoms } = a;
  const o = (control * CONTROL_FLOATS) & INDEX_BITS;
  const k = (control * CONTROL_INTS) & INDEX_BITS;
  const f = (controlInts[k + CONTROL_FREEDOM] * FREEDOM) & INDEX_BITS;
  if (freedoms[f + INVERSE_D] !== 0) return;
  const hold = controlInts[k + HOLD];
  const wanted =
    hold === Hold.low
      ? controls[o + CHANGE_LOW]
      : hold === Hold.high
        ? controls[o + CHANGE_HIGH]
        : drives
          ? controls[o + GOAL]
          : 0;
  const closing = controlInts[k + CONTROL_CLOSING];
  if (closing >= 0) {
    a.closing.data[closing * CLOSING + WANTED_CHANGE] = wanted;
    return;
  }
  const b = ((controlInts[k + CONTROL_LINK] * LINK) & INDEX_BITS) + BETA;
  links[b] += wanted * freedoms[f + SS];
  links[b + 1] += wanted * freedoms[f + SS + 1];
  links[b + 2] += wanted * freedoms[f + SS + 2];
  links[b + 3] += wanted * freedoms[f + SS + 3];
  links[b + 4] += wanted * freedoms[f + SS + 4];
  links[b + 5] += wanted * freedoms[f + SS + 5];
};

/** TAU: the impulse along a locked freedom. */
const writeImpulse = (a: Articulations, control: number): void => {
  const { controlInts, freedoms } = a;
  const closing = controlInts[control * CONTROL_INTS + CONTROL_CLOSING];
  if (closing >= 0) {
    a.controls[control * CONTROL_FLOATS + TAU] = a.closing.data[closing * CLOSING + CLOSING_IMPULSE];
    return;
  }
  const f = ((controlInts[control * CONTROL_INTS + CONTROL_FREEDOM] * FREEDOM) & INDEX_BITS) + SS;
  writeJointImpulse(a, controlInts[control * CONTROL_INTS + CONTROL_LINK]);
  a.controls[control * CONTROL_FLOATS + TAU] =
    freedoms[f] * jointImpulse[0] +
    freedoms[f + 1] * jointImpulse[1] +
    freedoms[f + 2] * jointImpulse[2] +
    freedoms[f + 3] * jointImpulse[3] +
    freedoms[f + 4] * jointImpulse[4] +
    freedoms[f + 5] * jointImpulse[5];
};

/** The state that a control should have after this projection; its present one if it is right. */
const judge = (a: Articulations, control: number, drives: boolean): number => {
  const { controls, controlInts, freedoms } = a;
  const o = (control * CONTROL_FLOATS) & INDEX_BITS;
  const k = (control * CONTROL_INTS) & INDEX_BITS;
  const f = (controlInts[k + CONTROL_FREEDOM] * FREEDOM) & INDEX_BITS;
  const hold = controlInts[k + HOLD];
  const isDriving = drives && controls[o + DRIVES] !== 0;
  if (freedoms[f + INVERSE_D] === 0) {
    writeImpulse(a, control);
    const tau = controls[o + TAU];
    if (hold === Hold.motor) {
      // No motor drives its coordinate through a limit.
      const held = drives ? controls[o + GOAL] : 0;
      if (held < controls[o + CHANGE_LOW] - VIOLATED_SPEED) return Hold.low;
      if (held > controls[o + CHANGE_HIGH] + VIOLATED_SPEED) return Hold.high;
      if (tau > controls[o + MOST]) return isDriving ? Hold.most : Hold.free;
      if (tau < controls[o + LEAST]) return isDriving ? Hold.least : Hold.free;
      return hold;
    }
    // A motor at the limit pushes with all it has; the limit bears the rest.
    const push = isDriving ? pushAtLimit(controls, o, hold) : 0;
    // What it bore before the drift counts, unless the drift led far from it: then a pull would throw the link back.
    const isThere = drives || controls[o + (hold === Hold.low ? NOW_LOW : NOW_HIGH)] <= LIMIT_REACHED;
    const borne = controls[o + LIMIT_SUM] + (isThere ? controls[o + BORNE] : 0) + tau - push;
    const pulls = hold === Hold.low ? borne < -PULLING_IMPULSE : borne > PULLING_IMPULSE;
    return !pulls ? hold : isDriving ? releasedState(controls, o, hold) : Hold.free;
  }
  const change = freedoms[f + SOLVED];
  if (change < controls[o + CHANGE_LOW] - VIOLATED_SPEED) return Hold.low;
  if (change > controls[o + CHANGE_HIGH] + VIOLATED_SPEED) return Hold.high;
  if (!isDriving) return hold;
  const stiffness = controls[o + DRIVE_STIFFNESS];
  if (stiffness < Infinity) {
    const wanted = stiffness * (controls[o + GOAL] - change);
    return wanted > controls[o + MOST] ? Hold.most : wanted < controls[o + LEAST] ? Hold.least : Hold.motor;
  }
  if (hold === Hold.most && change > controls[o + GOAL] + VIOLATED_SPEED) return Hold.motor;
  if (hold === Hold.least && change < controls[o + GOAL] - VIOLATED_SPEED) return Hold.motor;
  return hold;
};

/**
 * A limit is stronger than a motor, also than one without a bound on another coordinate: a rope against motors on both of its ends. Rows
 * of loops that contradict each other share what is wrong by their compliances. So where such a limit is not kept, the motor without
 * a bound that pushes most gives way. Its place in the active set, or -1.
 */
const contradictingDrive = (a: Articulations, first: number, end: number): number => {
  const { active, controls, controlInts, freedoms } = a;
  let isPassed = false;
  for (let n = first; n < end && !isPassed; n++) {
    const o = (active[n] * CONTROL_FLOATS) & INDEX_BITS;
    const k = (active[n] * CONTROL_INTS) & INDEX_BITS;
    if (controlInts[k + CONTROL_CLOSING] < 0) continue;
    const rate = freedoms[controlInts[k + CONTROL_FREEDOM] * FREEDOM + SOLVED];
    const hold = controlInts[k + HOLD];
    isPassed =
      (hold === Hold.low && rate < controls[o + CHANGE_LOW] - CONTRADICTED_SPEED) ||
      (hold === Hold.high && rate > controls[o + CHANGE_HIGH] + CONTRADICTED_SPEED);
  }
  let strongest = -1;
  let most = 0;
  for (let n = first; n < end && isPassed; n++) {
    const o = (active[n] * CONTROL_FLOATS) & INDEX_BITS;
    const isUnbounded = controls[o + MOST] === Infinity && controls[o + LEAST] === -Infinity;
    if (controlInts[active[n] * CONTROL_INTS + HOLD] !== Hold.motor || !isUnbounded) continue;
    const push = Math.abs(controls[o + TAU]);
    if (!(push > most)) continue;
    most = push;
    strongest = n;
  }
  return strongest;
};

const change = (world: World, control: number, drives: boolean): void => {
  const { articulations: a } = world;
  const k = (control * CONTROL_INTS) & INDEX_BITS;
  if (a.controlInts[k + WANTED] === a.controlInts[k + HOLD]) return;
  addDrive(a, control, drives, -1);
  a.controlInts[k + HOLD] = a.controlInts[k + WANTED];
  addDrive(a, control, drives, 1);
  applyHold(world, control);
};
