import { type BodyHandle, bodyMass, type Quat, type Sym3, type Vec3, type World } from '@tenon/physics-core';
import type { Readings } from './cross-check.js';

/** What a closed system of bodies keeps. The centre of mass must be the origin of each body. */
export interface Invariants {
  /** kg m/s. */
  readonly momentum: Vec3;
  /** About the origin of the world, kg m²/s. */
  readonly angularMomentum: Vec3;
  /** J. */
  readonly kineticEnergy: number;
}

export const invariants = (world: World, bodies: readonly BodyHandle[], engine: Readings): Invariants => {
  let momentum: Vec3 = [0, 0, 0];
  let angularMomentum: Vec3 = [0, 0, 0];
  let kineticEnergy = 0;
  for (const body of bodies) {
    const { mass, inertia } = bodyMass(world, body);
    const p = scaled(engine.linearVelocity(body), mass);
    const w = engine.angularVelocity(body);
    const spin = spinOf(engine.rotation(body), inertia, w);
    momentum = sum(momentum, p);
    angularMomentum = sum(angularMomentum, sum(crossed(engine.position(body), p), spin));
    kineticEnergy += (dotted(p, p) / mass + dotted(w, spin)) / 2;
  }
  return { momentum, angularMomentum, kineticEnergy };
};

/** R I Rᵀ ω. */
const spinOf = (q: Quat, [xx, xy, xz, yy, yz, zz]: Sym3, w: Vec3): Vec3 => {
  const [a, b, c] = turned([-q[0], -q[1], -q[2], q[3]], w);
  return turned(q, [xx * a + xy * b + xz * c, xy * a + yy * b + yz * c, xz * a + yz * b + zz * c]);
};

const turned = ([x, y, z, w]: Quat, v: Vec3): Vec3 => {
  const t = scaled(crossed([x, y, z], v), 2);
  return sum(v, sum(scaled(t, w), crossed([x, y, z], t)));
};

const sum = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const scaled = (a: Vec3, s: number): Vec3 => [a[0] * s, a[1] * s, a[2] * s];
export const difference = (a: Vec3, b: Vec3): Vec3 => sum(a, scaled(b, -1));
export const dotted = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const crossed = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const lengthOf = (a: Vec3): number => Math.sqrt(dotted(a, a));
