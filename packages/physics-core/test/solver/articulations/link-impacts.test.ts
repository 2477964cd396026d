import { describe, expect, it } from 'vitest';
import {
  type BodyHandle,
  ball,
  box,
  createBody,
  createCollider,
  createJoint,
  distance,
  hinge,
  type JointHandle,
  jointReaction,
  linearVelocity,
  sphere,
  type World,
} from '../../../src/index.js';
import { kineticEnergy, potentialEnergy } from '../../../src/inspect.js';
import { between, createRandom, DT } from '../../determinism/context.js';
import { jointWorld, run } from '../../joints/context.js';

/** Impacts of links with restitution 1, in the impact stage. */

const elastic = { restitution: 1, friction: 0 };

const addWalls = (world: World, at: number): void => {
  for (const side of [-1, 1]) {
    const wall = createBody(world, { type: 'static', position: [side * at, 0, 0] });
    createCollider(world, wall, { shape: box(0.1, 3, 3), ...elastic });
  }
};

const pendulums: Record<string, (world: World) => void> = {
  hinge: (world) => {
    const bodyB = createBody(world, {
      position: [0, -1, 0],
      linearVelocity: [3, 0, 0],
      angularVelocity: [0, 0, 3],
    });
    createCollider(world, bodyB, { shape: sphere(0.1), ...elastic });
    createJoint(world, hinge({ bodyB, anchor: [0, 0, 0], axis: [0, 0, 1] }));
  },
  ball: (world) => {
    const bodyB = createBody(world, {
      position: [0, -1, 0],
      linearVelocity: [3, 0, 0],
      angularVelocity: [0, 0, 3],
    });
    createCollider(world, bodyB, { shape: box(0.1, 0.2, 0.1), ...elastic });
    createJoint(world, ball({ bodyB, anchor: [0, 0, 0] }));
  },
  'rod of two links': (world) => {
    const first = createBody(world, { position: [0, -0.5, 0], linearVelocity: [1, 0, 0] });
    createCollider(world, first, { shape: sphere(0.05), ...elastic });
    createJoint(world, distance({ bodyB: first, anchorA: [0, 0, 0], anchorB: [0, 0, 0], length: 0.5 }));
    const bodyB = createBody(world, { position: [0, -1, 0], linearVelocity: [2, 0, 0] });
    createCollider(world, bodyB, { shape: sphere(0.1), ...elastic });
    createJoint(
      world,
      distance({ bodyA: first, bodyB, anchorA: [0, 0, 0], anchorB: [0, 0, 0], length: 0.5 }),
    );
  },
};

describe.each(Object.keys(pendulums))('a pendulum on a %s between two walls', (name) => {
  it('keeps its energy to 2 % for 10 s', () => {
    const world = jointWorld();
    pendulums[name](world);
    addWalls(world, 0.6);
    const energy = (): number => kineticEnergy(world) + potentialEnergy(world);
    const start = energy();
    const scale = kineticEnergy(world);
    run(world, 10, () => expect(energy() - start).toBeLessThan(0.006 * scale));
    expect(energy() - start).toBeGreaterThan(-0.02 * scale);
  });
});

it("passes an impulse through five balls on joints: Newton's cradle", () => {
  const world = jointWorld({ gravity: [0, 0, 0] });
  const balls = [0, 1, 2, 3, 4].map((i) => {
    const bodyB = createBody(world, { position: [0.2 * i, -1, 0] });
    createCollider(world, bodyB, { shape: sphere(0.1), ...elastic });
    return bodyB;
  });
  const bob = createBody(world, { position: [-0.5, -1, 0], linearVelocity: [2, 0, 0] });
  createCollider(world, bob, { shape: sphere(0.1), ...elastic });
  for (const bodyB of balls) createJoint(world, ball({ bodyB, anchor: [0, 5, 0] }));
  run(world, 0.3);
  const speeds = [bob, ...balls].map((body) => linearVelocity(world, body)[0]);
  // The balls hang 6 m below their pivots: as heavy as free ones but for 0.1 %.
  for (const speed of speeds.slice(0, 5)) expect(Math.abs(speed)).toBeLessThan(0.02);
  expect(speeds[5]).toBeCloseTo(2, 1);
});

