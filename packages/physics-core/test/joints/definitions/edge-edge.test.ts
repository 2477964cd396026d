import { describe, expect, it } from 'vitest';
import {
  angularVelocity,
  bodyPosition,
  bodyRotation,
  createJoint,
  edgeEdge,
  frameAlong,
  jointCoordinate,
  jointDef,
  jointReaction,
  linearVelocity,
  PhysicsError,
  updateBody,
  updateJoint,
  type Vec3,
  type World,
} from '../../../src/index.js';
import { rotate } from '../../../src/math/quat.js';
import { add, cross, length, scale } from '../../../src/math/vec3.js';
import { addBox, G, jointWorld, off, run } from '../context.js';

/** A rod along z above a fixed line along x. */
const crossed = (world: World, height: number, mode: 'equal' | 'atMost' | 'atLeast', distance?: number) => {
  const rod = addBox(world, [0, height, 0], 4, [0.05, 0.05, 0.5]);
  const joint = createJoint(
    world,
    edgeEdge({
      bodyB: rod,
      frameA: frameAlong([0, 0, 0], [1, 0, 0]),
      frameB: frameAlong([0, 0, 0], [0, 0, 1]),
      mode,
      ...(distance === undefined ? {} : { distance }),
    }),
  );
  return { rod, joint };
};

describe('static loads', () => {
  it('carries a rod at its centre', () => {
    const world = jointWorld();
    const { joint } = crossed(world, 0.5, 'equal');
    run(world, 2);
    const { force, torque } = jointReaction(world, joint);
    expect(off(force[1], 4 * G)).toBeLessThan(1e-3);
    expect(length(torque)).toBeLessThan(1e-9);
  });

  it('shares a beam between two supports by the law of the lever', () => {
    const world = jointWorld();
    const beam = addBox(world, [0, 0.5, 0], 4, [0.05, 0.05, 0.5]);
    const support = (z: number) =>
      createJoint(
        world,
        edgeEdge({
          bodyB: beam,
          frameA: frameAlong([0, 0, z], [1, 0, 0]),
          frameB: frameAlong([0, 0, 0], [0, 0, 1]),
          mode: 'atLeast',
        }),
      );
    const near = support(-0.2);
    const far = support(0.4);
    run(world, 2);
    expect(off(jointReaction(world, near).force[1], (4 * G * 2) / 3)).toBeLessThan(1e-3);
    expect(off(jointReaction(world, far).force[1], (4 * G) / 3)).toBeLessThan(1e-3);
    // About the beam's centre, where its anchor is: arm times force.
    expect(off(jointReaction(world, near).torque[0], (0.2 * 4 * G * 2) / 3)).toBeLessThan(1e-3);
    expect(off(jointReaction(world, far).torque[0], (-0.4 * 4 * G) / 3)).toBeLessThan(1e-3);
  });
});

describe('modes', () => {
  it('at least: falls onto the line and rests', () => {
    const world = jointWorld();
    const { joint } = crossed(world, 1.5, 'atLeast', 0.5);
    let lowest = Infinity;
    run(world, 2, () => {
      lowest = Math.min(lowest, jointCoordinate(world, joint).value);
    });
    expect(lowest).toBeGreaterThan(0.4995);
    expect(jointCoordinate(world, joint).value).toBeCloseTo(0.5, 3);
  });

  it('at least, with restitution: bounces off', () => {
    const world = jointWorld({ gravity: [0, 0, 0] });
    const { rod, joint } = crossed(world, 1.5, 'atLeast', 0.5);
    updateJoint(world, joint, { limitRestitution: 0.6 });
    updateBody(world, rod, { linearVelocity: [0, -2, 0] });
    run(world, 1);
    expect(linearVelocity(world, rod)[1]).toBeCloseTo(1.2, 10);
  });

  it('at most: hangs on the line, and is free when nearer', () => {
    const world = jointWorld();
    const rod = addBox(world, [0, -0.2, 0], 4, [0.05, 0.05, 0.5]);
    const joint = createJoint(
      world,
      edgeEdge({
        bodyB: rod,
        frameA: frameAlong([0, 0, 0], [1, 0, 0]),
        frameB: frameAlong([0, 0, 0], [0, 0, 1]),
        mode: 'atMost',
        distance: 0.5,
      }),
    );
    run(world, 0.1);
    expect(length(jointReaction(world, joint).force)).toBe(0);
    run(world, 2);
    expect(jointCoordinate(world, joint).value).toBeCloseTo(0.5, 3);
    expect(off(jointReaction(world, joint).force[1], 4 * G)).toBeLessThan(1e-3);
  });
});

