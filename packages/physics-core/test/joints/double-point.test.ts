import { describe, expect, it } from 'vitest';
import {
  angularVelocity,
  type BodyHandle,
  bodyPosition,
  createJoint,
  defineJoint,
  hinge,
  type JointDef,
  linearVelocity,
  loadClassicMethods,
  numberParam,
  stepWorld,
  updateBody,
  type Vec3,
} from '../../src/index.js';
import { jointRows } from '../../src/inspect.js';
import { readVec3 } from '../../src/math/columns.js';
import { add, cross, dot, scale, sub } from '../../src/math/vec3.js';
import { customRows, D, frame, needAxes, RA, RB, type RowDef, XA, XB } from '../../src/parts.js';
import { addBox, DT, jointWorld, off, run } from './context.js';

loadClassicMethods();

/**
 * The hinge of two points on its axis, each held as a ball joint holds its own, and all that Tamis 2015 §3.2.2 says of it. The solver is the
 * one he writes for: sweeps over both points in their order, nothing carried over.
 *
 * Let two points lie s before and behind the plane of the centres. With a for the response of their distance to a force and b for that of the
 * angle to a torque, everything depends on x = b s² / a. From an error u of place and w of angle, one sweep leaves
 *   of u alone  x (x - 1) / (1 + x)² u          of w alone  (1 - x) / (1 + x)² w
 * and each further sweep ((1 - x) / (1 + x))² of that. At x = 1 each point is the centre of percussion of the other, and nothing is left.
 * If one of them lies in the plane, and the other 2s from it, a further sweep leaves 1 / (1 + 4x).
 */

const worldAxes: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** A point on the axis, `reach` from the anchor. */
const heldAt = (reach: number): RowDef[] => {
  const [a, b] = [readVec3(frame, XA), readVec3(frame, XB)];
  const rA = add(readVec3(frame, RA), scale(a, reach));
  const rB = add(readVec3(frame, RB), scale(b, reach));
  const d = add(readVec3(frame, D), scale(sub(b, a), reach));
  return worldAxes.map((e) => ({
    error: dot(d, e),
    linearA: scale(e, -1),
    angularA: scale(cross(rA, e), -1),
    linearB: e,
    angularB: cross(rB, e),
  }));
};

const reachParam = (about: string) => numberParam({ unit: 'm', default: 0, about });

const doublePoint = defineJoint({
  type: 'test double point',
  about: 'Tamis 2015 §3.2.2',
  slots: ['first x', 'first y', 'first z', 'second x', 'second y', 'second z'],
  params: { first: reachParam('The point that is solved first.'), second: reachParam('The other.') },
  rows: (j, at) => {
    needAxes(j);
    customRows(j, 0, ...heldAt(j.floats[j.params + at.first]));
    customRows(j, 3, ...heldAt(j.floats[j.params + at.second]));
  },
});

type Place = Pick<JointDef, 'bodyA' | 'bodyB' | 'anchor' | 'axis'>;
type Make = (place: Place) => JointDef;

const twoPoints =
  (first: number, second: number): Make =>
  (place) =>
    doublePoint({ ...place, first, second } as Parameters<typeof doublePoint>[0]);

const HALF: Vec3 = [0.3, 0.2, 0.2];

/** Two boxes of 1 kg, half a metre before and behind a hinge about z. */
const rig = (make: Make, sweeps: number) => {
  const world = jointWorld({ gravity: [0, 0, 0], method: 'baumgarte', classicIterations: sweeps });
  const bodyA = addBox(world, [-0.5, 0, 0], 1, HALF);
  const bodyB = addBox(world, [0.5, 0, 0], 1, HALF);
  const joint = createJoint(world, make({ bodyA, bodyB, anchor: [0, 0, 0], axis: [0, 0, 1] }));
  return { world, bodyA, bodyB, joint };
};

