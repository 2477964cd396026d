import {
  coreWorld,
  createComponents,
  createPhysics,
  sceneToWorld as entitiesOf,
  physicsPost,
  physicsPre,
  physicsSolve,
  worldToScene as sceneOfEntities,
} from '@tenon/ecs-plugin';
import {
  allBodies,
  bodyPosition,
  bodyRotation,
  hashWorld,
  sceneSchema,
  sceneToWorld,
  stepWorld,
  worldToScene,
} from '@tenon/physics-core';
import { scenes } from '@tenon/scenes';
import { createWorld } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { begin, DT, start } from './context.js';

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
    const { world, bodies, joints, groups } = begin(scene);
    // Now, when the scene has defined joints of its own.
    const schema = JSON.parse(JSON.stringify(sceneSchema())) as Schema;
    const file = worldToScene(world, { bodies, joints, ...(groups ? { groups } : {}) });
    expect(breaches(schema, JSON.parse(JSON.stringify(file)))).toEqual([]);
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

  it.each(scenes.map((scene) => [scene.id, scene] as const))(
    '%s becomes a bitECS world that writes the same file and moves with the same bits',
    (_, scene) => {
      const { world, bodies, joints } = begin(scene);
      const file = JSON.parse(JSON.stringify(worldToScene(world, { bodies, joints })));
      const entities = createPhysics(createWorld(), { components: createComponents() });
      const { bodyNames, jointNames } = entitiesOf(entities, file);
      const names = { bodies: Object.fromEntries(bodyNames), joints: Object.fromEntries(jointNames) };
      const { ground: _ground, ...rest } = file;
      expect(sceneOfEntities(entities, names)).toMatchObject(rest);
      const core = coreWorld(entities);
      for (let i = 0; i < 5; i++) {
        stepWorld(world, DT);
        physicsPre(entities);
        physicsSolve(entities);
        physicsPost(entities);
      }
      for (const [i, body] of allBodies(core).entries()) {
        const other = allBodies(world)[i];
        expect(bodyPosition(core, body)).toEqual(bodyPosition(world, other));
        expect(bodyRotation(core, body)).toEqual(bodyRotation(world, other));
      }
    },
  );

  it('people are groups of 25 bones and 24 joints', () => {
    for (const id of ['straight-stairs', 'spiral-stairs', 'ragdoll-pile']) {
      const { world, groups } = start(id);
      const again = sceneToWorld(JSON.parse(JSON.stringify(worldToScene(world, { groups: groups ?? {} }))));
      expect(again.groups.size).toBe(id === 'ragdoll-pile' ? 5 : 1);
      for (const person of again.groups.values()) {
        expect(person.bodies).toHaveLength(25);
        expect(person.joints).toHaveLength(24);
      }
    }
  });
});
