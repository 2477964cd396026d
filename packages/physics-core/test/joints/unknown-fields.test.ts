import * as core from '@tenon/physics-core';
import {
  type BodyHandle,
  createBody,
  createJoint,
  createWorld,
  distance,
  gear,
  hinge,
  type JointDef,
  PhysicsError,
  rod,
  rope,
  sceneSchema,
  spring,
  strut,
} from '@tenon/physics-core';
import { describe, expect, it } from 'vitest';

/** A joint function copies what it is given, so what it does not know must not get lost in it. */

const errorOf = (call: () => unknown): string => {
  try {
    call();
  } catch (error) {
    if (error instanceof PhysicsError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'no error';
};

interface JointSchema {
  readonly properties: Readonly<Record<string, { readonly enum?: readonly string[] }>>;
}

/** What createJoint checks, as the schema of scene files has it. */
const fieldsOf = (type: string): string[] => {
  const { properties: scene } = sceneSchema() as unknown as {
    properties: { joints: { items: { oneOf: JointSchema[] } } };
  };
  const schema = scene.joints.items.oneOf.find(({ properties }) => properties.type.enum?.[0] === type);
  return Object.keys(schema?.properties ?? {}).filter((field) => field !== 'name');
};

type JointFunction = ((def: object) => JointDef) & { readonly definition: core.JointDefinition };

const functions = Object.values(core).filter(
  (value): value is typeof value & JointFunction => typeof value === 'function' && 'definition' in value,
);

describe('joint functions refuse what they do not know', () => {
  it('all of them know the fields that createJoint checks, and no others', () => {
    expect(functions).toHaveLength(24);
    for (const make of functions as readonly JointFunction[]) {
      const { type } = make.definition;
      const known = fieldsOf(type);
      expect(known.length, type).toBeGreaterThan(6);
      for (const field of known)
        expect(
          errorOf(() => make({ [field]: undefined })),
          field,
        ).toBe('no error');
      expect(
        errorOf(() => make({ xyzzy: 1 })),
        type,
      ).toMatch(/^unknown-field: .* has no field 'xyzzy'\. Use /);
    }
  });

  it.each<[string, () => unknown, RegExp]>([
    [
      'rope',
      () => rope({ length: 2 } as never),
      /^unknown-field: rope .*'length'. Did you mean 'maxLength'\?$/,
    ],
    ['rope', () => rope({ maxLenght: 2 } as never), /Did you mean 'maxLength'\?$/],
    ['rope', () => rope({ mode: 'rod' } as never), /^unknown-field: rope has no field 'mode'/],
    ['strut', () => strut({ length: 2 } as never), /Did you mean 'minLength'\?$/],
    ['rod', () => rod({ maxLength: 2 } as never), /^unknown-field: rod .* Did you mean 'length'\?$/],
    [
      'spring',
      () => spring({ hertz: 1, mode: 'rope' } as never),
      /^unknown-field: spring has no field 'mode'/,
    ],
    ['spring', () => spring({ stiffness: 1 } as never), /Did you mean 'hertz'\?$/],
    [
      'hinge',
      () => hinge({ type: 'slider' } as never),
      /^wrong-type: hinge\.type is 'slider'\. Pass 'hinge'/,
    ],
    ['hinge', () => hinge(Object.create({ axis: [0, 1, 0] })), /inherits its field 'axis'/],
    ['hinge', () => hinge(undefined as never), /^wrong-type: hinge is undefined/],
    ['hinge', () => hinge({ localAnchorA: [0, 0, 0] } as never), /Did you mean 'anchorA'\?$/],
    ['hinge', () => hinge({ minAngle: 1 } as never), /Did you mean 'limits'\?$/],
    ['gear', () => gear({ bodyB: 1 } as never), /^unknown-field: gear has no field 'bodyB'\. Use jointA, /],
  ])('%s #%#', (_, make, message) => {
    expect(errorOf(make)).toMatch(message);
  });

  it('short forms make the distance joint they stand for', () => {
    const world = createWorld();
    const bodyB = createBody(world);
    expect(rope({ bodyB, maxLength: 2 })).toEqual(distance({ bodyB, length: 2, mode: 'rope' }));
    expect(strut({ bodyB, minLength: 2 })).toEqual(distance({ bodyB, length: 2, mode: 'strut' }));
    expect(rod({ bodyB })).toEqual(distance({ bodyB, mode: 'rod' }));
    expect(spring({ bodyB, hertz: 2, length: 3 })).toEqual(
      distance({ bodyB, hertz: 2, length: 3, mode: 'rod' }),
    );
  });

  it('a definition may be used again', () => {
    const world = createWorld();
    const knee = hinge({ bodyB: createBody(world), limits: [0, 1] });
    const other = hinge({ ...knee, bodyB: createBody(world) });
    expect(() => createJoint(world, other)).not.toThrow();
  });
});

/** Never called: the type checker refuses the fields. */
export const typed = (bodyB: BodyHandle): readonly unknown[] => [
  // @ts-expect-error
  rope({ bodyB, length: 2 }),
  // @ts-expect-error
  rope({ bodyB, mode: 'rod' }),
  // @ts-expect-error
  strut({ bodyB, maxLength: 2 }),
  // @ts-expect-error
  spring({ bodyB, hertz: 1, stiffness: 2 }),
  // @ts-expect-error
  hinge({ bodyB, motor: { velocity: 2 } }),
  // @ts-expect-error
  hinge({ bodyB, limit: [0, 1] }),
];
