import {
  box,
  collider,
  createPhysics,
  observeEvents,
  otherSide,
  position,
  rigidBody,
  Sensor,
  sphere,
  stepPhysics,
} from '@tenon/ecs-plugin';
import { addEntity, createWorld } from 'bitecs';

const world = createPhysics(createWorld());
const gate = addEntity(world, rigidBody({ type: 'static' }), collider(box(1, 0.5, 1)), Sensor);
addEntity(world, position(0, 2, 0), rigidBody(), collider(sphere(0.1), { tag: 7 }));
const seen: string[] = [];
for (const kind of ['begin', 'end'] as const) {
  observeEvents(world, kind, (event) => {
    const other = otherSide(event, gate);
    if (other) seen.push(`${kind} ${other.tag}`);
  });
}
for (let i = 0; i < 60; i++) stepPhysics(world, 1 / 60);
console.log(seen); // [ 'begin 7', 'end 7' ]
