import { describe, expect, it } from 'vitest';
import {
  applyOneShotWrench,
  components,
  relative,
  secondTangent,
  writeContactK,
  writePointRow,
  writeRelativeVelocity,
  writeSeparations,
} from '../../src/contacts/contact-frame.js';
import { createFloats, setFloats } from '../../src/math/floats.js';
import { dot } from '../../src/math/vec3.js';
import { DP, DR, MOTION } from '../../src/state/bodies.js';
import { RECORD } from '../../src/state/contacts.js';
import { createRandom } from '../determinism/context.js';
import {
  boxPair,
  forceRow,
  frameOf,
  normalRows,
  tangentRows,
  throwTogether,
} from '../solver/contacts/context.js';
import { denseK, expectClose, pushed, times, velocitiesOf } from '../solver/dense.js';

/** Force along n, t1, t2 and torque about n, t1, t2. */
const wrenchRows = (pair: ReturnType<typeof boxPair>): number[][] => {
  const frame = frameOf(pair);
  return [forceRow(frame, frame.normal), ...tangentRows(pair)];
};

describe.each([1, 2, 3])('the frame of a contact, seed %i', (seed) => {
  it('has relative velocities and point rows as the Jacobian on paper', () => {
    const pair = boxPair(seed, 0.001);
    const { world, contact } = pair;
    const v = throwTogether(pair, createRandom(seed), 2, 0);
    writeRelativeVelocity(world, contact);
    expectClose(relative, times(wrenchRows(pair), v));
    const out = createFloats(12);
    for (const [i, row] of normalRows(pair).entries()) {
      writePointRow(world, contact, i, out, 0);
      expectClose(out, row);
    }
  });

  it('has K = J M⁻¹ Jᵀ', () => {
    const pair = boxPair(seed, 0.001);
    const { world, contact, masses, a, b } = pair;
    const rows = wrenchRows(pair).filter((_, i) => i !== 3);
    const out = createFloats(25);
    writeContactK(world, contact, out);
    expectClose(out, denseK(masses, a, b, rows).flat());
  });

  it('gives a one-shot wrench to the velocities, and its force to the predicted ones', () => {
    const pair = boxPair(seed, 0.001);
    const { world, contact, masses, a, b } = pair;
    const v = throwTogether(pair, createRandom(seed), 2, 0);
    const wrench = [5, 3, -2, 0.5, -0.4, 0.3];
    setFloats(components, wrench, 0);
    applyOneShotWrench(world, contact);
    expectClose(velocitiesOf(world, a, b), pushed(masses, a, b, v, wrenchRows(pair), wrench));
    const { predicted } = world.bodies;
    const zero = v.map(() => 0);
    const wanted = pushed(masses, a, b, zero, wrenchRows(pair), wrench);
    expectClose(predicted.slice(a * 3, a * 3 + 3), wanted.slice(0, 3));
    expectClose(predicted.slice(b * 3, b * 3 + 3), wanted.slice(6, 9));
  });

  it('follows the separations along the motion of the step', () => {
    const pair = boxPair(seed, 0.001);
    const { world, contact, a, b } = pair;
    const { separations } = frameOf(pair);
    const way = throwTogether(pair, createRandom(seed), 0.01, 0);
    setFloats(world.bodies.motion, way.slice(0, 3), a * MOTION + DP);
    setFloats(world.bodies.motion, way.slice(3, 6), a * MOTION + DR);
    setFloats(world.bodies.motion, way.slice(6, 9), b * MOTION + DP);
    setFloats(world.bodies.motion, way.slice(9), b * MOTION + DR);
    const out = createFloats(4);
    writeSeparations(world, contact, out);
    const changes = times(normalRows(pair), way);
    expectClose(
      out,
      separations.map((s, i) => s + changes[i]),
      1e-12,
    );
  });
});

it('n, t1 and t2 are at right angles', () => {
  const pair = boxPair(4, 0.001);
  const { normal, tangent1, tangent2 } = frameOf(pair);
  expectClose([dot(normal, tangent1), dot(normal, normal), dot(tangent1, tangent1)], [0, 1, 1], 1e-12);
  const { record } = pair.world.contacts;
  expect([0, 1, 2].map((i) => secondTangent(record, pair.contact * RECORD, i))).toEqual([...tangent2]);
});
