import { box, createJoint, mouse, sphere } from '@tenon/physics-core';
import { driveJoint, wave } from '../plans.js';
import { defineScene } from '../scene.js';
import { addFloor, addSolid } from '../solids.js';

const PERIOD = 5;

/** What a pointer does: a corner of a box is dragged about. */
export const mouseJoint = defineScene({
  id: 'mouse-joint',
  title: 'Mouse',
  group: 'joints',
  description: 'A spring with a bounded force drags a corner of a box along a circle, through loose balls.',
  watch: 'The box hangs on its corner and follows. With too little force it is only pulled over the floor.',
  camera: { target: [0, 1.2, 0], distance: 7, yaw: 0.4, pitch: 0.3 },
  settings: { sleeping: false },
  params: {
    hertz: { title: 'Stiffness', unit: 'Hz', default: 5, min: 0.5, max: 20, step: 0.5 },
    force: { title: 'Largest force', unit: 'N', default: 1000, min: 0, max: 3000, step: 10 },
    radius: { title: 'Radius of the circle', unit: 'm', default: 1.2, min: 0, max: 2, step: 0.1 },
  },
  build: (world, { hertz, force, radius }) => {
    const floor = addFloor(world);
    const parcel = addSolid(world, box(0.3, 0.3, 0.3), { position: [0, 0.3, 0], mass: 10 });
    const drag = createJoint(
      world,
      mouse({ bodyB: parcel, anchor: [0.3, 0.6, 0.3], hertz, dampingRatio: 0.7, maxForce: force }),
    );
    const balls = Array.from({ length: 8 }, (_, i) => {
      const angle = (i * Math.PI) / 4;
      const position = [1.6 * Math.cos(angle), 0.2, 1.6 * Math.sin(angle)] as const;
      return [`ball${i}`, addSolid(world, sphere(0.2), { position, mass: 1 }, { rollingResistance: 0.01 })];
    });
    return {
      bodies: { floor, parcel, ...Object.fromEntries(balls) },
      joints: { drag },
      beforeStep: (now, time) =>
        driveJoint(now, drag, {
          target: [radius * wave(time, PERIOD), 1.2, radius * wave(time + PERIOD / 4, PERIOD)],
        }),
    };
  },
});
