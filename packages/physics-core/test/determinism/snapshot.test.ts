import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzzScale, fuzzSeed } from '../../../../test/fuzz-scale.js';
import { isSurface } from '../../src/collision/shapes/collider-shapes.js';
import {
  allBodies,
  allJoints,
  applyImpulse,
  type BodyHandle,
  ball,
  bodyExists,
  bodyPosition,
  bodyType,
  box,
  capsule,
  colliderExists,
  createBody,
  createCollider,
  createJoint,
  createWorld,
  destroyBody,
  destroyJoint,
  hashWorld,
  heightField,
  isBodyAwake,
  isBodyEnabled,
  restoreCheckpoint,
  restoreSnapshot,
  saveCheckpoint,
  setNextPose,
  sphere,
  stepWorld,
  takeSnapshot,
  updateBody,
  updateJoint,
  updateSettings,
  type World,
  worldEvents,
  worldSettings,
  worldStats,
} from '../../src/index.js';
import { allContactRows } from '../../src/inspect.js';
import { ContactFlag, POINT_DATA, RECORD, SEEN_A, TARGET } from '../../src/state/contacts.js';
import { isLive } from '../../src/state/table.js';
import { cpuTime } from '../cpu-time.js';
import {
  addBody,
  addFloor,
  bouncingBalls,
  boxStack,
  createRandom,
  DT,
  fastBalls,
  freeTops,
  mixedPile,
  movePlatform,
  movingPlatform,
  rock,
  runScene,
  type Scene,
  startScene,
} from './context.js';
import { motorMachine, swingingChain, thrownFigure } from './joint-scenes.js';

/** A world that has been busy with something else: nothing of it may shine through after a restore. */
const usedWorld = (): World => {
  const world = startScene(mixedPile);
  runScene(world, mixedPile, 40);
  for (const body of allBodies(world).slice(3, 9)) destroyBody(world, body);
  return world;
};

const expectSameBytes = (found: Uint8Array, expected: Uint8Array): void =>
  expect(Buffer.compare(found, expected)).toBe(0);

/** Restores into the same world, by bytes and by a checkpoint, a fresh one and a used one, and goes on: same hash, same bytes. */
const expectSameFuture = (world: World, scene: Scene, steps: number, dt = DT): void => {
  const start = takeSnapshot(world);
  const checkpoint = saveCheckpoint(world);
  runScene(world, scene, steps, dt);
  const end = takeSnapshot(world);
  const hash = hashWorld(world);
  restoreCheckpoint(world, checkpoint);
  expectSameBytes(takeSnapshot(world), start);
  runScene(world, scene, steps, dt);
  expect(hashWorld(world)).toBe(hash);
  for (const copy of [world, createWorld(), usedWorld()]) {
    restoreSnapshot(copy, start);
    expectSameBytes(takeSnapshot(copy), start);
    runScene(copy, scene, steps, dt);
    expect(hashWorld(copy)).toBe(hash);
    expectSameBytes(takeSnapshot(copy), end);
  }
};

const after = (scene: Scene, steps: number): World => {
  const world = startScene(scene);
  runScene(world, scene, steps);
  return world;
};

