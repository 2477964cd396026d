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
  type World,
  worldToScene,
} from '@tenon/physics-core';
import { type Scene, scenes } from '@tenon/scenes';
import { createWorld } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { begin, DT, start } from './context.js';

type Schema = Readonly<Record<string, unknown>>;

const typeOf = (value: unknown): string =>
  Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;

/** Whether a value keeps what a keyword says with its argument; what is broken further in goes to `found`. */
type Keyword = (argument: unknown, value: unknown, path: string, found: string[]) => boolean;

const holds = (schema: unknown, value: unknown): boolean => breaches(schema as Schema, value).length === 0;

const KEYWORDS: Readonly<Record<string, Keyword>> = {
  $schema: () => true,
  title: () => true,
  type: (argument, value) =>
    (Array.isArray(argument) ? argument : [argument]).some(
      (type) => type === typeOf(value) || (type === 'number' && typeof value === 'number'),
    ),
  enum: (argument, value) => (argument as unknown[]).includes(value),
  minimum: (argument, value) => (value as number) >= (argument as number),
  maximum: (argument, value) => (value as number) <= (argument as number),
  minLength: (argument, value) => (value as string).length >= (argument as number),
  minItems: (argument, value) => (value as unknown[]).length >= (argument as number),
  maxItems: (argument, value) => (value as unknown[]).length <= (argument as number),
  required: (argument, value) =>
    (argument as string[]).every((field) => Object.hasOwn(value as object, field)),
  anyOf: (argument, value) => (argument as unknown[]).some((each) => holds(each, value)),
  oneOf: (argument, value) => (argument as unknown[]).filter((each) => holds(each, value)).length === 1,
  items: (argument, value, path, found) => {
    for (const [i, item] of (value as unknown[]).entries())
      found.push(...breaches(argument as Schema, item, `${path}[${i}]`));
    return true;
  },
  additionalProperties: () => true,
  properties: (argument, value, path, found) => {
    for (const [field, member] of Object.entries(value as object)) {
      const own = Object.hasOwn(argument as object, field)
        ? (argument as Record<string, Schema>)[field]
        : undefined;
      found.push(...(own ? breaches(own, member, `${path}.${field}`) : [`${path}.${field}`]));
    }
    return true;
  },
};

/** The paths at which a value breaks a schema: as much of JSON Schema as ours uses. */
const breaches = (schema: Schema, value: unknown, path = ''): string[] => {
  const found: string[] = [];
  for (const keyword in schema) {
    if (KEYWORDS[keyword](schema[keyword], value, path, found)) continue;
    if (keyword === 'type') return [path];
    found.push(path);
  }
  return found;
};

/** How far scenes and what comes from their files run. */
const STEPS = 5;

const poses = (world: World): number[] =>
  allBodies(world).flatMap((body) => [...bodyPosition(world, body), ...bodyRotation(world, body)]);

/** A scene as a file, with and without its groups, and what becomes of its world: built once for all tests of it. */
const filed = (scene: Scene) => {
  const { world, bodies, joints, groups } = begin(scene);
  const hash = hashWorld(world);
  const file = JSON.stringify(worldToScene(world, { bodies, joints }));
  const grouped = groups ? JSON.stringify(worldToScene(world, { bodies, joints, groups })) : file;
  for (let i = 0; i < STEPS; i++) stepWorld(world, DT);
  return { file, grouped, names: Object.keys(bodies), hash, later: hashWorld(world), poses: poses(world) };
};

const files = new Map<Scene, ReturnType<typeof filed>>();
const fileOf = (scene: Scene): ReturnType<typeof filed> => {
  const known = files.get(scene) ?? filed(scene);
  files.set(scene, known);
  return known;
};

describe('the JSON Schema of scene files', () => {
  const schema = JSON.parse(JSON.stringify(sceneSchema())) as Schema;

  it.each(scenes.map((scene) => [scene.id, scene] as const))('holds for %s', (_, scene) => {
    const { grouped } = fileOf(scene);
    // Now, when the scene has defined joints of its own.
    const schema = JSON.parse(JSON.stringify(sceneSchema())) as Schema;
    expect(breaches(schema, JSON.parse(grouped))).toEqual([]);
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
      const { file, hash, later, names } = fileOf(scene);
      const again = sceneToWorld(JSON.parse(file));
      expect(hashWorld(again.world)).toBe(hash);
      expect([...again.bodyNames.keys()].sort()).toEqual([...names].sort());
      for (let i = 0; i < STEPS; i++) stepWorld(again.world, DT);
      expect(hashWorld(again.world)).toBe(later);
    },
  );

  it.each(scenes.map((scene) => [scene.id, scene] as const))(
    '%s becomes a bitECS world that writes the same file and moves with the same bits',
    (_, scene) => {
      const known = fileOf(scene);
      const file = JSON.parse(known.file);
      const entities = createPhysics(createWorld(), { components: createComponents() });
      const { bodyNames, jointNames } = entitiesOf(entities, file);
      const names = { bodies: Object.fromEntries(bodyNames), joints: Object.fromEntries(jointNames) };
      const { ground: _ground, ...rest } = file;
      expect(sceneOfEntities(entities, names)).toMatchObject(rest);
      const core = coreWorld(entities);
      for (let i = 0; i < STEPS; i++) {
        physicsPre(entities);
        physicsSolve(entities);
        physicsPost(entities);
      }
      expect(poses(core)).toEqual(known.poses);
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
