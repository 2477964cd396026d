import {
  bodyOf,
  box,
  collider,
  colliderOf,
  coreWorld,
  createPhysics,
  entityOfBody,
  entityOfCollider,
  entityOfJoint,
  hinge,
  jointOf,
  rigidBody,
  stepPhysics,
  waitingEntities,
} from '@tenon/ecs-plugin';
import { bodyMass, jointReaction, updateSettings, worldStats } from '@tenon/physics-core';
import { addEntity, createWorld } from 'bitecs';

const world = createPhysics(createWorld());
const door = addEntity(
  world,
  rigidBody({ mass: 30 }),
  collider(box(0.5, 1, 0.05)),
  hinge({ axis: [0, 1, 0] }),
);
for (let i = 0; i < 10; i++) stepPhysics(world, 1 / 60);

const core = coreWorld(world);
const body = bodyOf(world, door)!;
console.log(bodyMass(core, body).mass, worldStats(core).joints); // 30 1
console.log(jointReaction(core, jointOf(world, door)!).force[1].toFixed(1)); // 294.3
console.log(entityOfBody(world, body) === door); // true
console.log(entityOfCollider(world, colliderOf(world, door)!) === door); // true
console.log(entityOfJoint(world, jointOf(world, door)!) === door); // true
console.log(waitingEntities(world)); // []
updateSettings(core, { gravity: [0, 0, 0] });