// Drifts that were tried and undone, and what closing rows do against external forces, counted as impulses of the loop: reactions were off by 650 N.
it('a struck four-bar bears the same whichever of its joints closes the loop', () => {
  const create = (order: readonly number[]) => {
    // Reactions are those of the last substep.
    const world = jointWorld({ substeps: 1 });
    const [left, right, bar] = [
      [-1, -0.5],
      [1, -0.6],
      [0, -1.1],
    ].map(([x, y]) => createBody(world, { position: [x, y, 0] }));
    for (const body of [left, right])
      createCollider(world, body, { shape: box(0.05, 0.3, 0.05), density: 500, ...elastic });
    createCollider(world, bar, { shape: box(0.8, 0.05, 0.1), density: 500, ...elastic });
    const falling = createBody(world, { position: [0.4, 0.2, 0] });
    createCollider(world, falling, { shape: sphere(0.1), density: 800, ...elastic });
    const axis = [0, 0, 1] as const;
    const defs = [
      hinge({ bodyB: left, anchor: [-1, 0, 0], axis }),
      hinge({ bodyA: left, bodyB: bar, anchor: [-1, -1, 0], axis }),
      hinge({ bodyA: bar, bodyB: right, anchor: [1, -1.2, 0], axis }),
      hinge({ bodyB: right, anchor: [1, 0, 0], axis }),
    ];
    const joints: JointHandle[] = [];
    for (const k of order) joints[k] = createJoint(world, defs[k]);
    return { world, joints };
  };
  const first = create([0, 1, 2, 3]);
  const second = create([3, 2, 1, 0]);
  let most = 0;
  for (let i = 0; i < 60; i++) {
    run(first.world, DT);
    run(second.world, DT);
    for (const [k, joint] of first.joints.entries()) {
      const { force } = jointReaction(first.world, joint);
      most = Math.max(most, ...force);
      const other = jointReaction(second.world, second.joints[k]).force;
      for (const m of [0, 1, 2]) expect(Math.abs(force[m] - other[m])).toBeLessThan(1e-3);
    }
  }
  // At rest the joints bear 200 N.
  expect(most).toBeGreaterThan(1000);
});

// The velocities of driven links were taken for those of the end of the substep: ten gained 1 to 22 %.
it('driven double pendulums between walls keep their energy', () => {
  const random = createRandom(1);
  let sum = 0;
  for (let k = 0; k < 10; k++) {
    const world = jointWorld();
    addWalls(world, 0.7);
    const omega = (k % 2 ? -1 : 1) * between(random, 3, 7);
    let bodyA: BodyHandle | undefined;
    for (let i = 0; i < 2; i++) {
      const bodyB = createBody(world, {
        position: [0, -0.25 - 0.5 * i, 0],
        linearVelocity: [omega * (0.25 + 0.5 * i), 0, 0],
        angularVelocity: [0, 0, omega],
      });
      createCollider(world, bodyB, { shape: sphere(0.1), density: between(random, 500, 1500), ...elastic });
      const ends = bodyA === undefined ? { bodyB } : { bodyA, bodyB };
      // A push of zero makes it driven, and does no work.
      const motor = { effort: 0, maxForce: 1 };
      createJoint(world, hinge({ ...ends, anchor: [0, -0.5 * i, 0], axis: [0, 0, 1], motor }));
      bodyA = bodyB;
    }
    const energy = (): number => kineticEnergy(world) + potentialEnergy(world);
    const start = energy();
    const scale = kineticEnergy(world);
    run(world, 4);
    const change = (energy() - start) / scale;
    // It swings within a period, by the substep times the power of gravity.
    expect(Math.abs(change)).toBeLessThan(0.03);
    sum += change;
  }
  console.info(`driven double pendulums: ${(10 * sum).toFixed(2)} % on average`);
  expect(Math.abs(sum / 10)).toBeLessThan(0.01);
});
