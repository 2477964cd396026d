import { twoAxisRows, writeTranslation } from '../../parts/axis.js';
import { needAxes } from '../../parts/frame.js';
import { XA, YA, ZA } from '../../rows/context.js';
import { defineJoint } from '../define-joint.js';

/**
 * Point on line (planar notes 002 §1.3 and 1.4, in space with two tangents): B's anchor stays on the line
 * through A's anchor along `axis`; B rotates freely. With the axes y and z of A's frame
 *   C = (y·d, z·d)          J = [-e, -((rA + d) × e), e, rB × e] for each e
 * and the translation x·d along the line is the coordinate.
 */
export const pointOnLine = defineJoint({
  type: 'point-on-line',
  about: 'A point of B slides along a line of A and B turns freely: beads on wires, trolleys, curtain rings.',
  slots: ['axis y', 'axis z'],
  coordinates: {
    translation: {
      unit: 'm',
      write: () => writeTranslation(XA),
      shape: { kind: 'translation', along: 'xA' },
      about: 'Way of B along the line.',
    },
  },
  rows: (j) => {
    needAxes(j);
    twoAxisRows(j, 0, YA, ZA);
  },
});
