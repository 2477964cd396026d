import {
  type BodyHandle,
  ball,
  capsule,
  createJoint,
  type JointHandle,
  swingTwist,
  type Vec3,
} from '@tenon/physics-core';
import { about } from '../rotations.js';
import { defineScene, inDegrees } from '../scene.js';
import { addFloor, addSolid } from '../solids.js';

const RADIUS = 0.04;
const LENGTH = 0.2;

/** Kleppmann 2007 §4.3.1: a pendulum of 25 segments whose joints bend by 15° at most, hung from a nail above a floor. */
export const stiffRope = defineScene({
  id: 'rope',
  title: 'Stiff rope',
  group: 'papers',
  description: 'A rope of 25 segments swings from a nail. Each joint bends and twists by 15° at most.',
  watch: 'No joint comes apart and none bends further than it may. The end drags on the floor.',
  camera: { target: [0, 2.4, 0], distance: 9, yaw: 0.4, pitch: 0.15 },
  settings: { sleeping: false },
  params: {
    segments: { title: 'Segments', unit: '1', default: 25, min: 2, max: 40, step: 1 },
    limit: inDegrees({ title: 'Bend of a joint', unit: '°', default: 15, min: 3, max: 85, step: 1 }),
    angle: inDegrees({ title: 'Angle at the start', unit: '°', default: 45, min: 0, max: 90, step: 1 }),
    height: { title: 'Height of the nail', unit: 'm', default: 4.5, min: 3, max: 10, step: 0.1 },
  },
  build: (world, { segments, limit, angle, height }) => {
    const bodies: Record<string, BodyHandle> = { floor: addFloor(world) };
    const joints: Record<string, JointHandle> = {};
    const bend = { limits: [-limit, limit] } as const;
    const rotation = about([0, 0, 1], angle);
    const axis: Vec3 = [Math.sin(angle), -Math.cos(angle), 0];
    const along = (way: number): Vec3 => [way * axis[0], height + way * axis[1], 0];
    for (let i = 0; i < segments; i++) {
      const segment = addSolid(world, capsule(RADIUS, LENGTH / 2 - RADIUS), {
        position: along((i + 0.5) * LENGTH),
        rotation,
      });
      const place = { bodyB: segment, anchor: along(i * LENGTH), axis } as const;
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
