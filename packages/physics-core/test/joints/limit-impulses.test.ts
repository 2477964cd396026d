import { expect, it } from 'vitest';
import {
  applyTorque,
  ball,
  bodyPosition,
  createJoint,
  edgeEdge,
  frameAlong,
  hinge,
  jointCoordinates,
  jointImpulses,
  jointReaction,
  pulley,
  rope,
  swingTwist,
  wedge,
} from '../../src/index.js';
import { jointRows } from '../../src/inspect.js';
import { createRandom, randomVector } from '../determinism/context.js';
import { addBox, G, jointWorld, off, run } from './context.js';
import { addMass, substepOf, weightless } from './joint-rig.js';
import { addTop, pointTo } from './swings.js';

/** The limit impulses of coordinates, where the joint has limit rows of its own. */

it('of an elliptic limit do the work of its rows, whichever way it is run into', () => {
  const random = createRandom(8);
  let seen = 0;
  for (let i = 0; i < 30; i++) {
    const world = jointWorld(weightless);
    const top = addTop(world, 1, [0.02, 0.03, 0.04], { angularVelocity: randomVector(random, 6) });
    const joint = createJoint(
      world,
      swingTwist({
        bodyB: top,
        swingY: { limits: [-0.5, 1.2] },
        swingZ: { limits: [-0.4, 0.9], limitRestitution: 0.5 },
      }),
    );
    run(world, 1, () => {
      applyTorque(world, top, randomVector(random, 0.3));
      const rows = jointRows(world, joint).filter(({ name }) => name.startsWith('swing '));
      const work = rows.reduce((sum, { lambda, speed }) => sum + lambda * speed, 0);
      const states = jointCoordinates(world, joint);
      const impulses = jointImpulses(world, joint);
      const sum = Object.entries(impulses).reduce((all, [k, { limit }]) => all + limit * states[k].rate, 0);
      if (rows.some(({ lambda }) => lambda !== 0)) seen++;
      expect(Math.abs(sum - work)).toBeLessThan(1e-9);
      expect(Math.abs(impulses.twist.limit)).toBeLessThan(1e-12);
    });
  }
  expect(seen).toBeGreaterThan(30);
});

it('of an elliptic limit bear the load of a bar', () => {
  const world = jointWorld();
  const bar = addTop(world, 2, [0.02, 0.05, 0.05], { position: [0.5, 0, 0] });
  const joint = createJoint(
    world,
    swingTwist({
      bodyB: bar,
      anchor: [0, 0, 0],
      swingY: { limits: [-0.8, 0.8] },
      swingZ: { limits: [-0.4, 1] },
    }),
  );
  run(world, 4);
  const { swingY, swingZ } = jointImpulses(world, joint);
  expect(off(swingZ.limit / substepOf(world), 2 * G * 0.5 * Math.cos(0.4))).toBeLessThan(1e-3);
  expect(Math.abs(swingY.limit)).toBeLessThan(1e-9);
});

it.each([0, 0.8])('of a wedge are the torque about its poles, at the latitude %s', (latitude) => {
  const world = jointWorld(weightless);
  const rotation = pointTo(0.3, latitude);
  const top = addMass(world, [0, 0, 0], 1, [0.1, 0.1, 0.1], { rotation });
  const joint = createJoint(world, wedge({ bodyB: top, frameA: {}, frameB: {}, limits: [-0.4, 0.3] }));
  let limit = 0;
  run(world, 0.2, () => {
    applyTorque(world, top, [0, 0, 2]);
    limit = jointImpulses(world, joint).azimuth.limit / substepOf(world);
    expect(Math.abs(limit - jointReaction(world, joint).torque[2])).toBeLessThan(1e-9);
  });
  expect(limit).toBeLessThan(-0.5);
});

it('of ropes and supports are their pull', () => {
  const world = jointWorld();
  const hanging = addBox(world, [0, -2, 0], 3);
  const joints = {
    rope: createJoint(world, rope({ bodyB: hanging })),
    pulley: createJoint(
      world,
      pulley({
        bodyA: addBox(world, [5, -2, 0], 4),
        bodyB: addBox(world, [6, -2, 0], 8),
        groundA: [5, 0, 0],
        groundB: [6, 0, 0],
        ratio: 2,
      }),
    ),
    line: createJoint(
      world,
      edgeEdge({
        bodyB: addBox(world, [0, 1, 5], 5),
        frameA: frameAlong([0, 0, 5], [1, 0, 0]),
        frameB: frameAlong([0, 0, 0], [0, 0, 1]),
        mode: 'atLeast',
      }),
    ),
  };
  run(world, 3);
  const h = substepOf(world);
  expect(off(jointImpulses(world, joints.rope).length.limit / h, -3 * G)).toBeLessThan(1e-3);
  const { lengthA, lengthB } = jointImpulses(world, joints.pulley);
  expect(off(lengthA.limit / h, -4 * G)).toBeLessThan(1e-3);
  expect(off(lengthB.limit / h, -8 * G)).toBeLessThan(1e-3);
  expect(off(jointImpulses(world, joints.line).distance.limit / h, 5 * G)).toBeLessThan(1e-3);
});

it('of a cone are those of its coordinate', () => {
  const world = jointWorld();
  const bar = addTop(world, 2, [0.02, 0.05, 0.05], { position: [0.5, 0, 0] });
  const joint = createJoint(world, ball({ bodyB: bar, anchor: [0, 0, 0], swing: { limits: [0, 0.4] } }));
  run(world, 4);
  const torque = 2 * G * 0.5 * Math.cos(0.4);
  expect(off(jointImpulses(world, joint).swing.limit / substepOf(world), -torque)).toBeLessThan(1e-3);
});

it.each([60, 300, 1200])(
  'a box of %i kg on a beam does not strike the beam on its stop again and again',
  (load) => {
    const world = jointWorld();
    const beam = addBox(world, [1, 2, 0], 40, [1, 0.05, 0.2]);
    const joint = createJoint(
      world,
      hinge({ bodyB: beam, anchor: [0, 2, 0], axis: [0, 0, 1], limits: [0, 1] }),
    );
    const weight = addBox(world, [1.7, 2.25, 0], load, [0.2, 0.2, 0.2]);
    run(world, 5);
    const { limit } = jointImpulses(world, joint).angle ?? {};
    const torque = (40 * bodyPosition(world, beam)[0] + load * bodyPosition(world, weight)[0]) * G;
    expect(off((limit ?? 0) / substepOf(world), torque)).toBeLessThan(0.001);
    expect(Math.abs(jointCoordinates(world, joint).angle?.rate ?? 1)).toBeLessThan(1e-6);
  },
);
