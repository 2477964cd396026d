import { finishServo } from '../../parts/servo.js';
import { claimTarget } from '../../parts/target.js';
import { frame, RB } from '../../rows/context.js';
import { boundRows } from '../../rows/write-rows.js';
import { SOFT_DAMPING, SOFT_HERTZ } from '../../state/joints.js';
import { Role } from '../../state/rows.js';
import { defineJoint } from '../define-joint.js';
import { numberParam, vectorParam } from '../params.js';

/** Hz when none is given: follows a hand without jerks. */
const HERTZ = 5;

/**
 * Mouse (planar notes 002 §1.10): a spring drags B's anchor to a world point, with a bounded force.
 *   C = xB + rB - target          J = [0, 0, e, rB × e] for each world axis e
 * Three soft rows, solved together, so that the bound is one of the force's length. Move the target with
 * updateJoint. Only B is moved: bodyA may be left out.
 */
export const mouse = defineJoint({
  type: 'mouse',
  about: 'A spring drags a point of B to a world point with a bounded force: picking up and carrying.',
  slots: ['point x', 'point y', 'point z'],
  motorsHold: true,
  params: {
    target: vectorParam('m', [0, 0, 0], 'World point to go to; by default where the anchor is at creation.'),
    maxForce: numberParam({
      unit: 'N',
      default: Infinity,
      min: 0,
      unlimited: true,
      about: 'Largest force of the spring.',
    }),
  },
  prepare: (j, at, given) => {
    if (!given.includes('hertz')) j.floats[j.block + SOFT_HERTZ] = HERTZ;
    if (given.includes('target')) return;
    for (let i = 0; i < 3; i++) {
      j.floats[j.params + at.target + i] = j.centre[j.bodyB * 3 + i] + frame[RB + i];
    }
  },
  rows: (j, at) => {
    const row = claimTarget(j, Role.motor, 0, j.params + at.target);
    boundRows(j, row, j.params + at.maxForce);
    finishServo(j, row, 3, j.block + SOFT_HERTZ, j.block + SOFT_DAMPING);
  },
});
