import { rotationLockRows } from '../../parts/angles/rotation.js';
import { needAxes } from '../../parts/frame.js';
import { defineJoint } from '../define-joint.js';

/**
 * Rotation lock (Tamis 2015 §3.2.3; the angle constraint of 002 §1.5 in space): B keeps its orientation
 * against A and translates freely. C is the rotation vector φ of B's frame as seen from A's:
 * three rows, J from parts/angles/rotation.ts. The rows are pure torque, so the anchor does not matter.
 */
export const rotationLock = defineJoint({
  type: 'rotation-lock',
  about: 'B keeps its orientation against A but moves freely: platforms, parallel rulers.',
  slots: ['rotation x', 'rotation y', 'rotation z'],
  rows: (j) => {
    needAxes(j);
    rotationLockRows(j, 0);
  },
});
