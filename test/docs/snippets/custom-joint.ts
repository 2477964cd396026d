import { defineJoint, numberParam, type Vec3 } from '@tenon/physics-core';
import { COORDINATE, customRows, D, frame, GRADIENT, RA, RB, setFloats } from '@tenon/physics-core/parts';

const negative = ([x, y, z]: Vec3): Vec3 => [-x, -y, -z];

/** r × n, with the lever r at its place in the frame. */
const turn = (r: number, [x, y, z]: Vec3): Vec3 => [
  frame[r + 1] * z - frame[r + 2] * y,
  frame[r + 2] * x - frame[r] * z,
  frame[r] * y - frame[r + 1] * x,
];

/** J of n·d, for an n that stands still or turns without changing n·d: [-n, -(rA × n), n, rB × n]. */
const along = (n: Vec3) =>
  ({ linearA: negative(n), angularA: negative(turn(RA, n)), linearB: n, angularB: turn(RB, n) }) as const;

/** B's anchor keeps its height above A's. How far they are apart on the level is the coordinate. */
export const level = defineJoint({
  type: 'level',
  about: 'Two points keep their difference in height: floats on one water, trays of a lift.',
  ownAnchors: true,
  slots: ['height'],
  params: { offset: numberParam({ unit: 'm', default: 0, about: "Height of B's anchor above A's." }) },
  coordinates: {
    distance: {
      unit: 'm',
      about: 'Distance of the anchors, seen from above.',
      write: () => {
        const q = Math.sqrt(frame[D] * frame[D] + frame[D + 2] * frame[D + 2]);
        const s = q > 0 ? 1 / q : 0;
        const { linearA, angularA, linearB, angularB } = along([s * frame[D], 0, s * frame[D + 2]]);
        frame[COORDINATE] = q;
        setFloats(frame, [...linearA, ...angularA, ...linearB, ...angularB], GRADIENT);
      },
    },
  },
  rows: (j, at) =>
    customRows(j, 0, { ...along([0, 1, 0]), error: frame[D + 1] - j.floats[j.params + at.offset] }),
});
