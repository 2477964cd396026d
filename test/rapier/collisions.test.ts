import {
  type BodyHandle,
  bodyMass,
  box,
  type Quat,
  type Shape,
  sphere,
  type Vec3,
} from '@tenon/physics-core';
import { describe, test } from 'vitest';
import { crossChecks, DT, inBoth, type Pair, type Readings } from './cross-check.js';
import { difference, dotted, type Invariants, invariants, lengthOf, scaled } from './invariants.js';
import { addBody } from './shapes.js';

const { check } = crossChecks('Two-body collisions, no gravity');

const RADIUS = 0.5;
/** kg/m³: the second body is twice as heavy as the first. */
const DENSITY = [100, 200] as const;
const SPEEDS = [3, -1] as const;
const RESTITUTIONS = [0, 0.5, 1];

interface Setup {
  readonly shape: Shape;
  readonly restitution: number;
  readonly friction: number;
  /** Distance between the lines on which the two centres come. */
  readonly offset?: number;
  readonly rotations?: readonly [Quat, Quat];
  readonly spin?: Vec3;
}

const IDENTITY: Quat = [0, 0, 0, 1];

const collide = ({
  shape,
  restitution,
  friction,
  offset = 0,
  rotations,
  spin = [0, 0, 0],
}: Setup): Pair<BodyHandle[]> =>
  inBoth({ gravity: [0, 0, 0] }, (world) =>
    [0, 1].map((i) =>
      addBody(
        world,
        shape,
        {
          position: [i === 0 ? -1.8 : 1.1, i === 0 ? offset : 0, 0],
          rotation: rotations?.[i] ?? IDENTITY,
          linearVelocity: [SPEEDS[i], 0, 0],
          angularVelocity: i === 0 ? spin : [0, 0, 0],
        },
        { density: DENSITY[i], restitution, friction },
      ),
    ),
  );

const SECOND = 60;

const APPROACH = SPEEDS[0] - SPEEDS[1];

/**
 * Momentum: kept to the rounding of double and of single precision. Angular momentum: both engines look for contact
 * points once a step and then let them follow the bodies, so an impact J acts on lines some way apart: at most as far
 * as the bodies approach in a substep in Tenon, in a step in Rapier.
 */
const checkKept = (what: string, pair: Pair<BodyHandle[]>, before: Invariants): void => {
  const { world, scene, tenon, rapier } = pair;
  const after = { tenon: invariants(world, scene, tenon), rapier: invariants(world, scene, rapier) };
  const change = (quantity: 'momentum' | 'angularMomentum') => ({
    tenon: lengthOf(difference(after.tenon[quantity], before[quantity])),
    rapier: lengthOf(difference(after.rapier[quantity], before[quantity])),
  });
  const { mass } = bodyMass(world, scene[0]);
  const largest = mass * SPEEDS[0];
  const momentum = `${what}: change of momentum, kg m/s`;
  const rounding = { tolerance: 1e-12 * largest, rapierTolerance: 1e-6 * largest };
  check({ what: momentum, ideal: 0, ...change('momentum'), ...rounding });
  const impact = mass * lengthOf(difference(tenon.linearVelocity(scene[0]), [SPEEDS[0], 0, 0]));
  const apart = impact * APPROACH * DT;
  const angular = `${what}: change of angular momentum, kg m²/s`;
  check({
    what: angular,
    ideal: 0,
    ...change('angularMomentum'),
    tolerance: apart / 4,
    rapierTolerance: apart,
  });
};

describe.each([
  ['spheres', sphere(RADIUS)],
  ['boxes', box(RADIUS, RADIUS, RADIUS)],
] as const)('%s head-on', (name, shape) => {
  test.each(RESTITUTIONS)(
    'with e = %d leave with the speeds of Newton’s law: momentum is kept and the relative speed is times -e',
    (restitution) => {
      const pair = collide({ shape, restitution, friction: 0 });
      const before = invariants(pair.world, pair.scene, pair.tenon);
      pair.run(SECOND);
      const what = `${name}, e = ${restitution}`;
      checkKept(what, pair, before);
      const common = (SPEEDS[0] + 2 * SPEEDS[1]) / 3;
      const parting = restitution * APPROACH;
      const ideals = [common - (2 / 3) * parting, common + parting / 3];
      pair.scene.forEach((body, i) => {
        const found = {
          tenon: pair.tenon.linearVelocity(body)[0],
          rapier: pair.rapier.linearVelocity(body)[0],
        };
        const speed = `${what}: speed ${i + 1} after, m/s`;
        check({ what: speed, ideal: ideals[i], ...found, tolerance: 1e-6, rapierTolerance: 0.1 });
      });
    },
  );
});

