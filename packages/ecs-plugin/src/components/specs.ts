import {
  bits,
  choice,
  countOutput,
  entity,
  entityOutput,
  flagOutput,
  number,
  real,
  realOutput,
} from './fields.js';
import { AUTO_MASS, BodyType, CombineRule, Lock, listNames, ShapeKind } from './names.js';

/** Every field of every component but those that joint definitions add: kind, unit, default and meaning. */

const positionSpec = {
  x: real('m', 0, 'Origin of the body. A write teleports the body and wakes it.'),
  y: real('m', 0, ''),
  z: real('m', 0, ''),
} as const;

const rotationSpec = {
  x: real('1', 0, 'Unit quaternion. A write teleports; any length but 0 is made 1.'),
  y: real('1', 0, ''),
  z: real('1', 0, ''),
  w: real('1', 1, 'Its real part.'),
} as const;

const linearVelocitySpec = {
  x: real('m/s', 0, 'Velocity of the centre of mass. A write wakes the body.'),
  y: real('m/s', 0, ''),
  z: real('m/s', 0, ''),
} as const;

const angularVelocitySpec = {
  x: real('rad/s', 0, 'About the world axes. A write wakes the body.'),
  y: real('rad/s', 0, ''),
  z: real('rad/s', 0, ''),
} as const;

const rigidBodySpec = {
  type: choice(BodyType.dynamic, `${listNames(BodyType)}.`),
  mass: real(
    'kg',
    AUTO_MASS,
    'Total mass; inertia still follows the shapes. -1: from the densities of the colliders.',
  ),
  gravityScale: real('1', 1, "Factor on the world's gravity."),
  linearDamping: real('1/s', 0, 'Decay of the velocity.'),
  angularDamping: real('1/s', 0, 'Decay of the angular velocity.'),
  maxLinearSpeed: real('m/s', Number.POSITIVE_INFINITY, 'Cap of the speed.'),
  maxAngularSpeed: real('rad/s', Number.POSITIVE_INFINITY, 'Cap of the angular speed.'),
  locks: choice(0, `World axes that are locked, as bits: ${listNames(Lock)}.`),
  centreX: real('m', 0, 'Centre of mass in the body. Counts when an inertia is given.'),
  centreY: real('m', 0, ''),
  centreZ: real('m', 0, ''),
  inertiaXX: real('kg m²', 0, 'Inertia about the centre, body axes. All 0: from the colliders.'),
  inertiaXY: real('kg m²', 0, ''),
  inertiaXZ: real('kg m²', 0, ''),
  inertiaYY: real('kg m²', 0, ''),
  inertiaYZ: real('kg m²', 0, ''),
  inertiaZZ: real('kg m²', 0, ''),
} as const;

const colliderSpec = {
  body: entity('The entity with the RigidBody it belongs to. 0: its own entity.'),
  shape: choice(ShapeKind.box, `${listNames(ShapeKind)}.`),
  sizeX: real(
    'm',
    0.5,
    'Half extent of a box; radius of a sphere or capsule; radius at the bottom of a cylinder or tapered capsule; normal of a half-space.',
  ),
  sizeY: real(
    'm',
    0.5,
    'Half extent of a box; half length of a capsule; radius at the top of a cylinder or tapered capsule; normal of a half-space.',
  ),
  sizeZ: real(
    'm',
    0.5,
    'Half extent of a box; half length of a cylinder or tapered capsule; normal of a half-space.',
  ),
  sizeW: real('m', 0, 'Rounding of a cylinder, rounded box or rounded hull; offset of a half-space.'),
  hull: number(
    'Points of a hull, as the number that `hullId(points)` gives; mesh or height field, as `surfaceId(shape)` does.',
  ),
  x: real('m', 0, 'Place in the body.'),
  y: real('m', 0, ''),
  z: real('m', 0, ''),
  qx: real('1', 0, 'Rotation in the body.'),
  qy: real('1', 0, ''),
  qz: real('1', 0, ''),
  qw: real('1', 1, 'Its real part.'),
  density: real('kg/m³', 1000, '0 is massless.'),
  friction: real('1', 0.5, 'Coulomb coefficient.'),
  restitution: real('1', 0, 'Part of the approach speed that an impact gives back, 0 to 1.'),
  rollingResistance: real('m', 0, 'Torque per newton of normal force against rolling.'),
  twistResistance: real('m', 0, 'Torque per newton of normal force against spinning.'),
  frictionRule: choice(CombineRule.average, `How two coefficients make one: ${listNames(CombineRule)}.`),
  restitutionRule: choice(CombineRule.average, ''),
  surfaceX: real('m/s', 0, "Velocity of the surface in the collider's frame: a conveyor belt."),
  surfaceY: real('m/s', 0, ''),
  surfaceZ: real('m/s', 0, ''),
  layer: bits('bits', 1, 'Layers it is on.'),
  mask: bits(
    'bits',
    0xffffffff,
    'Layers it touches. Two colliders touch when each is in the mask of the other.',
  ),
  tag: real('', 0, 'A number of yours. Events carry it, also after the entity is gone.'),
} as const;