/** Of a force along y the distance and the turn about z, of a torque about x the turn: both bodies together. */
const A = 2 * (1 + 0.5 ** 2 / ((0.3 ** 2 + 0.2 ** 2) / 3));
const B = 2 / ((0.2 ** 2 + 0.2 ** 2) / 3);
const spacing = (x: number): number => Math.sqrt((x * A) / B);

/** What so many sweeps leave of a shove along y, or about x, that the hinge forbids. */
const shove = (make: Make, sweeps: number, speed: { linear?: number; angular?: number }) => {
  const { world, bodyA, bodyB } = rig(make, sweeps);
  const { linear = 0, angular = 0 } = speed;
  updateBody(world, bodyB, { linearVelocity: [0, linear, 0], angularVelocity: [angular, 0, 0] });
  stepWorld(world, DT);
  const anchorSpeed = (body: BodyHandle, lever: number): number =>
    linearVelocity(world, body)[1] + lever * angularVelocity(world, body)[2];
  return {
    linear: Math.abs(anchorSpeed(bodyB, -0.5) - anchorSpeed(bodyA, 0.5)),
    angular: Math.abs(angularVelocity(world, bodyB)[0] - angularVelocity(world, bodyA)[0]),
  };
};

/** What one more sweep leaves of the rest. */
const rateOf = (make: Make): number =>
  shove(make, 4, { angular: 1 }).angular / shove(make, 3, { angular: 1 }).angular;

