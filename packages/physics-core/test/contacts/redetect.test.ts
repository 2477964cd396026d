import { describe, expect, it } from 'vitest';
import { writeSeparations } from '../../src/contacts/contact-frame.js';
import { redetect } from '../../src/contacts/redetect.js';
import { createFloats, setFloats } from '../../src/math/floats.js';
import { multiply, type Quat } from '../../src/math/quat.js';
import { add, scale, type Vec3 } from '../../src/math/vec3.js';
import { DP, DR, MOTION } from '../../src/state/bodies.js';
import {
  ContactFlag,
  FRICTION_LAMBDA,
  FRICTION_TOTAL,
  PL,
  POINT,
  POINTS,
  PT,
  RA,
  RB,
  RECORD,
} from '../../src/state/contacts.js';
import { exponential } from '../joints/row-math.js';
import { boxPair, frameOf, type Pair } from '../solver/contacts/context.js';
import { expectClose } from '../solver/dense.js';

/** Moves B within the step, as the position step does. */
const move = ({ world, b }: Pair, way: Vec3, turn: Vec3): void => {
  const { centre, rotation, motion } = world.bodies;
  const c = centre.slice(b * 3, b * 3 + 3) as unknown as Vec3;
  setFloats(centre, add(c, way), b * 3);
  setFloats(
    rotation,
    multiply(exponential(turn), rotation.slice(b * 4, b * 4 + 4) as unknown as Quat),
    b * 4,
  );
  setFloats(motion, way, b * MOTION + DP);
  setFloats(motion, turn, b * MOTION + DR);
};

const totalOf = (pair: Pair): Vec3 => {
  const { record } = pair.world.contacts;
  const r = pair.contact * RECORD;
  const { normal, tangent1, tangent2 } = frameOf(pair);
  const load = [0, 1, 2, 3].reduce((sum, i) => sum + record[r + POINTS + i * POINT + PT], 0);
  return add(
    add(scale(normal, load), scale(tangent1, record[r + FRICTION_TOTAL])),
    scale(tangent2, record[r + FRICTION_TOTAL + 1]),
  );
};

const lambdaOf = (pair: Pair): Vec3 => {
  const { record } = pair.world.contacts;
  const r = pair.contact * RECORD;
  const { normal, tangent1, tangent2 } = frameOf(pair);
  const load = [0, 1, 2, 3].reduce((sum, i) => sum + record[r + POINTS + i * POINT + PL], 0);
  return add(
    add(scale(normal, load), scale(tangent1, record[r + FRICTION_LAMBDA])),
    scale(tangent2, record[r + FRICTION_LAMBDA + 1]),
  );
};

describe.each([1, 2, 3])('a contact that is detected again in the middle of a step, seed %i', (seed) => {
  it('has the separations of the present poses: B was lifted and spun about the normal', () => {
    const pair = boxPair(seed, 0.004);
    const { world, contact } = pair;
    const { normal } = frameOf(pair);
    move(pair, scale(normal, 0.003), scale(normal, 0.5));
    world.scratch.manifold.margin[0] = 0.01;
    expect(redetect(world, contact)).toBe(true);
    const out = createFloats(4);
    writeSeparations(world, contact, out);
    expectClose(out, [-0.001, -0.001, -0.001, -0.001], 1e-9);
  });

  it('keeps the impulse of the step so far as a vector', () => {
    const pair = boxPair(seed, 0.004);
    const { world, contact } = pair;
    const { record } = world.contacts;
    const r = contact * RECORD;
    for (const i of [0, 1, 2, 3]) record[r + POINTS + i * POINT + PT] = i + 1;
    record[r + FRICTION_TOTAL] = 2;
    record[r + FRICTION_TOTAL + 1] = -3;
    const before = totalOf(pair);
    const { normal, tangent1 } = frameOf(pair);
    move(pair, scale(normal, 0.002), scale(tangent1, 0.003));
    world.scratch.manifold.margin[0] = 0.01;
    expect(redetect(world, contact)).toBe(true);
    expectClose(totalOf(pair), before);
  });

  it('keeps it with what acts already in this substep, and the levers of both bodies meet', () => {
    const pair = boxPair(seed, 0.004);
    const { world, contact, a, b } = pair;
    const { record, flags } = world.contacts;
    const r = contact * RECORD;
    flags[contact] |= ContactFlag.cached;
    for (const i of [0, 1, 2, 3]) record[r + POINTS + i * POINT + PL] = i + 2;
    record[r + FRICTION_LAMBDA] = 3;
    record[r + FRICTION_LAMBDA + 1] = -1;
    const before = add(totalOf(pair), lambdaOf(pair));
    const { normal, tangent1, tangent2 } = frameOf(pair);
    const way = add(scale(normal, 0.002), scale(tangent2, 0.004));
    move(pair, way, scale(tangent1, 0.003));
    world.scratch.manifold.margin[0] = 0.01;
    expect(redetect(world, contact)).toBe(true);
    expectClose(add(totalOf(pair), lambdaOf(pair)), before);
    const { centre } = world.bodies;
    for (let k = 0; k < 3; k++) {
      const between = centre[b * 3 + k] - centre[a * 3 + k] - way[k];
      expect(record[r + RA + k] - record[r + RB + k]).toBeCloseTo(between, 12);
    }
  });

  it('is left as it was when the shapes are further apart than the margin', () => {
    const pair = boxPair(seed, 0.004);
    const { world, contact } = pair;
    move(pair, scale(frameOf(pair).normal, 0.1), [0, 0, 0]);
    world.scratch.manifold.margin[0] = 0.01;
    const before = world.contacts.record.slice(contact * RECORD, contact * RECORD + RECORD);
    expect(redetect(world, contact)).toBe(false);
    expect(world.contacts.record.slice(contact * RECORD, contact * RECORD + RECORD)).toEqual(before);
  });
});
