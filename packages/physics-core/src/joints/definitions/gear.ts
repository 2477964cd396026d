import { couplingRows, couplingSum, prepareCoupling } from '../coupling.js';
import { couplingParams } from '../coupling-params.js';
import { defineJoint } from '../define-joint.js';

/**
 * Gear: two angles of other joints, usually of two hinges, keep a fixed ratio,
 *   C = qA + ratio qB - offset          J from joints/coupling.ts
 * Wheels in mesh rotate in opposite directions: ratio = teeth of B / teeth of A. A negative ratio is a belt,
 * a chain or an inner gear. The hinges may be mounted on a carrier that moves, as in planetary gears. To
 * change the ratio at run time pass the offset with it, from the coordinates at that moment; otherwise the
 * wheels rotate to where they would be had the ratio always been so.
 */
export const gear = defineJoint({
  type: 'gear',
  about: 'Two angles keep a fixed ratio: gears, belts, chains.',
  slots: ['coupling A', 'coupling B'],
  params: couplingParams(
    '1',
    'rad',
    'Turns of A for one of B, in the opposite sense; negative: in the same.',
  ),
  couples: true,
  prepare: prepareCoupling,
  sum: couplingSum,
  rows: (j, at) => couplingRows(j, 0, at),
});
