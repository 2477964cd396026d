import { describe, expect, it } from 'vitest';
import {
  type BodyHandle,
  createJoint,
  hinge,
  swingTwist,
  updateBody,
  type World,
} from '../../../src/index.js';
import { multiply } from '../../../src/math/quat.js';
import { measureTree, refreshLinks, writeTreeRows } from '../../../src/solver/articulations/refresh-links.js';
import {
  ACTIVE,
  CONTROL_FLOATS,
  CONTROL_GRADIENT,
  CONTROL_INTS,
  CONTROLS,
  FIRST_CONTROL,
  FIRST_FREEDOM,
  FREEDOM,
  LIMIT_AT,
  LINK_INTS,
  LINK_JOINT,
  LINK_KIND,
  LinkKind,
  NEAR,
  NOW_HIGH,
  NOW_LOW,
  SIDE,
  SS,
} from '../../../src/state/articulations.js';
import { ERROR, HIGH, J, LOW, ROW } from '../../../src/state/rows.js';
import { NEAR_LIMIT } from '../../../src/tuning.js';
import {
  between,
  createRandom,
  type Random,
  randomRotation,
  randomVector,
} from '../../determinism/context.js';
import { jointWorld } from '../../joints/context.js';
import { addMass } from '../../joints/joint-rig.js';
import { placeRows } from '../../joints/row-math.js';
import { dot } from '../dense.js';

/** The short way of limits against their rows. */

const range = (random: Random, least: number, most: number): readonly [number, number] => [
  -between(random, least, most),
  between(random, least, most),
];

const frames = (random: Random) => ({
  frameA: { position: randomVector(random, 1), rotation: randomRotation(random) },
  frameB: { position: randomVector(random, 1), rotation: randomRotation(random) },
});

interface Case {
  readonly world: World;
  readonly link: number;
}

/** A joint between two bodies, or on the world, somewhere near its limits. */
const limited = (random: Random, type: 'hinge' | 'swing-twist', sample: number): Case => {
  const world = jointWorld({ gravity: [0, 0, 0] });
  const bodies: BodyHandle[] = [1, 2].map((mass) =>
    addMass(world, randomVector(random, 1), mass, [0.3, 0.4, 0.5]),
  );
  const [heavy, light] = sample % 2 === 0 ? bodies : bodies.slice().reverse();
  const ends = { ...(sample % 3 === 0 ? {} : { bodyA: heavy }), bodyB: light, ...frames(random) };
  // A long ellipse has no short way.
  const size = between(random, 0.5, 1.5);
  const [y, z] = [0, 1].map(() => range(random, 0.8 * size, 1.2 * size));
  const swings = sample % 4 === 1 ? {} : { swingY: { limits: y }, swingZ: { limits: z } };
  const twist = sample % 4 === 2 && type === 'swing-twist' ? {} : { limits: range(random, 0.1, 1.5) };
  createJoint(
    world,
    type === 'hinge' ? hinge({ ...ends, ...twist }) : swingTwist({ ...ends, ...swings, twist }),
  );
  for (const body of bodies) {
    const [x, u, v] = randomVector(random, 0.5);
    const turned = [x, u, v, Math.sqrt(1 - x * x - u * u - v * v)] as const;
    updateBody(world, body, { rotation: multiply(turned, randomRotation(random)) });
  }
  placeRows(world);
  const { articulations: a } = world;
  let link = 0;
  while (a.linkInts[link * LINK_INTS + LINK_JOINT] < 0) link++;
  return { world, link };
};

/** Gaps that the row of a control holds. */
const rowGaps = ({ rows, scratch }: World, row: number): readonly number[] => {
  const at = row * ROW;
  const { h } = scratch.substep;
  return [
    rows.data[at + LOW] > 0 ? rows.data[at + ERROR] : -rows.data[at + LOW] * h,
    rows.data[at + HIGH] < 0 ? -rows.data[at + ERROR] : rows.data[at + HIGH] * h,
  ];
};

describe.each(['hinge', 'swing-twist'] as const)('limits of a %s', (type) => {
  it('have the gaps and gradients of their rows where they are near, and are far where those are', () => {
    const random = createRandom(5);
    let near = 0;
    let far = 0;
    for (let sample = 0; sample < 400; sample++) {
      const { world, link } = limited(random, type, sample);
      const { articulations: a } = world;
      const k = link * LINK_INTS;
      measureTree(world, 0, a.count);
      refreshLinks(world, 0, a.count);
      writeTreeRows(world, 0, a.count);
      const isNear = a.linkInts[k + NEAR] !== 0;
      expect(a.linkInts[k + ACTIVE]).toBe(a.linkInts[k + NEAR]);
      if (type !== 'hinge')
        expect(a.linkInts[k + LINK_KIND]).toBe(isNear ? LinkKind.spherical : LinkKind.ball);
      if (isNear) near++;
      else far++;
      const first = a.linkInts[k + FIRST_CONTROL];
      const half = J + (a.linkInts[k + SIDE] > 0 ? 9 : 3);
      for (let c = first; c < first + a.linkInts[k + CONTROLS]; c++) {
        const row = a.controlInts[c * CONTROL_INTS + LIMIT_AT];
        const wanted = rowGaps(world, row);
        if (!isNear) {
          for (const gap of wanted) expect(gap).toBeGreaterThan(NEAR_LIMIT - 1e-12);
          continue;
        }
        const o = c * CONTROL_FLOATS;
        const found = [a.controls[o + NOW_LOW], a.controls[o + NOW_HIGH]];
        found.forEach((gap, end) => {
          if (gap !== wanted[end]) expect(Math.abs(gap - wanted[end])).toBeLessThan(1e-12);
        });
        const gradient = a.controls.slice(o + CONTROL_GRADIENT, o + CONTROL_GRADIENT + 3);
        // Of a hinge that is off its axis the gradient is the axis.
        if (type !== 'hinge')
          gradient.forEach((x, m) => {
            expect(Math.abs(x - world.rows.data[row * ROW + half + m])).toBeLessThan(1e-12);
          });
        const freedoms = type === 'hinge' ? 1 : 3;
        for (let f = 0; f < freedoms; f++) {
          const s = (a.linkInts[k + FIRST_FREEDOM] + f) * FREEDOM + SS;
          const rate = dot(gradient, a.freedoms.slice(s, s + 3));
          expect(Math.abs(rate - (f === c - first ? 1 : 0))).toBeLessThan(1e-9);
        }
      }
    }
    expect(near).toBeGreaterThan(40);
    expect(far).toBeGreaterThan(40);
  });
});
