import { worldStats } from '@tenon/physics-core';
import {
  addComponent,
  addEntity,
  addPrefab,
  createEntityIndex,
  createWorld,
  deleteWorld,
  hasComponent,
  IsA,
  observe,
  onAdd,
  onRemove,
  removeComponent,
  removeEntity,
  resetWorld,
  withVersioning,
} from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  AngularVelocity,
  ball,
  bodyOf,
  box,
  Collider,
  CollisionEvents,
  collider,
  colliderOf,
  createComponents,
  createPhysics,
  destroyPhysics,
  type EntityError,
  gear,
  hinge,
  Joint,
  jointOf,
  KinematicTarget,
  LinearVelocity,
  Position,
  physicsEvents,
  physicsPost,
  physicsPre,
  physicsSolve,
  position,
  RenderTransform,
  RigidBody,
  reserveEntities,
  rigidBody,
  stepPhysics,
  waitingEntities,
} from '../src/index.js';
import { addCrate, addFloor, coreWorld, physicsWorld, run } from './context.js';

const stats = (world: object) => worldStats(coreWorld(world));

describe('ids within one frame', () => {
  it('an entity that is added and removed leaves nothing', () => {
    const world = physicsWorld();
    removeEntity(world, addCrate(world, 0, 5));
    run(world, 1);
    expect(stats(world)).toMatchObject({ bodies: 0, colliders: 0 });
  });

  it('a recycled id is another body with default values', () => {
    const world = physicsWorld();
    const old = addEntity(world, position(7, 8, 9), rigidBody({ gravityScale: 0 }), collider(box(1, 1, 1)));
    run(world, 3);
    const body = bodyOf(world, old);
    removeEntity(world, old);
    const fresh = addEntity(world, RigidBody, Collider);
    expect(fresh).toBe(old);
    expect([Position.x[fresh], RigidBody.gravityScale[fresh], Collider.sizeX[fresh]]).toEqual([0, 1, 0.5]);
    run(world, 1);
    expect(stats(world)).toMatchObject({ bodies: 1, colliders: 1 });
    expect(bodyOf(world, fresh)).not.toBe(body);
    expect(LinearVelocity.y[fresh]).toBeLessThan(0);
  });

  it('removing and adding a component in one frame makes a new body', () => {
    const world = physicsWorld();
    const crate = addCrate(world, 0, 5);
    run(world, 10);
    const body = bodyOf(world, crate);
    const y = Position.y[crate];
    removeComponent(world, crate, RigidBody);
    addComponent(world, crate, RigidBody);
    run(world, 1);
    expect(bodyOf(world, crate)).not.toBe(body);
    // Pose and velocity are components of their own and stay, and so does the collider.
    expect(Position.y[crate]).toBeLessThan(y);
    expect(colliderOf(world, crate)).toBeDefined();
    expect(stats(world)).toMatchObject({ bodies: 1, colliders: 1 });
  });

  it('a component that was removed can come back later', () => {
    const world = physicsWorld();
    const crate = addCrate(world, 0, 5);
    run(world, 2);
    removeComponent(world, crate, RigidBody);
    run(world, 2);
    expect(stats(world)).toMatchObject({ bodies: 0, colliders: 0 });
    addComponent(world, crate, rigidBody());
    run(world, 2);
    expect(stats(world)).toMatchObject({ bodies: 1, colliders: 1 });
    removeComponent(world, crate, Collider);
    run(world, 1);
    expect(stats(world)).toMatchObject({ bodies: 1, colliders: 0 });
  });

  it('hundreds of entities come and go every frame', () => {
    const world = physicsWorld();
    addFloor(world);
    let crates: number[] = [];
    for (let frame = 0; frame < 20; frame++) {
      for (const crate of crates.filter((_, i) => i % 3 === frame % 3)) removeEntity(world, crate);
      crates = crates.filter((_, i) => i % 3 !== frame % 3);
      for (let i = 0; i < 40; i++) crates.push(addCrate(world, (i % 8) * 1.2, 1 + frame, Math.floor(i / 8)));
      run(world, 1);
      expect(stats(world).bodies).toBe(crates.length + 1);
    }
  });
});

