import { writeSeparations } from '../../contacts/contact-frame.js';
import { MOTION, V, W } from '../../state/bodies.js';
import { RECORD, SLOP } from '../../state/contacts.js';
import type { Substep } from '../../state/substep.js';
import { UNKNOWNS } from '../../state/uneven-contacts.js';
import type { World } from '../../state/world.js';
import { UNEVEN_PROGRESS } from '../../tuning.js';
import {
  copyImpulses,
  PLACES,
  potential,
  writeBodyMasses,
  writePotential,
} from '../contacts/conjugate-directions.js';
import { countUneven, iterateUneven, separations } from '../contacts/solve-uneven-contacts.js';
import { arrival, WHEN } from './time-of-impact.js';

/**
 * The impact on one uneven contact stops all of them at once, all bodies at the time τ of the impact (WHEN): between bodies of
 * very different masses shock propagation would need thousands of impulses. The law is that of stop-points.ts: points within the
 * slop do not approach, others may close their gap. The impulses are one-shot. Returns whether there was an impulse.
 */
export const stopUneven = (world: World, { h }: Substep): boolean => {
  const { contacts, bodies, targets, compliance, persistent } = world.scratch.uneven;
  const { record, count } = world.contacts;
  const { motion, predicted } = world.bodies;
  const rest = 1 - arrival[WHEN] / h;
  const inverseH = rest > 0 ? 1 / (rest * h) : 1 / h;
  addForces(world, -rest);
  copyImpulses(world, persistent);
  for (let k = 0; k < contacts.count; k++) {
    const r = contacts.items[k] * RECORD;
    compliance[k] = 0;
    writeSeparations(world, contacts.items[k], separations);
    for (let i = 0; i < UNKNOWNS; i++) record[r + PLACES[i]] = 0;
    for (let i = 0; i < 4; i++)
      targets[k * 4 + i] =
        i < count[contacts.items[k]] && separations[i] > record[r + SLOP] ? separations[i] * inverseH : 0;
  }
  writeBodyMasses(world);
  writePotential(world);
  const before = potential[0];
  for (let k = 0; k < bodies.count; k++)
    for (let i = 0; i < 3; i++)
      predicted[bodies.items[k] * 3 + i] -= motion[bodies.items[k] * MOTION + V + i];
  iterateUneven(world, true);
  for (let k = 0; k < bodies.count; k++)
    for (let i = 0; i < 3; i++)
      predicted[bodies.items[k] * 3 + i] += motion[bodies.items[k] * MOTION + V + i];
  countUneven(world);
  for (let k = 0; k < contacts.count; k++) {
    const r = contacts.items[k] * RECORD;
    for (let i = 0; i < UNKNOWNS; i++) record[r + PLACES[i]] = persistent[k * UNKNOWNS + i];
  }
  addForces(world, rest);
  return potential[0] < (1 - UNEVEN_PROGRESS) * before;
};

/**
 * Adds a part of what the forces and the warm start change in this substep: at τ only τ / h of it has acted (writeSpeeds in
 * strike.ts).
 */
const addForces = (world: World, part: number): void => {
  const { bodies } = world.scratch.uneven;
  const { motion, externalChange } = world.bodies;
  const { externalSpin } = world.scratch.impacts;
  for (let k = 0; k < bodies.count; k++) {
    const m = bodies.items[k] * MOTION;
    const e = bodies.items[k] * 3;
    for (let i = 0; i < 3; i++) {
      motion[m + V + i] += part * externalChange[e + i];
      motion[m + W + i] += part * externalSpin[e + i];
    }
  }
};
