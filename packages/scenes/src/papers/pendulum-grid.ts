import {
  type BodyHandle,
  ball,
  box,
  capsule,
  createJoint,
  type JointHandle,
  type Shape,
  sphere,
} from '@tenon/physics-core';
import { ALONG_X } from '../rotations.js';
import { defineScene } from '../scene.js';
import { addFloor, addSolid } from '../solids.js';

const SIDE = 5;
const RADIUS = 0.25;
/** A hair more than the diameter: the pendulums do not press each other before anything lies on them. */
const SPACING = 0.501;
const PIVOT_HEIGHT = 4;

/** What lies on the grid, where on it, and turned how. */
const LOADS: readonly (readonly [name: string, shape: Shape, x: number, z: number])[] = [
  ['ball', sphere(0.3), 0.25, 0.25],
  ['box', box(0.4, 0.15, 0.4), -0.5, -0.5],
  ['rod', capsule(0.12, 0.5), 0.1, -0.75],
  ['cube', box(0.25, 0.25, 0.25), -0.7, 0.6],
];

/** Tamis & Maggiore §10.3, Fig. 9: pendulums side by side hold what lies on them, though none is tied to another. */
export const pendulumGrid = defineScene({
  id: 'pendulum-grid',
  title: 'Pendulum grid',
  group: 'papers',
  description:
    'Five by five balls, each on a bar from one point. Other shapes lie on them. The bars touch nothing.',
  watch:
    'The grid carries its load. Make the loads heavy, and all but the flat box push the pendulums aside and fall through.',
  camera: { target: [0, 2.2, 0], distance: 6.5, yaw: 0.5, pitch: 0.25 },
  settings: { sleeping: false },
  params: {
    length: { title: 'Bars', unit: 'm', default: 2, min: 1, max: 3, step: 0.1 },
    pendulum: { title: 'Mass of a pendulum', unit: 'kg', default: 10, min: 1, max: 100, step: 1 },
    load: { title: 'Mass of a load', unit: 'kg', default: 2, min: 0.5, max: 200, step: 0.5 },
  },
  build: (world, { length, pendulum, load }) => {
    const bodies: Record<string, BodyHandle> = { floor: addFloor(world) };
    const joints: Record<string, JointHandle> = {};
    const height = PIVOT_HEIGHT - length;
    for (let i = 0; i < SIDE * SIDE; i++) {
      const x = ((i % SIDE) - (SIDE - 1) / 2) * SPACING;
      const z = (Math.floor(i / SIDE) - (SIDE - 1) / 2) * SPACING;
      const bob = addSolid(world, sphere(RADIUS), { position: [x, height, z], mass: pendulum });
      joints[`bar${i}`] = createJoint(
        world,
        ball({ bodyB: bob, anchor: [x, PIVOT_HEIGHT, z], axis: [0, -1, 0] }),
      );
      bodies[`pendulum${i}`] = bob;
    }
    for (const [name, shape, x, z] of LOADS) {
      const rotation = name === 'rod' ? ALONG_X : ([0, 0, 0, 1] as const);
      bodies[name] = addSolid(world, shape, { position: [x, height + 0.7, z], rotation, mass: load });
    }
    return { bodies, joints };
  },
});
