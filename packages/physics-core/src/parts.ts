/** The parts of which joints are made, for defineJoint. */

export { type CouplingParams, couplingRows, couplingSum, prepareCoupling } from './joints/coupling.js';
export { rotationMotorParams } from './joints/rotation-motor-params.js';
export { setFloats } from './math/floats.js';
export { writeAzimuth, writeAzimuthOfA } from './parts/angles/azimuth.js';
export { coneLimitRow } from './parts/angles/cone.js';
export { hingeAxesRows, rotationLockRows, writeTwist } from './parts/angles/rotation.js';
export {
  rotationMotorRows,
  rotationMotorSlots,
  rotationRateSlots,
  startRotationMotor,
} from './parts/angles/rotation-motor.js';
export { writeSwingAngle, writeSwingY, writeSwingZ } from './parts/angles/swing.js';
export { swingLimitRows, swingLimitSlots } from './parts/angles/swing-limit.js';
export { axisRow, twoAxisRows, writeTranslation } from './parts/axis.js';
export { rotationRows, translationRows } from './parts/chosen-axes.js';
export { addCoordinate, coordinateRow, copyCoordinate } from './parts/coordinate.js';
export { customRows, type RowDef } from './parts/custom.js';
export { writeApproach, writeDistance } from './parts/distance.js';
export { needAxes } from './parts/frame.js';
export { Hold, holdRow } from './parts/hold.js';
export { perpendicularRow } from './parts/perpendicular.js';
export { pointRows } from './parts/point.js';
export {
  COORDINATE,
  D,
  frame,
  GRADIENT,
  type JointContext,
  Q,
  RA,
  RB,
  XA,
  XB,
  YA,
  YB,
  ZA,
  ZB,
} from './rows/context.js';
