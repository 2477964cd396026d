import { describe, expect, it } from 'vitest';
import {
  angularVelocity,
  type BodyHandle,
  createJoint,
  defineJoint,
  hinge,
  type JointDef,
  type JointHandle,
  jointDef,
  stepWorld,
  updateBody,
  updateSettings,
  type Vec3,
  type World,
} from '../../src/index.js';
import { type JointRow, jointRows } from '../../src/inspect.js';
import { readQuat, readVec3 } from '../../src/math/columns.js';
import { add, cross, dot, scale } from '../../src/math/vec3.js';
import {
  customRows,
  frame,
  type JointContext,
  needAxes,
  pointRows,
  Q,
  type RowDef,
  XA,
  XB,
  YA,
  ZA,
} from '../../src/parts.js';
import { addBox, DT, jointWorld } from './context.js';

/**
 * Formulations that Tamis 2015 §3.3 advises against, written as a game would write its own joints, and what he says of each: they are rank
 * deficient. That of §3.2.2, which converges slowly, has its own test: double-point.test.ts.
 */

const none: Vec3 = [0, 0, 0];

/** A purely angular row with the gradients of C for ωA and ωB. */
const angularRow = (error: number, angularA: Vec3, angularB: Vec3): RowDef => ({
  error,
  linearA: none,
  angularA,
  linearB: none,
  angularB,
});

const axesOf = (j: JointContext): [a: Vec3, b: Vec3] => {
  needAxes(j);
  return [readVec3(frame, XA), readVec3(frame, XB)];
};

/** §3.3.1: C = ½ |a × b|². With d = a × b, Ċ = d·((ωA × a) × b + a × (ωB × b)) = ωA·(a × (b × d)) - ωB·(b × (a × d)). */
const crossProductRow = defineJoint({
  type: 'test cross product, one row',
  about: 'Tamis 2015 §3.3.1',
  slots: ['point x', 'point y', 'point z', 'cross'],
  rows: (j) => {
    const [a, b] = axesOf(j);
    const d = cross(a, b);
    pointRows(j, 0);
    const onB = scale(cross(b, cross(a, d)), -1);
    customRows(j, 3, angularRow(0.5 * dot(d, d), cross(a, cross(b, d)), onB));
  },
});

/** §3.3.2: C = a × b, three rows. The row along e: ωA·(a × (b × e)) - ωB·(b × (a × e)). */
const crossProductMatrix = defineJoint({
  type: 'test cross product, three rows',
  about: 'Tamis 2015 §3.3.2',
  slots: ['point x', 'point y', 'point z', 'cross x', 'cross y', 'cross z'],
  rows: (j) => {
    const [a, b] = axesOf(j);
    const d = cross(a, b);
    const along = (e: Vec3): RowDef =>
      angularRow(dot(d, e), cross(a, cross(b, e)), scale(cross(b, cross(a, e)), -1));
    pointRows(j, 0);
    customRows(j, 3, along([1, 0, 0]), along([0, 1, 0]), along([0, 0, 1]));
  },
});

/** §3.3.3: C = w - 1 of the relative quaternion; ẇ = -½ ω·u with u in A's axes. */
const quaternionRow = defineJoint({
  type: 'test quaternion, one row',
  about: 'Tamis 2015 §3.3.3',
  slots: ['point x', 'point y', 'point z', 'w'],
  rows: (j) => {
    needAxes(j);
    const [x, y, z, w] = readQuat(frame, Q);
    const u = add(
      add(scale(readVec3(frame, XA), x), scale(readVec3(frame, YA), y)),
      scale(readVec3(frame, ZA), z),
    );
    pointRows(j, 0);
    customRows(j, 3, angularRow(w - 1, scale(u, 0.5), scale(u, -0.5)));
  },
});

interface Rig {
  readonly world: World;
  readonly joint: JointHandle;
}

