import { bodyDef, colliderDef, isBodyAwake, jointCoordinate } from '@tenon/physics-core';
import { addComponent, addEntity, hasComponent, removeComponent, setComponent } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  AngularVelocity,
  applyForce,
  applyImpulse,
  BodyType,
  box,
  Collider,
  CombineRule,
  capsule,
  collider,
  colliderOf,
  Disabled,
  hinge,
  Joint,
  jointOf,
  LinearVelocity,
  Lock,
  NoSleep,
  Position,
  position,
  RenderTransform,
  RigidBody,
  Rotation,
  rigidBody,
  Sensor,
  ShapeKind,
  Sleeping,
  sleep,
  sphere,
  wake,
} from '../src/index.js';
import { addCrate, addFloor, at, coreWorld, mustBody, physicsWorld, run } from './context.js';

describe('poses and velocities', () => {
  it('a write to Position teleports in the next step', () => {
    const world = physicsWorld({ gravity: [0, 0, 0] });
    const crate = addCrate(world, 0, 5);
    run(world, 3);
    Position.x[crate] = 3;
    run(world, 1);
    expect(at(crate)).toEqual([3, 5, 0]);
    expect(bodyDef(coreWorld(world), mustBody(world, crate)).position).toEqual([3, 5, 0]);
  });

  it('a write wakes a sleeping body, which falls when its support is gone', () => {
    const world = physicsWorld();
    addFloor(world);
    const crate = addCrate(world, 0, 0.5);
    run(world, 60);
    expect(hasComponent(world, crate, Sleeping)).toBe(true);
    Position.y[crate] = 2;
    run(world, 1);
    expect(hasComponent(world, crate, Sleeping)).toBe(false);
    expect(LinearVelocity.y[crate]).toBeLessThan(-0.1);
  });

  it('a rotation is made a unit quaternion, and the component shows it', () => {
    const world = physicsWorld({ gravity: [0, 0, 0] });
    const crate = addCrate(world, 0, 5);
    run(world, 1);
    Rotation.x[crate] = 2;
    Rotation.w[crate] = 0;
    run(world, 1);
    expect([Rotation.x[crate], Rotation.w[crate]]).toEqual([1, 0]);
  });

  it('a teleport is not interpolated', () => {
    const world = physicsWorld({ gravity: [0, 0, 0] });
    const crate = addCrate(world, 0, 5);
    addComponent(world, crate, RenderTransform);
    run(world, 3);
    Position.x[crate] = 100;
    run(world, 1, 1.5 / 60);
    expect(RenderTransform.x[crate]).toBe(100);
  });

  it('a write to a velocity moves the body', () => {
    const world = physicsWorld({ gravity: [0, 0, 0] });
    const crate = addCrate(world, 0, 5);
    run(world, 1);
    LinearVelocity.x[crate] = 6;
    AngularVelocity.y[crate] = 1;
    run(world, 60);
    expect(Position.x[crate]).toBeCloseTo(6, 9);
    expect(2 * Math.acos(Rotation.w[crate])).toBeCloseTo(1, 9);
  });

  it('values given with the entity are there from the first step', () => {
    const world = physicsWorld({ gravity: [0, 0, 0] });
    const eid = addEntity(world, RigidBody, Collider);
    Position.x[eid] = 4;
    LinearVelocity.z[eid] = 2;
    run(world, 30);
    expect(at(eid).slice(0, 2)).toEqual([4, 0]);
    expect(Position.z[eid]).toBeCloseTo(1, 12);
  });

  it('a spinning body with an off-centre collider starts with the velocity it was given', () => {
    const world = physicsWorld({ gravity: [0, 0, 0] });
    const eid = addEntity(world, rigidBody(), collider(box(0.5, 0.5, 0.5), { position: [1, 0, 0] }));
    LinearVelocity.x[eid] = 1;
    AngularVelocity.z[eid] = 3;
    run(world, 1);
    expect(LinearVelocity.x[eid]).toBeCloseTo(1, 12);
    expect(LinearVelocity.y[eid]).toBeCloseTo(0, 12);
  });
});

