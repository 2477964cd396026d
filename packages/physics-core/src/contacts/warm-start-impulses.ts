import { MAX_POINTS } from '../collision/narrowphase/manifold.js';
import type { Floats } from '../math/floats.js';
import { INDEX_BITS } from '../math/index-bits.js';
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

/** Scales the accumulated impulses of a contact by scale[0]: an array, because a double argument is allocated. */
export const scaleAccumulated = ({ contacts: { record } }: World, contact: number, scale: Floats): void => {
  const by = scale[0];
  const r = contact * RECORD;
  for (let p = r + POINTS; p < r + POINTS + MAX_POINTS * POINT; p += POINT) record[p + PL] *= by;
  record[r + FRICTION_LAMBDA] *= by;
  record[r + FRICTION_LAMBDA + 1] *= by;
  record[r + TWIST_LAMBDA] *= by;
  record[r + ROLL_LAMBDA] *= by;
  record[r + ROLL_LAMBDA + 1] *= by;
};

/** Sets the sums of a contact over the step to zero, which read-outs and events take. */
export const zeroTotals = ({ contacts: { record } }: World, contact: number): void => {
  const r = (contact * RECORD) & INDEX_BITS;
  record[r + POINTS + PT] = 0;
  record[r + POINTS + POINT + PT] = 0;
  record[r + POINTS + 2 * POINT + PT] = 0;
  record[r + POINTS + 3 * POINT + PT] = 0;
  record[r + FRICTION_TOTAL] = 0;
  record[r + FRICTION_TOTAL + 1] = 0;
  record[r + APPROACH] = 0;
};

/** Sets the accumulated impulses of a contact to zero. */
export const zeroImpulses = (world: World, contact: number): void => {
  const { record, count } = world.contacts;
  const r = contact * RECORD;
  for (let i = 0; i < count[contact]; i++) record[r + POINTS + i * POINT + PL] = 0;
  record[r + FRICTION_LAMBDA] = 0;
  record[r + FRICTION_LAMBDA + 1] = 0;
  record[r + TWIST_LAMBDA] = 0;
  record[r + ROLL_LAMBDA] = 0;
  record[r + ROLL_LAMBDA + 1] = 0;
};
