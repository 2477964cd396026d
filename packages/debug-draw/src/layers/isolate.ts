import type { World } from '@tenon/physics-core';
import { CoordinateRecord, JointRecord, readJoints } from '@tenon/physics-core/inspect';
import type { DrawOptions } from './options.js';
import type { Readings } from './readings.js';

/** Finds the joint that is shown alone, before anything is drawn: it decides how bodies look. */
export const readIsolated = (readings: Readings, world: World, options: DrawOptions): void => {
  const { isolated, joints } = readings;
  isolated.joint = 0;
  if (!options.isolateSelected || options.selectedJoint === undefined) return;
  readJoints(world, joints);
  for (let k = 0; k < joints.count; k++) {
    const at = k * JointRecord.size;
    if (joints.floats[at + JointRecord.handle] !== options.selectedJoint) continue;
    isolated.joint = options.selectedJoint;
    isolated.bodyA = joints.floats[at + JointRecord.bodyA];
    isolated.bodyB = joints.floats[at + JointRecord.bodyB];
  }
};

/** Whether a joint is left out of the picture because another one is shown alone. */
export const isJointHidden = ({ isolated }: Readings, handle: number, options: DrawOptions): boolean =>
  isolated.joint !== 0 && handle !== isolated.joint && handle !== options.hoveredJoint;

/** The same for the coordinate whose record is at `at`. */
export const isCoordinateHidden = (readings: Readings, at: number, options: DrawOptions): boolean => {
  const joint = readings.coordinates.floats[at + CoordinateRecord.joint];
  const handle = readings.joints.floats[joint * JointRecord.size + JointRecord.handle];
  return isJointHidden(readings, handle, options);
};

export const isBodyDimmed = ({ isolated }: Readings, handle: number): boolean =>
  isolated.joint !== 0 && handle !== isolated.bodyA && handle !== isolated.bodyB;
