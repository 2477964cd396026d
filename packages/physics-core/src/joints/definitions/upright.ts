import { writeTiltRows } from '../../parts/angles/rotation.js';
import { boundTorque } from '../../parts/angles/torque-bound.js';
import { needAxes } from '../../parts/frame.js';
import { finishServo } from '../../parts/servo.js';
import { claimRows } from '../../rows/write-rows.js';
import { SOFT_DAMPING, SOFT_HERTZ } from '../../state/joints.js';
import { ROW, Role } from '../../state/rows.js';
import { defineJoint } from '../define-joint.js';
import { numberParam } from '../params.js';

/** Hz: stands up within half a second. */
const DEFAULT_HERTZ = 1;

/**
 * Upright: an axis of B is driven parallel to that axis of A, or of the world, as by a spring, or rigidly at
 * 0 Hz (parts/servo.ts); B may translate, and rotate about the axis, freely. With the axis as x and the swing
 * between the two axes, of angle α about the unit vector n (Tamis 2015 §3.2.4, A.3.7)
 *   C = α [n_y, n_z]          J from parts/angles/rotation.ts
 * The slope along n is 1 up to 180°, so B gets upright from any orientation.
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
