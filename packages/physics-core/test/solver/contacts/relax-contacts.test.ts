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
} from '../../../src/index.js';
import { allContactRows, type SolverRow } from '../../../src/inspect.js';
import { multiply, normalizeQuat, rotate } from '../../../src/math/quat.js';
import { dot, length } from '../../../src/math/vec3.js';
import { relaxContacts } from '../../../src/solver/contacts/relax-contacts.js';
import { FRICTION_TOTAL, POINT, POINTS, PT, RECORD } from '../../../src/state/contacts.js';
import { addBody, createRandom, DT } from '../../determinism/context.js';
import { denseK, expectClose, type Numbers, pushed, solveEvenly, times, velocitiesOf } from '../dense.js';
import {
  boxPair,
  frameOf,
  normalImpulses,
  normalRows,
  setNormalImpulses,
  setTangentImpulses,
  slide,
  tangentImpulses,
  tangentRows,
  throwTogether,
} from './context.js';

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

/** Shortens one number to a bound. */
const cut = ([x]: Numbers, most: number): number[] => [Math.min(most, Math.max(-most, x))];

/** The λ of this length whose slip is against it: (K + σ) λ = K u, σ by bisection. */
const against = (k: readonly Numbers[], u: Numbers, most: number): number[] => {
  if (Math.hypot(...u) <= most) return [...u];
  const at = (sigma: number): number[] => {
    const [p, q] = times(k, u);
    const [[a, b], [c, d]] = [
      [k[0][0] + sigma, k[0][1]],
      [k[1][0], k[1][1] + sigma],
    ];
    const determinant = a * d - b * c;
    return [(d * p - b * q) / determinant, (a * q - c * p) / determinant];
  };
  let [low, high] = [0, 1];
  while (Math.hypot(...at(high)) > most) high *= 2;
  for (let i = 0; i < 200; i++) {
    const middle = (low + high) / 2;
    if (Math.hypot(...at(middle)) > most) low = middle;
    else high = middle;
  }
  return at(high);
};

const MU = 0.3;
const TWIST = 0.02;
const ROLL = 0.01;

/** λ of the normals, then friction, twist and rolling, each block seeing what those before it did. */
const relaxDensely = (pair: ReturnType<typeof boxPair>, v: Numbers): { lambdas: number[]; v: number[] } => {
  const { masses, a, b } = pair;
  const { offsets } = frameOf(pair);
  const arm = offsets.reduce((sum, offset) => sum + length(offset), 0) / offsets.length;
  const tangents = tangentRows(pair);
  const old = tangentImpulses(pair);
  const normals = normalImpulses(pair);
  const lambdas: number[] = [];
  let now: Numbers = v;
  let load = 0;
  const block = (rows: readonly Numbers[], before: Numbers, project: (x: number[]) => number[]): void => {
    const change = solveEvenly(denseK(masses, a, b, rows), times(rows, now));
    const next = project(before.map((x, i) => x - change[i]));
    now = pushed(
      masses,
      a,
      b,
      now,
      rows,
      next.map((x, i) => x - before[i]),
    );
    lambdas.push(...next);
  };
  block(normalRows(pair), normals, (x) => x);
  load = lambdas.reduce((sum, x) => sum + x, 0);
  const slipping = denseK(masses, a, b, tangents.slice(0, 2));
  const rolling = denseK(masses, a, b, tangents.slice(3));
  block(tangents.slice(0, 2), old.slice(0, 2), (x) => against(slipping, x, MU * load));
  block(tangents.slice(2, 3), old.slice(2, 3), (x) => cut(x, (MU * arm + TWIST) * load));
  block(tangents.slice(3), old.slice(3), (x) => against(rolling, x, ROLL * load));
  return { lambdas, v: [...now] };
};

describe('one sweep without bias over four points', () => {
  const material = { friction: MU, rollingResistance: ROLL, twistResistance: TWIST };

  it.each([
    ['sticks', 1, 0.01],
    ['sticks', 2, 0.01],
    ['slides', 3, 8],
    ['slides', 4, 8],
  ] as const)('that %s is a dense solve, block by block, seed %i', (name, seed, speed) => {
    const pair = boxPair(seed, 0.001, material);
    const { world, a, b } = pair;
    const random = createRandom(seed);
    const v = slide(pair, throwTogether(pair, random, 0.001, 0), speed, speed);
    setNormalImpulses(pair, [200, 220, 210, 190]);
    setTangentImpulses(pair, [3, -2, 0.4, 0.5, -0.3]);
    const wanted = relaxDensely(pair, v);
    expect(Math.min(...wanted.lambdas.slice(0, 4))).toBeGreaterThan(0);
    const tangents = tangentRows(pair);
    relaxContacts(world, pair.list, true);
    expectClose([...normalImpulses(pair), ...tangentImpulses(pair)], wanted.lambdas, 1e-6);
    expectClose(velocitiesOf(world, a, b), wanted.v, 1e-6);
    const [f1, f2] = tangentImpulses(pair);
    const load = normalImpulses(pair).reduce((sum, x) => sum + x, 0);
    const most = MU * load;
    const slip = times(tangents.slice(0, 2), velocitiesOf(world, a, b));
    if (name === 'slides') {
      expect(Math.hypot(f1, f2)).toBeCloseTo(most, 9);
      expect(f1 * slip[0] + f2 * slip[1]).toBeLessThan(0);
    } else expect(Math.hypot(f1, f2)).toBeLessThan(most);
  });

  it('leaves a point that carries nothing alone, whatever its speed', () => {
    const pair = boxPair(5, 0.001, material);
    const v = throwTogether(pair, createRandom(5), 1, 1);
    relaxContacts(pair.world, pair.list, true);
    expect(velocitiesOf(pair.world, pair.a, pair.b)).toEqual(v);
  });

  it('counts each impulse once, however many relax sweeps a substep has', () => {
    const pair = boxPair(6, 0.001, material);
    const { record } = pair.world.contacts;
    const r = pair.contact * RECORD;
    throwTogether(pair, createRandom(6), 0.1, 0.1);
    setNormalImpulses(pair, [200, 220, 210, 190]);
    setTangentImpulses(pair, [3, -2, 0.4, 0.5, -0.3]);
    relaxContacts(pair.world, pair.list, true);
    const first = normalImpulses(pair);
    relaxContacts(pair.world, pair.list, false);
    expect(normalImpulses(pair)).not.toEqual(first);
    const sums = [0, 1, 2, 3].map((i) => record[r + POINTS + i * POINT + PT]);
    expectClose(
      [...sums, record[r + FRICTION_TOTAL], record[r + FRICTION_TOTAL + 1]],
      [...normalImpulses(pair), ...tangentImpulses(pair).slice(0, 2)],
    );
  });
});
