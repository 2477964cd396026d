import { describe, expect, it } from 'vitest';
import {
  createJoint,
  hinge,
  type JointHandle,
  jointError,
  updateBody,
  type World,
} from '../../../src/index.js';
import { jointRows } from '../../../src/inspect.js';
import type { Vec3 } from '../../../src/math/vec3.js';
import { integratePositions } from '../../../src/solver/integrate/integrate-positions.js';
import { relaxJoints, solveJoints, warmStartJoints } from '../../../src/solver/sweeps/solve-joints.js';
import { createRandom, randomVector } from '../../determinism/context.js';
import { jointWorld } from '../../joints/context.js';
import { addMass } from '../../joints/joint-rig.js';
import { placeRows } from '../../joints/row-math.js';

/** The two sweeps of a substep over a door that hangs beside its hinge by a centimetre. */

const start = (seed: number, hertz = 0): { world: World; joint: JointHandle } => {
  const random = createRandom(seed);
  const world = jointWorld({ gravity: [0, 0, 0], jointSolver: 'sweeps' });
  const inertia: Vec3 = [0.4, 0.5, 0.3];
  const velocity = { linearVelocity: randomVector(random, 1), angularVelocity: randomVector(random, 2) };
  const bodyB = addMass(world, [0.5, 0, 0], 2, inertia, velocity);
  const joint = createJoint(world, hinge({ bodyB, anchor: [0, 0, 0], axis: [0, 1, 0], hertz }));
  updateBody(world, bodyB, { position: [0.51, 0.004, -0.003] });
  placeRows(world);
  return { world, joint };
};

const speeds = (world: World, joint: JointHandle): number[] =>
  jointRows(world, joint)
    .filter((row) => row.role === 'lock')
    .map((row) => row.speed);

describe.each([1, 2, 3])('the sweeps over a hinge, seed %i', (seed) => {
  it('with bias removes error; without bias takes the speed of the correction out, at the new pose', () => {
    const { world, joint } = start(seed);
    const { substep } = world.scratch;
    // Point and axes are blocks of their own; some sweeps make them agree.
    for (let i = 0; i < 60; i++) {
      warmStartJoints(world);
      solveJoints(world);
    }
    const { biasRate } = substep.joint;
    for (const row of jointRows(world, joint)) {
      if (row.role !== 'lock') continue;
      // A part of the speed that the softness leaves, of a correction by 1 cm.
      expect(Math.abs(row.speed + biasRate * row.error)).toBeLessThan(0.05 * biasRate * 0.011);
    }
    const before = jointError(world, joint).linear;
    integratePositions(world, substep);
    for (let i = 0; i < 60; i++) relaxJoints(world);
    for (const speed of speeds(world, joint)) expect(Math.abs(speed)).toBeLessThan(1e-9);
    const left = jointError(world, joint).linear;
    expect(left / before).toBeGreaterThan(1 - 1.1 * biasRate * substep.h);
    expect(left / before).toBeLessThan(1 - 0.7 * biasRate * substep.h);
  });

  it('without bias leaves springs alone', () => {
    const { world, joint } = start(seed, 5);
    solveJoints(world);
    const before = world.bodies.motion.slice();
    relaxJoints(world);
    expect(world.bodies.motion).toEqual(before);
    expect(jointRows(world, joint).some((row) => row.lambda !== 0)).toBe(true);
  });
});
