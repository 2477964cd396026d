import type * as Rapier from '@dimforge/rapier3d-compat';
import {
  allJoints,
  type BodyHandle,
  type Controls,
  type FrameDef,
  type JointDef,
  jointDef,
  type MotorControl,
  type World,
} from '@tenon/physics-core';
import type { RapierModule } from './adapter.js';

/**
 * Builds the joints of a Tenon world in its Rapier copy: ball, hinge and slider, with the limits and motors of the latter two. What
 * Rapier does not have is an error.
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
    const joint = copy.createImpulseJoint(jointData(rapier, def), twinOf(def.bodyA), twinOf(def.bodyB), true);
    joint.setContactsEnabled(def.collideConnected === true);
    joint.setLocalFrame1(...frameOf(def.frameA));
    joint.setLocalFrame2(...frameOf(def.frameB));
    if (joint instanceof rapier.UnitImpulseJoint) writeControls(rapier, joint, def as Controls);
  }
};

const ORIGIN = { x: 0, y: 0, z: 0 };
const X_AXIS = { x: 1, y: 0, z: 0 };

/** The kind of joint alone: where it sits is written afterwards, frame by frame. */
const jointData = ({ JointData }: RapierModule, { type }: JointDef): Rapier.JointData => {
  switch (type) {
    case 'ball':
      return JointData.spherical(ORIGIN, ORIGIN);
    case 'hinge':
      return JointData.revolute(ORIGIN, ORIGIN, X_AXIS);
    case 'slider':
      return JointData.prismatic(ORIGIN, ORIGIN, X_AXIS);
    default:
      throw new Error(`The Rapier adapter knows no joint of type '${type}'`);
  }
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
  const { spring, friction = 0, limitSpring, limitRestitution = 0, motor } = def as Controls;
  const soft = hertz > 0 || (spring?.hertz ?? 0) > 0 || (limitSpring?.hertz ?? 0) > 0;
  const breaks = breakForce < Infinity || breakTorque < Infinity;
  if (soft || breaks || !enabled || friction > 0 || limitRestitution > 0 || motor?.mode === 'effort') {
    throw new Error('The Rapier adapter knows no soft, breaking, braked or bouncing joints');
  }
};

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
