import { box, capsule, createJoint, swingTwist } from '@tenon/physics-core';
import { driveJoint, wave } from '../plans.js';
import { about } from '../rotations.js';
import { defineScene, inDegrees } from '../scene.js';
import { addFixed, addSolid, GHOST } from '../solids.js';

const HEIGHT = 2.2;
const PERIOD = 4;

/** A limp arm that runs along its elliptic limit, and one that a servo moves. */
export const swingTwistJoint = defineScene({
  id: 'swing-twist-joint',
  title: 'Swing and twist',
  group: 'joints',
  description: 'Arms on shoulders: swing within an ellipse, twist within a range. The right arm has a servo.',
  watch: 'The left arm swings far to the side and little to the front. The right one goes where it is told.',
  camera: { target: [0, 1.5, 0], distance: 5, yaw: 0.5, pitch: 0.2 },
  settings: { sleeping: false },
  params: {
    wide: inDegrees({ title: 'Swing to the side', unit: '°', default: 70, min: 5, max: 140, step: 1 }),
    narrow: inDegrees({ title: 'Swing to the front', unit: '°', default: 25, min: 3, max: 140, step: 1 }),
    twist: inDegrees({ title: 'Twist', unit: '°', default: 30, min: 3, max: 170, step: 1 }),
    push: inDegrees({ title: 'Push at the start', unit: '°/s', default: 300, min: 0, max: 700, step: 5 }),
  },
  build: (world, { wide, narrow, twist, push }) => {
    const beam = addFixed(world, box(1, 0.08, 0.08), [0, HEIGHT, 0], GHOST);
    const limits = {
      // Axis down, second axis x: swing about y of the frame goes to the front, about z to the side.
      axis: [0, -1, 0],
      secondAxis: [1, 0, 0],
      swingY: { limits: [-narrow, narrow] },
      swingZ: { limits: [-wide, wide] },
      twist: { limits: [-twist, twist] },
    } as const;
    const arm = box(0.12, 0.5, 0.06);
    const limp = addSolid(
      world,
      arm,
      {
        position: [-0.7, HEIGHT - 0.5, 0],
        angularVelocity: [0.6 * push, push, 0.8 * push],
        linearVelocity: [0.4 * push, 0, -0.3 * push],
        mass: 3,
      },
      GHOST,
    );
    const moved = addSolid(world, capsule(0.08, 0.42), { position: [0.7, HEIGHT - 0.5, 0], mass: 3 }, GHOST);
    const joints = {
      limp: createJoint(world, swingTwist({ ...limits, bodyB: limp, anchor: [-0.7, HEIGHT, 0] })),
      moved: createJoint(
        world,
        swingTwist({
          ...limits,
          bodyB: moved,
          anchor: [0.7, HEIGHT, 0],
          motorTarget: [0, 0, 0, 1],
          motorHertz: 3,
          motorMaxTorque: 100,
        }),
      ),
    };
    return {
      bodies: { beam, limp, moved },
      joints,
      beforeStep: (now, time) =>
        driveJoint(now, joints.moved, { motorTarget: about([0, 0, 1], wide * wave(time, PERIOD)) }),
    };
  },
});
