import { edgeContact, firstEdge, nextEdge } from '../../graph/contact-graph.js';
import { pushIndex } from '../../math/index-list.js';
import { BodyType } from '../../state/bodies.js';
import { ContactFlag } from '../../state/contacts.js';
import type { ImpactScratch } from '../../state/impact-scratch.js';
import type { Substep } from '../../state/substep.js';
import type { World } from '../../state/world.js';
import { MAX_SHOCK_EFFORT, MAX_SHOCK_IMPULSES, SHOCK_SPEED } from '../../tuning.js';
import { mayApproach } from './candidates.js';
import { strike } from './strike.js';
import { arrival, SLOWEST } from './time-of-impact.js';

/**
 * Shock propagation (inelastic impact propagation). The impact on one body reaches its neighbours at once: a box
 * that lands on a stack is stopped by the floor, through all boxes below it. If the solve did this, the impulse
 * would stay in the contacts between them, and the warm start of the next substep threw the stack up with a fifth
 * of the landing speed. Under a body a hundred times as heavy the solve was too slow, and the heavy body passed
 * through the light one.
 *
 * So Gauss-Seidel iterations go over the contacts of the bodies with an impact, without restitution, until nothing
 * approaches faster than a part of the impact speed, or a limit of the work is reached. Their impulses are one-shot
 * as those of an impact, and follow the same law with e = 0.
 */
export const propagateShock = (world: World, firstIteration: number, substep: Substep): void => {
  arrival[SLOWEST] = SHOCK_SPEED * world.settings.impactSpeed;
  const { impacts } = world.scratch;
  const { items, count } = impacts.impactedBodies;
  const iteration = ++impacts.iteration;
  impacts.next.count = 0;
  for (let k = 0; k < count; k++) markMoved(world, items[k], iteration);
  let impulses = 0;
  while (impacts.next.count > 0 && impulses < MAX_SHOCK_IMPULSES) {
    if (impulses * impacts.next.count > MAX_SHOCK_EFFORT) arrival[SLOWEST] = world.settings.impactSpeed;
    swap(impacts);
    impulses += propagateAround(world, firstIteration, substep);
  }
};

/** The bodies of the present iteration become those of the last one. */
const swap = (impacts: ImpactScratch): void => {
  const list = impacts.moved;
  impacts.moved = impacts.next;
  impacts.next = list;
  list.count = 0;
};

const markMoved = ({ scratch, bodies }: World, body: number, iteration: number): void => {
  const { lastIteration, next } = scratch.impacts;
  if (lastIteration[body] === iteration || bodies.type[body] !== BodyType.dynamic) return;
  lastIteration[body] = iteration;
  pushIndex(next, body);
};

/** One iteration over the contacts of the bodies that moved in the last one; returns the number of impulses. */
const propagateAround = (world: World, firstIteration: number, substep: Substep): number => {
  const { bodyA, bodyB, flags } = world.contacts;
  const { moved } = world.scratch.impacts;
  const iteration = ++world.scratch.impacts.iteration;
  let impulses = 0;
  for (let k = 0; k < moved.count; k++) {
    for (let edge = firstEdge(world, moved.items[k]); edge >= 0; edge = nextEdge(world, edge)) {
      const contact = edgeContact(edge);
      // Not sensors, nor contacts of sleepers.
      if ((flags[contact] & ContactFlag.solved) === 0) continue;
      if (!mayApproach(world, contact) || !strike(world, contact, firstIteration, substep, false)) continue;
      impulses++;
      markMoved(world, bodyA[contact], iteration);
      markMoved(world, bodyB[contact], iteration);
    }
  }
  return impulses;
};
