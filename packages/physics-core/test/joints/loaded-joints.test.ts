import { describe, expect, it } from 'vitest';
import {
  allJoints,
  angularVelocity,
  type BodyHandle,
  ball,
  bodyPosition,
  box,
  createBody,
  createCollider,
  createJoint,
  type JointHandle,
  jointError,
  sphere,
  type World,
} from '../../src/index.js';
import { kineticEnergy, potentialEnergy } from '../../src/inspect.js';
import { jointSolvers } from '../../src/settings.js';
import { DT, jointWorld, run } from './context.js';

/** Joints between bodies that a wall stops, a heavy load pulls, or the user moves. */

const apart = (world: World, joint: JointHandle): number => jointError(world, joint).linear;

describe('a fast body on a joint that meets something static', () => {
  it.each(jointSolvers)(
    'does not pass a thin wall, from a hundred distances, joint solver %s',
    (jointSolver) => {
      for (let i = 0; i < 100; i++) {
        const world = jointWorld({ gravity: [0, 0, 0], jointSolver });
        const wall = createBody(world, { type: 'static' });
        createCollider(world, wall, { shape: box(0.025, 5, 5) });
        const bodies = [0, 1].map((k): BodyHandle => {
          const body = createBody(world, {
            position: [-5 - i / 30 - 0.3 * k, 0, 0],
            linearVelocity: [200, 0, 0],
          });
          createCollider(world, body, { shape: sphere(0.1) });
          return body;
        });
        const anchor = [-5.15 - i / 30, 0, 0] as const;
        createJoint(world, ball({ bodyA: bodies[0], bodyB: bodies[1], anchor }));
        run(world, 0.2);
        for (const body of bodies) expect(bodyPosition(world, body)[0]).toBeLessThan(0);
      }
    },
  );
});

it('a dumbbell that runs into a wall in one step is not torn: only a body whose centre passes is rolled back', () => {
  // m/s: 0.2 m a step. Rolled back to the surface, a ball of 0.1 m would be torn off by up to 9 cm.
  const speed = 12;
  let worst = 0;
  for (let i = 0; i < 40; i++) {
    const world = jointWorld({ gravity: [0, 0, 0] });
    createCollider(world, createBody(world, { type: 'static' }), { shape: box(0.05, 5, 5) });
    const start = -0.5 - (speed * DT * i) / 40;
    const [bodyA, bodyB] = [start, start - 0.6].map((x) => {
      const body = createBody(world, { position: [x, 0, 0], linearVelocity: [speed, 0, 0], mass: 1 });
      createCollider(world, body, { shape: sphere(0.1) });
      return body;
    });
    const joint = createJoint(world, ball({ bodyA, bodyB, anchor: [start - 0.3, 0, 0] }));
    run(world, 0.5, () => {
      worst = Math.max(worst, jointError(world, joint).linear);
    });
  }
  expect(worst).toBeLessThan(0.04);
});

describe('a light chain with a heavy end', () => {
  /** Links of 1 kg and half a metre, level at the start. Four substeps cannot hold them: the joints come apart by metres. */
  const addChain = (world: World, links: number, mass: number): void => {
    let last: BodyHandle | undefined;
    for (let i = 0; i <= links; i++) {
      const heavy = i === links;
      const half = heavy ? 0.5 : 0.25;
      const body = createBody(world, { position: [i * 0.5 + half, 0, 0], mass: heavy ? mass : 1 });
      createCollider(world, body, { shape: heavy ? sphere(half) : box(half, 0.05, 0.05), mask: 0 });
      const above = last === undefined ? {} : { bodyA: last };
      createJoint(world, ball({ ...above, bodyB: body, anchor: [i * 0.5, 0, 0] }));
      last = body;
    }
  };

  it.each([
    [3, 1000],
    [10, 1000],
    [10, 2000],
    [30, 1000],
  ])('%d links under %d kg gain no energy however far apart they come', (links, mass) => {
    const world = jointWorld();
    addChain(world, links, mass);
    const energy = (): number => kineticEnergy(world) + potentialEnergy(world);
    const before = energy();
    let most = -Infinity;
    run(world, 3, () => {
      most = Math.max(most, energy() - before);
    });
    // J. The end alone falls by thousands.
    expect(most).toBeLessThan(1);
  });

  it('with 32 substeps and joints as stiff as these allow ten links hold a ton within 5 cm', () => {
    const world = jointWorld({ substeps: 32, jointHertz: 1000 });
    addChain(world, 10, 1000);
    let worst = 0;
    run(world, 3, () => {
      for (const joint of allJoints(world)) worst = Math.max(worst, apart(world, joint));
    });
    expect(worst).toBeLessThan(0.05);
  });
});

it('a kinematic body with locked axes turns as it was told, whatever hangs on it', () => {
  const world = jointWorld();
  const body = createBody(world, { type: 'kinematic', angularVelocity: [0, 2, 1], locks: ['rotationX'] });
  createCollider(world, body, { shape: box(0.2, 0.2, 0.2) });
  const load = createBody(world, { position: [1, 0, 0] });
  createCollider(world, load, { shape: box(0.4, 0.4, 0.4), density: 5000 });
  createJoint(world, ball({ bodyA: body, bodyB: load, anchor: [0.5, 0, 0] }));
  run(world, 1);
  expect(angularVelocity(world, body)).toEqual([0, 2, 1]);
});
