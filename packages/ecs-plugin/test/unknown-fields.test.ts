import { createBody, createWorld as createCoreWorld, PhysicsError } from '@tenon/physics-core';
import { addEntity, set, type World } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  applyImpulse,
  bodyOf,
  Collider,
  collider,
  gear,
  hinge,
  Joint,
  RigidBody,
  rigidBody,
  rope,
  sphere,
  stepPhysics,
} from '../src/index.js';
import { mustBody, physicsWorld, run } from './context.js';

const refused = (call: () => unknown, message: RegExp): void => {
  let error: unknown;
  try {
    call();
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(PhysicsError);
  expect((error as Error).message).toMatch(message);
};

describe('what nobody knows is refused and not ignored', () => {
  it.each<[() => unknown, RegExp]>([
    [() => rope({ length: 2 } as never), /^rope has no field 'length'\. Did you mean 'maxLength'\?$/],
    [() => hinge({ userData: 1 } as never), /no field 'userData'\. Use tag\.$/],
    [() => hinge({ type: 'slider' } as never), /^hinge\.type is 'slider'/],
    [() => collider(sphere(1), { shape: sphere(2) } as never), /Pass the shape before the options/],
    [() => collider(sphere(1), { mass: 2 } as never), /Give the mass to rigidBody/],
    [() => rigidBody({ density: 2 } as never), /Add collider\(shape, \{ density \}\) to the entity\.$/],
  ])('by a factory #%#', (call, message) => refused(call, message));

  it.each<[object, object, RegExp]>([
    [RigidBody, { mas: 1 }, /RigidBody\.mas does not exist\. Did you mean 'mass'\?$/],
    [Collider, { fricton: 1 }, /Did you mean 'friction'\?$/],
    [Joint, { bodyC: 1 }, /Did you mean 'bodyA'\?$/],
    [Collider, { radius: 1 }, /Use body, shape, sizeX, /],
  ])('by a component #%#', (component, values, message) => {
    const world = physicsWorld();
    addEntity(world, rigidBody(), collider(sphere(1)), set(component, values));
    refused(() => stepPhysics(world, 1 / 60), message);
  });

  it('what cannot be read', () => {
    const unreadable = () => {
      const { proxy, revoke } = Proxy.revocable({}, {});
      revoke();
      return proxy as never;
    };
    const getter = {
      get mass(): number {
        throw new Error('no mass');
      },
    };
    for (const call of [
      () => rigidBody(unreadable()),
      () => rigidBody(getter),
      () => collider(unreadable()),
      () => collider(sphere(1), unreadable()),
      () => hinge(unreadable()),
      () => bodyOf(unreadable(), 1),
      () => createBody(createCoreWorld(), getter),
    ])
      refused(call, /Pass |createPhysics/);
  });

  it('many errors of one frame are printed as one', () => {
    const world = physicsWorld();
    for (let i = 0; i < 30; i++) addEntity(world, set(RigidBody, { mas: 1 }));
    try {
      stepPhysics(world, 1 / 60);
    } catch (error) {
      expect(error).toMatchObject({ others: { length: 29 } });
      expect(Object.keys(error as object)).not.toContain('others');
      return;
    }
    expect.unreachable();
  });

  it('a handle where an entity is asked for, which would become another entity', () => {
    const world = physicsWorld();
    const ball = addEntity(world, rigidBody(), collider(sphere(1)));
    run(world, 1);
    const handle = mustBody(world, ball);
    const advice = /no entity but perhaps a handle of physics-core\. Pass an entity id\.$/;
    refused(() => hinge({ bodyB: handle as number as never }), advice);
    refused(() => collider(sphere(1), { body: handle as number as never }), advice);
    // 32 bits of this number are the id of the ball.
    addEntity(world, set(Joint, { type: 0, bodyB: 2 ** 32 + ball }));
    refused(() => stepPhysics(world, 1 / 60), /Joint\.bodyB is 4294967297\. Set an entity id\./);
  });
});

/** Never called: the type checker refuses handles and fields. */
export const typed = (world: World): readonly unknown[] => {
  const core = createCoreWorld();
  const handle = createBody(core);
  return [
    // @ts-expect-error
    rope({ length: 2 }),
    // @ts-expect-error
    hinge({ userData: 1 }),
    // @ts-expect-error
    hinge({ bodyB: handle }),
    // @ts-expect-error
    gear({ jointA: 1, jointB: handle }),
    // @ts-expect-error
    collider(sphere(1), { body: handle }),
    // @ts-expect-error
    collider(sphere(1), { shape: sphere(1) }),
    // @ts-expect-error
    applyImpulse(world, handle, [0, 1, 0]),
    // @ts-expect-error
    bodyOf(world, handle),
  ];
};
