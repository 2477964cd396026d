import { describe, expect, it } from 'vitest';
import { updateTouching } from '../../src/contacts/touch-events.js';
import { setFloats } from '../../src/math/floats.js';
import { add, scale, type Vec3 } from '../../src/math/vec3.js';
import { DP, DR, MOTION } from '../../src/state/bodies.js';
import { APPROACH, ContactFlag, POINT, POINTS, PT, RECORD } from '../../src/state/contacts.js';
import { EVENT, EVENT_NORMAL, EVENT_POINT, EVENT_SPEED, EventKind } from '../../src/state/events.js';
import { createRandom } from '../determinism/context.js';
import { boxPair, frameOf, normalRows, type Pair } from '../solver/contacts/context.js';
import { expectClose, randomNumbers, times } from '../solver/dense.js';

/** Displacement of both bodies since the step began. */
const move = ({ world, a, b }: Pair, way: readonly number[]): void => {
  const { motion } = world.bodies;
  setFloats(motion, way.slice(0, 3), a * MOTION + DP);
  setFloats(motion, way.slice(3, 6), a * MOTION + DR);
  setFloats(motion, way.slice(6, 9), b * MOTION + DP);
  setFloats(motion, way.slice(9), b * MOTION + DR);
};

/** B goes along the normal. */
const lift = (pair: Pair, height: number): void => {
  const { normal } = frameOf(pair);
  move(pair, [0, 0, 0, 0, 0, 0, ...scale(normal, height), 0, 0, 0]);
};

const isTouching = ({ world, contact }: Pair): boolean =>
  (world.contacts.flags[contact] & ContactFlag.touching) !== 0;

describe('after the substeps', () => {
  it('separations and levers are those of the end of the step', () => {
    const pair = boxPair(1, 0.002);
    const before = frameOf(pair);
    const way = randomNumbers(createRandom(1), 12, 0.01);
    const changes = times(normalRows(pair), way);
    move(pair, way);
    updateTouching(pair.world);
    const after = frameOf(pair);
    expectClose(
      after.separations,
      before.separations.map((s, i) => s + changes[i]),
      1e-12,
    );
    // Both levers lead to one point: rA - rB changes as the centres do.
    const between = (frame: typeof before): number[] => frame.rA.map((x, i) => x - frame.rB[i]);
    expectClose(
      between(after),
      between(before).map((x, i) => x + way[6 + i] - way[i]),
      1e-12,
    );
  });

  it('touching begins without a gap, lasts up to the slop, and ends beyond it', () => {
    const pair = boxPair(2, 0);
    const { world } = pair;
    const { slop } = world.settings;
    lift(pair, 0.5 * slop);
    updateTouching(world);
    expect(isTouching(pair)).toBe(false);
    lift(pair, -0.6 * slop);
    updateTouching(world);
    expect(isTouching(pair)).toBe(true);
    lift(pair, 0.9 * slop);
    updateTouching(world);
    expect(isTouching(pair)).toBe(true);
    lift(pair, 0.9 * slop);
    updateTouching(world);
    expect(isTouching(pair)).toBe(false);
  });

  it('an impulse is a touch, whatever the gap', () => {
    const pair = boxPair(3, -0.001);
    pair.world.contacts.record[pair.contact * RECORD + POINTS + PT] = 0.1;
    updateTouching(pair.world);
    expect(isTouching(pair)).toBe(true);
  });

  it('a hit is told once, where the impulse was largest', () => {
    const pair = boxPair(4, 0);
    const { world, contact, a } = pair;
    const { record } = world.contacts;
    const r = contact * RECORD;
    for (const i of [0, 1, 2, 3]) record[r + POINTS + i * POINT + PT] = i === 2 ? 5 : 1;
    record[r + APPROACH] = 2 * world.settings.hitEventSpeed;
    const { rA, offsets, normal } = frameOf(pair);
    const centre = world.bodies.centre.slice(a * 3, a * 3 + 3) as unknown as Vec3;
    updateTouching(world);
    updateTouching(world);
    const { data, count } = world.events;
    const hits = Array.from({ length: count }, (_, i) => i).filter((i) => data[i * EVENT] === EventKind.hit);
    expect(hits).toHaveLength(1);
    const at = hits[0] * EVENT;
    expectClose(data.slice(at + EVENT_POINT, at + EVENT_POINT + 3), add(centre, add(rA, offsets[2])), 1e-12);
    expectClose(data.slice(at + EVENT_NORMAL, at + EVENT_NORMAL + 3), normal, 1e-12);
    expect(data[at + EVENT_SPEED]).toBe(2 * world.settings.hitEventSpeed);
  });
});
