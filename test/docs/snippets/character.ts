import {
  bodyPosition,
  box,
  capsule,
  createBody,
  createCollider,
  createWorld,
  halfSpace,
  moveCharacter,
  stepWorld,
} from '@tenon/physics-core';

const world = createWorld();
createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace() });
for (let i = 1; i <= 4; i++) {
  const step = createBody(world, { type: 'static', position: [1 + 0.5 * i, 0.1 * i, 0] });
  createCollider(world, step, { shape: box(0.25, 0.1 * i, 1) });
}

const player = createBody(world, { type: 'kinematic', position: [0, 0.91, 0] });
createCollider(world, player, { shape: capsule(0.3, 0.6) });

const dt = 1 / 60;
let fall = 0;
for (let frame = 0; frame < 120; frame++) {
  const wantsToJump = false;
  const after = fall - 9.81 * dt;
  const { ground, ceiling } = moveCharacter(world, player, [1.5, (fall + after) / 2, 0], dt);
  if (ground) fall = wantsToJump ? 5 : 0;
  else fall = ceiling ? Math.min(after, 0) : after;
  stepWorld(world, dt);
}
const [x, y] = bodyPosition(world, player);
console.log(x > 2.5, (y - 0.9).toFixed(1)); // true 0.8
