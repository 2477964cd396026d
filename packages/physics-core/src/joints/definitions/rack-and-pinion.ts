import { couplingRows, couplingSum, prepareCoupling } from '../coupling.js';
import { couplingParams } from '../coupling-params.js';
import { defineJoint } from '../define-joint.js';

/**
 * Rack and pinion: the translation s of a slider, joint A, follows the angle θ of a hinge, joint B,
 *   C = s + ratio θ - offset          J from joints/coupling.ts
 * |ratio| is the radius of the pinion; its sign depends on the directions of the two axes: positive when the
 * rack moves against its axis while the angle grows.
 */
export const rackAndPinion = defineJoint({
  type: 'rack-and-pinion',
  about: 'A way follows an angle: steering racks, winches, stair lifts.',
  slots: ['coupling A', 'coupling B'],
  params: couplingParams(
    'm',
    'm',
    'Way of A for one radian of B, backwards; negative: forwards. The radius of the pinion.',
  ),
  couples: true,
  prepare: prepareCoupling,
  sum: couplingSum,
  rows: (j, at) => couplingRows(j, 0, at),
});
