import { expect } from 'vitest';
import {
  type BodyDef,
  type BodyHandle,
  createBody,
  type JointHandle,
  jointReaction,
  stepWorld,
  type Vec3,
  type World,
  worldSettings,
} from '../../src/index.js';
import { length, sub } from '../../src/math/vec3.js';
import { DT } from './context.js';

/** What the tests of the mechanism joints share. */

export const weightless = { gravity: [0, 0, 0] } as const;

/** A body of given mass and moments of inertia, without a shape: it meets nothing but its joints. */
export const addMass = (
  world: World,
  position: Vec3,
  mass: number,
  inertia: Vec3 = [1, 1, 1],
  def: BodyDef = {},
): BodyHandle => createBody(world, { position, massProperties: { mass, inertia }, ...def });

/** Steps for so many seconds and pushes before each step: forces last one step. */
export const runPushed = (world: World, seconds: number, push: () => void): void => {
  for (let i = 0; i < Math.round(seconds / DT); i++) {
    push();
    stepWorld(world, DT);
  }
};

/** s. Impulses divided by it are forces and torques. */
export const substepOf = (world: World): number => DT / worldSettings(world).substeps;

/** Force and torque of the joint on B are those known on paper: to 0.1 % of their size. */
export const expectReaction = (world: World, joint: JointHandle, force: Vec3, torque: Vec3): void => {
  const reaction = jointReaction(world, joint);
  const tolerance = 1e-3;
  expect(length(sub(reaction.force, force))).toBeLessThanOrEqual(tolerance * Math.max(length(force), 1e-3));
  expect(length(sub(reaction.torque, torque))).toBeLessThanOrEqual(
    tolerance * Math.max(length(torque), 1e-3),
  );
};

/** Angle in degrees. */
export const degrees = (angle: number): number => (angle * 180) / Math.PI;
