import { describe, expect, it } from 'vitest';
import {
  applyAngularImpulse,
  applyImpulse,
  type BodyHandle,
  ball,
  bodyPosition,
  createBody,
  createJoint,
  createWorld,
  destroyBody,
  destroyJoint,
  fixed,
  gear,
  hinge,
  isBodyAwake,
  type JointChanges,
  type JointHandle,
  jointReaction,
  setNextPose,
  sleep,
  slider,
  stepWorld,
  updateBody,
  updateJoint,
  type World,
} from '../../src/index.js';
import { eventsOf } from '../api/context.js';
import { addBox, DT, G, run } from './context.js';

/** Two boxes on two ball joints below each other, at rest. */
const hangingPair = (world: World): { upper: BodyHandle; lower: BodyHandle; joints: JointHandle[] } => {
  const upper = addBox(world, [0, -0.5, 0]);
  const lower = addBox(world, [0, -1.5, 0], 3);
  const joints = [
    createJoint(world, ball({ bodyB: upper, anchor: [0, 0, 0] })),
    createJoint(world, ball({ bodyA: upper, bodyB: lower, anchor: [0, -1, 0] })),
  ];
  return { upper, lower, joints };
};

/** Steps until the body sleeps; fails after so many seconds. */
const untilAsleep = (world: World, body: BodyHandle, seconds = 5): void => {
  for (let i = 0; i < seconds / DT && isBodyAwake(world, body); i++) stepWorld(world, DT);
  expect(isBodyAwake(world, body)).toBe(false);
};

const awake = (world: World, ...bodies: BodyHandle[]): boolean[] =>
  bodies.map((body) => isBodyAwake(world, body));

describe('jointed bodies sleep together and wake together', () => {
  it('in the same step, with an event for each', () => {
    const world = createWorld();
    const { upper, lower } = hangingPair(world);
    untilAsleep(world, upper);
    expect(awake(world, upper, lower)).toEqual([false, false]);
    expect(eventsOf(world, 'sleep').map(({ body }) => body)).toEqual(expect.arrayContaining([upper, lower]));
    applyImpulse(world, lower, [0.1, 0, 0]);
    stepWorld(world, DT);
    expect(awake(world, upper, lower)).toEqual([true, true]);
    expect(eventsOf(world, 'wake')).toHaveLength(2);
  });

  it('one that moves keeps the other awake', () => {
    const world = createWorld({ gravity: [0, 0, 0] });
    const still = addBox(world, [0, 0, 0], 1000);
    const wheel = addBox(world, [1, 0, 0]);
    createJoint(world, hinge({ bodyA: still, bodyB: wheel }));
    applyAngularImpulse(world, wheel, [0, 0, 0.05]);
    run(world, 3);
    expect(awake(world, still, wheel)).toEqual([true, true]);
  });

  it('also those that gears hold together', () => {
    const world = createWorld({ gravity: [0, 0, 0] });
    const wheels = [0, 3].map((x) => addBox(world, [x, 0, 0]));
    const [jointA, jointB] = wheels.map((bodyB) => createJoint(world, hinge({ bodyB })));
    createJoint(world, gear({ jointA, jointB }));
    untilAsleep(world, wheels[0]);
    expect(awake(world, ...wheels)).toEqual([false, false]);
    applyAngularImpulse(world, wheels[0], [0, 0, 0.01]);
    stepWorld(world, DT);
    expect(awake(world, ...wheels)).toEqual([true, true]);
  });

  it('a body that is put to sleep alone is woken by its joint', () => {
    const world = createWorld();
    const { upper, lower } = hangingPair(world);
    run(world, 0.5);
    const [, before] = bodyPosition(world, lower);
    sleep(world, lower);
    stepWorld(world, DT);
    expect(awake(world, upper, lower)).toEqual([true, true]);
    expect(bodyPosition(world, lower)[1]).toBeCloseTo(before, 4);
  });

  it('waking one body of a chain put to sleep one by one wakes and holds all of it', () => {
    const world = createWorld();
    const links = Array.from({ length: 6 }, (_, i) => addBox(world, [0, -0.5 - i, 0]));
    for (const [i, bodyB] of links.entries()) {
      const previous = i === 0 ? {} : { bodyA: links[i - 1] };
      createJoint(world, ball({ ...previous, bodyB, anchor: [0, -i, 0] }));
    }
    run(world, 0.2);
    for (const link of links) sleep(world, link);
    const before = links.map((link) => bodyPosition(world, link)[1]);
    applyImpulse(world, links[5], [1e-9, 0, 0]);
    stepWorld(world, DT);
    expect(awake(world, ...links)).toEqual(links.map(() => true));
    for (const [i, link] of links.entries()) expect(bodyPosition(world, link)[1]).toBeCloseTo(before[i], 4);
  });
});

