import { ball, box, capsule, createJoint } from '@tenon/physics-core';
import { defineScene } from '../scene.js';
import { addFixed, addSolid, GHOST } from '../solids.js';

const HEIGHT = 2.5;

/** A lamp that goes round the edge of its cone, and a bar that the joint's own motor turns. */
export const ballJoint = defineScene({
  id: 'ball-joint',
  title: 'Ball and socket',
  group: 'joints',
  description: 'Two points stay together. The lamp may swing within a cone; the bar is turned by a motor.',
  watch:
    'The swing of the lamp stays below its limit. The twist of the bar grows with the speed of its motor.',
  camera: { target: [0, 1.6, 0], distance: 5.5, yaw: 0.3, pitch: 0.2 },
  settings: { sleeping: false },
  params: {
    cone: { title: 'Limit of the swing', unit: 'rad', default: 0.7, min: 0.1, max: 1.5, step: 0.05 },
    push: { title: 'Push at the start', unit: 'rad/s', default: 4, min: 0, max: 10, step: 0.1 },
    speed: { title: 'Speed of the motor', unit: 'rad/s', default: 2, min: -10, max: 10, step: 0.1 },
  },
  build: (world, { cone, push, speed }) => {
    const ceiling = addFixed(world, box(2, 0.05, 0.3), [0, HEIGHT + 0.05, 0], GHOST);
    // Pushed along x and z: ω × r with r = (0, -1, 0).
    const lamp = addSolid(world, capsule(0.15, 0.3), {
      position: [-1, HEIGHT - 1, 0],
      angularVelocity: [-0.6 * push, 0, 0.8 * push],
      linearVelocity: [0.8 * push, 0, 0.6 * push],
    });
    const bar = addSolid(world, box(0.6, 0.05, 0.1), { position: [1, HEIGHT - 0.8, 0] });
    const down = { axis: [0, -1, 0] } as const;
    const joints = {
      lamp: createJoint(
        world,
        ball({ ...down, bodyB: lamp, anchor: [-1, HEIGHT, 0], swing: { limits: [0, cone] } }),
      ),
      bar: createJoint(
        world,
        ball({
          ...down,
          bodyB: bar,
          anchor: [1, HEIGHT, 0],
          motorVelocity: [speed, 0, 0],
          motorMaxTorque: 200,
        }),
      ),
    };
    return { bodies: { ceiling, lamp, bar }, joints };
  },
});
