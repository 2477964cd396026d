import { rotationLockRows } from '../../parts/angles/rotation.js';
import { twoAxisRows, writeTranslation } from '../../parts/axis.js';
import { needAxes } from '../../parts/frame.js';
import { XA, YA, ZA } from '../../rows/context.js';
import { defineJoint } from '../define-joint.js';

/**
 * Slider (Chappuis 2013 §2.3, Tamis 2015 §3.1.4): B moves along one axis of A and does not rotate against it,
 *   C = [d·y, d·z, φ]          five rows, J from parts/axis.ts and parts/angles/rotation.ts
 * and the translation d·x is the coordinate.
 */
export const slider = defineJoint({
  type: 'slider',
  about: 'B moves along one axis of A without turning: drawers, lifts, pistons.',
  slots: ['axis y', 'axis z', 'rotation x', 'rotation y', 'rotation z'],
  coordinates: {
    translation: {
      unit: 'm',
      write: () => writeTranslation(XA),
      shape: { kind: 'translation', along: 'xA' },
      about: 'Way of B along the axis.',
    },
  },
  rows: (j) => {
    needAxes(j);
    twoAxisRows(j, 0, YA, ZA);
    rotationLockRows(j, 2);
  },
});