describe('bodies under joints', () => {
  it('a joint may be made before its bodies', () => {
    const world = physicsWorld();
    const a = addEntity(world);
    const b = addEntity(world);
    const joint = addEntity(world, ball({ bodyA: a, bodyB: b, anchor: [0.5, 0, 0] }));
    addComponent(world, a, rigidBody());
    addComponent(world, b, rigidBody());
    Position.x[b] = 1;
    run(world, 1);
    expect(jointOf(world, joint)).toBeDefined();
    expect([Joint.frameAX[joint], Joint.frameBX[joint]]).toEqual([0.5, -0.5]);
  });

  it('a joint whose body comes frames later waits for it, after one error', () => {
    const errors: string[] = [];
    const world = physicsWorld({ onError: (error) => errors.push(error.message) });
    const b = addEntity(world);
    const joint = addEntity(world, ball({ bodyB: b }));
    run(world, 5);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(
      /^Entity 2: Joint.bodyB names entity 1, which has no RigidBody\. Add RigidBody/,
    );
    expect(waitingEntities(world)).toEqual([{ entity: joint, reason: errors[0] }]);
    addComponent(world, b, rigidBody());
    run(world, 1);
    expect(jointOf(world, joint)).toBeDefined();
    expect(waitingEntities(world)).toEqual([]);
  });

  it('removing a body ends its joints, and only them', () => {
    const world = physicsWorld();
    const [a, b, c] = [0, 1, 2].map((x) => addCrate(world, x, 5));
    const first = addEntity(world, ball({ bodyA: a, bodyB: b, tag: 11 }));
    const second = addEntity(world, ball({ bodyA: b, bodyB: c, tag: 12 }));
    run(world, 1);
    removeEntity(world, a);
    // The id of the removed body has a new owner in the same frame; the joint must not take it for the old one.
    const recycled = addCrate(world, 9, 5);
    expect(recycled).toBe(a);
    run(world, 1);
    expect(physicsEvents(world)).toContainEqual({ kind: 'joint-removed', entity: first, tag: 11 });
    expect(hasComponent(world, first, Joint)).toBe(false);
    expect(jointOf(world, second)).toBeDefined();
    expect(stats(world).joints).toBe(1);
    run(world, 10);
    expect(stats(world).joints).toBe(1);
  });

  it('body and joint may be removed together', () => {
    const world = physicsWorld();
    const [a, b] = [0, 1].map((x) => addCrate(world, x, 5));
    const joint = addEntity(world, ball({ bodyA: a, bodyB: b }));
    run(world, 1);
    removeEntity(world, a);
    removeEntity(world, joint);
    run(world, 1);
    expect(physicsEvents(world).filter(({ kind }) => kind === 'joint-removed')).toEqual([]);
    expect(stats(world)).toMatchObject({ bodies: 1, joints: 0 });
  });

  it('a joint that named a body which went before the first step is refused, not given to the new owner of the id', () => {
    const errors: EntityError[] = [];
    const world = physicsWorld({ onError: (error) => errors.push(error as EntityError) });
    const [a, b] = [0, 1].map((x) => addCrate(world, x, 5));
    const joint = addEntity(world, ball({ bodyA: a, bodyB: b }));
    removeEntity(world, a);
    expect(addCrate(world, 9, 5)).toBe(a);
    run(world, 1);
    expect(jointOf(world, joint)).toBeUndefined();
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^Entity 3: Joint.bodyA names entity 1, which was removed; its id has a new owner/,
      ),
    ]);
    expect(errors[0]).toMatchObject({
      code: 'stale-handle',
      entity: joint,
      component: 'Joint',
      field: 'bodyA',
    });
  });

  it('a gear ends with a hinge that it couples', () => {
    const world = physicsWorld({ gravity: [0, 0, 0] });
    const [a, b] = [0, 3].map((x) => addCrate(world, x, 0));
    const hinges = [a, b].map((bodyB) => addEntity(world, hinge({ bodyB })));
    const coupling = addEntity(world, gear({ jointA: hinges[0], jointB: hinges[1], ratio: 2 }));
    run(world, 1);
    AngularVelocity.z[a] = 2;
    run(world, 30);
    expect(AngularVelocity.z[a] + 2 * AngularVelocity.z[b]).toBeCloseTo(0, 6);
    removeEntity(world, hinges[1]);
    run(world, 1);
    expect(hasComponent(world, coupling, Joint)).toBe(false);
    expect(stats(world).joints).toBe(1);
  });

  it('compound colliders end with their body; one on its own entity waits for another RigidBody', () => {
    const world = physicsWorld();
    const body = addCrate(world, 0, 5);
    const child = addEntity(world, collider(box(0.2, 0.2, 0.2), { body, position: [1, 0, 0] }));
    run(world, 1);
    removeComponent(world, body, RigidBody);
    run(world, 1);
    expect(hasComponent(world, child, Collider)).toBe(false);
    expect(hasComponent(world, body, Collider)).toBe(true);
    addComponent(world, body, RigidBody);
    run(world, 1);
    expect(stats(world)).toMatchObject({ bodies: 1, colliders: 1 });
  });
});

