import {
  box,
  capsule,
  createBody,
  createCollider,
  createJoint,
  edgeEdge,
  updateBody,
} from '@tenon/physics-core';
import { driveBody, wave } from '../plans.js';
import { ALONG_X, ALONG_Z, about, rotate } from '../rotations.js';
import { defineScene, inDegrees } from '../scene.js';
import { GHOST } from '../solids.js';

const HEIGHT = 2;
const RADIUS = 0.04;
const GAUGE = 0.6;
const PERIOD = 4;
/** Where on the rails the pole begins: half of its travel, so that it slides as far to one side as to the other. */
const START = 0.6;

/** A pole with hanging weights lies across two rails that seesaw: each rail and the pole are two edges. */
export const edgeEdgeJoint = defineScene({
  id: 'edge-edge-joint',
  title: 'Edge on edge',
  group: 'joints',
  description:
    'Straight lines that keep their distance: a pole with weights lies across two rails that seesaw.',
  watch: 'The pole slides to and fro and swings, and neither sinks into the rails nor leaves them.',
  camera: { target: [0, 1.7, 0], distance: 5, yaw: 0.6, pitch: 0.25 },
  settings: { sleeping: false },
  params: {
    tilt: inDegrees({ title: 'Tilt of the rails', unit: '°', default: 9, min: 0, max: 17, step: 0.5 }),
    swing: inDegrees({ title: 'Swing at the start', unit: '°/s', default: 120, min: 0, max: 240, step: 5 }),
    turn: inDegrees({ title: 'Turn at the start', unit: '°/s', default: 3, min: -12, max: 12, step: 0.5 }),
  },
  build: (world, { tilt, swing, turn }) => {
    const rotation = about([0, 0, 1], tilt);
    const rails = createBody(world, { type: 'kinematic', position: [0, HEIGHT, 0], rotation });
    const [x, y] = rotate(rotation, [START, 2 * RADIUS, 0]);
    const pole = createBody(world, {
      position: [x, HEIGHT + y, 0],
      rotation,
    });
    createCollider(world, pole, { shape: capsule(RADIUS, 1), rotation: ALONG_Z, ...GHOST });
    for (const z of [-GAUGE, GAUGE]) {
      createCollider(world, rails, {
        shape: capsule(RADIUS, 2),
        position: [0, 0, z],
        rotation: ALONG_X,
        ...GHOST,
      });
      createCollider(world, pole, { shape: box(0.12, 0.2, 0.12), position: [0, -0.5, 1.5 * z], ...GHOST });
    }
    // Only now that its centre of mass is known: it swings about that and does not drift.
    updateBody(world, pole, { angularVelocity: [0, turn, swing] });
    // The lines are the x axes of the frames; in the pole that is z.
    const alongPole = { position: [0, 0, 0], rotation: about([0, 1, 0], -Math.PI / 2) } as const;
    const edgeAt = (z: number) =>
      createJoint(
        world,
        edgeEdge({ bodyA: rails, bodyB: pole, frameA: { position: [0, 0, z] }, frameB: alongPole }),
      );
    return {
      bodies: { rails, pole },
      joints: { left: edgeAt(-GAUGE), right: edgeAt(GAUGE) },
      beforeStep: (now, time) =>
        driveBody(now, rails, [0, HEIGHT, 0], about([0, 0, 1], tilt * wave(time + PERIOD / 4, PERIOD))),
    };
  },
});
