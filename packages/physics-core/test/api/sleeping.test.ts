import { describe, expect, it } from 'vitest';
import {
  applyImpulse,
  type BodyHandle,
  bodyPosition,
  bodyRotation,
  box,
  capsule,
  createBody,
  createCollider,
  createJoint,
  createWorld,
  destroyBody,
  halfSpace,
  hinge,
  isBodyAwake,
  jointCoordinate,
  linearVelocity,
  rope,
  setNextPose,
  sphere,
  updateBody,
  type World,
  worldStats,
} from '../../src/index.js';
import { about, add, addFloor, addStack, eventsOf, expectVector, height, run, unitBox } from './context.js';

const awake = (world: World, bodies: BodyHandle[]): boolean[] =>
  bodies.map((body) => isBodyAwake(world, body));

/** A floor, and a stack that has come to rest on it. */
const sleepingStack = (count: number): { world: World; stack: BodyHandle[] } => {
  const world = createWorld();
  addFloor(world);
  const stack = addStack(world, count);
  run(world, 120);
  return { world, stack };
};

describe('islands', () => {
  it('a stack falls asleep in one step, with one event for each body', () => {
    const world = createWorld();
    addFloor(world);
    const stack = addStack(world, 4);
    let events: BodyHandle[] = [];
    for (let i = 0; i < 240 && events.length === 0; i++) {
      run(world, 1);
      events = eventsOf(world, 'sleep').map((event) => event.body);
    }
    expect([...events].sort()).toEqual([...stack].sort());
    expect(awake(world, stack)).toEqual([false, false, false, false]);
    expect(worldStats(world).awakeBodies).toBe(0);
  });

  it('bodies with a gap below the slop sleep together, and do not wake each other in turn', () => {
    const world = createWorld();
    addFloor(world);
    const [a, b] = [0, 1.002].map((x) => createBody(world, { position: [x, 0.5, 0] }));
    createCollider(world, a, { shape: unitBox });
    run(world, 20);
    createCollider(world, b, { shape: unitBox });
    run(world, 90);
    expect(awake(world, [a, b])).toEqual([false, false]);
    for (let i = 0; i < 120; i++) {
      run(world, 1);
      expect(eventsOf(world, 'wake')).toEqual([]);
    }
  });

  it('a heap of boxes and spheres with a millimetre of rolling and twist resistance falls asleep', () => {
    const world = createWorld();
    addFloor(world);
    const pit = createBody(world, { type: 'static' });
    for (const side of [-1, 1]) {
      createCollider(world, pit, { shape: halfSpace([side, 0, 0], -1.6), position: [1.1, 0, 0] });
      createCollider(world, pit, { shape: halfSpace([0, 0, side], -1.6), position: [0, 0, 1.1] });
    }
    for (let i = 0; i < 60; i++) {
      const [column, row, layer] = [i % 4, Math.floor(i / 4) % 4, Math.floor(i / 16)];
      // Neither the layers nor the rows lie straight above each other.
      const lean = 0.05 * ((7 * i) % 5);
      const position = [0.7 * column + lean, 0.5 + 0.8 * layer, 0.7 * row - lean] as const;
      const body = createBody(world, { position });
      const shape = i % 2 === 0 ? box(0.3, 0.2, 0.25) : sphere(0.3);
      createCollider(world, body, { shape, rollingResistance: 0.001, twistResistance: 0.001 });
    }
    run(world, 20 * 60);
    expect(worldStats(world).awakeBodies).toBe(0);
  });

  it('pushing one body wakes its whole stack and no other', () => {
    const { world, stack } = sleepingStack(3);
    const other = addStack(world, 2, 10);
    run(world, 120);
    applyImpulse(world, stack[0], [0.001, 0, 0]);
    expect(awake(world, stack)).toEqual([true, true, true]);
    expect(awake(world, other)).toEqual([false, false]);
    run(world, 1);
    expect(
      eventsOf(world, 'wake')
        .map((event) => event.body)
        .sort(),
    ).toEqual([...stack].sort());
    expect(awake(world, other)).toEqual([false, false]);
  });

  it('two stacks on one static floor sleep apart: a moving one does not keep the other awake', () => {
    const world = createWorld();
    addFloor(world);
    const calm = addStack(world, 2);
    const moving = addStack(world, 2, 5);
    updateBody(world, moving[0], { maySleep: false });
    run(world, 120);
    expect(awake(world, calm)).toEqual([false, false]);
    expect(awake(world, moving)).toEqual([true, true]);
  });

  it('a body in slow flight at the top of its path does not sleep', () => {
    const world = createWorld();
    const body = add(world, unitBox, { linearVelocity: [0, 5, 0] });
    run(world, 60, () => expect(isBodyAwake(world, body)).toBe(true));
  });
});