describe('restore and go on: the same bits as never having left', () => {
  it('a stack that sleeps, and wakes when it is struck', () => {
    const struck: Scene = {
      ...boxStack,
      drive: (world) => {
        if (world.clock.steps === 130) applyImpulse(world, allBodies(world)[3], [900, 0, 0]);
      },
    };
    const world = after(struck, 120);
    expect(worldStats(world).awakeBodies).toBe(0);
    expectSameFuture(world, struck, 120);
  });

  it('a stack that is awake', () => {
    const world = after(boxStack, 10);
    expect(worldStats(world).awakeBodies).toBe(5);
    expectSameFuture(world, boxStack, 200);
  });

  it('an impact in progress, at every step around it', () => {
    const drop: Scene = {
      build: (world) => {
        addFloor(world);
        addBody(world, { position: [0, 0.5, 0] }, box(0.5, 0.5, 0.5));
        const falling = {
          position: [0.3, 1.6, 0.1],
          linearVelocity: [0, -6, 0],
          angularVelocity: [2, 1, 0],
        } as const;
        addBody(world, falling, box(0.4, 0.3, 0.5));
      },
    };
    const world = startScene(drop);
    let struck = false;
    for (let step = 0; step < 12; step++) {
      const before = takeSnapshot(world);
      expectSameFuture(world, drop, 30);
      restoreSnapshot(world, before);
      stepWorld(world, DT);
      struck ||= worldEvents(world).some((event) => event.kind === 'hit');
    }
    expect(struck).toBe(true);
  });

  it.each([5, 25, 60, 200])('bouncing balls after %i steps', (steps) => {
    expectSameFuture(after(bouncingBalls, steps), bouncingBalls, 150);
  });

  it.each([
    ['a chain', swingingChain],
    ['a machine', motorMachine],
    ['a figure', thrownFigure],
  ])('%s of joints, moving, loaded, broken and asleep', (_, scene) => {
    const world = startScene(scene);
    for (const steps of [2, 40, 100]) {
      runScene(world, scene, steps);
      expectSameFuture(world, scene, 40);
    }
  });

  it('rows that come back where others were in between', () => {
    const drive = (world: World): void => {
      const [first, second] = allJoints(world);
      const { steps } = world.clock;
      if (steps === 10) updateJoint(world, first, { enabled: false });
      if (steps === 20) updateJoint(world, second, { friction: 0.1, motorVelocity: [1, 0, 0] });
      if (steps === 30) updateJoint(world, first, { enabled: true });
    };
    const scene: Scene = { ...swingingChain, drive };
    expectSameFuture(after(scene, 15), scene, 40);
  });

  it('joints made, changed and destroyed between two steps', () => {
    const world = after(thrownFigure, 30);
    const joints = allJoints(world);
    const bodies = allBodies(world);
    destroyJoint(world, joints[3]);
    destroyBody(world, bodies[7]);
    updateJoint(world, joints[1], { enabled: false });
    createJoint(world, ball({ bodyA: bodies[2], bodyB: bodies[14], userData: 9 }));
    expectSameFuture(world, thrownFigure, 60);
  });

  it('a moving platform, its next pose already given', () => {
    const world = after(movingPlatform, 47);
    movePlatform(world);
    const start = takeSnapshot(world);
    stepWorld(world, DT);
    const hash = hashWorld(world);
    const fresh = createWorld();
    restoreSnapshot(fresh, start);
    stepWorld(fresh, DT);
    expect(hashWorld(fresh)).toBe(hash);
    restoreSnapshot(world, start);
    expectSameFuture(world, movingPlatform, 150);
  });

  it.each([1, 30, 90, 400])('a pile of mixed shapes with hulls after %i steps', (steps) => {
    expectSameFuture(after(mixedPile, steps), mixedPile, 120);
  });

  it('fast bodies that are swept, and free tops', () => {
    expectSameFuture(after(fastBalls, 2), fastBalls, 100);
    expectSameFuture(after(freeTops, 33), freeTops, 300);
  });

  it('a step length that differs from the one before', () => {
    expectSameFuture(after(boxStack, 20), boxStack, 60, 1 / 144);
    expectSameFuture(after(mixedPile, 60), mixedPile, 60, 1 / 25);
  });

  it('changed settings', () => {
    const world = after(boxStack, 20);
    const changes = { gravity: [1, -5, 0.5], substeps: 7, contactHertz: 45, sleeping: false } as const;
    updateSettings(world, changes);
    expectSameFuture(world, boxStack, 100);
    const fresh = createWorld();
    restoreSnapshot(fresh, takeSnapshot(world));
    expect(worldSettings(fresh)).toEqual(worldSettings(world));
    expect(worldSettings(fresh)).toMatchObject(changes);
  });

  it('disabled bodies, which come back later', () => {
    const returning: Scene = {
      ...boxStack,
      drive: (world) => {
        if (world.clock.steps === 40) updateBody(world, allBodies(world)[3], { enabled: true });
      },
    };
    const world = after(returning, 10);
    const [, , , middle] = allBodies(world);
    updateBody(world, middle, { enabled: false });
    runScene(world, returning, 2);
    expect(isBodyEnabled(world, middle)).toBe(false);
    expectSameFuture(world, returning, 100);
  });

  it('changes between two steps that no step has seen yet', () => {
    const world = after(mixedPile, 100);
    const bodies = allBodies(world);
    destroyBody(world, bodies[2]);
    destroyBody(world, bodies[7]);
    addBody(world, { position: [0.5, 4, 0.5] }, rock(createRandom(5), 0.5));
    updateBody(world, bodies[5], { position: [0.2, 5, 0], rotation: [1, 0, 0, 1] });
    applyImpulse(world, bodies[9], [20, 30, -10], [0, 1, 0]);
    expectSameFuture(world, mixedPile, 120);
  });

  it('events that wait for the next step', () => {
    const world = after(boxStack, 30);
    const [, lowest] = allBodies(world);
    destroyBody(world, lowest);
    const start = takeSnapshot(world);
    stepWorld(world, DT);
    const events = worldEvents(world);
    expect(events.filter((event) => event.kind === 'end')).toHaveLength(2);
    restoreSnapshot(world, start);
    expectSameFuture(world, boxStack, 60);
    restoreSnapshot(world, start);
    stepWorld(world, DT);
    expect(worldEvents(world)).toEqual(events);
  });

  it('bodies destroyed and created after the snapshot leave no trace', () => {
    const world = after(mixedPile, 50);
    const start = takeSnapshot(world);
    runScene(world, mixedPile, 80);
    const hash = hashWorld(world);
    restoreSnapshot(world, start);
    for (const body of allBodies(world).slice(1, 12)) destroyBody(world, body);
    for (let i = 0; i < 90; i++) addBody(world, { position: [3 * i, 3, 0] }, capsule(0.1, 0.2 + 0.01 * i));
    runScene(world, mixedPile, 10);
    restoreSnapshot(world, start);
    expectSameBytes(takeSnapshot(world), start);
    runScene(world, mixedPile, 80);
    expect(hashWorld(world)).toBe(hash);
  });
});

