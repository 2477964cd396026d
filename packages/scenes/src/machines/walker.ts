import {
  type BodyHandle,
  box,
  capsule,
  createJoint,
  hinge,
  type JointHandle,
  type Vec3,
} from '@tenon/physics-core';
import { driveJoint, rampUp } from '../plans.js';
import { about, add } from '../rotations.js';
import { defineScene } from '../scene.js';
import { addFloor, addSolid, GHOST } from '../solids.js';

/** m: thighs and shins, feet below hips, how far feet are lifted, radius of a foot. */
const BONE = 0.5;
const HEIGHT = 0.85;
const LIFT = 0.1;
const FOOT = 0.06;
/** s, and the part of it for which a foot is on the ground. */
const PERIOD = 0.6;
const DUTY = 0.6;
/** Legs across from each other step together: a trot. */
const LEGS: readonly (readonly [name: string, hip: Vec3, phase: number])[] = [
  ['frontLeft', [0.55, 0, -0.45], 0],
  ['frontRight', [0.55, 0, 0.45], 0.5],
  ['rearLeft', [-0.55, 0, -0.45], 0.5],
  ['rearRight', [-0.55, 0, 0.45], 0],
];
const Z: Vec3 = [0, 0, 1];

/** Where a foot is to be: how far before its hip, and how far below. */
const footAt = (time: number, phase: number, stride: number): readonly [x: number, y: number] => {
  const u = (time / PERIOD + phase) % 1;
  if (u < DUTY) return [stride * (0.5 - u / DUTY), HEIGHT];
  // A cubic that leaves the ground and comes back with the speed of the feet that stand.
  const v = (u - DUTY) / (1 - DUTY);
  const slope = (-stride * (1 - DUTY)) / DUTY;
  const x = stride * (v * v * (3 - 2 * v) - 0.5) + slope * v * (1 - v) * (1 - 2 * v);
  return [x, HEIGHT - LIFT * rampUp(time) * Math.sin(Math.PI * v) ** 2];
};

/**
 * Angles of hip and knee for that. Two bones of length L with a knee bent by k reach d = 2 L cos(k/2), in the direction hip + k/2. The
 * knee is in front.
 */
const anglesAt = (time: number, phase: number, stride: number): readonly [hip: number, knee: number] => {
  const [x, y] = footAt(time, phase, stride * rampUp(time));
  const knee = -2 * Math.acos(Math.hypot(x, y) / (2 * BONE));
  return [Math.atan2(x, y) - knee / 2, knee];
};

/** End of a bone that hangs from a point, turned by an angle about z. */
const along = (from: Vec3, angle: number, way: number): Vec3 =>
  add(from, [way * Math.sin(angle), -way * Math.cos(angle), 0]);

/** Four light legs with motors carry a heavy body along x. */
export const walker = defineScene({
  id: 'walker',
  title: 'Walker',
  group: 'machines',
  description: 'A body of half a ton on four legs of 2 kg each. Motors in hips and knees follow a trot.',
  watch: 'It walks, and its back stays level. With the joint solver "sweeps" the legs give way.',
  camera: { target: [3, 0.6, 0], distance: 8, yaw: 0.4, pitch: 0.2 },
  settings: { sleeping: false },
  params: {
    load: { title: 'Mass of the body', unit: 'kg', default: 500, min: 50, max: 1000, step: 10 },
    stride: { title: 'Length of a step', unit: 'm', default: 0.2, min: 0, max: 0.3, step: 0.01 },
  },
  build: (world, { load, stride }) => {
    const centre: Vec3 = [0, HEIGHT + FOOT, 0];
    const body = addSolid(world, box(0.7, 0.15, 0.35), { position: centre, mass: load });
    const bodies: Record<string, BodyHandle> = { floor: addFloor(world, { friction: 1 }), body };
    const joints: Record<string, JointHandle> = {};
    for (const [name, place, phase] of LEGS) {
      const [hipAngle, kneeAngle] = anglesAt(0, phase, stride);
      const hip = add(centre, place);
      const knee = along(hip, hipAngle, BONE);
      const turn = hipAngle + kneeAngle;
      const bone = (from: Vec3, angle: number) => ({
        position: along(from, angle, BONE / 2),
        rotation: about(Z, angle),
        mass: 1,
      });
      const thigh = addSolid(world, capsule(0.05, BONE / 2), bone(hip, hipAngle), GHOST);
      const shin = addSolid(world, capsule(FOOT, BONE / 2), bone(knee, turn), { friction: 1 });
      bodies[`${name}Thigh`] = thigh;
      bodies[`${name}Shin`] = shin;
      joints[`${name}Hip`] = createJoint(world, motorised(body, thigh, place, hipAngle));
      joints[`${name}Knee`] = createJoint(world, motorised(thigh, shin, [0, -BONE / 2, 0], kneeAngle));
    }
    return {
      bodies,
      joints,
      beforeStep: (now, time) => {
        for (const [name, , phase] of LEGS) {
          const [hip, knee] = anglesAt(time, phase, stride);
          driveJoint(now, joints[`${name}Hip`], { motor: { target: hip } });
          driveJoint(now, joints[`${name}Knee`], { motor: { target: knee } });
        }
      },
    };
  },
});

/**
 * A hinge about z at the upper end of a bone, with a rigid servo. Without a bound: where contacts act, servos with one are iterated, and
 * with 10,000 N·m, forty times what is needed, legs of 2 kg do not hold 400 kg.
 */
const motorised = (bodyA: BodyHandle, bodyB: BodyHandle, place: Vec3, target: number) => {
  // Turns x, the axis of a hinge, to z.
  const rotation = about([0, 1, 0], -Math.PI / 2);
  return hinge({
    bodyA,
    bodyB,
    frameA: { position: place, rotation },
    frameB: { position: [0, BONE / 2, 0], rotation },
    motor: { mode: 'position', target, hertz: 0, maxForce: Infinity },
  });
};
