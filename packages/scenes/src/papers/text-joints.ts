import { defineJoint, type JointDef, type Vec3 } from '@tenon/physics-core';
import {
  COORDINATE,
  customRows,
  D,
  frame,
  GRADIENT,
  needAxes,
  pointRows,
  RA,
  RB,
  type RowDef,
  setFloats,
  XA,
  XB,
  YA,
  YB,
  ZA,
  ZB,
} from '@tenon/physics-core/parts';

/**
 * Joints of Tamis 2015 in the text's own form, which the engine does not use, as a game writes joints of its own. Each is
 * defined when a scene first needs it: a joint type is there for good, and other programs that use scenes need none of them.
 */

type Make = (def: Partial<JointDef>) => JointDef;

const once = (make: () => unknown): (() => Make) => {
  let made: Make | undefined;
  return () => {
    made ??= make() as Make;
    return made;
  };
};

const none: Vec3 = [0, 0, 0];
const at = (place: number): Vec3 => [frame[place], frame[place + 1], frame[place + 2]];
const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const plus = (a: Vec3, b: Vec3, s: number): Vec3 => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
const minus = (a: Vec3): Vec3 => [-a[0], -a[1], -a[2]];

/** §3.2.1: with f the hinge axis of A and d, e across that of B, C = [f·d, f·e] and J on B = [d × f, e × f]. */
export const dotHinge = once(() =>
  defineJoint({
    type: 'dot-product-hinge',
    about: 'A hinge of dot products, Tamis 2015 §3.2.1.',
    slots: ['point x', 'point y', 'point z', 'dot d', 'dot e'],
    rows: (j) => {
      needAxes(j);
      pointRows(j, 0);
      const f = at(XA);
      const row = (d: Vec3): RowDef => ({
        error: dot(f, d),
        linearA: none,
        angularA: cross(f, d),
        linearB: none,
        angularB: cross(d, f),
      });
      customRows(j, 3, row(at(YB)), row(at(ZB)));
    },
  }),
);

/** m. Half the distance of the two points of the double-point hinge. */
const REACH = 0.5;

const worldAxes: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** A point of the axis, `reach` from the anchor, held as a ball joint holds its own. */
const heldAt = (reach: number): RowDef[] => {
  const [a, b] = [at(XA), at(XB)];
  const rA = plus(at(RA), a, reach);
  const rB = plus(at(RB), b, reach);
  const d = plus(plus(at(D), b, reach), a, -reach);
  return worldAxes.map((e) => ({
    error: dot(d, e),
    linearA: minus(e),
    angularA: minus(cross(rA, e)),
    linearB: e,
    angularB: cross(rB, e),
  }));
};

/** §3.2.2: two points of the axis. */
export const twoPointHinge = once(() =>
  defineJoint({
    type: 'two-point-hinge',
    about: 'A hinge of two points on its axis, Tamis 2015 §3.2.2.',
    slots: ['first x', 'first y', 'first z', 'second x', 'second y', 'second z'],
    rows: (j) => {
      needAxes(j);
      customRows(j, 0, ...heldAt(-REACH));
      customRows(j, 3, ...heldAt(REACH));
    },
  }),
);

/** §3.2.8: θ = atan2(bA·aB, aA·aB) with J = [-cA, cA], whatever the direction of aB. */
export const angularLimit = once(() =>
  defineJoint({
    type: 'angular-limit',
    about: 'The angular limit of Tamis 2015 §3.2.8.',
    slots: [],
    coordinates: {
      angle: {
        unit: 'rad',
        about: 'Rotation about the third axis of A.',
        write: () => {
          const a = at(XB);
          frame[COORDINATE] = Math.atan2(dot(at(YA), a), dot(at(XA), a));
          const c = at(ZA);
          setFloats(frame, [...none, ...minus(c), ...none, ...c], GRADIENT);
        },
      },
    },
    rows: (j) => needAxes(j),
  }),
);
