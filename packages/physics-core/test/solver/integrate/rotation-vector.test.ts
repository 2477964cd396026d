import { expect, it } from 'vitest';
import { createBody, createWorld } from '../../../src/index.js';
import { floatsFrom, setFloats } from '../../../src/math/floats.js';
import { multiply, type Quat } from '../../../src/math/quat.js';
import type { Vec3 } from '../../../src/math/vec3.js';
import {
  makeUnit,
  pair,
  turn,
  writeSincCosine,
  writeSineCosine,
} from '../../../src/solver/integrate/rotation-vector.js';
import { createRandom, randomRotation, randomVector } from '../../determinism/context.js';
import { exponential, slotOf } from '../../joints/row-math.js';
import { expectClose } from '../dense.js';

/** Through all three ranges of the series: up to 0.03, up to 0.25, beyond. */
const ANGLES = [0, 1e-9, 1e-3, 0.0315, 0.0317, 0.1, 0.2499, 0.2501, 1, 3, -0.02, -0.2, -2, 40];

it.each(ANGLES)('sine and cosine of %f are those of Math', (angle) => {
  pair[0] = angle;
  writeSineCosine();
  expect(pair[0]).toBeCloseTo(Math.sin(angle), 13);
  expect(pair[1]).toBeCloseTo(Math.cos(angle), 13);
  pair[0] = angle * angle;
  writeSincCosine();
  expect(pair[0]).toBeCloseTo(angle === 0 ? 1 : Math.sin(angle) / angle, 13);
  expect(pair[1]).toBeCloseTo(Math.cos(angle), 13);
});

it('turning by θ is exp(½θ) q, in world axes', () => {
  const random = createRandom(5);
  const world = createWorld();
  const body = slotOf(createBody(world));
  for (const size of [1e-4, 0.1, 3]) {
    for (let i = 0; i < 20; i++) {
      const q: Quat = randomRotation(random);
      setFloats(world.bodies.rotation, q, body * 4);
      const theta: Vec3 = randomVector(random, size);
      turn(world.bodies, body, floatsFrom(theta));
      expectClose(
        world.bodies.rotation.slice(body * 4, body * 4 + 4),
        multiply(exponential(theta), q),
        1e-13,
      );
    }
  }
});

it('a quaternion that is off by roundings becomes a unit one', () => {
  const q = floatsFrom([0.5, -0.5, 0.5, 0.5].map((x) => x * (1 + 1e-8)));
  makeUnit(q, 0);
  expect(Math.abs(Math.hypot(...q) - 1)).toBeLessThan(1e-15);
});
