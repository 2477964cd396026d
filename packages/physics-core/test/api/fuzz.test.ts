import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { fuzzScale, fuzzSeed } from '../../../../test/fuzz-scale.js';
import * as tenon from '../../src/index.js';
import {
  allBodies,
  bodyPosition,
  createWorld,
  hashWorld,
  PhysicsError,
  stepWorld,
  type World,
} from '../../src/index.js';
import { add, addFloor, DT, unitBox } from './context.js';

/**
 * Definitions far beyond what games do, some with one field that can be anything: each call succeeds or is refused as a
 * whole, and no NaN gets into the world.
 */

const between = (min: number, max: number, ...ends: number[]): fc.Arbitrary<number> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.double({ min, max, noNaN: true }) },
    { weight: 1, arbitrary: fc.constantFrom(...ends) },
  );
const three = (each: fc.Arbitrary<number>): fc.Arbitrary<number[]> =>
  fc.array(each, { minLength: 3, maxLength: 3 });

const size = between(0.01, 3, 0.01, 10);
const near = three(between(-2, 2, 0, 10, -10));
const far = three(between(-3, 3, 0, 1e3, -1e3));
const push = three(between(-10, 10, 0, 1e4, -1e4));
const coefficient = between(0, 1, 0, 1e6);
const rotation = fc
  .array(between(-1, 1, 1e15, -1e15), { minLength: 4, maxLength: 4 })
  .filter((q) => Math.max(...q.map(Math.abs)) > 1e-3);
const bit = fc.boolean();

/** Any of the fields, now and then one with any value. */
const fields = (model: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Record<string, unknown>> => {
  const spoil = fc.option(
    fc.tuple(
      fc.constantFrom(...Object.keys(model), 'nonsense'),
      fc.oneof(
        fc.anything({
          withNullPrototype: true,
          withBigInt: true,
          withSparseArray: true,
          withTypedArray: true,
        }),
        fc.constantFrom(
          Number.NaN,
          Infinity,
          -Infinity,
          0,
          -1,
          1e300,
          5e-324,
          [Number.NaN, 0, 0],
          [0, 0, 0, 0],
          null,
        ),
      ),
    ),
    { freq: 3, nil: undefined },
  );
  return fc
    .tuple(fc.record(model, { requiredKeys: [] }), spoil)
    .map(([good, bad]) => (bad === undefined ? good : { ...good, [bad[0]]: bad[1] }));
};

const bodyDef = fields({
  type: fc.constantFrom('static', 'kinematic', 'dynamic', 'dynamic'),
  position: far,
  rotation,
  linearVelocity: far,
  angularVelocity: far,
  mass: fc.oneof(between(1, 10, 0.01, 1e4), fc.constant('auto')),
  massProperties: fc.record({
    mass: between(1, 10, 0.1, 1e3),
    centre: near,
    inertia: three(between(1, 10, 1, 1e3)),
  }),
  gravityScale: between(-1, 1, 100, -100),
  linearDamping: coefficient,
  angularDamping: coefficient,
  locks: fc.subarray(['x', 'y', 'z', 'rotationX', 'rotationY', 'rotationZ']),
  planar: bit,
  maxLinearSpeed: between(0, 10, 0, 1e300, Infinity),
  maxAngularSpeed: between(0, 10, 0, 1e300, Infinity),
  enabled: bit,
  maySleep: bit,
  bullet: bit,
  userData: between(-1, 1, 1e300),
});

const changes = {
  density: between(1, 1000, 0, 1e5),
  friction: coefficient,
  restitution: between(0, 1, 0, 1),
  rollingResistance: coefficient,
  twistResistance: coefficient,
  frictionRule: fc.constantFrom('average', 'minimum', 'multiply', 'maximum'),
  surfaceVelocity: far,
  layer: fc.integer(),
  mask: fc.integer(),
  sensor: bit,
  userData: between(-1, 1, 1e300),
};

const shape = fc.oneof(
  fc.record({ kind: fc.constant('sphere'), radius: size }),
  fc.record({ kind: fc.constant('box'), halfExtents: three(size) }),
  fc.record({ kind: fc.constant('capsule'), radius: size, halfLength: size }),
  fc.record({ kind: fc.constant('half-space'), normal: near, offset: between(-2, 2, 1e9) }),
  fc.record({ kind: fc.constant('hull'), points: fc.array(near, { maxLength: 12 }) }),
  fc.anything(),
);

const colliderDef = fc
  .tuple(shape, fields({ ...changes, position: near, rotation }))
  .map(([made, rest]) => ({ shape: made, ...rest }));

type Anything = (...given: unknown[]) => unknown;
const api = tenon as unknown as Record<string, Anything>;

/** Calls; on a refusal nothing may have changed. Returns what the call returned. */
const attempt = (world: World, call: () => unknown): unknown => {
  const before = hashWorld(world);
  try {
    return call();
  } catch (error) {
    if (!(error instanceof PhysicsError)) throw error;
    expect(hashWorld(world)).toBe(before);
    return undefined;
  }
};

/** Steps; a body that went beyond all bounds is taken out with an error, and the rest of the world goes on. */
const stepOn = (world: World): void => {
  try {
    stepWorld(world, DT);
  } catch (error) {
    if (!(error instanceof PhysicsError && error.code === 'not-finite')) throw error;
  }
};

it('any definitions are refused as a whole, simulated with finite positions or taken out with an error', () => {
  const life = fc.record({
    def: bodyDef,
    colliders: fc.array(colliderDef, { minLength: 1, maxLength: 2 }),
    edit: fields(changes),
    update: bodyDef,
    pushes: fc.array(fc.tuple(fc.constantFrom('applyForce', 'applyImpulse'), push, far), { maxLength: 2 }),
    turns: fc.array(fc.tuple(fc.constantFrom('applyTorque', 'applyAngularImpulse'), push), { maxLength: 2 }),
  });
  fc.assert(
    fc.property(life, ({ def, colliders, edit, update, pushes, turns }) => {
      const world = createWorld();
      addFloor(world);
      add(world, unitBox, { position: [0, 0.5, 0] });
      const body = attempt(world, () => api.createBody(world, def));
      if (body === undefined) return;
      const made = colliders.map((collider) =>
        attempt(world, () => api.createCollider(world, body, collider)),
      );
      for (const [name, ...given] of [...pushes, ...turns]) api[name](world, body, ...given);
      stepOn(world);
      attempt(world, () => api.updateBody(world, body, update));
      for (const collider of made)
        if (collider !== undefined) attempt(world, () => api.updateCollider(world, collider, edit));
      for (let i = 0; i < 3; i++) stepOn(world);
      for (const each of allBodies(world)) {
        expect(bodyPosition(world, each).every(Number.isFinite), 'a position is not finite').toBe(true);
      }
    }),
    {
      numRuns: 500 * fuzzScale,
      seed: fuzzSeed(1),
      // Spins at 6e13 rad/s, which is more than the world simulates.
      examples: [
        [
          {
            def: {},
            colliders: [{ shape: { kind: 'sphere', radius: 0.01 } }],
            edit: {},
            update: {},
            pushes: [['applyImpulse', [0, 10000, 0], [-1000, 0, 0]]],
            turns: [],
          },
        ],
      ],
    },
  );
});
