import { describe, expect, it } from 'vitest';
import { SIZE_STRIDE } from '../../src/collision/shapes/collider-shapes.js';
import { prepareContact } from '../../src/contacts/prepare-contacts.js';
import { setFloats } from '../../src/math/floats.js';
import { multiply, rotate } from '../../src/math/quat.js';
import { add, dot, length, scale, sub, type Vec3 } from '../../src/math/vec3.js';
import { ARM, CARRY, RECORD, SEEN_B } from '../../src/state/contacts.js';
import { about } from '../api/context.js';
import {
  boxPair,
  frameOf,
  normalImpulses,
  type Pair,
  setNormalImpulses,
  setTangentImpulses,
  spherePair,
  tangentImpulses,
} from '../solver/contacts/context.js';
import { expectClose } from '../solver/dense.js';

/** Writes the rows from the manifold in hand once more, as a new step does. */
const prepareAgain = ({ world, contact }: Pair): void =>
  prepareContact(world, contact, world.scratch.manifold);

const centreOf = ({ world }: Pair, body: number): Vec3 =>
  world.bodies.centre.slice(body * 3, body * 3 + 3) as unknown as Vec3;

describe.each([1, 2, 3])('rows from a manifold, seed %i', (seed) => {
  it('have levers from both centres to the same point, and points at the manifold', () => {
    const pair = boxPair(seed, 0.002);
    const { points } = pair.world.scratch.manifold;
    const { rA, rB, offsets, separations } = frameOf(pair);
    const centre = add(centreOf(pair, pair.a), rA);
    expectClose(centre, add(centreOf(pair, pair.b), rB), 1e-12);
    for (const [i, offset] of offsets.entries()) {
      const point = points.slice(i * 4, i * 4 + 3) as unknown as Vec3;
      const away = sub(point, centre);
      // Points are taken into the plane of the centre.
      const { normal } = frameOf(pair);
      expectClose(offset, sub(away, scale(normal, dot(away, normal))), 1e-12);
      expect(separations[i]).toBeCloseTo(-0.002, 9);
    }
    // Friction acts at the mean of the points, and twist friction at their mean distance from it.
    expectClose(offsets.reduce(add), [0, 0, 0], 1e-12);
    const arm = offsets.reduce((sum, offset) => sum + length(offset), 0) / 4;
    expect(pair.world.contacts.record[pair.contact * RECORD + ARM]).toBeCloseTo(arm, 12);
  });

  it('carry λ over by feature, whatever the order of the points', () => {
    const pair = boxPair(seed, 0.002);
    const { manifold } = pair.world.scratch;
    setNormalImpulses(pair, [1, 2, 3, 4]);
    const { points, features } = manifold;
    const [p, f] = [points.slice(), Int32Array.from(features)];
    for (let i = 0; i < 4; i++) {
      setFloats(points, p.slice(4 * (3 - i), 4 * (3 - i) + 4), 4 * i);
      features[i] = f[3 - i];
    }
    // A point that was not there before carries nothing.
    features[1] = 0x7ffff;
    prepareAgain(pair);
    expect(normalImpulses(pair)).toEqual([4, 0, 2, 1]);
  });

  it('carry friction over as the world vector that it was, in the new tangent plane', () => {
    const pair = boxPair(seed, 0.002);
    const { manifold } = pair.world.scratch;
    setTangentImpulses(pair, [3, -2, 0, 0, 0]);
    const force = ({ tangent1, tangent2 }: ReturnType<typeof frameOf>): Vec3 => {
      const [f1, f2] = tangentImpulses(pair);
      return add(scale(tangent1, f1), scale(tangent2, f2));
    };
    const before = force(frameOf(pair));
    const turned = rotate(about([0.6, 0, 0.8], 1), manifold.normal.slice(0, 3) as unknown as Vec3);
    setFloats(manifold.normal, turned, 0);
    prepareAgain(pair);
    expectClose(force(frameOf(pair)), sub(before, scale(turned, dot(before, turned))), 1e-12);
  });
});

it('the point of two rolling spheres goes with the ratio of their radii', () => {
  const pair = spherePair(4, 0.001);
  const { world, contact, a } = pair;
  const own = world.colliders.size[world.contacts.colliderA[contact] * SIZE_STRIDE];
  expect([0.2, 0.3]).toContain(own);
  expect(world.contacts.record[contact * RECORD + CARRY]).toBeCloseTo(own / 0.5, 12);
  expect(world.contacts.bodyA[contact]).toBe(a);
});

it('poses are remembered for recycling', () => {
  const pair = boxPair(5, 0.002);
  const { world, b } = pair;
  const turned = multiply(about([0, 1, 0], 0.1), world.bodies.rotation.slice(b * 4, b * 4 + 4) as never);
  setFloats(world.bodies.rotation, turned, b * 4);
  prepareAgain(pair);
  expectClose(
    world.contacts.record.slice(pair.contact * RECORD + SEEN_B, pair.contact * RECORD + SEEN_B + 4),
    turned,
    1e-12,
  );
});
