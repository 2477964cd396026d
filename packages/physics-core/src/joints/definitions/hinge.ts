import { hingeAxesRows, writeTwist } from '../../parts/angles/rotation.js';
import { needAxes } from '../../parts/frame.js';
import { pointRows } from '../../parts/point.js';
import { defineJoint } from '../define-joint.js';

/**
 * Hinge (Chappuis 2013 §2.4, Tamis 2015 §3.2.4): B rotates about one axis of A. The anchors coincide and the
 * x axes of both frames stay parallel,
 *   C = [d, S_y, S_z]          five rows, J from parts/point.ts and parts/angles/rotation.ts
 * and the angle about x is the coordinate.
 */
export const hinge = defineJoint({
  type: 'hinge',
  about: 'B turns about one axis of A: doors, wheels, elbows.',
  defaultAxis: [0, 0, 1],
  slots: ['point x', 'point y', 'point z', 'axis y', 'axis z'],
  coordinates: {
    angle: {
      unit: 'rad',
      write: writeTwist,
      shape: { kind: 'twist' },
      countsRevolutions: true,
      about: 'Turn of B about the axis.',
    },
  },
  placeOnce: true,
  withoutAnchors: true,
  rows: (j) => {
    needAxes(j);
    pointRows(j, 0);
    hingeAxesRows(j, 3);
  },
});
