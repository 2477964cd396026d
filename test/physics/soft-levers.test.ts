import {
  bodyPosition,
  createBody,
  createCollider,
  createJoint,
  fixed,
  hinge,
  type JointDef,
  slider,
  sphere,
} from '@tenon/physics-core';
import { kineticEnergy, potentialEnergy } from '@tenon/physics-core/inspect';
import { describe, expect, it } from 'vitest';
import { awakeWorld, G, run } from './context.js';

/** Soft joints that hold a ball of 1 kg beside their anchor. */

type Soft = (bodyB: ReturnType<typeof createBody>, hertz: number, dampingRatio: number) => JointDef;

const WELDS: Readonly<Record<string, Soft>> = {
  fixed: (bodyB, hertz, dampingRatio) => fixed({ bodyB, anchor: [0, 0, 0], hertz, dampingRatio }),
  slider: (bodyB, hertz, dampingRatio) =>
    slider({ bodyB, anchor: [0, 0, 0], axis: [0, 0, 1], hertz, dampingRatio }),
};

const hang = (make: Soft, radius: number, lever: number, hertz: number, dampingRatio: number) => {
  const world = awakeWorld();
  const body = createBody(world, { position: [lever, 0, 0], mass: 1 });
  createCollider(world, body, { shape: sphere(radius) });
  createJoint(world, make(body, hertz, dampingRatio));
  return { world, body };
};

describe.each(Object.keys(WELDS))('a soft %s joint', (name) => {
  it.each([
    [0.05, 2],
    [0.05, 0.5],
    [0.2, 1],
    [0.5, 0.2],
    [0.5, 0],
  ])('of 5 Hz lets a ball of %f m on a lever of %f m sag as two springs do', (radius, lever) => {
    const { world, body } = hang(WELDS[name], radius, lever, 5, 1);
    run(world, 4);
    // Across: g / ω². By the angle: m g l / (ω² (I + m l²)) at the lever l. The mass of each is what it moves while the other holds.
    const inertia = 0.4 * radius * radius;
    const sag = (G / (10 * Math.PI) ** 2) * (1 + (lever * lever) / (inertia + lever * lever));
    expect(Math.abs(-bodyPosition(world, body)[1] / sag - 1)).toBeLessThan(0.01);
  });
});

it.each([
  ...Object.entries(WELDS),
  [
    'hinge',
    (bodyB, hertz, dampingRatio) => hinge({ bodyB, anchor: [0, 0, 0], axis: [0, 1, 0], hertz, dampingRatio }),
  ],
] as [string, Soft][])(
  'a soft %s joint adds no energy, whatever its lever arm, frequency and damping',
  (_, make) => {
    for (const radius of [0.05, 0.2])
      for (const lever of [0.2, 1, 2])
        for (const hertz of [1, 5, 10, 60])
          for (const damping of [0, 0.1, 1]) {
            const { world } = hang(make, radius, lever, hertz, damping);
            let most = 0;
            run(world, 4, () => {
              most = Math.max(most, kineticEnergy(world) + potentialEnergy(world));
            });
            // J. From rest, with nothing in the springs; what a step of this length swings by.
            expect(most).toBeLessThan(0.05);
          }
  },
);
