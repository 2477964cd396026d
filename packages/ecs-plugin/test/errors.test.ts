import * as core from '@tenon/physics-core';
import {
  bodyDef,
  hinge as hingeOfCore,
  jointDefinitions,
  PhysicsError,
  swingTwist as swingTwistOfCore,
} from '@tenon/physics-core';
import { addComponent, addEntity, hasComponent, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  AngularVelocity,
  applyImpulse,
  bodyOf,
  box,
  Collider,
  collider,
  colliderOf,
  Disabled,
  EntityError,
  halfSpace,
  hinge,
  hull,
  Joint,
  jointFactory,
  jointOf,
  KinematicTarget,
  kinematicTarget,
  LinearVelocity,
  Position,
  position,
  RigidBody,
  Rotation,
  rigidBody,
  rotation,
  rowsOf,
  sleep,
  sphere,
  stepPhysics,
} from '../src/index.js';
import { addCrate, coreWorld, mustBody, physicsWorld, run } from './context.js';

/** A world that keeps its errors. */
const listeningWorld = () => {
  const errors: EntityError[] = [];
  return {
    errors,
    world: physicsWorld({ gravity: [0, 0, 0], onError: (error) => errors.push(error as EntityError) }),
  };
};

const components = {
  Position,
  Rotation,
  LinearVelocity,
  AngularVelocity,
  RigidBody,
  Collider,
  Joint,
} as const;
type Name = keyof typeof components;

const arrayOf = (component: Name, field: string): Float64Array =>
  (components[component] as unknown as Record<string, Float64Array>)[field];

/** What is written where, and what the error says. */
const badWrites: [Name, string, number, RegExp][] = [
  ['Position', 'x', Number.NaN, /Entity 1: Position\.x is NaN/],
  ['Position', 'y', 1e12, /Position\.y is 1000000000000/],
  ['Rotation', 'w', 0, /Entity 1: Rotation is \[0, 0, 0, 0\]/],
  ['Rotation', 'z', Infinity, /Rotation\.z is Infinity/],
  ['LinearVelocity', 'z', Number.NaN, /LinearVelocity\.z is NaN/],
  ['AngularVelocity', 'x', 1e30, /AngularVelocity\.x is 1e\+30/],
  ['RigidBody', 'mass', 0, /Entity 1: RigidBody\.mass is 0/],
  ['RigidBody', 'mass', -5, /RigidBody\.mass is -5/],
  ['RigidBody', 'gravityScale', Number.NaN, /RigidBody\.gravityScale is NaN/],
  ['RigidBody', 'linearDamping', -1, /RigidBody\.linearDamping is -1/],
  ['RigidBody', 'type', 9, /RigidBody\.type is 9.*BodyType/],
  ['RigidBody', 'inertiaYY', 3, /RigidBody\.mass is -1/],
  ['Collider', 'friction', Number.NaN, /Entity 1: Collider\.friction is NaN/],
  ['Collider', 'sizeY', -1, /Collider\.sizeY is -1/],
  ['Collider', 'shape', 77, /Collider\.shape is 77.*ShapeKind/],
  ['Collider', 'frictionRule', 7, /Collider\.frictionRule is 7/],
  ['Collider', 'surfaceZ', Number.NaN, /Collider\.surfaceZ is NaN/],
  ['Collider', 'qw', 0, /Collider\.qx is \[0, 0, 0, 0\]/],
  ['Collider', 'body', 99, /Collider\.body names entity 99, which does not exist/],
  ['Collider', 'tag', Number.NaN, /Collider\.tag is NaN/],
  ['Joint', 'motorSpeed', Number.NaN, /Entity 2: Joint\.motorSpeed is NaN/],
  ['Joint', 'limitsLower', 3, /Joint\.limits is reversed: 3 is above 1/],
  ['Joint', 'limitsUpper', Number.NaN, /Joint\.limitsUpper is NaN/],
  ['Joint', 'motorMode', 12, /Joint\.motorMode is 12\. Write a number: 0 off, 1 speed, 2 position, 3 effort/],
  ['Joint', 'motorMode', 'speed' as never, /Joint\.motorMode is NaN\. Write a number: 0 off, 1 speed/],
  ['Joint', 'frameBQW', Number.NaN, /Joint\.frameBQW is NaN/],
  ['Joint', 'bodyB', 55, /Joint\.bodyB names entity 55, which does not exist/],
  ['Joint', 'type', 999, /Joint\.type is 999/],
  ['Joint', 'tag', Number.NaN, /Joint\.tag is NaN/],
];

