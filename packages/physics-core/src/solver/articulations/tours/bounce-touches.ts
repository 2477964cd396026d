import { MAX_POINTS } from '../../../collision/narrowphase/manifold.js';
import { createFloats } from '../../../math/floats.js';
import { BOUNCED, FIRST_TOUCH, LINK_INTS, TOURED } from '../../../state/articulations.js';
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
import { BOUNDED_SUBSTEPS, MAX_RESTITUTION_ITERATIONS, POINT_ROUNDS } from '../../../tuning.js';
import { endOfTouches } from './list-touches.js';
import { applyTouch, impulses } from './touch-frame.js';
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
 * but for what is left of the gap. One-shot impulses, with Coulomb friction.
 *
 * Contacts are struck one after the other, each with the speed that it has by then, until none approaches: an impact
 * passes through a row of touching links as through a row of balls (solver/impacts). No impact of one contact adds
 * energy, so their sequence does not.
 */
export const bounceTouches = (world: World, substep: Substep): void => {
  struck[0] = 1;
  for (let i = 0; i < MAX_RESTITUTION_ITERATIONS && struck[0] > 0; i++) {
    struck[0] = 0;
    sweepBounces(world, substep);
  }
};

/** Scratch: how many contacts were struck in a sweep. */
const struck = createFloats(1);

const sweepBounces = (world: World, substep: Substep): void => {
  const { articulations: a, contacts } = world;
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
        bounceTouch(world, k, substep);
        if (applyTouch(world, k) && other >= 0) tell(a, i, other);
      }
    }
    returnToRoot(a, at);
  }
};

const bounceTouch = (world: World, k: number, { h, bounceSpeed }: Substep): void => {
  const { articulations: a, contacts } = world;
  const { record } = contacts;
  const contact = a.touches.items[k];
  const r = contact * RECORD;
  const points = contacts.count[contact];
  writePointSpeeds(record, r, points);
  writeGaps(world, contact);
  let strikes = false;
  for (let i = 0; i < points; i++) {
    next[i] = 0;
    came[i] = -speed[i] > bounceSpeed && gap[i] + h * speed[i] < 0 ? speed[i] : 0;
    strikes ||= came[i] !== 0;
  }
  if (!strikes) return;
  struck[0]++;
  for (let round = 0; round < POINT_ROUNDS; round++) {
    for (let i = 0; i < points; i++) {
      if (came[i] === 0) continue;
      let u = speed[i] + record[r + CONTACT_BOUNCE] * came[i];
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
    if (next[i] > 0 && -came[i] > record[r + APPROACH]) record[r + APPROACH] = -came[i];
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
};

/** Scratch: the speed at which each point came, 0 where it is not struck. */
const came = createFloats(MAX_POINTS);

/** Scratch: the friction impulse of an impact, which is not kept. */
const slip = createFloats(2);
