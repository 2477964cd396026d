import { addComponent, addEntity, addPrefab, createWorld, removeComponent, removeEntity } from 'bitecs';
import { describe, expect, it, vi } from 'vitest';
import {
  ball,
  box,
  Collider,
  CollisionEvents,
  castRay,
  collider,
  createComponents,
  createPhysics,
  halfSpace,
  hinge,
  hull,
  Joint,
  MotorMode,
  observeEvents,
  PersistEvents,
  Position,
  physicsPost,
  physicsPre,
  physicsSolve,
  position,
  RigidBody,
  rigidBody,
  Sensor,
  screw,
  sphere,
  stepPhysics,
} from '../src/index.js';
import { DT, physicsWorld, run } from './context.js';

const listening = (options = {}) => {
  const told: string[] = [];
  return { told, world: physicsWorld({ ...options, onWarning: (message) => void told.push(message) }) };
};

const addWheel = (world: object) => addEntity(world, rigidBody(), collider(sphere(0.5)));

it('limits in degrees are told, once; radians and revolutions are not', () => {
  const { world, told } = listening();
  const bodyB = addWheel(world);
  addEntity(world, hinge({ bodyB, axis: [0, 1, 0], limits: [-Math.PI / 2, Math.PI / 2] }));
  addEntity(world, hinge({ bodyB, axis: [0, 1, 0], limits: [-6, 6] }));
  addEntity(world, hinge({ bodyB, axis: [0, 1, 0], limits: [-20 * Math.PI, 20 * Math.PI] }));
  addEntity(world, screw({ bodyB, axis: [0, 1, 0] }));
  run(world, 1);
  expect(told).toEqual([]);
  addEntity(world, hinge({ bodyB, axis: [0, 1, 0], limits: [0, 90] }));
  addEntity(world, hinge({ bodyB, axis: [0, 1, 0], limits: [-45, 45] }));
  run(world, 2);
  expect(told).toEqual([
    'Entity 6: Joint.limitsUpper of the hinge is 90 rad, which is 14.3 revolutions. Angles are in radians: 90° are 1.5708.',
  ]);
});

it.each([
  ['limitsUpper', 90],
  ['motorTarget', 180],
  ['springRest', -45],
] as const)('degrees written to Joint.%s are told', (field, degrees) => {
  const { world, told } = listening();
  const eid = addEntity(world, hinge({ bodyB: addWheel(world), axis: [0, 1, 0], motor: { target: 0.5 } }));
  run(world, 1);
  Joint[field][eid] = field === 'limitsUpper' ? 1.5 : 3;
  run(world, 1);
  expect(told).toEqual([]);
  Joint[field][eid] = degrees;
  run(world, 2);
  expect(told).toEqual([expect.stringContaining(`Joint.${field} of the hinge is ${degrees} rad`)]);
});

it('a target of a motor that keeps a speed is told, and a speed of one that goes to a target', () => {
  for (const [motor, message] of [
    [{ mode: 'speed', target: 1 }, /motorTarget of the hinge is 1, which does nothing.*is 'speed'.*to 2/],
    [{ mode: 'position', speed: 2 }, /motorSpeed of the hinge is 2, which does nothing.*is 'position'.*to 1/],
  ] as const) {
    const { world, told } = listening();
    addEntity(world, hinge({ bodyB: addWheel(world), axis: [0, 1, 0], motor }));
    run(world, 1);
    expect(told).toEqual([expect.stringMatching(message)]);
  }
  const { world, told } = listening();
  const bodyB = addWheel(world);
  for (const motor of [
    { target: 1 },
    { speed: 2 },
    { mode: 'off', speed: 2 },
    { speed: 1, target: 1 },
  ] as const)
    addEntity(world, hinge({ bodyB, axis: [0, 1, 0], motor }));
  run(world, 2);
  expect(told).toEqual([]);
});

