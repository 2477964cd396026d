import { type BodyHandle, box, type Quat, type Vec3 } from '@tenon/physics-core';
import { describe, test } from 'vitest';
import { crossChecks, inBoth, type Pair, type Readings } from './cross-check.js';
import { invariants } from './invariants.js';
import { addBody, addFloor } from './shapes.js';

const { check } = crossChecks('A tilted box hits the floor with its lower edge at 3 m/s, no gravity');

const HALF: Vec3 = [0.5, 0.3, 0.4];
const TILT = 0.5;
const SPEED = 3;
const CASES = [0, 0.3, 0.8].flatMap((friction) =>
  [0, 0.5, 1].map((restitution) => ({ friction, restitution })),
);

const drop = (friction: number, restitution: number): Pair<BodyHandle> =>
  inBoth({ gravity: [0, 0, 0] }, (world) => {
    addFloor(world, { friction, restitution });
    const rotation: Quat = [0, 0, Math.sin(TILT / 2), Math.cos(TILT / 2)];
    const def = { position: [0, 1.2, 0], rotation, linearVelocity: [0, -SPEED, 0] } as const;
    return addBody(world, box(...HALF), def, { friction, restitution });
  });

/** Lever arm and velocity, in the plane of the tilt, of the edge that is lowest. */
const lowerEdge = (
  engine: Readings,
  body: BodyHandle,
): { arm: [number, number]; velocity: [number, number] } => {
  const [, , z, w] = engine.rotation(body);
  const angle = 2 * Math.atan2(z, w);
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const arm: [number, number] = [-c * HALF[0] + s * HALF[1], -s * HALF[0] - c * HALF[1]];
  const [vx, vy] = engine.linearVelocity(body);
  const spin = engine.angularVelocity(body)[2];
  return { arm, velocity: [vx - spin * arm[1], vy + spin * arm[0]] };
};

/**
 * The impact (t, n) of unit mass and moment k = I/m on the edge at (x, y): v' = (t, n - V), ω' = (x n - y t)/k. The edge
 * then moves with (t - y ω', n - V + x ω'). Newton: the second is e V. Coulomb: the first is 0 or |t| = μ n.
 */
const idealBlow = ([x, y]: readonly [number, number], friction: number, restitution: number): number => {
  const k = (HALF[0] * HALF[0] + HALF[1] * HALF[1]) / 3;
  const [tt, tn, nn] = [1 + (y * y) / k, (-x * y) / k, 1 + (x * x) / k];
  const needed = (1 + restitution) * SPEED;
  const sticking = needed / (nn - (tn * tn) / tt);
  if (Math.abs((tn / tt) * sticking) <= friction * sticking) return sticking;
  return needed / (nn - Math.sign(tn) * friction * tn);
};

describe.each(CASES)('μ = $friction, e = $restitution', ({ friction, restitution }) => {
  const name = `μ = ${friction}, e = ${restitution}`;

  /** Runs until a body was struck, at most 20 steps; both hit the floor in the same step or the next. */
  const struck = () => {
    const pair = drop(friction, restitution);
    const { scene: body, run } = pair;
    const found = { tenon: { edge: 0, impact: 0, energy: 0 }, rapier: { edge: 0, impact: 0, energy: 0 } };
    const start = invariants(pair.world, [body], pair.tenon).kineticEnergy;
    const { arm } = lowerEdge(pair.tenon, body);
    run(20, () => {
      for (const engine of ['tenon', 'rapier'] as const) {
        const readings = pair[engine];
        const impact = readings.linearVelocity(body)[1] + SPEED;
        if (found[engine].impact > 0 || impact < 1e-3) continue;
        const edge = lowerEdge(readings, body).velocity[1];
        found[engine] = {
          edge,
          impact,
          energy: invariants(pair.world, [body], readings).kineticEnergy / start,
        };
      }
    });
    return { arm, found };
  };

  test('the edge leaves with e of its speed and the impact is Newton’s and Coulomb’s, to 5 %: the tilt at the hit', () => {
    const { arm, found } = struck();
    const pick = (field: 'edge' | 'impact' | 'energy') => ({
      tenon: found.tenon[field],
      rapier: found.rapier[field],
    });
    const edge = { what: `${name}: speed of the edge, m/s`, ideal: restitution * SPEED };
    check({ ...edge, ...pick('edge'), tolerance: 0.05 * SPEED, rapierTolerance: 0.2 * SPEED });
    const ideal = idealBlow(arm, friction, restitution);
    const impact = { what: `${name}: change of speed, m/s`, ideal, tolerance: 0.05 * ideal };
    check({ ...impact, ...pick('impact'), rapierTolerance: 0.2 * ideal });
    if (friction > 0 || restitution < 1) return;
    check({
      what: `${name}: energy kept`,
      ideal: 1,
      ...pick('energy'),
      tolerance: 1e-6,
      rapierTolerance: 0.1,
    });
  });
});