it('holds the distance while the lines slide and turn, and keeps the momentum', () => {
  const world = jointWorld({ gravity: [0, 0, 0] });
  const a = addBox(world, [0, 0, 0], 3, [0.5, 0.05, 0.05]);
  const b = addBox(world, [0, 0.3, 0], 2, [0.05, 0.05, 0.5]);
  updateBody(world, a, { angularVelocity: [0.5, 1, 0.3] });
  updateBody(world, b, { angularVelocity: [-0.5, 0.3, 1], linearVelocity: [0.1, 0, 0.2] });
  const joint = createJoint(
    world,
    edgeEdge({
      bodyA: a,
      bodyB: b,
      frameA: frameAlong([0, 0, 0], [1, 0, 0]),
      frameB: frameAlong([0, 0, 0], [0, 0, 1]),
    }),
  );
  expect(jointDef(world, joint).distance).toBeCloseTo(0.3, 12);
  const momentum = (): Vec3 => add(scale(linearVelocity(world, a), 3), scale(linearVelocity(world, b), 2));
  const before = momentum();
  let worst = 0;
  let smallest = 1;
  run(world, 3, () => {
    const u = rotate(bodyRotation(world, a), [1, 0, 0]);
    const v = rotate(bodyRotation(world, b), [0, 0, 1]);
    smallest = Math.min(smallest, length(cross(u, v)));
    worst = Math.max(worst, Math.abs(jointCoordinate(world, joint).value - 0.3));
  });
  expect(smallest).toBeLessThan(0.9);
  expect(worst).toBeLessThan(1e-3);
  expect(length(add(momentum(), scale(before, -1)))).toBeLessThan(1e-10);
});

describe('lines that turn through parallel', () => {
  it('stay on their side at their distance', () => {
    const world = jointWorld({ gravity: [0, 0, 0] });
    const { rod, joint } = crossed(world, 0.5, 'equal');
    updateBody(world, rod, { angularVelocity: [0, 3, 0], linearVelocity: [0.02, 0, 0.01] });
    let worst = 0;
    run(world, 6, () => {
      worst = Math.max(worst, Math.abs(jointCoordinate(world, joint).value - 0.5));
    });
    expect(worst).toBeLessThan(1e-3);
    expect(bodyPosition(world, rod)[1]).toBeCloseTo(0.5, 3);
    expect(angularVelocity(world, rod)[1]).toBeCloseTo(3, 3);
  });

  it('come back to their distance afterwards, however they were tilted, without a bang', () => {
    const world = jointWorld({ gravity: [0, 0, 0] });
    const { rod, joint } = crossed(world, 0.5, 'equal');
    updateBody(world, rod, { angularVelocity: [0.15, 2, 0] });
    let settled = 0;
    let fastest = 0;
    run(world, 4, () => {
      const v = rotate(bodyRotation(world, rod), [0, 0, 1]);
      const sine = length(cross([1, 0, 0], v));
      const error = Math.abs(jointCoordinate(world, joint).value - 0.5);
      if (sine > 0.5) settled = Math.max(settled, error);
      fastest = Math.max(fastest, length(linearVelocity(world, rod)), length(angularVelocity(world, rod)));
    });
    expect(settled).toBeLessThan(0.01);
    expect(fastest).toBeLessThan(6);
  });

  it('at creation hold the anchor of B on its side', () => {
    const world = jointWorld();
    const rod = addBox(world, [0, 0.4, 0], 4, [0.5, 0.05, 0.05]);
    const joint = createJoint(world, edgeEdge({ bodyB: rod, frameA: {}, frameB: {} }));
    expect(jointCoordinate(world, joint).value).toBeCloseTo(0.4, 12);
    run(world, 1);
    expect(bodyPosition(world, rod)[1]).toBeCloseTo(0.4, 3);
  });
});

describe('frameAlong', () => {
  it.each([[[1, 0, 0]], [[-1, 0, 0]], [[-1, 1e-9, 0]], [[0, 2, 0]], [[0.3, -0.4, 5]]] as Vec3[][])(
    'turns x to %j',
    (direction) => {
      const { rotation } = frameAlong([0, 0, 0], direction);
      const x = rotate(rotation!, [1, 0, 0]);
      const unit = scale(direction, 1 / length(direction));
      expect(length(add(x, scale(unit, -1)))).toBeLessThan(1e-15 * 8);
    },
  );

  it('refuses a direction of no length', () => {
    expect(() => frameAlong([0, 0, 0], [0, 0, 0])).toThrow(PhysicsError);
  });
});
