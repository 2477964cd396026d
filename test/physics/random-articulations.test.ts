import { describe, expect, it } from 'vitest';
import { randomTree, runTree, treeKinds } from '../shared/random-trees.js';

/** `npm run accuracy -- --scene p` runs 200 of each kind for 10 s; this is the same in little, on other seeds. */

const TREES = 6;
const SECONDS = 4;
const DEGREE = Math.PI / 180;

describe.each(treeKinds.map((kind, i) => [kind.name, kind, i] as const))('random trees, %s', (_, kind, i) => {
  it(`${TREES} for ${SECONDS} s: none lost, no gain, joints within 0.1 mm, limits within 0.1°`, () => {
    for (let k = 0; k < TREES; k++) {
      const seed = 555_001 + 7919 * k + 104_729 * i;
      const run = runTree(randomTree(seed, kind), SECONDS);
      const name = `seed ${seed}`;
      expect(run.finite, name).toBe(true);
      expect(run.gain, name).toBeLessThan(0.01);
      expect(run.apart, name).toBeLessThan(1e-3);
      expect(run.usuallyApart, name).toBeLessThan(1e-4);
      expect(run.passed, name).toBeLessThan(0.1 * DEGREE);
    }
  });
});
