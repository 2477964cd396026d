import {
  type BodyHandle,
  bodyExists,
  type JointChanges,
  type JointHandle,
  jointExists,
  type Quat,
  setNextPose,
  updateJoint,
  type Vec3,
  type World,
} from '@tenon/physics-core';

/** Plans that scenes follow by the time alone, so that a scene continues rightly from any snapshot. */

/** 1 in the first half of every period, -1 in the second. */
export const backAndForth = (time: number, period: number): number => (time % period < period / 2 ? 1 : -1);

/** A sine wave of height 1. */
export const wave = (time: number, period: number): number => Math.sin((2 * Math.PI * time) / period);

/** From 0 to 1 in the first second, then 1: a motor that starts gently does not jerk its machine. */
export const rampUp = (time: number): number => Math.min(time, 1);

/** Changes a joint as a plan wants. A joint that broke, or that a user deleted, is left out of the plan. */
export const driveJoint = (world: World, joint: JointHandle, changes: JointChanges): void => {
  if (jointExists(world, joint)) updateJoint(world, joint, changes);
};

/** Moves a kinematic body as a plan wants, if it is still there. */
export const driveBody = (world: World, body: BodyHandle, position: Vec3, rotation?: Quat): void => {
  if (bodyExists(world, body)) setNextPose(world, body, position, rotation);
};
