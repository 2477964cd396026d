import { MAX_POINTS } from '../../../collision/narrowphase/manifold.js';
import { createFloats } from '../../../math/floats.js';
import {
  BOUNCED,
  FIRST_TOUCH,
  LINK_INTS,
  TOUCH,
  TOUCH_BEFORE,
  TOUCH_CAME,
  TOUCH_ONE_SHOT,
  TOURED,
} from '../../../state/articulations.js';
import {
  APPROACH,
  CONTACT_BOUNCE,
  CROSS,
  FRICTION_MASS,
  FRICTION_TOTAL,
  MU,
  PM,
  POINT,
  POINTS,
  PT,
  PX,
  PY,
  RECORD,
  SURFACE,
} from '../../../state/contacts.js';
import { firstLink } from '../../../state/links.js';
import type { Substep } from '../../../state/substep.js';
import type { World } from '../../../state/world.js';
import { BOUNCE_SWEEPS, BOUNDED_SUBSTEPS, POINT_ROUNDS } from '../../../tuning.js';
import { endOfTouches } from './list-touches.js';
import { applyTouch, impulses, six } from './touch-frame.js';
import {
  bound,
  CROSS_ENTRY,
  gap,
  isTouched,
  load,
  markTrees,
  next,
  now,
  otherLink,
  pair,
  solvePair,
  speed,
  startTouch,
  writeGaps,
  writeNow,
  writePointSpeeds,
} from './touch-points.js';
import { hear, returnToRoot, tell, travel } from './tour.js';

export const isAnyBouncing = ({ articulations: a, contacts }: World): boolean => {
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
export const bounceTouches = (world: World, substep: Substep): void => {
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
