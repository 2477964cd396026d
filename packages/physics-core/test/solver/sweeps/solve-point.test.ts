import { describe, it } from 'vitest';
import { ball, bodyPosition, bodyRotation, createJoint, updateBody } from '../../../src/index.js';
import { setFloats } from '../../../src/math/floats.js';
import { rotate } from '../../../src/math/quat.js';
import { add, cross, scale, sub, type Vec3 } from '../../../src/math/vec3.js';
import { solvePoint, warmStartPoint } from '../../../src/solver/sweeps/solve-point.js';
import { MOTION } from '../../../src/state/bodies.js';
import { IMPULSE } from '../../../src/state/points.js';
import { createRandom, randomRotation, randomVector } from '../../determinism/context.js';
import { jointWorld } from '../../joints/context.js';
import { addMass } from '../../joints/joint-rig.js';
import { massesOf, placeRows, slotOf } from '../../joints/row-math.js';
import { denseK, expectClose, pushed, solveDense, times, velocitiesOf } from '../dense.js';

/** The three rows of a ball joint that is 1 cm apart, against a dense 3×3 solve. */

const AXES: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

const INERTIA_A: Vec3 = [0.5, 0.7, 0.9];
const INERTIA_B: Vec3 = [0.2, 0.3, 0.35];

const trace = (inertia: Vec3): number => inertia.reduce((sum, moment) => sum + 1 / moment, 0);

const start = (seed: number) => {
  const random = createRandom(seed);
  const world = jointWorld({ gravity: [0, 0, 0] });
  const motion = () => ({
    rotation: randomRotation(random),
    linearVelocity: randomVector(random, 2),
    angularVelocity: randomVector(random, 3),
  });
  const bodyA = addMass(world, [0, 0, 0], 2, INERTIA_A, motion());
  const bodyB = addMass(world, [1, 0.5, -0.3], 1, INERTIA_B, motion());
  const localA = randomVector(random, 0.5);
  const anchor = add(bodyPosition(world, bodyA), rotate(bodyRotation(world, bodyA), localA));
  createJoint(world, ball({ bodyA, bodyB, anchor }));
  const gap = randomVector(random, 0.01);
  const rB = sub(anchor, bodyPosition(world, bodyB));
  updateBody(world, bodyB, { position: add(bodyPosition(world, bodyB), gap) });
  placeRows(world);
  // The body that is harder to turn takes most of the gap on its lever: parts/point.ts.
  const share = trace(INERTIA_B) / (trace(INERTIA_A) + trace(INERTIA_B));
  const s = add(sub(anchor, bodyPosition(world, bodyA)), scale(gap, share));
  const r = sub(rB, scale(gap, 1 - share));
  const rows = AXES.map((e) => [...scale(e, -1), ...scale(cross(s, e), -1), ...e, ...cross(r, e)]);
  const [a, b] = [slotOf(bodyA), slotOf(bodyB)];
  const masses = massesOf(world, [bodyA, bodyB]);
  const k = denseK(masses, a, b, rows);
  const solve = (biased: boolean): void =>
    solvePoint(world.rows.points, world.bodies.motion, 0, a * MOTION, b * MOTION, biased);
  return { world, a, b, rows, masses, k, gap, solve };
};

const OLD = [0.5, -0.3, 0.2];

describe.each([1, 2, 3])('a point, seed %i', (seed) => {
  it('with bias: keep λ - massScale K⁻¹ (J v + biasRate C)', () => {
    const { world, a, b, rows, masses, k, gap, solve } = start(seed);
    const { biasRate, massScale, impulseScale } = world.scratch.substep.joint;
    setFloats(world.rows.points, OLD, IMPULSE);
    const v = velocitiesOf(world, a, b);
    const change = solveDense(
      k,
      times(rows, v).map((u, i) => u + biasRate * gap[i]),
    );
    const wanted = OLD.map((lambda, i) => (1 - impulseScale) * lambda - massScale * change[i]);
    solve(true);
    expectClose(world.rows.points.slice(IMPULSE, IMPULSE + 3), wanted);
    const changes = wanted.map((lambda, i) => lambda - OLD[i]);
    expectClose(velocitiesOf(world, a, b), pushed(masses, a, b, v, rows, changes));
  });

  it('without bias: the anchors rest against each other', () => {
    const { world, a, b, rows, masses, k, solve } = start(seed);
    const v = velocitiesOf(world, a, b);
    const wanted = solveDense(k, times(rows, v)).map((x) => -x);
    solve(false);
    expectClose(times(rows, velocitiesOf(world, a, b)), [0, 0, 0]);
    expectClose(velocitiesOf(world, a, b), pushed(masses, a, b, v, rows, wanted));
  });

  it('the warm start adds M⁻¹ Jᵀ λ', () => {
    const { world, a, b, rows, masses } = start(seed);
    setFloats(world.rows.points, OLD, IMPULSE);
    const v = velocitiesOf(world, a, b);
    warmStartPoint(world.rows.points, world.bodies.motion, 0, a * MOTION, b * MOTION);
    expectClose(velocitiesOf(world, a, b), pushed(masses, a, b, v, rows, OLD));
  });
});
