import { needAxes } from '../parts/frame.js';
import { pointRows } from '../parts/point.js';
import { claimRotation } from '../parts/rotation.js';
import { finishBlock, rigidRows, springRows } from '../parts/rows.js';
import { SOFT_DAMPING, SOFT_HERTZ } from '../state/joints.js';
import { Role } from '../state/rows.js';
import { dampingParam, hertzParam } from './controls.js';
import { defineJoint } from './define-joint.js';

/**
 * Fixed (Chappuis 2013 §2.5, the weld of 002 §1.7 in space): B does not move against A. With d = pB - pA and the quaternion q = (u, w) of
 * B's frame as seen from A's
 *   C = [d, 2u]          six rows, J from parts/point.ts and parts/rotation.ts
 * Both halves may be springs, each with its own frequency: a mast that bends at its foot is rigid in d and soft in u.
 */
export const fixed = defineJoint({
  type: 'fixed',
  about: 'B does not move against A: welds, masts, breakable parts.',
  slots: ['point x', 'point y', 'point z', 'rotation x', 'rotation y', 'rotation z'],
  params: {
    angularHertz: hertzParam(0, 'Softness of the rotation; 0 is rigid. Not given: that of hertz.'),
    angularDampingRatio: dampingParam(1),
  },
  prepare: ({ floats, block, params }, at, given) => {
    if (!given.includes('angularHertz')) floats[params + at.angularHertz] = floats[block + SOFT_HERTZ];
    if (!given.includes('angularDampingRatio')) {
      floats[params + at.angularDampingRatio] = floats[block + SOFT_DAMPING];
    }
  },
  rows: (j, at) => {
    needAxes(j);
    pointRows(j, 0);
    const rotation = claimRotation(j, Role.lock, 3);
    const hertz = j.params + at.angularHertz;
    if (j.floats[hertz] > 0) springRows(j, rotation, 3, hertz, j.params + at.angularDampingRatio);
    else rigidRows(j, rotation, 3);
    finishBlock(j, rotation, 3);
  },
});