it('a speed that is left over when a motor becomes a servo is not told', () => {
  const { world, told } = listening();
  const motor = { speed: 0.1 };
  const eid = addEntity(world, hinge({ bodyB: addWheel(world), axis: [0, 1, 0], motor }));
  run(world, 1);
  Joint.motorMode[eid] = MotorMode.position;
  Joint.motorTarget[eid] = 0;
  run(world, 2);
  expect(told).toEqual([]);
  Joint.motorSpeed[eid] = 0.2;
  run(world, 1);
  expect(told).toEqual([expect.stringMatching(/motorSpeed of the hinge is 0.2, which does nothing/)]);
});

it('createPhysics after the entities: their values are lost, and that is told', () => {
  const components = createComponents();
  const { rigidBody: body, position: place, collider: shape } = components;
  const told: string[] = [];
  const onWarning = (message: string): void => void told.push(message);
  const world = createWorld();
  for (let i = 0; i < 3; i++) addEntity(world, place(0, 5, 0), body({ mass: 2 }), shape(sphere(2)));
  createPhysics(world, { components, onWarning });
  expect(told).toEqual([expect.stringMatching(/^3 entities, such as 1, had physics components before/)]);
});

it('entities whose values were written before createPhysics are taken in without a word', () => {
  const told: string[] = [];
  const world = createWorld();
  const crate = addEntity(world, RigidBody, Collider, Position);
  Position.y[crate] = 5;
  createPhysics(world, { onWarning: (message) => void told.push(message) });
  run(world, 1);
  expect(told).toEqual([]);
});

it('physicsSolve without physicsPre is told when something waits to be seen', () => {
  const { world, told } = listening();
  addWheel(world);
  physicsPre(world);
  physicsSolve(world);
  physicsSolve(world);
  physicsPost(world);
  expect(told).toEqual([]);
  addWheel(world);
  physicsSolve(world);
  expect(told).toEqual([expect.stringMatching(/^physicsSolve ran without physicsPre/)]);
});

it('stepPhysics beside the three systems is told; an extra step now and then is not', () => {
  const { world, told } = listening();
  addWheel(world);
  run(world, 3);
  physicsPost(physicsSolve(physicsPre(world)));
  run(world, 3);
  expect(told).toEqual([]);
  for (let i = 0; i < 10; i++) {
    stepPhysics(world, DT);
    physicsPost(physicsSolve(physicsPre(world)));
  }
  expect(told).toEqual([expect.stringMatching(/both run in every frame/)]);
});

it('a body with neither collider nor mass is told', () => {
  const { world, told } = listening();
  addEntity(world, rigidBody({ mass: 1 }));
  addEntity(world, rigidBody({ massProperties: { mass: 1, inertia: [1, 1, 1] } }));
  addEntity(world, rigidBody({ type: 'static' }));
  const compound = addEntity(world, rigidBody());
  addEntity(world, collider(box(1, 1, 1), { body: compound }));
  run(world, 1);
  expect(told).toEqual([]);
  addEntity(world, rigidBody());
  addEntity(world, rigidBody());
  run(world, 2);
  expect(told).toEqual([expect.stringMatching(/^Entity 6: the body has neither a collider nor a mass/)]);
});

