import {
  type BodyHandle,
  ball,
  capsule,
  createJoint,
  type JointHandle,
  swingTwist,
} from '@tenon/physics-core';
import { defineScene } from '../scene.js';
import { addFloor, addSolid } from '../solids.js';
import { ALONG_X } from '../turns.js';

const RADIUS = 0.04;
const LENGTH = 0.2;

/** Kleppmann 2007 §4.3.1: a pendulum of 25 segments whose joints bend by 15° at most, hung from a nail above a floor. */
export const stiffRope = defineScene({
  id: 'rope',
  title: 'Stiff rope',
  group: 'papers',
  description: 'A rope of 25 segments on a nail, released level. Each joint bends and twists by 15° at most.',
  watch: 'No joint comes apart and none bends further than it may. The end drags on the floor.',
  camera: { target: [1, 2.5, 0], distance: 10, yaw: 0.4, pitch: 0.15 },
  settings: { sleeping: false },
  params: {
    segments: { title: 'Segments', unit: '1', default: 25, min: 2, max: 40, step: 1 },
    limit: { title: 'Bend of a joint', unit: 'rad', default: Math.PI / 12, min: 0.05, max: 1.5, step: 0.01 },
    height: { title: 'Height of the nail', unit: 'm', default: 4.5, min: 1, max: 10, step: 0.1 },
  },
  build: (world, { segments, limit, height }) => {
    const bodies: Record<string, BodyHandle> = { floor: addFloor(world) };
    const joints: Record<string, JointHandle> = {};
    const bend = { limits: [-limit, limit] } as const;
    for (let i = 0; i < segments; i++) {
      const position = [(i + 0.5) * LENGTH, height, 0] as const;
      const segment = addSolid(world, capsule(RADIUS, LENGTH / 2 - RADIUS), { position, rotation: ALONG_X });
      const place = { bodyB: segment, anchor: [i * LENGTH, height, 0], axis: [1, 0, 0] } as const;
      if (i === 0) joints.nail = createJoint(world, ball(place));
      else {
        const above = bodies[`segment${i - 1}`];
        const limits = { swingY: bend, swingZ: bend, twist: bend };
        joints[`joint${i}`] = createJoint(world, swingTwist({ ...place, bodyA: above, ...limits }));
      }
      bodies[`segment${i}`] = segment;
    }
    return { bodies, joints };
  },
});
