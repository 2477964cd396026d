import { isUnloaded } from '../../contacts/bears-load.js';
import { zeroImpulses } from '../../contacts/warm-start-impulses.js';
import { jointStages } from '../../joint-stages.js';
import { createFloats } from '../../math/floats.js';
import { pushIndex } from '../../math/index-list.js';
import { ContactFlag, RECORD } from '../../state/contacts.js';
import type { Substep } from '../../state/substep.js';
import type { World } from '../../state/world.js';
import { MAX_RESTITUTION_ITERATIONS } from '../../tuning.js';
import { addReached } from '../contacts/fast-contacts.js';
import { mayBeStruck } from './candidates.js';
import { writeExternalSpins } from './external-spin.js';
import { firstToArrive } from './first-arrival.js';
import { stopImpacts } from './propagation.js';
import { strikeFirstPatch } from './strike.js';
import { holdUnfinished, releaseUnfinished } from './unfinished.js';

/**
 * Impacts. A contact whose points approach fast is an event inside the substep, before the solve. Newton's law
 * u⁺ = -e u⁻ holds for every point that arrives within the substep; all points of the manifold are solved together,
 * so that a box that lands flat does not tip. Restitution once at the end of the step instead (as most engines do
 * it) measures the speed up to 16 ms too early and lets neighbours share the impact first: a Newton's cradle then
 * loses most of its energy.
 *
 * Candidates (candidates.ts) with restitution are struck at the time of impact by true distance (time-of-impact.ts),
 * answer through one response (response.ts) to the impulse of one law (law.ts); strike.ts puts these together. One
 * impact can make another contact approach: iterations over the neighbours continue until nothing approaches fast, so
 * an impact passes through a row of touching balls. stopImpacts (propagation.ts) then stops candidates without
 * restitution, and what remains; what never comes to an end waits (unfinished.ts).
 */
export const resolveImpacts = (world: World, substep: Substep): void => {
  const { impactCandidates, scratch } = world;
  const { impacts } = scratch;
  impacts.firstIteration = impacts.iteration + 1;
  jointStages.clearRowImpacts(world);
  if (impactCandidates.count === 0) return;
  reserveIterations(world);
  writeExternalSpins(world);
  impacts.impactedBodies.count = 0;
  let found = true;
  for (let iteration = 0; iteration < MAX_RESTITUTION_ITERATIONS && found; iteration++)
    found = strikeBouncing(world, substep);
  if (found) holdUnfinished(world, substep);
  stopImpacts(world, substep);
};

/** Iterations are counted up to here, then from 0 again: an int32 holds the count. */
const LAST_ITERATION = 2e9;

/** The last iteration in which each body got an impact or shock impulse. Numbers only rise, so nothing is cleared. */
export const reserveIterations = ({ bodies, scratch: { impacts } }: World): void => {
  if (impacts.lastIteration.length < bodies.capacity) {
    const grown = new Int32Array(bodies.capacity);
    grown.set(impacts.lastIteration);
    impacts.lastIteration = grown;
    impacts.lastTime = createFloats(bodies.capacity);
    impacts.poseTime = createFloats(bodies.capacity);
  }
  if (impacts.iteration <= LAST_ITERATION) return;
  impacts.iteration = 0;
  impacts.firstIteration = 1;
  impacts.lastIteration.fill(0);
};

const BOUNCING = ContactFlag.bounces | ContactFlag.solved;

/**
 * One iteration over the candidates that bounce; after the first only over those next to a body with an impact in the
 * last one. Returns whether there was an impact.
 */
const strikeBouncing = (world: World, substep: Substep): boolean => {
  const { record, bodyA, bodyB, flags } = world.contacts;
  const { items, count } = world.impactCandidates;
  const { scratch } = world;
  const { impacts } = scratch;
  const { lastIteration, bodies } = impacts;
  const iteration = ++impacts.iteration;
  let found = false;
  for (let k = 0; k < count; k++) {
    const candidate = items[k];
    // Not without restitution, and no ghost collision.
    if ((flags[candidate] & BOUNCING) !== BOUNCING) continue;
    if (
      iteration > impacts.firstIteration &&
      lastIteration[bodyA[candidate]] < iteration - 1 &&
      lastIteration[bodyB[candidate]] < iteration - 1
    )
      continue;
    if (!mayBeStruck(world, candidate, substep)) continue;
    const first = firstToArrive(world, candidate, substep);
    let contact = strikeFirstPatch(world, first, substep, true);
    if (contact < 0 && first !== candidate && mayBeStruck(world, candidate, substep))
      contact = strikeFirstPatch(world, candidate, substep, true);
    if (contact < 0) continue;
    if (isUnloaded(record, contact * RECORD)) pushIndex(scratch.impacted, contact);
    for (let i = 0; i < bodies.count; i++) {
      lastIteration[bodies.items[i]] = iteration;
      pushIndex(impacts.impactedBodies, bodies.items[i]);
      addReached(world, bodies.items[i], substep);
    }
    found = true;
  }
  return found;
};

/**
 * After the relax stage: clears what the sweeps found in contacts that were struck in this substep and bore no load
 * before. It belongs to the impact, so the next substep does not begin with it. A contact with a load keeps it, however
 * fast it comes in: without its warm start the next substep would let the load fall, and find the same approach again. By
 * that the lowest of ten boxes at 100 m/s² was pressed through the floor.
 */
export const clearImpactImpulses = (world: World): void => {
  releaseUnfinished(world);
  const { items, count } = world.scratch.impacted;
  for (let k = 0; k < count; k++) zeroImpulses(world, items[k]);
  world.scratch.impacted.count = 0;
};
