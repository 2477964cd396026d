import { expect, it } from 'vitest';
import {
  type BodyHandle,
  bodyPosition,
  box,
  createBody,
  createCollider,
  createWorld,
  halfSpace,
  linearVelocity,
  stepWorld,
  type World,
} from '../../src/index.js';

/** What lands on something that stands: the impulse of the impact must not come back as a push. */

const column = (gap: number, densities: readonly number[]): { world: World; bodies: BodyHandle[] } => {
  const world = createWorld();
  createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace() });
  const bodies = densities.map((density, i) => {
    const body = createBody(world, { position: [0, 0.5 + gap + i * (1 + gap), 0] });
    createCollider(world, body, { shape: box(0.5, 0.5, 0.5), density });
    return body;
  });
  return { world, bodies };
};

it('boxes that fall on a stack without restitution do not rebound', () => {
  const { world, bodies } = column(0.5, [1000, 1000, 1000, 1000]);
  for (let step = 0; step < 180; step++) {
    stepWorld(world, 1 / 60);
    for (const body of bodies) expect(linearVelocity(world, body)[1]).toBeLessThan(0.4);
  }
  for (const [i, body] of bodies.entries()) expect(bodyPosition(world, body)[1]).toBeCloseTo(0.5 + i, 2);
});

it.each([10, 50, 100])('a box %i times as heavy lands on a light one and does not push it away', (ratio) => {
  const { world, bodies } = column(1, [1000, 1000 * ratio]);
  for (let step = 0; step < 600; step++) stepWorld(world, 1 / 60);
  expect(bodyPosition(world, bodies[0])[1]).toBeCloseTo(0.5, 1);
  expect(bodyPosition(world, bodies[1])[1]).toBeCloseTo(1.5, 1);
});
