import { claimRotation } from '../../parts/angles/rotation.js';
import { needAxes } from '../../parts/frame.js';
import { pointRows } from '../../parts/point.js';
import type { JointContext } from '../../rows/context.js';
import { finishBlock, rigidRows, springRows } from '../../rows/write-rows.js';
import { SOFT_DAMPING, SOFT_HERTZ } from '../../state/joints.js';
import { Role } from '../../state/rows.js';
import { MAX_DAMPING_RATIO, MAX_HERTZ } from '../../tuning.js';
import { defineJoint } from '../define-joint.js';
import { numberParam } from '../params.js';

/** Index of a parameter of the rotation: its own if it was given, else that of the translation. */
const ownOr = ({ floats }: JointContext, own: number, other: number): number =>
  floats[own] < Infinity ? own : other;

/**
 * Fixed (Chappuis 2013 §2.5, the weld of 002 §1.7 in space): B does not move against A. With d = pB - pA and
 * the rotation vector φ of B's frame as seen from A's
 *   C = [d, φ]          six rows, J from parts/point.ts and parts/angles/rotation.ts
 * Both halves may be springs, each with its own frequency: a mast that bends at its foot is rigid in d and
 * soft in φ.
 */
export const fixed = defineJoint({
  type: 'fixed',
  about: 'B does not move against A: welds, masts, breakable parts.',
  slots: ['point x', 'point y', 'point z', 'rotation x', 'rotation y', 'rotation z'],
  params: {
    angularHertz: numberParam({
      unit: 'Hz',
      default: Infinity,
      min: 0,
      max: MAX_HERTZ,
      unlimited: true,
      about: 'Softness of the rotation; 0 is rigid, Infinity as soft as hertz.',
    }),
    angularDampingRatio: numberParam({
      unit: '1',
      default: Infinity,
      min: 0,
      max: MAX_DAMPING_RATIO,
      unlimited: true,
      about: 'That of the rotation; Infinity is that of dampingRatio.',
    }),
  },
  placeOnce: true,
  withoutAnchors: true,
  rows: (j, at) => {
    needAxes(j);
    pointRows(j, 0);
    const rotation = claimRotation(j, Role.lock, 3);
    const hertz = ownOr(j, j.params + at.angularHertz, j.block + SOFT_HERTZ);
    const damping = ownOr(j, j.params + at.angularDampingRatio, j.block + SOFT_DAMPING);
    if (j.floats[hertz] > 0) springRows(j, rotation, 3, hertz, damping);
    else rigidRows(j, rotation, 3);
    finishBlock(j, rotation, 3);
  },
});
