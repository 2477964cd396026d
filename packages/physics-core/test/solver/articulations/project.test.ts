import { describe, expect, it } from 'vitest';
import { factorTree } from '../../../src/solver/articulations/factor.js';
import { jointImpulse, projectTree, writeJointImpulse } from '../../../src/solver/articulations/project.js';
import {
  BETA,
  DRIVE,
  DV,
  FREEDOM,
  LINK,
  LINK_INTS,
  LINK_KIND,
  LinkKind,
  P,
} from '../../../src/state/articulations.js';
import { createRandom } from '../../determinism/context.js';
import { largest, projectDensely, randomTree } from './context.js';

/** The two passes over the factor, against one dense system for motions, free motions and joint impulses. */

const TREES = 60;

describe.each([false, true])('the projection of random trees, with lever stiffness: %s', (stiff) => {
  it(`moves the links and loads the joints as the dense system does, to 1e-10 (${TREES} trees)`, () => {
    const random = createRandom(stiff ? 31 : 13);
    const kinds = new Set<number>();
    for (let tree = 0; tree < TREES; tree++) {
      const a = randomTree(random, 1 + Math.floor(8 * random()));
      const { dv, impulse } = projectDensely(a, stiff);
      factorTree(a, 0, a.count, stiff);
      projectTree(a, 0, a.count);
      const size = Math.max(1, ...dv.map(largest));
      const push = Math.max(1, ...impulse.map(largest));
      for (let i = 0; i < a.count; i++) {
        const kind = a.linkInts[i * LINK_INTS + LINK_KIND];
        kinds.add(kind);
        const off = dv[i].map((x, m) => x - a.links[i * LINK + DV + m]);
        expect(largest(off) / size).toBeLessThan(1e-10);
        if (kind === LinkKind.free) continue;
        writeJointImpulse(a, i);
        const missing = impulse[i].map((x, m) => x - jointImpulse[m]);
        expect(largest(missing) / push, `tree ${tree}, link ${i}, kind ${kind}`).toBeLessThan(1e-10);
      }
    }
    expect(kinds.size).toBe(4);
  });
});

it('leaves a tree alone on which nothing acts', () => {
  const a = randomTree(createRandom(5), 8);
  for (let i = 0; i < a.count; i++)
    for (let m = 0; m < 6; m++) {
      a.links[i * LINK + P + m] = 0;
      a.links[i * LINK + BETA + m] = 0;
    }
  for (let f = 0; f < a.freedomCount; f++) a.freedoms[f * FREEDOM + DRIVE] = 0;
  factorTree(a, 0, a.count, false);
  projectTree(a, 0, a.count);
  for (let i = 0; i < a.count; i++) expect(largest(a.links.slice(i * LINK + DV, i * LINK + DV + 6))).toBe(0);
});
