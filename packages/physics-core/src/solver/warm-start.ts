import {
  APPROACH,
  FRICTION_LAMBDA,
  FRICTION_TOTAL,
  PL,
  POINT,
  POINTS,
  PT,
  RECORD,
  ROLL_LAMBDA,
  TWIST_LAMBDA,
} from '../state/contacts.js';
import type { World } from '../state/world.js';
import { applyWrench, writeCarriedWrench } from './contact-frame.js';

/**
 * Loads the impulses of the last substep of the step before: `free` becomes the velocity without them, and the first velocity step
 * puts them back on top of it. A different step length scales them: λ is force times time.
 */
export const warmStartContacts = (world: World, h: number): void => {
  const { solved, contacts, bodies, clock } = world;
  const { record } = contacts;
  const scale = clock.substep > 0 ? h / clock.substep : 1;
  for (let k = 0; k < solved.count; k++) {
    const contact = solved.items[k];
    const r = contact * RECORD;
    if (scale !== 1) scaleImpulses(record, r, scale);
    for (let p = r + POINTS; p < r + POINTS + 4 * POINT; p += POINT) record[p + PT] = 0;
    record[r + FRICTION_TOTAL] = 0;
    record[r + FRICTION_TOTAL + 1] = 0;
    record[r + APPROACH] = 0;
    writeCarriedWrench(world, contact);
    applyWrench(world, contact, bodies.free, 6, -1);
  }
  clock.substep = h;
};

const scaleImpulses = (record: Float64Array, r: number, scale: number): void => {
  for (let p = r + POINTS; p < r + POINTS + 4 * POINT; p += POINT) record[p + PL] *= scale;
  record[r + FRICTION_LAMBDA] *= scale;
  record[r + FRICTION_LAMBDA + 1] *= scale;
  record[r + TWIST_LAMBDA] *= scale;
  record[r + ROLL_LAMBDA] *= scale;
  record[r + ROLL_LAMBDA + 1] *= scale;
};