describe('bad values in components', () => {
  it.each(badWrites)(
    '%s.%s = %s: told with entity and field; the last good state stays',
    (component, field, value, message) => {
      const { world, errors } = listeningWorld();
      const crate = addCrate(world, 2, 5);
      const joint = addEntity(world, hinge({ bodyB: crate, limits: [-1, 1] }));
      run(world, 2);
      const before = bodyDef(coreWorld(world), mustBody(world, crate));
      const handle = jointOf(world, joint);
      const eid = component === 'Joint' ? joint : crate;
      const good = arrayOf(component, field)[eid];
      arrayOf(component, field)[eid] = value;
      run(world, 3);
      expect(errors).toHaveLength(1);
      const [error] = errors;
      expect(error).toBeInstanceOf(EntityError);
      expect(error).toBeInstanceOf(PhysicsError);
      expect(error).toMatchObject({ entity: eid, component });
      expect(error.message).toMatch(message);
      // What was wrong, then what to do.
      expect(error.message).toMatch(/^Entity \d+: .+\. [A-Z].+\.$/s);
      expect(arrayOf(component, field)[eid]).toBe(good);
      expect(bodyDef(coreWorld(world), mustBody(world, crate))).toEqual(before);
      expect(jointOf(world, joint)).toBe(handle);
    },
  );

  it('by default the pre system throws, when it is done with everything else', () => {
    const world = physicsWorld();
    const [a, b, c] = [0, 2, 4].map((x) => addCrate(world, x, 5));
    run(world, 1);
    Position.x[a] = Number.NaN;
    RigidBody.mass[b] = 0;
    Position.x[c] = 9;
    let thrown: unknown;
    try {
      run(world, 1);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(EntityError);
    const error = thrown as EntityError;
    expect(error).toMatchObject({ code: 'not-finite', entity: a, component: 'Position', field: 'x' });
    expect(error.others.map(({ entity, field }) => [entity, field])).toEqual([[b, 'mass']]);
    expect(error.message).toMatch(/1 more in this frame/);
    run(world, 1);
    expect(Position.x[c]).toBe(9);
    expect(Position.x[a]).toBe(0);
  });

  it('an entity with bad values gets its body as soon as they are right', () => {
    const { world, errors } = listeningWorld();
    const eid = addEntity(world, RigidBody, Collider);
    RigidBody.mass[eid] = 0;
    run(world, 3);
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(/Entity 1: RigidBody\.mass is 0/),
      expect.stringMatching(
        /Entity 1: Collider\.body was not given and so is its own entity, which has no RigidBody/,
      ),
    ]);
    RigidBody.mass[eid] = 2;
    run(world, 1);
    expect(bodyOf(world, eid)).toBeDefined();
    expect(colliderOf(world, eid)).toBeDefined();
    expect(errors).toHaveLength(2);
  });

  it('a velocity that is no number when the body is made becomes 0', () => {
    const { world, errors } = listeningWorld();
    const eid = addEntity(world, RigidBody, Collider);
    LinearVelocity.x[eid] = Number.NaN;
    run(world, 2);
    expect(errors).toHaveLength(1);
    expect(errors[0].message).toMatch(/LinearVelocity\.x is NaN/);
    expect(LinearVelocity.x[eid]).toBe(0);
  });
});

