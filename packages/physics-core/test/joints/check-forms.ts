import { expect } from 'vitest';
import {
  type BodyHandle,
  createJoint,
  type JointDef,
  type JointDefinition,
  type JointHandle,
  jointDef,
  jointFromScene,
  jointToScene,
  type SceneName,
} from '../../src/index.js';
import { createRandom } from '../determinism/context.js';
import { randomParams, randomSpecimen } from './random-joints.js';

/** Definitions through scene files. */

/** Names for handles as a scene file would have them: texts for bodies, numbers for joints. */
const directory = (bodies: readonly BodyHandle[], joints: readonly JointHandle[]) => ({
  nameOf: (handle: BodyHandle | JointHandle): SceneName => {
    const body = bodies.indexOf(handle as BodyHandle);
    return body >= 0 ? `body ${body}` : joints.indexOf(handle as JointHandle);
  },
  bodyOf: (name: SceneName): BodyHandle | undefined => bodies.find((_, i) => name === `body ${i}`),
  jointOf: (name: SceneName): JointHandle | undefined => joints[Number(name)],
});

/** A definition as it was given and as it is read back go through a file unchanged, and what comes out makes the same joint. */
export const checkSceneForm = (definition: JointDefinition, seed: number): void => {
  const random = createRandom(seed);
  const { world, joint, placed, bodies } = randomSpecimen(random, definition, { toWorld: seed % 2 === 1 });
  const { nameOf, bodyOf, jointOf } = directory(bodies, placed);
  const through = (def: JointDef): JointDef =>
    jointFromScene(JSON.parse(JSON.stringify(jointToScene(def, nameOf))), bodyOf, jointOf);

  const complete = jointDef(world, joint);
  expect(through(complete)).toEqual(complete);
  const twin = createJoint(world, through(complete));
  expect(jointDef(world, twin)).toEqual(complete);

  const { type, bodyA, bodyB, jointA, jointB } = complete;
  const ends = definition.couples
    ? { jointA, jointB }
    : { ...(bodyA === undefined ? {} : { bodyA }), bodyB, anchor: [1, -0, 2], axis: [0, 0.6, 0.8] };
  const sparse = { type, ...ends, breakForce: 7, ...randomParams(random, definition) } as JointDef;
  expect(through(sparse)).toEqual(sparse);
};
