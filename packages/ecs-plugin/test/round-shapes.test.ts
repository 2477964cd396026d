import { colliderDef, type Shape, type Vec3 } from '@tenon/physics-core';
import { addEntity, createWorld } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  Collider,
  collider,
  colliderOf,
  coneShape,
  coreWorld,
  createPhysics,
  cylinder,
  hullId,
  physicsPre,
  position,
  restoreSnapshot,
  rigidBody,
  roundedBox,
  roundedHull,
  ShapeKind,
  takeSnapshot,
  taperedCapsule,
  taperedCylinder,
} from '../src/index.js';
import { addFloor, at, physicsWorld, run } from './context.js';

const points: Vec3[] = [
  [0.3, 0, 0],
  [-0.3, 0, 0],
  [0, 0.3, 0],
  [0, -0.3, 0],
  [0, 0, 0.3],
  [0, 0, -0.3],
];

const SHAPES: readonly (readonly [string, Shape])[] = [
  ['cylinder', cylinder(0.4, 0.5)],
  ['cone', coneShape(0.4, 0.5)],
  ['tapered cylinder', taperedCylinder(0.4, 0.2, 0.5, 0.1)],
  ['tapered capsule', taperedCapsule(0.4, 0.2, 0.4)],
  ['rounded box', roundedBox(0.3, 0.4, 0.2, 0.1)],
  ['rounded hull', roundedHull(points, 0.1)],
];

describe.each(SHAPES)('a %s as a component', (_name, shape) => {
  const setUp = () => {
    const world = physicsWorld();
    addFloor(world);
    const entity = addEntity(world, rigidBody(), position(0, 2, 0), collider(shape));
    physicsPre(world);
    return { world, entity };
  };

  it('becomes the collider that it says', () => {
    const { world, entity } = setUp();
    const handle = colliderOf(world, entity);
    expect(handle).toBeDefined();
    const found = handle && colliderDef(coreWorld(world), handle).shape;
    if (found?.kind === 'rounded-hull') expect(found.rounding).toBe(0.1);
    else expect(found).toEqual(shape);
    expect(Collider.shape[entity]).toBe(ShapeKind[shape.kind]);
  });

  it('falls, rests and goes on from a snapshot alike', () => {
    const { world, entity } = setUp();
    run(world, 30);
    const saved = takeSnapshot(world);
    run(world, 60);
    const place = at(entity);
    const other = createPhysics(createWorld(), { onWarning: () => undefined });
    restoreSnapshot(other, saved);
    run(other, 60);
    expect(at(entity)).toEqual(place);
  });
});

it('a cylinder may be written field by field', () => {
  const world = physicsWorld();
  const entity = addEntity(world, rigidBody(), collider(cylinder(0.4, 0.5)));
  physicsPre(world);
  Collider.sizeY[entity] = 0;
  physicsPre(world);
  const handle = colliderOf(world, entity);
  expect(handle && colliderDef(coreWorld(world), handle).shape).toEqual(coneShape(0.4, 0.5));
  Collider.shape[entity] = ShapeKind['rounded-hull'];
  Collider.hull[entity] = hullId(points);
  Collider.sizeW[entity] = 0.2;
  physicsPre(world);
  const rounded = colliderOf(world, entity);
  expect(rounded && colliderDef(coreWorld(world), rounded).shape).toMatchObject({
    kind: 'rounded-hull',
    rounding: 0.2,
  });
});
