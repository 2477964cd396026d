import { axisRow, writeTranslation } from '../../parts/axis.js';
import { needAxes } from '../../parts/frame.js';
import { XA, YA, ZA } from '../../rows/context.js';
import { defineJoint } from '../define-joint.js';

/**
 * Point on plane (Kleppmann 2007 B.4.5): B's anchor stays in the plane through A's anchor whose normal n is
 * `axis`; B rotates freely.
 *   C = n·d          J = [-n, -((rA + d) × n), n, rB × n]
 * The translations along the other two axes of A's frame, y (`secondAxis`) and z, are the coordinates.
 */
export const pointOnPlane = defineJoint({
  type: 'point-on-plane',
  about: 'A point of B slides in a plane of A and B turns freely: pucks on a table, magnets on a board.',
  defaultAxis: [0, 1, 0],
  slots: ['normal'],
  coordinates: {
    y: {
      unit: 'm',
      write: () => writeTranslation(YA),
      shape: { kind: 'translation', along: 'yA' },
      about: 'Way of B along the second axis.',
    },
    z: {
      unit: 'm',
      write: () => writeTranslation(ZA),
      shape: { kind: 'translation', along: 'zA' },
      about: 'Way of B along the third axis.',
    },
  },
  rows: (j) => {
    needAxes(j);
    axisRow(j, 0, XA);
  },
});
