import { hingeAxesRows, writeTwist } from '../../parts/angles/rotation.js';
import { twoAxisRows, writeTranslation } from '../../parts/axis.js';
import { needAxes } from '../../parts/frame.js';
import { XA, YA, ZA } from '../../rows/context.js';
import { defineJoint } from '../define-joint.js';

/**
 * Cylindrical: B slides along an axis of A and rotates about it, independently: a slider (Tamis 2015 §3.1.4)
 * whose rotation lock is replaced by the axes of a hinge (§3.2.4). With d = pB - pA, the axes y, z of A and
 * the swing S of B's x axis against A's (parts/angles/rotation.ts)
 *   C = [d·y, d·z, S_y, S_z]
 * J from parts/axis.ts and parts/angles/rotation.ts. Free are the translation d·x and the twist about x.
 */
export const cylindrical = defineJoint({
  type: 'cylindrical',
  about: 'B slides along an axis of A and turns about it: bolts, piston rods, telescopes.',
  slots: ['axis y', 'axis z', 'rotation y', 'rotation z'],
  coordinates: {
    translation: {
      unit: 'm',
      write: () => writeTranslation(XA),
      shape: { kind: 'translation', along: 'xA' },
      about: 'Way of B along the axis.',
    },
    angle: {
      unit: 'rad',
      write: writeTwist,
      shape: { kind: 'twist' },
      countsRevolutions: true,
      about: 'Turn of B about the axis.',
    },
  },
  rows: (j) => {
    needAxes(j);
    twoAxisRows(j, 0, YA, ZA);
    hingeAxesRows(j, 2);
  },
});