const poseOf = (make: typeof real, about: string, aboutRotation: string) =>
  ({
    x: make('m', 0, about),
    y: make('m', 0, ''),
    z: make('m', 0, ''),
    qx: make('1', 0, aboutRotation),
    qy: make('1', 0, ''),
    qz: make('1', 0, ''),
    qw: make('1', 1, 'Its real part.'),
  }) as const;

const characterSpec = {
  x: real('m/s', 0, 'Velocity with which it wants to walk.'),
  y: real('m/s', 0, ''),
  z: real('m/s', 0, ''),
  rise: real(
    'm/s',
    0,
    'Speed upwards, on top of that. Gravity takes from it in the air, the ground makes it 0. Write to it to jump.',
  ),
  upX: real('1', 0, 'Which way is up.'),
  upY: real('1', 1, 'Its y.'),
  upZ: real('1', 0, 'Its z.'),
  slopeLimit: real('rad', 0.87, 'The steepest slope that it stands on and walks up.'),
  stepHeight: real('m', 0.3, 'The highest step that it climbs.'),
  snapDistance: real('m', 0.3, 'How far it follows the ground down.'),
  skin: real('m', 0.01, 'The distance that it keeps from everything.'),
  pushForce: real('N', 500, 'The largest force with which it pushes bodies.'),
  mass: real('kg', 70, 'Its weight presses on the dynamic body on which it stands.'),
  grounded: flagOutput('', 0, '1: it stands.'),
  ground: entityOutput('The entity on which it stands. 0: none.'),
  normalX: realOutput('1', 0, 'Normal of the ground; 0 in the air.'),
  normalY: realOutput('1', 0, ''),
  normalZ: realOutput('1', 0, ''),
  ceiling: flagOutput('', 0, '1: it met something overhead.'),
  wall: flagOutput('', 0, '1: it met something beside it.'),
  crushed: flagOutput('', 0, '1: what presses on it leaves no free place, as a lift that comes down.'),
} as const;

/** Of every joint; the parameters of the joint types follow, see joint-fields.ts. */
export const jointSpec = {
  type: number('Joint type: its place in `jointDefinitions()`. A write makes another joint.'),
  bodyA: entity('The reference. 0: the world. A write makes another joint.'),
  bodyB: entity('The body that moves. 0: its own entity. A write makes another joint.'),
  jointA: entity('For joints that couple others: the first of them.'),
  jointB: entity('The second of them.'),
  enabled: choice(1, '0 switches the joint off. A joint that breaks does it by itself.'),
  collideConnected: choice(0, '1: the two bodies may touch each other.'),
  tag: real('', 0, 'A number of yours. Events carry it.'),
  frameAX: real('m', 0, 'Anchor in body A. Filled when the joint is made from anchor and axis.'),
  frameAY: real('m', 0, ''),
  frameAZ: real('m', 0, ''),
  frameAQX: real('1', 0, "Rotation of the joint's frame in body A; its x axis is the joint's axis."),
  frameAQY: real('1', 0, ''),
  frameAQZ: real('1', 0, ''),
  frameAQW: real('1', 1, 'Its real part.'),
  frameBX: real('m', 0, 'Anchor in body B.'),
  frameBY: real('m', 0, ''),
  frameBZ: real('m', 0, ''),
  frameBQX: real('1', 0, "Rotation of the joint's frame in body B."),
  frameBQY: real('1', 0, ''),
  frameBQZ: real('1', 0, ''),
  frameBQW: real('1', 1, 'Its real part.'),
  firstRow: countOutput('', 0, 'Where the rows of the joint lie in the table of the last step.'),
  rowCount: countOutput('', 0, 'How many rows; 0 when it was not solved.'),
} as const;

/** Component by component. Joint is made of `jointSpec` and the joint definitions. */
export const componentSpecs = {
  Position: positionSpec,
  Rotation: rotationSpec,
  LinearVelocity: linearVelocitySpec,
  AngularVelocity: angularVelocitySpec,
  RigidBody: rigidBodySpec,
  Collider: colliderSpec,
  KinematicTarget: poseOf(
    real,
    'Where a kinematic body goes within the frame. It pushes what is in the way.',
    'Its rotation there.',
  ),
  Character: characterSpec,
  RenderTransform: poseOf(
    realOutput as typeof real,
    'Position to draw at: between the last two steps. Written by stepPhysics.',
    'Rotation to draw with.',
  ),
} as const;

export type ComponentName = keyof typeof componentSpecs | 'Joint';
