import {
  box,
  Collider,
  collider,
  createPhysics,
  EntityError,
  Position,
  rigidBody,
  stepPhysics,
} from '@tenon/ecs-plugin';
import { addEntity, createWorld } from 'bitecs';

const world = createPhysics(createWorld(), {
  onError: (error) => {
    if (error instanceof EntityError) console.log(error.entity, error.component, error.field, error.code); // 1 Position x not-finite
  },
});
const crate = addEntity(world, rigidBody(), collider(box(0.5, 0.5, 0.5)));
stepPhysics(world, 1 / 60);
Position.x[crate] = Number.NaN;
stepPhysics(world, 1 / 60);
console.log(Position.x[crate]); // 0

try {
  collider(box(0.5, 0.5, 0.5), { friction: -1 });
} catch (error) {
  console.log((error as Error).message); // collider.friction is -1. Pass a finite number of at least 0 and of at most 1000000.
}
console.log(Collider.sizeY[crate]); // 0.5
