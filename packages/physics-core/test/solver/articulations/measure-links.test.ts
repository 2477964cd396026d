import { describe, expect, it } from 'vitest';
import {
  createJoint,
  jointDefinitions,
  universal,
  updateBody,
  updateSettings,
  type Vec3,
  type World,
} from '../../../src/index.js';
import type { JointDefinition } from '../../../src/joints/define-joint.js';
import { createFloats } from '../../../src/math/floats.js';
import {
  measureLinks,
  worst,
  writeLinkFrames,
} from '../../../src/solver/articulations/links/measure-links.js';
import { refreshMotionSubspace } from '../../../src/solver/articulations/motion-subspace.js';
import { refreshLinks, writeTreeRows } from '../../../src/solver/articulations/refresh-links.js';
import { turn } from '../../../src/solver/integrate/rotation-vector.js';
import {
  BEND,
  CONTROLS,
  COVECTOR,
  FIRST_FREEDOM,
  FIRST_LOCK,
  FREEDOM,
  FREEDOMS,
  GAP,
  LINK,
  LINK_BODY,
  LINK_INTS,
  LINK_KIND,
  LinkKind,
  LOCK,
  LOCK_SHAPE,
  LOCKS,
  LockShape,
  SIDE,
  SS,
} from '../../../src/state/articulations.js';
import { POINT_GAP, POINT_ROW } from '../../../src/state/points.js';
import { ERROR, ROW } from '../../../src/state/rows.js';
import { createRandom, type Random } from '../../determinism/context.js';
import { jointWorld } from '../../joints/context.js';
import { addMass } from '../../joints/joint-rig.js';
import { randomSpecimen, scatter } from '../../joints/random-joints.js';
import { placeRows } from '../../joints/row-math.js';
import { dot, randomNumbers } from '../dense.js';
import { largest } from './context.js';

/** The short ways of joints against their rows. */

const shapes = {
  ball: LockShape.none,
  hinge: LockShape.hinge,
  fixed: LockShape.fixed,
  universal: LockShape.square,
};

const specimen = (
  random: Random,
  definition: JointDefinition,
  toWorld: boolean,
  how: 'slight' | 'wild',
): World => {
  const made = randomSpecimen(random, definition, { toWorld });
  scatter(random, made, how);
  return made.world;
};

/** Without controls, which random specimens have; B is moved and turned a little. */
const plainUniversal = (random: Random, toWorld: boolean): World => {
  const world = jointWorld({ gravity: [0, 0, 0] });
  const vector = (size: number): Vec3 => randomNumbers(random, 3, size) as unknown as Vec3;
  const position = vector(1);
  const bodyA = addMass(world, [0, 0, 0], 2, [0.3, 0.4, 0.5]);
  const bodyB = addMass(world, position, 1, [0.1, 0.2, 0.15]);
  const axes = { axis: [1, 0, 0], secondAxis: [0, 0.6, 0.8] } as const;
  createJoint(world, universal({ ...(toWorld ? {} : { bodyA }), bodyB, anchor: vector(1), ...axes }));
  const [x, y, z] = vector(0.02);
  const w = Math.sqrt(1 - x * x - y * y - z * z);
  updateBody(world, bodyB, {
    position: position.map((p, m) => p + vector(0.02)[m]) as unknown as Vec3,
    rotation: [x, y, z, w],
  });
  return world;
};

const specimens = (
  type: string,
  how: 'slight' | 'wild',
  check: (world: World, link: number) => void,
): number => {
  const definition = jointDefinitions().find((each) => each.type === type);
  if (!definition) throw new Error(type);
  const random = createRandom(31);
  let checked = 0;
  for (let sample = 0; sample < 60; sample++) {
    const toWorld = sample % 3 === 0;
    const world =
      type === 'universal' ? plainUniversal(random, toWorld) : specimen(random, definition, toWorld, how);
    updateSettings(world, { jointSolver: 'auto' });
    placeRows(world);
    const { articulations: a } = world;
    for (let link = 0; link < a.count; link++) {
      const k = link * LINK_INTS;
      if (a.linkInts[k + LINK_KIND] === LinkKind.free) continue;
      if (a.linkInts[k + LOCK_SHAPE] !== shapes[type as keyof typeof shapes]) continue;
      checked++;
      writeLinkFrames(world, 0, a.count);
      measureLinks(world, 0, a.count);
      refreshLinks(world, 0, a.count);
      writeTreeRows(world, 0, a.count);
      check(world, link);
    }
  }
  return checked;
};