describe('prefabs', () => {
  it('a prefab has no body; its instances have, with its values', () => {
    const world = physicsWorld();
    const prefab = addPrefab(world);
    addComponent(world, prefab, rigidBody({ gravityScale: 0.5 }));
    addComponent(world, prefab, collider(box(1, 2, 3), { friction: 0.7 }));
    run(world, 1);
    expect(stats(world).bodies).toBe(0);
    const instance = addEntity(world, IsA(prefab), position(1, 2, 3));
    run(world, 1);
    expect(stats(world)).toMatchObject({ bodies: 1, colliders: 1 });
    expect([RigidBody.gravityScale[instance], Collider.sizeY[instance], Collider.friction[instance]]).toEqual(
      [0.5, 2, 0.7],
    );
    expect(Position.x[instance]).toBe(1);
    expect(LinearVelocity.y[instance]).toBeCloseTo(-0.5 * 9.81 * (1 / 60), 9);
  });

  it('components of a prefab without values begin with the defaults', () => {
    const world = physicsWorld();
    const used = addEntity(world, rigidBody({ gravityScale: 3 }), position(5, 5, 5));
    run(world, 1);
    removeEntity(world, used);
    const prefab = addPrefab(world);
    expect(prefab).toBe(used);
    addComponent(world, prefab, RigidBody);
    addComponent(world, prefab, KinematicTarget);
    const instance = addEntity(world, position(1, 2, 3), IsA(prefab));
    expect([RigidBody.gravityScale[instance], KinematicTarget.x[instance]]).toEqual([1, 1]);
  });

  it('a joint prefab hangs each instance on itself', () => {
    const world = physicsWorld({ gravity: [0, 0, 0] });
    const prefab = addPrefab(world);
    addComponent(world, prefab, rigidBody());
    addComponent(world, prefab, collider(box(0.5, 0.5, 0.5)));
    addComponent(world, prefab, hinge({ frameB: { position: [0, 0.2, 0] }, motor: { speed: 2 } }));
    const instances = [0, 5].map((x) => addEntity(world, IsA(prefab), position(x, 3, 0)));
    run(world, 120);
    expect(stats(world).joints).toBe(2);
    for (const eid of instances) {
      expect(Joint.motorMode[eid]).toBe(1);
      // Without axes given, the hinge turns about x of the frame.
      expect(AngularVelocity.x[eid]).toBeCloseTo(2, 2);
    }
  });
});