describe('rest', () => {
  it('a sleeping stack keeps every bit of its poses for 1000 steps', () => {
    const { world, stack } = sleepingStack(5);
    const poses = stack.map((body) => [bodyPosition(world, body), bodyRotation(world, body)]);
    run(world, 1000);
    expect(stack.map((body) => [bodyPosition(world, body), bodyRotation(world, body)])).toEqual(poses);
  });

  it('sleeping does not change where things rest', () => {
    const rest = (sleeping: boolean): number[] => {
      const world = createWorld({ sleeping });
      addFloor(world);
      const bodies = [
        ...addStack(world, 5),
        add(world, sphere(0.5), { position: [5, 2, 0] }, { rollingResistance: 0.05 }),
        add(world, capsule(0.3, 0.5), { position: [9, 2, 0], rotation: about([0, 0, 1], 1.5) }),
        add(world, unitBox, { position: [13, 2, 0], rotation: about([0.6, 0, 0.8], 0.5) }),
      ];
      run(world, 900);
      return bodies.flatMap((body) => bodyPosition(world, body));
    };
    const awakeRest = rest(false);
    expectVector(rest(true), awakeRest, 1e-3);
  });
});

describe('waking', () => {
  it('removing a support wakes the stack, which comes down', () => {
    const { world, stack } = sleepingStack(3);
    destroyBody(world, stack[0]);
    run(world, 120);
    expect(height(world, stack[2])).toBeCloseTo(1.5, 2);
  });

  it('a ball thrown at a sleeper wakes it at the touch and not before', () => {
    const { world, stack } = sleepingStack(1);
    const ball = add(world, sphere(0.25), { position: [-5, 0.5, 0], linearVelocity: [6, 3, 0] });
    const gap = (): number => bodyPosition(world, stack[0])[0] - 0.5 - (bodyPosition(world, ball)[0] + 0.25);
    while (!isBodyAwake(world, stack[0])) {
      const before = gap();
      run(world, 1);
      // Awake within the step in which the way of the ball is longer than the gap, asleep until then.
      if (isBodyAwake(world, stack[0])) expect(before - 6 / 60).toBeLessThanOrEqual(0.006);
      else expect(gap()).toBeGreaterThan(-0.001);
    }
    run(world, 1);
    expect(linearVelocity(world, stack[0])[0]).toBeGreaterThan(0);
  });

  it('a ball that flies past a sleeper lets it sleep', () => {
    const { world, stack } = sleepingStack(1);
    add(world, sphere(0.25), { position: [-2, 1.28, 0], linearVelocity: [2, 0, 0], gravityScale: 0 });
    run(world, 120, () => expect(isBodyAwake(world, stack[0])).toBe(false));
  });

  it('a new collider inside a sleeper wakes it', () => {
    const { world, stack } = sleepingStack(1);
    add(world, unitBox, { type: 'static', position: [0.9, 0.5, 0] });
    run(world, 2);
    expect(isBodyAwake(world, stack[0])).toBe(true);
  });

  it.each([
    [
      'velocity',
      (world: World, platform: BodyHandle) => updateBody(world, platform, { linearVelocity: [0, 1, 0] }),
    ],
    ['next pose', (world: World, platform: BodyHandle) => setNextPose(world, platform, [0, 1 / 60, 0])],
  ])('a platform that starts to move by %s wakes what sleeps on it', (_, start) => {
    const world = createWorld();
    const platform = add(world, box(3, 0.5, 3), { type: 'kinematic' });
    const stack = [0, 1].map((i) => add(world, unitBox, { position: [0, 1 + i, 0] }));
    run(world, 180);
    expect(awake(world, [platform, ...stack])).toEqual([false, false, false]);
    start(world, platform);
    run(world, 1);
    expect(awake(world, stack)).toEqual([true, true]);
  });

  it('nothing sleeps on a platform that creeps', () => {
    const world = createWorld();
    add(world, box(3, 0.5, 3), { type: 'kinematic', linearVelocity: [0.01, 0, 0] });
    const rider = add(world, unitBox, { position: [0, 1, 0] });
    run(world, 600);
    expect(bodyPosition(world, rider)[0]).toBeCloseTo(0.1, 2);
  });

  it('falls asleep once after a creeping platform stops, without waking again', () => {
    const world = createWorld();
    const platform = add(world, box(3, 0.5, 3), { type: 'kinematic', linearVelocity: [0.01, 0, 0] });
    const rider = add(world, unitBox, { position: [0, 1, 0] });
    run(world, 100);
    updateBody(world, platform, { linearVelocity: [0, 0, 0] });
    run(world, 1);
    const events: string[] = [];
    run(world, 120, () => {
      for (const kind of ['sleep', 'wake'] as const) {
        for (const event of eventsOf(world, kind)) if (event.body === rider) events.push(kind);
      }
    });
    expect(events).toEqual(['sleep']);
  });

  it('nothing sleeps on a belt that creeps', () => {
    const world = createWorld();
    addFloor(world, { surfaceVelocity: [0.02, 0, 0] });
    const rider = add(world, unitBox, { position: [0, 0.5, 0] });
    run(world, 600);
    expect(bodyPosition(world, rider)[0]).toBeCloseTo(0.2, 2);
  });
});