describe('a tag of colliders on an entity without one', () => {
  it.each([
    [
      'Sensor',
      Sensor,
      /has the tag Sensor but no collider, so it senses nothing\. Add it to the entity that has/,
    ],
    [
      'CollisionEvents',
      CollisionEvents,
      /has the tag CollisionEvents but no collider, so it reports nothing/,
    ],
    ['PersistEvents', PersistEvents, /has the tag PersistEvents but no collider, so it reports nothing/],
  ])('%s is told', (_, tag, message) => {
    const { told, world } = listening();
    addComponent(world, addEntity(world), tag);
    physicsPre(world);
    expect(told).toEqual([expect.stringMatching(message)]);
    addComponent(world, addEntity(world), tag);
    physicsPre(world);
    expect(told).toHaveLength(1);
  });

  it('events of a body without colliders: the body is named', () => {
    const { told, world } = listening();
    addComponent(world, addEntity(world, rigidBody({ mass: 1 })), CollisionEvents);
    physicsPre(world);
    expect(told).toEqual([expect.stringContaining('Its body has no collider: add collider(...)')]);
  });

  it('nothing is told of colliders that come in the same frame, also on other entities, nor of what is gone', () => {
    const { told, world } = listening();
    const zone = addEntity(world, rigidBody({ type: 'static' }));
    addComponent(world, zone, Sensor);
    addComponent(world, zone, collider(sphere(1)));
    const body = addEntity(world, rigidBody());
    addComponent(world, body, CollisionEvents);
    addEntity(world, collider(sphere(1), { body }));
    const gone = addEntity(world);
    addComponent(world, gone, Sensor);
    removeEntity(world, gone);
    const taken = addEntity(world);
    addComponent(world, taken, Sensor);
    removeComponent(world, taken, Sensor);
    addComponent(world, addPrefab(world), Sensor);
    physicsPre(world);
    stepPhysics(world, 1 / 60);
    expect(told).toEqual([]);
  });
});

it('without onWarning they go to the console', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const world = createPhysics(createWorld());
  addEntity(world, rigidBody());
  run(world, 1);
  expect(warn).toHaveBeenCalledWith(expect.stringMatching(/^Tenon: Entity 1/));
  warn.mockRestore();
});

it('events of an unknown kind and hulls of too few points are errors at once', () => {
  const { world } = listening();
  expect(() => observeEvents(world, 'collision' as never, () => undefined)).toThrow(
    "There are no events of kind 'collision'. Pass one of 'begin', 'persist', 'end', 'hit', 'sleep', 'wake', 'joint-break', 'joint-removed'.",
  );
  expect(() =>
    hull([
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ]),
  ).toThrow(/has 3 points, which span no volume/);
  const joint = addEntity(world, ball({ bodyB: addWheel(world) }));
  expect(() => addComponent(world, joint, position(0, 0, 0))).not.toThrow();
});

it('a query before the first step is told: it finds nothing', () => {
  const { world, told } = listening();
  expect(castRay(world, [0, 5, 0], [0, -1, 0])).toBeUndefined();
  expect(told).toHaveLength(0);
  const wheel = addWheel(world);
  expect(castRay(world, [0, 5, 0], [0, -1, 0])).toBeUndefined();
  expect(told).toEqual([expect.stringContaining('Call physicsPre(world) before it')]);
  physicsPre(world);
  expect(castRay(world, [0, 5, 0], [0, -1, 0])?.entity).toBe(wheel);
  addEntity(world, rigidBody(), collider(sphere(0.5)));
  expect(castRay(world, [0, 5, 0], [0, -1, 0])?.entity).toBe(wheel);
  expect(told).toHaveLength(1);
});

it('an observer of collisions that nobody asks for is told, and not where anybody does', () => {
  const { world, told } = listening();
  addEntity(world, rigidBody({ type: 'static' }), collider(halfSpace()));
  const crate = addEntity(world, position(0, 0.6, 0), rigidBody(), collider(box(0.5, 0.5, 0.5)));
  run(world, 20);
  expect(told).toEqual([]);
  observeEvents(world, 'begin', () => undefined);
  Position.y[crate] = 2;
  run(world, 60);
  expect(told).toEqual([
    expect.stringMatching(/^An observer waits for 'begin'.*Add the tag CollisionEvents/),
  ]);

  const other = listening();
  addEntity(other.world, rigidBody({ type: 'static' }), collider(halfSpace()));
  addEntity(other.world, position(0, 0.6, 0), rigidBody(), collider(box(0.5, 0.5, 0.5)));
  addEntity(other.world, position(9, 9, 0), rigidBody({ mass: 1 }), collider(sphere(1)), CollisionEvents);
  observeEvents(other.world, 'begin', () => undefined);
  run(other.world, 30);
  expect(other.told).toEqual([]);
});
