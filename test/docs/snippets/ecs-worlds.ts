import {
  createComponents,
  createPhysics,
  destroyPhysics,
  reserveEntities,
  sphere,
  stepPhysics,
} from '@tenon/ecs-plugin';
import { addEntity, createWorld } from 'bitecs';

const { Position, position, rigidBody, collider, ...rest } = createComponents();
const components = { Position, position, rigidBody, collider, ...rest };
reserveEntities(100, components);
const preview = createPhysics(createWorld(), { components });
const ball = addEntity(preview, position(0, 5, 0), rigidBody(), collider(sphere(0.5)));
stepPhysics(preview, 1 / 60);
console.log(Position.y[ball] < 5); // true
destroyPhysics(preview);
