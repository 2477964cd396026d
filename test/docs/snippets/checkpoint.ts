import {
  applyImpulse,
  bodyPosition,
  type Checkpoint,
  createBody,
  createCollider,
  createWorld,
  halfSpace,
  restoreCheckpoint,
  saveCheckpoint,
  sphere,
  stepWorld,
} from '@tenon/physics-core';

const world = createWorld();
createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace() });
const ball = createBody(world, { position: [0, 2, 0] });
createCollider(world, ball, { shape: sphere(0.5), restitution: 0.5 });

// A ring of checkpoints: as many steps as the slowest player may be late.
const ring: (Checkpoint | undefined)[] = [];
let step = 0;
const advance = (push: number): void => {
  ring[step % 8] = saveCheckpoint(world, ring[step % 8]);
  if (push !== 0) applyImpulse(world, ball, [push, 0, 0]);
  stepWorld(world, 1 / 60);
  step++;
};

const pushes = Array.from({ length: 40 }, () => 0);
while (step < 40) advance(pushes[step]);
const predicted = bodyPosition(world, ball)[0];

// The push of step 34 arrives late: go back to before it, and catch up.
pushes[34] = 500;
const checkpoint = ring[34 % 8];
if (checkpoint) restoreCheckpoint(world, checkpoint);
step = 34;
while (step < 40) advance(pushes[step]);
console.log(predicted, bodyPosition(world, ball)[0] > 0); // 0 true
