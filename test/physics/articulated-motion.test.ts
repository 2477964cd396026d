import {
  angularVelocity,
  type BodyHandle,
  ball,
  bodyPosition,
  createBody,
  createJoint,
  createWorld,
  destroyJoint,
  fixed,
  hinge,
  isBodyAwake,
  type JointHandle,
  jointCoordinates,
  jointError,
  jointReaction,
  linearVelocity,
  slider,
  stepWorld,
  updateBody,
  updateJoint,
  updateSettings,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { kineticEnergy, momentum, potentialEnergy } from '@tenon/physics-core/inspect';
import { createRandom, doublePendulum, startScene } from '@tenon/scenes';
import { describe, expect, it } from 'vitest';
import { randomTree, treeKinds } from '../shared/random-trees.js';
import { awakeWorld, DT, G, run, size, stepsApart } from './context.js';

/** How articulations move: against closed forms, and through everything that a user does to them. */

const X: Vec3 = [1, 0, 0];
const Z: Vec3 = [0, 0, 1];

const energy = (world: World): number => kineticEnergy(world) + potentialEnergy(world);

const largestGap = (world: World, joints: readonly JointHandle[]): number =>
  Math.max(...joints.map((joint) => jointError(world, joint).linear));

/** Links of 1 kg and half a metre along x on balls, the first on the world, with a heavy ball at the end. */
const heavyChain = (world: World, count: number, load: number): JointHandle[] => {
  const joints: JointHandle[] = [];
  let last: { readonly bodyA?: BodyHandle } = {};
  for (let i = 0; i <= count; i++) {
    const isLoad = i === count;
    const bodyB = createBody(world, {
      position: [0.5 * i + (isLoad ? 0.5 : 0.25), 0, 0],
      massProperties: isLoad
        ? { mass: load, inertia: [0.1 * load, 0.1 * load, 0.1 * load] }
        : { mass: 1, inertia: [0.00125, 0.0213, 0.0213] },
    });
    joints.push(createJoint(world, ball({ ...last, bodyB, anchor: [0.5 * i, 0, 0] })));
    last = { bodyA: bodyB };
  }
  return joints;
};

describe('a chain of links of 1 kg that is released level', () => {
  it.each([
    [10, 1000, 5, 0.0005],
    [50, 50_000, 8, 0.03],
  ])(
    'of %d with %d kg at the end stays together to 0.1 mm for %d s, gains no energy and loses less than %f of it',
    (count, load, seconds, lost) => {
      const world = awakeWorld();
      const joints = heavyChain(world, count, load);
      const start = energy(world);
      const whole = load * G * 0.5 * count;
      run(world, seconds, () => {
        expect(largestGap(world, joints)).toBeLessThan(1e-4);
        expect((energy(world) - start) / whole).toBeLessThan(1e-4);
      });
      expect((start - energy(world)) / whole).toBeLessThan(lost);
    },
  );
});

describe('rods of 1 m on hinges that are let go level', () => {
  it.each([
    [8, 4, 0.01],
    [25, 4, 0.02],
    [25, 16, 0.001],
  ])(
    '%d of them with %d substeps gain no energy in 20 s and lose at most %f of it',
    (count, substeps, lost) => {
      const world = awakeWorld({ substeps });
      let last: { readonly bodyA?: BodyHandle } = {};
      for (let i = 0; i < count; i++) {
        const bodyB = createBody(world, {
          position: [i + 0.5, 0, 0],
          massProperties: { mass: 1, inertia: [0.002, 1 / 12, 1 / 12] },
        });
        createJoint(world, hinge({ ...last, bodyB, anchor: [i, 0, 0], axis: Z }));
        last = { bodyA: bodyB };
      }
      const start = energy(world);
      const whole = (count * count * G) / 2;
      run(world, 20, () => expect((energy(world) - start) / whole).toBeLessThan(0.001));
      expect((start - energy(world)) / whole).toBeLessThan(lost);
    },
  );
});

it('a double pendulum of rods keeps its energy to 0.2 % for 60 s, and on average of the last 10 s to 0.02 %', () => {
  const { world } = startScene(doublePendulum);
  updateSettings(world, { jointSolver: 'auto' });
  const start = energy(world);
  let mean = 0;
  run(world, 60, (time) => {
    const change = (energy(world) - start) / (2 * G);
    expect(Math.abs(change)).toBeLessThan(0.002);
    if (time > 50) mean += change / 600;
  });
  expect(Math.abs(mean)).toBeLessThan(0.0002);
});

it('a fast gyroscope on a ball precesses at m g r / (I ω), to 0.1 %', () => {
  const world = awakeWorld();
  const [mass, r, spin] = [1, 0.2, 2 * Math.PI * 20];
  const [axial, across] = [0.02, 0.012];
  const wheel = createBody(world, {
    position: [r, 0, 0],
    massProperties: { mass, inertia: [axial, across, across] },
  });
  // Steady precession from the start: Ω about y, with the exact rate I ω Ω = m g r of a level axis.
  const rate = (mass * G * r) / (axial * spin);
  updateBody(world, wheel, { angularVelocity: [spin, rate, 0], linearVelocity: [0, 0, -rate * r] });
  createJoint(world, ball({ bodyB: wheel, anchor: [0, 0, 0] }));
  const seconds = 4;
  run(world, seconds);
  const [x, y, z] = bodyPosition(world, wheel);
  const turned = Math.atan2(-z, x);
  const wanted = rate * seconds;
  expect(Math.abs(y)).toBeLessThan(0.002);
  expect(
    Math.abs(turned - (wanted - 2 * Math.PI * Math.round((wanted - turned) / (2 * Math.PI)))) / wanted,
  ).toBeLessThan(1e-3);
});

it('trees that fly freely keep momentum and angular momentum, and gain no energy', () => {
  const random = createRandom(21);
  for (let k = 0; k < 4; k++) {
    const world = awakeWorld({ gravity: [0, 0, 0] });
    const joints: JointHandle[] = [];
    const bodies: BodyHandle[] = [];
    for (let i = 0; i < 8; i++) {
      const velocity: Vec3 = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
      const bodyB = createBody(world, {
        position: [0.3 * i, 0, 0],
        linearVelocity: velocity,
        angularVelocity: velocity,
        massProperties: { mass: random.between(0.5, 5), inertia: [0.02, 0.03, 0.04] },
      });
      const parent = Math.floor(random.between(0, i));
      const place = { bodyA: bodies[parent], bodyB, anchor: [0.3 * i - 0.15, 0, 0] as Vec3, axis: Z };
      if (i > 0) joints.push(createJoint(world, [ball(place), hinge(place), fixed(place)][i % 3]));
      bodies.push(bodyB);
    }
    // The first step makes the velocities fit the joints.
    run(world, DT);
    const before = momentum(world);
    const start = kineticEnergy(world);
    run(world, 5, () => expect(kineticEnergy(world) / start).toBeLessThan(1.002));
    const after = momentum(world);
    for (let m = 0; m < 3; m++) {
      expect(Math.abs(after.linear[m] - before.linear[m])).toBeLessThan(1e-11);
      expect(Math.abs(after.angular[m] - before.angular[m])).toBeLessThan(1e-9);
    }
    expect(largestGap(world, joints)).toBeLessThan(1e-4);
  }
});

describe('six hinges in a row, motors at rest,', () => {
  it('hold 100 kg on an arm of 3 m with the torques on paper, to a millionth', () => {
    const world = awakeWorld();
    const joints: JointHandle[] = [];
    let last: { readonly bodyA?: BodyHandle } = {};
    for (let i = 0; i < 6; i++) {
      const mass = i === 5 ? 100 : 1;
      const bodyB = createBody(world, {
        position: [0.5 * i + 0.25, 0, 0],
        massProperties: { mass, inertia: [0.01 * mass, 0.02 * mass, 0.02 * mass] },
      });
      const motor = { speed: 0, maxForce: 1e5 };
      joints.push(createJoint(world, hinge({ ...last, bodyB, anchor: [0.5 * i, 0, 0], axis: Z, motor })));
      last = { bodyA: bodyB };
    }
    run(world, 1);
    joints.forEach((joint, i) => {
      let torque = 0;
      for (let k = i; k < 6; k++) torque += (k === 5 ? 100 : 1) * G * (0.5 * (k - i) + 0.25);
      expect(Math.abs(jointReaction(world, joint).torque[2] / torque - 1)).toBeLessThan(1e-6);
    });
  });
});

it('a load on a spring of 3 Hz swings about g / ω² and comes to rest there', () => {
  const world = awakeWorld();
  const bodyB = createBody(world, { massProperties: { mass: 5, inertia: [1, 1, 1] } });
  const spring = { hertz: 3, dampingRatio: 0.3, rest: 0 };
  const joint = createJoint(world, slider({ bodyB, axis: [0, -1, 0], spring }));
  run(world, 5);
  const omega = 2 * Math.PI * 3;
  expect(Math.abs(jointCoordinates(world, joint).translation.value - G / (omega * omega))).toBeLessThan(1e-6);
});

it('snapshots in the middle of a fall go on bit by bit, for every kind of random tree', () => {
  treeKinds.forEach((kind, i) => {
    const { world } = randomTree(31 + i, kind);
    run(world, 0.5 + 0.1 * i);
    expect(stepsApart(world, 60), kind.name).toEqual([]);
  });
});

it('a chain that hangs at rest sleeps, and wakes when it is pushed', () => {
  const world = createWorld();
  const joints: JointHandle[] = [];
  const bodies: BodyHandle[] = [];
  for (let i = 0; i < 6; i++) {
    const bodyB = createBody(world, {
      position: [0, -0.5 * i - 0.25, 0],
      massProperties: { mass: 1, inertia: [0.02, 0.001, 0.02] },
    });
    const before = i > 0 ? { bodyA: bodies[i - 1] } : {};
    joints.push(createJoint(world, ball({ ...before, bodyB, anchor: [0, -0.5 * i, 0] })));
    bodies.push(bodyB);
  }
  run(world, 2);
  expect(bodies.some((body) => isBodyAwake(world, body))).toBe(false);
  updateBody(world, bodies[5], { linearVelocity: [1, 0, 0] });
  run(world, 0.5);
  expect(bodies.every((body) => isBodyAwake(world, body))).toBe(true);
  expect(largestGap(world, joints)).toBeLessThan(1e-4);
  expect(kineticEnergy(world)).toBeGreaterThan(0.02);
});

describe('while a tree swings', () => {
  it('joints may be destroyed, made, switched off and on, and changed in any step', () => {
    const random = createRandom(8);
    for (let k = 0; k < 4; k++) {
      const { world, bodies, joints } = randomTree(900 + k, treeKinds[1]);
      const alive = new Set(joints);
      let start = energy(world);
      for (let step = 0; step < 240; step++) {
        const joint = joints[Math.floor(random.between(0, joints.length))];
        if (step % 10 === 0 && alive.has(joint)) {
          if (step % 40 === 0) {
            destroyJoint(world, joint);
            alive.delete(joint);
          } else if (step % 40 === 10) updateJoint(world, joint, { enabled: false });
          else if (step % 40 === 20) updateJoint(world, joint, { enabled: true });
          else updateJoint(world, joint, { hertz: random.next() < 0.5 ? 5 : 0 });
        }
        stepWorld(world, DT);
      }
      for (const body of bodies) expect(size(bodyPosition(world, body))).toBeLessThan(200);
      start = energy(world);
      run(world, 1);
      expect(energy(world) - start).toBeLessThan(0.05 * Math.abs(start));
    }
  });

  it('its kinematic parent may move: at a constant speed it swings as on a parent at rest, to 1e-12', () => {
    const hang = (speed: number) => {
      const world = awakeWorld();
      const bodyA = createBody(world, { type: 'kinematic' });
      const bodyB = createBody(world, {
        position: [0, -1, 0],
        angularVelocity: [0, 0, -1],
        linearVelocity: [speed - 1, 0, 0],
        massProperties: { mass: 1, inertia: [0.01, 0.01, 0.01] },
      });
      const joint = createJoint(world, ball({ bodyA, bodyB, anchor: [0, 0, 0] }));
      updateBody(world, bodyA, { linearVelocity: [speed, 0, 0] });
      return { world, bodyB, joint };
    };
    const [rest, moving] = [hang(0), hang(1)];
    let most = 0;
    run(rest.world, 1.5, (time) => {
      stepWorld(moving.world, DT);
      const [x, y] = bodyPosition(rest.world, rest.bodyB);
      const [mx, my] = bodyPosition(moving.world, moving.bodyB);
      expect(Math.hypot(mx - time - x, my - y)).toBeLessThan(1e-12);
      expect(jointError(moving.world, moving.joint).linear).toBeLessThan(1e-5);
      most = Math.max(most, y + 1);
    });
    // ½ (m r² + I) ω² = m g h.
    expect(Math.abs(most / (1.01 / (2 * G)) - 1)).toBeLessThan(0.002);
  });

  it('a body that is moved apart comes back at the speed of correction, and no energy is left of it', () => {
    const world = awakeWorld({ gravity: [0, 0, 0] });
    const bodies: BodyHandle[] = [];
    const joints: JointHandle[] = [];
    for (let i = 0; i < 4; i++) {
      const bodyB = createBody(world, {
        position: [0.5 * i + 0.25, 0, 0],
        massProperties: { mass: 1, inertia: [0.01, 0.02, 0.02] },
      });
      const before = i > 0 ? { bodyA: bodies[i - 1] } : {};
      joints.push(createJoint(world, ball({ ...before, bodyB, anchor: [0.5 * i, 0, 0] })));
      bodies.push(bodyB);
    }
    run(world, 0.1);
    updateBody(world, bodies[3], { position: [1.75, 0.3, 0] });
    run(world, 0.5);
    expect(largestGap(world, joints)).toBeLessThan(1e-4);
    for (const body of bodies) expect(size(linearVelocity(world, body))).toBeLessThan(0.5);
  });

  it('a body that turns about an axis of no inertia to speak of stays finite', () => {
    const world = awakeWorld();
    const bodyB = createBody(world, {
      position: X,
      angularVelocity: [300, 0, 0],
      massProperties: { mass: 1, inertia: [1e-5, 0.01, 0.01] },
    });
    const joint = createJoint(world, ball({ bodyB, anchor: [0, 0, 0] }));
    run(world, 3, () => expect(jointError(world, joint).linear).toBeLessThan(1e-4));
    expect(Number.isFinite(size(angularVelocity(world, bodyB)))).toBe(true);
  });
});
