import { writeTwist } from '../../parts/angles/rotation.js';
import {
  rotationMotorRows,
  rotationMotorSlots,
  rotationRateSlots,
  startRotationMotor,
} from '../../parts/angles/rotation-motor.js';
import { writeSwingY, writeSwingZ } from '../../parts/angles/swing.js';
import { swingLimitRows, swingLimitSlots } from '../../parts/angles/swing-limit.js';
import { pointRows } from '../../parts/point.js';
import { CONTROL } from '../../state/controls.js';
import { defineJoint } from '../define-joint.js';
import { rotationMotorParams } from '../rotation-motor-params.js';

/**
 * Swing-twist (Tamis 2015 A.3.7, Kleppmann 2007 §3.3.4): a ball and socket whose rotation is decomposed into
 * a twist about the axis and a swing of the axis. The swing is a rotation vector across the axis, (0, swingY,
 * swingZ), whose length is the angle. Its two ranges are not a box but the semi-axes of an ellipse, each side
 * with its own, enforced by one or two rows (parts/angles/swing-limit.ts): [-0.5, 1] lets the axis swing 1
 * rad one way and 0.5 rad the other, and less in between. The ranges must contain 0, as an ellipse contains
 * its centre. The twist counts revolutions.
 */
export const swingTwist = defineJoint({
  type: 'swing-twist',
  about: 'A ball and socket with elliptic swing and twist limits: shoulders, hips, necks, ropes.',
  slots: ['point x', 'point y', 'point z', ...rotationMotorSlots, ...swingLimitSlots],
  rateSlots: rotationRateSlots,
  params: rotationMotorParams,
  coordinates: {
    swingY: {
      unit: 'rad',
      write: writeSwingY,
      shape: { kind: 'swing', about: 'yA', ellipse: true },
      ownLimit: true,
      limitsMeet: [0, 0],
      about: 'Part of the swing about the second axis.',
    },
    swingZ: {
      unit: 'rad',
      write: writeSwingZ,
      shape: { kind: 'swing', about: 'zA', ellipse: true },
      ownLimit: true,
      limitsMeet: [0, 0],
      about: 'Part of the swing about the third axis.',
    },
    twist: {
      unit: 'rad',
      write: writeTwist,
      shape: { kind: 'twist' },
      countsRevolutions: true,
      about: 'Turn of B about its axis.',
    },
  },
  adapt: startRotationMotor,
  placeOnce: true,
  withoutAnchors: true,
  rows: (j, at) => {
    pointRows(j, 0);
    rotationMotorRows(j, 3, at);
    swingLimitRows(j, 3 + rotationMotorSlots.length, j.controls, j.controls + CONTROL);
  },
});
