import {
  type BodyHandle,
  createBody,
  createJoint,
  createWorld,
  type JointHandle,
  loadClassicMethods,
  rod,
  type World,
} from '@tenon/physics-core';
import { jointRows } from '@tenon/physics-core/inspect';
import { createRandom } from '@tenon/scenes';
import { type Runner, run } from '../engine.js';
import type { Experiment, Goal } from '../experiment.js';

const LINKS = 12;
const SWEEPS = [1, 2, 5, 10, 15, 20, 25, 35, 50];
const NAMED = [5, 25, 50];

/** Point masses in random motion on a chain of rods from the world: A = J M⁻¹ Jᵀ is tridiagonal. */
const chainOf = (classicIterations: number): { readonly world: World; readonly joints: JointHandle[] } => {
  loadClassicMethods();
  const random = createRandom(5);
  const world = createWorld({ sleeping: false, gravity: [0, 0, 0], method: 'baumgarte', classicIterations });
  const joints: JointHandle[] = [];
  let last: BodyHandle | undefined;
  for (let i = 0; i < LINKS; i++) {
    const linearVelocity = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)] as const;
    const body = createBody(world, {
      position: [i, random.between(-0.5, 0.5), random.between(-0.5, 0.5)],
      massProperties: { mass: random.between(0.5, 1.5), inertia: [1, 1, 1] },
      linearVelocity,
    });
    const ends = last === undefined ? { anchorA: [-1, 0, 0] as const } : { bodyA: last };
    joints.push(createJoint(world, rod({ ...ends, bodyB: body, anchorB: [0, 0, 0] })));
    last = body;
  }
  return { world, joints };
};

/** |A λ - b| after one step, in m/s: what is left of the speeds along the rods. They began with about 1 m/s. */
const residual = (runner: Runner, sweeps: number): { readonly world: World; readonly left: number } => {
  const { world, joints } = chainOf(sweeps);
  return runner(world, (engine) => {
    run(engine, 1 / 60);
    const speeds = joints.map((joint) => {
      const [row] = jointRows(world, joint);
      return row.speed - row.window[0];
    });
    return { world, left: Math.hypot(...speeds) };
  });
};

export const projectedGaussSeidel: Experiment = {
  id: 't',
  text: '001',
  section: '§6.2, 7',
  says: 'projected Gauss-Seidel converges to the solution of A λ = b',
  title: 'Gauss-Seidel on A λ = b of twelve masses on rods',
  rapier: false,
  plot: { x: 'sweeps', y: 'log₁₀ of the residual, m/s' },
  goals: NAMED.map(
    (sweeps): Goal => ({
      key: `${sweeps}`,
      what: `residual after ${sweeps} sweeps`,
      unit: 'm/s',
      ideal: '0',
      ...(sweeps === 50 ? { atMost: 1e-9 } : {}),
      ran: sweeps === 25 ? 'method baumgarte' : `classicIterations ${sweeps}, method baumgarte`,
    }),
  ),
  measure: (runner) => {
    const runs = SWEEPS.map((sweeps) => [sweeps, residual(runner, sweeps)] as const);
    const named = runs.filter(([sweeps]) => NAMED.includes(sweeps));
    return {
      values: Object.fromEntries(named.map(([sweeps, { left }]) => [`${sweeps}`, left])),
      worlds: Object.fromEntries(named.map(([sweeps, { world }]) => [`${sweeps}`, world])),
      curves: [
        {
          name: 'residual',
          points: runs.map(([sweeps, { left }]) => [sweeps, Math.log10(Math.max(left, 1e-16))]),
        },
      ],
    };
  },
};