describe.each(Object.keys(shapes))('%s', (type) => {
  it('has the gap of its point, and the errors of its locks to first order', () => {
    const checked = specimens(type, 'slight', ({ articulations: a, rows }, link) => {
      const k = link * LINK_INTS;
      const point = a.linkInts[k + 8] * POINT_ROW + POINT_GAP;
      const side = a.linkInts[k + SIDE];
      const gap = a.links.slice(link * LINK + GAP, link * LINK + GAP + 3);
      expect(largest(gap.map((x, m) => x - side * rows.points[point + m]))).toBeLessThan(1e-14);
      const freedoms = a.freedoms.slice();
      refreshMotionSubspace(a, link, rows.data);
      const bend = a.links.slice(link * LINK + BEND, link * LINK + BEND + 3);
      const first = a.linkInts[k + FIRST_LOCK];
      for (let lock = first; lock < first + a.linkInts[k + LOCKS]; lock++) {
        const covector = a.locks.slice(lock * LOCK + COVECTOR, lock * LOCK + COVECTOR + 3);
        const error = rows.data[a.lockRows[lock] * ROW + ERROR];
        expect(Math.abs(dot(covector, bend) - error)).toBeLessThan(largest(bend) ** 2 + 1e-14);
        for (let f = 0; f < a.linkInts[k + FREEDOMS]; f++) {
          const s = (a.linkInts[k + FIRST_FREEDOM] + f) * FREEDOM + SS;
          const rate = Math.abs(dot(covector, freedoms.slice(s, s + 3)));
          expect(rate).toBeLessThan(2 * largest(bend) + 1e-14);
        }
      }
      expect(worst[0]).toBeGreaterThanOrEqual(largest(gap));
    });
    expect(checked).toBeGreaterThan(10);
  });
});

describe.each(['hinge', 'fixed'])('%s that is bent by any angle', (type) => {
  it('fits when its link is turned back by the error', () => {
    const turnBack = createFloats(3);
    specimens(type, 'wild', (world, link) => {
      const { articulations: a, bodies } = world;
      for (let m = 0; m < 3; m++) turnBack[m] = -a.links[link * LINK + BEND + m];
      expect(Math.hypot(...turnBack)).toBeLessThan(Math.PI + 1e-12);
      turn(bodies, a.linkInts[link * LINK_INTS + LINK_BODY], turnBack);
      writeLinkFrames(world, 0, a.count);
      measureLinks(world, 0, a.count);
      expect(largest(a.links.slice(link * LINK + BEND, link * LINK + BEND + 3))).toBeLessThan(1e-5);
      writeLinkFrames(world, 0, a.count);
      measureLinks(world, 0, a.count);
    });
  });
});

it('freedoms of hinges with limits grow with their angle', () => {
  specimens('hinge', 'slight', ({ articulations: a, rows }, link) => {
    const k = link * LINK_INTS;
    if (a.linkInts[k + CONTROLS] === 0) return;
    const s = a.linkInts[k + FIRST_FREEDOM] * FREEDOM + SS;
    const short = a.freedoms.slice(s, s + 3);
    refreshMotionSubspace(a, link, rows.data);
    const bend = largest(a.links.slice(link * LINK + BEND, link * LINK + BEND + 3));
    expect(largest(short.map((x, m) => x - a.freedoms[s + m]))).toBeLessThan(2 * bend + 1e-14);
  });
});
