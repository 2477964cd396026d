import { ball, box, capsule, createJoint } from '@tenon/physics-core';
import { defineScene, inDegrees } from '../scene.js';
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
    cone: inDegrees({ title: 'Limit of the swing', unit: '°', default: 40, min: 5, max: 85, step: 1 }),
    push: inDegrees({ title: 'Push at the start', unit: '°/s', default: 240, min: 0, max: 600, step: 5 }),
    speed: inDegrees({
      title: 'Speed of the motor',
      unit: '°/s',
      default: 120,
      min: -600,
      max: 600,
      step: 5,
    }),
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