describe('missing bodies, uncalled factories and entities of other worlds', () => {
  it('a collider without a body', () => {
    const world = physicsWorld();
    addEntity(world, collider(box(1, 1, 1)));
    expect(() => run(world, 1)).toThrow(
      /Entity 1: Collider\.body was not given and so is its own entity, which has no RigidBody\. Name the entity of its body in body, or add RigidBody to entity 1/,
    );
    // Said once; it waits.
    run(world, 1);
  });

  it('a factory that was not called', () => {
    const { world, errors } = listeningWorld();
    addEntity(world, rigidBody, collider);
    run(world, 2);
    addEntity(world, position(0, 0, 0), rigidBody);
    run(world, 1);
    addEntity(world, hinge);
    run(world, 2);
    expect(errors.map(({ message }) => message)).toEqual([
      'Entity 1: RigidBody is missing: the factory rigidBody was added, but not called. Call it: rigidBody().',
      'Entity 1: Collider is missing: the factory collider was added, but not called. Call it: collider(...).',
      expect.stringMatching(/^Entity 2: RigidBody is missing/),
      expect.stringMatching(/^Entity 3: Joint is missing: .* Call it: hinge\(\.\.\.\)/),
    ]);
    const strict = physicsWorld();
    addEntity(strict, rigidBody);
    expect(() => run(strict, 1)).toThrow(/Call it: rigidBody\(\)/);
  });

  it('a factory of a joint of the game that was not called', () => {
    const { world, errors } = listeningWorld();
    addEntity(world, jointFactory(hingeOfCore));
    run(world, 1);
    expect(errors[0].message).toMatch(/^Entity 1: Joint is missing: the factory hinge was added/);
  });

  it('shapes and joints of physics-core that were added as they are', () => {
    const { world, errors } = listeningWorld();
    const crate = addEntity(world, rigidBody(), box(1, 1, 1));
    addEntity(world, hingeOfCore({ bodyB: crate as never }));
    run(world, 1);
    addEntity(world, swingTwistOfCore({ bodyB: crate as never, anchor: [0, 1, 0] }));
    run(world, 2);
    expect(errors.map(({ message }) => message)).toEqual([
      'Entity 1: Collider is missing: the shape box was added by itself. Wrap it: collider(shape).',
      'Entity 2: Joint is missing: a joint of physics-core was added, of type hinge. Import hinge, or what else made it, from @tenon/ecs-plugin; joints of your own need jointFactory.',
      expect.stringMatching(/^Entity 3: Joint is missing: .* Import swingTwist, /),
    ]);
    const strict = physicsWorld();
    addEntity(strict, rigidBody(), sphere(1));
    expect(() => run(strict, 1)).toThrow(/Wrap it: collider\(shape\)/);
  });

  it('but not components of the game with a kind or type of their own', () => {
    const { world, errors } = listeningWorld();
    addEntity(world, { kind: 'box' }, { kind: 'box', x: [] }, { type: 'motor', speed: [] }, { kind: 3 });
    run(world, 2);
    expect(errors).toEqual([]);
  });

  it('a joint of a body with itself, and a joint without a body', () => {
    const { world, errors } = listeningWorld();
    const crate = addCrate(world, 0, 5);
    addEntity(world, hinge({ bodyA: crate, bodyB: crate }));
    addEntity(world, hinge({}));
    run(world, 2);
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(/Entity 2: Joint is refused: A joint cannot connect a body with itself/),
      expect.stringMatching(
        /Entity 3: Joint\.bodyB was not given and so is its own entity, which has no RigidBody/,
      ),
    ]);
  });

  it('the id of a removed entity that the joint or collider itself has got', () => {
    const { world, errors } = listeningWorld();
    const gone = addCrate(world, 0, 5);
    const other = addCrate(world, 3, 5);
    run(world, 1);
    removeEntity(world, gone);
    expect(addEntity(world, hinge({ bodyA: gone, bodyB: other }))).toBe(gone);
    run(world, 1);
    removeEntity(world, gone);
    expect(addEntity(world, collider(sphere(1), { body: gone }))).toBe(gone);
    run(world, 1);
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^Entity 1: Joint\.bodyA names the joint's own entity \(was entity 1 removed and its id used again\?\), which has no RigidBody\. /,
      ),
      expect.stringMatching(
        /^Entity 1: Collider\.body names the collider's own entity \(was entity 1 removed/,
      ),
    ]);
  });

  it('a half-space on a body that moves', () => {
    const world = physicsWorld();
    addEntity(world, rigidBody(), collider(halfSpace()));
    expect(() => run(world, 1)).toThrow(/Entity 1: Collider is refused: A half-space cannot move/);
  });

  it('a target for a body that is not kinematic, and a bad target', () => {
    const { world, errors } = listeningWorld();
    const crate = addCrate(world, 0, 5);
    addComponent(world, crate, KinematicTarget);
    const lift = addEntity(world, rigidBody({ type: 'kinematic' }), KinematicTarget);
    run(world, 3);
    KinematicTarget.x[lift] = Number.NaN;
    run(world, 2);
    KinematicTarget.qw[lift] = 0;
    run(world, 2);
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(/Entity 1: KinematicTarget is on a body that is not kinematic/),
      expect.stringMatching(/Entity 2: KinematicTarget\.x is NaN/),
      expect.stringMatching(/Entity 2: KinematicTarget\.qw and the other three make no rotation/),
    ]);
    expect(KinematicTarget.x[lift]).toBe(0);
  });

  it('a body that leaves the finite numbers is disabled and named', () => {
    const { world, errors } = listeningWorld();
    const crate = addCrate(world, 0, 5);
    const other = addCrate(world, 9, 5);
    run(world, 1);
    for (let i = 0; i < 40 && errors.length === 0; i++) {
      applyImpulse(world, crate, [1e15, 0, 0]);
      applyImpulse(world, crate, [1e15, 0, 0]);
      LinearVelocity.x[other] = 1;
      run(world, 1);
    }
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ code: 'not-finite', entity: crate });
    expect(hasComponent(world, crate, Disabled)).toBe(true);
    expect(Number.isFinite(Position.x[crate])).toBe(true);
    run(world, 5);
    expect(Position.x[other]).toBeGreaterThan(9);
  });
});