/** A plate of 2 cm and, 3 m away, a ball that passes it within a step where nothing sweeps it. */
const plateAndBall = (
  type: 'kinematic' | 'dynamic',
): { world: World; plate: BodyHandle; ball: BodyHandle } => {
  const world = createWorld({ gravity: [0, 0, 0] });
  const plate = addBody(world, { type }, box(0.01, 2, 2));
  const ball = addBody(world, { position: [-3.1, 0, 0], linearVelocity: [150, 0, 0] }, sphere(0.05));
  return { world, plate, ball };
};

describe('a restore after the type of a body changed', () => {
  it.each([
    ['kinematic', 'dynamic'],
    ['kinematic', 'static'],
    ['dynamic', 'kinematic'],
    ['dynamic', 'static'],
  ] as const)('a fast ball meets a %s plate that was %s in between', (type, between) => {
    const never = plateAndBall(type);
    const { world, plate, ball } = plateAndBall(type);
    const start = takeSnapshot(world);
    for (const steps of [0, 1, 3]) {
      updateBody(world, plate, { type: between });
      for (let i = 0; i < steps; i++) stepWorld(world, DT);
      restoreSnapshot(world, start);
      expect([...kinematicOnes(world)]).toEqual([...kinematicOnes(never.world)]);
    }
    for (let i = 0; i < 10; i++) {
      stepWorld(world, DT);
      stepWorld(never.world, DT);
      expect(hashWorld(world)).toBe(hashWorld(never.world));
    }
    if (type === 'kinematic') expect(bodyPosition(world, ball)[0]).toBeLessThan(-0.05);
  });
});

