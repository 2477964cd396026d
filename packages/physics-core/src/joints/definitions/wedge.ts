import { luneRows, luneSlots, writeLuneAzimuth } from '../../parts/angles/lune.js';
import { defineJoint } from '../define-joint.js';

/**
 * Wedge (Tamis 2015 §3.2.7): an angular limit alone. B's x axis stays in a lune of the sphere whose poles lie
 * on A's third axis; the coordinate is its azimuth there, from A's first axis towards its second
 * (parts/angles/azimuth.ts), and the limits are the two edges (parts/angles/lune.ts). They may lie more than
 * half a revolution apart, and across the back: [2, 4] is a range like any other. Along the lune, and about
 * its own axis, B rotates freely.
 */
export const wedge = defineJoint({
  type: 'wedge',
  about: "B's axis stays between two half planes through an axis of A; nothing else is held.",
  slots: luneSlots,
  coordinates: {
    azimuth: {
      unit: 'rad',
      write: writeLuneAzimuth,
      shape: { kind: 'lune' },
      ownLimit: true,
      about: "Direction of B's axis about A's third axis.",
    },
  },
  rows: (j) => luneRows(j, 0),
});
