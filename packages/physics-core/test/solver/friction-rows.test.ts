import { describe, expect, it } from 'vitest';
import {
  angularVelocity,
  bodyPosition,
  box,
  capsule,
  createWorld,
  halfSpace,
  linearVelocity,
  type Quat,
  stepWorld,
  type World,
} from '../../src/index.js';
import { allContactRows, type SolverRow } from '../../src/inspect.js';
import { multiply, normalizeQuat, rotate } from '../../src/math/quat.js';
import { dot } from '../../src/math/vec3.js';
import { addBody, DT } from '../determinism/context.js';

const speedAlong = (world: World, row: SolverRow): number =>
  dot(row.linearA, linearVelocity(world, row.bodyA)) +
  dot(row.angularA, angularVelocity(world, row.bodyA)) +
  dot(row.linearB, linearVelocity(world, row.bodyB)) +
  dot(row.angularB, angularVelocity(world, row.bodyB));

/** A rod that leans askew on one end, all of it turned so that no axis is special: the responses of its two tangents are coupled. */
const leaningRod = (rollingResistance: number): World => {
  const view: Quat = normalizeQuat([0.2, 0.5, -0.3, 1]);
  const world = createWorld({ gravity: rotate(view, [0, -9.81, 0]) });
  addBody(world, { type: 'static' }, halfSpace(rotate(view, [0, 1, 0])), { friction: 10 });
  const lean: Quat = normalizeQuat([0.3, 0, 0.25, 1]);
  // Height of the middle over the lower end's centre: half length times the y component of the turned y axis.
  const height = 0.6 * (1 - 2 * (lean[0] * lean[0] + lean[2] * lean[2]));
  const def = { position: rotate(view, [0, height + 0.1, 0]), rotation: multiply(view, lean) };
  addBody(world, def, capsule(0.1, 0.6), { friction: 10, rollingResistance });
  for (let i = 0; i < 3; i++) stepWorld(world, DT);
  return world;
};

describe('coupled tangents are solved together', () => {
  it('a sweep leaves no slip where the rod sticks', () => {
    const world = leaningRod(0);
    const rows = allContactRows(world).filter((row) => row.role === 'friction');
    expect(rows.length).toBe(2);
    for (const row of rows) expect(Math.abs(speedAlong(world, row))).toBeLessThan(1e-12);
  });

  it('a sweep leaves no rolling where the resistance holds', () => {
    const world = leaningRod(10);
    const rows = allContactRows(world).filter((row) => row.role === 'rolling');
    expect(rows.length).toBe(2);
    for (const row of rows) expect(Math.abs(speedAlong(world, row))).toBeLessThan(1e-12);
  });
});

it('friction keeps its direction when the tangents jump: a box on a ramp that tilts past nx² = 1/3', () => {
  const world = createWorld({ sleeping: false });
  const [from, to, rate] = [0.55, 0.7, 0.1];
  const turn = (angle: number): Quat => [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];
  addBody(world, { type: 'kinematic', rotation: turn(from), angularVelocity: [0, 0, rate] }, box(3, 0.5, 3), {
    friction: 3,
  });
  const up = 0.7;
  const load = addBody(
    world,
    { position: [-Math.sin(from) * up, Math.cos(from) * up, 0], rotation: turn(from) },
    box(0.2, 0.2, 0.2),
    { friction: 3 },
  );
  let last = 0;
  for (let i = 1; i < (to - from) / rate / DT; i++) {
    stepWorld(world, DT);
    const [x, y, z] = bodyPosition(world, load);
    const angle = from + rate * i * DT;
    const along = x * Math.cos(angle) + y * Math.sin(angle);
    // Friction that is lost or turned for one substep moves the box by h² g sin = 0.1 mm.
    if (i > 10) expect(Math.abs(along - last)).toBeLessThan(2e-5);
    expect(Math.abs(z)).toBeLessThan(1e-5);
    last = along;
  }
});