/** The colliders that fast bodies meet because they are of kinematic bodies. */
const kinematicOnes = ({ broadphase: { kinematic } }: World): Int32Array =>
  kinematic.items.slice(0, kinematic.count);

describe('what a restored world knows', () => {
  it('handles of the time of the snapshot are valid again, later ones are stale', () => {
    const world = createWorld();
    const early = createBody(world);
    const shape = createCollider(world, early, { shape: sphere(1) });
    const start = takeSnapshot(world);
    destroyBody(world, early);
    const later = createBody(world);
    restoreSnapshot(world, start);
    expect([bodyExists(world, early), colliderExists(world, shape)]).toEqual([true, true]);
    expect(bodyExists(world, later)).toBe(false);
    expect(() => bodyPosition(world, later)).toThrow(/does not exist any more/);
  });

  it('the same creations after a restore give the same handles', () => {
    const world = after(boxStack, 3);
    const start = takeSnapshot(world);
    const create = (): BodyHandle[] => Array.from({ length: 70 }, () => createBody(world));
    const first = create();
    restoreSnapshot(world, start);
    expect(create()).toEqual(first);
  });

  it('which bodies sleep, and the rows of the last step', () => {
    const world = after(mixedPile, 60);
    const fresh = createWorld();
    restoreSnapshot(fresh, takeSnapshot(world));
    expect(allBodies(fresh).map((body) => isBodyAwake(fresh, body))).toEqual(
      allBodies(world).map((body) => isBodyAwake(world, body)),
    );
    // Handles name their world; everything else is the same.
    const numbers = (of: World): unknown => allContactRows(of).map((row) => ({ ...row, bodyA: 0, bodyB: 0 }));
    expect(allContactRows(world).length).toBeGreaterThan(50);
    expect(numbers(fresh)).toEqual(numbers(world));
  });

  it('a damaged snapshot is refused and changes nothing', () => {
    const world = after(boxStack, 5);
    const hash = hashWorld(world);
    const good = takeSnapshot(after(mixedPile, 5));
    const wrongMagic = good.slice();
    wrongMagic[0] ^= 1;
    const wrongVersion = good.slice();
    wrongVersion[4] ^= 0x55;
    const wrongLength = good.slice();
    wrongLength[20] ^= 1;
    const bad = [
      good.slice(0, -8),
      good.slice(0, 10),
      new Uint8Array(0),
      wrongMagic,
      wrongVersion,
      wrongLength,
    ];
    for (const bytes of bad) expect(() => restoreSnapshot(world, bytes)).toThrow(/snapshot/i);
    expect(hashWorld(world)).toBe(hash);
    const unaligned = new Uint8Array(good.length + 3);
    unaligned.set(good, 3);
    restoreSnapshot(world, unaligned.subarray(3));
    expectSameBytes(takeSnapshot(world), good);
    // What Node reads from a small file is a view into a pool, and its slice() is another.
    const pooled = Buffer.allocUnsafe(good.length);
    pooled.set(good);
    restoreSnapshot(world, Buffer.concat([Buffer.of(1, 2, 3), pooled]).subarray(3));
    expectSameBytes(takeSnapshot(world), good);
  });
});

/** One random thing that a game may do; `pick` chooses among the bodies there are. */
type Command = readonly [name: keyof typeof commands, pick: number, seed: number];

const target = (world: World, pick: number): BodyHandle | undefined => {
  const bodies = allBodies(world);
  return bodies.length > 1 ? bodies[1 + (pick % (bodies.length - 1))] : undefined;
};

