/** The parts of which joints are made, for defineJoint. */

export { type CouplingParams, couplingRows, couplingSum, prepareCoupling } from './joints/coupling.js';
export { rotationMotorParams } from './joints/rotation-motor-params.js';
export { setFloats } from './math/floats.js';
export { axisRow, twoAxisRows, writeTranslation } from './parts/axis.js';
export { writeAzimuth, writeAzimuthOfA } from './parts/azimuth.js';
export { rotationRows, translationRows } from './parts/chosen-axes.js';
export { coneLimitRow } from './parts/cone.js';
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
} from './parts/context.js';
export { addCoordinate, coordinateRow, copyCoordinate } from './parts/coordinate.js';
export { customRows, type RowDef } from './parts/custom.js';
export { writeApproach, writeDistance } from './parts/distance.js';
export { needAxes } from './parts/frame.js';
export { Hold, holdRow } from './parts/hold.js';
export { perpendicularRow } from './parts/perpendicular.js';
export { pointRows } from './parts/point.js';
export { hingeAxesRows, rotationLockRows, writeTwist } from './parts/rotation.js';
export {
  rotationMotorRows,
  rotationMotorSlots,
  rotationRateSlots,
  startRotationMotor,
} from './parts/rotation-motor.js';
export { writeSwingAngle, writeSwingY, writeSwingZ } from './parts/swing.js';
export { swingLimitRows, swingLimitSlots } from './parts/swing-limit.js';
