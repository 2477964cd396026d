import { box, capsule, createJoint, rod, sphere, upright } from '@tenon/physics-core';
import { about } from '../rotations.js';
import { defineScene, inDegrees } from '../scene.js';
import { addFloor, addSolid } from '../solids.js';

/** Skittles that rise again, and a ball on a rod that strikes them down. */
export const uprightJoint = defineScene({
  id: 'upright-joint',
  title: 'Upright',
  group: 'joints',
  description: 'Tumblers that a spring draws upright. A ball on a rod knocks them about.',
  watch: 'They lean, slide and turn freely, and always stand up again.',
  camera: { target: [0, 0.9, 0], distance: 6, yaw: 0.4, pitch: 0.3 },
  settings: { sleeping: false },
  params: {
    hertz: { title: 'Stiffness', unit: 'Hz', default: 2, min: 0.1, max: 5, step: 0.1 },
    torque: { title: 'Largest torque', unit: 'N·m', default: 500, min: 0, max: 1000, step: 10 },
    lean: inDegrees({ title: 'Lean at the start', unit: '°', default: 70, min: 0, max: 170, step: 5 }),
  },
  build: (world, { hertz, torque, lean }) => {
    const floor = addFloor(world);
    const figures = [-0.8, 0, 0.8].map((x, i) =>
      addSolid(world, i === 1 ? box(0.2, 0.45, 0.2) : capsule(0.2, 0.3), {
        position: [x, 0.8, 0],
        rotation: about([0, 0, 1], i === 1 ? -lean : lean),
        mass: 10,
      }),
    );
    const ball = addSolid(world, sphere(0.2), { position: [0, 2.4, 1.8], mass: 5 });
    // Frames, not an axis, because the figures begin leaning: x of both is what shall be upright.
    const frame = { position: [0, 0, 0], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] } as const;
    const joints = {
      ...Object.fromEntries(
        figures.map((bodyB, i) => [
          `upright${i}`,
          createJoint(world, upright({ bodyB, frameA: frame, frameB: frame, hertz, maxTorque: torque })),
        ]),
      ),
      rod: createJoint(world, rod({ bodyB: ball, anchorA: [0, 2.4, 0] })),
    };
    return { bodies: { floor, left: figures[0], middle: figures[1], right: figures[2], ball }, joints };
  },
});
