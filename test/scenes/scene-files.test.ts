import { hashWorld, sceneSchema, sceneToWorld, stepWorld, worldToScene } from '@tenon/physics-core';
import { scenes } from '@tenon/scenes';
import { describe, expect, it } from 'vitest';
import { begin, DT } from './context.js';

type Schema = Readonly<Record<string, unknown>>;

const typeOf = (value: unknown): string =>
  Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;

/** The paths at which a value breaks a schema: as much of JSON Schema as ours uses. */
const breaches = (schema: Schema, value: unknown, path = ''): string[] => {
  const found: string[] = [];
  for (const [keyword, argument] of Object.entries(schema)) {
    const list = value as readonly unknown[];
    const holds: Record<string, () => boolean> = {
      $schema: () => true,
      title: () => true,
      type: () =>
        [argument]
          .flat()
          .some((type) => type === typeOf(value) || (type === 'number' && typeof value === 'number')),
      enum: () => (argument as unknown[]).includes(value),
      minimum: () => (value as number) >= (argument as number),
      maximum: () => (value as number) <= (argument as number),
      minLength: () => (value as string).length >= (argument as number),
      minItems: () => list.length >= (argument as number),
      maxItems: () => list.length <= (argument as number),
      required: () => (argument as string[]).every((field) => Object.hasOwn(value as object, field)),
      anyOf: () => (argument as Schema[]).some((each) => breaches(each, value).length === 0),
      oneOf: () => (argument as Schema[]).filter((each) => breaches(each, value).length === 0).length === 1,
      items: () => {
        for (const [i, item] of list.entries())
          found.push(...breaches(argument as Schema, item, `${path}[${i}]`));
        return true;
      },
      additionalProperties: () => true,
      properties: () => {
        for (const [field, member] of Object.entries(value as object)) {
          const own = Object.hasOwn(argument as object, field)
            ? (argument as Record<string, Schema>)[field]
            : undefined;
          found.push(...(own ? breaches(own, member, `${path}.${field}`) : [`${path}.${field}`]));
        }
        return true;
      },
    };
    if (keyword === 'type' && !holds.type()) return [path];
    if (!holds[keyword]()) found.push(path);
  }
  return found;
};

describe('the JSON Schema of scene files', () => {
  const schema = JSON.parse(JSON.stringify(sceneSchema())) as Schema;

  it.each(scenes.map((scene) => [scene.id, scene] as const))('holds for %s', (_, scene) => {
    const { world, bodies, joints } = begin(scene);
    expect(breaches(schema, JSON.parse(JSON.stringify(worldToScene(world, { bodies, joints }))))).toEqual([]);
  });

  it.each([
    ['a body', { bodies: [{ mass: 'much' }] }, '.bodies[0].mass'],
    ['an unknown field', { bodies: [{ weight: 1 }] }, '.bodies[0].weight'],
    ['a setting', { settings: { substeps: 1.5 } }, '.settings.substeps'],
    ['a shape', { shapes: [{ kind: 'sphere' }] }, '.shapes[0]'],
    ['a collider', { colliders: [{ body: 0 }] }, '.colliders[0]'],
    ['a joint', { joints: [{ type: 'hinge', bodyB: 0, limits: [1] }] }, '.joints[0]'],
  ])('refuses what is wrong in %s, as sceneToWorld does', (_, part, path) => {
    const file = { format: 'tenon-scene', version: 1, bodies: [{}], ...part };
    expect(breaches(schema, file)).toEqual([path]);
    expect(() => sceneToWorld(file)).toThrow();
  });
});

describe('scene files', () => {
  it.each(scenes.map((scene) => [scene.id, scene] as const))(
    '%s comes back from its file with the same hash, and goes on with the same bits',
    (_, scene) => {
      const { world, bodies, joints } = begin(scene);
      const file = JSON.parse(JSON.stringify(worldToScene(world, { bodies, joints })));
      const again = sceneToWorld(file);
      expect(hashWorld(again.world)).toBe(hashWorld(world));
      expect([...again.bodyNames.keys()].sort()).toEqual(Object.keys(bodies).sort());
      for (let i = 0; i < 5; i++) {
        stepWorld(world, DT);
        stepWorld(again.world, DT);
      }
      expect(hashWorld(again.world)).toBe(hashWorld(world));
    },
  );
});
