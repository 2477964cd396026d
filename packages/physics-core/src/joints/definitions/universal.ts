import { writeAzimuth, writeAzimuthOfA } from '../../parts/angles/azimuth.js';
import { needAxes } from '../../parts/frame.js';
import { perpendicularRow } from '../../parts/perpendicular.js';
import { pointRows } from '../../parts/point.js';
import { XA, XB, YA, YB, ZA, ZB } from '../../rows/context.js';
import { defineJoint } from '../define-joint.js';

/**
 * Universal or cardan joint (Tamis 2015 §3.2.9): two hinges in
 * series, whose axes cross at right angles in the anchor. The first axis is x of A's frame and fixed in A,
 * the second is y of B's frame and fixed in B:
 *   C = [d, asin(xA·yB)]          J from parts/point.ts and parts/perpendicular.ts
 * The angles are those of the two hinges. The first rotates B about xA, together with yB, then the second
 * about yB:
 *   first  = azimuth of yB about xA = atan2(yB·zA, yB·yA)          second = azimuth of xA about yB = atan2(xA·zB, xA·xB)
 * with the gradients of parts/angles/azimuth.ts; both are defined as long as the axes are not parallel.
 *
 * To transmit the rotation of a shaft round a bend β, give the pins as axes, each across its shaft. The
 * driven shaft then rotates cos β / (1 - sin²β cos²θ) times as fast as the driving one, with θ the driving
 * shaft's angle from where its pin, the axis in A, lies in the plane of the bend.
 */
export const universal = defineJoint({
  type: 'universal',
  about: 'Two crossing hinges, one fixed in each body: cardan shafts, gimbals.',
  slots: ['point x', 'point y', 'point z', 'cross'],
  coordinates: {
    first: {
      unit: 'rad',
      write: () => writeAzimuth(YB, YA, ZA),
      shape: { kind: 'azimuth', of: 'yB', from: 'yA', to: 'zA' },
      countsRevolutions: true,
      about: 'Turn about the axis in A.',
    },
    second: {
      unit: 'rad',
      write: () => writeAzimuthOfA(XA, XB, ZB),
      shape: { kind: 'azimuth', of: 'xA', from: 'xB', to: 'zB' },
      countsRevolutions: true,
      about: 'Turn about the second axis, which is fixed in B.',
    },
  },
  rows: (j) => {
    needAxes(j);
    pointRows(j, 0);
    perpendicularRow(j, 3, XA, YB);
  },
});