describe('worlds', () => {
  it('resetWorld is noticed', () => {
    const world = physicsWorld();
    addCrate(world, 0, 5);
    run(world, 1);
    resetWorld(world);
    expect(() => physicsPre(world)).toThrow(
      /resetWorld.*Call destroyPhysics\(world\) and then createPhysics/,
    );
    destroyPhysics(world);
    createPhysics(world);
    const crate = addCrate(world, 0, 5);
    run(world, 10);
    expect(Position.y[crate]).toBeLessThan(5);
  });

  it('deleteWorld is noticed', () => {
    const world = physicsWorld();
    deleteWorld(world);
    expect(() => stepPhysics(world, 1 / 60)).toThrow(/deleteWorld/);
  });

  it('a versioned world is refused', () => {
    const world = createWorld(createEntityIndex(withVersioning(8)));
    expect(() => createPhysics(world)).toThrow(
      /versioned entity ids.*Create the world without withVersioning/,
    );
  });

  it('what is no world, has no physics or has some already is refused', () => {
    expect(() => createPhysics({} as never)).toThrow(/no bitECS world/);
    expect(() => createPhysics(null as never)).toThrow(/no bitECS world/);
    expect(() => stepPhysics(createWorld(), 1 / 60)).toThrow(/Call createPhysics\(world\) first/);
    expect(() => destroyPhysics(createWorld())).toThrow(/no physics/);
    expect(() => createPhysics(physicsWorld())).toThrow(/already/);
    expect(() => createPhysics(createWorld(), { fixedDt: 2 })).toThrow(/fixedDt is 2/);
    expect(() => createPhysics(createWorld(), { maxSteps: 0 })).toThrow(/maxSteps is 0/);
    expect(() => createPhysics(createWorld(), { gravty: 1 } as never)).toThrow(/Did you mean 'gravity'\?$/);
    expect(() => createPhysics(createWorld(), { components: {} as never })).toThrow(/createComponents\(\)/);
  });

  it('entities that were there before the physics are taken in', () => {
    const world = createWorld();
    const eid = addEntity(world, RigidBody, Collider, Position);
    Position.y[eid] = 4;
    createPhysics(world);
    run(world, 10);
    expect(Position.y[eid]).toBeLessThan(4);
    expect(stats(world)).toMatchObject({ bodies: 1, colliders: 1 });
  });

  it('destroyPhysics leaves the components as plain data', () => {
    const world = physicsWorld();
    const crate = addCrate(world, 0, 5);
    run(world, 10);
    const y = Position.y[crate];
    destroyPhysics(world);
    expect(hasComponent(world, crate, RigidBody)).toBe(true);
    expect(Position.y[crate]).toBe(y);
    removeEntity(world, crate);
    expect(() => run(world, 1)).toThrow(/no physics/);
  });

  it('two worlds that share an entity index share the components', () => {
    const index = createEntityIndex();
    const one = createPhysics(createWorld(index));
    const two = createPhysics(createWorld(index), { gravity: [0, 9.81, 0] });
    const down = addCrate(one, 0, 5);
    const up = addCrate(two, 0, 5);
    expect(down).not.toBe(up);
    for (let i = 0; i < 30; i++) for (const world of [one, two]) run(world, 1);
    expect(Position.y[down]).toBeLessThan(5);
    expect(Position.y[up]).toBeGreaterThan(5);
  });

  it('two worlds with components of their own do not know each other', () => {
    const [ours, theirs] = [createComponents(), createComponents()];
    const one = physicsWorld({ components: ours });
    const two = physicsWorld({ components: theirs, gravity: [0, 9.81, 0] });
    const a = addEntity(one, ours.position(0, 5, 0), ours.rigidBody(), ours.collider(box(1, 1, 1)));
    const b = addEntity(two, theirs.position(0, 5, 0), theirs.rigidBody(), theirs.collider(box(1, 1, 1)));
    const hung = addEntity(one, ours.position(3, 0, 0), ours.rigidBody(), ours.ball({ anchorB: [0, 1, 0] }));
    expect(a).toBe(b);
    for (let i = 0; i < 30; i++) for (const world of [one, two]) run(world, 1);
    expect(ours.Position.y[a]).toBeLessThan(5);
    expect(theirs.Position.y[b]).toBeGreaterThan(5);
    expect(ours.Joint.rowCount[hung]).toBe(3);
  });

  it('a world that is left behind does not disturb; one that is still used is told', () => {
    const one = physicsWorld();
    const a = addCrate(one, 0, 5);
    run(one, 1);
    const two = physicsWorld();
    expect(addCrate(two, 0, 5)).toBe(a);
    run(two, 10);
    expect(() => run(one, 1)).toThrow(/Entity 1: Position and the other components.*createComponents\(\)/);
    run(one, 1);
    expect(stats(one).bodies).toBe(0);
    expect(stats(two).bodies).toBe(1);
  });

  it('a shared component in a world with its own is refused', () => {
    const world = physicsWorld({ components: createComponents() });
    addEntity(world, rigidBody());
    expect(() => run(world, 1)).toThrow(/RigidBody is the shared component/);
  });

  it('an entity of another world in a shared index is refused as a body of a joint', () => {
    const index = createEntityIndex();
    const one = createPhysics(createWorld(index));
    const two = createPhysics(createWorld(index));
    const foreign = addCrate(two, 0, 5);
    addEntity(one, ball({ bodyB: foreign }));
    expect(() => run(one, 1)).toThrow(/names entity 1, which belongs to another world/);
  });

  it('stores grow with the ids', () => {
    const world = physicsWorld({ gravity: [0, 0, 0] });
    const before = Position.x;
    const crates = Array.from({ length: 3000 }, (_, i) =>
      addEntity(world, position(i, 0, 0), rigidBody(), RenderTransform),
    );
    expect(Position.x).not.toBe(before);
    run(world, 1);
    for (const [i, crate] of crates.entries()) expect(Position.x[crate]).toBe(i);
    reserveEntities(10_000);
    const kept = Position.x;
    expect(kept.length).toBeGreaterThan(10_000);
    expect(() => reserveEntities(-1)).toThrow(/count is -1/);
  });
});

