import { bodyChecks } from '../api/body-def.js';
import { colliderChecks } from '../api/collider-def.js';
import { jointSchemas } from '../api/joint-def.js';
import { shapeSchema } from '../api/shapes.js';
import { settingChecks } from '../api/world.js';
import { MAX_SCENE_ITEMS } from '../tuning.js';
import { objectSchema, type Schema } from '../validate.js';

const list = (items: Schema): Schema => ({ type: 'array', items, maxItems: MAX_SCENE_ITEMS });
const index: Schema = { type: 'integer', minimum: 0 };
const name: Schema = { type: 'string', minLength: 1 };
const infinite: Schema = { enum: ['Infinity', '-Infinity', '-0'] };
const reference: Schema = { anyOf: [name, index] };

/** An object schema with more fields, or others. */
const extended = (schema: Schema, fields: Readonly<Record<string, Schema>>): Schema => ({
  ...schema,
  properties: { ...(schema.properties as object), ...fields },
});

/**
 * The JSON Schema (draft 2020-12) of scene files, made of the same checks that createWorld, createBody,
 * createCollider and createJoint use, and of all joint types that are defined when it is called. What a schema
 * cannot say, such as that an index exists or a tensor is one of a solid, sceneToWorld checks.
 */
export const sceneSchema = (): Schema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Tenon scene',
  type: 'object',
  additionalProperties: false,
  required: ['format', 'version'],
  properties: {
    format: { enum: ['tenon-scene'] },
    version: { enum: [1] },
    settings: objectSchema(settingChecks),
    shapes: list(shapeSchema()),
    bodies: list(extended(objectSchema(bodyChecks), { name })),
    ground: index,
    colliders: list({
      ...extended(objectSchema(colliderChecks), { body: index, shape: index }),
      required: ['body', 'shape'],
    }),
    joints: list({ oneOf: jointSchemas() }),
    groups: list({
      type: 'object',
      additionalProperties: false,
      required: ['name'],
      properties: { name, bodies: list(reference), joints: list(reference) },
    }),
    components: list({
      type: 'object',
      additionalProperties: false,
      required: ['values'],
      properties: {
        body: index,
        collider: index,
        values: {
          type: 'object',
          additionalProperties: {
            type: 'object',
            additionalProperties: { anyOf: [{ type: 'number' }, infinite] },
          },
        },
      },
    }),
  },
});
