import {
  type BodyHandle,
  box,
  halfSpace,
  type Quat,
  type Shape,
  sphere,
  type Vec3,
} from '@tenon/physics-core';
import { describe, test } from 'vitest';
import { crossChecks, DT, GRAVITY, inBoth, type Pair, type Readings } from './cross-check.js';
import { addBody, addFloor } from './shapes.js';

const { check } = crossChecks('Slide');

const SLOPE = Math.PI / 6;
const NORMAL: Vec3 = [Math.sin(SLOPE), Math.cos(SLOPE), 0];
const DOWNHILL: Vec3 = [Math.cos(SLOPE), -Math.sin(SLOPE), 0];
const TILT: Quat = [0, 0, -Math.sin(SLOPE / 2), Math.cos(SLOPE / 2)];

const onSlope = (shape: Shape, height: number, friction: number): Pair<BodyHandle> =>
  inBoth({}, (world) => {
    addBody(world, halfSpace(NORMAL), { type: 'static' }, { friction });
    const position: Vec3 = [NORMAL[0] * height, NORMAL[1] * height, 0];
    return addBody(world, shape, { position, rotation: TILT }, { friction });
  });

const along = (axis: Vec3, v: Vec3): number => axis[0] * v[0] + axis[1] * v[1] + axis[2] * v[2];

/** Speed gained from the 30th to the 90th step, one second: the first moments belong to the contact's settling. */
const acceleration = ({
  scene: body,
  tenon,
  rapier,
  run,
}: Pair<BodyHandle>): { tenon: number; rapier: number } => {
  const speed = (engine: Readings): number => along(DOWNHILL, engine.linearVelocity(body));
  run(30);
  const before = { tenon: speed(tenon), rapier: speed(rapier) };
  run(60);
  return { tenon: speed(tenon) - before.tenon, rapier: speed(rapier) - before.rapier };
};

describe('on a slope of 30°', () => {
  test.each([0, 0.2, 0.5])(
    'a box with μ = %d gains g (sin - μ cos) a second, to 1e-4 of it: friction is at its bound in every substep',
    (friction) => {
      const ideal = GRAVITY * (Math.sin(SLOPE) - friction * Math.cos(SLOPE));
      const found = acceleration(onSlope(box(0.5, 0.25, 0.5), 0.25, friction));
      const what = `box, μ = ${friction}: acceleration, m/s²`;
      check({ what, ideal, ...found, tolerance: 1e-4 * ideal, rapierTolerance: 1e-2 * ideal });
    },
  );

  test('a box with μ = 0.6 > tan 30° stays, to 0.01 mm/s of creep', () => {
    const pair = onSlope(box(0.5, 0.25, 0.5), 0.25, 0.6);
    pair.run(60);
    const start = { tenon: pair.tenon.position(pair.scene), rapier: pair.rapier.position(pair.scene) };
    pair.run(120);
    const moved = (engine: 'tenon' | 'rapier'): number =>
      along(DOWNHILL, pair[engine].position(pair.scene)) - along(DOWNHILL, start[engine]);
    const found = { tenon: moved('tenon') / 2, rapier: moved('rapier') / 2 };
    check({ what: 'box, μ = 0.6: creep, m/s', ideal: 0, ...found, tolerance: 1e-5, rapierTolerance: 1e-3 });
  });

  test('a sphere with grip gains 5/7 g sin a second, to 1e-3 of it: it rolls without sliding', () => {
    const ideal = (5 / 7) * GRAVITY * Math.sin(SLOPE);
    const found = acceleration(onSlope(sphere(0.5), 0.5, 0.8));
    const what = 'sphere, μ = 0.8: acceleration, m/s²';
    check({ what, ideal, ...found, tolerance: 1e-3 * ideal, rapierTolerance: 1e-2 * ideal });
  });

  test('a sphere with μ = 0.1 < 2/7 tan 30° slides: g (sin - μ cos) a second and 5 μ g cos / 2r of spin, to 1e-3', () => {
    const pair = onSlope(sphere(0.5), 0.5, 0.1);
    const spin = (engine: Readings): number => -engine.angularVelocity(pair.scene)[2];
    const ideal = GRAVITY * (Math.sin(SLOPE) - 0.1 * Math.cos(SLOPE));
    const found = acceleration(pair);
    const what = 'sphere, μ = 0.1: acceleration, m/s²';
    check({ what, ideal, ...found, tolerance: 1e-3 * ideal, rapierTolerance: 1e-2 * ideal });
    const idealSpin = ((5 * 0.1 * GRAVITY * Math.cos(SLOPE)) / (2 * 0.5)) * 90 * DT;
    const spins = { tenon: spin(pair.tenon), rapier: spin(pair.rapier) };
    const spinWhat = 'sphere, μ = 0.1: spin at 1.5 s, rad/s';
    check({
      what: spinWhat,
      ideal: idealSpin,
      ...spins,
      tolerance: 1e-3 * idealSpin,
      rapierTolerance: 5e-2 * idealSpin,
    });
  });
});

test('a box pushed over the floor stops after v²/(2 μ g); whole substeps make it v h/2 less or more', () => {
  const friction = 0.4;
  const speed = 5;
  const {
    scene: body,
    tenon,
    rapier,
    run,
  } = inBoth({}, (world) => {
    addFloor(world, { friction });
    const def = { position: [0, 0.25, 0], linearVelocity: [speed, 0, 0] } as const;
    return addBody(world, box(0.5, 0.25, 0.5), def, { friction });
  });
  run(150);
  const ideal = (speed * speed) / (2 * friction * GRAVITY);
  const found = { tenon: tenon.position(body)[0], rapier: rapier.position(body)[0] };
  const half = (speed * DT) / 4 / 2;
  check({ what: 'way to a stop, m', ideal, ...found, tolerance: half + 1e-3, rapierTolerance: 2e-2 * ideal });
});
