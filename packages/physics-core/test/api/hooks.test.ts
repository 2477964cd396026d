import { describe, expect, it } from 'vitest';
import {
  allContacts,
  angularVelocity,
  bodyContacts,
  bodyPosition,
  box,
  createBody,
  createCollider,
  createWorld,
  type HookContact,
  type Hooks,
  hashWorld,
  linearVelocity,
  restoreSnapshot,
  setHooks,
  sphere,
  stepWorld,
  takeSnapshot,
  updateBody,
  type Vec3,
  type World,
  worldEvents,
} from '../../src/index.js';
import { add, addFloor, DT, G, run, unitBox, weightless } from './context.js';

const PLATFORM = 7;
const BODY = 2;

/** A platform is solid only for what comes from above and is not in it yet. */
const oneWay = (contact: HookContact): void => {
  const isA = contact.userDataA === PLATFORM;
  if (!isA && contact.userDataB !== PLATFORM) return;
  const side = isA ? 1 : -1;
  const isAbove = side * contact.normal[1] > 0.7 && contact.separation > -0.05;
  if (!isAbove || side * contact.velocity[1] > 0.01) contact.disable();
};

const addPlatform = (world: World, height: number): void => {
  const platform = createBody(world, { type: 'static', position: [0, height, 0] });
  createCollider(world, platform, { shape: box(3, 0.1, 3), userData: PLATFORM });
};

describe('one-way platform', () => {
  it.each([
    ['sphere', sphere(0.25), 0.25],
    ['box', box(0.2, 0.2, 0.2), 0.2],
  ] as const)('a %s jumps through it from below without loss, and lands on it', (_, shape, half) => {
    const world = createWorld();
    addFloor(world);
    addPlatform(world, 2);
    setHooks(world, { modifyContact: oneWay });
    const body = add(world, shape, { position: [0, 1, 0] }, { userData: BODY });
    updateBody(world, body, { linearVelocity: [0, 8, 0] });
    let top = 0;
    const kinds: string[] = [];
    run(world, 180, () => {
      top = Math.max(top, bodyPosition(world, body)[1]);
      kinds.push(...worldEvents(world).map(({ kind }) => kind));
    });
    expect(top).toBeCloseTo(1 + 64 / (2 * G), 2);
    expect(bodyPosition(world, body)[1]).toBeCloseTo(2.1 + half, 2);
    // Passing is no touch: it begins once, on top.
    expect(kinds.filter((kind) => kind === 'begin')).toHaveLength(1);
    expect(kinds).not.toContain('end');
  });

  it('a body that turns back inside falls out below', () => {
    const world = createWorld();
    addFloor(world);
    addPlatform(world, 2);
    setHooks(world, { modifyContact: oneWay });
    const body = add(world, unitBox, { position: [0, 1, 0] });
    updateBody(world, body, { linearVelocity: [0, Math.sqrt(2 * G * 0.8), 0] });
    let top = 0;
    run(world, 120, () => {
      top = Math.max(top, bodyPosition(world, body)[1]);
    });
    expect(top).toBeCloseTo(1.8, 2);
    expect(bodyPosition(world, body)[1]).toBeCloseTo(0.5, 2);
  });

  it.each([20, 60, 200])('continuous collision does not stop what passes at %d m/s', (speed) => {
    const world = weightless();
    addPlatform(world, 2);
    setHooks(world, { modifyContact: oneWay });
    const body = add(world, sphere(0.1), { position: [0, 0, 0] });
    updateBody(world, body, { linearVelocity: [0, speed, 0] });
    run(world, 30);
    expect(linearVelocity(world, body)[1]).toBeCloseTo(speed, 6);
    expect(bodyPosition(world, body)[1]).toBeGreaterThan(speed * 29 * DT - 0.1);
    const down = add(world, sphere(0.1), { position: [1, 6, 0] });
    updateBody(world, down, { linearVelocity: [0, -speed, 0] });
    run(world, 30);
    expect(bodyPosition(world, down)[1]).toBeGreaterThan(2.1);
  });
});

