import { expect, it } from 'vitest';
import { factorTree } from '../../../src/solver/articulations/factor.js';
import {
  FF,
  FREEDOM,
  GG,
  HH,
  INVERSE_D,
  LINK,
  LINK_INTS,
  LINK_KIND,
  LINK_MASS,
  LinkKind,
  PARENT,
} from '../../../src/state/articulations.js';
import { createRandom } from '../../determinism/context.js';
import { largest, randomTree } from './context.js';

/** Articulated inertias that are known on paper; project.test.ts has the general ones. */

it('adds up the masses of links that are welded to each other', () => {
  const a = randomTree(createRandom(3), 6);
  let mass = 0;
  for (let i = 0; i < a.count; i++) {
    a.linkInts[i * LINK_INTS + LINK_KIND] = LinkKind.general;
    mass += a.links[i * LINK + LINK_MASS];
  }
  for (let f = 0; f < a.freedomCount; f++) a.freedoms[f * FREEDOM + INVERSE_D] = 0;
  factorTree(a, 0, a.count, false);
  const [xx, xy, xz, yy, yz, zz] = a.links.slice(GG, GG + 6);
  expect(largest([xx - mass, yy - mass, zz - mass, xy, xz, yz]) / mass).toBeLessThan(1e-14);
  // F = m [c]× is skew.
  const f = a.links.slice(FF, FF + 9);
  expect(largest([f[0], f[4], f[8], f[1] + f[3], f[2] + f[6], f[5] + f[7]]) / mass).toBeLessThan(1e-13);
});

it('lets a parent feel nothing of a link that is free in all six directions, and all of one without freedoms', () => {
  const random = createRandom(8);
  const inertias = [0, 6].map((freedoms) => {
    const a = randomTree(random, 2);
    a.linkInts[LINK_INTS + PARENT] = 0;
    for (let i = 0; i < 2; i++) a.linkInts[i * LINK_INTS + LINK_KIND] = LinkKind.general;
    a.linkInts[5] = 0;
    a.linkInts[LINK_INTS + 4] = 0;
    a.linkInts[LINK_INTS + 5] = freedoms;
    a.freedoms.fill(0);
    for (let f = 0; f < freedoms; f++) {
      a.freedoms[f * FREEDOM + f] = 1;
      a.freedoms[f * FREEDOM + INVERSE_D] = 1;
    }
    factorTree(a, 0, 2, false);
    const masses = [a.links[LINK_MASS], a.links[LINK + LINK_MASS]];
    return { masses, felt: a.links[GG], left: a.links.slice(LINK + HH, LINK + HH + 21) };
  });
  const [welded, loose] = inertias;
  expect(welded.felt).toBeCloseTo(welded.masses[0] + welded.masses[1], 12);
  expect(loose.felt).toBeCloseTo(loose.masses[0], 12);
  expect(largest(loose.left) / loose.masses[1]).toBeLessThan(1e-14);
});

it('gives a rod on a ball at its end the mass m I / (I + m r²) across itself, and all of m along it', () => {
  const a = randomTree(createRandom(2), 1);
  a.linkInts[LINK_KIND] = LinkKind.ball;
  const [mass, inertia, r] = [2, 0.3, 0.7];
  a.links.fill(0, 0, LINK);
  a.links[0] = -r;
  a.links[6] = 0.01;
  a.links[9] = inertia;
  a.links[11] = inertia;
  a.links[LINK_MASS] = mass;
  factorTree(a, 0, 1, false);
  const across = (mass * inertia) / (inertia + mass * r * r);
  const felt = a.links.slice(GG, GG + 6);
  expect(largest(felt.map((x, k) => x - [mass, 0, 0, across, 0, across][k]))).toBeLessThan(1e-14);
});
