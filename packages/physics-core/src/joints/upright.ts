import { needAxes } from '../parts/frame.js';
import { writeTiltRows } from '../parts/rotation.js';
import { claimRows } from '../parts/rows.js';
import { finishServo } from '../parts/servo.js';
import { boundTorque } from '../parts/torque-bound.js';
import { SOFT_DAMPING, SOFT_HERTZ } from '../state/joints.js';
import { ROW, Role } from '../state/rows.js';
import { defineJoint } from './define-joint.js';
import { numberParam } from './params.js';

/** Hz: stands up within half a second. */
const DEFAULT_HERTZ = 1;

/**
 * Upright: an axis of B is drawn parallel to that axis of A, or of the world, as a spring would, or rigidly at
 * 0 Hz (parts/servo.ts); B may move, and turn about the axis, as it likes. With the axis as x and the swing
 * that is between the two axes at an angle α, about the unit vector n (Tamis 2015 §3.2.4, A.3.7)
 *   C = 2 sin(α/2) [n_y, n_z]          J from parts/rotation.ts
 * |C| grows up to half a turn, so B finds up from anywhere.
 */
export const upright = defineJoint({
  type: 'upright',
  about: 'Draws an axis of B parallel to that of A or of the world: characters, hover craft, buoys.',
  defaultAxis: [0, 1, 0],
  slots: ['tilt y', 'tilt z'],
  motorsHold: true,
  params: {
    maxTorque: numberParam({
      unit: 'N·m',
      default: Infinity,
      min: 0,
      unlimited: true,
      about: 'Bound of the torque that rights B.',
    }),
  },
  prepare: ({ floats, block }, _at, given) => {
    if (!given.includes('hertz')) floats[block + SOFT_HERTZ] = DEFAULT_HERTZ;
  },
  rows: (j, at) => {
    needAxes(j);
    const row = claimRows(j, 2, Role.motor, 0);
    writeTiltRows(j, row, row + ROW, 0);
    boundTorque(j, row, 2, j.params + at.maxTorque);
    finishServo(j, row, 2, j.block + SOFT_HERTZ, j.block + SOFT_DAMPING);
  },
});
