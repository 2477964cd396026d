import { describe, expect, test } from 'vitest';
import { crossChecks, DT, GRAVITY, inBoth } from './cross-check.js';
import { addBody, addBoxFloor, addFloor, RESTING_SHAPES } from './shapes.js';

const { check } = crossChecks('Drop');

const FALL = 2;
const SUBSTEPS = 4;

describe.each(RESTING_SHAPES)('%s dropped from 2 m', (name, shape, height) => {
  const drop = () =>
    inBoth({}, (world) => {
      if (shape.kind === 'hull') addBoxFloor(world);
      else addFloor(world);
      return addBody(world, shape, { position: [0, height + FALL, 0] });
    });

  test('falls as g t²/2: Tenon to rounding, Rapier g t h/2 ahead, because its substeps of h move with the new speed', () => {
    const { scene: body, tenon, rapier, run } = drop();
    const steps = 36;
    run(steps);
    const t = steps * DT;
    const exact = height + FALL - (GRAVITY * t * t) / 2;
    const ahead = (GRAVITY * t * (DT / SUBSTEPS)) / 2;
    const heights = { tenon: tenon.position(body)[1], rapier: rapier.position(body)[1] };
    check({
      what: `${name}: y at 0.6 s, m`,
      ideal: exact,
      ...heights,
      tolerance: 1e-9,
      rapierTolerance: ahead + 1e-4,
    });
    const speeds = { tenon: tenon.linearVelocity(body)[1], rapier: rapier.linearVelocity(body)[1] };
    check({
      what: `${name}: v at 0.6 s, m/s`,
      ideal: -GRAVITY * t,
      ...speeds,
      tolerance: 1e-9,
      rapierTolerance: 1e-4,
    });
  });

  test('lands when √(2 s/g) has passed, to one step: contacts are found once a step', () => {
    const { scene: body, tenon, rapier, run } = drop();
    const landed = { tenon: 0, rapier: 0 };
    run(60, (step) => {
      if (!landed.tenon && tenon.linearVelocity(body)[1] > -1) landed.tenon = step > 6 ? step * DT : 0;
      if (!landed.rapier && rapier.linearVelocity(body)[1] > -1) landed.rapier = step > 6 ? step * DT : 0;
    });
    const ideal = Math.sqrt((2 * FALL) / GRAVITY);
    check({ what: `${name}: time of landing, s`, ideal, ...landed, tolerance: DT, rapierTolerance: 2 * DT });
  });

  test('lies on the floor after 3 s, to 1 mm: the compliance of contacts and the penetration that Rapier leaves', () => {
    const { scene: body, tenon, rapier, run } = drop();
    let lowest = Infinity;
    run(180, () => {
      lowest = Math.min(lowest, tenon.position(body)[1]);
    });
    const heights = { tenon: tenon.position(body)[1], rapier: rapier.position(body)[1] };
    check({
      what: `${name}: y at rest, m`,
      ideal: height,
      ...heights,
      tolerance: 1e-3,
      rapierTolerance: 2e-3,
    });
    const speeds = {
      tenon: Math.hypot(...tenon.linearVelocity(body)),
      rapier: Math.hypot(...rapier.linearVelocity(body)),
    };
    check({
      what: `${name}: speed at rest, m/s`,
      ideal: 0,
      ...speeds,
      tolerance: 1e-3,
      rapierTolerance: 1e-2,
    });
    expect(lowest, 'deepest point of the impact: never below the slop of 5 mm').toBeGreaterThan(
      height - 5e-3,
    );
  });
});
