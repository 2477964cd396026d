import { expect, it } from 'vitest';
import { disc, keepInDisc } from '../../src/math/disc.js';
import { floatsFrom } from '../../src/math/floats.js';
import { between, createRandom } from '../determinism/context.js';

const inDisc = (mass: number[], u1: number, u2: number, limit: number): [number, number] => {
  disc[0] = u1;
  disc[1] = u2;
  disc[2] = limit;
  keepInDisc(floatsFrom(mass), 0);
  return [disc[0], disc[1]];
};

it('outside of the disc the impulse has the length of the bound and is against the slip that is left', () => {
  const random = createRandom(4);
  for (let n = 0; n < 2000; n++) {
    const angle = between(random, 0, Math.PI);
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const most = 10 ** between(random, -3, 3);
    const least = most * 10 ** between(random, -3, 0);
    const mass = [most * c * c + least * s * s, (most - least) * c * s, most * s * s + least * c * c];
    const [u1, u2] = [between(random, -5, 5), between(random, -5, 5)];
    const limit = Math.hypot(u1, u2) * between(random, 0.01, 0.95);
    const [f1, f2] = inDisc(mass, u1, u2, limit);
    expect(Math.hypot(f1, f2) / limit).toBeCloseTo(1, 12);
    // K (λ - u), in the axes of M.
    const [d1, d2] = [f1 - u1, f2 - u2];
    const along = (c * d1 + s * d2) / most;
    const across = (c * d2 - s * d1) / least;
    const slip = [c * along - s * across, s * along + c * across];
    const size = Math.hypot(...slip) * limit;
    expect((slip[0] * f1 + slip[1] * f2) / size).toBeLessThan(-0.999);
  }
});

it('inside of the disc nothing changes, and a bound of zero leaves nothing', () => {
  expect(inDisc([2, 0.5, 1], 0.3, -0.4, 0.5)).toEqual([0.3, -0.4]);
  expect(inDisc([2, 0.5, 1], 0.3, -0.4, 0)).toEqual([0, 0]);
});