const commands = {
  create: (world: World, pick: number, seed: number): void => {
    const random = createRandom(seed);
    const shapes = [box(0.3, 0.4, 0.2), sphere(0.3), capsule(0.2, 0.3), rock(random, 0.4)];
    const position = [2 * random() - 1, 0.5 + 3 * random(), 2 * random() - 1] as const;
    const type = pick % 7 === 0 ? 'kinematic' : 'dynamic';
    addBody(world, { position, type }, shapes[pick % 4], { restitution: pick % 3 === 0 ? 0.6 : 0 });
  },
  destroy: (world: World, pick: number): void => {
    const body = target(world, pick);
    if (body !== undefined) destroyBody(world, body);
  },
  push: (world: World, pick: number, seed: number): void => {
    const body = target(world, pick);
    const random = createRandom(seed);
    if (body === undefined) return;
    applyImpulse(world, body, [300 * random() - 150, 300 * random(), 0], bodyPosition(world, body));
  },
  teleport: (world: World, pick: number, seed: number): void => {
    const body = target(world, pick);
    if (body !== undefined) updateBody(world, body, { position: [0, 1 + (seed % 3), 0] });
  },
  aim: (world: World, pick: number, seed: number): void => {
    const kinematic = allBodies(world).filter((body) => bodyType(world, body) === 'kinematic');
    const body = kinematic[pick % Math.max(1, kinematic.length)];
    if (body !== undefined) setNextPose(world, body, [0.01 * (seed % 50), 1, 0]);
  },
  toggle: (world: World, pick: number): void => {
    const body = target(world, pick);
    if (body !== undefined) updateBody(world, body, { enabled: !isBodyEnabled(world, body) });
  },
  step: (world: World, pick: number): void => {
    for (let i = 0; i <= pick % 20; i++) stepWorld(world, pick % 5 === 0 ? 1 / 100 : DT);
  },
};

const names = Object.keys(commands) as (keyof typeof commands)[];
const command: fc.Arbitrary<Command> = fc.tuple(fc.constantFrom(...names), fc.nat(1000), fc.nat(1e6));

/** A snapshot does not store what the record of a contact has for its points when it has none: then it must be zero. */
const expectNothingLeft = ({ colliders, contacts }: World): void => {
  const { record, count, used, colliderB, flags } = contacts;
  for (let contact = 0; contact < used; contact++) {
    if (count[contact] > 0) continue;
    const row = record.slice(contact * RECORD, (contact + 1) * RECORD);
    const left = [row.slice(0, POINT_DATA), row.slice(TARGET)];
    // With a surface a pair that is apart knows how it was turned.
    const isThere = isLive(contacts, contact) && (flags[contact] & ContactFlag.dead) === 0;
    const isApart = isThere && !isSurface(colliders.kind[colliderB[contact]]);
    if (isApart) left.push(row.slice(SEEN_A, TARGET));
    if (!isLive(contacts, contact)) left.push(row);
    expect(left.flat().filter((value) => value !== 0)).toEqual([]);
  }
};

it('any history: a replay from any snapshot on, in any world, ends in the same bits', () => {
  const play = (world: World, list: readonly Command[]): void => {
    for (const [name, pick, seed] of list) commands[name](world, pick, seed);
  };
  const lists = fc.array(command, { minLength: 1, maxLength: 25 });
  fc.assert(
    fc.property(lists, lists, lists, (before, detour, rest) => {
      const world = createWorld({ timeToSleep: 0.1 });
      addFloor(world, { restitution: 0.4 });
      play(world, before);
      const start = takeSnapshot(world);
      play(world, rest);
      expectNothingLeft(world);
      const end = takeSnapshot(world);
      restoreSnapshot(world, start);
      play(world, detour);
      restoreSnapshot(world, start);
      const fresh = createWorld();
      restoreSnapshot(fresh, start);
      for (const copy of [world, fresh]) {
        play(copy, rest);
        expectSameBytes(takeSnapshot(copy), end);
      }
    }),
    { numRuns: 35 * fuzzScale, seed: fuzzSeed(2) },
  );
});

