import {
  applyTorque,
  type BodyDef,
  type BodyHandle,
  bodyRotation,
  createBody,
  type JointHandle,
  jointCoordinates,
  type Quat,
  type Vec3,
  type World,
} from '../../src/index.js';
import { multiply, rotate } from '../../src/math/quat.js';
import { cross } from '../../src/math/vec3.js';
import { about } from '../api/context.js';

/** Directions and turns for the tests of angular limits. */

export const DEGREE = Math.PI / 180;

/** A body without shape: mass, moments of inertia, and where it is. */
export const addTop = (world: World, mass: number, inertia: Vec3, def: BodyDef = {}): BodyHandle =>
  createBody(world, { massProperties: { mass, inertia }, ...def });

/** The swing by `angle` about the axis at `phi` between y and z. */
export const swingBy = (phi: number, angle: number): Quat => about([0, Math.cos(phi), Math.sin(phi)], angle);

/** The turn that puts the x axis to an azimuth about z and a latitude above the x-y plane. */
export const pointTo = (azimuth: number, latitude: number): Quat =>
  multiply(about([0, 0, 1], azimuth), about([0, 1, 0], -latitude));

export const axisOf = (world: World, body: BodyHandle): Vec3 => rotate(bodyRotation(world, body), [1, 0, 0]);

/** Torque of a force that acts at the tip of the body's x axis, 1 m from its centre. */
export const pushTip = (world: World, body: BodyHandle, force: Vec3): void =>
  applyTorque(world, body, cross(axisOf(world, body), force));

export type Range = readonly [lower: number, upper: number];

/** Where the quarter ellipses with these ranges for semi-axes end in the direction `phi`. */
export const edgeAt = (y: Range, z: Range, phi: number): number => {
  const c = Math.cos(phi);
  const s = Math.sin(phi);
  return 1 / Math.hypot(c / (c < 0 ? -y[0] : y[1]), s / (s < 0 ? -z[0] : z[1]));
};

/** Angle and direction of the swing of a swing-twist joint. */
export const swingOf = (world: World, joint: JointHandle): { angle: number; phi: number } => {
  const { swingY, swingZ } = jointCoordinates(world, joint);
  return {
    angle: Math.hypot(swingY.value, swingZ.value),
    phi: Math.atan2(swingZ.value, swingY.value),
  };
};
