import { describe, expect, it } from 'vitest';
import {
  bodyRotation,
  createBody,
  createJoint,
  createWorld,
  defineJoint,
  hinge,
  type JointDef,
  jointCoordinate,
  type Quat,
  stepWorld,
  updateBody,
  type Vec3,
  wedge,
} from '../../src/index.js';
import { readVec3 } from '../../src/math/columns.js';
import { multiply, rotate } from '../../src/math/quat.js';
import { add, cross, dot, length, scale, sub } from '../../src/math/vec3.js';
import {
  COORDINATE,
  customRows,
  frame,
  GRADIENT,
  needAxes,
  pointRows,
  setFloats,
  XA,
  XB,
  YA,
  YB,
  ZA,
  ZB,
} from '../../src/parts.js';
import { about } from '../api/context.js';
import { DT } from './context.js';

/** Two formulations of Tamis 2015 in the text's own form, with the failures that the text states, beside what is used. */

const none: Vec3 = [0, 0, 0];
const X: Vec3 = [1, 0, 0];
const Y: Vec3 = [0, 1, 0];
const Z: Vec3 = [0, 0, 1];

/** §3.2.1: with f the hinge axis of A and d, e across that of B, C = [f·d, f·e] and J on B = [d × f, e × f]. */
const dotHinge = defineJoint({
  type: 'test dot product hinge',
  about: 'Tamis 2015 §3.2.1',
  slots: ['point x', 'point y', 'point z', 'dot d', 'dot e'],
  rows: (j) => {
    needAxes(j);
    pointRows(j, 0);
    const f = readVec3(frame, XA);
    const row = (d: Vec3) => ({
      error: dot(f, d),
      linearA: none,
      angularA: cross(f, d),
      linearB: none,
      angularB: cross(d, f),
    });
    customRows(j, 3, row(readVec3(frame, YB)), row(readVec3(frame, ZB)));
  },
});

const angleBetween = (a: Vec3, b: Vec3): number => 2 * Math.atan2(length(sub(a, b)), length(add(a, b)));
const DEGREE = Math.PI / 180;

/** The tilt between the hinge axes in each step, degrees, from a start in which B is tilted about z. */
const tilts = (make: (def: Pick<JointDef, 'bodyB' | 'axis'>) => JointDef, start: number): number[] => {
  const world = createWorld({ gravity: [0, 0, 0], sleeping: false });
  const bodyB = createBody(world, { massProperties: { mass: 1, inertia: [0.3, 0.4, 0.5] } });
  createJoint(world, make({ bodyB, axis: X }));
  updateBody(world, bodyB, { rotation: about(Z, start * DEGREE) });
  return Array.from({ length: 120 }, () => {
    stepWorld(world, DT);
    return angleBetween(X, rotate(bodyRotation(world, bodyB), X)) / DEGREE;
  });
};

describe('Tamis 2015 §3.2.1, the hinge of dot products', () => {
  it.each([10, 45, 80, 89])('comes back from %d°, as the real hinge does', (start) => {
    expect(tilts(dotHinge, start)[119]).toBeLessThan(0.1);
    expect(tilts(hinge, start)[119]).toBeLessThan(0.1);
  });

  it.each([91, 100, 135, 170])(
    'beyond 90° it ends upside down: from %d°. The real hinge comes back',
    (start) => {
      expect(tilts(dotHinge, start)[119]).toBeGreaterThan(179.9);
      expect(tilts(hinge, start)[119]).toBeLessThan(0.1);
    },
  );

  it('upside down it sees no error; the real hinge comes back from there, too', () => {
    expect(tilts(dotHinge, 180)[119]).toBeGreaterThan(179.9);
    expect(tilts(hinge, 180)[119]).toBeLessThan(0.1);
  });

  it('for small tilts both are the same rows: the way back is equal', () => {
    const [dots, angles] = [tilts(dotHinge, 1), tilts(hinge, 1)];
    for (const [i, tilt] of dots.entries()) expect(Math.abs(tilt - angles[i])).toBeLessThan(1e-3);
  });
});

