import {
  sceneToWorld as coreSceneToWorld,
  hashWorld,
  PhysicsError,
  worldSettings,
} from '@tenon/physics-core';
import {
  addComponent,
  addEntity,
  createWorld,
  type EntityId,
  getAllEntities,
  query,
  removeEntity,
  type World,
} from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  ball,
  box,
  Character,
  Collider,
  CollisionEvents,
  type ComponentSet,
  capsule,
  character,
  collider,
  colliderOf,
  coreWorld,
  createComponents,
  createPhysics,
  Disabled,
  gear,
  halfSpace,
  hinge,
  hull,
  Joint,
  jointOf,
  kinematicTarget,
  linearVelocity,
  NoSleep,
  PersistEvents,
  physicsEvents,
  physicsPre,
  position,
  RenderTransform,
  rigidBody,
  Sensor,
  sceneToWorld,
  stepPhysics,
  worldToScene,
} from '../src/index.js';
import { at, DT, mustBody, physicsWorld, run } from './context.js';

/** A bitECS world as a scene file, and back. */

interface Machine {
  readonly world: World;
  readonly names: {
    readonly bodies: Record<string, EntityId>;
    readonly joints: Record<string, EntityId>;
    readonly groups: Record<string, { bodies: EntityId[]; joints: EntityId[] }>;
  };
}

/** A bit of everything: a compound, a joint on the entity of its body, a coupling, tags of both kinds, a hull. */
const machine = (): Machine => {
  const world = physicsWorld({ substeps: 6, gravity: [0, -5, 0] });
  const floor = addEntity(world, rigidBody({ type: 'static' }), collider(halfSpace([1, 3, 0], -1)));
  const door = addEntity(
    world,
    position(0, 2, 0),
    rigidBody({ mass: 30 }),
    collider(box(0.5, 1, 0.05), { friction: 0.7, tag: 11 }),
    hinge({ axis: [0, 1, 0], limits: [-1, Infinity], tag: 5 }),
    NoSleep,
  );
  const knob = addEntity(
    world,
    collider(capsule(0.05, 0.1), { body: door, position: [0.4, 0, 0.1], tag: 12 }),
  );
  const points = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [x, y, z] as const)));
  const wheels = [2, 4].map((x) =>
    addEntity(
      world,
      position(x, 2, 0),
      linearVelocity(0, 0.5, 0),
      rigidBody(),
      collider(hull(points.map(([a, b, c]) => [0.2 * a, 0.2 * b, 0.1 * c]))),
    ),
  );
  const axles = wheels.map((bodyB) => addEntity(world, hinge({ bodyB, axis: [0, 0, 1] })));
  const gears = addEntity(world, gear({ jointA: axles[0], jointB: axles[1], ratio: -2, tag: 3 }));
  const zone = addEntity(
    world,
    position(9, 0, 0),
    rigidBody({ type: 'static' }),
    collider(box(1, 1, 1)),
    Sensor,
  );
  const asleep = addEntity(world, position(20, 0, 0), rigidBody(), collider(box(1, 1, 1)), Disabled);
  const names = {
    bodies: { floor, door, zone, asleep },
    joints: { gears, pin: door },
    groups: { drive: { bodies: wheels, joints: [...axles, gears] } },
  };
  expect(knob).toBeGreaterThan(0);
  return { world, names };
};

const fileOf = ({ world, names }: Machine): Record<string, unknown> =>
  JSON.parse(JSON.stringify(worldToScene(world, names)));

const fresh = (): { world: World; components: ComponentSet } => {
  const components = createComponents();
  return { world: createPhysics(createWorld(), { components }), components };
};