/** Two free boxes on a joint about x; B is turned by `tilt` about y, away from where the joint wants it. */
const rig = (
  make: (def: Pick<JointDef, 'bodyA' | 'bodyB'>) => JointDef,
  tilt: number,
  shift: Vec3 = none,
): Rig => {
  const world = jointWorld({ gravity: [0, 0, 0] });
  const a = addBox(world, [-0.5, 0, 0], 1, [0.3, 0.2, 0.2]);
  const b = addBox(world, [0.5, 0, 0], 1, [0.3, 0.2, 0.2]);
  const half = tilt / 2;
  const rotation = [0, Math.sin(half), 0, Math.cos(half)] as const;
  const frames = {
    frameA: { position: [0.5, 0, 0] as Vec3 },
    frameB: { position: add([-0.5, 0, 0], shift), rotation },
  };
  return { world, joint: createJoint(world, { ...make({ bodyA: a, bodyB: b }), ...frames }) };
};

const angular = (rows: readonly JointRow[]): JointRow[] =>
  rows.filter(({ name }) => !name.startsWith('point'));

/** J M⁻¹ Jᵀ of rows between two equal boxes whose inertia is I about every axis but x. */
const kOf = (rows: readonly JointRow[]): number[][] => {
  const response = (row: JointRow, side: 'angularA' | 'angularB'): Vec3 => {
    const [x, y, z] = row[side];
    return [
      x / ((0.2 ** 2 + 0.2 ** 2) / 3),
      y / ((0.3 ** 2 + 0.2 ** 2) / 3),
      z / ((0.3 ** 2 + 0.2 ** 2) / 3),
    ];
  };
  return rows.map((p) =>
    rows.map((q) => dot(p.angularA, response(q, 'angularA')) + dot(p.angularB, response(q, 'angularB'))),
  );
};

const determinant = ([a, b, c]: number[][]): number =>
  dot(a as unknown as Vec3, cross(b as unknown as Vec3, c as unknown as Vec3));

/** What is left after one step of a turn of B about z, which a hinge about x does not allow. */
const spinLeft = (make: Parameters<typeof rig>[0]): number => {
  const { world, joint } = rig(make, 0.05);
  // Of the velocities alone: an articulation would close C as well.
  updateSettings(world, { jointSolver: 'sweeps' });
  const { bodyA, bodyB } = jointDef(world, joint);
  updateBody(world, bodyB as BodyHandle, { angularVelocity: [0, 0, 1] });
  stepWorld(world, DT);
  return angularVelocity(world, bodyB as BodyHandle)[2] - angularVelocity(world, bodyA as BodyHandle)[2];
};

describe('formulations of Tamis 2015 that are not used', () => {
  it.each([
    ['§3.3.1 cross product in one row', crossProductRow],
    ['§3.3.3 quaternion in one row', quaternionRow],
  ])('%s has no Jacobian where it holds, and leaves a forbidden turn alone where it does not', (_, make) => {
    const aligned = rig(make, 0);
    stepWorld(aligned.world, DT);
    const [row] = angular(jointRows(aligned.world, aligned.joint));
    expect(Math.hypot(...row.angularA, ...row.angularB)).toBeLessThan(1e-9);
    expect(row.effectiveMass === 0 || row.effectiveMass > 1e12).toBe(true);

    expect(Math.abs(spinLeft(hinge))).toBeLessThan(0.02);
    expect(spinLeft(make)).toBeGreaterThan(0.3);
  });

  it('§3.3.1 pushes along one axis only: one row cannot take two freedoms', () => {
    const { world, joint } = rig(crossProductRow, 0.3);
    stepWorld(world, DT);
    expect(angular(jointRows(world, joint))).toHaveLength(1);
    const [row] = angular(jointRows(world, joint));
    // Tilted about y, it acts about y and leaves z alone.
    expect(Math.abs(row.angularB[2])).toBeLessThan(1e-9 * Math.abs(row.angularB[1]));
  });

  it('§3.3.2 cross product in three rows: K is singular, a block cannot be inverted', () => {
    for (const tilt of [0, 1e-4]) {
      const { world, joint } = rig(crossProductMatrix, tilt);
      stepWorld(world, DT);
      const k = kOf(angular(jointRows(world, joint)));
      expect(k).toHaveLength(3);
      const size = k[0][0] + k[1][1] + k[2][2];
      expect(Math.abs(determinant(k))).toBeLessThan(1e-6 * size ** 3);
    }
  });
});