describe('RigidBody fields', () => {
  it('gravityScale 0 stops the fall from the next step on', () => {
    const world = physicsWorld();
    const crate = addCrate(world, 0, 50);
    run(world, 30);
    const speed = LinearVelocity.y[crate];
    RigidBody.gravityScale[crate] = 0;
    run(world, 30);
    expect(LinearVelocity.y[crate]).toBe(speed);
  });

  it('every field reaches the solver', () => {
    const world = physicsWorld();
    const crate = addCrate(world, 0, 5);
    run(world, 1);
    RigidBody.mass[crate] = 7;
    RigidBody.linearDamping[crate] = 0.1;
    RigidBody.angularDamping[crate] = 0.2;
    RigidBody.maxLinearSpeed[crate] = 9;
    RigidBody.maxAngularSpeed[crate] = 8;
    RigidBody.locks[crate] = Lock.x | Lock.rotationY;
    run(world, 1);
    const def = bodyDef(coreWorld(world), mustBody(world, crate));
    expect(def).toMatchObject({
      linearDamping: 0.1,
      angularDamping: 0.2,
      maxLinearSpeed: 9,
      maxAngularSpeed: 8,
      locks: ['x', 'rotationY'],
    });
    expect(def.massProperties?.mass).toBeCloseTo(7, 12);
    RigidBody.inertiaXX[crate] = 1;
    RigidBody.inertiaYY[crate] = 2;
    RigidBody.inertiaZZ[crate] = 2.5;
    RigidBody.centreX[crate] = 0.1;
    run(world, 1);
    const { massProperties } = bodyDef(coreWorld(world), mustBody(world, crate));
    expect(massProperties).toMatchObject({ mass: 7, centre: [0.1, 0, 0] });
    expect(massProperties?.inertia).toEqual([1, 0, 0, 2, 0, 2.5]);
  });

  it('the type can change', () => {
    const world = physicsWorld();
    const crate = addCrate(world, 0, 5);
    run(world, 10);
    RigidBody.type[crate] = BodyType.static;
    run(world, 10);
    const y = Position.y[crate];
    expect(LinearVelocity.y[crate]).toBe(0);
    run(world, 10);
    expect(Position.y[crate]).toBe(y);
    RigidBody.type[crate] = BodyType.dynamic;
    run(world, 10);
    expect(Position.y[crate]).toBeLessThan(y);
  });

  it('set on an entity that has the component changes what it names and nothing else', () => {
    const world = physicsWorld();
    const crate = addEntity(world, position(0, 5, 0), rigidBody({ linearDamping: 0.5 }), Collider);
    run(world, 1);
    addComponent(world, crate, rigidBody({ gravityScale: 0 }));
    setComponent(world, crate, RigidBody, { angularDamping: 0.25 });
    run(world, 1);
    expect(bodyDef(coreWorld(world), mustBody(world, crate))).toMatchObject({
      gravityScale: 0,
      linearDamping: 0.5,
      angularDamping: 0.25,
    });
  });

  it('a reference to an array that was taken long ago still counts', () => {
    const world = physicsWorld({ gravity: [0, 0, 0] });
    const { gravityScale } = RigidBody;
    const crate = addCrate(world, 0, 5);
    run(world, 5);
    gravityScale[crate] = 0.5;
    run(world, 1);
    expect(bodyDef(coreWorld(world), mustBody(world, crate)).gravityScale).toBe(0.5);
  });
});

