import { claimOrientation } from '../../parts/angles/rotation-motor.js';
import { boundTorque } from '../../parts/angles/torque-bound.js';
import { claimOffset } from '../../parts/offset.js';
import { finishServo } from '../../parts/servo.js';
import { boundRows } from '../../rows/write-rows.js';
import { SOFT_DAMPING, SOFT_HERTZ } from '../../state/joints.js';
import { Role } from '../../state/rows.js';
import { dampingParam, hertzParam } from '../controls.js';
import { defineJoint } from '../define-joint.js';
import { numberParam, rotationParam, vectorParam } from '../params.js';

/** Hz when none is given, as the servos of the other joints. */
const HERTZ = 4;

/**
 * Motor (planar notes 002 §1.4 and 1.9): B follows a pose relative to A as on springs, or rigidly at 0 Hz,
 * with a bounded force and a bounded torque (parts/servo.ts). With the axes e of A's frame, the rotation q of
 * B's frame as seen from A's and the rotation vector φ of q ⊗ rotation*
 *   C = (e·d - offset) and φ          J = [-e, -((rA + d) × e), e, rB × e] and that of parts/angles/rotation-motor.ts
 * Three linear and three angular rows, each three solved together. `hertz` and
 * `dampingRatio` are those of the translation.
 */
export const motor = defineJoint({
  type: 'motor',
  about:
    'B follows a pose relative to A with bounded force and torque: characters, cameras, moving platforms.',
  slots: ['offset x', 'offset y', 'offset z', 'rotation x', 'rotation y', 'rotation z'],
  motorsHold: true,
  params: {
    offset: vectorParam('m', [0, 0, 0], "Where B's anchor shall be in A's frame."),
    rotation: rotationParam("How B's frame shall be turned against A's."),
    maxForce: numberParam({
      unit: 'N',
      default: Infinity,
      min: 0,
      unlimited: true,
      about: 'Largest force.',
    }),
    maxTorque: numberParam({
      unit: 'N·m',
      default: Infinity,
      min: 0,
      unlimited: true,
      about: 'Largest torque.',
    }),
    angularHertz: hertzParam(HERTZ, 'Stiffness of the rotation; 0 is rigid.'),
    angularDampingRatio: dampingParam(1),
  },
  prepare: (j, _at, given) => {
    if (!given.includes('hertz')) j.floats[j.block + SOFT_HERTZ] = HERTZ;
  },
  rows: (j, at) => {
    const { params } = j;
    const linear = claimOffset(j, Role.motor, 0, params + at.offset);
    boundRows(j, linear, params + at.maxForce);
    finishServo(j, linear, 3, j.block + SOFT_HERTZ, j.block + SOFT_DAMPING);
    const angular = claimOrientation(j, Role.motor, 3, params + at.rotation);
    boundTorque(j, angular, 3, params + at.maxTorque);
    finishServo(j, angular, 3, params + at.angularHertz, params + at.angularDampingRatio);
  },
});
