import {
  ball,
  box,
  collider,
  createPhysics,
  position,
  rigidBody,
  sceneToWorld,
  stepPhysics,
  worldToScene,
} from '@tenon/ecs-plugin';
import { addEntity, createWorld, removeEntity } from 'bitecs';

const world = createPhysics(createWorld());
const bob = addEntity(world, position(1, 0, 0), rigidBody(), collider(box(0.1, 0.1, 0.1), { tag: 7 }));
const pin = addEntity(world, ball({ bodyB: bob, anchor: [0, 0, 0] }));

const names = { bodies: { bob }, joints: { pin }, groups: { pendulum: { bodies: [bob], joints: [pin] } } };
const text = JSON.stringify(worldToScene(world, names));
for (const entity of [pin, bob]) removeEntity(world, entity);

const scene = sceneToWorld(world, JSON.parse(text));
stepPhysics(world, 1 / 60);
console.log(scene.bodyNames.has('bob'), scene.groups.get('pendulum')?.joints.length); // true 1
