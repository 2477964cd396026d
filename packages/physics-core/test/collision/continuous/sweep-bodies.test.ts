import { expect, it } from 'vitest';
import {
  bodyPosition,
  box,
  capsule,
  createBody,
  createCollider,
  createWorld,
  type Shape,
  sphere,
  stepWorld,
} from '../../../src/index.js';
import { DT } from '../../determinism/context.js';

it.each<[string, Shape, number]>([
  ['sphere', sphere(0.2), 0.2],
  ['box', box(0.2, 0.2, 0.2), 0.2],
  ['capsule', capsule(0.1, 0.2), 0.1],
])('a %s of 80 m/s is stopped by a thin plate also where the slop is 0', (_name, shape, least) => {
  for (let k = 0; k < 5; k++) {
    const world = createWorld({ slop: 0 });
    const plate = createBody(world, { type: 'static', position: [0, -0.05, 0] });
    createCollider(world, plate, { shape: box(10, 0.05, 10) });
    const body = createBody(world, {
      position: [0, 3 + 0.17 * k, 0],
      linearVelocity: [2, -80, 0],
      angularVelocity: [1, 2, 3],
    });
    createCollider(world, body, { shape });
    let lowest = 9;
    for (let i = 0; i < 60; i++) {
      stepWorld(world, DT);
      lowest = Math.min(lowest, bodyPosition(world, body)[1]);
    }
    expect(lowest).toBeGreaterThan(0.9 * least);
  }
});
