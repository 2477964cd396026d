import { describe, expect, it } from 'vitest';
import { beginStep } from '../../src/begin-step.js';
import { detectContacts } from '../../src/contacts/detect-contacts.js';
import { type ColliderDef, createWorld, sphere } from '../../src/index.js';
import { rotate } from '../../src/math/quat.js';
import { dot, sub } from '../../src/math/vec3.js';
import { CONTACT_BOUNCE, ContactFlag, MU, RECORD, ROLL, SPIN, SURFACE } from '../../src/state/contacts.js';
import { addBody, createRandom, DT, randomRotation } from '../determinism/context.js';
import { frameOf, type Pair } from '../solver/contacts/context.js';
import { expectClose } from '../solver/dense.js';

type Material = Omit<ColliderDef, 'shape'>;

/** Two spheres that touch, of materials a and b. */
const touch = (a: Material, b: Material) => {
  const random = createRandom(1);
  const world = createWorld({ gravity: [0, 0, 0] });
  const rotations = [randomRotation(random), randomRotation(random)] as const;
  const first = addBody(world, { rotation: rotations[0] }, sphere(0.5), a);
  addBody(world, { position: [0.6, 0.79, 0], rotation: rotations[1] }, sphere(0.5), b);
  beginStep(world, DT);
  detectContacts(world, DT);
  const contact = world.solved.items[0];
  const at = (i: number): number => world.contacts.record[contact * RECORD + i];
  // The collider made first is A.
  return { world, contact, first, rotations, at, flags: world.contacts.flags[contact] };
};

describe('coefficients of a pair', () => {
  it.each([
    ['average', 0.5],
    ['minimum', 0.2],
    ['multiply', 0.16],
    ['maximum', 0.8],
  ] as const)('friction and restitution by the rule %s: %f', (rule, wanted) => {
    const rules = { frictionRule: rule, restitutionRule: rule };
    const { at } = touch(
      { friction: 0.2, restitution: 0.2, ...rules },
      { friction: 0.8, restitution: 0.8, ...rules },
    );
    expect(at(MU)).toBeCloseTo(wanted, 12);
    expect(at(CONTACT_BOUNCE)).toBeCloseTo(wanted, 12);
  });

  it('resistance to rolling and twist is the larger one, and marks the contact', () => {
    const { at, flags } = touch(
      { rollingResistance: 0.01, twistResistance: 0.03 },
      { rollingResistance: 0.02, twistResistance: 0.01 },
    );
    expect([at(ROLL), at(SPIN)]).toEqual([0.02, 0.03]);
    expect(flags & ContactFlag.resists).not.toBe(0);
    expect(touch({}, {}).flags & (ContactFlag.resists | ContactFlag.bounces)).toBe(0);
    expect(touch({ restitution: 0.5 }, {}).flags & ContactFlag.bounces).not.toBe(0);
  });
});

it('the surface speed is that of B against A, along the tangents, and turns with the bodies', () => {
  const [vA, vB] = [[1, 0.5, 0] as const, [0, -2, 0.3] as const];
  const { world, contact, rotations, at } = touch({ surfaceVelocity: vA }, { surfaceVelocity: vB });
  const { tangent1, tangent2 } = frameOf({ world, contact } as Pair);
  const speed = sub(rotate(rotations[1], vB), rotate(rotations[0], vA));
  expectClose([at(SURFACE), at(SURFACE + 1)], [dot(speed, tangent1), dot(speed, tangent2)]);
});
