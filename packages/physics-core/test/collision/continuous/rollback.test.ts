import { expect, it } from 'vitest';
import { writeAngularMomentum } from '../../../src/bodies/inertia.js';
import { rememberOrientations, rollBack } from '../../../src/collision/continuous/rollback.js';
import { writeSweep } from '../../../src/collision/continuous/write-sweep.js';
import {
  bodyPosition,
  bodyRotation,
  box,
  capsule,
  createBody,
  createCollider,
  createWorld,
  stepWorld,
  type World,
} from '../../../src/index.js';
import { createFloats, floatsFrom } from '../../../src/math/floats.js';
import type { Vec3 } from '../../../src/math/vec3.js';
import { rotateBody } from '../../../src/solver/integrate/rotation-step.js';
import { DP, MOTION, W } from '../../../src/state/bodies.js';
import { seeded } from '../narrowphase/polyhedron-fixture.js';

/** The slot of the only body. */
const BODY = 0;

const makeTop = (random: () => number, spin: number): World => {
  const world = createWorld();
  const part = (): number => 2 * random() - 1;
  createBody(world, {
    massProperties: { mass: 2, inertia: [0.01, 1 + random(), 1.5], centre: [0, 0, 0] },
    rotation: [part(), part(), part(), part()],
    angularVelocity: [spin * part(), spin * part(), spin * part()],
  });
  return world;
};

const momentumOf = (world: World): Vec3 => {
  const out = createFloats(3);
  writeAngularMomentum(world.bodies, BODY, out);
  return [out[0], out[1], out[2]];
};

/** Twice the energy of rotation. */
const energyOf = (world: World): number => {
  const [x, y, z] = momentumOf(world);
  const w = BODY * MOTION + W;
  const { motion } = world.bodies;
  return motion[w] * x + motion[w + 1] * y + motion[w + 2] * z;
};

const orientationOf = (world: World): number[] => [...world.bodies.rotation.slice(0, 4)];

/** |q·p|: 1 for the same attitude, as q and -q are one. */
const alike = (p: readonly number[], q: readonly number[]): number =>
  Math.abs(p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3]);

it.each([1, 30, 1000])('a top at %d rad/s that is rolled back keeps its energy and the axis of L', (spin) => {
  const random = seeded(3);
  for (let k = 0; k < 100; k++) {
    const world = makeTop(random, spin);
    rememberOrientations(world);
    const start = orientationOf(world);
    for (let i = 0; i < 4; i++) rotateBody(world.bodies, BODY, floatsFrom([1 / 240]));
    const end = orientationOf(world);
    world.bodies.centre[0] = world.bodies.motion[DP] = 3;
    const sweep = createFloats(9);
    writeSweep(world, BODY, sweep);
    const energy = energyOf(world);
    const [lx, ly, lz] = momentumOf(world);

    rollBack(world, BODY, sweep, floatsFrom([1]));
    expect(alike(orientationOf(world), end)).toBeCloseTo(1, 12);
    expect(energyOf(world) / energy).toBeCloseTo(1, 9);

    rollBack(world, BODY, sweep, floatsFrom([0.25]));
    expect(world.bodies.centre[0]).toBeCloseTo(0.75, 12);
    expect(energyOf(world) / energy).toBeCloseTo(1, 9);
    const [x, y, z] = momentumOf(world);
    const along = (x * lx + y * ly + z * lz) / (Math.hypot(x, y, z) * Math.hypot(lx, ly, lz));
    expect(along).toBeCloseTo(1, 9);

    rollBack(world, BODY, sweep, floatsFrom([0]));
    expect(alike(orientationOf(world), start)).toBeCloseTo(1, 12);
  }
});

it('counts whole revolutions: three and a quarter about one axis are swept, not a quarter', () => {
  const world = createWorld();
  createBody(world, {
    massProperties: { mass: 1, inertia: [1, 2, 3], centre: [0, 0, 0] },
    angularVelocity: [0, 0, 6.5 * Math.PI],
  });
  rememberOrientations(world);
  for (let i = 0; i < 4; i++) rotateBody(world.bodies, BODY, floatsFrom([1 / 4]));
  const sweep = createFloats(9);
  writeSweep(world, BODY, sweep);
  expect(sweep[8]).toBeCloseTo(6.5 * Math.PI, 10);
});

// Only the swing of its axis was swept, also where the capsule goes round a centre of mass beside it: it passed the plate.
it('a capsule that goes round a centre of mass beside its axis stops at a thin plate', () => {
  const world = createWorld({ gravity: [0, 0, 0] });
  const plate = createBody(world, { type: 'static', position: [0, 0, -0.5] });
  createCollider(world, plate, { shape: box(0.01, 1, 0.4), friction: 0 });
  const body = createBody(world, {
    angularVelocity: [0, 60, 0],
    massProperties: { mass: 1, inertia: [0.2, 0.1, 0.2], centre: [0, 0, 0] },
  });
  createCollider(world, body, { shape: capsule(0.05, 0.2), position: [0.5, 0, 0], friction: 0 });
  for (let step = 0; step < 6; step++) {
    stepWorld(world, 1 / 60);
    const [, y, , w] = bodyRotation(world, body);
    expect(bodyPosition(world, body)[0] + 0.5 * Math.cos(2 * Math.atan2(y, w))).toBeGreaterThan(0);
  }
});