const RIGID_BODY_FIELDS =
  /^rigidBody has no field 'colour'\. Use (?!.*(position|maySleep|bullet|userData)).*type, .*planar/;

describe('factories refuse before anything is made', () => {
  it.each<[string, () => unknown, RegExp]>([
    ['rigidBody', () => rigidBody({ mass: 0 }), /mass is 0/],
    ['rigidBody', () => rigidBody({ typ: 'static' } as never), /Did you mean 'type'\?$/],
    [
      'rigidBody',
      () => rigidBody({ kind: 'static' } as never),
      /^rigidBody has no .* Did you mean 'type'\?$/,
    ],
    ['rigidBody', () => rigidBody({ colour: 1 } as never), RIGID_BODY_FIELDS],
    ['createPhysics', () => physicsWorld({ fixedDT: 1 } as never), /Did you mean 'fixedDt'\?$/],
    [
      'createPhysics',
      () => physicsWorld({ colour: 1 } as never),
      /Use .*substeps, .*maxSteps, .*onWarning\.$/,
    ],
    ['createPhysics', () => physicsWorld({ substeps: 0 }), /^settings\.substeps is 0/],
    ['rigidBody', () => rigidBody({ position: [0, 0, 0] } as never), /Add position\(x, y, z\) to the entity/],
    ['rigidBody', () => rigidBody({ velocity: [0, 0, 0] } as never), /Add linearVelocity\(x, y, z\)/],
    ['rigidBody', () => rigidBody({ maySleep: false } as never), /Add the tag NoSleep/],
    ['collider', () => collider({ kind: 'sphere', radius: -1 }), /radius is -1/],
    ['collider', () => collider({ kind: 'box', halfExtents: [1, 1, Number.NaN] }), /halfExtents\[2\] is NaN/],
    ['collider', () => collider(hull([[0, 0, 0]])), /points/],
    ['collider', () => collider(sphere(1), { restitution: 2 }), /restitution is 2/],
    ['collider', () => collider(sphere(1), { sensor: true } as never), /Add the tag Sensor/],
    ['collider', () => collider(sphere(1), { body: -1 }), /collider\.body is -1/],
    ['collider', () => collider(sphere(1), { tag: Number.NaN }), /collider\.tag is NaN/],
    ['position', () => position(0, Number.NaN, 0), /position\[1\] is NaN/],
    ['rotation', () => rotation(0, 0, 0, 0), /rotation is \[0, 0, 0, 0\]/],
    ['kinematicTarget', () => kinematicTarget([0, Infinity, 0]), /position\[1\] is Infinity/],
    ['hinge', () => hinge({ limits: [1, -1] }), /limits is reversed/],
    ['hinge', () => hinge({ motor: { speed: Number.NaN } }), /motor\.speed is NaN/],
    ['hinge', () => hinge({ motr: {} } as never), /Did you mean 'motor'\?$/],
    ['hinge', () => hinge({ bodyB: 1.5 }), /hinge\.bodyB is 1\.5.*entity id/],
  ])('%s #%#', (_, make, message) => {
    expect(make).toThrow(PhysicsError);
    expect(make).toThrow(message);
  });

  it('set with a field that does not exist, or no number', () => {
    const { world, errors } = listeningWorld();
    const type = jointDefinitions().findIndex((definition) => definition.type === 'hinge');
    addEntity(
      world,
      set(Position, { x: 1, u: 2 }),
      set(RigidBody, { mass: 'heavy' }),
      set(Joint, { type, motorMode: 'speed' }),
    );
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(/Entity 1: Position\.u does not exist\. Use x, y, z/),
      expect.stringMatching(/Entity 1: RigidBody\.mass is string\. Set a number/),
      expect.stringMatching(/Entity 1: Joint\.motorMode is string\. Set a number: 0 off, 1 speed/),
    ]);
  });
});

