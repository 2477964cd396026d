import { describe, expect, it } from 'vitest';
import {
  type BodyHandle,
  bodyPosition,
  createBody,
  createJoint,
  fixed,
  hinge,
  type JointDef,
  type JointHandle,
  type JointSolver,
  jointError,
  type LockName,
  slider,
  type World,
} from '../../src/index.js';
import { jointWorld, run } from './context.js';

/** Bodies of a planar game: the rows of a joint that hold what is locked anyway find nobody to push. */
const PLANAR: readonly LockName[] = ['z', 'rotationX', 'rotationY'];

type Place = {
  readonly bodyA?: BodyHandle;
  readonly bodyB: BodyHandle;
  readonly anchor: [number, number, number];
};

const hang = (locks: readonly LockName[], jointSolver: JointSolver, make: (place: Place) => JointDef) => {
  const world: World = jointWorld({ jointSolver });
  const joints: JointHandle[] = [];
  let last: { readonly bodyA?: BodyHandle } = {};
  let bodyB!: BodyHandle;
  for (let i = 0; i < 3; i++) {
    const massProperties = { mass: 1, inertia: [0.02, 0.1, 0.1] } as const;
    bodyB = createBody(world, { position: [i + 0.5, 0, 0], massProperties, locks });
    joints.push(createJoint(world, make({ ...last, bodyB, anchor: [i, 0, 0] })));
    last = { bodyA: bodyB };
  }
  return { world, joints, end: bodyB };
};

describe.each(['auto', 'sweeps'] as const)('with the joint solver %s', (jointSolver) => {
  const axis = [0, 0, 1] as const;

  it('a chain on hinges swings in its plane as it does without locks', () => {
    const make = (place: Place) => hinge({ ...place, axis });
    const locked = hang(PLANAR, jointSolver, make);
    const free = hang([], jointSolver, make);
    for (let step = 0; step < 60; step++) {
      run(locked.world, 1 / 60);
      run(free.world, 1 / 60);
      const [x, y, z] = bodyPosition(locked.world, locked.end);
      const [fx, fy] = bodyPosition(free.world, free.end);
      expect(Math.hypot(x - fx, y - fy)).toBeLessThan(1e-6);
      expect(z).toBe(0);
    }
  });

  it.each([
    ['welds', (place: Place) => fixed(place)],
    ['soft welds', (place: Place) => fixed({ ...place, hertz: 5 })],
    ['soft hinges', (place: Place) => hinge({ ...place, axis, hertz: 5 })],
    ['sliders along z', (place: Place) => slider({ ...place, axis })],
    ['soft sliders along z', (place: Place) => slider({ ...place, axis, hertz: 5 })],
  ] as const)('%s hold', (name, make) => {
    const { world, joints } = hang(PLANAR, jointSolver, make);
    // At 5 Hz a row of the mass m sags by m g / (m ω²) = 1 cm; the first of three bears two more on levers.
    const most = name.startsWith('soft') ? 0.3 : 0.01;
    run(world, 2, () => {
      for (const joint of joints) expect(jointError(world, joint).linear).toBeLessThan(most);
    });
  });
});