/** §3.2.8: θ = atan2(bA·aB, aA·aB) with J = [-cA, cA], whatever the direction of aB. */
const angularLimit = defineJoint({
  type: 'test angular limit',
  about: 'Tamis 2015 §3.2.8',
  slots: [],
  coordinates: {
    angle: {
      unit: 'rad',
      about: 'Rotation about the third axis of A.',
      write: () => {
        const a = readVec3(frame, XB);
        frame[COORDINATE] = Math.atan2(dot(readVec3(frame, YA), a), dot(readVec3(frame, XA), a));
        const c = readVec3(frame, ZA);
        setFloats(frame, [...none, ...scale(c, -1), ...none, ...c], GRADIENT);
      },
    },
  },
  rows: (j) => needAxes(j),
});
/** Latitude above the plane of aA and bA, and azimuth in it. */
const facing = (azimuth: number, latitude: number): Quat => multiply(about(Z, azimuth), about(Y, -latitude));

/** The angle of the whole rotation from the start to where a limit of ±0.5 rad leaves a free body, rad. */
const correction = (
  make: (def: Record<string, unknown>) => JointDef,
  azimuth: number,
  latitude: number,
): { turned: number; azimuth: number } => {
  const world = createWorld({ gravity: [0, 0, 0], sleeping: false });
  const bodyB = createBody(world, { massProperties: { mass: 1, inertia: [0.4, 0.4, 0.4] } });
  const joint = createJoint(world, make({ bodyB, axis: X, secondAxis: Y, limits: [-0.5, 0.5] }));
  const start = facing(azimuth, latitude);
  updateBody(world, bodyB, { rotation: start });
  for (let i = 0; i < 120; i++) stepWorld(world, DT);
  const end = bodyRotation(world, bodyB);
  const w = Math.abs(dot4(start, end));
  return { turned: 2 * Math.acos(Math.min(w, 1)), azimuth: jointCoordinate(world, joint).value };
};

const dot4 = (a: Quat, b: Quat): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];

describe('Tamis 2015 §3.2.8, the angular limit in the form of the text', () => {
  it('in the plane it limits as the wedge does', () => {
    for (const make of [angularLimit, wedge] as const) {
      const { turned, azimuth } = correction(make as never, 0.9, 0);
      expect(azimuth).toBeCloseTo(0.5, 3);
      expect(turned).toBeCloseTo(0.4, 3);
    }
  });

  it('out of the plane it does not take the shortest way; the wedge does', () => {
    for (const latitude of [0.5, 1, 1.4]) {
      const text = correction(angularLimit as never, 0.9, latitude);
      const used = correction(wedge as never, 0.9, latitude);
      expect(text.azimuth).toBeCloseTo(0.5, 3);
      expect(used.azimuth).toBeCloseTo(0.5, 2);
      // The text turns about its axis by the whole azimuth; the distance of the great circle is less.
      expect(text.turned).toBeCloseTo(0.4, 3);
      expect(used.turned).toBeCloseTo(Math.asin(Math.sin(0.4) * Math.cos(latitude)), 2);
    }
  });

  it('its J is not the derivative of θ out of the plane, and grows useless towards the axis', () => {
    const rate = (latitude: number): { angle: number; stated: number } => {
      const world = createWorld({ gravity: [0, 0, 0], sleeping: false });
      const bodyB = createBody(world, { massProperties: { mass: 1, inertia: [0.4, 0.4, 0.4] } });
      const joint = createJoint(world, angularLimit({ bodyB, axis: X, secondAxis: Y } as never));
      // About x, the direction of aB's shadow: the azimuth moves by tan(latitude), and cA·ω is 0.
      updateBody(world, bodyB, { rotation: facing(0, latitude), angularVelocity: [1, 0, 0] });
      const stated = jointCoordinate(world, joint).rate;
      const h = 1e-6;
      updateBody(world, bodyB, { rotation: multiply(about(X, h), facing(0, latitude)) });
      return { angle: jointCoordinate(world, joint).value / h, stated };
    };
    // At 89° an error of a thousandth of a degree in B's orientation is one of a twentieth of a degree in θ.
    for (const latitude of [0.5, 1.2, 89 * DEGREE]) {
      const { angle, stated } = rate(latitude);
      expect(Math.abs(stated)).toBeLessThan(1e-12);
      expect(Math.abs(angle) / Math.tan(latitude)).toBeCloseTo(1, 3);
    }
  });
});
