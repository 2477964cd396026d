import { box, createBody, createCollider, createJoint, gear, hinge, type World } from '@tenon/physics-core';
import { defineScene, inDegrees } from '../scene.js';
import { addFixed, disc, GHOST } from '../solids.js';

const HEIGHT = 1.2;
const RADIUS = 0.4;

/** A wheel about z, with a hand that shows its turning. */
export const addGearWheel = (world: World, x: number, y: number, radius: number) => {
  const wheel = createBody(world, { position: [x, y, 0] });
  createCollider(world, wheel, { shape: disc(radius, 0.06), density: 500, ...GHOST });
  createCollider(world, wheel, {
    shape: box(radius / 2, 0.03, 0.03),
    position: [radius / 2, 0, 0.09],
    ...GHOST,
  });
  return wheel;
};

/** Two wheels in mesh, and a third one that a belt drives. */
export const gearJoint = defineScene({
  id: 'gear-joint',
  title: 'Gears and a belt',
  group: 'joints',
  description: 'The middle wheel has a motor. The left one meshes with it, the right one hangs on a belt.',
  watch: 'The left wheel turns the other way, the right one the same way, both by the ratio of the radii.',
  camera: { target: [0.1, 1.2, 0], distance: 4.5, yaw: 0.2, pitch: 0.15 },
  settings: { sleeping: false },
  params: {
    ratio: {
      title: 'Radius of the outer wheels to the middle',
      unit: '1',
      default: 1.5,
      min: 0.5,
      max: 2,
      step: 0.1,
    },
    speed: inDegrees({
      title: 'Speed of the motor',
      unit: '°/s',
      default: 180,
      min: -900,
      max: 900,
      step: 30,
    }),
  },
  build: (world, { ratio, speed }) => {
    const back = addFixed(world, box(2, 0.05, 0.05), [0.1, HEIGHT, -0.2], GHOST);
    const middle = addGearWheel(world, 0, HEIGHT, RADIUS);
    const left = addGearWheel(world, -RADIUS * (1 + ratio), HEIGHT, RADIUS * ratio);
    const right = addGearWheel(world, RADIUS * (1.3 + ratio), HEIGHT, RADIUS * ratio);
    const axis = [0, 0, 1] as const;
    const driven = createJoint(world, hinge({ bodyB: middle, axis, motor: { speed, maxForce: 500 } }));
    const leftAxle = createJoint(world, hinge({ bodyB: left, axis }));
    const rightAxle = createJoint(world, hinge({ bodyB: right, axis }));
    return {
      bodies: { back, left, middle, right },
      joints: {
        middle: driven,
        left: leftAxle,
        right: rightAxle,
        mesh: createJoint(world, gear({ jointA: driven, jointB: leftAxle, ratio })),
        belt: createJoint(world, gear({ jointA: driven, jointB: rightAxle, ratio: -ratio })),
      },
    };
  },
});
