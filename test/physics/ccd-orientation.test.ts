import { bodyPosition, bodyRotation, box, capsule, stepWorld } from '@tenon/physics-core';
import { expect, it } from 'vitest';
import { addBody, DT, weightlessWorld } from './context.js';

it('the CCD rollback of a fast spinning rod restores the orientation at the impact, not only the position', () => {
  const [radius, half] = [0.05, 0.5];
  let deepest = 0;
  for (let i = 0; i < 40; i++) {
    const world = weightlessWorld();
    addBody(world, box(1, 20, 20), { type: 'static', position: [1, 0, 0] });
    const rod = addBody(world, capsule(radius, half), {
      position: [-3 - 0.05 * i, 0, 0],
      linearVelocity: [150, 0, 0],
      angularVelocity: [0, 0, 25],
    });
    for (let k = 0; k < 6; k++) {
      stepWorld(world, DT);
      const [, , z, w] = bodyRotation(world, rod);
      // x of the turned y axis, for a rotation about z.
      const reach = half * Math.abs(2 * z * w) + radius;
      deepest = Math.max(deepest, bodyPosition(world, rod)[0] + reach);
    }
  }
  console.info(`rod: at most ${(1000 * deepest).toFixed(1)} mm inside the wall`);
  expect(deepest).toBeLessThan(0.02);
});
