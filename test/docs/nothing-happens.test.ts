import {
  bodyOf,
  box as boxShape,
  CollisionEvents,
  collider,
  coreWorld,
  createPhysics,
  hinge as entityHinge,
  Joint,
  physicsEvents,
  physicsPre,
  castRay as plugInRay,
  position,
  rigidBody,
  Sensor,
  stepPhysics,
} from '@tenon/ecs-plugin';
import {
  angularVelocity,
  applyForce,
  applyImpulse,
  type BodyDef,
  type BodyHandle,
  bodyColliders,
  bodyPosition,
  box,
  type ColliderDef,
  castRay,
  createBody,
  createCollider,
  createJoint,
  createWorld,
  halfSpace,
  hinge,
  setNextPose,
  slider,
  stepWorld,
  updateBody,
  type World,
  worldEvents,
} from '@tenon/physics-core';
import { addComponent, addEntity, createWorld as createEcsWorld } from 'bitecs';
import { expect, it } from 'vitest';
import { readPage } from './pages.js';

const DT = 1 / 60;

const run = (world: World, steps = 60): void => {
  for (let i = 0; i < steps; i++) stepWorld(world, DT);
};

const addBox = (world: World, body: BodyDef = {}, options: Partial<ColliderDef> = {}): BodyHandle => {
  const handle = createBody(world, { position: [0, 2, 0], ...body });
  createCollider(world, handle, { shape: box(0.5, 0.5, 0.5), ...options });
  return handle;
};

const addFloor = (world: World, options: Partial<ColliderDef> = {}): void => {
  createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace(), ...options });
};

const heightOf = (world: World, body: BodyHandle): number => bodyPosition(world, body)[1];

const ecsWorld = (told: string[] = []): object =>
  createPhysics(createEcsWorld(), { onWarning: (message) => void told.push(message) });