it('ice patch: friction slows a box before it and not on it', () => {
  const world = createWorld();
  addFloor(world);
  setHooks(world, {
    modifyContact: (contact) => {
      if (contact.position[0] > 1) contact.friction = 0;
    },
  });
  const body = add(world, unitBox, { position: [0, 0.5, 0] });
  updateBody(world, body, { linearVelocity: [5, 0, 0] });
  run(world, 120);
  // v² = v0² - 2 μ g d until the middle of the box is on the ice.
  const expected = Math.sqrt(25 - 2 * 0.5 * G);
  expect(Math.abs(linearVelocity(world, body)[0] - expected)).toBeLessThan(0.1);
  const before = linearVelocity(world, body)[0];
  run(world, 60);
  expect(linearVelocity(world, body)[0]).toBeCloseTo(before, 6);
});

it('conveyor patch: carries at its speed what lies on it, and nothing else', () => {
  const world = createWorld();
  addFloor(world, { userData: 1 });
  setHooks(world, {
    modifyContact: (contact) => {
      if (contact.position[0] < 0) return;
      const sign = contact.userDataB === 1 ? 1 : -1;
      contact.surfaceVelocity[2] = 2 * sign;
    },
  });
  const carried = add(world, unitBox, { position: [2, 0.5, 0] });
  const beside = add(world, unitBox, { position: [-2, 0.5, 0] });
  const ticks = 15;
  run(world, ticks);
  // Sliding friction μ g until both speeds are the same.
  expect(linearVelocity(world, carried)[2]).toBeCloseTo(0.5 * G * ticks * DT, 1);
  run(world, 60);
  expect(linearVelocity(world, carried)[2]).toBeCloseTo(2, 3);
  expect(bodyPosition(world, beside)[2]).toBeCloseTo(0, 6);
});

describe('modifyContact', () => {
  it('changes restitution: a ball comes back to e² of its height', () => {
    const world = createWorld();
    addFloor(world);
    setHooks(world, {
      modifyContact: (contact) => {
        contact.restitution = 0.8;
      },
    });
    const ball = add(world, sphere(0.5), { position: [0, 2.5, 0] });
    let lowest = 10;
    let top = 0;
    run(world, 75, () => {
      const [, y] = bodyPosition(world, ball);
      lowest = Math.min(lowest, y);
      if (linearVelocity(world, ball)[1] > 0) top = Math.max(top, y);
    });
    expect(lowest).toBeGreaterThan(0.49);
    expect(Math.abs(top - 0.5 - 0.64 * 2)).toBeLessThan(0.03);
  });

  it.each([0.004, -0.02])('a body rests at the target separation of %d m', (target) => {
    const world = createWorld({ sleeping: false });
    addFloor(world);
    setHooks(world, {
      modifyContact: (contact) => {
        contact.targetSeparation = target;
      },
    });
    const bodies = [
      add(world, sphere(0.5), { position: [0, 0.5, 0] }),
      add(world, unitBox, { position: [3, 0.5, 0] }),
    ];
    run(world, 240);
    for (const body of bodies) {
      expect(Math.abs(bodyPosition(world, body)[1] - 0.5 - target)).toBeLessThan(0.001);
      const [contact] = bodyContacts(world, body);
      expect(contact.touching).toBe(true);
      for (const { separation } of contact.points) expect(Math.abs(separation - target)).toBeLessThan(0.001);
    }
  });

  it('sees the contact as it is: point, normal, separation, relative velocity', () => {
    const world = weightless();
    add(world, unitBox, { type: 'static' }, { userData: 3 });
    const ball = add(world, sphere(0.5), { position: [0.1, 1, 0] }, { userData: 4 });
    updateBody(world, ball, { linearVelocity: [1, -0.5, 0], angularVelocity: [0, 0, 2] });
    const seen: unknown[] = [];
    setHooks(world, {
      modifyContact: (contact) => {
        const { userDataA, userDataB, normal, friction } = contact;
        const round = (v: Vec3): number[] => v.map((x) => Math.round(x * 1e6) / 1e6 + 0);
        seen.push([
          userDataA,
          userDataB,
          round(normal),
          friction,
          round(contact.position),
          round(contact.velocity),
        ]);
      },
    });
    stepWorld(world, DT);
    // A is the ball. At its lowest point v + ω × r = (1, -0.5, 0) + (0, 0, 2) × (0, -0.5, 0) = (2, -0.5, 0).
    expect(seen[0]).toEqual([4, 3, [0, -1, 0], 0.5, [0.1, 0.5, 0], [-2, 0.5, 0]]);
  });

  it('is asked in the order in which contacts are listed, once a step each', () => {
    const world = createWorld();
    addFloor(world);
    for (let i = 0; i < 5; i++) add(world, unitBox, { position: [2 * i, 0.5, 0] }, { userData: i });
    run(world, 3);
    const asked: number[] = [];
    setHooks(world, { modifyContact: ({ userDataA }) => asked.push(userDataA) });
    run(world, 2);
    const listed = allContacts(world).map(({ bodyA }) => Math.round(bodyPosition(world, bodyA)[0] / 2));
    expect(asked).toEqual([...listed, ...listed]);
  });

  it('a disabled contact ends, and a body that turns fast passes, too', () => {
    const world = createWorld();
    addFloor(world);
    const rod = add(world, box(1, 0.05, 0.05), { position: [0, 0.05, 0] });
    run(world, 10);
    setHooks(world, { modifyContact: (contact) => contact.disable() });
    updateBody(world, rod, { angularVelocity: [0, 30, 40] });
    stepWorld(world, DT);
    expect(worldEvents(world).filter(({ kind }) => kind === 'end')).toHaveLength(1);
    run(world, 59);
    const fallen = bodyPosition(world, rod)[1] - 0.05;
    expect(Math.abs(fallen + 0.5 * G * (60 * DT) ** 2)).toBeLessThan(0.1);
    expect(Math.hypot(...angularVelocity(world, rod))).toBeGreaterThan(30);
  });

  it('what it changed is forgotten when it is taken off', () => {
    const world = createWorld();
    addFloor(world);
    const body = add(world, unitBox, { position: [0, 0.5, 0] });
    setHooks(world, {
      modifyContact: (contact) => {
        contact.friction = 0;
      },
    });
    run(world, 5);
    expect(bodyContacts(world, body)[0].friction).toBe(0);
    setHooks(world, {});
    run(world, 1);
    expect(bodyContacts(world, body)[0].friction).toBe(0.5);
  });
});

