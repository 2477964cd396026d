import { writeTwist } from '../../parts/angles/rotation.js';
import { writeSwingY, writeSwingZ } from '../../parts/angles/swing.js';
import { coordinateRow } from '../../parts/coordinate.js';
import { needAxes } from '../../parts/frame.js';
import { pointRows } from '../../parts/point.js';
import { defineJoint } from '../define-joint.js';

/**
 * Constant-velocity joint (Tamis 2015 §3.2.10; its twist row is the "joystick" of Kleppmann 2007 B.4.3, which
 * prohibits rotation about one axis): two shafts along x meet at any bend and rotate at the same speed. The
 * rotation of B as seen from A is a swing without twist (Tamis 2015 A.3.7). With its quaternion q = (u, w)
 *   C = [d, 2 atan2(ux, w)]          J from parts/point.ts and the twist of parts/angles/rotation.ts
 * Tamis writes yA·zB - zA·yB = 0, which is -4 w ux: the same states, and with C = 0 the same direction of J,
 * the normal of the plane that halves the bend. As an angle, C separates twist from bend and leads back the
 * short way from anywhere.
 *
 * Why the speeds are equal: at C = 0, J = (1, tan(β/2) n') with n' a unit vector across the shafts, so (ωB -
 * ωA)·J = 0 means that ωB - ωA lies in the halving plane, and two speeds along shafts that mirror each other
 * in that plane are equal.
 *
 * The free coordinates are the two components of the swing vector, bend times direction. Bend and phase, its
 * polar form, are worse to drive or limit, because a straight joint, the usual state, has no phase.
 */
export const constantVelocity = defineJoint({
  type: 'constant-velocity',
  about: 'Carries the turn of a shaft round a bend without changing its speed: drive shafts, joysticks.',
  slots: ['point x', 'point y', 'point z', 'twist'],
  coordinates: {
    swingY: {
      unit: 'rad',
      write: writeSwingY,
      limitsMeet: [-Math.PI, Math.PI],
      shape: { kind: 'swing', about: 'yA' },
      about: 'Part of the bend about the y axis of A.',
    },
    swingZ: {
      unit: 'rad',
      write: writeSwingZ,
      limitsMeet: [-Math.PI, Math.PI],
      shape: { kind: 'swing', about: 'zA' },
      about: 'Part of the bend about the z axis of A.',
    },
  },
  rows: (j) => {
    needAxes(j);
    pointRows(j, 0);
    writeTwist();
    coordinateRow(j, 3);
  },
});