describe('Collider fields', () => {
  it('material fields change in place', () => {
    const world = physicsWorld();
    const crate = addCrate(world, 0, 5);
    run(world, 1);
    const before = colliderOf(world, crate);
    Collider.friction[crate] = 0.9;
    Collider.restitution[crate] = 0.3;
    Collider.frictionRule[crate] = CombineRule.maximum;
    Collider.surfaceX[crate] = 2;
    Collider.layer[crate] = 4;
    Collider.mask[crate] = 0xffffffff;
    Collider.density[crate] = 10;
    run(world, 1);
    expect(colliderOf(world, crate)).toBe(before);
    expect(colliderDef(coreWorld(world), before!)).toMatchObject({
      friction: 0.9,
      restitution: 0.3,
      frictionRule: 'maximum',
      surfaceVelocity: [2, 0, 0],
      layer: 4,
      mask: -1,
      density: 10,
    });
    expect(bodyDef(coreWorld(world), mustBody(world, crate)).massProperties?.mass).toBeCloseTo(10, 12);
  });

  it('another shape makes another collider', () => {
    const world = physicsWorld();
    addFloor(world);
    const crate = addCrate(world, 0, 0.5);
    run(world, 2);
    const before = colliderOf(world, crate);
    Collider.shape[crate] = ShapeKind.sphere;
    Collider.sizeX[crate] = 0.25;
    run(world, 120);
    expect(colliderOf(world, crate)).not.toBe(before);
    expect(Position.y[crate]).toBeCloseTo(0.25, 2);
  });

  it('several entities make one compound body', () => {
    const world = physicsWorld();
    addFloor(world);
    const body = addEntity(world, position(0, 2, 0), rigidBody());
    const left = addEntity(world, collider(sphere(0.5), { body, position: [-1, 0, 0] }));
    addEntity(world, collider(sphere(0.5), { body, position: [1, 0, 0] }));
    run(world, 120);
    expect(Position.y[body]).toBeCloseTo(0.5, 2);
    const mass = bodyDef(coreWorld(world), mustBody(world, body)).massProperties?.mass ?? 0;
    expect(mass).toBeCloseTo(2 * 1000 * (4 / 3) * Math.PI * 0.125, 6);
    // One of them goes over to another body.
    const other = addEntity(world, position(5, 2, 0), rigidBody());
    Collider.body[left] = other;
    run(world, 1);
    expect(bodyDef(coreWorld(world), mustBody(world, body)).massProperties?.mass).toBeCloseTo(mass / 2, 6);
    expect(bodyDef(coreWorld(world), mustBody(world, other)).massProperties?.mass).toBeCloseTo(mass / 2, 6);
  });

  it('a capsule, a place and a rotation in the body', () => {
    const world = physicsWorld();
    const eid = addEntity(
      world,
      rigidBody(),
      collider(capsule(0.2, 0.4), { position: [0, 1, 0], rotation: [0, 0, 1, 1] }),
    );
    run(world, 1);
    const def = colliderDef(coreWorld(world), colliderOf(world, eid)!);
    expect(def.shape).toEqual({ kind: 'capsule', radius: 0.2, halfLength: 0.4 });
    expect(def.position).toEqual([0, 1, 0]);
    expect(def.rotation[2]).toBeCloseTo(Math.SQRT1_2, 12);
  });
});

describe('Joint fields', () => {
  it('a motor runs at the speed that was written', () => {
    const world = physicsWorld({ gravity: [0, 0, 0] });
    const arm = addCrate(world, 0, 0);
    const joint = addEntity(world, hinge({ bodyB: arm, motor: { speed: 1 } }));
    run(world, 60);
    expect(AngularVelocity.z[arm]).toBeCloseTo(1, 6);
    Joint.motorSpeed[joint] = -2;
    run(world, 60);
    expect(AngularVelocity.z[arm]).toBeCloseTo(-2, 6);
    Joint.enabled[joint] = 0;
    AngularVelocity.z[arm] = 0;
    run(world, 10);
    expect(AngularVelocity.z[arm]).toBe(0);
  });

  it('limits hold where they were written', () => {
    const world = physicsWorld();
    const arm = addEntity(world, position(1, 0, 0), rigidBody(), collider(box(0.5, 0.1, 0.1)));
    const joint = addEntity(world, hinge({ bodyB: arm, anchor: [0, 0, 0], limits: [-0.5, 0.5] }));
    run(world, 240);
    const angle = (): number => jointCoordinate(coreWorld(world), jointOf(world, joint)!).value;
    expect(angle()).toBeCloseTo(-0.5, 2);
    Joint.limitsLower[joint] = -0.25;
    // It falls onto the new limit from above, as onto the first.
    Position.x[arm] = 1;
    Position.y[arm] = 0;
    Rotation.z[arm] = 0;
    Rotation.w[arm] = 1;
    run(world, 240);
    expect(angle()).toBeCloseTo(-0.25, 2);
  });

  it('fields written between adding and the first step count', () => {
    const world = physicsWorld({ gravity: [0, 0, 0] });
    const arm = addCrate(world, 0, 0);
    const joint = addEntity(world, hinge({ bodyB: arm, axis: [0, 1, 0] }));
    Joint.motorSpeed[joint] = 3;
    run(world, 60);
    expect(AngularVelocity.y[arm]).toBeCloseTo(3, 6);
  });
});

