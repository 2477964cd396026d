import { expect, it } from 'vitest';
import {
  ball,
  createBody,
  createJoint,
  fixed,
  hinge,
  type JointHandle,
  jointReaction,
  stepWorld,
  type Vec3,
  type World,
} from '../../../src/index.js';
import { DT, jointWorld } from '../../joints/context.js';

/** Parallel joints: what they bear together is that of one joint, and like ones bear the same. */

const door = (world: World): ReturnType<typeof createBody> =>
  createBody(world, { position: [0.5, 1, 0], massProperties: { mass: 20, inertia: [7, 2, 5] } });

const addHinges = (world: World, heights: readonly number[]): JointHandle[] => {
  const bodyB = door(world);
  return heights.map((y) => createJoint(world, hinge({ bodyB, anchor: [0, y, 0], axis: [0, 1, 0] })));
};

const settle = (world: World): void => {
  for (let i = 0; i < 60; i++) stepWorld(world, DT);
};

/** Sum of forces, and of moments about the origin. */
const together = (world: World, joints: readonly JointHandle[], anchors: readonly Vec3[]): number[] => {
  const sum = [0, 0, 0, 0, 0, 0];
  joints.forEach((joint, i) => {
    const { force, torque } = jointReaction(world, joint);
    const [x, y, z] = anchors[i];
    const moment = [y * force[2] - z * force[1], z * force[0] - x * force[2], x * force[1] - y * force[0]];
    for (let k = 0; k < 3; k++) {
      sum[k] += force[k];
      sum[3 + k] += torque[k] + moment[k];
    }
  });
  return sum;
};

it.each([2, 3, 4])('%i hinges of a door bear the same weight', (count) => {
  const world = jointWorld({ gravity: [0, -10, 0] });
  const heights = Array.from({ length: count }, (_, i) => 0.2 + (1.6 * i) / (count - 1));
  const hinges = addHinges(world, heights);
  settle(world);
  for (const joint of hinges) expect(jointReaction(world, joint).force[1]).toBeCloseTo(200 / count, 9);
  // The upper one pulls as the lower one pushes.
  const [lower, upper] = [hinges[0], hinges[count - 1]].map((joint) => jointReaction(world, joint).force[0]);
  expect(lower + upper).toBeCloseTo(0, 9);
  expect(Math.abs(lower)).toBeGreaterThan(10);
  const sum = together(
    world,
    hinges,
    heights.map((y) => [0, y, 0]),
  );
  [0, 200, 0, 0, 0, 100].forEach((wanted, k) => {
    expect(sum[k]).toBeCloseTo(wanted, 8);
  });
});

it('unlike joints bear together what the load asks for', () => {
  const world = jointWorld({ gravity: [1, -10, 3] });
  const bodyB = door(world);
  const anchors: Vec3[] = [
    [0, 0.2, 0],
    [0, 1.9, 0.1],
    [1, 1, 0.2],
  ];
  const joints = [ball, hinge, fixed].map((make, i) =>
    createJoint(world, make({ bodyB, anchor: anchors[i] })),
  );
  settle(world);
  // Against the weight in the centre of mass.
  const load: Vec3 = [-20, 200, -60];
  const [x, y, z] = [0.5, 1, 0];
  const wanted = [...load, y * load[2] - z * load[1], z * load[0] - x * load[2], x * load[1] - y * load[0]];
  together(world, joints, anchors).forEach((value, k) => {
    expect(value).toBeCloseTo(wanted[k], 8);
  });
});

it('the motor and the stop of one hinge are no load of the hinges that they share', () => {
  // The axis is tilted and passes the centre of mass at a distance, so that no row of the door lies along a coordinate.
  const axis: Vec3 = [0.3, 1, 0.2];
  const reactions = (second: boolean): number[] => {
    const world = jointWorld({ gravity: [1, -10, 3] });
    const bodyB = door(world);
    const anchors: Vec3[] = [[0, 0.2, 0]];
    const motor = { mode: 'effort', effort: 400 } as const;
    const joints = [
      createJoint(world, hinge({ bodyB, anchor: anchors[0], axis, motor, limits: [-0.1, 0.1] })),
    ];
    if (second) {
      anchors.push([0.3, 1.2, 0.2]);
      joints.push(createJoint(world, hinge({ bodyB, anchor: anchors[1], axis })));
    }
    settle(world);
    // The anchors are on the axis: the door does not move them.
    return together(world, joints, anchors);
  };
  const one = reactions(false);
  reactions(true).forEach((value, k) => {
    expect(value).toBeCloseTo(one[k], 6);
  });
});
