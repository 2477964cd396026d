import type * as Rapier from '@dimforge/rapier3d-compat';
import {
  allJoints,
  type BodyHandle,
  bodyMass,
  bodyType,
  type Controls,
  type FrameDef,
  type JointDef,
  jointDef,
  type MotorControl,
  type World,
} from '@tenon/physics-core';
import type { RapierModule } from './adapter.js';

/**
 * Builds the joints of a Tenon world in its Rapier copy: fixed, ball, hinge, slider, six-dof and swing-twist, with the limits and motors
 * of the latter four, ropes and springs. What Rapier does not have is an error.
 */
export const mirrorJoints = (
  rapier: RapierModule,
  copy: Rapier.World,
  world: World,
  twins: ReadonlyMap<BodyHandle, Rapier.RigidBody>,
): void => {
  let ground: Rapier.RigidBody | undefined;
  const twinOf = (body: BodyHandle | undefined): Rapier.RigidBody => {
    const twin = body === undefined ? ground : twins.get(body);
    if (twin) return twin;
    // Tenon's joints to the world hang on a body at the origin that is not listed.
    ground = copy.createRigidBody(rapier.RigidBodyDesc.fixed());
    return ground;
  };
  for (const handle of allJoints(world)) {
    const def = jointDef(world, handle);
    refuseUnknown(def);
    const joint = copy.createImpulseJoint(
      jointData(rapier, world, def),
      twinOf(def.bodyA),
      twinOf(def.bodyB),
      true,
    );
    joint.setContactsEnabled(def.collideConnected === true);
    joint.setLocalFrame1(...frameOf(def.frameA));
    joint.setLocalFrame2(...frameOf(def.frameB));
    if (joint instanceof rapier.UnitImpulseJoint) writeControls(rapier, joint, def as Controls);
    if (def.type === 'six-dof' || def.type === 'swing-twist') {
      for (const [name, axis] of coordinateAxes(rapier)) {
        const controls = def[name] as Controls | undefined;
        if (controls) writeControls(rapier, axisOfJoint(rapier, copy, joint, axis), controls);
      }
    }
  }
};

/** The coordinates of a six-dof or swing-twist joint. More than one free angle is not the same in both: Rapier limits each by itself. */
const coordinateAxes = ({ JointAxis }: RapierModule): readonly (readonly [string, Rapier.JointAxis])[] => [
  ['translationX', JointAxis.LinX],
  ['translationY', JointAxis.LinY],
  ['translationZ', JointAxis.LinZ],
  ['twist', JointAxis.AngX],
  ['swingY', JointAxis.AngY],
  ['swingZ', JointAxis.AngZ],
];

/**
 * Rapier 0.21 has limits and motors on every axis of a generic joint, but its JavaScript class for them, GenericImpulseJoint, has no methods. Those
 * of a joint with one free axis do it on whichever axis it names.
 */
const axisOfJoint = (
  rapier: RapierModule,
  copy: Rapier.World,
  { handle }: Rapier.ImpulseJoint,
  axis: Rapier.JointAxis,
): Rapier.UnitImpulseJoint => {
  class AxisOfJoint extends rapier.UnitImpulseJoint {
    override rawAxis = (): number => axis;
  }
  return new AxisOfJoint(copy.impulseJoints.raw, copy.bodies, handle);
};

const ORIGIN = { x: 0, y: 0, z: 0 };
const X_AXIS = { x: 1, y: 0, z: 0 };
const UNTURNED = { ...ORIGIN, w: 1 };

/** The kind of joint alone: where it sits is written afterwards, frame by frame. */
const jointData = (rapier: RapierModule, world: World, def: JointDef): Rapier.JointData => {
  const { JointData } = rapier;
  switch (def.type) {
    case 'fixed':
      return JointData.fixed(ORIGIN, UNTURNED, ORIGIN, UNTURNED);
    case 'ball':
      return JointData.spherical(ORIGIN, ORIGIN);
    case 'hinge':
      return JointData.revolute(ORIGIN, ORIGIN, X_AXIS);
    case 'slider':
      return JointData.prismatic(ORIGIN, ORIGIN, X_AXIS);
    case 'six-dof':
      return JointData.generic(ORIGIN, ORIGIN, X_AXIS, lockedAxes(rapier, def));
    case 'swing-twist': {
      const { LinX, LinY, LinZ } = rapier.JointAxesMask;
      return JointData.generic(ORIGIN, ORIGIN, X_AXIS, LinX | LinY | LinZ);
    }
    case 'distance':
      return distanceData(rapier, world, def);
    default:
      throw new Error(`The Rapier adapter knows no joint of type '${def.type}'`);
  }
};

