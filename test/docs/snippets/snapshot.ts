import {
  applyImpulse,
  bodyPosition,
  createBody,
  createCollider,
  createWorld,
  halfSpace,
  hashWorld,
  restoreSnapshot,
  sphere,
  stepWorld,
  takeSnapshot,
} from '@tenon/physics-core';

const world = createWorld();
createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace() });
const ball = createBody(world, { position: [0, 2, 0] });
createCollider(world, ball, { shape: sphere(0.5), restitution: 0.5 });
const run = (steps: number): string => {
  for (let i = 0; i < steps; i++) stepWorld(world, 1 / 60);
  return hashWorld(world);
};

run(20);
const saved = takeSnapshot(world);
const predicted = run(100);

// A message from the past: go back, apply it, and catch up.
restoreSnapshot(world, saved);
applyImpulse(world, ball, [50, 0, 0]);
console.log(run(100) === predicted); // false
console.log(bodyPosition(world, ball)[0] > 0); // true

// Without it the same steps give the same bits.
restoreSnapshot(world, saved);
console.log(run(100) === predicted); // true
