import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import * as tenon from '../../src/index.js';
import { allBodies, bodyPosition, createWorld, hashWorld, PhysicsError, stepWorld, type World } from '../../src/index.js';
import { add, addFloor, DT, unitBox } from './context.js';

/** Definitions made of anything: each call succeeds or is refused as a whole, and no NaN gets into the world. */

const nasty = fc.constantFrom(0, -0, 1e-300, 1e-9, 1e-4, 1, -1, 1e5, 1e9, 1e12, 1e15, 1e300, Number.NaN, Infinity, -Infinity);
const real = fc.oneof({ weight: 6, arbitrary: fc.double({ min: -10, max: 10, noNaN: true }) }, { weight: 2, arbitrary: nasty });
/** Half the time what belongs there, half the time anything at all. */
const or = (good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary: good }, { weight: 1, arbitrary: fc.anything({ withNullPrototype: true, withBigInt: true }) });
const reals = (count: number): fc.Arbitrary<unknown> => or(fc.array(real, { minLength: count, maxLength: count }));
const size = fc.oneof(fc.double({ min: 1e-4, max: 10, noNaN: true }), nasty);
const fields = (model: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(model, { requiredKeys: [] }) as fc.Arbitrary<Record<string, unknown>>;

const bodyDef = fields({
  type: or(fc.constantFrom('static', 'kinematic', 'dynamic')),
  position: reals(3),
  rotation: reals(4),
  linearVelocity: reals(3),
  angularVelocity: reals(3),
  mass: or(fc.oneof(size, fc.constant('auto'))),
  massProperties: or(fields({ mass: size, centre: reals(3), inertia: fc.oneof(fc.array(size, { minLength: 3, maxLength: 3 }), reals(6)) })),
  gravityScale: or(real),
  linearDamping: or(size),
  angularDamping: or(size),
  locks: or(fc.array(fc.constantFrom('x', 'y', 'z', 'rotationX', 'rotationY', 'rotationZ'))),
  planar: or(fc.boolean()),
  maxLinearSpeed: or(size),
  maxAngularSpeed: or(size),
  enabled: or(fc.boolean()),
  maySleep: or(fc.boolean()),
  userData: or(real),
});

const shape = fc.oneof(
  fc.record({ kind: fc.constant('sphere'), radius: or(size) }),
  fc.record({ kind: fc.constant('box'), halfExtents: or(fc.array(size, { minLength: 3, maxLength: 3 })) }),
  fc.record({ kind: fc.constant('capsule'), radius: or(size), halfLength: or(size) }),
  fc.record({ kind: fc.constant('half-space'), normal: reals(3), offset: or(real) }),
  fc.record({ kind: fc.constant('hull'), points: or(fc.array(reals(3), { maxLength: 12 })) }),
);

const colliderChanges = {
  density: or(size),
  friction: or(size),
  restitution: or(fc.double({ min: 0, max: 1, noNaN: true })),
  rollingResistance: or(size),
  twistResistance: or(size),
  frictionRule: or(fc.constantFrom('average', 'minimum', 'multiply', 'maximum')),
  surfaceVelocity: reals(3),
  layer: or(fc.integer()),
  mask: or(fc.integer()),
  sensor: or(fc.boolean()),
  userData: or(real),
};
const colliderDef = fc
  .tuple(or(shape), fields({ ...colliderChanges, position: reals(3), rotation: reals(4) }))
  .map(([made, rest]) => ({ ...rest, shape: made }));

type Anything = (...given: unknown[]) => unknown;
const api = tenon as unknown as Record<string, Anything>;

/** Calls; on a refusal nothing may have changed. Returns whether it succeeded. */
const attempt = (world: World, call: () => unknown): boolean => {
  const before = hashWorld(world);
  try {
    call();
    return true;
  } catch (error) {
    if (!(error instanceof PhysicsError)) throw error;
    expect(hashWorld(world)).toBe(before);
    return false;
  }
};

it('any definitions: refused as a whole, or simulated with finite positions', () => {
  const push = fc.tuple(fc.constantFrom('applyForce', 'applyImpulse', 'applyTorque', 'applyAngularImpulse'), reals(3), reals(3));
  fc.assert(
    fc.property(bodyDef, colliderDef, bodyDef, fields(colliderChanges), push, (def, collider, changes, edit, [name, v, point]) => {
      const world = createWorld();
      addFloor(world);
      add(world, unitBox, { position: [0, 0.5, 0] });
      let body: unknown;
      let made: unknown;
      if (!attempt(world, () => (body = api.createBody(world, def)))) return;
      attempt(world, () => (made = api.createCollider(world, body, collider)));
      attempt(world, () => api[name](world, body, v, point));
      attempt(world, () => api.updateBody(world, body, changes));
      if (made !== undefined) attempt(world, () => api.updateCollider(world, made, edit));
      for (let i = 0; i < 3; i++) stepWorld(world, DT);
      for (const each of allBodies(world)) {
        expect(bodyPosition(world, each).every(Number.isFinite), 'a position is not finite').toBe(true);
      }
    }),
    { numRuns: 1500 },
  );
});
