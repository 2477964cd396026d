/** The parts of which joints are made, for defineJoint. */
export { axisRow, twoAxisRows, writeTranslation } from './parts/axis.js';
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
export { customRows, type RowDef } from './parts/custom.js';
export { needAxes } from './parts/frame.js';
export { pointRows } from './parts/point.js';
export { hingeAxesRows, rotationLockRows, writeTwist } from './parts/rotation.js';
