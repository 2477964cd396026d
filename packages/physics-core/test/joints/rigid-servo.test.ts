import { describe, expect, it } from 'vitest';
import {
  type BodyHandle,
  ball,
  bodyPosition,
  bodyRotation,
  createJoint,
  hinge,
  isBodyAwake,
  type JointHandle,
  jointCoordinate,
  jointCoordinates,
  jointImpulses,
  jointReaction,
  linearVelocity,
  motor,
  mouse,
  type Quat,
  slider,
  swingTwist,
  updateJoint,
  upright,
  type Vec3,
  type World,
} from '../../src/index.js';
import { multiply } from '../../src/math/quat.js';
import { length, sub } from '../../src/math/vec3.js';
import { about } from '../api/context.js';
import { DT, G, jointWorld, off, run } from './context.js';
import { addMass, substepOf, weightless } from './joint-rig.js';
import { addTop } from './swings.js';

/** Servos of 0 Hz: they go to their target and stay there, whatever load their bound lets them bear. */

/** m/s and rad/s: the setting jointCorrectionSpeed. */
const FASTEST = 4;

/** Angle between two orientations. */
const between = (a: Quat, b: Quat): number => {
  const [x, y, z] = multiply([-a[0], -a[1], -a[2], a[3]], b);
  return 2 * Math.asin(Math.min(1, Math.hypot(x, y, z)));
};

describe('a rigid servo holds a load without sag', () => {
  it.each([-0.7, 0, 1.2])('of a hinge at %s rad: m g l cos θ', (target) => {
    const world = jointWorld();
    const beam = addTop(world, 10, [0.1, 1, 1], { position: [0.5, 0, 0] });
    const joint = createJoint(world, hinge({ bodyB: beam, anchor: [0, 0, 0], motor: { target, hertz: 0 } }));
    run(world, 4);
    expect(Math.abs(jointCoordinate(world, joint).value - target)).toBeLessThan(1e-9);
    const torque = jointImpulses(world, joint).angle.motor / substepOf(world);
    expect(off(torque, 10 * G * 0.5 * Math.cos(target))).toBeLessThan(1e-3);
  });

  it('of a slider that lifts: m g', () => {
    const world = jointWorld();
    const cage = addMass(world, [0, 0, 0], 20);
    const joint = createJoint(
      world,
      slider({ bodyB: cage, axis: [0, 1, 0], motor: { target: 3, hertz: 0, maxForce: 400 } }),
    );
    run(world, 3);
    expect(Math.abs(bodyPosition(world, cage)[1] - 3)).toBeLessThan(1e-9);
    expect(off(jointImpulses(world, joint).translation.motor / substepOf(world), 20 * G)).toBeLessThan(1e-6);
  });

  const target = about([0, 0.6, 0.8], 1.4);
  it.each(['ball', 'swing-twist'] as const)('about three axes, of a %s', (type) => {
    const world = jointWorld();
    const arm = addTop(world, 4, [0.02, 0.3, 0.3], { position: [0.6, 0, 0] });
    const make = type === 'ball' ? ball : swingTwist;
    const joint = createJoint(
      world,
      make({ bodyB: arm, anchor: [0, 0, 0], motorTarget: target, motorHertz: 0 }),
    );
    run(world, 4);
    expect(between(bodyRotation(world, arm), target)).toBeLessThan(1e-6);
    // r × (0, m g, 0) of the arm as it stands.
    const [x, , z] = bodyPosition(world, arm);
    const wanted: Vec3 = [-z * 4 * G, 0, x * 4 * G];
    expect(length(sub(jointReaction(world, joint).torque, wanted))).toBeLessThan(1e-3 * length(wanted));
  });

  it('of a motor joint, and of a mouse: m g', () => {
    const world = jointWorld();
    const drone = addTop(world, 3, [0.1, 0.2, 0.3]);
    const rotation = about([1, 0, 0], 2.5);
    const flight = createJoint(
      world,
      motor({ bodyB: drone, offset: [0, 2, 0], rotation, hertz: 0, angularHertz: 0, maxForce: 90 }),
    );
    const crate = addTop(world, 5, [0.2, 0.2, 0.2], { position: [4, 0, 0] });
    const hand = createJoint(world, mouse({ bodyB: crate, target: [5, 1, 0], hertz: 0, maxForce: 150 }));
    run(world, 10);
    expect(length(sub(bodyPosition(world, drone), [0, 2, 0]))).toBeLessThan(1e-9);
    expect(between(bodyRotation(world, drone), rotation)).toBeLessThan(1e-9);
    expect(off(jointReaction(world, flight).force[1], 3 * G)).toBeLessThan(1e-6);
    expect(length(sub(bodyPosition(world, crate), [5, 1, 0]))).toBeLessThan(1e-9);
    expect(off(jointReaction(world, hand).force[1], 5 * G)).toBeLessThan(1e-6);
  });
});