const lockedAxes = ({ JointAxesMask }: RapierModule, def: JointDef): number => {
  const { LinX, LinY, LinZ, AngX, AngY, AngZ } = JointAxesMask;
  const axes = { x: LinX, y: LinY, z: LinZ, rotationX: AngX, rotationY: AngY, rotationZ: AngZ };
  return Object.entries(axes).reduce((mask, [name, bit]) => (def[name] === 'free' ? mask : mask | bit), 0);
};

/** A rope, or a soft rod as a spring. Rapier's spring is given by its stiffness k = m ω², with m the mass that the row moves. */
const distanceData = ({ JointData }: RapierModule, world: World, def: JointDef): Rapier.JointData => {
  const { mode, length, hertz = 0, dampingRatio = 0 } = def as JointDef & { mode: string; length: number };
  if (mode === 'rope' && hertz === 0) return JointData.rope(length, ORIGIN, ORIGIN);
  if (mode !== 'rod' || hertz === 0)
    throw new Error(`The Rapier adapter knows no distance joint that is a ${mode}`);
  const omega = 2 * Math.PI * hertz;
  const mass = 1 / (inverseMass(world, def.bodyA, def.frameA) + inverseMass(world, def.bodyB, def.frameB));
  return JointData.spring(length, mass * omega * omega, 2 * dampingRatio * mass * omega, ORIGIN, ORIGIN);
};

/** Of a body that is held at its centre of mass, so that the spring does not turn it. */
const inverseMass = (world: World, body: BodyHandle | undefined, frame: FrameDef | undefined): number => {
  if (body === undefined || bodyType(world, body) !== 'dynamic') return 0;
  const { mass, centre } = bodyMass(world, body);
  const anchor = frame?.position ?? [0, 0, 0];
  if (anchor.some((x, i) => x !== centre[i]))
    throw new Error('The Rapier adapter knows springs at centres of mass only');
  return 1 / mass;
};

const frameOf = (frame: FrameDef | undefined): [Rapier.Vector, Rapier.Rotation] => {
  const [x, y, z] = frame?.position ?? [0, 0, 0];
  const [i, j, k, w] = frame?.rotation ?? [0, 0, 0, 1];
  return [
    { x, y, z },
    { x: i, y: j, z: k, w },
  ];
};

const refuseUnknown = (def: JointDef): void => {
  const { hertz = 0, breakForce = Infinity, breakTorque = Infinity, enabled = true } = def;
  const soft = hertz > 0 && def.type !== 'distance';
  const breaks = breakForce < Infinity || breakTorque < Infinity;
  const isTurned = def.motorMode !== undefined && def.motorMode !== 'off';
  const controls = [def, ...Object.values(def)].filter(
    (value) => typeof value === 'object' && value !== null,
  );
  if (soft || breaks || isTurned || !enabled || controls.some((value) => isUnknown(value as Controls))) {
    throw new Error(
      'The Rapier adapter knows no soft, breaking, braked or bouncing joints, and no motors about three axes',
    );
  }
};

/** Controls that Rapier does not have, of the joint itself or of one of its coordinates. */
const isUnknown = ({ spring, friction = 0, limitSpring, limitRestitution = 0, motor }: Controls): boolean =>
  (spring?.hertz ?? 0) > 0 ||
  (limitSpring?.hertz ?? 0) > 0 ||
  friction > 0 ||
  limitRestitution > 0 ||
  motor?.mode === 'effort';

const writeControls = (rapier: RapierModule, joint: Rapier.UnitImpulseJoint, def: Controls): void => {
  const [lower, upper] = def.limits ?? [-Infinity, Infinity];
  if (lower > -Infinity || upper < Infinity) joint.setLimits(lower, upper);
  if (def.motor && def.motor.mode !== 'off') writeMotor(rapier, joint, def.motor);
};

/** Rapier's speed motor is a damper, s⁻¹: this much leaves no room for the load in single precision. */
const STIFF_DAMPER = 1e6;

const writeMotor = (
  rapier: RapierModule,
  joint: Rapier.UnitImpulseJoint,
  { mode, speed = 0, target = 0, hertz = 0, dampingRatio = 0, maxForce = Infinity }: MotorControl,
): void => {
  joint.configureMotorModel(rapier.MotorModel.AccelerationBased);
  if (maxForce < Infinity) joint.setMotorMaxForce(maxForce);
  const omega = 2 * Math.PI * hertz;
  if (mode === 'position') joint.configureMotorPosition(target, omega * omega, 2 * dampingRatio * omega);
  else joint.configureMotorVelocity(speed, STIFF_DAMPER);
};