describe('tags', () => {
  it('Disabled takes a body out of the simulation, and its removal brings it back', () => {
    const world = physicsWorld();
    const crate = addCrate(world, 0, 5);
    run(world, 10);
    const y = Position.y[crate];
    addComponent(world, crate, Disabled);
    run(world, 10);
    expect(Position.y[crate]).toBe(y);
    removeComponent(world, crate, Disabled);
    run(world, 10);
    expect(Position.y[crate]).toBeLessThan(y);
  });

  it('Disabled takes one collider of a compound out', () => {
    const world = physicsWorld();
    const body = addEntity(world, rigidBody(), collider(sphere(0.5)));
    const child = addEntity(world, collider(sphere(0.5), { body, position: [1, 0, 0] }));
    run(world, 1);
    addComponent(world, child, Disabled);
    run(world, 1);
    expect(colliderOf(world, child)).toBeUndefined();
    removeComponent(world, child, Disabled);
    run(world, 1);
    expect(colliderOf(world, child)).toBeDefined();
  });

  it('NoSleep keeps a body awake', () => {
    const world = physicsWorld();
    addFloor(world);
    const crate = addCrate(world, 0, 0.5);
    addComponent(world, crate, NoSleep);
    run(world, 90);
    expect(isBodyAwake(coreWorld(world), mustBody(world, crate))).toBe(true);
    removeComponent(world, crate, NoSleep);
    run(world, 90);
    expect(isBodyAwake(coreWorld(world), mustBody(world, crate))).toBe(false);
  });

  it('Sensor lets through', () => {
    const world = physicsWorld();
    addFloor(world);
    const crate = addCrate(world, 0, 1);
    addComponent(world, crate, Sensor);
    run(world, 120);
    expect(Position.y[crate]).toBeLessThan(-1);
  });

  it('Sleeping can be given and taken, also with the entity', () => {
    const world = physicsWorld();
    const crate = addEntity(world, position(0, 5, 0), rigidBody(), collider(sphere(1)), Sleeping);
    run(world, 30);
    expect(Position.y[crate]).toBe(5);
    removeComponent(world, crate, Sleeping);
    run(world, 30);
    expect(Position.y[crate]).toBeLessThan(4.5);
    addComponent(world, crate, Sleeping);
    run(world, 1);
    expect(LinearVelocity.y[crate]).toBe(0);
    expect(isBodyAwake(coreWorld(world), mustBody(world, crate))).toBe(false);
  });

  it('wake and sleep do the same, at once', () => {
    const world = physicsWorld();
    const crate = addCrate(world, 0, 5);
    run(world, 10);
    sleep(world, crate);
    expect(hasComponent(world, crate, Sleeping)).toBe(true);
    expect(LinearVelocity.y[crate]).toBe(0);
    run(world, 10);
    wake(world, crate);
    expect(hasComponent(world, crate, Sleeping)).toBe(false);
    run(world, 1);
    expect(LinearVelocity.y[crate]).toBeLessThan(0);
  });
});

describe('forces and impulses', () => {
  it('an impulse shows at once, on top of a velocity that was just written', () => {
    const world = physicsWorld({ gravity: [0, 0, 0] });
    const ball = addEntity(world, rigidBody({ mass: 2 }), collider(sphere(0.5)));
    run(world, 1);
    LinearVelocity.x[ball] = 3;
    applyImpulse(world, ball, [4, 0, 0]);
    expect(LinearVelocity.x[ball]).toBe(5);
    run(world, 60);
    expect(Position.x[ball]).toBeCloseTo(5, 9);
  });

  it('an impulse right after adding counts too', () => {
    const world = physicsWorld({ gravity: [0, 0, 0] });
    const ball = addEntity(world, rigidBody({ mass: 2 }), collider(sphere(0.5)));
    applyImpulse(world, ball, [4, 0, 0]);
    run(world, 60);
    expect(Position.x[ball]).toBeCloseTo(2, 9);
  });

  it('a force acts through one step', () => {
    const world = physicsWorld({ gravity: [0, 0, 0] });
    const ball = addEntity(world, rigidBody({ mass: 2 }), collider(sphere(0.5)));
    run(world, 1);
    applyForce(world, ball, [120, 0, 0]);
    run(world, 2);
    expect(LinearVelocity.x[ball]).toBeCloseTo(1, 12);
  });

  it('a force on an entity without RigidBody is refused', () => {
    const world = physicsWorld();
    const eid = addEntity(world);
    expect(() => applyImpulse(world, eid, [1, 0, 0])).toThrow(/Entity 1: RigidBody is missing/);
    const body = addEntity(world, rigidBody());
    expect(() => applyImpulse(world, body, [Number.NaN, 0, 0])).toThrow(/impulse\[0\] is NaN/);
  });
});
