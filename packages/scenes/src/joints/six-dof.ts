import { type BodyHandle, box, createJoint, sixDof, sphere } from '@tenon/physics-core';
import { defineScene, inDegrees } from '../scene.js';
import { addFixed, addFloor, addSolid, GHOST } from '../solids.js';

const HEIGHT = 1;

/** A table on springs about and along all axes, with a limit to each, that balls fall on. */
export const sixDofJoint = defineScene({
  id: 'six-dof-joint',
  title: 'Six degrees of freedom',
  group: 'joints',
  description: 'A table on springs along and about all three axes. Balls fall on it.',
  watch: 'It sinks, tips and springs back, but moves and rotates no further than its limits.',
  camera: { target: [0, 1.6, 0], distance: 7, yaw: 0.5, pitch: 0.25 },
  settings: { sleeping: false },
  params: {
    hertz: { title: 'Springs', unit: 'Hz', default: 2, min: 0.5, max: 10, step: 0.1 },
    way: { title: 'Limit of the displacement', unit: 'm', default: 0.4, min: 0.05, max: 0.8, step: 0.05 },
    angle: inDegrees({ title: 'Limit of the rotation', unit: '°', default: 25, min: 3, max: 85, step: 1 }),
    ball: { title: 'Mass of a ball', unit: 'kg', default: 4, min: 0.5, max: 50, step: 0.5 },
  },
  build: (world, { hertz, way, angle, ball }) => {
    const table = addSolid(world, box(0.8, 0.06, 0.8), { position: [0, HEIGHT, 0], mass: 20 });
    const foot = addFixed(world, box(0.1, 0.2, 0.1), [0, 0.2, 0], GHOST);
    const bodies: Record<string, BodyHandle> = { floor: addFloor(world), foot, table };
    const spring = { hertz, dampingRatio: 0.2 };
    const shift = { limits: [-way, way], spring } as const;
    const turn = { limits: [-angle, angle], spring } as const;
    const springs = createJoint(
      world,
      sixDof({
        bodyA: foot,
        bodyB: table,
        x: 'free',
        y: 'free',
        z: 'free',
        rotationX: 'free',
        rotationY: 'free',
        rotationZ: 'free',
        translationX: shift,
        translationY: shift,
        translationZ: shift,
        twist: turn,
        swingY: turn,
        swingZ: turn,
      }),
    );
    for (const [i, [x, z]] of [
      [0.4, 0.3],
      [-0.5, 0.2],
      [0.1, -0.5],
      [-0.2, -0.1],
    ].entries()) {
      const position = [x, HEIGHT + 1 + 0.6 * i, z] as const;
      bodies[`ball${i}`] = addSolid(
        world,
        sphere(0.15),
        { position, mass: ball },
        // Or they would roll out of the picture.
        { rollingResistance: 0.05 },
      );
    }
    return { bodies, joints: { springs } };
  },
});
