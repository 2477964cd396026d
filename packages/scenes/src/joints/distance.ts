import { box, createJoint, distance, rod, rope, sphere, spring, strut } from '@tenon/physics-core';
import { defineScene } from '../scene.js';
import { addFixed, addFloor, addSolid, GHOST } from '../solids.js';

const HEIGHT = 3;
const RADIUS = 0.15;
const STRUT = 1;

/** All that one distance can be: a rod, a rope, a spring, a winch and a strut. */
export const distanceJoint = defineScene({
  id: 'distance-joint',
  title: 'Rod, rope, spring, winch and strut',
  group: 'joints',
  description: 'Five balls, each held at a distance from a point in another way.',
  watch:
    'The rod keeps its length, the rope only its largest, the spring bobs and the winch pulls up. The strut pushes its ball round a circle and lets it go where its height has fallen by a third.',
  camera: { target: [0, 1.6, 0], distance: 7.5, yaw: 0.15, pitch: 0.15 },
  settings: { sleeping: false },
  params: {
    length: { title: 'Length of rod, rope and spring', unit: 'm', default: 1.2, min: 0.5, max: 2, step: 0.1 },
    hertz: { title: 'Spring', unit: 'Hz', default: 1, min: 0.5, max: 5, step: 0.1 },
    winch: { title: 'Speed of the winch', unit: 'm/s', default: 0.3, min: 0, max: 2, step: 0.1 },
  },
  build: (world, { length, hertz, winch }) => {
    const floor = addFloor(world);
    const ceiling = addFixed(world, box(2.2, 0.05, 0.2), [-0.5, HEIGHT + 0.05, 0], GHOST);
    const ballAt = (x: number, y: number) =>
      addSolid(world, sphere(RADIUS), { position: [x, y, 0], mass: 1 });
    const above = (x: number) => ({ anchorA: [x, HEIGHT, 0] as const });
    const rodBall = ballAt(-2.2 + 0.6 * length, HEIGHT - 0.8 * length);
    const ropeBall = ballAt(-1.2, HEIGHT - 0.3 * length);
    const springBall = ballAt(-0.4, HEIGHT - length);
    const winchBall = ballAt(0.6, RADIUS);
    // A nudge, or it would balance on the strut for ever.
    const strutBall = addSolid(
      world,
      sphere(RADIUS),
      {
        position: [2.2, STRUT, 0],
        linearVelocity: [0.1, 0, 0],
        mass: 1,
      },
      { rollingResistance: 0.05 },
    );
    const joints = {
      rod: createJoint(world, rod({ bodyB: rodBall, ...above(-2.2), length })),
      rope: createJoint(world, rope({ bodyB: ropeBall, ...above(-1.2), maxLength: length })),
      spring: createJoint(
        world,
        spring({ bodyB: springBall, ...above(-0.4), length, hertz, dampingRatio: 0.02 }),
      ),
      winch: createJoint(
        world,
        distance({
          bodyB: winchBall,
          ...above(0.6),
          mode: 'free',
          limits: [0.5, 3],
          motor: { speed: -winch, maxForce: 30 },
        }),
      ),
      strut: createJoint(world, strut({ bodyB: strutBall, anchorA: [2.2, 0, 0], minLength: STRUT })),
    };
    const bodies = { floor, ceiling, rodBall, ropeBall, springBall, winchBall, strutBall };
    return { bodies, joints };
  },
});