/** Each line of docs/errors.md, "No error, but nothing happens": its cause as it stands there, and how it is, and is not. */
const causes: Readonly<Record<string, () => void>> = {
  'nothing steps the world': () => {
    const world = createWorld();
    const body = addBox(world);
    expect(heightOf(world, body)).toBe(2);
    run(world, 30);
    expect(heightOf(world, body)).toBeLessThan(1.9);
  },
  'the body is `static`': () => {
    const world = createWorld();
    const body = addBox(world, { type: 'static' });
    applyImpulse(world, body, [0, 10, 0]);
    applyForce(world, body, [0, 10, 0]);
    run(world, 10);
    expect(bodyPosition(world, body)).toEqual([0, 2, 0]);
    updateBody(world, body, { type: 'dynamic' });
    run(world, 10);
    expect(heightOf(world, body)).toBeLessThan(2);
  },
  'the body is `kinematic`': () => {
    const world = createWorld();
    const body = addBox(world, { type: 'kinematic' });
    applyImpulse(world, body, [0, 10, 0]);
    run(world, 10);
    expect(bodyPosition(world, body)).toEqual([0, 2, 0]);
    setNextPose(world, body, [0, 3, 0]);
    run(world, 1);
    expect(heightOf(world, body)).toBeCloseTo(3, 12);
  },
  'the body has neither a collider nor a mass': () => {
    const world = createWorld();
    const body = createBody(world, { position: [0, 2, 0] });
    applyForce(world, body, [100, 0, 0]);
    run(world, 10);
    expect(bodyPosition(world, body)).toEqual([0, 2, 0]);
    updateBody(world, body, { massProperties: { mass: 1, inertia: [1, 1, 1] } });
    run(world, 10);
    expect(heightOf(world, body)).toBeLessThan(2);
    const told: string[] = [];
    const ecs = ecsWorld(told);
    addEntity(ecs, rigidBody());
    stepPhysics(ecs, DT);
    expect(told).toEqual([expect.stringMatching(/neither a collider nor a mass/)]);
  },
  '`gravityScale` or `gravity` is 0, or an axis is locked': () => {
    for (const [settings, def] of [
      [{ gravity: [0, 0, 0] as const }, {}],
      [{}, { gravityScale: 0 }],
      [{}, { locks: ['y' as const] }],
    ] as const) {
      const world = createWorld(settings);
      const body = addBox(world, def);
      run(world);
      expect(heightOf(world, body)).toBe(2);
    }
  },
  'the body is disabled': () => {
    const world = createWorld();
    const body = addBox(world, { enabled: false });
    applyImpulse(world, body, [0, 10, 0]);
    run(world);
    expect(bodyPosition(world, body)).toEqual([0, 2, 0]);
  },
  'layers and masks do not fit, in either direction': () => {
    for (const options of [{ layer: 2 }, { mask: 2 }]) {
      const world = createWorld();
      addFloor(world, { layer: 1, mask: 1 });
      const body = addBox(world, {}, options);
      run(world, 120);
      expect(heightOf(world, body)).toBeLessThan(-1);
    }
  },
  'one of the colliders is a sensor': () => {
    const world = createWorld();
    addFloor(world, { sensor: true });
    const body = addBox(world);
    run(world, 120);
    expect(heightOf(world, body)).toBeLessThan(-1);
  },
  'a joint connects the two': () => {
    for (const [collideConnected, least] of [
      [false, -Infinity],
      [true, 0.9],
    ] as const) {
      const world = createWorld();
      const base = addBox(world, { type: 'static', position: [0, 0, 0] });
      const body = addBox(world, { position: [0, 1.5, 0] });
      createJoint(world, slider({ bodyA: base, bodyB: body, axis: [0, 1, 0], collideConnected }));
      run(world, 120);
      expect(heightOf(world, body) > 0.9).toBe(least === 0.9);
    }
  },
  'neither of the two is dynamic': () => {
    const world = createWorld();
    addFloor(world);
    const body = addBox(world, { type: 'kinematic', linearVelocity: [0, -3, 0] });
    run(world, 60);
    expect(heightOf(world, body)).toBeCloseTo(-1, 6);
    expect(worldEvents(world)).toEqual([]);
  },
  'in bitECS the tag is on an entity without a collider': () => {
    const told: string[] = [];
    const world = ecsWorld(told);
    const zone = addEntity(world, rigidBody({ type: 'static' }));
    addComponent(world, zone, Sensor);
    addEntity(world, position(0, 0.1, 0), rigidBody(), collider(boxShape(0.5, 0.5, 0.5)));
    stepPhysics(world, DT);
    expect(told).toEqual([expect.stringMatching(/^Entity 1 has the tag Sensor but no collider/)]);
    expect(physicsEvents(world)).toEqual([]);
    addComponent(world, zone, collider(boxShape(1, 1, 1)));
    stepPhysics(world, DT);
    expect(physicsEvents(world).map(({ kind }) => kind)).toEqual(['begin']);
  },
  'in bitECS an entity was given two colliders': () => {
    const told: string[] = [];
    const world = ecsWorld(told);
    const body = addEntity(
      world,
      rigidBody(),
      collider(boxShape(1, 1, 1)),
      collider(boxShape(0.5, 0.5, 0.5)),
    );
    stepPhysics(world, DT);
    expect(told).toEqual([expect.stringMatching(/^Entity 1 was given two colliders/)]);
    expect(bodyColliders(coreWorld(world), bodyOf(world, body)!)).toHaveLength(1);
    addEntity(world, collider(boxShape(1, 1, 1), { body }));
    stepPhysics(world, DT);
    expect(bodyColliders(coreWorld(world), bodyOf(world, body)!)).toHaveLength(2);
    expect(told).toHaveLength(1);
  },
  'events of a step are read after the next one': () => {
    const world = createWorld();
    addFloor(world);
    addBox(world, { position: [0, 0.6, 0] });
    const steps = Array.from({ length: 60 }, () => {
      run(world, 1);
      return worldEvents(world).filter(({ kind }) => kind === 'begin').length;
    });
    expect(steps.reduce((sum, count) => sum + count)).toBe(1);
    expect(steps.at(-1)).toBe(0);
  },
  'in bitECS nobody asks for the events of the entity': () => {
    const count = (asks: boolean): number => {
      const world = ecsWorld();
      addEntity(world, rigidBody({ type: 'static' }), collider(boxShape(1, 1, 1)));
      const crate = addEntity(world, position(0, 2.2, 0), rigidBody(), collider(boxShape(0.5, 0.5, 0.5)));
      if (asks) addComponent(world, crate, CollisionEvents);
      let found = 0;
      for (let i = 0; i < 60; i++) {
        stepPhysics(world, DT);
        found += physicsEvents(world).filter(({ kind }) => kind === 'begin').length;
      }
      return found;
    };
    expect(count(false)).toBe(0);
    expect(count(true)).toBe(1);
  },
  'the mode of the motor does not use the field': () => {
    const told: string[] = [];
    const world = ecsWorld(told);
    const wheel = addEntity(world, rigidBody(), collider(boxShape(0.5, 0.5, 0.5)));
    const axle = addEntity(world, entityHinge({ bodyB: wheel, axis: [0, 1, 0], motor: { speed: 0 } }));
    stepPhysics(world, DT);
    Joint.motorTarget[axle] = 1;
    for (let i = 0; i < 30; i++) stepPhysics(world, DT);
    expect(told).toEqual([
      `Entity ${axle}: Joint.motorTarget of the hinge is 1, which does nothing, because the mode of its motor is 'speed'. For it to count set Joint.motorMode to 2 ('position').`,
    ]);
  },
  'the motor is too weak, or `maxForce` is 0': () => {
    const spin = (maxForce: number): number => {
      const world = createWorld({ gravity: [0, 0, 0] });
      const body = addBox(world);
      createJoint(world, hinge({ bodyB: body, axis: [0, 1, 0], motor: { speed: 2, maxForce } }));
      run(world);
      return angularVelocity(world, body)[1];
    };
    expect(spin(0)).toBe(0);
    expect(spin(1000)).toBeCloseTo(2, 6);
  },
  'the joint is disabled, perhaps because it broke': () => {
    const world = createWorld();
    const body = addBox(world);
    createJoint(world, hinge({ bodyB: body, axis: [0, 1, 0], breakForce: 1 }));
    run(world, 2);
    run(world, 60);
    expect(heightOf(world, body)).toBeLessThan(0);
  },
  'angles are in degrees': () => {
    const told: string[] = [];
    const world = ecsWorld(told);
    const door = addEntity(world, rigidBody(), collider(boxShape(0.5, 0.5, 0.5)));
    const axle = addEntity(world, entityHinge({ bodyB: door, axis: [0, 1, 0], motor: { target: 0 } }));
    stepPhysics(world, DT);
    Joint.motorTarget[axle] = 90;
    stepPhysics(world, DT);
    expect(told).toEqual([expect.stringMatching(/Joint.motorTarget of the hinge is 90 rad.*1\.5708/)]);
  },
  'in bitECS entities are seen with the next `physicsPre` or `stepPhysics`': () => {
    const told: string[] = [];
    const world = ecsWorld(told);
    addEntity(world, rigidBody({ type: 'static' }), collider(boxShape(1, 1, 1)));
    expect(plugInRay(world, [0, 5, 0], [0, -1, 0])).toBeUndefined();
    expect(told).toEqual([expect.stringMatching(/A query ran before the first step/)]);
    physicsPre(world);
    expect(plugInRay(world, [0, 5, 0], [0, -1, 0])?.distance).toBeCloseTo(4, 12);
  },
  'the query leaves it out: sensors by default, and what its mask does not name': () => {
    const world = createWorld();
    addBox(world, { type: 'static' }, { sensor: true, layer: 2 });
    const down = (filter = {}): unknown => castRay(world, [0, 9, 0], [0, -1, 0], 20, filter);
    expect(down()).toBeUndefined();
    expect(down({ sensors: true })).toBeDefined();
    expect(down({ sensors: true, mask: 1 })).toBeUndefined();
  },
};

it.each(Object.keys(causes))('%s', (cause) => causes[cause]());

it('docs/errors.md lists these causes', () => {
  const text = readPage('docs/errors.md').split('## No error, but nothing happens')[1].split('\n## ')[0];
  const rows = [...text.matchAll(/^\| [^|]+ \| ([^|]+?) +\|/gm)].map((match) => match[1]).slice(2);
  expect(rows.sort()).toEqual(Object.keys(causes).sort());
});