/** What a snapshot leaves out because it follows, of rows that are there. */
const leftOut = ({ bodies, colliders, contacts, joints }: World): unknown => ({
  positions: bodies.position.slice(0, 3 * bodies.used),
  poses: rowsOfTable(colliders).map((c) => colliders.pose.slice(12 * c, 12 * c + 12)),
  contacts: rowsOfTable(contacts).map((k) => [
    contacts.record.slice(k * RECORD, (k + 1) * RECORD),
    [contacts.bodyA[k], contacts.bodyB[k]],
    [contacts.edgePrevious[2 * k], contacts.edgePrevious[2 * k + 1]],
  ]),
  joints: rowsOfTable(joints).map((j) => [joints.edgePrevious[2 * j], joints.edgePrevious[2 * j + 1]]),
  free: [bodies, colliders, contacts, joints].map(({ firstFree, nextFree, used }) => [
    firstFree,
    ...nextFree.slice(0, used),
  ]),
});

const rowsOfTable = (table: World['bodies' | 'colliders' | 'contacts' | 'joints']): number[] =>
  Array.from({ length: table.used }, (_, slot) => slot).filter((slot) => isLive(table, slot));

it.each([
  ['a pile of mixed shapes', mixedPile, 90],
  ['a thrown figure', thrownFigure, 40],
  ['bouncing balls', bouncingBalls, 70],
] as const)('what follows from the rest is restored bit for bit: %s', (_, scene, steps) => {
  const world = after(scene, steps);
  const bytes = takeSnapshot(world);
  const expected = leftOut(world);
  for (const copy of [world, createWorld(), usedWorld()]) {
    if (copy === world) runScene(world, scene, 5);
    restoreSnapshot(copy, bytes);
    expect(leftOut(copy)).toEqual(expected);
  }
});

/** Bytes that a body more takes, of a world that so many make. */
const bytesEach = (make: (count: number) => World): number => {
  const count = 100;
  return (takeSnapshot(make(2 * count)).length - takeSnapshot(make(count)).length) / count;
};

describe('size', () => {
  /** No two boxes are alike. */
  const oddBox = (random: () => number) =>
    box(0.3 + 0.2 * random(), 0.3 + 0.2 * random(), 0.3 + 0.2 * random());

  const tumblingBody = (): number =>
    bytesEach((count) => {
      const world = createWorld();
      const random = createRandom(4);
      for (let i = 0; i < count; i++) {
        const angularVelocity = [random(), random(), random()] as const;
        addBody(world, { position: [4 * i, random(), random()], angularVelocity }, oddBox(random));
      }
      for (let i = 0; i < 10; i++) stepWorld(world, DT);
      return world;
    });

  const nearPair = (): number => {
    const spheres = (count: number, others: readonly number[]): World => {
      const world = createWorld({ gravity: [0, 0, 0] });
      const random = createRandom(4);
      for (let i = 0; i < count; i++)
        for (const x of others) addBody(world, { position: [x, 4 * i, 0.1 * random()] }, sphere(0.5));
      for (let i = 0; i < 10; i++) stepWorld(world, DT);
      expect(worldStats(world)).toMatchObject({ pairs: others[1] === 1.05 ? count : 0, contacts: 0 });
      return world;
    };
    const near = bytesEach((count) => spheres(count, [0, 1.05]));
    return near - bytesEach((count) => spheres(count, [0, 2]));
  };

  it('a body that tumbles, with a collider like no other, takes less than 400 bytes', () => {
    const bytes = tumblingBody();
    console.log(`a body that tumbles: ${bytes.toFixed(0)} B`);
    expect(bytes).toBeLessThan(400);
  });

  it('a pair that is near takes less than 70 bytes', () => {
    const bytes = nearPair();
    console.log(`a pair that is near: ${bytes.toFixed(0)} B`);
    expect(bytes).toBeLessThan(70);
  });

  /** What one that touches takes in such a world. */
  const touchingPair = (world: World): number => {
    const { bodies, pairs, contacts } = worldStats(world);
    const others = tumblingBody() * bodies + nearPair() * (pairs - contacts);
    const bytes = (takeSnapshot(world).length - others) / contacts;
    console.log(`a pair that touches: ${bytes.toFixed(0)} B, of ${contacts} among ${pairs}`);
    return bytes;
  };

  // The goal is 300: decisions 68 and 79 say what stands in the way.
  it('a pair that touches takes less than 600 bytes in a heap of such boxes that falls', () => {
    const world = createWorld({ sleeping: false });
    const random = createRandom(9);
    addFloor(world);
    for (let i = 0; i < 150; i++) {
      const position = [
        1.1 * (i % 5),
        0.6 + 1.2 * Math.floor(i / 25),
        1.1 * (Math.floor(i / 5) % 5),
      ] as const;
      addBody(world, { position, rotation: [random(), random(), random(), 1] }, oddBox(random));
    }
    for (let i = 0; i < 150; i++) stepWorld(world, DT);
    expect(touchingPair(world)).toBeLessThan(600);
  });

  it('and less than 400 bytes in towers of such boxes, because its masses follow', () => {
    const world = createWorld({ sleeping: false });
    const random = createRandom(9);
    addFloor(world);
    for (let tower = 0; tower < 20; tower++) {
      let top = 0;
      for (let level = 0; level < 5; level++) {
        const half = 0.3 + 0.2 * random();
        const shape = box(0.5 + 0.2 * random(), half, 0.5 + 0.2 * random());
        addBody(world, { position: [3 * tower, top + half, 0] }, shape);
        top += 2 * half;
      }
    }
    for (let i = 0; i < 150; i++) stepWorld(world, DT);
    expect(touchingPair(world)).toBeLessThan(400);
  });
});

