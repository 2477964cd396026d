import { box, createJoint, hinge } from '@tenon/physics-core';
import { backAndForth, driveJoint } from '../plans.js';
import { defineScene, inDegrees } from '../scene.js';
import { addFixed, addSolid, GHOST } from '../solids.js';

const PERIOD = 4;

/** A gate that a motor opens and shuts against its stops, and a swing door on a spring. */
export const hingeJoint = defineScene({
  id: 'hinge-joint',
  title: 'Hinge',
  group: 'joints',
  description: 'Doors that turn about a vertical axis: one with a motor and stops, one with a spring.',
  watch: 'The driven door goes from stop to stop and not beyond. The other one swings ever less.',
  camera: { target: [0, 1, 0], distance: 5.5, yaw: 0.3, pitch: 0.5 },
  settings: { sleeping: false },
  params: {
    limit: inDegrees({ title: 'Stops', unit: '°', default: 70, min: 5, max: 170, step: 1 }),
    speed: inDegrees({ title: 'Speed of the motor', unit: '°/s', default: 120, min: 5, max: 600, step: 5 }),
    torque: { title: 'Largest torque', unit: 'N·m', default: 200, min: 0, max: 1000, step: 10 },
    hertz: { title: 'Spring of the swing door', unit: 'Hz', default: 0.8, min: 0.1, max: 5, step: 0.1 },
  },
  build: (world, { limit, speed, torque, hertz }) => {
    const posts = {
      leftPost: addFixed(world, box(0.08, 1.1, 0.08), [-1.2, 1.1, 0], GHOST),
      rightPost: addFixed(world, box(0.08, 1.1, 0.08), [1.2, 1.1, 0], GHOST),
    };
    const axis = [0, 1, 0] as const;
    const door = addSolid(world, box(0.5, 0.9, 0.03), { position: [-0.7, 1.1, 0], mass: 20 }, GHOST);
    const swingDoor = addSolid(
      world,
      box(0.5, 0.9, 0.03),
      { position: [0.7, 1.1, 0], mass: 20, angularVelocity: [0, 4, 0], linearVelocity: [0, 0, 2] },
      GHOST,
    );
    const driven = createJoint(
      world,
      hinge({
        bodyB: door,
        anchor: [-1.2, 1.1, 0],
        axis,
        limits: [-limit, limit],
        motor: { speed, maxForce: torque },
      }),
    );
    const sprung = createJoint(
      world,
      hinge({ bodyB: swingDoor, anchor: [1.2, 1.1, 0], axis, spring: { hertz, dampingRatio: 0.1 } }),
    );
    return {
      bodies: { ...posts, door, swingDoor },
      joints: { driven, sprung },
      beforeStep: (now, time) =>
        driveJoint(now, driven, { motor: { speed: speed * backAndForth(time, PERIOD) } }),
    };
  },
});
