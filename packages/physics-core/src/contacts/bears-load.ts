import { edgeContact, firstEdge, nextEdge } from '../graph/contact-graph.js';
import type { Floats } from '../math/floats.js';
import { BodyType } from '../state/bodies.js';
import { ContactFlag, PL, POINT, POINTS, RECORD } from '../state/contacts.js';
import type { World } from '../state/world.js';
import { LOAD_FRACTION } from '../tuning.js';

/**
 * Whether a contact bears a load of the body: its persistent impulse is more than a small part of what external forces give
 * the body in a substep. Bodies that hang or swing side by side and touch only by rounding bear none.
 */
export const bearsLoad = ({ contacts, bodies }: World, contact: number, body: number): boolean => {
  const { record, count } = contacts;
  const { externalChange, mass } = bodies;
  const p = contact * RECORD + POINTS + PL;
  let sum = 0;
  for (let i = 0; i < count[contact]; i++) sum += record[p + i * POINT];
  if (sum === 0) return false;
  const least = LOAD_FRACTION * mass[body];
  const x = externalChange[body * 3];
  const y = externalChange[body * 3 + 1];
  const z = externalChange[body * 3 + 2];
  return sum * sum > least * least * (x * x + y * y + z * z);
};

/** Whether a contact of the body bears a load. A body that cannot move bears whatever lies on it. */
export const bearsAnyLoad = (world: World, body: number): boolean => {
  const { flags } = world.contacts;
  if (world.bodies.type[body] !== BodyType.dynamic) return true;
  for (let edge = firstEdge(world, body); edge >= 0; edge = nextEdge(world, edge)) {
    const contact = edgeContact(edge);
    if ((flags[contact] & ContactFlag.solved) !== 0 && bearsLoad(world, contact, body)) return true;
  }
  return false;
};

/** Whether a contact, whose record begins at r, has no persistent impulse. */
export const isUnloaded = (record: Floats, r: number): boolean =>
  record[r + POINTS + PL] === 0 &&
  record[r + POINTS + POINT + PL] === 0 &&
  record[r + POINTS + 2 * POINT + PL] === 0 &&
  record[r + POINTS + 3 * POINT + PL] === 0;