describe('spheres off-centre by a radius, without friction', () => {
  /** Direction of the push on the second sphere. */
  const normalOf = (pair: Pair<BodyHandle[]>, engine: Readings): Vec3 => {
    const change = difference(engine.linearVelocity(pair.scene[1]), [SPEEDS[1], 0, 0]);
    return scaled(change, 1 / lengthOf(change));
  };

  test.each(RESTITUTIONS)(
    'with e = %d are pushed along the line of centres, to the angle that it turns in a step, and part with e',
    (restitution) => {
      const pair = collide({ shape: sphere(RADIUS), restitution, friction: 0, offset: RADIUS });
      const before = invariants(pair.world, pair.scene, pair.tenon);
      pair.run(SECOND);
      const what = `off-centre, e = ${restitution}`;
      checkKept(what, pair, before);
      const normals = { tenon: normalOf(pair, pair.tenon), rapier: normalOf(pair, pair.rapier) };
      const angle = ([x, y]: Vec3): number => Math.atan2(-y, x);
      const step = (APPROACH * DT) / (2 * RADIUS);
      const angles = { tenon: angle(normals.tenon), rapier: angle(normals.rapier) };
      const ideal = Math.asin(RADIUS / (2 * RADIUS));
      check({
        what: `${what}: angle of the push, rad`,
        ideal,
        ...angles,
        tolerance: step,
        rapierTolerance: 2 * step,
      });
      const parting = (engine: 'tenon' | 'rapier'): number => {
        const velocities = pair.scene.map((body) => pair[engine].linearVelocity(body));
        const approach = dotted([APPROACH, 0, 0], normals[engine]);
        return dotted(difference(velocities[1], velocities[0]), normals[engine]) / approach;
      };
      const found = { tenon: parting('tenon'), rapier: parting('rapier') };
      check({
        what: `${what}: e found`,
        ideal: restitution,
        ...found,
        tolerance: 1e-6,
        rapierTolerance: 0.05,
      });
    },
  );
});

describe('with friction and spin', () => {
  const SKEW: readonly [Quat, Quat] = [
    [0.2, 0.4, 0.1, 0.889],
    [-0.3, 0.1, 0.5, 0.806],
  ];
  const cases: readonly (readonly [string, Setup])[] = [
    ...RESTITUTIONS.map((restitution): readonly [string, Setup] => [
      `spheres, spinning, e = ${restitution}`,
      { shape: sphere(RADIUS), restitution, friction: 0.5, offset: 0.4, spin: [1, 5, 8] },
    ]),
    ...RESTITUTIONS.map((restitution): readonly [string, Setup] => [
      `boxes, skew, e = ${restitution}`,
      {
        shape: box(0.5, 0.3, 0.4),
        restitution,
        friction: 0.5,
        offset: 0.3,
        rotations: SKEW,
        spin: [1, 2, 3],
      },
    ]),
  ];

  test.each(cases)('%s: momentum and angular momentum are kept, energy does not rise', (name, setup) => {
    const pair = collide(setup);
    const before = invariants(pair.world, pair.scene, pair.tenon);
    pair.run(SECOND);
    checkKept(name, pair, before);
    const share = (engine: Readings): number =>
      invariants(pair.world, pair.scene, engine).kineticEnergy / before.kineticEnergy;
    const rise = { tenon: Math.max(share(pair.tenon), 1), rapier: Math.max(share(pair.rapier), 1) };
    check({
      what: `${name}: energy against the start`,
      ideal: 1,
      ...rise,
      tolerance: 1e-9,
      rapierTolerance: 1e-2,
    });
  });
});
