import { type ColliderDef, PhysicsError, type Shape } from '@tenon/physics-core';
import { type Size, solidSize } from '@tenon/physics-core/bulk';
import { set } from 'bitecs';
import type { Stores } from '../components/components.js';
import { colliderLists, colliderNumbers } from '../components/field-names.js';
import { hullId } from '../components/hulls.js';
import { CombineRule, isHull, ShapeKind } from '../components/names.js';
import { surfaceId } from '../components/surfaces.js';
import type { EntityRef } from '../entity-id.js';
import type { ComponentValues } from './body.js';
import { dryRunCollider } from './dry-run.js';
import { requireEntity, requireOptions, requireTag } from './require.js';

export interface ColliderOptions
  extends Omit<ColliderDef, 'shape' | 'sensor' | 'persistEvents' | 'userData'> {
  /** The entity with the RigidBody it belongs to. Default: its own entity. */
  readonly body?: EntityRef;
  /** A number of yours; events carry it, also after the entity is gone. Default 0. */
  readonly tag?: number;
}

/** The fields that say which shape it is. A solid has the same four numbers as in the solver. */
export const shapeFields = (shape: Shape): Record<string, number> => {
  const kind = ShapeKind[shape.kind];
  if (shape.kind === 'mesh' || shape.kind === 'height-field') return { shape: kind, hull: surfaceId(shape) };
  if (shape.kind === 'half-space') {
    const [sizeX, sizeY, sizeZ] = shape.normal;
    return { shape: kind, sizeX, sizeY, sizeZ, sizeW: shape.offset };
  }
  const [sizeX, sizeY, sizeZ, sizeW] = solidSize(shape) as Size;
  const hull = isHull(shape) ? { hull: hullId(shape.points) } : {};
  return { shape: kind, sizeX, sizeY, sizeZ, sizeW, ...hull };
};

/** Options that are fields as they are. */
const PLAIN = ['body', ...colliderNumbers, 'tag'] as const;

/** Adds what was given, and only that: a second `set` then changes nothing else. */
const addOptions = (fields: Record<string, number>, options: ColliderOptions): void => {
  for (const name of PLAIN) {
    const value = options[name];
    if (value !== undefined) fields[name] = value;
  }
  for (const name of ['position', 'rotation', 'surfaceVelocity'] as const) {
    const values = options[name];
    if (values) for (const [i, field] of colliderLists[name].entries()) fields[field] = values[i];
  }
  if (options.frictionRule) fields.frictionRule = CombineRule[options.frictionRule];
  if (options.restitutionRule) fields.restitutionRule = CombineRule[options.restitutionRule];
};

/** Fields of a definition that are something else here. */
const instead: Readonly<Record<string, string>> = {
  sensor: 'Add the tag Sensor to the entity',
  isSensor: 'Add the tag Sensor to the entity',
  isTrigger: 'Add the tag Sensor to the entity',
  persistEvents: 'Add the tag PersistEvents to the entity',
  userData: 'Use tag',
  shape: 'Pass the shape before the options: collider(shape, options)',
  mass: 'Give the mass to rigidBody, or a density to the collider',
};

const refuseForeign = (options: object): void => {
  for (const field of Object.keys(options)) {
    if (Object.hasOwn(instead, field))
      throw new PhysicsError('unknown-field', `collider has no field '${field}'`, instead[field]);
  }
};

/** A shape. Several entities may have one for the same body: name it in `body`. */
export const colliderFactory =
  (stores: Stores) =>
  (shape: Shape, options: ColliderOptions = {}): ComponentValues<Stores['Collider']> => {
    requireOptions(options, 'collider');
    refuseForeign(options);
    const { body, tag, ...def } = options;
    requireEntity(body, 'collider.body');
    requireTag(tag, 'collider.tag');
    dryRunCollider({ ...def, shape });
    const fields = shapeFields(shape);
    addOptions(fields, options);
    return set(stores.Collider, fields);
  };
