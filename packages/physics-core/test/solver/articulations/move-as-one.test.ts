import { expect, it } from 'vitest';
import { syncOrigin } from '../../../src/bodies/sync-pose.js';
import {
  angularVelocity,
  type BodyHandle,
  ball,
  bodyPosition,
  bodyRotation,
  createBody,
  createJoint,
  linearVelocity,
  updateBody,
  type Vec3,
  type World,
} from '../../../src/index.js';
import { kineticEnergy, momentum } from '../../../src/inspect.js';
import {
  keepAngularMomentum,
  restoreAngularMomentum,
} from '../../../src/solver/articulations/conservation/momentum.js';
import { saveLinks } from '../../../src/solver/articulations/drift.js';
import { moveAsOne } from '../../../src/solver/articulations/stages/move-as-one.js';
import { rate, time } from '../../../src/solver/articulations/stages/scratch.js';
import { LINK_BODY, LINK_INTS } from '../../../src/state/articulations.js';
import { UNRESOLVED_PART } from '../../../src/tuning.js';
import { createRandom, randomVector } from '../../determinism/context.js';
import { jointWorld } from '../../joints/context.js';
import { addMass } from '../../joints/joint-rig.js';
import { placeRows } from '../../joints/row-math.js';
import { cross, largest } from './context.js';

/** s. Long, so that turns are large. */
const H = 0.05;

/** A chain whose links move at random, on this body or on nothing. */
const chain = (world: World, on: BodyHandle | undefined): BodyHandle[] => {
  const random = createRandom(5);
  const bodies: BodyHandle[] = [];
  for (let i = 0; i < 4; i++) {
    const velocity = { linearVelocity: randomVector(random, 3), angularVelocity: randomVector(random, 9) };
    const bodyB = addMass(world, [i, 0.3 * (i % 2), 1], i + 1, [0.04, 0.03, 0.05], velocity);
    const bodyA = i > 0 ? bodies[i - 1] : on;
    if (bodyA !== undefined) createJoint(world, ball({ bodyA, bodyB, anchor: [i - 0.5, 0, 1] }));
    bodies.push(bodyB);
  }
  placeRows(world);
  rate[0] = 0;
  saveLinks(world, 0, bodies.length, rate);
  time[0] = H;
  return bodies;
};

/** Moves them on; their positions follow at the end of a step only. */
const move = (world: World, bodies: readonly BodyHandle[]): void => {
  moveAsOne(world, 0, 0, bodies.length);
  for (let i = 0; i < bodies.length; i++)
    syncOrigin(world, world.articulations.linkInts[i * LINK_INTS + LINK_BODY]);
};

/** v turned back by the rotation of a body. */
const seenFrom = (world: World, body: BodyHandle, v: readonly number[]): number[] => {
  const [x, y, z, w] = bodyRotation(world, body);
  const q: Vec3 = [-x, -y, -z];
  const t = cross(q, v as unknown as Vec3).map((p) => 2 * p);
  const c = cross(q, t as unknown as Vec3);
  return v.map((p, k) => p + w * t[k] + c[k]);
};

/** Where each of the bodies sees the next one, and its own velocity. */
const seen = (world: World, bodies: readonly BodyHandle[]): number[] =>
  bodies.slice(1).flatMap((next, i) => {
    const from = bodyPosition(world, bodies[i]);
    const way = bodyPosition(world, next).map((x, k) => x - from[k]);
    return [...seenFrom(world, bodies[i], way), ...seenFrom(world, next, way)];
  });

const off = (a: readonly number[], b: readonly number[]): number => largest(a.map((x, k) => x - b[k]));

it('an articulation that hangs on nothing moves on as one body with its momenta', () => {
  const world = jointWorld({ gravity: [0, 0, 0] });
  const bodies = chain(world, undefined);
  const before = momentum(world);
  const places = seen(world, bodies);
  const energy = kineticEnergy(world);
  keepAngularMomentum(world, 0, bodies.length);
  move(world, bodies);
  restoreAngularMomentum(world, 0, bodies.length);
  const after = momentum(world);
  expect(off(after.linear, before.linear)).toBeLessThan(1e-12);
  expect(off(after.angular, before.angular)).toBeLessThan(1e-11);
  expect(off(seen(world, bodies), places)).toBeLessThan(1e-12);
  expect(kineticEnergy(world)).toBeLessThan(energy);
});

it('one that hangs on a body that turns and moves on goes with it', () => {
  const world = jointWorld({ gravity: [0, 0, 0] });
  const [velocity, spin]: Vec3[] = [
    [4, -2, 7],
    [0, 0, 6],
  ];
  const place: Vec3 = [-0.5, 1, 0.5];
  const carrier = createBody(world, {
    type: 'kinematic',
    position: place,
    linearVelocity: velocity,
    angularVelocity: spin,
  });
  const bodies = chain(world, carrier);
  const before = seen(world, [carrier, ...bodies]);
  const speeds = bodies.map((body) => {
    const r = bodyPosition(world, body).map((x, k) => x - place[k]) as unknown as Vec3;
    const u = cross(spin, r);
    return linearVelocity(world, body).map((x, k) => x - velocity[k] - u[k]);
  });
  const spins = bodies.map((body) => angularVelocity(world, body).map((x, k) => x - spin[k]));
  // It has arrived already.
  const arrived = place.map((x, k) => x + H * velocity[k]) as unknown as Vec3;
  const half = 0.5 * H * spin[2];
  updateBody(world, carrier, { position: arrived, rotation: [0, 0, Math.sin(half), Math.cos(half)] });
  move(world, bodies);
  expect(off(seen(world, [carrier, ...bodies]), before)).toBeLessThan(1e-12);
  bodies.forEach((body, i) => {
    const r = bodyPosition(world, body).map((x, k) => x - arrived[k]) as unknown as Vec3;
    const u = cross(spin, r);
    const v = linearVelocity(world, body).map((x, k) => x - velocity[k] - u[k]);
    const left = speeds[i].map((x) => UNRESOLVED_PART * x);
    expect(off(seenFrom(world, carrier, v), left)).toBeLessThan(1e-12);
    const w = angularVelocity(world, body).map((x, k) => x - spin[k]);
    expect(
      off(
        seenFrom(world, carrier, w),
        spins[i].map((x) => UNRESOLVED_PART * x),
      ),
    ).toBeLessThan(1e-12);
  });
});