describe('a bitECS world as a scene file', () => {
  it('holds names, groups, tags and shared shapes, and no entity ids', () => {
    const file = fileOf(machine()) as unknown as ReturnType<typeof worldToScene>;
    expect(file.bodies.map(({ name }) => name)).toEqual([
      'floor',
      'door',
      undefined,
      undefined,
      'zone',
      'asleep',
    ]);
    expect(file.bodies.every(({ userData }) => userData === 0)).toBe(true);
    expect(file.colliders.map(({ userData }) => userData)).toEqual([0, 11, 12, 0, 0, 0, 0]);
    expect(file.colliders.map(({ shape }) => shape)).toEqual([0, 1, 2, 3, 3, 4, 4]);
    expect(file.joints.map(({ name, type, userData }) => [name, type, userData])).toEqual([
      ['pin', 'hinge', 5],
      [undefined, 'hinge', 0],
      [undefined, 'hinge', 0],
      ['gears', 'gear', 3],
    ]);
    expect(file.groups).toEqual([{ name: 'drive', bodies: [2, 3], joints: [1, 2, 'gears'] }]);
    expect(file.settings).toMatchObject({ substeps: 6 });
  });

  it('comes back, moves in the same way to the last bit, and writes the same file again', () => {
    const given = machine();
    const file = fileOf(given);
    const { world, components } = fresh();
    const scene = sceneToWorld(world, file);
    const { bodyNames, jointNames, groups } = scene;
    const names = {
      bodies: Object.fromEntries(bodyNames),
      joints: Object.fromEntries(jointNames),
      groups: Object.fromEntries(groups),
    };
    expect(worldToScene(world, names)).toEqual(worldToScene(given.world, given.names));
    expect(groups.get('drive')?.joints).toContain(jointNames.get('gears'));
    const door = bodyNames.get('door') as EntityId;
    expect(components.Collider.tag[door]).toBe(11);
    expect(components.Joint.tag[jointNames.get('gears') as EntityId]).toBe(3);
    run(given.world, 90);
    run(world, 90);
    for (const name of ['door', 'zone', 'asleep']) {
      const { x, y, z } = components.Position;
      const there = bodyNames.get(name) as EntityId;
      expect([x[there], y[there], z[there]], name).toEqual(at(given.names.bodies[name]));
    }
  });

  it('read twice into fresh worlds, gives equal hashes', () => {
    const file = fileOf(machine());
    const hashes = [0, 1].map(() => {
      const { world } = fresh();
      sceneToWorld(world, file);
      run(world, 30);
      return hashWorld(coreWorld(world));
    });
    expect(hashes[0]).toBe(hashes[1]);
  });

  it('is added to what a world has already, and takes over the settings that it names', () => {
    const world = physicsWorld({ gravity: [0, 0, 0], substeps: 5 });
    const crate = addEntity(world, position(50, 1, 0), rigidBody(), collider(box(1, 1, 1)));
    const { bodies, joints } = sceneToWorld(world, {
      format: 'tenon-scene',
      version: 1,
      settings: { gravity: [0, -2, 0] },
      bodies: [{ name: 'bob', position: [1, 0, 0], mass: 2 }],
      shapes: [{ kind: 'sphere', radius: 0.1 }],
      colliders: [{ body: 0, shape: 0 }],
      joints: [{ type: 'ball', bodyB: 'bob', anchor: [0, 0, 0] }],
    });
    physicsPre(world);
    expect(worldSettings(coreWorld(world))).toMatchObject({ gravity: [0, -2, 0], substeps: 5 });
    expect(jointOf(world, joints[0])).toBeDefined();
    expect(colliderOf(world, bodies[0])).toBeDefined();
    stepPhysics(world, DT);
    expect(mustBody(world, crate)).toBeDefined();
    // Entities of a file are like any others.
    removeEntity(world, bodies[0]);
    stepPhysics(world, DT);
    expect(jointOf(world, joints[0])).toBeUndefined();
  });

  it('keeps the order of colliders when a body has several, or got them late', () => {
    const shapes = [1, 2, 3, 4].map((radius) => ({ kind: 'sphere', radius }));
    const file = {
      format: 'tenon-scene',
      version: 1,
      shapes,
      bodies: [{}, {}, {}],
      colliders: [
        { body: 1, shape: 0 },
        { body: 0, shape: 1 },
        { body: 1, shape: 2 },
        { body: 2, shape: 3 },
      ],
    };
    const { world } = fresh();
    const { bodies, colliders } = sceneToWorld(world, file);
    expect(worldToScene(world).colliders.map(({ body, shape }) => [body, shape])).toEqual([
      [1, 0],
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
    expect(colliders[0]).toBe(bodies[1]);
    expect(colliders[3]).toBe(bodies[2]);
    expect(bodies).not.toContain(colliders[1]);
  });

  it('refuses to name what has no body or joint', () => {
    const { world, names } = machine();
    const ghost = addEntity(world);
    expect(() => worldToScene(world, { bodies: { ghost } })).toThrow(/RigidBody.* is missing/);
    expect(() => worldToScene(world, { joints: { ghost: names.bodies.floor } })).toThrow(
      /Joint.* is missing/,
    );
    expect(() => worldToScene(world, { groups: { all: { bodies: [ghost] } } })).toThrow(/is missing/);
  });
});

const deep = (depth: number): unknown => (depth === 0 ? 1 : [deep(depth - 1)]);

describe('a hostile scene file is refused with the path of the field, and the world is as before', () => {
  const entry = (list: string, i: number, changes: object) => (file: Record<string, unknown>) => {
    const entries = [...(file[list] as object[])];
    entries[i] = { ...entries[i], ...changes };
    return { ...file, [list]: entries };
  };
  it.each([
    ['text', () => 'scene', /scene is 'scene'/],
    ['a prototype key', (f: object) => ({ ...f, ...JSON.parse('{"__proto__":{"a":1}}') }), /__proto__/],
    ['a prototype key in a joint', entry('joints', 0, JSON.parse('{"__proto__":{"a":1}}')), /joints\[0\]/],
    ['NaN as text', entry('bodies', 1, { position: [0, 'NaN', 0] }), /bodies\[1\]: .*position\[1\]/],
    ['a wrong type', entry('bodies', 1, { mass: [] }), /bodies\[1\]: .*mass/],
    ['too many', (f: object) => ({ ...f, bodies: new Array(100_001).fill({}) }), /bodies has 100001/],
    ['deep nesting', entry('bodies', 1, { position: deep(900) }), /bodies\[1\]\.position.* deep/],
    ['a joint of itself', entry('joints', 3, { jointA: 3 }), /joints\[3\]: jointA is 3/],
    ['joints in a circle', entry('joints', 3, { jointB: 'gears' }), /joints\[3\]: jointB is 'gears'/],
    [
      'a flat hull',
      entry('shapes', 3, {
        points: [
          [0, 0, 0],
          [1, 0, 0],
          [0, 1, 0],
        ],
      }),
      /shapes\[3\]|colliders\[3\]/,
    ],
    ['a wrong setting', (f: object) => ({ ...f, settings: { substeps: -1 } }), /settings: .*substeps/],
    ['a group of nobody', entry('groups', 0, { bodies: ['nobody'] }), /groups\[0\]: bodies is 'nobody'/],
  ] as const)('%s', (_, spoil, message) => {
    const given = machine();
    const file = spoil(fileOf(given));
    const before = [hashWorld(coreWorld(given.world)), getAllEntities(given.world).length];
    let thrown: unknown;
    try {
      sceneToWorld(given.world, file);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(PhysicsError);
    expect((thrown as Error).message).toMatch(message);
    physicsPre(given.world);
    expect([hashWorld(coreWorld(given.world)), getAllEntities(given.world).length]).toEqual(before);
    expect(({} as { a?: number }).a).toBeUndefined();
  });

  it('a world without physics', () => {
    expect(() => sceneToWorld(createWorld(), { format: 'tenon-scene', version: 1 })).toThrow(/no physics/);
  });
});

it('what was added and not stepped yet is in the file', () => {
  const world = physicsWorld();
  const bob = addEntity(world, position(1, 0, 0), rigidBody(), collider(box(0.1, 0.1, 0.1)));
  addComponent(world, bob, ball({ anchor: [0, 0, 0] }));
  Joint.tag[bob] = 8;
  Collider.tag[bob] = 9;
  const file = worldToScene(world, { bodies: { bob } });
  expect(file.joints[0]).toMatchObject({ type: 'ball', bodyB: 'bob', userData: 8 });
  expect(file.colliders[0]).toMatchObject({ userData: 9 });
});

const hashOfFile = (world: World): string => hashWorld(coreSceneToWorld(worldToScene(world)).world);

describe('components that only the plugin has', () => {
  const level = (): World => {
    const world = physicsWorld();
    addEntity(world, rigidBody({ type: 'static' }), collider(box(20, 0.5, 20)), position(0, -0.5, 0));
    addEntity(
      world,
      position(0, 1, 5),
      rigidBody({ type: 'kinematic' }),
      collider(box(1, 0.1, 1)),
      kinematicTarget([0, 1.02, 5], [0, 0.6, 0, 0.8]),
      RenderTransform,
    );
    addEntity(
      world,
      position(0, 0.91, 0),
      rigidBody({ type: 'kinematic' }),
      collider(capsule(0.3, 0.6)),
      character({ stepHeight: 0.25, pushForce: 200 }),
    );
    const cart = addEntity(world, position(4, 1, 0), rigidBody(), CollisionEvents);
    addEntity(world, collider(box(0.3, 0.3, 0.3), { body: cart }));
    const crate = addEntity(world, position(8, 1, 0), rigidBody());
    addEntity(world, collider(box(0.3, 0.3, 0.3), { body: crate, tag: 1 }), CollisionEvents);
    addEntity(world, collider(box(0.1, 0.1, 0.1), { body: crate, position: [0, 0.4, 0], tag: 2 }));
    addEntity(world, position(12, 0.3, 0), rigidBody(), collider(box(0.3, 0.3, 0.3)), PersistEvents, NoSleep);
    return world;
  };

  it('come back: same hash, same way, same events', () => {
    const world = level();
    const [walker] = query(world, [Character]);
    Character.x[walker] = 1.5;
    Character.rise[walker] = 3;
    const text = JSON.stringify(worldToScene(world));
    const { world: other, components } = fresh();
    sceneToWorld(other, JSON.parse(text));
    expect(JSON.stringify(worldToScene(other))).toBe(text);
    expect(query(other, [components.RenderTransform])).toHaveLength(1);
    let told = 0;
    for (let i = 0; i < 60; i++) {
      stepPhysics(world, DT);
      stepPhysics(other, DT);
      // Hashes differ by the entity ids in the user data, so the hashes of the files count.
      if (i % 10 === 0) expect(hashOfFile(other)).toBe(hashOfFile(world));
      const kinds = physicsEvents(world).map(({ kind }) => kind);
      expect(physicsEvents(other).map(({ kind }) => kind)).toEqual(kinds);
      told += kinds.length;
    }
    expect(told).toBeGreaterThan(60);
    expect(
      JSON.parse(text).components.map(({ body, collider: c }: { body?: number; collider?: number }) => [
        body,
        c,
      ]),
    ).toEqual([
      [1, undefined],
      [2, undefined],
      [3, undefined],
      [undefined, 4],
    ]);
  });

  it.each([
    [{ body: 0, values: { Health: {} } }, "components[0]: there is no component 'Health'"],
    [{ body: 0, values: { Character: { speed: 1 } } }, "components[0]: Character has no field 'speed'"],
    [{ body: 0, values: { CollisionEvents: { x: 1 } } }, "components[0]: CollisionEvents has no field 'x'"],
    [{ body: 0, values: { Character: { x: 'fast' } } }, "components[0]: Character.x is 'fast'"],
    [{ body: 9, values: {} }, 'components[0]: body is 9'],
    [{ values: {} }, 'components[0]: entry names not exactly one thing'],
    [{ body: 0 }, 'components[0]: values is'],
  ])('%j is refused, and nothing is made', (entry, message) => {
    const { world } = fresh();
    const file = { format: 'tenon-scene', version: 1, bodies: [{}], components: [entry] };
    expect(() => sceneToWorld(world, file)).toThrow(message);
    expect(getAllEntities(world)).toHaveLength(0);
  });
});
