import {
  bodyPosition,
  box,
  createBody,
  createCollider,
  createWorld,
  setNextPose,
  stepWorld,
} from '@tenon/physics-core';

const world = createWorld();
const lift = createBody(world, { type: 'kinematic', position: [0, 1, 0] });
createCollider(world, lift, { shape: box(1, 0.1, 1) });
const crate = createBody(world, { position: [0, 1.6, 0] });
createCollider(world, crate, { shape: box(0.5, 0.5, 0.5) });

for (let i = 1; i <= 120; i++) {
  setNextPose(world, lift, [0, 1 + i / 60, 0]);
  stepWorld(world, 1 / 60);
}
console.log(bodyPosition(world, lift)); // [ 0, 3, 0 ]
console.log(bodyPosition(world, crate)[1].toFixed(2)); // 3.60