describe('a rigid servo arrives', () => {
  it.each([6 * Math.PI, -5 * Math.PI])('at %s rad, some turns away, no faster than the setting', (target) => {
    const world = jointWorld(weightless);
    const wheel = addTop(world, 1, [0.2, 0.2, 0.2]);
    const joint = createJoint(world, hinge({ bodyB: wheel, motor: { target, hertz: 0 } }));
    run(world, 2);
    const { value, rate } = jointCoordinate(world, joint);
    expect(rate).toBeCloseTo(FASTEST * Math.sign(target), 9);
    expect(value).toBeCloseTo(2 * FASTEST * Math.sign(target), 9);
    run(world, Math.abs(target) / FASTEST - 2 + 1);
    expect(jointCoordinate(world, joint).value).toBeCloseTo(target, 9);
    expect(Math.abs(jointCoordinate(world, joint).rate)).toBeLessThan(1e-9);
  });

  it('counts its turns however fast it may be', () => {
    const world = jointWorld({ ...weightless, jointCorrectionSpeed: 1000 });
    const wheel = addTop(world, 1, [0.2, 0.2, 0.2]);
    const joint = createJoint(world, hinge({ bodyB: wheel, motor: { target: 40 * Math.PI, hertz: 0 } }));
    run(world, 2);
    expect(jointCoordinate(world, joint).value).toBeCloseTo(40 * Math.PI, 9);
  });

  it('and lets its body sleep, which wakes with the next target', () => {
    const world = jointWorld({ sleeping: true });
    const beam = addTop(world, 10, [0.1, 1, 1], { position: [0.5, 0, 0] });
    const joint = createJoint(
      world,
      hinge({ bodyB: beam, anchor: [0, 0, 0], motor: { target: 1, hertz: 0 } }),
    );
    run(world, 3);
    expect(isBodyAwake(world, beam)).toBe(false);
    updateJoint(world, joint, { motor: { target: 0.5 } });
    run(world, 3);
    expect(jointCoordinate(world, joint).value).toBeCloseTo(0.5, 9);
    expect(isBodyAwake(world, beam)).toBe(false);
  });

  it('at the nearer limit when nothing bounds it and its target lies behind', () => {
    const world = jointWorld();
    const beam = addTop(world, 10, [0.1, 1, 1], { position: [0.5, 0, 0] });
    const joint = createJoint(
      world,
      hinge({ bodyB: beam, anchor: [0, 0, 0], limits: [-1, 0.8], motor: { target: 3, hertz: 0 } }),
    );
    let highest = 0;
    run(world, 4, () => {
      highest = Math.max(highest, jointCoordinate(world, joint).value);
    });
    expect(jointCoordinate(world, joint).value).toBeCloseTo(0.8, 6);
    expect(highest).toBeLessThan(0.8 + 1e-3);
    const { motor: drive, limit } = jointImpulses(world, joint).angle;
    expect(off((drive + limit) / substepOf(world), 10 * G * 0.5 * Math.cos(0.8))).toBeLessThan(1e-3);
  });
});