describe('filterPair', () => {
  it('is asked after the layers, and pairs that it refuses pass through each other', () => {
    const world = createWorld();
    addFloor(world, { userData: 1 });
    const passes = add(world, unitBox, { position: [0, 0.6, 0] }, { userData: 2 });
    const stands = add(world, sphere(0.5), { position: [3, 0.6, 0] }, { userData: 3 });
    const asked: string[] = [];
    setHooks(world, {
      filterPair: ({ userDataA, userDataB }) => {
        asked.push(`${userDataA} ${userDataB}`);
        return userDataA !== 2;
      },
    });
    run(world, 60);
    expect(bodyPosition(world, passes)[1]).toBeLessThan(-3);
    expect(bodyPosition(world, stands)[1]).toBeCloseTo(0.5, 2);
    expect(new Set(asked)).toEqual(new Set(['2 1', '3 1']));
  });

  it('bullets and fast bodies ask it, too', () => {
    const world = weightless();
    add(world, box(2, 0.02, 2), { type: 'static', position: [0, 2, 0] });
    add(world, box(2, 0.02, 2), { position: [0, 4, 0] });
    setHooks(world, { filterPair: () => false });
    const ball = add(world, sphere(0.1), { bullet: true });
    updateBody(world, ball, { linearVelocity: [0, 300, 0] });
    run(world, 10);
    expect(bodyPosition(world, ball)[1]).toBeCloseTo(50, 6);
  });
});

/** Something for every hook: a pile on a floor with ice, a belt and a soft place. */
const hooks: Hooks = {
  filterPair: ({ userDataA, userDataB }) => userDataA + userDataB !== 3,
  modifyContact: (contact) => {
    const [x, , z] = contact.position;
    if (x > 0.5) contact.friction = 0;
    if (z > 0.5) contact.surfaceVelocity[0] = 0.5;
    if (z < -0.5) contact.targetSeparation = -0.01;
    if (x < -1) contact.restitution = 0.5;
    if (contact.velocity[1] > 3) contact.disable();
  },
};

