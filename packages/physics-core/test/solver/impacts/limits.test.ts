import { expect, it } from 'vitest';
import {
  angularVelocity,
  type BodyHandle,
  bodyPosition,
  createJoint,
  hinge,
  type JointDef,
  linearVelocity,
  slider,
  stepWorld,
  updateBody,
  type Vec3,
} from '../../../src/index.js';
import { between, createRandom } from '../../determinism/context.js';
import { addBox, DT, jointWorld } from '../../joints/context.js';

/**
 * Limits that give everything back, struck by what is driven into them. Whether a limit is reached within a
 * substep is then not known before spring, motor and locks have acted: some hits used to be missed.
 */

interface Driven {
  readonly name: string;
  readonly gravity: Vec3;
  readonly def: (bodyB: BodyHandle, end: number) => JointDef;
  /** The largest acceleration on the way, m/s² or rad/s². */
  readonly acceleration: number;
}

const restitution = { limitRestitution: 1 } as const;
const lever = { anchor: [0, 0, 0], axis: [0, 0, 1] } as const;

/** A rod of 1 kg and 1 m has 1/3 kg m² about its end, a quarter of it about its middle. */
const driven: readonly Driven[] = [
  {
    name: 'an arm under a spring',
    gravity: [0, 0, 0],
    def: (bodyB, end) =>
      hinge({
        bodyB,
        ...lever,
        ...restitution,
        limits: [-3, end],
        spring: { hertz: 1, dampingRatio: 0, rest: 1 },
      }),
    acceleration: (2 * Math.PI) ** 2 / 4,
  },
  {
    name: 'an arm under a motor',
    gravity: [0, 0, 0],
    def: (bodyB, end) =>
      hinge({ bodyB, ...lever, ...restitution, limits: [-3, end], motor: { speed: 20, maxForce: 3 } }),
    acceleration: 9,
  },
  {
    name: 'an arm that falls',
    gravity: [0, 9.81, 0],
    def: (bodyB, end) => hinge({ bodyB, ...lever, ...restitution, limits: [-3, end] }),
    acceleration: 1.5 * 9.81,
  },
  {
    name: 'a slider under a motor',
    gravity: [0, 0, 0],
    def: (bodyB, end) =>
      slider({
        bodyB,
        axis: [0, 1, 0],
        ...restitution,
        limits: [-3, end],
        motor: { speed: 20, maxForce: 10 },
      }),
    acceleration: 10,
  },
];

it.each(driven)('$name bounces wherever its stop is', ({ gravity, def, acceleration }) => {
  for (let k = 0; k < 300; k++) {
    const world = jointWorld({ gravity });
    const body = addBox(world, [0.5, 0, 0], 1, [0.5, 0.05, 0.05]);
    const made = def(body, 0.5 + 0.0005 * k);
    createJoint(world, made);
    let arrival = 0;
    let speed = 0;
    for (let i = 0; i < 120 && speed > 0.5 * arrival - 1e-9; i++) {
      arrival = speed;
      stepWorld(world, DT);
      speed = made.type === 'slider' ? linearVelocity(world, body)[1] : angularVelocity(world, body)[2];
    }
    expect(arrival).toBeGreaterThan(1);
    // Within the step of the hit the drive acts on both ways.
    expect(Math.abs(-speed - arrival)).toBeLessThan(1.1 * acceleration * DT);
  }
});

// Until its moment the path is that of the arrival, from then on that of the bounce, wherever in a substep that is.
it('where sweeps solve the joint, a stop is struck at its moment', () => {
  const random = createRandom(41);
  for (let k = 0; k < 60; k++) {
    const world = jointWorld({ gravity: [0, 0, 0], jointSolver: 'sweeps' });
    const [speed, limitRestitution] = [between(random, 1, 6), [1, 0.7, 0.4][k % 3]];
    const gap = between(random, 0.1, 0.8) * speed;
    const bodyB = addBox(world, [0, 0, 0], between(random, 0.2, 5));
    updateBody(world, bodyB, { linearVelocity: [speed, 0, 0] });
    createJoint(world, slider({ bodyB, axis: [1, 0, 0], limits: [-9, gap], limitRestitution }));
    for (let i = 0; i < 60; i++) stepWorld(world, DT);
    const wanted = gap - limitRestitution * (speed - gap);
    expect(Math.abs(bodyPosition(world, bodyB)[0] - wanted), `${speed} m/s, gap ${gap}`).toBeLessThan(1e-6);
  }
});
