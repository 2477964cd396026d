import { coneLimitRow } from '../../parts/angles/cone.js';
import { writeSwingAngle } from '../../parts/angles/swing.js';
import { defineJoint } from '../define-joint.js';

/**
 * Cone (Tamis 2015 §3.2.6): an angular limit alone, the bodies move and twist freely. The coordinate is the
 * angle between the x axes of both frames; limits [0, 0.5] keep B's axis within 0.5 rad of A's
 * (parts/angles/cone.ts). Together with other joints it limits what they leave free.
 */
export const cone = defineJoint({
  type: 'cone',
  about: "B's axis stays within an angle of A's; nothing else is held.",
  slots: [],
  coordinates: {
    angle: {
      unit: 'rad',
      write: writeSwingAngle,
      shape: { kind: 'cone' },
      ownLimit: true,
      limitsMeet: [0, Math.PI],
      about: 'Angle between the axis of A and that of B, 0 to π.',
    },
  },
  rows: (j) => coneLimitRow(j, 0, j.controls),
});