const pile = (): World => {
  const world = createWorld();
  addFloor(world);
  for (let i = 0; i < 27; i++) {
    const position: Vec3 = [
      ((i % 3) - 1) * 1.1,
      0.6 + Math.floor(i / 9) * 1.2,
      ((Math.floor(i / 3) % 3) - 1) * 1.1,
    ];
    const body = add(world, i % 2 === 0 ? unitBox : sphere(0.5), { position }, { userData: i % 5 });
    updateBody(world, body, { angularVelocity: [i % 4, 0, 20 * (i % 3)] });
  }
  return world;
};

it('worlds with the same hooks have the same bits, also after a restore', () => {
  const world = pile();
  const twin = pile();
  setHooks(world, hooks);
  setHooks(twin, hooks);
  run(world, 60);
  run(twin, 60);
  expect(hashWorld(twin)).toBe(hashWorld(world));
  const bytes = takeSnapshot(world);
  const copy = createWorld();
  restoreSnapshot(copy, bytes);
  setHooks(copy, hooks);
  run(world, 60);
  run(copy, 60);
  expect(hashWorld(copy)).toBe(hashWorld(world));
  // The hooks stay in a world that is set back.
  restoreSnapshot(twin, bytes);
  run(twin, 60);
  expect(hashWorld(twin)).toBe(hashWorld(world));
});

it('hooks that change nothing change no bit', () => {
  const plain = pile();
  const hooked = pile();
  setHooks(hooked, { filterPair: () => true, modifyContact: () => {} });
  run(plain, 90);
  run(hooked, 90);
  expect(hashWorld(hooked)).toBe(hashWorld(plain));
});

describe('misuse', () => {
  const standing = (): World => {
    const world = createWorld();
    addFloor(world);
    add(world, unitBox, { position: [0, 0.5, 0] });
    return world;
  };

  it.each([
    ['wrong-type', undefined],
    ['wrong-type', { filterPair: 1 }],
    ['wrong-type', { modifyContact: 'ice' }],
    ['unknown-field', { modifyContacts: () => {} }],
  ])('setHooks refuses with %s: %j', (code, bad) => {
    expect(() => setHooks(createWorld(), bad as Hooks)).toThrow(expect.objectContaining({ code }));
  });

  it('hooks cannot change or step the world', () => {
    const calls: ((world: World) => void)[] = [
      (world) => stepWorld(world, DT),
      (world) => createBody(world),
      (world) => setHooks(world, {}),
      (world) => takeSnapshot(world),
    ];
    for (const call of calls) {
      const world = standing();
      setHooks(world, {
        filterPair: () => {
          call(world);
          return true;
        },
      });
      expect(() => stepWorld(world, DT)).toThrow(expect.objectContaining({ code: 'locked-world' }));
    }
  });

  it.each<[string, Partial<HookContact>]>([
    ['not-finite', { friction: Number.NaN }],
    ['out-of-range', { friction: -1 }],
    ['out-of-range', { restitution: 1.1 }],
    ['wrong-type', { restitution: '1' as unknown as number }],
    ['out-of-range', { targetSeparation: 0.1 }],
    ['not-finite', { targetSeparation: -Infinity }],
  ])('a contact refuses with %s: %j', (code, changes) => {
    const world = standing();
    setHooks(world, { modifyContact: (contact) => void Object.assign(contact, changes) });
    expect(() => stepWorld(world, DT)).toThrow(expect.objectContaining({ code }));
  });

  it('a surface velocity is finite', () => {
    const world = standing();
    setHooks(world, { modifyContact: ({ surfaceVelocity }) => void surfaceVelocity.fill(Infinity) });
    expect(() => stepWorld(world, DT)).toThrow(expect.objectContaining({ code: 'not-finite' }));
  });

  it('filterPair returns true or false', () => {
    const world = standing();
    setHooks(world, { filterPair: (() => undefined) as unknown as Hooks['filterPair'] });
    expect(() => stepWorld(world, DT)).toThrow(expect.objectContaining({ code: 'wrong-type' }));
  });
});
