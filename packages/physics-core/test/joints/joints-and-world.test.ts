import { describe, expect, it } from 'vitest';
import {
  applyForce,
  type BodyHandle,
  ball,
  bodyPosition,
  box,
  createBody,
  createCollider,
  createJoint,
  createWorld,
  fixed,
  jointCoordinate,
  jointError,
  jointReaction,
  linearVelocity,
  rope,
  sleep,
  slider,
  sphere,
  stepWorld,
  type World,
  worldSettings,
} from '../../src/index.js';
import { DT, jointWorld, run } from './context.js';

/** Joints together with what is easily forgotten: loads at rest on a stop, stiff springs on a lever, sleepers, disabled joints. */

const addBall = (world: World, position: readonly [number, number, number], radius: number): BodyHandle => {
  const body = createBody(world, { position, mass: 1 });
  createCollider(world, body, { shape: sphere(radius) });
  return body;
};

it('a load that rests on a stop with restitution does not strike it, however large', () => {
  const world = jointWorld({ gravity: [0, 0, 0] });
  const body = addBall(world, [0, 0, 0], 0.5);
  const joint = createJoint(
    world,
    slider({ bodyB: body, axis: [1, 0, 0], limits: [-1, 0], limitRestitution: 0.5 }),
  );
  for (let i = 0; i < 12; i++) {
    applyForce(world, body, [300, 0, 0]);
    stepWorld(world, DT);
  }
  expect(jointReaction(world, joint).force[0]).toBeCloseTo(-300, 6);
  expect(jointCoordinate(world, joint).rate).toBeCloseTo(0, 9);
});

describe('a soft weld that holds a ball of 1 kg on a lever', () => {
  it.each([
    [20, 0.05, 0.5],
    [60, 0.05, 0.5],
    [60, 0.1, 1],
    [60, 0.2, 2],
  ])('%i Hz, radius %f m, lever %f m: does not gain speed', (hertz, radius, lever) => {
    const world = jointWorld();
    const body = addBall(world, [lever, 0, 0], radius);
    createJoint(world, fixed({ bodyB: body, anchor: [0, 0, 0], hertz }));
    let fastest = 0;
    run(world, 10, () => {
      fastest = Math.max(fastest, Math.hypot(...linearVelocity(world, body)));
    });
    expect(fastest).toBeLessThan(3);
  });
});

it('a sleeper that is struck pulls the sleeper it is welded to', () => {
  const world = createWorld({ gravity: [0, 0, 0] });
  const a = addBall(world, [0, 0, 0], 0.2);
  const b = addBall(world, [1, 0, 0], 0.2);
  const joint = createJoint(world, fixed({ bodyA: a, bodyB: b, anchor: [0.5, 0, 0] }));
  stepWorld(world, DT);
  sleep(world, a);
  sleep(world, b);
  const hammer = createBody(world, { position: [-1, 0, 0], mass: 5, linearVelocity: [20, 0, 0] });
  createCollider(world, hammer, { shape: sphere(0.2) });
  let apart = 0;
  for (let i = 0; i < 8; i++) {
    stepWorld(world, DT);
    apart = Math.max(apart, jointError(world, joint).linear);
  }
  expect(apart).toBeLessThan(0.05);
  expect(linearVelocity(world, b)[0]).toBeGreaterThan(1);
});

it('a body on a joint that is disabled is swept as a whole, as one without joints', () => {
  for (let i = 0; i < 20; i++) {
    const world = jointWorld({ gravity: [0, 0, 0] });
    createCollider(world, createBody(world, { type: 'static' }), { shape: box(0.025, 5, 5) });
    // Only the end of the rod is in the way of the wall's edge.
    const rod = createBody(world, { position: [-5 - i / 10, 5.3, 0], linearVelocity: [200, 0, 0] });
    createCollider(world, rod, { shape: box(0.02, 0.5, 0.02), restitution: 0 });
    createJoint(world, rope({ bodyB: rod, anchorA: [0, 20, 0], maxLength: 100, enabled: false }));
    run(world, 0.2);
    const turned = Math.abs(linearVelocity(world, rod)[0] - 200) > 1;
    expect(turned || bodyPosition(world, rod)[0] < 0).toBe(true);
  }
});

describe('bodies put a metre apart on a ball joint', () => {
  it.each([0, 1, 2].flatMap((axis) => [-1, 1].map((side) => [axis, side] as const)))(
    'along axis %i, side %i: come together no faster than jointCorrectionSpeed',
    (axis, side) => {
      const world = jointWorld({ gravity: [0, 0, 0] });
      const place: [number, number, number] = [0, 0, 0];
      place[axis] = side;
      const body = addBall(world, place, 0.1);
      createJoint(world, ball({ bodyB: body, anchorA: [0, 0, 0], anchorB: [0, 0, 0] }));
      stepWorld(world, DT);
      const way = 1 - side * bodyPosition(world, body)[axis];
      const fastest = worldSettings(world).jointCorrectionSpeed * DT;
      expect(way).toBeLessThan(1.001 * fastest);
      // Rigid rows give a little: the softness leaves a tenth of the speed.
      expect(way).toBeGreaterThan(0.85 * fastest);
    },
  );
});
