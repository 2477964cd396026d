import { angularVelocity, box, linearVelocity, stepWorld } from '@tenon/physics-core';
import { describe, expect, it } from 'vitest';
import { addBody, addFloor, weightlessWorld } from './context.js';

describe('a plate that lands on one edge while the other just leaves', () => {
  // Moreau: every touching point has u⁺ >= -e u⁻, so a wide plate turns its whole motion round. Without the leaving edge it would be
  // pressed into the floor there: an impulse at one edge moves the other by 1/m - b²/I < 0.
  it.each([0.5, 1])('reverses its velocity with e = %f at both', (restitution) => {
    const world = weightlessWorld();
    addFloor(world, { friction: 0, restitution });
    const [leaving, arriving] = [0.01, -3];
    const v = (leaving + arriving) / 2;
    const w = (arriving - leaving) / 2;
    const plate = addBody(
      world,
      box(1, 0.2, 1),
      { position: [0, 0.2, 0], linearVelocity: [0, v, 0], angularVelocity: [0, 0, w] },
      { friction: 0, restitution },
    );
    stepWorld(world, 1e-4);
    // Four points share the impact in 32 rounds, which leaves 0.2 %.
    expect(Math.abs(linearVelocity(world, plate)[1] + restitution * v)).toBeLessThan(0.02);
    expect(Math.abs(angularVelocity(world, plate)[2] + restitution * w)).toBeLessThan(0.02);
  });
});