it('going back again and again takes no new buffers', () => {
  const world = startScene(mixedPile);
  addBody(world, { position: [40, 5, 0] }, box(0.5, 0.4, 0.3));
  createCollider(world, createBody(world, { type: 'static', position: [60, 0, 0] }), {
    shape: heightField(
      30,
      30,
      Array.from({ length: 900 }, (_, i) => i % 3),
    ),
  });
  runScene(world, mixedPile, 20);
  const saved = takeSnapshot(world);
  restoreSnapshot(world, saved);
  const before = process.memoryUsage().arrayBuffers;
  for (let i = 0; i < 20; i++) restoreSnapshot(world, saved);
  const each = (process.memoryUsage().arrayBuffers - before) / 20;
  console.log(`buffers of a restore: ${each.toFixed(0)} B`);
  expect(each).toBeLessThan(2000);
});

it('time and size of a snapshot of 1000 bodies (printed)', () => {
  const world = createWorld();
  addFloor(world);
  for (let i = 0; i < 1000; i++) {
    const position = [1.05 * (i % 10), 0.5 + Math.floor(i / 100), 1.05 * (Math.floor(i / 10) % 10)] as const;
    addBody(world, { position }, i % 2 === 0 ? box(0.5, 0.5, 0.5) : sphere(0.5));
  }
  for (let i = 0; i < 20; i++) stepWorld(world, DT);
  const bytes = takeSnapshot(world);
  const copy = createWorld();
  const take = cpuTime(() => takeSnapshot(world), 15);
  const restore = cpuTime(() => restoreSnapshot(copy, bytes), 15);
  const hash = cpuTime(() => hashWorld(world), 15);
  const { pairs, contacts } = worldStats(world);
  console.log(
    `1000 bodies, ${pairs} pairs, ${contacts} contacts: ${(bytes.length / 1024).toFixed(0)} KiB; ` +
      `take ${take.toFixed(2)} ms, restore ${restore.toFixed(2)} ms, hash ${hash.toFixed(2)} ms`,
  );
  // Room for a slow machine; a snapshot a frame for rollback must stay possible.
  expect(take + restore).toBeLessThan(200);
});
