import {
  box,
  collider,
  createPhysics,
  destroyPhysics,
  halfSpace,
  LinearVelocity,
  Position,
  position,
  restoreSnapshot,
  rigidBody,
  sceneToWorld,
  stepPhysics,
  takeSnapshot,
  worldToScene,
} from '@tenon/ecs-plugin';
import { addEntity, createWorld } from 'bitecs';

const world = createPhysics(createWorld());
const floor = addEntity(world, rigidBody({ type: 'static' }), collider(halfSpace()));
const crate = addEntity(world, position(0, 5, 0), rigidBody(), collider(box(0.5, 0.5, 0.5)));
const run = (frames: number): void => {
  for (let i = 0; i < frames; i++) stepPhysics(world, 1 / 60);
};
run(20);

// Quick save: bytes with everything, impulses too. The same world goes on with the same bits.
const bytes = takeSnapshot(world);
// Save game: text with names, which a later version or another program can read.
const text = JSON.stringify(worldToScene(world, { bodies: { floor, crate } }));

run(100);
const landed = Position.y[crate];
restoreSnapshot(world, bytes);
console.log('quick load', Position.y[crate].toFixed(2), LinearVelocity.y[crate].toFixed(2)); // quick load 4.46 -3.27
run(100);
console.log('same bits', Position.y[crate] === landed); // same bits true

// Another session: a new world from the text. Names lead to the entities.
destroyPhysics(world);
const later = createPhysics(createWorld());
const loaded = sceneToWorld(later, JSON.parse(text)).bodyNames.get('crate')!;
console.log('loaded', Position.y[loaded].toFixed(2), LinearVelocity.y[loaded].toFixed(2)); // loaded 4.46 -3.27
for (let i = 0; i < 100; i++) stepPhysics(later, 1 / 60);
console.log('landed', Position.y[loaded].toFixed(2)); // landed 0.50
