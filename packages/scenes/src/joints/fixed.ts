import { type BodyHandle, box, createJoint, fixed, type JointHandle, sphere } from '@tenon/physics-core';
import { defineScene } from '../scene.js';
import { addFixed, addFloor, addSolid } from '../solids.js';

const BLOCKS = 5;
const HALF = 0.25;
const HEIGHT = 2;

/** A beam of welded blocks in a wall. A ball falls on its end. */
export const fixedJoint = defineScene({
  id: 'fixed-joint',
  title: 'Weld',
  group: 'joints',
  description: 'Blocks welded to a beam that sticks out of a wall. A ball falls on its end.',
  watch: 'The beam bends as soft as you set it. If the torque in a weld is too large the beam breaks there.',
  camera: { target: [0.6, 1.5, 0], distance: 7, yaw: 0.3, pitch: 0.2 },
  settings: { sleeping: false },
  params: {
    hertz: {
      title: 'Stiffness of the welds (0 is rigid)',
      unit: 'Hz',
      default: 30,
      min: 0,
      max: 60,
      step: 1,
    },
    ball: { title: 'Mass of the ball', unit: 'kg', default: 20, min: 1, max: 500, step: 1 },
    torque: {
      title: 'Torque that breaks a weld',
      unit: 'N·m',
      default: 2000,
      min: 100,
      max: 20000,
      step: 100,
    },
  },
  build: (world, { hertz, ball, torque }) => {
    const wall = addFixed(world, box(0.2, 1.5, 1), [-0.2, 1.5, 0]);
    const bodies: Record<string, BodyHandle> = { floor: addFloor(world), wall };
    const joints: Record<string, JointHandle> = {};
    let last = wall;
    for (let i = 0; i < BLOCKS; i++) {
      const block = addSolid(world, box(HALF, 0.15, 0.15), {
        position: [(2 * i + 1) * HALF, HEIGHT, 0],
        mass: 8,
      });
      const anchor = [2 * i * HALF, HEIGHT, 0] as const;
      joints[`weld${i}`] = createJoint(
        world,
        fixed({ bodyA: last, bodyB: block, anchor, angularHertz: hertz, breakTorque: torque }),
      );
      bodies[`block${i}`] = block;
      last = block;
    }
    bodies.ball = addSolid(
      world,
      sphere(0.2),
      { position: [(2 * BLOCKS - 1) * HALF, HEIGHT + 1.2, 0], mass: ball },
      { rollingResistance: 0.05 },
    );
    return { bodies, joints };
  },
});
