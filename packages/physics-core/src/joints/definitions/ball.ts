import { coneLimitRow } from '../../parts/angles/cone.js';
import { writeTwist } from '../../parts/angles/rotation.js';
import {
  rotationMotorRows,
  rotationMotorSlots,
  rotationRateSlots,
  startRotationMotor,
} from '../../parts/angles/rotation-motor.js';
import { writeSwingAngle } from '../../parts/angles/swing.js';
import { pointRows } from '../../parts/point.js';
import { defineJoint } from '../define-joint.js';
import { rotationMotorParams } from '../rotation-motor-params.js';

/** Rows before those of the coordinates' controls. */
const slots = ['point x', 'point y', 'point z', ...rotationMotorSlots];

/**
 * Ball and socket (Chappuis 2013 §2.2, Kleppmann 2007 B.4.2; to the world it is that text's nail): the
 * anchors coincide, C = pB - pA, three rows, and B rotates freely about them. Its orientation is read as
 * swing, the angle α between the x axes of both frames, and twist, the rotation about the axis that remains
 * when the swing is undone. Limits of the swing are a cone (parts/angles/cone.ts); a lower limit of 0 has no
 * effect. A three-axis motor keeps an angular velocity or goes to an orientation
 * (parts/angles/rotation-motor.ts).
 */
export const ball = defineJoint({
  type: 'ball',
  about: 'Two points stay together and everything turns: shoulders, chains, tow bars.',
  slots,
  rateSlots: rotationRateSlots,
  params: rotationMotorParams,
  coordinates: {
    swing: {
      unit: 'rad',
      write: writeSwingAngle,
      shape: { kind: 'cone' },
      ownLimit: true,
      limitsMeet: [0, Math.PI],
      about: 'Angle between the axis of A and that of B, 0 to π.',
    },
    twist: {
      unit: 'rad',
      write: writeTwist,
      shape: { kind: 'twist' },
      countsRevolutions: true,
      about: 'Turn of B about the axis.',
    },
  },
  adapt: startRotationMotor,
  withoutAnchors: true,
  rows: (j, at) => {
    pointRows(j, 0);
    if (j.row === j.rowEnd) return;
    rotationMotorRows(j, 3, at);
    coneLimitRow(j, slots.length, j.controls);
  },
});
