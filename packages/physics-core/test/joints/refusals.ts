import { expect } from 'vitest';
import {
  type BodyHandle,
  createJoint,
  createWorld,
  hashWorld,
  type JointDef,
  type JointHandle,
  PhysicsError,
  type PhysicsErrorCode,
  stepWorld,
  updateJoint,
  type World,
  worldStats,
} from '../../src/index.js';
import { addBox, DT } from './context.js';

/** Bad joints: a PhysicsError that says what was wrong and what to do, and a world that has not changed by a bit. */

export interface Scene {
  readonly world: World;
  readonly a: BodyHandle;
  readonly b: BodyHandle;
}

/** Two bodies and no joint: not even the hidden body of the world is there. */
export const makeScene = (): Scene => {
  const world = createWorld();
  const scene = { world, a: addBox(world, [0, 0, 0]), b: addBox(world, [1, 0, 0]) };
  stepWorld(world, DT);
  return scene;
};

/** Expects an error of ours; does not look at the world. */
export const complains = (code: PhysicsErrorCode | undefined, message: RegExp, call: () => unknown): void => {
  let error: unknown;
  try {
    call();
  } catch (caught) {
    error = caught;
  }
  expect(error, 'nothing was thrown').toBeInstanceOf(PhysicsError);
  if (code !== undefined) expect(error).toMatchObject({ code });
  expect((error as PhysicsError).message).toMatch(message);
  expect((error as PhysicsError).message).toMatch(/^.+\. [A-Z].+[.?]$/s);
};

/** Everything that a failed call must leave as it is, the hidden body of the world among it. */
export const stateOf = (world: World): unknown => [hashWorld(world), worldStats(world), world.bodies.live];

export const refuses = (
  world: World,
  code: PhysicsErrorCode | undefined,
  message: RegExp,
  call: () => unknown,
): void => {
  const before = stateOf(world);
  complains(code, message, call);
  expect(stateOf(world)).toEqual(before);
};

/** The API without its types: what a JavaScript user can pass. */
export const create = (world: World, def: unknown): JointHandle => createJoint(world, def as JointDef);
export const update = (world: World, joint: JointHandle, changes: unknown): void =>
  updateJoint(world, joint, changes as JointDef);
