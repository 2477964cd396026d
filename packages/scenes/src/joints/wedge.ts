import { ball, box, createJoint, wedge } from '@tenon/physics-core';
import { defineScene, inDegrees } from '../scene.js';
import { addFixed, addSolid, GHOST } from '../solids.js';

const HEIGHT = 1.5;

/** A weather vane on a ball joint that may point only to one side: it goes to and fro between two edges. */
export const wedgeJoint = defineScene({
  id: 'wedge-joint',
  title: 'Wedge',
  group: 'joints',
  description: 'A vane on a ball joint. The wedge keeps its direction between two upright half planes.',
  watch: 'It turns back at both edges, while it nods up and down freely.',
  camera: { target: [0, 1.4, 0], distance: 4, yaw: 0.3, pitch: 0.5 },
  settings: { sleeping: false },
  params: {
    opening: inDegrees({ title: 'Half of the opening', unit: '°', default: 60, min: 5, max: 170, step: 1 }),
    speed: inDegrees({ title: 'Speed at the start', unit: '°/s', default: 120, min: 0, max: 480, step: 5 }),
    nod: inDegrees({ title: 'Nodding', unit: '°/s', default: 20, min: 0, max: 180, step: 5 }),
    bounce: { title: 'Restitution', unit: '1', default: 1, min: 0, max: 1, step: 0.05 },
  },
  build: (world, { opening, speed, nod, bounce }) => {
    const post = addFixed(world, box(0.04, HEIGHT / 2, 0.04), [0, HEIGHT / 2, 0], GHOST);
    const vane = addSolid(
      world,
      box(0.6, 0.12, 0.02),
      { position: [0, HEIGHT, 0], mass: 2, angularVelocity: [0, speed, nod] },
      GHOST,
    );
    const pivot = createJoint(world, ball({ bodyB: vane }));
    // First axis x, second -z: the third, about which the azimuth counts, is up.
    const edges = createJoint(
      world,
      wedge({
        bodyB: vane,
        axis: [1, 0, 0],
        secondAxis: [0, 0, -1],
        limits: [-opening, opening],
        limitRestitution: bounce,
      }),
    );
    return { bodies: { post, vane }, joints: { pivot, edges } };
  },
});
