import { box, createJoint, motor, sphere } from '@tenon/physics-core';
import { driveJoint, wave } from '../plans.js';
import { about } from '../rotations.js';
import { defineScene } from '../scene.js';
import { addFloor, addSolid } from '../solids.js';

const HEIGHT = 1;
const PERIOD = 6;

/** A platform that follows a path through the air by bounded force and torque, and carries balls. */
export const motorJoint = defineScene({
  id: 'motor-joint',
  title: 'Motor to a pose',
  group: 'joints',
  description: 'A platform follows a pose that goes round in a figure of eight, and carries a load.',
  watch: 'It follows smoothly. With too little force it sags under the load, with less it falls.',
  camera: { target: [0, 1, 0], distance: 7, yaw: 0.5, pitch: 0.4 },
  settings: { sleeping: false },
  params: {
    width: { title: 'Width of the path', unit: 'm', default: 1.2, min: 0, max: 2, step: 0.1 },
    hertz: { title: 'Stiffness', unit: 'Hz', default: 4, min: 0.5, max: 20, step: 0.5 },
    force: { title: 'Largest force', unit: 'N', default: 2000, min: 0, max: 5000, step: 50 },
  },
  build: (world, { width, hertz, force }) => {
    const floor = addFloor(world);
    const platform = addSolid(world, box(0.8, 0.05, 0.8), { position: [0, HEIGHT, 0], mass: 50 });
    const load = [-0.3, 0.3].map((x) =>
      addSolid(world, sphere(0.15), { position: [x, HEIGHT + 0.2, 0], mass: 5 }, { rollingResistance: 0.02 }),
    );
    const follow = createJoint(
      world,
      motor({ bodyB: platform, anchor: [0, HEIGHT, 0], hertz, maxForce: force, maxTorque: force }),
    );
    return {
      bodies: { floor, platform, leftBall: load[0], rightBall: load[1] },
      joints: { follow },
      beforeStep: (now, time) =>
        driveJoint(now, follow, {
          offset: [width * wave(time, PERIOD), 0.4 * wave(time, PERIOD / 2), 0],
          rotation: about([0, 1, 0], 0.8 * wave(time, PERIOD)),
        }),
    };
  },
});