describe('a rigid servo keeps to its bound F', () => {
  /** With a = F / m: speeds up over a third of the way, brakes with half of F, and takes 3 √(2 D / 3a). */
  interface Rig {
    readonly reach: number;
    readonly ease: number;
    readonly make: (world: World) => { body: BodyHandle; joint: JointHandle };
    readonly left: (world: World, body: BodyHandle, joint: JointHandle) => number;
    readonly load: (world: World, joint: JointHandle) => number;
  }
  const turned = (angle: number): Quat => about([0.6, 0, 0.8], angle);
  const torqueOf = (world: World, joint: JointHandle): number => length(jointReaction(world, joint).torque);
  const forceOf = (world: World, joint: JointHandle): number => length(jointReaction(world, joint).force);
  const rigs: Record<string, Rig> = {
    hinge: {
      reach: 7,
      ease: 0.5 / 0.25,
      make: (world) => {
        const body = addTop(world, 1, [0.25, 0.25, 0.25]);
        const drive = { target: 7, hertz: 0, maxForce: 0.5 };
        return { body, joint: createJoint(world, hinge({ bodyB: body, motor: drive })) };
      },
      left: (world, _, joint) => 7 - jointCoordinate(world, joint).value,
      load: torqueOf,
    },
    slider: {
      reach: -2,
      ease: 6 / 4,
      make: (world) => {
        const body = addMass(world, [0, 0, 0], 4);
        const drive = { target: -2, hertz: 0, maxForce: 6 };
        return { body, joint: createJoint(world, slider({ bodyB: body, axis: [0, 0, 1], motor: drive })) };
      },
      left: (world, _, joint) => -2 - jointCoordinate(world, joint).value,
      load: forceOf,
    },
    ball: {
      reach: 2.5,
      ease: 0.3 / 0.2,
      make: (world) => {
        const body = addTop(world, 1, [0.2, 0.2, 0.2]);
        const drive = { motorTarget: turned(2.5), motorHertz: 0, motorMaxTorque: 0.3 };
        return { body, joint: createJoint(world, ball({ bodyB: body, ...drive })) };
      },
      left: (world, body) => between(bodyRotation(world, body), turned(2.5)),
      load: torqueOf,
    },
    'motor, its offset': {
      reach: 5,
      ease: 8 / 4,
      make: (world) => {
        const body = addMass(world, [0, 0, 0], 4);
        const offset = [0, 3, 4] as const;
        return { body, joint: createJoint(world, motor({ bodyB: body, offset, hertz: 0, maxForce: 8 })) };
      },
      left: (world, body) => length(sub(bodyPosition(world, body), [0, 3, 4])),
      load: forceOf,
    },
    'motor, its rotation': {
      reach: 2.5,
      ease: 0.3 / 0.2,
      make: (world) => {
        const body = addTop(world, 1, [0.2, 0.2, 0.2]);
        const drive = { rotation: turned(2.5), angularHertz: 0, maxTorque: 0.3 };
        return { body, joint: createJoint(world, motor({ bodyB: body, ...drive })) };
      },
      left: (world, body) => between(bodyRotation(world, body), turned(2.5)),
      load: torqueOf,
    },
    upright: {
      // C of a tilt by α is 2 sin(α/2), and Ċ = α̇ cos(α/2): nearly the angle itself at 0.4 rad.
      reach: 0.4,
      ease: 0.1 / 0.2,
      make: (world) => {
        const body = addTop(world, 1, [0.2, 0.2, 0.2], { rotation: about([1, 0, 0], 0.4) });
        const x = { rotation: about([0, 0, 1], Math.PI / 2) };
        const drive = { frameA: x, frameB: x, hertz: 0, maxTorque: 0.1 };
        return { body, joint: createJoint(world, upright({ bodyB: body, ...drive })) };
      },
      left: (world, body) => between(bodyRotation(world, body), [0, 0, 0, 1]),
      load: torqueOf,
    },
    mouse: {
      reach: 5,
      ease: 8 / 4,
      make: (world) => {
        const body = addMass(world, [0, 0, 0], 4);
        const target = [3, 0, -4] as const;
        return { body, joint: createJoint(world, mouse({ bodyB: body, target, hertz: 0, maxForce: 8 })) };
      },
      left: (world, body) => length(sub(bodyPosition(world, body), [3, 0, -4])),
      load: forceOf,
    },
  };

  it.each(Object.entries(rigs))('%s: speeds up by F / m, brakes in time, arrives', (_, rig) => {
    const world = jointWorld(weightless);
    const { body, joint } = rig.make(world);
    const way = Math.abs(rig.reach);
    const start = 0.3;
    run(world, start);
    // ½ a t², and a h / 2 a t more: velocities come before positions.
    const gone = way - Math.abs(rig.left(world, body, joint));
    expect(off(gone, 0.5 * rig.ease * start * (start + substepOf(world)))).toBeLessThan(1e-4);
    const strength = rig.load(world, joint);
    const arrival = 3 * Math.sqrt((2 * way) / (3 * rig.ease));
    let nearest = way;
    run(world, 0.9 * arrival - start, () => {
      expect(rig.load(world, joint)).toBeLessThan(strength * (1 + 1e-4));
      nearest = rig.left(world, body, joint) * Math.sign(rig.reach);
      expect(nearest).toBeGreaterThan(0);
    });
    // What is left of a way that is braked with a / 2 is ¼ a t², t seconds before its end.
    expect(off(nearest, 0.25 * rig.ease * (0.1 * arrival) ** 2)).toBeLessThan(0.15);
    run(world, 0.1 * arrival + 0.5);
    expect(Math.abs(rig.left(world, body, joint))).toBeLessThan(1e-6);
  });

  it('sinks under a load above it, and gives all it has', () => {
    const world = jointWorld();
    const cage = addMass(world, [0, 0, 0], 4);
    const drive = { target: 0, hertz: 0, maxForce: 3 * G };
    const joint = createJoint(world, slider({ bodyB: cage, axis: [0, 1, 0], motor: drive }));
    run(world, 1);
    expect(off(linearVelocity(world, cage)[1], -G / 4)).toBeLessThan(1e-9);
    expect(off(jointImpulses(world, joint).translation.motor / substepOf(world), 3 * G)).toBeLessThan(1e-9);
  });

  it('takes a load of half of it without an overshoot, up and down', () => {
    const world = jointWorld();
    const cage = addMass(world, [0, 0, 0], 4);
    const drive = { target: 1.5, hertz: 0, maxForce: 8 * G };
    const joint = createJoint(world, slider({ bodyB: cage, axis: [0, 1, 0], motor: drive }));
    let past = -Infinity;
    run(world, 4, () => {
      past = Math.max(past, bodyPosition(world, cage)[1] - 1.5);
    });
    expect(past).toBeLessThan(0.005);
    updateJoint(world, joint, { motor: { target: 0 } });
    run(world, 4, () => {
      past = Math.max(past, -bodyPosition(world, cage)[1]);
    });
    expect(past).toBeLessThan(0.005);
    expect(Math.abs(bodyPosition(world, cage)[1])).toBeLessThan(1e-9);
  });
});

it('twenty rigid servos in a row hold an arm level, solved directly', () => {
  const world = jointWorld();
  let last: BodyHandle | undefined;
  const joints: JointHandle[] = [];
  for (let i = 0; i < 20; i++) {
    const bodyB = addTop(world, 1, [0.01, 0.02, 0.02], { position: [0.2 * i + 0.1, 0, 0] });
    const place = { ...(last === undefined ? {} : { bodyA: last }), bodyB, anchor: [0.2 * i, 0, 0] } as const;
    joints.push(createJoint(world, hinge({ ...place, motor: { target: 0, hertz: 0 } })));
    last = bodyB;
  }
  run(world, 3);
  for (const [i, joint] of joints.entries()) {
    expect(Math.abs(jointCoordinates(world, joint).angle.value)).toBeLessThan(1e-3);
    // All links from i on, with the middle of their weight half of their length away.
    const load = (20 - i) * G * 0.1 * (20 - i);
    expect(off(jointImpulses(world, joint).angle.motor / (DT / 4), load)).toBeLessThan(0.01);
  }
});