describe('user observers', () => {
  it('may remove more when the plugin removes a joint', () => {
    const world = physicsWorld();
    const [a, b, c] = [0, 1, 2].map((x) => addCrate(world, x, 5));
    addEntity(world, ball({ bodyA: a, bodyB: b }));
    const last = addEntity(world, ball({ bodyA: b, bodyB: c }));
    run(world, 1);
    // Whatever hung on a broken chain goes too.
    observe(world, onRemove(Joint), () => {
      removeEntity(world, b);
      removeEntity(world, c);
    });
    removeEntity(world, a);
    run(world, 2);
    expect(stats(world)).toMatchObject({ bodies: 0, colliders: 0, joints: 0 });
    expect(hasComponent(world, last, Joint)).toBe(false);
  });

  it('an error handler may remove the entity and use its id again', () => {
    const world = physicsWorld({
      gravity: [0, 0, 0],
      onError: (error) => {
        removeEntity(world, (error as EntityError).entity);
        addEntity(world, position(7, 7, 7), rigidBody(), collider(box(0.5, 0.5, 0.5)));
      },
    });
    const crate = addCrate(world, 0, 5);
    run(world, 3);
    const body = bodyOf(world, crate);
    RigidBody.mass[crate] = 0;
    run(world, 1);
    // The new owner of the id is not moved by the old body, which goes with the next frame.
    expect(Position.x[crate]).toBe(7);
    expect(bodyOf(world, crate)).toBeUndefined();
    run(world, 1);
    expect(bodyOf(world, crate)).toBeDefined();
    expect(bodyOf(world, crate)).not.toBe(body);
    expect(Position.x[crate]).toBe(7);
    expect(stats(world)).toMatchObject({ bodies: 1, colliders: 1 });
  });

  it('ids may be used again between the systems', () => {
    const world = physicsWorld({ gravity: [0, 0, 0] });
    const crate = addCrate(world, 0, 5);
    run(world, 3);
    physicsPre(world);
    removeEntity(world, crate);
    expect(addEntity(world, position(3, 3, 3), rigidBody())).toBe(crate);
    physicsSolve(world);
    physicsPost(world);
    expect(Position.x[crate]).toBe(3);
    run(world, 2);
    expect(Position.x[crate]).toBe(3);
  });

  it('see the components that come along, and the last values of one that goes', () => {
    const world = physicsWorld();
    const seen: number[] = [];
    observe(world, onAdd(RigidBody, Position), (eid) => seen.push(eid));
    const gone: number[] = [];
    observe(world, onRemove(RigidBody), (eid) => gone.push(Position.y[eid]));
    const crate = addEntity(world, RigidBody, Collider, CollisionEvents);
    Position.y[crate] = 2;
    expect(seen).toEqual([crate]);
    run(world, 1);
    removeEntity(world, crate);
    expect(gone[0]).toBeLessThan(2);
  });
});