describe('bad arguments', () => {
  it('of physics-core: a bitECS world, and entity ids', () => {
    const world = physicsWorld();
    const crate = addCrate(world, 0, 5);
    run(world, 1);
    const bad = world as never;
    for (const call of [
      () => core.stepWorld(bad, 1 / 60),
      () => core.createBody(bad),
      () => core.bodyPosition(bad, crate as never),
      () => core.castRay(bad, [0, 9, 0], [0, -1, 0], 9),
    ]) {
      expect(call).toThrow(
        /an object is not a world\. .* first argument; with bitECS pass coreWorld\(world\)\.$/,
      );
    }
    expect(() => core.bodyPosition(coreWorld(world), crate as never)).toThrow(
      /plain number, not a body\. Pass a body handle; with bitECS pass bodyOf\(world, entity\)\.$/,
    );
    expect(() => core.colliderDef(coreWorld(world), crate as never)).toThrow(/colliderOf\(world, entity\)/);
    expect(() => core.jointDef(coreWorld(world), crate as never)).toThrow(/jointOf\(world, entity\)/);
    expect(() => core.colliderDef(coreWorld(world), mustBody(world, crate) as never)).toThrow(
      /is a body, not a collider\. Pass a collider handle\.$/,
    );
  });

  it('of stepPhysics', () => {
    const world = physicsWorld();
    const crate = addCrate(world, 0, 5);
    for (const dt of [Number.NaN, -1, Infinity, 'soon' as never]) {
      expect(() => stepPhysics(world, dt)).toThrow(/frameDt is .*at least 0, in seconds/);
    }
    run(world, 1);
    expect(Position.y[crate]).toBeLessThan(5);
    expect(() => rowsOf(world, crate)).toThrow(/Entity 1: Joint is missing/);
    expect(() => sleep(world, 77)).toThrow(/Entity 77: RigidBody is gone/);
  });
});
