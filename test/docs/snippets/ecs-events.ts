import {
  ball,
  box,
  CollisionEvents,
  collider,
  createPhysics,
  halfSpace,
  observeEvents,
  physicsEvents,
  position,
  rigidBody,
  stepPhysics,
} from '@tenon/ecs-plugin';
import { addEntity, createWorld, removeEntity } from 'bitecs';

const CRATE = 7;
const world = createPhysics(createWorld());
addEntity(world, rigidBody({ type: 'static' }), collider(halfSpace()));
const crate = addEntity(
  world,
  position(0, 0.6, 0),
  rigidBody({ mass: 20 }),
  collider(box(0.5, 0.5, 0.5), { tag: CRATE }),
  CollisionEvents,
);
const rope = addEntity(world, ball({ bodyB: crate, anchor: [0, 2, 0], breakForce: 100 }));

observeEvents(world, 'joint-break', ({ entity, force }) => {
  console.log(entity === rope, Math.hypot(...force) > 100); // true true
});
for (let i = 0; i < 30; i++) stepPhysics(world, 1 / 60);

// The end comes with the next step, and still says what it was.
removeEntity(world, crate);
stepPhysics(world, 1 / 60);
const [end] = physicsEvents(world).filter((event) => event.kind === 'end');
console.log(end.a.tag, end.a.gone); // 7 true
