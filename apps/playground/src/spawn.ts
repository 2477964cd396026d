import { eyePosition, type OrbitCamera, pickRay } from '@tenon/debug-draw';
import { entityOfBody, entityOfJoint, physicsPre } from '@tenon/ecs-plugin';
import {
  allBodies,
  bodyColliders,
  box,
  capsule,
  colliderDef,
  coneShape,
  createBody,
  createCollider,
  cylinder,
  destroyBody,
  destroyJoint,
  halfSpace,
  roundedBox,
  type Shape,
  sphere,
  taperedCapsule,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { addEntity, type EntityId, type World as EntityWorld, removeEntity } from 'bitecs';
import type { Action } from './history.js';
import { type Playground, selected, selectNothing } from './playground.js';
import { act } from './simulation.js';

export const spawnShapes = [
  'box',
  'sphere',
  'capsule',
  'cylinder',
  'cone',
  'rounded box',
  'tapered capsule',
] as const;
export type SpawnShape = (typeof spawnShapes)[number];

/** Size of new things as a part of the camera's distance: what is built of centimetres gets small ones. */
const SIZE = 0.03;
const THROW_SPEED = 12;

const makers: { readonly [K in SpawnShape]: (size: number) => Shape } = {
  box: (size) => box(size, size, size),
  sphere: (size) => sphere(size),
  capsule: (size) => capsule(0.6 * size, 0.8 * size),
  cylinder: (size) => cylinder(0.9 * size, size),
  cone: (size) => coneShape(size, size),
  'rounded box': (size) => roundedBox(0.8 * size, 0.8 * size, 0.8 * size, 0.2 * size),
  'tapered capsule': (size) => taperedCapsule(0.8 * size, 0.4 * size, 0.8 * size),
};

/** What is dropped and the ground below it touch by this layer. The bodies of the scene have the first alone. */
const GROUND_LAYER = 1 << 30;
const FIRST_LAYER = 1;

const hasFloor = (world: World): boolean =>
  allBodies(world).some((body) =>
    bodyColliders(world, body).some((collider) => colliderDef(world, collider).shape.kind === 'half-space'),
  );

/**
 * A scene without a floor is drawn with a ground, and what is dropped would fall through it and out of sight. For that, and for nothing
 * else, it becomes a real one.
 */
const layGround = (world: World, height: number | undefined): void => {
  if (height === undefined || hasFloor(world)) return;
  const ground = createBody(world, { type: 'static', position: [0, height, 0] });
  createCollider(world, ground, { shape: halfSpace(), layer: GROUND_LAYER, mask: GROUND_LAYER });
};

/** A new entity, as a game makes one. */
const create = (playground: Playground, shape: Shape, place: Vec3, velocity: Vec3): void => {
  const { entities, components } = playground.simulation.runner;
  const { rigidBody, collider, position, linearVelocity } = components;
  const solid = collider(shape, { layer: FIRST_LAYER | GROUND_LAYER });
  const { groundHeight } = playground.simulation;
  act(playground.simulation, (world) => {
    layGround(world, groundHeight);
    addEntity(entities, rigidBody(), position(...place), linearVelocity(...velocity), solid);
    // Its body is there at once, also while time stands still.
    physicsPre(entities);
  });
  playground.signals.emit('world');
};

/** Drops a new body from above the point that the camera looks at. */
export const spawn = (playground: Playground, camera: OrbitCamera, kind: SpawnShape): void => {
  const [x, y, z] = camera.target;
  const size = SIZE * camera.distance;
  create(playground, makers[kind](size), [x, y + 0.25 * camera.distance, z], [0, 0, 0]);
};

/** Throws a ball from the eye into the picture; x and y run from -1 to 1, right and up. */
export const throwBall = (
  playground: Playground,
  camera: OrbitCamera,
  x: number,
  y: number,
  aspect: number,
): void => {
  const { direction } = pickRay(camera, x, y, aspect);
  const eye = eyePosition(camera);
  const size = SIZE * camera.distance;
  const start = 0.3 * camera.distance;
  const at = (i: number): number => eye[i] + start * direction[i];
  const speed = THROW_SPEED * Math.max(0.5, camera.distance / 10);
  create(
    playground,
    sphere(size),
    [at(0), at(1), at(2)],
    [speed * direction[0], speed * direction[1], speed * direction[2]],
  );
};

/** What has an entity goes with it; the scene's own bodies and joints have none. */
const destroy = (
  playground: Playground,
  entityIn: (entities: EntityWorld) => EntityId,
  otherwise: Action,
): void => {
  const { entities } = playground.simulation.runner;
  act(playground.simulation, (world) => {
    const entity = entityIn(entities);
    if (entity === 0) return otherwise(world);
    removeEntity(entities, entity);
    physicsPre(entities);
  });
};

export const deleteSelected = (playground: Playground): void => {
  const { joint, body } = selected(playground);
  if (joint !== undefined)
    destroy(
      playground,
      (entities) => entityOfJoint(entities, joint),
      (world) => destroyJoint(world, joint),
    );
  if (body !== undefined)
    destroy(
      playground,
      (entities) => entityOfBody(entities, body),
      (world) => destroyBody(world, body),
    );
  selectNothing(playground);
  playground.signals.emit('world');
};