describe('what has not arrived', () => {
  it('does not sleep while penetration is removed', () => {
    const world = createWorld();
    createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace() });
    const body = createBody(world);
    createCollider(world, body, { shape: box(2, 2, 2) });
    run(world, 300);
    expect(bodyPosition(world, body)[1]).toBeCloseTo(2, 2);
    expect(isBodyAwake(world, body)).toBe(false);
  });

  it('does not sleep while a joint pulls it together', () => {
    const world = createWorld();
    const body = createBody(world, { position: [0, -6, 0] });
    createCollider(world, body, { shape: box(0.5, 0.5, 0.5) });
    createJoint(world, rope({ bodyB: body, maxLength: 1 }));
    run(world, 600);
    expect(bodyPosition(world, body)[1]).toBeCloseTo(-1, 2);
    expect(isBodyAwake(world, body)).toBe(false);
  });

  it('goes on as slowly as a spring or servo takes it', () => {
    const world = createWorld({ gravity: [0, 0, 0] });
    const door = createBody(world);
    createCollider(world, door, { shape: box(0.5, 1, 0.03) });
    const closer = { hertz: 0.2, dampingRatio: 5, rest: 1.5 };
    const joint = createJoint(
      world,
      hinge({ bodyB: door, anchor: [0, 0, 0], axis: [0, 1, 0], spring: closer }),
    );
    run(world, 60 * 60);
    expect(jointCoordinate(world, joint).value).toBeGreaterThan(1.48);
    expect(isBodyAwake(world, door)).toBe(false);
  });

  it('drifts on in space, however slowly, and falls however little it weighs', () => {
    const world = createWorld({ gravity: [0, 0, 0] });
    const body = createBody(world, { linearVelocity: [0.04, 0, 0] });
    createCollider(world, body, { shape: sphere(0.5) });
    const still = createBody(world, { position: [0, 5, 0] });
    createCollider(world, still, { shape: sphere(0.5) });
    run(world, 600);
    expect(bodyPosition(world, body)[0]).toBeCloseTo(0.4, 9);
    expect(isBodyAwake(world, still)).toBe(false);

    const asteroid = createWorld({ gravity: [0, -0.05, 0] });
    const stone = createBody(asteroid);
    createCollider(asteroid, stone, { shape: sphere(0.5) });
    run(asteroid, 600);
    expect(bodyPosition(asteroid, stone)[1]).toBeCloseTo(-2.5, 9);
  });
});