describe('§3.2.2 double point hinge', () => {
  it('leaves the turn about its axis free and forbids all else', () => {
    const { world, bodyA, bodyB, joint } = rig(twoPoints(0.4, -0.4), 300);
    updateBody(world, bodyB, { linearVelocity: [0.3, 0.5, -0.2], angularVelocity: [0.7, 2, 1] });
    stepWorld(world, DT);
    // The bodies turn by a fiftieth in the step, and the rows with them.
    for (const { speed } of jointRows(world, joint)) expect(Math.abs(speed)).toBeLessThan(5e-3);
    const turn = sub(angularVelocity(world, bodyB), angularVelocity(world, bodyA));
    expect(Math.hypot(turn[0], turn[1])).toBeLessThan(5e-3);
    expect(Math.abs(turn[2])).toBeGreaterThan(0.1);
  });

  it('finds back from more than 90°', () => {
    const { world, bodyB, joint } = rig(twoPoints(0.5, -0.5), 25);
    updateBody(world, bodyB, { rotation: [Math.sin(1), 0, 0, Math.cos(1)], position: [0.5, 0.05, 0] });
    for (let i = 0; i < 240; i++) stepWorld(world, DT);
    expect(Math.max(...jointRows(world, joint).map(({ error }) => Math.abs(error)))).toBeLessThan(1e-3);
  });

  it.each([0.01, 0.1, 0.5, 2, 10, 100])(
    'converges slowly: with x = %d a sweep leaves ((1 - x) / (1 + x))², where a hinge is solved in one',
    (x) => {
      const s = spacing(x);
      expect(off(rateOf(twoPoints(s, -s)), ((1 - x) / (1 + x)) ** 2)).toBeLessThan(1e-4);
      const left = shove(hinge, 1, { linear: 1, angular: 1 });
      expect(Math.max(left.linear, left.angular)).toBeLessThan(1e-4);
    },
  );

  it('because what the first point repairs, the second breaks again', () => {
    const { world, bodyB, joint } = rig(twoPoints(0.2, -0.2), 1);
    updateBody(world, bodyB, { linearVelocity: [0, 1, 0] });
    stepWorld(world, DT);
    const speeds = jointRows(world, joint).map(({ speed }) => Math.abs(speed));
    expect(Math.max(...speeds.slice(3))).toBeLessThan(5e-3);
    expect(Math.max(...speeds.slice(0, 3))).toBeGreaterThan(0.1);
  });

  describe('errors of place go faster the closer the points are, and the angle is held worse', () => {
    const close = [1 / 3, 0.1, 0.01, 0.001];
    const left = close.map((x) => {
      const make = twoPoints(spacing(x), -spacing(x));
      return [shove(make, 1, { linear: 1 }).linear, shove(make, 1, { angular: 1 }).angular];
    });

    it('by the formulas above', () => {
      close.forEach((x, i) => {
        expect(left[i][0]).toBeCloseTo((x * (1 - x)) / (1 + x) ** 2, 4);
        expect(left[i][1]).toBeCloseTo((1 - x) / (1 + x) ** 2, 4);
      });
    });

    it('in this order', () => {
      expect(left.map(([linear]) => linear)).toEqual(left.map(([linear]) => linear).sort((p, q) => q - p));
      expect(left.map(([, turn]) => turn)).toEqual(left.map(([, turn]) => turn).sort((p, q) => p - q));
    });
  });

  describe('errors of angle go faster the farther the points are, and the place is held worse', () => {
    const far = [3, 10, 100, 1000];
    const left = far.map((x) => {
      const make = twoPoints(spacing(x), -spacing(x));
      return [shove(make, 1, { linear: 1 }).linear, shove(make, 1, { angular: 1 }).angular];
    });

    it('by the formulas above', () => {
      far.forEach((x, i) => {
        expect(left[i][0]).toBeCloseTo((x * (x - 1)) / (1 + x) ** 2, 4);
        expect(left[i][1]).toBeCloseTo((x - 1) / (1 + x) ** 2, 4);
      });
    });

    it('in this order', () => {
      expect(left.map(([linear]) => linear)).toEqual(left.map(([linear]) => linear).sort((p, q) => p - q));
      expect(left.map(([, turn]) => turn)).toEqual(left.map(([, turn]) => turn).sort((p, q) => q - p));
    });
  });

  it('hanging chains curve towards the point that is solved first, as the other is held better', () => {
    const end = (make: Make): number => {
      const world = jointWorld({ method: 'baumgarte', classicIterations: 25 });
      let last: { bodyA?: BodyHandle } = {};
      let lowest: BodyHandle | undefined;
      for (let i = 0; i < 8; i++) {
        lowest = addBox(world, [0, -0.5 * (i + 0.5), 0], 1, [0.05, 0.2, 0.1]);
        createJoint(world, make({ ...last, bodyB: lowest, anchor: [0, -0.5 * i, 0], axis: [0, 0, 1] }));
        last = { bodyA: lowest };
      }
      run(world, 4);
      return bodyPosition(world, lowest as BodyHandle)[2];
    };
    const aside = end(twoPoints(0.1, -0.1));
    expect(aside).toBeGreaterThan(0.05);
    expect(end(twoPoints(-0.1, 0.1))).toBeCloseTo(-aside, 9);
    expect(Math.abs(end(hinge))).toBeLessThan(1e-9);
  });

  it.each([0.1, 1, 2, 4, 10, 100])(
    'with one point at the centre of mass: with x = %d a sweep leaves 1 / (1 + 4x)',
    (x) => {
      expect(off(rateOf(twoPoints(2 * spacing(x), 0)), 1 / (1 + 4 * x))).toBeLessThan(1e-4);
    },
  );

  // The text says so of all points. It holds where bs² > 2a: 1 / (1 + 4x) < ((1 - x) / (1 + x))² means x > 2. Closer ones are better symmetric.
  it('which is better than symmetric ones that are far apart, and not than close ones', () => {
    const better = (x: number): boolean =>
      rateOf(twoPoints(2 * spacing(x), 0)) < rateOf(twoPoints(spacing(x), -spacing(x)));
    expect([0.1, 0.5, 1.5, 1.9].map(better)).toEqual([false, false, false, false]);
    expect([2.1, 4, 10, 100].map(better)).toEqual([true, true, true, true]);
  });

  it('and holds the place at once, as the hinge of §3.2.1 does: the other point is left with the angle', () => {
    const left = shove(twoPoints(2, 0), 1, { linear: 1 });
    expect(left.linear).toBeLessThan(1e-4);
    expect(left.angular).toBeGreaterThan(0.01);
  });
});