describe('what wakes', () => {
  const sleepingDoor = (): { world: World; door: BodyHandle; joint: JointHandle } => {
    const world = createWorld({ gravity: [0, 0, 0] });
    const door = addBox(world, [0.5, 0, 0]);
    const joint = createJoint(world, hinge({ bodyB: door, anchor: [0, 0, 0], axis: [0, 1, 0] }));
    untilAsleep(world, door);
    return { world, door, joint };
  };

  it('a change of the motor, which then runs', () => {
    const { world, door, joint } = sleepingDoor();
    updateJoint(world, joint, { motor: { speed: 1 } });
    expect(isBodyAwake(world, door)).toBe(true);
    run(world, 0.5);
    expect(bodyPosition(world, door)[2]).toBeCloseTo(-0.5 * Math.sin(0.5), 2);
  });

  it.each<[string, JointChanges]>([
    ['limits', { limits: [0.2, 1] }],
    ['an anchor', { anchorB: [-0.5, 0.1, 0] }],
    ['user data', { userData: 1 }],
    ['disabling', { enabled: false }],
    ['touching', { collideConnected: true }],
  ])('a change of %s', (_, changes) => {
    const { world, door, joint } = sleepingDoor();
    updateJoint(world, joint, changes);
    expect(isBodyAwake(world, door)).toBe(true);
  });

  it('destroying the joint', () => {
    const { world, door, joint } = sleepingDoor();
    destroyJoint(world, joint);
    expect(isBodyAwake(world, door)).toBe(true);
  });

  it('a new joint, both of its bodies', () => {
    const { world, door } = sleepingDoor();
    const other = addBox(world, [3, 0, 0]);
    untilAsleep(world, other);
    createJoint(world, ball({ bodyA: other, bodyB: door, anchor: [2, 0, 0] }));
    expect(awake(world, door, other)).toEqual([true, true]);
  });

  it('the end of the body on the other side', () => {
    const world = createWorld();
    const { upper, lower } = hangingPair(world);
    untilAsleep(world, lower);
    destroyBody(world, upper);
    expect(isBodyAwake(world, lower)).toBe(true);
    run(world, 1);
    expect(bodyPosition(world, lower)[1]).toBeLessThan(-5);
  });
});

describe('kinematic carriers', () => {
  const carried = (): { world: World; carrier: BodyHandle; load: BodyHandle } => {
    const world = createWorld();
    const carrier = createBody(world, { type: 'kinematic' });
    const load = addBox(world, [0, -1, 0]);
    createJoint(world, fixed({ bodyA: carrier, bodyB: load }));
    return { world, carrier, load };
  };

  it('at rest let sleep', () => {
    const { world, load } = carried();
    untilAsleep(world, load);
    run(world, 1);
    expect(isBodyAwake(world, load)).toBe(false);
  });

  it('that are awake and stand still do not wake what hangs on them', () => {
    const { world, carrier, load } = carried();
    untilAsleep(world, load);
    updateBody(world, carrier, { userData: 1 });
    stepWorld(world, DT);
    expect(isBodyAwake(world, load)).toBe(false);
  });

  it('in motion wake and keep awake, however slow', () => {
    const { world, carrier, load } = carried();
    untilAsleep(world, load);
    updateBody(world, carrier, { linearVelocity: [1e-3, 0, 0] });
    run(world, 5);
    expect(isBodyAwake(world, load)).toBe(true);
    expect(bodyPosition(world, load)[0]).toBeCloseTo(5e-3, 4);
  });

  it('with a next pose carry what slept', () => {
    const { world, carrier, load } = carried();
    untilAsleep(world, load);
    setNextPose(world, carrier, [0, 0.1, 0]);
    run(world, 0.5);
    expect(bodyPosition(world, load)[1]).toBeCloseTo(-0.9, 3);
  });
});

describe('motors', () => {
  it('that turn slower than sleepers keep awake', () => {
    const world = createWorld({ gravity: [0, 0, 0] });
    const wheel = addBox(world, [0, 0, 0]);
    createJoint(world, hinge({ bodyB: wheel, motor: { speed: 0.01 } }));
    run(world, 5);
    expect(isBodyAwake(world, wheel)).toBe(true);
  });

  it('that hold still let sleep', () => {
    const world = createWorld();
    const arm = addBox(world, [0.5, 0, 0]);
    createJoint(world, hinge({ bodyB: arm, anchor: [0, 0, 0], motor: { target: 0, hertz: 10 } }));
    untilAsleep(world, arm);
  });
});

it('a sleeper keeps its load, also when the step changes while it sleeps', () => {
  const force = (steps: readonly number[]): number => {
    const world = createWorld();
    const load = addBox(world, [0, 0, 0], 2);
    const joint = createJoint(world, slider({ bodyB: load, axis: [1, 0, 0] }));
    untilAsleep(world, load);
    for (const dt of steps) stepWorld(world, dt);
    expect(jointReaction(world, joint).force).toEqual([0, 0, 0]);
    updateJoint(world, joint, { userData: 1 });
    stepWorld(world, steps[steps.length - 1]);
    expect(Math.abs(bodyPosition(world, load)[1])).toBeLessThan(1e-3);
    return jointReaction(world, joint).force[1];
  };
  expect(force([DT, DT])).toBeCloseTo(2 * G, 6);
  expect(Math.abs(force([DT / 4, DT / 4]) / (2 * G) - 1)).toBeLessThan(0.02);
});
