import { expect, it } from 'vitest';
import { beginStep } from '../../../src/begin-step.js';
import { bodyPosition, createBody, createWorld, stepWorld } from '../../../src/index.js';
import { setFloats } from '../../../src/math/floats.js';
import type { Vec3 } from '../../../src/math/vec3.js';
import { integratePositions } from '../../../src/solver/integrate/integrate-positions.js';
import { integrateVelocities } from '../../../src/solver/integrate/integrate-velocities.js';
import { DP, MOTION } from '../../../src/state/bodies.js';
import { writeSubstep } from '../../../src/state/substep.js';
import { DT } from '../../determinism/context.js';
import { slotOf } from '../../joints/row-math.js';
import { expectClose } from '../dense.js';

const G: Vec3 = [1, -9.81, 2];
const V: Vec3 = [3, 4, -5];

it('a parabola is exact: x + v t + ½ g t²', () => {
  const world = createWorld({ gravity: G });
  const body = createBody(world, {
    position: [1, 2, 3],
    linearVelocity: V,
    massProperties: { mass: 2, inertia: [0.5, 0.8, 1.1] },
  });
  for (let i = 1; i <= 120; i++) {
    stepWorld(world, DT);
    const t = i * DT;
    expectClose(
      bodyPosition(world, body),
      [1, 2, 3].map((x, k) => x + V[k] * t + 0.5 * G[k] * t * t),
      1e-12,
    );
  }
});

/** A body of unequal moments before its position step. */
const start = (def: object = {}) => {
  const world = createWorld({ gravity: G });
  const { substep } = world.scratch;
  const body = createBody(world, {
    massProperties: { mass: 2, inertia: [0.5, 0.8, 1.1] },
    linearVelocity: V,
    angularVelocity: [3, 5, -4],
    ...def,
  });
  const slot = slotOf(body);
  beginStep(world, DT);
  writeSubstep(substep, world.settings, DT);
  integrateVelocities(world, substep);
  return { world, substep, slot, at: slot * MOTION };
};

it('a body that a contact pushed moves by h v', () => {
  const { world, substep, slot, at } = start();
  const { bodies } = world;
  setFloats(bodies.motion, [0.1, 0.2, 0.3], at);
  integratePositions(world, substep);
  const way = [0.1, 0.2, 0.3].map((v) => v * substep.h);
  expectClose(bodies.centre.slice(slot * 3, slot * 3 + 3), way, 1e-15);
  expectClose(bodies.motion.slice(at + DP, at + DP + 3), way, 1e-15);
});

it('a body that only had an impact follows its parabola', () => {
  const { world, substep, slot, at } = start();
  const { motion, predicted, centre } = world.bodies;
  for (let i = 0; i < 3; i++) {
    motion[at + i] += 0.5;
    predicted[slot * 3 + i] += 0.5;
  }
  integratePositions(world, substep);
  const { h } = substep;
  expectClose(
    centre.slice(slot * 3, slot * 3 + 3),
    V.map((v, i) => (v + 0.5) * h + 0.5 * G[i] * h * h),
    1e-15,
  );
});

it('speeds are cut to their largest, along their direction', () => {
  const { world, substep, at } = start({ maxLinearSpeed: 2, maxAngularSpeed: 1 });
  const direction = world.bodies.motion.slice(at, at + 3);
  const speed = Math.hypot(...direction);
  integratePositions(world, substep);
  const velocity = world.bodies.motion.slice(at, at + 6);
  expectClose(
    velocity.slice(0, 3),
    direction.map((v) => (2 * v) / speed),
    1e-12,
  );
  expectClose(
    world.bodies.motion.slice(at + DP, at + DP + 3),
    velocity.slice(0, 3).map((v) => v * substep.h),
    1e-15,
  );
  // A turn of an asymmetric body at 1 rad/s changes ω by h ω² at most.
  expect(Math.abs(Math.hypot(...velocity.slice(3)) - 1)).toBeLessThan(substep.h);
});
