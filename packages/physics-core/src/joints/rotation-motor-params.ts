import { dampingParam, hertzParam } from './controls.js';
import { choiceParam, numberParam, rotationParam, vectorParam } from './params.js';

/** The parameters of a motor about three axes, see parts/angles/rotation-motor.ts. */
export const rotationMotorParams = {
  motorMode: choiceParam(['off', 'speed', 'orientation'], 'off', 'What the three-axis motor does.'),
  motorVelocity: vectorParam('rad/s', [0, 0, 0], 'Angular velocity of B against A, axes of the joint in A.'),
  motorTarget: rotationParam('Orientation of the joint frame in B as seen from that in A.'),
  motorHertz: hertzParam(4, 'Stiffness of the orientation servo; 0 is rigid.'),
  motorDampingRatio: dampingParam(1),
  motorMaxTorque: numberParam({
    unit: 'N·m',
    default: Infinity,
    min: 0,
    unlimited: true,
    about: 'Bound of the three-axis motor.',
  }),
  friction: numberParam({
    unit: 'N·m',
    default: 0,
    min: 0,
    unlimited: true,
    about: 'Largest torque of dry friction about all axes together.',
  }),
} as const;
