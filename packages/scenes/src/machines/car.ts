import {
  type BodyHandle,
  box,
  capsule,
  createJoint,
  type JointHandle,
  sphere,
  type Vec3,
  type World,
  wheel,
} from '@tenon/physics-core';
import { createRandom } from '../random.js';
import { ALONG_X, about, compose } from '../rotations.js';
import { defineScene, inDegrees } from '../scene.js';
import { addFloor, addSolid } from '../solids.js';

/** Balloon tyres: a ball rolls evenly, a hull of many sides loses grip at every corner. */
const RADIUS = 0.35;
/** m from axle to axle, and half the distance of the wheels on one axle. */
const WHEELBASE = 2.4;
const HALF_TRACK = 0.7;
const WHEELS: readonly (readonly [name: string, x: number, z: number])[] = [
  ['frontLeft', WHEELBASE / 2, -HALF_TRACK],
  ['frontRight', WHEELBASE / 2, HALF_TRACK],
  ['rearLeft', -WHEELBASE / 2, -HALF_TRACK],
  ['rearRight', -WHEELBASE / 2, HALF_TRACK],
];
const LOG_RADIUS = 0.3;
const FIELD = 16;

/** Logs of which only a low back shows, all over the field, but not where the car stands. */
const addLogs = (world: World, count: number, height: number): void => {
  const random = createRandom(5);
  for (let i = 0; i < count; i++) {
    const [x, z] = [random.between(4, FIELD + 4), random.between(-FIELD, FIELD)];
    const rotation = compose(about([0, 1, 0], random.between(0, Math.PI)), ALONG_X);
    const position: Vec3 = [i % 2 === 0 ? x : -x, height - LOG_RADIUS, z];
    addSolid(world, capsule(LOG_RADIUS, 0.8), { type: 'static', position, rotation });
  }
};

interface WheelCommand {
  readonly steering?: { readonly motor: { readonly target: number; hertz: number; maxForce: number } };
  readonly spin?: { readonly motor: { readonly speed: number; maxForce: number } };
}

/**
 * Ackermann's rule: in a curve all wheels go round one point on the line of the rear axle, so inner ones are steered more and turn slower.
 * Curvature is 1 / radius of the middle of the rear axle, positive to the left, which is -z.
 */
const steeringOf = (curvature: number, z: number): number =>
  Math.atan((WHEELBASE * curvature) / (1 + z * curvature));
const paceOf = (curvature: number, z: number): number => 1 + z * curvature;

/** What the motors of the car get for a speed, m/s, and a steering angle, rad: changes by the name of the joint. */
export const carCommands = (speed: number, steer: number): Readonly<Record<string, WheelCommand>> => {
  const curvature = Math.tan(steer) / WHEELBASE;
  return Object.fromEntries(
    WHEELS.map(([name, x, z]) => [
      name,
      x > 0
        ? { steering: { motor: { target: steeringOf(curvature, z), hertz: 5, maxForce: 1000 } } }
        : { spin: { motor: { speed: (speed / RADIUS) * paceOf(curvature, z), maxForce: 400 } } },
    ]),
  );
};

/** Drives along x; left is -z. Rear wheels have the motor, front wheels the steering. */
export const car = defineScene({
  id: 'car',
  title: 'Car',
  group: 'machines',
  description: 'Four wheels with suspension on bumpy ground: the rear ones are driven, the front ones steer.',
  watch:
    'The springs take the bumps, and the car follows its front wheels. Without steering it goes straight.',
  camera: { target: [0, 0.5, -5], distance: 26, yaw: 0.5, pitch: 0.45 },
  // A CCD sweep stops a fast wheel at a log but not the car, and pulls the joint apart by centimetres.
  settings: { sleeping: false, continuous: false },
  params: {
    speed: { title: 'Speed', unit: 'm/s', default: 6, min: -10, max: 15, step: 0.5 },
    steer: inDegrees({ title: 'Steering', unit: '°', default: 15, min: -35, max: 35, step: 1 }),
    logs: { title: 'Logs', unit: '1', default: 40, min: 0, max: 100, step: 1 },
    bump: { title: 'Height of the logs', unit: 'm', default: 0.08, min: 0, max: 0.2, step: 0.01 },
    hertz: { title: 'Suspension', unit: 'Hz', default: 6, min: 4, max: 15, step: 0.5 },
  },
  build: (world, { speed, steer, logs, bump, hertz }) => {
    const floor = addFloor(world, { friction: 1 });
    addLogs(world, logs, bump);
    const chassis = addSolid(world, box(1.6, 0.2, 0.5), { position: [0, 0.75, 0], mass: 800 });
    const commands = carCommands(speed, steer);
    const bodies: Record<string, BodyHandle> = { floor, chassis };
    const joints: Record<string, JointHandle> = {};
    for (const [name, x, z] of WHEELS) {
      const front = x > 0;
      const tyre = addSolid(world, sphere(RADIUS), { position: [x, RADIUS, z], mass: 25 }, { friction: 1 });
      bodies[name] = tyre;
      joints[name] = createJoint(
        world,
        wheel({
          bodyA: chassis,
          bodyB: tyre,
          // About -z a positive spin rolls along x.
          secondAxis: [0, 0, -1],
          steeringLocked: !front,
          suspension: { limits: [-0.2, 0.2], spring: { hertz, dampingRatio: 0.5, rest: -0.08 } },
          ...commands[name],
        }),
      );
    }
    return { bodies, joints };
  },
});
