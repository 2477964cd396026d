import { expect, it } from 'vitest';
import { beginStep } from '../../../src/begin-step.js';
import { applyForce, applyTorque, type BodyDef, createBody, createWorld } from '../../../src/index.js';
import type { Vec3 } from '../../../src/math/vec3.js';
import { integrateVelocities } from '../../../src/solver/integrate/integrate-velocities.js';
import { MOTION } from '../../../src/state/bodies.js';
import { writeSubstep } from '../../../src/state/substep.js';
import { DT } from '../../determinism/context.js';
import { slotOf } from '../../joints/row-math.js';
import { expectClose } from '../dense.js';

const G: Vec3 = [1, -9.81, 2];
const FORCE: Vec3 = [3, -4, 5];
const TORQUE: Vec3 = [0.3, 0.2, -0.4];
const V: Vec3 = [1, 2, 3];
const W: Vec3 = [0.5, -0.6, 0.7];

/** A body of 2 kg and its velocity after one substep. */
const push = (def: BodyDef) => {
  const world = createWorld({ gravity: G });
  const { substep } = world.scratch;
  const body = createBody(world, {
    massProperties: { mass: 2, inertia: [0.5, 0.8, 1.1] },
    linearVelocity: V,
    angularVelocity: W,
    ...def,
  });
  const slot = slotOf(body);
  applyForce(world, body, FORCE);
  applyTorque(world, body, TORQUE);
  beginStep(world, DT);
  writeSubstep(substep, world.settings, DT);
  integrateVelocities(world, substep);
  const velocity = world.bodies.motion.slice(slot * MOTION, slot * MOTION + 6);
  return { world, slot, velocity, h: substep.h };
};

it('v + h (g + F/m) and ω + h I⁻¹ τ', () => {
  const { velocity, h } = push({});
  expectClose(velocity, [
    ...V.map((v, i) => v + h * (G[i] + FORCE[i] / 2)),
    ...W.map((w, i) => w + (h * TORQUE[i]) / [0.5, 0.8, 1.1][i]),
  ]);
});

it('gravity by its scale, and damping c divides by 1 + h c', () => {
  const { velocity, h } = push({ gravityScale: 0.5, linearDamping: 3, angularDamping: 5 });
  expectClose(velocity, [
    ...V.map((v, i) => (v + h * (0.5 * G[i] + FORCE[i] / 2)) / (1 + 3 * h)),
    ...W.map((w, i) => (w + (h * TORQUE[i]) / [0.5, 0.8, 1.1][i]) / (1 + 5 * h)),
  ]);
});

it('nothing pulls along a locked axis, and kinematic bodies keep their velocity', () => {
  const { velocity } = push({ locks: ['y'], linearVelocity: [1, 0, 3] });
  expect(velocity[1]).toBe(0);
  expect(push({ type: 'kinematic' }).velocity).toEqual([...V, ...W]);
});

it('notes the velocity without impulses, and what external forces changed', () => {
  const { world, slot, velocity } = push({});
  expect(world.bodies.predicted.slice(slot * 3, slot * 3 + 3)).toEqual(velocity.slice(0, 3));
  expectClose(
    world.bodies.externalChange.slice(slot * 3, slot * 3 + 3),
    velocity.slice(0, 3).map((v, i) => v - V[i]),
  );
});
